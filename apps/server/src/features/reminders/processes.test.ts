import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOUR_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { lockWaiters } from '#test/lock-waiters.ts';
import { openTestServer } from '#test/server.ts';
import { startSmtpSink } from '#test/smtp-sink.ts';
import { refreshReminders } from './operations/refresh.ts';
import { SWEEP_JOB } from './operations/send-due.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const TASKS = 12;

const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-reminders-'));
let onMail = () => {};
const sink = await startSmtpSink(() => onMail());
/** Runs no jobs by itself: it makes the reminders, and takes over at the end. */
const server = await openTestServer({ SMTP_URL: sink.url });
const { db } = server.app.platform;
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  sink.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A real server process that works on the jobs of the same database. */
async function startWorker(): Promise<{ kill: () => Promise<void> }> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      LOG_LEVEL: 'fatal',
      PORT: '0',
      ROLE: 'worker',
      DATA_DIR: folder,
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: inject('postgresUrl').replace(/\/dayloom$/, `/${rows[0]?.name}`),
      DATABASE_POOL_SIZE: '6',
      SMTP_URL: sink.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const died = once(child, 'exit').then(() => void running.delete(child));
  await eventually(() => {
    expect(child.exitCode, output).toBeNull();
    expect(output).toContain('is running jobs');
  });
  return {
    async kill() {
      child.kill('SIGKILL');
      await died;
    },
  };
}

const sweepNow = () => server.app.platform.jobs.enqueue(SWEEP_JOB, {}, { key: crypto.randomUUID() });
const countStates = async () => {
  const rows = await db.selectFrom('reminders').select('state').execute();
  return Object.fromEntries(
    ['pending', 'sent', 'dropped'].map((state) => [state, rows.filter((row) => row.state === state).length]),
  );
};

test('kill -9 of a server while it puts reminders into the outboxes, and while it mails them, doubles and loses none', async () => {
  server.setTime(new Date().toISOString());
  const user = await server.signUp();
  const reminders = [{ minutesBefore: 0, channels: ['app', 'email'] }];
  await user.call('PATCH', '/api/reminders/settings', { defaults: { task: reminders } });
  const dueAt = new Date(Date.now() + HOUR_MS).toISOString();
  for (let at = 0; at < TASKS; at += 1) await user.call('POST', '/api/tasks', { title: `Task ${at}`, dueAt });
  await refreshReminders(server.app.reminders);
  await sql`update reminders set due_at = due_at - interval '1 hour'`.execute(db);
  expect(await countStates()).toEqual({ pending: TASKS * 2, sent: 0, dropped: 0 });

  // It has claimed them, and cannot write the list behind the bell yet.
  const first = await startWorker();
  await db.transaction().execute(async (tx) => {
    await sql`lock table notifications in share mode`.execute(tx);
    await sweepNow();
    await lockWaiters(db, 1);
    await first.kill();
  });
  expect(await countStates()).toEqual({ pending: TASKS * 2, sent: 0, dropped: 0 });

  // The mails are with the mail server, and the worker dies before it hears so.
  const second = await startWorker();
  const mailed = new Promise<void>((resolve) => {
    onMail = () => {
      onMail = () => {};
      resolve(second.kill());
    };
  });
  await sweepNow();
  await mailed;
  server.setTime(new Date().toISOString());
  await eventually(async () => {
    await server.runJob(SWEEP_JOB, {});
    await server.runJob('mails.send-due', {});
    const waiting = await db.selectFrom('queued_mails').select('key').where('sent_at', 'is', null).execute();
    expect(waiting).toEqual([]);
  });

  expect(await countStates()).toEqual({ pending: 0, sent: TASKS * 2, dropped: 0 });
  const titles = Array.from({ length: TASKS }, (_, at) => `Task ${at}`).toSorted();
  const entries = (await user.call('GET', '/api/notifications')).body['notifications'];
  expect(entries.map(({ title }: { title: string }) => title).toSorted()).toEqual(titles);
  // What was mailed again has the same id, so that mail programs show it once.
  const own = sink.mails.filter(({ to }) => to === user.profile.email);
  const byId = new Map(own.map(({ messageId, subject }) => [messageId, subject]));
  const subjects = [...byId.values()].filter((subject) => subject.startsWith('Reminder: '));
  expect(subjects.toSorted()).toEqual(titles.map((title) => `Reminder: ${title}`));
}, 120_000);
