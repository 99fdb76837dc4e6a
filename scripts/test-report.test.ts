import { describe, expect, it } from 'vitest';
import { listSlowest, summarize, type VitestReport } from './test-report.ts';

const green: VitestReport = {
  numPassedTests: 2,
  numFailedTests: 0,
  numFailedTestSuites: 0,
  numTotalTests: 2,
  testResults: [
    {
      name: '/home/maya/dayloom/packages/time/src/zone.test.ts',
      startTime: 1_000,
      endTime: 3_500,
      status: 'passed',
      message: '',
      assertionResults: [
        { fullName: 'zones know summer', status: 'passed', failureMessages: [] },
        { fullName: 'zones know winter', status: 'passed', failureMessages: [] },
      ],
    },
  ],
};

const summary = (change: Partial<VitestReport>, exitCode: number | null = 1) =>
  summarize({ ...green, ...change }, exitCode, '/home/maya/dayloom');

describe('the summary of a level', () => {
  it('counts what passed', () => {
    expect(summary({}, 0)).toEqual({
      passed: 2,
      failed: 0,
      failures: [],
      durations: [{ file: 'packages/time/src/zone.test.ts', seconds: 2.5 }],
    });
  });

  it('names the failed test, its place and the beginning of the error, without foreign stack lines', () => {
    const failed = {
      fullName: 'zones know winter',
      status: 'failed',
      failureMessages: [
        'AssertionError: expected 1 to be 2\n\n    at /home/maya/dayloom/packages/time/src/zone.test.ts:9:3\n    at run (/home/maya/dayloom/node_modules/vitest/dist/run.js:1:1)',
      ],
      meta: { pages: ['http://localhost/tasks: Tasks'] },
    };
    const file = green.testResults[0] as VitestReport['testResults'][number];
    expect(
      summary({
        numPassedTests: 1,
        numFailedTests: 1,
        numFailedTestSuites: 1,
        testResults: [{ ...file, status: 'failed', assertionResults: [failed] }],
      }),
    ).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [
        'packages/time/src/zone.test.ts > zones know winter\n    AssertionError: expected 1 to be 2\n        at /home/maya/dayloom/packages/time/src/zone.test.ts:9:3\n    http://localhost/tasks: Tasks',
      ],
    });
  });

  it('counts a file that fails before its first test', () => {
    const broken = {
      name: '/home/maya/dayloom/e2e/week.spec.ts',
      startTime: 0,
      endTime: 0,
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    };
    const { failed, failures } = summary({ numFailedTestSuites: 1, testResults: [broken] });
    expect(failed).toBe(1);
    expect(failures).toEqual(['e2e/week.spec.ts\n    Cannot find module']);
  });

  it('counts errors outside of every test, and says what ran', () => {
    const error =
      'Unhandled Rejection, while this ran: zone.test.ts > zones know winter\nError: Connection lost';
    expect(summarize(green, 1, '/home/maya/dayloom', [error])).toMatchObject({
      passed: 2,
      failed: 1,
      failures: [
        'Unhandled Rejection, while this ran: zone.test.ts > zones know winter\n    Error: Connection lost',
      ],
    });
  });

  it('counts a run without tests, and one that failed although all tests passed', () => {
    expect(summary({ numPassedTests: 0, numTotalTests: 0, testResults: [] }, 0).failed).toBe(1);
    expect(summary({}, null)).toMatchObject({
      passed: 2,
      failed: 1,
      failures: ['The run ended with null and no failed test.'],
    });
  });
});

describe('the slowest files', () => {
  it('come first, and are ten at most', () => {
    const durations = Array.from({ length: 12 }, (_, index) => ({
      file: `${index}.test.ts`,
      seconds: index,
    }));
    const listed = listSlowest(durations);
    expect(listed).toHaveLength(10);
    expect(listed[0]).toBe('   11.0 s  11.test.ts');
    expect(listed.at(-1)).toBe('    2.0 s  2.test.ts');
  });
});
