import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/** Prints the text and returns true if --help is among the arguments. */
export function isHelp(args: readonly string[], text: string): boolean {
  if (!args.includes('--help') && !args.includes('-h')) return false;
  process.stdout.write(`${text.trim()}\n`);
  return true;
}

/** The bytes of a file ("-" is stdin). Throws `UsageError`. */
export function readInput(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${getReason(error)}`);
  }
}

/** The text of a UTF-8 file without byte order mark ("-" is stdin). Throws `UsageError`. */
export function readText(file: string): string {
  const bytes = readInput(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${file} is not UTF-8`, { cause: error });
    throw error;
  }
}

/** Throws `UsageError` with `place`. */
export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place} is not JSON: ${getReason(error)}`);
  }
}

/** The non-blank lines of a JSONL file, with their numbers from 1. */
export function* jsonLines(file: string): Generator<{ value: unknown; place: string }> {
  const lines = readInput(file)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '')
      yield { value: parseJson(line, `${file}, line ${index + 1}`), place: `${file}, line ${index + 1}` };
  }
}

export function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'is a directory';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'ENOTDIR') return 'is not a folder';
  if (code === 'ENOSPC') return 'no space is left';
  return error.message;
}
