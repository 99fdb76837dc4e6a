import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Instance, type PlanOptions, plan } from '@dayloom/planner';
import { isHelp } from '../input.ts';
import { LIMITS_HELP, planOptions, readArguments, readInstance } from '../planning.ts';
import { UsageError } from '../usage-error.ts';

const USAGE = 'dayloom plan [--out DIR] [--budget-ms N | --iterations N] [--seed N] FILE...';
const HELP = `Usage: ${USAGE}

Plans instances in the format schedbench/1 (docs/planner.md): prints the plan of one (schedplan/1), or writes
DIR/ID.json for each. FILE may be - for stdin.

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
  const instances = files.map((file) => readInstance(file));
  if (out === undefined) {
    for (const instance of instances) process.stdout.write(planText(instance, options));
    return;
  }
  for (const [index, { id }] of instances.entries()) {
    // The id names a file: it may not lead out of the folder.
    if (!/^[\w.-]+$/.test(id) || /^\.+$/.test(id))
      throw new UsageError(`${files[index]}: id: ${JSON.stringify(id)} cannot name a file`);
    const first = instances.findIndex((one) => one.id === id);
    if (first < index)
      throw new UsageError(`${files[index]}: id: ${JSON.stringify(id)} is also the id of ${files[first]}`);
  }
  try {
    makeFolder(out);
    for (const instance of instances)
      writeFileSync(path.join(out, `${instance.id}.json`), planText(instance, options));
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

function planText(instance: Instance, options: PlanOptions): string {
  return `${JSON.stringify(plan(instance, options).plan)}\n`;
}
