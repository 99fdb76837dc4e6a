import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { allow, consentBrowser } from '../apps/sandbox/src/test/demo-consent.ts';
import { createCalendarProviders, createFeeds, createOutboundFetches } from '../apps/server/src/adapters.ts';
import { buildApp } from '../apps/server/src/app.ts';
import { registerUser } from '../apps/server/src/features/account/operations/registration.ts';
import { importFile } from '../apps/server/src/features/calendar/operations/import-file.ts';
import {
  finishConsent,
  startConsent,
} from '../apps/server/src/features/calendar-accounts/operations/connect.ts';
import { listConnections } from '../apps/server/src/features/calendar-accounts/operations/connections.ts';
import { sandboxProcess } from '../apps/server/src/integrations/sandbox/sandbox-process.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';

const EVENTS = 10_000;
const FEW = 100;
const FILE_EVENTS = 50_000;
const ROUNDS = 15;
const PARALLEL = 16;
const MB = 1_048_576;
const SAMPLE_MS = 20;

interface Cost {
  readonly wallMs: number;
  /** This process only: the database and the simulator have their own. */
  readonly cpuMs: number;
  /** The increase of the resident size. */
  readonly grownMb: number;
}

async function measure(work: () => Promise<void>): Promise<Cost> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - wall;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampler);
  return {
    wallMs,
    cpuMs: (user + system) / 1_000,
    grownMb: (Math.max(peak, process.memoryUsage.rss()) - before) / MB,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * First sync, a sync of one change, and the import of a large file, against the simulated Google calendar.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-bench-'));
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'));
  const database = openDatabase(postgres.url, 4);
  try {
    await migrate(database.db);
    const config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      BILLING: 'off',
      PORT: String(await freePort('localhost')),
      DATA_DIR: path.join(folder, 'data'),
    });
    const log = { warn() {} } as never;
    // Filling the calendar is not measured.
    const sandbox = sandboxProcess(config, log, { googleCallsPerMinute: 10 * EVENTS });
    const app = await buildApp({ config, database, databaseUrl: postgres.url, sandbox });
    await app.http.listen({ host: 'localhost', port: config.PORT });
    try {
      await benchSync(config, app, sandbox);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchSync(
  config: ReturnType<typeof readConfig>,
  app: Awaited<ReturnType<typeof buildApp>>,
  sandbox: ReturnType<typeof sandboxProcess>,
): Promise<void> {
  const { platform } = app;
  const email = 'bench@example.com';
  const identity = { subject: 'dayloom|bench' } as Parameters<typeof registerUser>[1];
  // The identity pages are not measured.
  const signedIn = {
    ...platform,
    identity: { ...platform.identity, claims: async () => ({ email, isEmailVerified: true }) },
  } as unknown as Parameters<typeof registerUser>[0];
  const scope = await registerUser(
    signedIn,
    identity,
    {
      auth0Uid: identity.subject,
      email,
      firstName: 'Bench',
      lastName: 'Mark',
      timeZoneName: 'Europe/Berlin',
    },
    { address: '127.0.0.1', device: 'bench' },
  );
  const outside = createOutboundFetches(config, sandbox);
  const accounts = {
    ...platform,
    providers: createCalendarProviders(config, sandbox, platform.clock, outside),
    feeds: createFeeds(outside.feeds, platform.clock),
  };
  const { url } = await sandbox.address();
  const connect = async (demoAccount: string) => {
    const authUrl = await startConsent(accounts, scope, 'google', '', null);
    const scopes = (new URL(authUrl).searchParams.get('scope') ?? '').split(' ');
    const browse = consentBrowser({ url }, config.publicUrl);
    const { back } = await browse(authUrl, allow(demoAccount, ...scopes));
    await finishConsent(accounts, scope, 'google', back.searchParams.get('code') ?? '');
    const account = (await listConnections(accounts, scope)).accounts.at(-1);
    const row = await platform.db
      .selectFrom('calendar_accounts as a')
      .innerJoin('calendars as c', 'c.account_id', 'a.id')
      .select(['a.sealed_grant', 'c.id', 'c.remote_id'])
      .where('a.id', '=', account?.id ?? '')
      .where('c.is_writable', '=', true)
      .executeTakeFirstOrThrow();
    const grant = JSON.parse(platform.secrets.open(row.sealed_grant, `calendar-grant:${account?.id}`));
    return { id: row.id, remoteId: row.remote_id ?? '', token: String(grant.accessToken) };
  };
  const large = await connect('demo_google_maya');
  const small = await connect('demo_google_work');
  type Calendar = typeof large;
  const google = async (method: string, { remoteId, token }: Calendar, query = '', body?: object) => {
    const reply = await fetch(`${url}/calendar/v3/calendars/${encodeURIComponent(remoteId)}/events${query}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} events: ${reply.status} ${await reply.text()}`);
    return reply.json() as Promise<{ nextPageToken?: string }>;
  };
  // The job that syncs everything, however long it takes.
  const job = app.jobs.find(({ name }) => name === 'calendar-accounts.sync-whole');
  if (!job) throw new Error('There is no job that syncs.');
  const sync = (calendarId: string) => job.run({ userId: scope.userId, calendarId });

  const fill = async (calendar: Calendar, count: number) => {
    let next = 0;
    const one = async () => {
      while (next < count) {
        const index = next++;
        const start = Date.UTC(2026, 9, 1) + (index % 3_000) * 1_800_000;
        await google('POST', calendar, '', {
          summary: `Meeting ${index}`,
          description: 'About the plan of the quarter, and who does what until when.',
          location: 'Room Aspen',
          start: { dateTime: new Date(start).toISOString(), timeZone: 'Europe/Berlin' },
          end: { dateTime: new Date(start + 1_800_000).toISOString(), timeZone: 'Europe/Berlin' },
          ...(index % 20 === 0 && { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=10'] }),
        });
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, one));
  };
  await fill(small, FEW);
  await sync(small.id);
  await fill(large, EVENTS);

  const listPlainly = async () => {
    let pageToken = '';
    do {
      const page = await google('GET', large, `?maxResults=1000${pageToken && `&pageToken=${pageToken}`}`);
      pageToken = page.nextPageToken ?? '';
    } while (pageToken);
  };
  await listPlainly();
  const plain = await measure(listPlainly);
  console.log(
    `yardstick: reading the ${EVENTS} events and doing nothing with them takes ${plain.wallMs.toFixed(0)} ms, ${plain.cpuMs.toFixed(0)} ms of CPU`,
  );
  const first = await measure(() => sync(large.id));
  console.log(
    `first sync of ${EVENTS} events: ${(first.wallMs / 1_000).toFixed(1)} s (${(first.wallMs / plain.wallMs).toFixed(1)} x), ${first.cpuMs.toFixed(0)} ms of our CPU (${(first.cpuMs / plain.cpuMs).toFixed(1)} x), memory +${first.grownMb.toFixed(0)} MB`,
  );

  for (const [words, calendar] of [
    [`${EVENTS} events`, large],
    [`${FEW} events`, small],
  ] as const) {
    const costs: Cost[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await google('POST', calendar, '', {
        summary: `Change ${round}`,
        start: { dateTime: '2026-11-24T10:00:00Z' },
        end: { dateTime: '2026-11-24T11:00:00Z' },
      });
      costs.push(await measure(() => sync(calendar.id)));
    }
    const cpu = median(costs.map(({ cpuMs }) => cpuMs));
    const wall = median(costs.map(({ wallMs }) => wallMs));
    console.log(
      `sync of one change in ${words}: ${cpu.toFixed(1)} ms of our CPU (${(cpu / plain.cpuMs).toFixed(2)} x), ${wall.toFixed(0)} ms; goal under 50 ms, constant`,
    );
  }

  const importing = await measure(async () => {
    await importFile(platform, scope, { name: 'Large' }, largeFile());
  });
  console.log(
    `import of a file of ${FILE_EVENTS} events: ${(importing.wallMs / 1_000).toFixed(1)} s, memory +${importing.grownMb.toFixed(0)} MB; goal under 100 MB`,
  );
}

async function* largeFile(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Bench//EN\r\n');
  for (let index = 0; index < FILE_EVENTS; index += 1) {
    const start = new Date(Date.UTC(2026, 9, 1) + (index % 5_000) * 1_800_000);
    const at = start.toISOString().replace(/[-:]|\.\d+/g, '');
    yield encoder.encode(
      `BEGIN:VEVENT\r\nUID:${index}@bench\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:${at}\r\nDURATION:PT30M\r\nSUMMARY:Meeting ${index}\r\nDESCRIPTION:About the plan of the quarter.\r\nEND:VEVENT\r\n`,
    );
  }
  yield encoder.encode('END:VCALENDAR\r\n');
}
