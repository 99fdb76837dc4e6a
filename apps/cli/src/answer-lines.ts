import { isHelp, jsonLines } from './input.ts';
import { UsageError } from './usage-error.ts';

/** Longer texts are not requests. */
const LONGEST_TEXT = 20_000;

export interface LineCommand {
  readonly name: string;
  readonly help: string;
  /** The fields of the answer to a row. Throws `UsageError` for an invalid row. */
  readonly answer: (row: Readonly<Record<string, unknown>>) => object;
}

/** Prints `{"id", ...answer}` for each line of a file. An invalid row is answered with its error. */
export async function answerLines(
  args: readonly string[],
  { name, help, answer }: LineCommand,
): Promise<void> {
  if (isHelp([...args], help)) return;
  const unknown = args.find((arg) => arg.startsWith('--'));
  if (unknown) throw new UsageError(`${name}: unknown option ${unknown}`);
  const [file] = args;
  if (file === undefined || args.length > 1)
    throw new UsageError(`${name}: give one file (see ${name} --help)`);
  for (const { value, place } of jsonLines(file)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new UsageError(`${place} is not an object`);
    }
    const row = value as Record<string, unknown>;
    process.stdout.write(`${JSON.stringify({ id: row.id ?? null, ...answerOrError(row, answer) })}\n`);
  }
}

function answerOrError(row: Record<string, unknown>, answer: LineCommand['answer']): object {
  try {
    return answer(row);
  } catch (error) {
    if (error instanceof UsageError) return { error: error.message };
    throw error;
  }
}

export function requireText({ text }: Readonly<Record<string, unknown>>): string {
  if (typeof text !== 'string') throw new UsageError(`text ${describe(text)} is not a text`);
  if (text.length > LONGEST_TEXT) throw new UsageError(`text has more than ${LONGEST_TEXT} characters`);
  return text;
}

export function describe(value: unknown): string {
  return JSON.stringify(value) ?? 'is missing and';
}
