import path from 'node:path';

/**
 * The fields of vitest's JSON report that we read (https://vitest.dev/guide/reporters.html#json-reporter).
 */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numTotalTests: number;
  testResults: {
    /** The file's absolute path. */
    name: string;
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    status: string;
    /** Why the file itself failed, apart from its tests. */
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages?: string[] | null;
      /** What the pages of a browser test showed when it failed. */
      meta?: { pages?: string[] };
    }[];
  }[];
}

export interface LevelResult {
  passed: number;
  failed: number;
  /** A paragraph for each failure: the place, the test, the first lines of the reason, and what pages showed. */
  failures: string[];
  durations: FileDuration[];
}

export interface FileDuration {
  file: string;
  seconds: number;
}

const LINES_OF_WHY = 8;

/**
 * The counts and failures of a level. A file that fails before its first test, an error outside of every test, a run
 * without tests and an unexpected exit code are failures too.
 *
 * @param unhandledErrors What was thrown outside of every test, each with a first line that says during which one
 */
export function summarize(
  report: VitestReport,
  exitCode: number | null,
  root: string,
  unhandledErrors: readonly string[] = [],
): LevelResult {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [paragraph(file, message)];
    return failed.map(({ fullName, failureMessages, meta }) =>
      [
        paragraph(`${file} > ${fullName}`, failureMessages?.join('\n') ?? ''),
        ...(meta?.pages ?? []).map((page) => `    ${page}`),
      ].join('\n'),
    );
  });
  failures.push(
    ...unhandledErrors.map((error) => {
      const [first = '', ...rest] = error.split('\n');
      return paragraph(first, rest.join('\n'));
    }),
  );
  const { numPassedTests, numFailedTests, numFailedTestSuites, numTotalTests } = report;
  const isSilent = numFailedTests === 0 && (numFailedTestSuites > 0 || exitCode !== 0 || numTotalTests === 0);
  if (isSilent && failures.length === 0) failures.push(`The run ended with ${exitCode} and no failed test.`);
  const durations = report.testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  return { passed: numPassedTests, failed: numFailedTests + (isSilent ? 1 : 0), failures, durations };
}

/** One line for each of the ten slowest files. */
export function listSlowest(durations: readonly FileDuration[]): string[] {
  return durations
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function paragraph(where: string, why: string): string {
  const lines = why.split('\n').filter((line) => line.trim() !== '' && !line.includes('node_modules'));
  return [where, ...lines.slice(0, LINES_OF_WHY).map((line) => `    ${line}`)].join('\n');
}
