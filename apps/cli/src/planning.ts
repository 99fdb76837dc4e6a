import { parseArgs } from 'node:util';
import {
  type DayPlan,
  type Instance,
  InvalidInstance,
  type Plan,
  type PlanOptions,
  parseDayPlan,
  parseInstance,
  parsePlan,
  prepare,
  scorePlan,
  type Wording,
} from '@dayloom/planner';
import { parseJson, readText } from './input.ts';
import { UsageError } from './usage-error.ts';

/** A plain instance, or a day plan with its instance. */
export interface PlanningProblem {
  readonly instance: Instance;
  readonly days: DayPlan | null;
}

/** `schedbench/1` or `dayplan/1`. Throws `UsageError` with the place and the reason. */
export function readPlanningProblem(file: string): PlanningProblem {
  return parsed(file, (json) => {
    const isDayPlan =
      typeof json === 'object' && json !== null && 'format' in json && json.format === 'dayplan/1';
    if (!isDayPlan) return { instance: parseInstance(json), days: null };
    const days = parseDayPlan(json);
    return { instance: prepare(days), days };
  });
}

/** A `schedbench/1`; the explanations would not be true for a `dayplan/1`. Throws `UsageError`. */
export function readInstance(file: string): Instance {
  const { instance, days } = readPlanningProblem(file);
  if (days !== null)
    throw new UsageError(`${file}: format: expected schedbench/1; dayplan/1 is for plan and score`);
  return instance;
}

/** Throws `UsageError` with the place and the reason. */
export function readPlan(file: string): Plan {
  return parsed(file, parsePlan);
}

/** A plan that satisfies every constraint of its instance. Throws `UsageError` otherwise. */
export function readFeasiblePlan(file: string, instance: Instance): Plan {
  const plan = readPlan(file);
  const [fault] = scorePlan(instance, plan).violations;
  if (!fault) return plan;
  const where =
    fault.constraint === 'H0' ? 'it is for another instance' : `${fault.constraint}, ${fault.task}`;
  throw new UsageError(`${file}: the plan is not feasible (${where}); see dayloom score`);
}

function parsed<Document>(file: string, parse: (json: unknown) => Document): Document {
  const json = parseJson(readText(file), file);
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof InvalidInstance) throw new UsageError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Enough for a week's plan to be near the best known; see `npm run bench planner`. */
const DEFAULT_BUDGET_MS = 1000;

export const LIMITS_HELP = `  --budget-ms N    CPU time for the search in milliseconds; default ${DEFAULT_BUDGET_MS}
  --iterations N   steps of the search instead: the same number and seed give the same plan
  --seed N         seed of the search; default 1`;

const LIMITS = {
  'budget-ms': { type: 'string' },
  iterations: { type: 'string' },
  seed: { type: 'string' },
} as const;

type Limits = { readonly [name in keyof typeof LIMITS]?: string | undefined };

/** The arguments of a command: files, the options of the search, and its own options. Throws `UsageError`. */
export function readArguments<Own extends Record<string, { type: 'string' | 'boolean' }>>(
  args: string[],
  own: Own,
  usage: string,
) {
  try {
    return parseArgs({ args: withNegatives(args), allowPositionals: true, options: { ...LIMITS, ...own } });
  } catch (error) {
    // Keep the first sentence; Node adds advice.
    const [reason] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${reason}. Usage: ${usage}`, { cause: error });
  }
}

/** `--seed -1` becomes `--seed=-1`, as the parser would take the number for an option. */
function withNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    if (/^-\d/.test(arg) && before.startsWith('--') && Object.hasOwn(LIMITS, before.slice(2)))
      joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** Throws `UsageError`. */
export function planOptions(values: Limits): Pick<PlanOptions, 'budgetMs' | 'clock' | 'iterations' | 'seed'> {
  const budgetMs = readCount('--budget-ms', values['budget-ms']);
  const iterations = readCount('--iterations', values.iterations);
  const seed = readCount('--seed', values.seed);
  if (budgetMs !== undefined && iterations !== undefined)
    throw new UsageError('--budget-ms and --iterations exclude each other');
  const limit =
    iterations === undefined ? { budgetMs: budgetMs ?? DEFAULT_BUDGET_MS, clock: cpuTime } : { iterations };
  return { ...limit, ...(seed === undefined ? {} : { seed }) };
}

/** CPU time in milliseconds: a busy machine makes planning slower, not worse. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name}: expected a whole number, found '${text}'`);
  return Number(text);
}

/**
 * Instances have no titles, so tasks are named by id. Times are in the instance's zone: `Mon 2 Mar, 09:00`.
 */
export function createWording({ zone }: Instance): Wording {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return {
    getName: (task) => task,
    formatTime: (instant) => {
      const parts = Object.fromEntries(
        format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
      );
      return `${parts.weekday} ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}`;
    },
  };
}
