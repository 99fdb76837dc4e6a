import { type DayViolation, scoreDays, scorePlan, type Violation } from '@dayloom/planner';
import { isHelp } from '../input.ts';
import { readPlan, readPlanningProblem } from '../planning.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = 'dayloom score INSTANCE PLAN';
const HELP = `Usage: ${USAGE}

Checks a plan (schedplan/1) against its instance (schedbench/1 or dayplan/1, docs/planner.md). Prints as JSON whether
it is ok, the constraints H1-H10 (and C1, C2 of a dayplan/1) that it violates, its cost in units and in points by term,
the tasks at risk, and the number of moved blocks of the previous plan. The exit code is 1 if it violates a constraint.`;

/** Units of the objective in a point. */
const POINT = 144_000;

/** `dayloom score`: the cost of a plan and the constraints it violates. */
export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '-');
  if (unknown !== undefined) throw new UsageError(`score: unknown option ${unknown}. Usage: ${USAGE}`);
  const [instanceFile, planFile, ...more] = args;
  if (instanceFile === undefined || planFile === undefined || more.length > 0)
    throw new UsageError(`score: give an instance and a plan. Usage: ${USAGE}`);
  const { instance, days } = readPlanningProblem(instanceFile);
  const plan = readPlan(planFile);
  const {
    days: dayFaults,
    violations,
    cost,
    ...facts
  } = days === null ? { ...scorePlan(instance, plan), days: [] } : scoreDays(days, plan);
  const errors = [...violations.map(describeViolation), ...dayFaults.map(describeDayViolation)];
  const ok = errors.length === 0;
  const score = { ok, errors, cost, points: cost / POINT, ...facts };
  process.stdout.write(`${JSON.stringify(score, null, 1)}\n`);
  if (!ok) process.exitCode = 1;
}

function describeViolation({ constraint, task, block }: Violation): string {
  if (constraint === 'H0') return 'H0: the plan is for another instance';
  return `${constraint}: ${block === null ? task : `${task} ${block.start}`}`;
}

function describeDayViolation({ constraint, start, minutes }: DayViolation): string {
  return `${constraint}: ${minutes} min too many from ${start}`;
}
