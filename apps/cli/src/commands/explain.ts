import {
  type Block,
  describeAlternative,
  describeMerit,
  describePlace,
  describeRisk,
  type Explanation,
  explain,
  type Instance,
  scorePlan,
  type Wording,
  withLatenessFromDeadline,
} from '@dayloom/planner';
import { isHelp } from '../input.ts';
import { createWording, readArguments, readFeasiblePlan, readInstance } from '../planning.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = 'dayloom explain [--json] INSTANCE PLAN TASK';
const HELP = `Usage: ${USAGE}

Lists for each block of a task in a plan (schedplan/1) the merits of its place, what ruled out earlier places, and
what the next best ones would change. Times are in the instance's zone.

  --json   prints JSON`;

/** `dayloom explain`: why a task is planned where it is. */
export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const { values, positionals } = readArguments(args, { json: { type: 'boolean' } }, USAGE);
  const [instanceFile, planFile, id, ...more] = positionals;
  if (instanceFile === undefined || planFile === undefined || id === undefined || more.length > 0)
    throw new UsageError(`explain: give an instance, a plan and a task. Usage: ${USAGE}`);
  const instance = readInstance(instanceFile);
  const plan = readFeasiblePlan(planFile, instance);
  if (!instance.tasks.some((task) => task.id === id))
    throw new UsageError(`${instanceFile}: no task is called ${JSON.stringify(id)}`);
  const pinned = instance.locked.filter(({ task }) => task === id).sort(byStart);
  const blocks = plan.blocks.filter(({ task }) => task === id).sort(byStart);
  const explanations = blocks.map((block) => explain(instance, plan, block));
  const risk = scorePlan(instance, plan).atRisk.find(({ task }) => task === id) ?? null;
  if (values.json === true) {
    process.stdout.write(`${JSON.stringify({ task: id, pinned, risk, blocks: explanations }, null, 1)}\n`);
    return;
  }
  const wording = createWording(instance);
  const parts = [
    ...pinned.map((block) => [`${formatPlace(block, instance, wording)}: pinned.`]),
    ...explanations.map((explanation) => describeExplanation(explanation, instance, wording)),
    ...(risk ? [[describeRisk(withLatenessFromDeadline(risk, instance), wording)]] : []),
  ];
  process.stdout.write(`${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

function byStart(a: Block, b: Block): number {
  return Date.parse(a.start) - Date.parse(b.start);
}

function describeExplanation(explanation: Explanation, instance: Instance, wording: Wording): string[] {
  const { block, merits, earlier, alternatives } = explanation;
  const place = (one: { start: string; end: string }): string => formatPlace(one, instance, wording);
  return [
    place(block),
    ...section(
      'Why here',
      merits.map((merit) => describeMerit(merit, wording)),
    ),
    ...section(
      'Earlier',
      earlier.map((one) => `${place(one)}  ${describePlace(one, wording)}`),
    ),
    ...section(
      'Next best',
      alternatives.map((one) => `${place(one)}  ${describeAlternative(one, explanation, wording)}`),
    ),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
}

/** `Mon 2 Mar, 09:00-10:30`, with the end's day if it differs. */
function formatPlace(
  { start, end }: { start: string; end: string },
  { zone }: Instance,
  { formatTime }: Wording,
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const [from, to] = [formatTime(start), formatTime(end)];
  const isOneDay = day.format(new Date(start)) === day.format(new Date(end));
  return isOneDay ? `${from}-${to.slice(to.indexOf(',') + 2)}` : `${from} - ${to}`;
}
