import { createECDH, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { preparePushes } from '#features/notifications/operations/push.ts';
import { sendDueMessages } from '#features/phone/operations/texts.ts';
import type { MailMessage } from '#platform/mail.ts';
import { sendDueMails } from '#platform/mail-queue.ts';
import { openTestServer, type TestUser } from '#test/server.ts';
import { refreshReminders } from './operations/refresh.ts';
import { sendDueReminders } from './operations/send-due.ts';

/** `REMINDER_RUNS=50` tries more, `REMINDER_SEED` begins with another one. */
const RUNS = Number(process.env['REMINDER_RUNS'] ?? 3);
const SEEDS = Array.from({ length: RUNS }, (_, at) => at + Number(process.env['REMINDER_SEED'] ?? 1));

const server = await openTestServer({ BILLING: 'off', LOG_LEVEL: 'silent', ALLOW_PRIVATE_ADDRESSES: '1' });
const others = [await server.openOther(), await server.openOther()];

// The server was running before: what becomes due from now on was not missed because there was none.
await refreshReminders(server.app.reminders);

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const at = (minutes: number) =>
  new Date(Date.parse('2026-11-17T14:00:00Z') + minutes * MINUTE_MS).toISOString();

let people = 0;
async function reachableByAll(): Promise<{ user: TestUser; mobile: string }> {
  const user = await server.signUp({ timeZone: 'America/New_York' });
  people += 1;
  const mobile = `+1212555${4_000 + people}`;
  await user.call('POST', '/api/user/generate-otp', { mobile });
  const { text } = await server.mailTo(mobile);
  await user.call('POST', '/api/user/verify-otp', { otpCode: /\d{6}/.exec(text)?.[0] });
  await user.call('PUT', '/api/user/sms-reminders', { enabled: true, consent: true });
  await user.call('PATCH', '/api/user/preferences', { notifications: { channels: { push: true } } });
  const pair = createECDH('prime256v1');
  const subscribed = await user.call('POST', '/api/push/subscriptions', {
    endpoint: `http://127.0.0.1:9/${mobile.slice(1)}`,
    keys: { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  });
  expect(subscribed.status, JSON.stringify(subscribed.body)).toBe(200);
  return { user, mobile };
}

it.each(SEEDS)(
  'every reminder is sent once, whatever dies and however clocks jump (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    server.setTime(at(0));
    const { user, mobile } = await reachableByAll();
    await user.call('PATCH', '/api/reminders/settings', {
      defaults: {
        task: [
          { minutesBefore: 0, channels: ['app', 'push', 'email', 'sms'] },
          { minutesBefore: 15, channels: ['app', 'email'] },
        ],
      },
    });
    const TASKS = 8;
    for (let task = 0; task < TASKS; task += 1)
      await user.call('POST', '/api/tasks', {
        title: `Task ${task}`,
        dueAt: at(30 + Math.floor(random() * 120)),
      });

    /** What the outside received, by the id that makes two of them one. */
    const received = {
      mails: new Map<string, number>(),
      pushes: new Map<string, number>(),
      texts: [] as string[],
    };
    const count = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
    let isFailing = true;
    /** The message has left when the call fails. */
    const maybeFail = (times: number) => {
      if (isFailing && times === 1 && random() < 0.3) throw new Error('The connection broke.');
    };
    const sender = {
      mail: {
        async send({ subject, messageId = '' }: MailMessage) {
          if (!subject.startsWith('Reminder: ')) return;
          count(received.mails, messageId);
          maybeFail(received.mails.get(messageId) ?? 0);
        },
      },
      push: {
        makeKeys: () => ({ publicKey: 'public', privateKey: 'private' }),
        async send({ payload }: { payload: string }) {
          const { tag } = JSON.parse(payload) as { tag: string };
          count(received.pushes, tag);
          maybeFail(received.pushes.get(tag) ?? 0);
          return 'sent' as const;
        },
      },
      sms: {
        codes: null,
        async send({ to, text }: { to: string; text: string }) {
          if (to === mobile) received.texts.push(text);
          return { outcome: 'sent' as const, id: 'x' };
        },
        readDelivery: async () => 'ignored' as const,
        answer: () => ({ type: '', body: '' }),
      },
    };
    const work = async (app: (typeof others)[number]) => {
      const platform = { ...app.notifications, ...app.reminders, ...sender };
      await refreshReminders(platform);
      await sendDueReminders(platform);
      await sendDueMails({
        ...app.platform,
        mail: sender.mail,
        enqueueText: async () => {},
        reportUnsent: async () => {},
        preparePushes: (browsers) => preparePushes(platform, browsers),
      });
      await sendDueMessages(platform);
    };
    const workers = [server.app, ...others];
    let minute = 0;
    let deaths = 0;
    for (let step = 0; step < 14; step += 1) {
      // Clocks are set back, too.
      minute = Math.max(0, minute + Math.floor(random() * 50) - (random() < 0.3 ? 40 : 0));
      server.setTime(at(minute));
      const chosen = workers.slice(0, 1 + Math.floor(random() * workers.length));
      const finished = Promise.allSettled(chosen.map((app) => work(app)));
      const kills = random() < 0.6 ? [random(), random()] : [];
      for (const moment of kills) {
        await killConnections(moment * 25);
      }
      const outcomes = await finished;
      deaths += outcomes.filter(({ status }) => status === 'rejected').length;
    }
    isFailing = false;
    // What waits to be tried again is due by then.
    for (const end of [200, 210, 240, 400]) {
      server.setTime(at(end));
      await work(server.app);
    }

    const { db } = server.app.platform;
    const own = user.profile._id;
    const rows = await db
      .selectFrom('reminders')
      .select(['channel', 'state', 'note'])
      .where('user_id', '=', own)
      .execute();
    expect(deaths, 'of workers').toBeGreaterThan(0);
    expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
    expect(rows).toHaveLength(TASKS * 6);
    const entries = await db.selectFrom('notifications').select('key').where('user_id', '=', own).execute();
    const unsent = entries.filter(({ key }) => key.startsWith('untexted '));
    expect(entries).toHaveLength(TASKS * 2 + unsent.length);
    expect(received.mails.size).toBe(TASKS * 2);
    expect(received.pushes.size).toBe(TASKS);
    // A text has no id that makes two of them one. One that may have left is not sent again.
    expect(new Set(received.texts).size).toBe(received.texts.length);
    const texts = await db
      .selectFrom('sms_messages')
      .select('status')
      .where('user_id', '=', own)
      .where('kind', '=', 'reminder')
      .execute();
    expect(texts).toHaveLength(TASKS);
    const interrupted = texts.filter(({ status }) => status !== 'sent').length;
    // Somebody who got no text, or perhaps none, gets one note about it.
    expect(unsent).toHaveLength(interrupted);
    expect(received.texts.length).toBeGreaterThanOrEqual(TASKS - interrupted);
  },
  120_000,
);

/** What a process that dies does to its transactions, at a random moment. */
async function killConnections(afterMs: number): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from (select pg_sleep(${afterMs / 1_000})) moment, pg_stat_activity
    where datname = current_database() and application_name = 'dayloom' and pid <> pg_backend_pid()
      and state in ('active', 'idle in transaction')
  `
    .execute(server.app.platform.db)
    .catch(() => {});
}
