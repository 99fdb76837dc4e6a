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

function describe({ type, stack, message, VITEST_TEST_PATH, VITEST_TEST_NAME }: SerializedError): string {
  const during = [VITEST_TEST_PATH, VITEST_TEST_NAME].filter((part) => part !== undefined).join(' > ');
  return `${type ?? 'Unhandled error'}${during && `, while this ran: ${during}`}\n${stack ?? message}`;
}
