import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';
import { startSmtpSink } from '#test/smtp-sink.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const PROCESSES = 4;
/** `npm run bench booking` makes 2,000 attempts. */
const ATTEMPTS = 160;
const SLOTS = 80;
const ROUNDS = 3;

interface Running {
  readonly child: ChildProcess;
  readonly address: string;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-booking-'));
let onMail = () => {};
const sink = await startSmtpSink(() => onMail());
/** Takes over after a crash: another process on the same database. */
let survivor: TestServer;
let host: TestUser;
let environment: Record<string, string>;
const running: Running[] = [];

beforeAll(async () => {
  survivor = await openTestServer({ SMTP_URL: sink.url });
  survivor.setTime(new Date().toISOString());
  host = await survivor.signUp({ timeZone: 'UTC' });
  const talk = { slug: 'talk', title: 'Talk', durations: [30], stepMinutes: 5, minimumNoticeMinutes: 0 };
  expect((await host.call('POST', '/api/event-types', talk)).status).toBe(201);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    survivor.app.platform.db,
  );
  environment = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    LOG_LEVEL: 'fatal',
    PORT: '0',
    DATA_DIR: folder,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: inject('postgresUrl').replace(/\/dayloom$/, `/${rows[0]?.name}`),
    DATABASE_POOL_SIZE: '4',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SMTP_URL: sink.url,
    // The attempts come from one address.
    BOOKING_ATTEMPTS_PER_MINUTE: '100000',
    BOOKING_FREE_ATTEMPTS: '100000',
    BOOKING_FREE_ATTEMPTS_PER_HOST: '100000',
  };
  running.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => start()))));
}, 180_000);

afterAll(async () => {
  for (const { child } of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  sink.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /is ready at (\S+)/.exec(output)?.[1];
      if (address) resolve({ child, address });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`The server ended: ${output}`)));
  });
}

async function listStarts(from = new Date()): Promise<string[]> {
  const to = new Date(from.getTime() + 30 * 24 * 60 * MINUTE_MS);
  const query = `username=${host.profile.username}&eventType=talk&from=${from.toISOString()}&to=${to.toISOString()}`;
  const { body } = await survivor.call('GET', `/api/booking/optimal-slots?${query}`);
  return body['slots'].map(({ startsAt }: { startsAt: string }) => startsAt);
}

/** The status and the id of the booking; 0 when the server died meanwhile. */
async function book(address: string, startsAt: string, key: string): Promise<{ status: number; id: string }> {
  const body = { username: host.profile.username, eventType: 'talk', startsAt, timeZone: 'UTC', name: 'Ada' };
  try {
    const reply = await fetch(`${address}/api/booking/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...body, email: `${key}@example.org` }),
    });
    const answer = (await reply.json()) as { booking?: { id: string } };
    return { status: reply.status, id: answer.booking?.id ?? '' };
  } catch {
    return { status: 0, id: '' };
  }
}

/** A server with too many requests returns 503, which means to try again. */
const bookPatiently = (address: string, startsAt: string, key: string) =>
  eventually(async () => {
    const made = await book(address, startsAt, key);
    if (made.status === 503) throw new Error('The server is busy');
    return made;
  });

const listBooked = async () => {
  const { rows } = await sql<{ id: string; from: Date; to: Date; email: string; events: number }>`
    select bookings.id, bookings.starts_at as from, bookings.ends_at as to, email,
      (select count(*)::int from events where events.user_id = bookings.user_id
        and events.uid like 'booking-' || bookings.id || '@%') as events
    from bookings where bookings.user_id = ${host.profile._id} and bookings.status = 'CONFIRMED' order by 2
  `.execute(survivor.app.platform.db);
  return rows.map(({ from, to, ...rest }) => ({ ...rest, from: from.getTime(), to: to.getTime() }));
};

function countOverlaps(booked: readonly { from: number; to: number }[]): number {
  return booked.filter(({ from }, at) => at > 0 && from < (booked[at - 1]?.to ?? 0)).length;
}

test('attempts at overlapping times over four processes sell what the first ones asked for, and nothing twice', async () => {
  const choices = (await listStarts()).slice(0, SLOTS);
  expect(choices).toHaveLength(SLOTS);
  const attempts = Array.from({ length: ATTEMPTS }, (_, at) => choices[(at * 7_919) % SLOTS] as string);
  const made = await Promise.all(
    attempts.map((startsAt, at) =>
      bookPatiently(running[at % PROCESSES]?.address ?? '', startsAt, `together-${at}`),
    ),
  );
  const statuses = new Set(made.map(({ status }) => status));
  expect(statuses).toEqual(new Set([201, 409]));
  const booked = await listBooked();
  expect(countOverlaps(booked)).toBe(0);
  expect(
    made
      .filter(({ status }) => status === 201)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(booked.map(({ id }) => id).toSorted());
  // Nothing was refused for nothing: each time that was asked for is booked, or overlaps one that is.
  const isFree = (startsAt: string) => {
    const from = Date.parse(startsAt);
    return !booked.some((one) => one.from < from + 30 * MINUTE_MS && one.to > from);
  };
  expect(choices.filter(isFree)).toEqual([]);
}, 120_000);

test('kill -9 while bookings are written and mails are sent loses nothing and doubles nothing', async () => {
  const known = new Map<string, string>();
  const later = new Date(Date.now() + 5 * 24 * 60 * MINUTE_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = running.shift() as Running;
    // Half an hour apart, so that all of them can be booked.
    const starts = (await listStarts(later)).filter((_, at) => at % 6 === 0).slice(0, 6);
    const died = once(victim.child, 'exit');
    const kill = () => victim.child.kill('SIGKILL');
    // While the bookings are written, after the first of them, and while a mail is being sent.
    let answers = 0;
    onMail = round === 2 ? kill : () => {};
    const keys = starts.map((_, at) => `round-${round}-${at}`);
    const first = starts.map(async (startsAt, at) => {
      const made = await book(victim.address, startsAt, keys[at] ?? '');
      answers += 1;
      if (round === 1 && answers === 1) kill();
      return made;
    });
    if (round === 0) kill();
    const before = await Promise.all(first);
    if (round === 2) await survivor.runJob('mails.send-due', {}).catch(() => {});
    kill();
    await died;
    onMail = () => {};
    // The visitors' pages send the same again, to a process that lives.
    const again = await Promise.all(
      starts.map((startsAt, at) => bookPatiently(running[0]?.address ?? '', startsAt, keys[at] ?? '')),
    );
    expect(again.map(({ status }) => status)).toEqual(starts.map(() => 201));
    for (const [at, { id }] of again.entries()) known.set(`${keys[at]}@example.org`, id);
    // Who had an answer before the crash has the same booking.
    const answered = before.flatMap(({ status, id }, at) => (status === 201 ? [{ at, id }] : []));
    expect(answered.map(({ at }) => again[at]?.id)).toEqual(answered.map(({ id }) => id));
  }
  survivor.setTime(new Date().toISOString());
  await eventually(async () => {
    await survivor.runJob('mails.send-due', {});
    // A dying process may still hold bookings whose mails nobody has queued yet.
    const { rows } = await sql`
      select key from queued_mails where sent_at is null and send_at <= now()
      union all select id::text from bookings where unsent_news is not null
    `.execute(survivor.app.platform.db);
    expect(rows).toEqual([]);
  });
  const booked = await listBooked();
  expect(countOverlaps(booked)).toBe(0);
  const madeInRounds = booked.filter(({ email }) => email.startsWith('round-'));
  expect(new Map(madeInRounds.map(({ email, id }) => [email, id]))).toEqual(known);
  expect(madeInRounds).toHaveLength(known.size);
  expect(madeInRounds.every(({ events }) => events === 1)).toBe(true);
  for (const email of known.keys()) {
    const mails = sink.mails.filter(({ to }) => to === email);
    // A mail that was sent again after a crash has the same id, so that mail programs show it once.
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(mails[0]?.subject).toContain('Confirmed');
  }
}, 120_000);

test('limits hold over two processes', async () => {
  const limits = { TRUST_PROXY: '1', BOOKING_FREE_ATTEMPTS: '4', BOOKING_ATTEMPTS_PER_MINUTE: '8' };
  const two = await Promise.all([start(limits), start(limits)]);
  running.push(...two);
  const later = new Date(Date.now() + 12 * 24 * 60 * MINUTE_MS);
  const starts = (await listStarts(later)).filter((_, at) => at % 6 === 0);
  const attempt = async (at: number, network: string): Promise<number> => {
    const body = {
      username: host.profile.username,
      eventType: 'talk',
      startsAt: starts[at],
      timeZone: 'UTC',
    };
    const reply = await fetch(`${two[at % 2]?.address}/api/booking/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify({ ...body, name: 'Ada', email: `limit-${at}@example.org` }),
    });
    return reply.status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 10; at += 1) statuses.push(await attempt(at, '203.0.113.9'));
  expect(statuses).toEqual([201, 201, 201, 201, 428, 428, 428, 428, 429, 429]);
  expect(await attempt(10, '198.51.100.9')).toBe(201);
}, 120_000);
