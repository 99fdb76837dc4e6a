import { afterAll, expect, it } from 'vitest';
import { findProgram, startRadicale, startXandikos } from '../test/caldav-programs.ts';
import { calendarProviderContract } from '../test/calendar-provider.contract.ts';

/** Passwords do not renew themselves, and these servers fail when they do. */
const NEEDS_FAULTS = [
  'renews a token that is over, and goes on',
  'says how long to wait when it asks too often',
  'tells a failure on the other side apart, without a word of the token',
];
/**
 * It knows no passwords, keeps its tokens for ever, and takes a backslash before an n for a line break when it
 * puts a file in order.
 */
const BEYOND_XANDIKOS = [
  'asks to connect again when the access was taken back',
  'answers a cursor that is forgotten with the wish to start over',
  'takes texts of every script, long ones and hostile ones',
];

for (const { name, start, cannot } of [
  { name: 'radicale', start: startRadicale, cannot: NEEDS_FAULTS },
  { name: 'xandikos', start: startXandikos, cannot: [...NEEDS_FAULTS, ...BEYOND_XANDIKOS] },
] as const) {
  const program = findProgram(name);
  let starting: ReturnType<typeof start> | undefined;
  afterAll(async () => {
    await (await starting)?.close();
  });
  it(`tries ${name}, where it is installed`, ({ skip }) => {
    skip(program === null, `${name} is not installed (Debian has it): nothing was tried against it.`);
    expect(program).not.toBeNull();
  });
  calendarProviderContract(
    name,
    async () => {
      starting ??= start(program ?? name);
      return (await starting).open();
    },
    (title) => program !== null && !cannot.includes(title),
  );
}
