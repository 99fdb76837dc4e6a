import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type PlanOptions, plan, planDays } from '@dayloom/planner';
import { isHelp } from '../input.ts';
import { LIMITS_HELP, type Problem, planOptions, readArguments, readProblem } from '../planning.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = 'dayloom plan [--out DIR] [--budget-ms N | --iterations N] [--seed N] FILE...';
const HELP = `Usage: ${USAGE}

Plans instances in the format schedbench/1 or dayplan/1 (docs/planner.md): prints the plan of one (schedplan/1), or
writes DIR/ID.json for each. FILE may be - for stdin.

  --out DIR        write there; needed for more than one instance
${LIMITS_HELP}`;

/** `dayloom plan`: prints the plan of one instance, or with `--out` writes DIR/ID.json for each. */
export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const { values, positionals: files } = readArguments(args, { out: { type: 'string' } }, USAGE);
  const { out } = values;
  if (files.length === 0) throw new UsageError(`no instance given. Usage: ${USAGE}`);
  if (files.length > 1 && out === undefined)
    throw new UsageError(`more than one instance needs --out DIR. Usage: ${USAGE}`);
  const options = planOptions(values);
  // All are read before the first is planned: a typo in the last name should not cost minutes.
  const problems = files.map((file) => readProblem(file));
  if (out === undefined) {
    for (const problem of problems) process.stdout.write(planText(problem, options));
    return;
  }
  const ids = problems.map(({ instance }) => instance.id);
  for (const [index, id] of ids.entries()) {
    // The id names a file: it may not lead out of the folder.
    if (!/^[\w.-]+$/.test(id) || /^\.+$/.test(id))
      throw new UsageError(`${files[index]}: id: ${JSON.stringify(id)} cannot name a file`);
    const first = ids.indexOf(id);
    if (first < index)
      throw new UsageError(`${files[index]}: id: ${JSON.stringify(id)} is also the id of ${files[first]}`);
  }
  try {
    makeFolder(out);
    for (const problem of problems)
      writeFileSync(path.join(out, `${problem.instance.id}.json`), planText(problem, options));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new UsageError(`--out ${out}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Step by step: Node's recursive way never ends where the system lets nothing be made, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function planText({ instance, days }: Problem, options: PlanOptions): string {
  const { plan: found } = days === null ? plan(instance, options) : planDays(days, options);
  return `${JSON.stringify(found)}\n`;
}
