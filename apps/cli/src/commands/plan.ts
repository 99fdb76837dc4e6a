import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Instance, InvalidInstance, type PlanOptions, parseInstance, plan } from '@dayloom/planner';
import { UsageError } from '../usage-error.ts';

const USAGE =
  'dayloom plan [--budget-ms N | --iterations N] [--seed N] (INSTANCE.json | --out DIR INSTANCE.json...)';
const HELP = `Usage: ${USAGE}

Plans instances in the format schedbench/1 (docs/planner.md) and prints schedplan/1, or writes DIR/ID.json for each.

  --budget-ms N    time for the search; default 1000
  --iterations N   steps of the search instead: the same number and seed give the same plan
  --seed N         seed of the search; default 1`;

/** Long enough for a week's plan to come out near the best known; see `npm run bench planner`. */
const DEFAULT_BUDGET_MS = 1000;

/** `dayloom plan`: prints the plan of one instance, or with `--out` writes DIR/ID.json for each. */
export async function run(args: string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const { files, out, options } = readArguments(args);
  // All are read before the first is planned: a typo in the last name should not cost minutes.
  const instances = files.map((file) => readInstance(file));
  if (out === undefined) {
    for (const instance of instances) process.stdout.write(planText(instance, options));
    return;
  }
  for (const [index, { id }] of instances.entries()) {
    // The id names a file: it may not lead out of the folder.
    if (!/^[\w.-]+$/.test(id) || /^\.+$/.test(id)) {
      throw new UsageError(`${files[index]}: id: ${JSON.stringify(id)} cannot name a file`);
    }
  }
  try {
    makeFolder(out);
    for (const instance of instances) {
      writeFileSync(path.join(out, `${instance.id}.json`), planText(instance, options));
    }
  } catch (error) {
    if (isSystemError(error)) throw new UsageError(`--out ${out}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Step by step: Node's recursive way never ends where the system lets nothing be made, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

interface Arguments {
  readonly files: readonly string[];
  readonly out: string | undefined;
  readonly options: PlanOptions;
}

function readArguments(args: string[]): Arguments {
  const { values, positionals } = parse(args);
  if (positionals.length === 0) throw new UsageError(`no instance given. Usage: ${USAGE}`);
  if (positionals.length > 1 && values.out === undefined) {
    throw new UsageError(`more than one instance needs --out DIR. Usage: ${USAGE}`);
  }
  const budgetMs = readCount('--budget-ms', values['budget-ms']);
  const iterations = readCount('--iterations', values.iterations);
  const seed = readCount('--seed', values.seed);
  if (budgetMs !== undefined && iterations !== undefined) {
    throw new UsageError('--budget-ms and --iterations exclude each other');
  }
  const limit =
    iterations === undefined
      ? { budgetMs: budgetMs ?? DEFAULT_BUDGET_MS, clock: () => performance.now() }
      : { iterations };
  return {
    files: positionals,
    out: values.out,
    options: { ...limit, ...(seed === undefined ? {} : { seed }) },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        'budget-ms': { type: 'string' },
        iterations: { type: 'string' },
        seed: { type: 'string' },
      },
    });
  } catch (error) {
    // Node adds advice after the first sentence.
    const [reason] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${reason}. Usage: ${USAGE}`, { cause: error });
  }
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name}: expected a whole number, found '${text}'`);
  return Number(text);
}

function readInstance(file: string): Instance {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = isSystemError(error) ? systemReason(error) : `not JSON: ${(error as Error).message}`;
    throw new UsageError(`${file}: ${reason.replaceAll('\n', ' ')}`, { cause: error });
  }
  try {
    return parseInstance(json);
  } catch (error) {
    if (error instanceof InvalidInstance) throw new UsageError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function systemReason(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'no such file';
  if (error.code === 'EISDIR') return 'is a folder';
  return error.message;
}

function planText(instance: Instance, options: PlanOptions): string {
  return `${JSON.stringify(plan(instance, options).plan)}\n`;
}
