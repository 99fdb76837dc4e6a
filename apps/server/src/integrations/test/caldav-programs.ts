import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventTime } from '#features/calendar/model/event.ts';
import { freePort } from '#platform/free-port.ts';
import { caldavPasswords } from '../caldav/caldav-account.ts';
import { caldavCalendarProvider } from '../caldav/caldav-calendar.ts';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { breakable, caldavSide } from './caldav-side.ts';
import type { CalendarHarness, ProviderSide } from './calendar-provider-contract/harness.ts';
import { grantKeeper, NOW, RANGE } from './sandbox-calendars.ts';

/** Finds another project's CalDAV server on this machine; null when it is not installed. */
export function findProgram(name: 'radicale' | 'xandikos'): string | null {
  const given = process.env[`${name.toUpperCase()}_PATH`];
  const found = given ?? spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  return found || null;
}

/** The login of an account at such a server. */
export interface CaldavLogin {
  readonly serverUrl: string;
  readonly username: string;
  readonly password: string;
}

export interface CaldavProgram {
  readonly url: string;
  /** A new account with a writable and a read-only calendar. */
  open(): Promise<CalendarHarness>;
  /** A new account, and another program at its calendar. */
  openAccount(): Promise<{ login: CaldavLogin; side: ReturnType<typeof caldavSide>; close(): Promise<void> }>;
  close(): Promise<void>;
}

const RIGHTS = `
[root]
user: .+
collection:
permissions: R

[principal]
user: .+
collection: {user}
permissions: RW

[read-only]
user: .+
collection: {user}/holidays
permissions: r

[calendars]
user: .+
collection: {user}/[^/]+
permissions: rw
`;

export async function startRadicale(program: string): Promise<CaldavProgram> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dayloom-radicale-'));
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const passwords = new Map<string, string>();
  const file = (name: string) => path.join(folder, name);
  const savePasswords = () =>
    writeFileSync(file('users'), [...passwords].map(([user, word]) => `${user}:${word}\n`).join(''));
  savePasswords();
  writeFileSync(file('rights'), RIGHTS);
  writeFileSync(
    file('config'),
    [
      '[server]',
      `hosts = 127.0.0.1:${port}`,
      '[auth]',
      'type = htpasswd',
      `htpasswd_filename = ${file('users')}`,
      'htpasswd_encryption = plain',
      'delay = 0',
      '[rights]',
      'type = from_file',
      `file = ${file('rights')}`,
      '[storage]',
      `filesystem_folder = ${file('data')}`,
      '[logging]',
      'level = warning',
      '',
    ].join('\n'),
  );
  const child = spawn(program, ['--config', file('config')], { stdio: 'ignore' });
  await untilAnswering(child, url);
  let users = 0;
  const addUser = () => {
    users += 1;
    const user = `maya${users}`;
    const word = randomBytes(12).toString('hex');
    passwords.set(user, word);
    savePasswords();
    const home = path.join(folder, 'data', 'collection-root', user);
    for (const [name, title] of [
      ['calendar', 'Calendar'],
      ['holidays', 'Holidays'],
    ] as const) {
      mkdirSync(path.join(home, name), { recursive: true });
      writeFileSync(
        path.join(home, name, '.Radicale.props'),
        JSON.stringify({ tag: 'VCALENDAR', 'D:displayname': title, 'ICAL:calendar-color': '#ff9500ff' }),
      );
    }
    return { user, word, home };
  };
  return {
    url,
    openAccount: async () => {
      const { user, word } = addUser();
      return createAccount(url, user, word, `/${user}/calendar/`);
    },
    async open() {
      const { user, word, home } = addUser();
      return createHarness(url, user, word, `/${user}/calendar/`, `/${user}/holidays/`, {
        // Radicale recreates a missing token for the current state, so the state must change first.
        forgetCursors: async (there) => {
          const time: EventTime = { at: '20261201T100000', timeZone: 'UTC' };
          await there.add({ title: 'News', start: time, end: time });
          rmSync(path.join(home, 'calendar', '.Radicale.cache', 'sync-token'), {
            recursive: true,
            force: true,
          });
        },
        revoke: async () => {
          passwords.set(user, randomBytes(12).toString('hex'));
          savePasswords();
        },
      });
    },
    close: () => stop(child, folder),
  };
}

/** Xandikos asks for no password. */
export async function startXandikos(program: string): Promise<CaldavProgram> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dayloom-xandikos-'));
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    program,
    [
      '-d',
      folder,
      '--defaults',
      '--autocreate',
      '--current-user-principal',
      '/maya/',
      '-l',
      '127.0.0.1',
      '-p',
      String(port),
    ],
    { stdio: 'ignore' },
  );
  await untilAnswering(child, url);
  let calendars = 0;
  const addCalendar = async () => {
    calendars += 1;
    const calendarId = `/maya/calendars/tests-${calendars}/`;
    const made = await fetch(url + calendarId, { method: 'MKCALENDAR' });
    if (!made.ok) throw new Error(`MKCALENDAR: ${made.status}`);
    return calendarId;
  };
  return {
    url,
    openAccount: async () => createAccount(url, 'maya', 'any word', await addCalendar()),
    async open() {
      const calendarId = await addCalendar();
      return createHarness(url, 'maya', 'any word', calendarId, null, {
        forgetCursors: async () => {},
        revoke: async () => {},
      });
    },
    close: () => stop(child, folder),
  };
}

export function createAccount(url: string, username: string, password: string, calendarId: string) {
  const fetch = guardedFetch({ allowedOrigins: [url] });
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const side = caldavSide(fetch, { collection: url + calendarId, authorization });
  // All accounts share one user and see each other's calendars.
  const close = async () => {
    await side.clear();
    fetch.close();
  };
  return { login: { serverUrl: url, username, password }, side, close };
}

async function createHarness(
  url: string,
  username: string,
  password: string,
  calendarId: string,
  readOnlyCalendarId: string | null,
  steering: {
    forgetCursors(there: Pick<ProviderSide, 'add'>): Promise<void>;
    revoke(): Promise<void>;
  },
): Promise<CalendarHarness> {
  const fetch = guardedFetch({ allowedOrigins: [url] });
  const line = breakable(fetch);
  const access = { fetch: line.fetch, clock: () => NOW };
  const { grant } = await caldavPasswords(access).signIn({ serverUrl: url, username, password });
  const there = caldavSide(fetch, {
    collection: url + calendarId,
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  });
  return {
    provider: caldavCalendarProvider(access),
    grant: grantKeeper(grant),
    calendarId,
    readOnlyCalendarId,
    range: RANGE,
    there: {
      ...there,
      forgetCursors: () => steering.forgetCursors(there),
      revoke: () => steering.revoke(),
      breakOff: (afterCalls) => line.breakOff(afterCalls),
      fail: async () => {
        throw new Error('It cannot be made to fail.');
      },
      notified: async () => 0,
    },
    close: async () => fetch.close(),
  };
}

export async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`It ended by itself (exit code ${code}).`);
  });
  const until = Date.now() + 20_000;
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(url, { redirect: 'manual' });
      await answer.body?.cancel();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      return ask();
    }
  };
  await Promise.race([ask(), ended]);
  ended.catch(() => {});
}

export async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
}
