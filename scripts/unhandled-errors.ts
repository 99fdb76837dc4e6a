import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The environment variable that names the file to write. */
export const UNHANDLED_ERRORS_FILE = 'UNHANDLED_ERRORS_FILE';

/**
 * Writes what was thrown outside of every test, such as a rejected promise that nobody awaits. Such an error fails the
 * run, but vitest's JSON report leaves it out. The file holds a list of texts.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env[UNHANDLED_ERRORS_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(describe)));
  }
}

function describe({ stack, message, cause, ...more }: SerializedError): string {
  const { type, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = more;
  const kind = typeof type === 'string' ? type : 'Unhandled error';
  const during = [file, test].filter((part) => typeof part === 'string').join(' > ');
  // Only the cause says how a worker ended, and during which file.
  const reason = cause?.message === undefined ? '' : `\ncaused by: ${cause.message}`;
  return `${kind}${during && `, while this ran: ${during}`}\n${message}${reason}\n${stack ?? ''}`;
}
