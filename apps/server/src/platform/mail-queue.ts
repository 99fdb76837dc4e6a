import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@dayloom/time';
import type { Generated } from 'kysely';
import { z } from 'zod';
import type { Platform } from './context.ts';
import type { Db, Tx } from './db.ts';
import type { Job } from './jobs.ts';
import type { MailMessage } from './mail.ts';
import { mintScope, type Scope } from './scope.ts';

declare module './db.ts' {
  interface Tables {
    queued_mails: {
      user_id: string;
      key: string;
      subject_id: string;
      channel: Generated<'mail' | 'text'>;
      address: string;
      sealed_message: string | null;
      send_at: Date;
      attempts: number;
      sent_at: Date | null;
      failed_at: Date | null;
    };
  }
}

/** A mail to be sent at a time. The key says what it is about: the same key is sent to an address once. */
export interface QueuedMail {
  readonly key: string;
  /** The id of what it belongs to, with which it is withdrawn. */
  readonly subjectId: string;
  readonly message: Omit<MailMessage, 'messageId'>;
  readonly sendAt: Date;
}

/** A text message to be sent at a time, in the same queue. It must not contain secrets. */
export interface QueuedText extends Pick<QueuedMail, 'key' | 'subjectId' | 'sendAt'> {
  readonly message: TextMessage;
}

export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Of the person who gets it, for quiet hours. */
  readonly timeZone: string;
}

/** Gives a due text to those who send texts, in the transaction that takes it from the queue. */
type HandOverText = (tx: Tx, scope: Scope, message: TextMessage) => Promise<void>;

const SEND_JOB = 'mails.send-due';
/** Of one run of the job. The next one follows within a minute. */
const MOST_AT_ONCE = 10_000;
const SECONDS_UNTIL_RETRY = [60, 300, 1_800, 7_200, 21_600] as const;
/** What was sent is kept this long, so that the same mail is not queued again. */
export const MAILS_KEPT_MS = 30 * 24 * HOUR_MS;

/** Queues mails in the caller's transaction: they are sent if it commits, also after a crash. */
export async function queueMails(
  { secrets, jobs, clock }: Pick<Platform, 'secrets' | 'jobs' | 'clock'>,
  tx: Tx,
  scope: Scope,
  mails: readonly QueuedMail[],
): Promise<void> {
  const rows = mails.map((mail) => ({
    ...mail,
    channel: 'mail' as const,
    address: mail.message.to.toLowerCase(),
  }));
  await Promise.all([insertMessages(secrets, tx, scope, rows), sendOnTime({ jobs, clock }, tx, mails)]);
}

/** Mails that are due before the job's next minute have a run of their own, one for those of the same second. */
async function sendOnTime(
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  tx: Tx,
  mails: readonly QueuedMail[],
): Promise<void> {
  const now = clock().getTime();
  const times = mails.map(({ sendAt }) => sendAt.getTime());
  if (times.some((time) => time <= now)) await jobs.enqueue(SEND_JOB, {}, { key: 'now', tx });
  const soon = new Set(
    times
      .filter((time) => time > now && time <= now + MINUTE_MS)
      .map((time) => Math.ceil(time / SECOND_MS) * SECOND_MS),
  );
  for (const time of soon) {
    const startAfter = new Date(time);
    await jobs.enqueue(SEND_JOB, {}, { key: startAfter.toISOString(), startAfter, tx });
  }
}

/** Queues text messages in the caller's transaction, as `queueMails` does mails. */
export async function queueTexts(
  { secrets }: Pick<Platform, 'secrets'>,
  tx: Tx,
  scope: Scope,
  texts: readonly QueuedText[],
): Promise<void> {
  const rows = texts.map((text) => ({ ...text, channel: 'text' as const, address: text.message.to }));
  await insertMessages(secrets, tx, scope, rows);
}

interface QueuedMessage extends Pick<QueuedMail, 'key' | 'subjectId' | 'sendAt'> {
  readonly channel: 'mail' | 'text';
  readonly address: string;
  readonly message: object;
}

/** A message that is queued already stays as it is. */
async function insertMessages(
  secrets: Platform['secrets'],
  tx: Tx,
  scope: Scope,
  messages: readonly QueuedMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await tx
    .insertInto('queued_mails')
    .values(
      messages.map(({ key, subjectId, channel, address, message, sendAt }) => ({
        user_id: scope.userId,
        key,
        subject_id: subjectId,
        channel,
        address,
        // Messages contain capability links.
        sealed_message: secrets.seal(JSON.stringify(message), `mail:${scope.userId}`),
        send_at: sendAt,
        attempts: 0,
        sent_at: null,
        failed_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Withdraws the mails and texts about something that have not been sent. */
export async function withdrawMails(db: Db, scope: Scope, subjectId: string): Promise<void> {
  await db
    .deleteFrom('queued_mails')
    .where('user_id', '=', scope.userId)
    .where('subject_id', '=', subjectId)
    .where('sent_at', 'is', null)
    .execute();
}

/** The mails about something that have been sent, as long as they are kept. */
export async function listSentMails(
  db: Db,
  scope: Scope,
  subjectId: string,
): Promise<{ key: string; address: string }[]> {
  return db
    .selectFrom('queued_mails')
    .select(['key', 'address'])
    .where('user_id', '=', scope.userId)
    .where('subject_id', '=', subjectId)
    .where('sent_at', 'is not', null)
    .execute();
}

/** The number of a user's mails since an instant whose keys begin with a text. Withdrawn ones do not count. */
export async function countMails(db: Db, scope: Scope, keysBegin: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('queued_mails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', scope.userId)
    .where('key', 'like', `${keysBegin}%`)
    .where('send_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface MailSender extends Pick<Platform, 'db' | 'clock' | 'log' | 'mail' | 'secrets' | 'config'> {
  readonly handOverText: HandOverText;
}

/** Sends what is due. Several processes may do so at once: each takes mails that no other one has. */
export async function sendDueMails(platform: MailSender): Promise<void> {
  for (let sent = 0; sent < MOST_AT_ONCE; sent += 1) if (!(await sendNext(platform))) return;
}

/**
 * Sends one due mail in a transaction that holds its row. A crash between sending and committing sends it again
 * with the same Message-ID.
 */
async function sendNext({
  db,
  clock,
  log,
  mail,
  secrets,
  config,
  handOverText,
}: MailSender): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const now = clock();
    const row = await tx
      .selectFrom('queued_mails')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('send_at', '<=', now)
      .orderBy('send_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    const id = createHash('sha256')
      .update(`${row.user_id} ${row.key} ${row.address}`)
      .digest('hex')
      .slice(0, 32);
    const own = tx
      .updateTable('queued_mails')
      .where('user_id', '=', row.user_id)
      .where('key', '=', row.key)
      .where('address', '=', row.address);
    try {
      const message = secrets.open(row.sealed_message ?? '', `mail:${row.user_id}`);
      if (row.channel === 'text')
        await handOverText(tx, mintScope(row.user_id, 'system'), JSON.parse(message) as TextMessage);
      else
        await mail.send({
          ...(JSON.parse(message) as MailMessage),
          messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
        });
      await own.set({ sent_at: now, sealed_message: null }).execute();
    } catch (error) {
      const wait = SECONDS_UNTIL_RETRY[row.attempts];
      log.warn({ err: error, key: row.key, attempts: row.attempts + 1 }, 'A mail could not be sent');
      await own
        .set({
          attempts: row.attempts + 1,
          ...(wait === undefined
            ? { failed_at: now, sealed_message: null }
            : { send_at: new Date(now.getTime() + wait * 1_000) }),
        })
        .execute();
    }
    return true;
  });
}

export function mailJobs(platform: MailSender): Job[] {
  return [
    {
      name: SEND_JOB,
      schema: z.object({}),
      cron: '* * * * *',
      isKeyed: true,
      run: () => sendDueMails(platform),
    },
    {
      name: 'mails.purge',
      schema: z.object({}),
      cron: '41 3 * * *',
      async run() {
        const before = new Date(platform.clock().getTime() - MAILS_KEPT_MS);
        await platform.db
          .deleteFrom('queued_mails')
          .where((eb) => eb.or([eb('sent_at', '<', before), eb('failed_at', '<', before)]))
          .execute();
      },
    },
  ];
}
