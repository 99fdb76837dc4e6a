import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type PlanOptions, plan, planDays } from '@dayloom/planner';
import { getReason, isHelp } from '../input.ts';
import {
  LIMITS_HELP,
  type PlanningProblem,
  planOptions,
  readArguments,
  readPlanningProblem,
} from '../planning.ts';
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
  if (out === '') throw new UsageError('--out: expected a folder');
  const options = planOptions(values);
  // Read all files before planning: a typo in the last name should not cost minutes.
  const problems = files.map((file) => readPlanningProblem(file));
  if (out === undefined) {
    for (const problem of problems) process.stdout.write(planText(problem, options));
    return;
  }
  const ids = problems.map(({ instance }) => instance.id);
  for (const [index, id] of ids.entries()) {
    // The id becomes a file name and must not lead out of the folder.
    if (!/^[\w.-]+$/.test(id) || /^\.+$/.test(id))
      throw new UsageError(`${files[index]}: id: ${JSON.stringify(id)} cannot name a file`);
    const first = ids.indexOf(id);
    if (first < index)
      throw new UsageError(`${files[index]}: id: ${JSON.stringify(id)} is also the id of ${files[first]}`);
  }
  if (existsSync(out) && !statSync(out).isDirectory()) throw new UsageError(`--out ${out}: is not a folder`);
  inFolder(out, '', () => makeFolder(out));
  for (const problem of problems) {
    const name = `${problem.instance.id}.json`;
    const text = planText(problem, options);
    inFolder(out, `cannot write ${name}: `, () => writeWhole(path.join(out, name), text));
  }
}

/** Throws `UsageError` if the system refuses. */
function inFolder(out: string, what: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new UsageError(`--out ${out}: ${what}${getReason(error)}`, { cause: error });
    throw error;
  }
}

/** Writes all or nothing, even if the process is killed: a truncated file could pass for a plan. */
function writeWhole(file: string, text: string): void {
  // For a link, its target is written.
  const target = existsSync(file) ? realpathSync(file) : file;
  if (existsSync(target)) {
    accessSync(target, constants.W_OK);
    // A folder fails with an error; a pipe cannot be replaced by a file.
    if (!statSync(target).isFile()) {
      writeFileSync(target, text);
      return;
    }
  }
  const draft = `${target}.${process.pid}.part`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Folder by folder: Node's recursive mkdir never returns where folders cannot be created, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function planText({ instance, days }: PlanningProblem, options: PlanOptions): string {
  const { plan: found } = days === null ? plan(instance, options) : planDays(days, options);
  return `${JSON.stringify(found)}\n`;
}
