import { afterAll, expect, it } from 'vitest';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { type CaldavLogin, findProgram, startRadicale, startXandikos } from '../test/caldav-programs.ts';
import { calendarText } from '../test/caldav-side.ts';
import { type ContractCase, calendarProviderContract } from '../test/calendar-provider.contract.ts';
import { grantKeeper, NOW, RANGE } from '../test/sandbox-calendars.ts';
import { caldavPasswords } from './caldav-account.ts';
import { caldavCalendarProvider } from './caldav-calendar.ts';

/** Passwords cannot be renewed, and the tests cannot make these servers fail. */
const NEEDS_FAULTS: readonly ContractCase[] = [
  'renews a token that is over, and goes on',
  'says how long to wait when it asks too often',
  'reports a failure on the other side as such, without a word of the token',
];
/**
 * Xandikos has no passwords, keeps its tokens for ever, and reads a backslash before an n as a line break
 * when it normalises a file.
 */
const BEYOND_XANDIKOS: readonly ContractCase[] = [
  'asks to connect again when access was revoked',
  'asks to start over when a cursor is forgotten',
  'takes texts of every script, long ones and hostile ones',
];

const TIME = { at: '20261201T100000', timeZone: 'UTC' };
const EVENT = calendarText(
  'UID:last@x.example',
  'DTSTAMP:20261101T000000Z',
  'DTSTART:20261201T100000Z',
  'SUMMARY:Last',
);

async function openSession(login: CaldavLogin) {
  const access = { fetch: guardedFetch({ allowedOrigins: [login.serverUrl] }), clock: () => NOW };
  const { grant } = await caldavPasswords(access).signIn(login);
  return caldavCalendarProvider(access).open(grantKeeper(grant));
}

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
  it(`notices that a calendar of ${name} was deleted`, async ({ skip }) => {
    skip(program === null, `${name} is not installed.`);
    starting ??= start(program ?? name);
    const { url } = await starting;
    const { login, side } = await (await starting).openAccount();
    await side.add({ title: 'Before', start: TIME, end: TIME });
    const session = await openSession(login);
    const calendars = await session.listCalendars();
    const { pathname } = new URL(await side.put('last.ics', EVENT), url);
    const calendarId = pathname.replace('last.ics', '');
    expect(calendars.map(({ id }) => id)).toContain(calendarId);
    const pull = async (cursor: string | null) => {
      let last = cursor;
      for await (const page of session.listChanges(calendarId, cursor, RANGE)) last = page.cursor;
      return last;
    };
    const cursor = await pull(null);
    const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
    const { status } = await fetch(new URL(calendarId, url), {
      method: 'DELETE',
      headers: { authorization },
    });
    expect(status).toBeLessThan(300);
    const failures: unknown[] = [];
    for (const each of [cursor, null]) await pull(each).catch((error: unknown) => failures.push(error));
    expect(failures).toHaveLength(2);
    expect(failures[1]).toMatchObject({ kind: 'rejected', providerCode: '404' });
    expect((await session.listCalendars()).map(({ id }) => id)).not.toContain(calendarId);
  });
  if (program === null) continue;
  calendarProviderContract(
    name,
    async () => {
      starting ??= start(program);
      return (await starting).open();
    },
    (title) => !cannot.includes(title),
  );
}
