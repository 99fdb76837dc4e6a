import {
  bound as computeBound,
  describeChunking,
  describeFix,
  describeFixEffect,
  describeGap,
  describeOverload,
  describeRisk,
  diagnose,
  getGap,
  listFixes,
  type PlanOptions,
  plan,
  withLatenessFromDeadline,
} from '@dayloom/planner';
import { isHelp } from '../input.ts';
import { createWording, LIMITS_HELP, planOptions, readArguments, readInstance } from '../planning.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = 'dayloom diagnose [--json] [--budget-ms N | --iterations N] [--seed N] INSTANCE';
const HELP = `Usage: ${USAGE}

Plans an instance (schedbench/1, docs/planner.md) and lists its problems: proofs that too much is due, work that no
gap is long enough for, tasks at risk, the largest distance of the plan from the best one, and fixes, the cheapest
first, each evaluated by planning again. Times are in the instance's zone.

  --json           prints JSON
${LIMITS_HELP}`;

type Limits = Pick<PlanOptions, 'budgetMs' | 'clock' | 'iterations' | 'seed'>;

/** The share of the planning time for a bound that the plan did not include, and for each fix. */
const BOUND_SHARE = 0.5;
const FIX_SHARE = 0.1;

/** `dayloom diagnose`: why not everything fits, and what to do about it. */
export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const { values, positionals } = readArguments(args, { json: { type: 'boolean' } }, USAGE);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new UsageError(`diagnose: give one instance. Usage: ${USAGE}`);
  const options = planOptions(values);
  const instance = readInstance(file);
  const { plan: found, cost, ...result } = plan(instance, options);
  const bound = result.bound ?? computeBound(instance, { ...withTimeShare(options, BOUND_SHARE), cost });
  const { overloads, chunking, atRisk } = diagnose(instance, found);
  const fixes = listFixes(instance, found, withTimeShare(options, FIX_SHARE));
  if (values.json === true) {
    // The field names of the output format, which programs read.
    const rated = fixes.map(({ fix, helps, price, atRisk: left }) => ({
      repair: fix,
      helps,
      price,
      atRisk: left,
    }));
    const facts = { cost, bound, gap: getGap(cost, bound), overloads, chunking, atRisk, repairs: rated };
    process.stdout.write(`${JSON.stringify(facts, null, 1)}\n`);
    return;
  }
  const wording = createWording(instance);
  const sections = [
    ...section(
      'Too much is due',
      overloads.map((proof) => describeOverload(proof, wording, instance.start)),
    ),
    ...section(
      'No gap is long enough',
      chunking.map((problem) => describeChunking(problem, wording)),
    ),
    ...section(
      'At risk',
      atRisk.map((risk) => describeRisk(withLatenessFromDeadline(risk, instance), wording)),
    ),
    ...section(
      'Fixes, the cheapest first',
      fixes.map(
        (fix, at) => `${at + 1}. ${describeFix(fix.fix, wording)} ${describeFixEffect(fix, atRisk, wording)}`,
      ),
    ),
  ];
  if (atRisk.length === 0) sections.push('Everything is done in time.');
  else if (fixes.length === 0) sections.push('No single change was found that helps.');
  sections.push(describeGap(cost, bound));
  process.stdout.write(`${sections.join('\n\n')}\n`);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')];
}

/** A share of the time; the number of steps stays. */
function withTimeShare(limits: Limits, share: number): Limits {
  const { budgetMs } = limits;
  return budgetMs === undefined ? limits : { ...limits, budgetMs: budgetMs * share };
}
