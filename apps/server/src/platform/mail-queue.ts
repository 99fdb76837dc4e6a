import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@dayloom/time';
import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Platform } from './context.ts';
import { type Db, type Tables, type Tx, toInsertBatches } from './db.ts';
import type { Job } from './jobs.ts';
import type { MailMessage } from './mail.ts';
import { ProviderFailure } from './provider-failure.ts';
import { mintScope, type Scope } from './scope.ts';

declare module './db.ts' {
  interface Tables {
    queued_mails: {
      user_id: string;
      key: string;
      subject_id: string;
      channel: Generated<'mail' | 'text' | 'push'>;
      address: string;
      sealed_message: string | null;
      send_at: Date;
      attempts: number;
      sent_at: Date | null;
      failed_at: Date | null;
      useful_until: Date | null;
      note: JSONColumnType<object> | null;
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
  /** After it the mail is not sent; by default it always is. */
  readonly usefulUntil?: Date;
  /** What `ReportUnsent` is given if it is not sent. */
  readonly note?: object;
}

/** A text message to be sent at a time, in the same queue. It must not contain secrets. */
export interface QueuedText extends Pick<QueuedMail, 'key' | 'subjectId' | 'sendAt'> {
  readonly message: TextMessage;
}

export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** The recipient's zone, for quiet hours. */
  readonly timeZone: string;
  /** After it the text is not sent. What an earlier version has queued has none. */
  readonly usefulUntil?: string;
}

/** A notification for a browser that has subscribed to them, in the same queue. */
export interface QueuedPush extends Omit<QueuedMail, 'message'> {
  readonly subscriptionId: string;
  readonly message: PushMessage;
}

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A path of the app. */
  readonly path: string;
  /** Browsers replace a notification with the same tag, so one that is sent twice is shown once. */
  readonly tag: string;
  /** After it the push service need not deliver it. */
  readonly usefulUntil: string;
}

/** Gives a due text to those who send texts, in the transaction that takes it from the queue. */
type EnqueueText = (tx: Tx, scope: Scope, message: TextMessage) => Promise<void>;

/** Notifies a user that a message was not sent, in the transaction that gives it up. The sentence says why. */
type ReportUnsent = (tx: Tx, scope: Scope, note: object, why: string) => Promise<void>;

export interface Browser {
  readonly scope: Scope;
  readonly subscriptionId: string;
}

/** Reads at once what pushes to these browsers need; the result sends to one of them. */
type PreparePushes = (
  browsers: readonly Browser[],
) => Promise<(browser: Browser, message: PushMessage) => Promise<void>>;

const SEND_JOB = 'mails.send-due';
const NOW = 'now';
/** Per run of the job. The next one follows within a minute. */
const MAX_AT_ONCE = 10_000;
const SECONDS_UNTIL_RETRY = [60, 300, 1_800, 7_200, 21_600] as const;
/** Sent mails are kept this long, so that the same mail is not queued again. */
export const MAILS_KEPT_MS = 30 * DAY_MS;

/** Queues mails in the caller's transaction: they are sent if it commits, also after a crash. */
export async function queueMails(
  { secrets, jobs, clock }: Pick<Platform, 'secrets' | 'jobs' | 'clock'>,
  tx: Tx,
  scope: Scope,
  mails: readonly QueuedMail[],
): Promise<void> {
  await Promise.all([
    insertMessages(
      secrets,
      tx,
      mails.map((mail) => toQueuedMail(scope, mail)),
    ),
    sendOnTime({ jobs, clock }, tx, mails),
  ]);
}

const toQueuedMail = (scope: Scope, mail: QueuedMail): QueuedMessage => ({
  ...mail,
  scope,
  channel: 'mail',
  address: mail.message.to.toLowerCase(),
});

/** Queues mails and pushes of many users at once. */
export async function queueForMany(
  { secrets, jobs }: Pick<Platform, 'secrets' | 'jobs'>,
  tx: Tx,
  {
    mails,
    pushes,
  }: {
    readonly mails: readonly (QueuedMail & { readonly scope: Scope })[];
    readonly pushes: readonly (QueuedPush & { readonly scope: Scope })[];
  },
): Promise<void> {
  if (mails.length + pushes.length === 0) return;
  await insertMessages(secrets, tx, [
    ...mails.map(({ scope, ...mail }) => toQueuedMail(scope, mail)),
    ...pushes.map(({ subscriptionId, ...push }) => ({
      ...push,
      channel: 'push' as const,
      address: subscriptionId,
    })),
  ]);
  await jobs.enqueue(SEND_JOB, {}, { key: NOW, tx });
}

/** Lets the mails be sent that `queueUnsentMails` will find. Call it after the commit; without it they are sent within a minute. */
export function wakeMails({ jobs }: Pick<Platform, 'jobs'>): void {
  jobs.wake(SEND_JOB, NOW);
}

/** Mails that are due before the job's next minute have a run of their own, one for those of the same second. */
async function sendOnTime(
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  tx: Tx,
  mails: readonly QueuedMail[],
): Promise<void> {
  const now = clock().getTime();
  const times = mails.map(({ sendAt }) => sendAt.getTime());
  if (times.some((time) => time <= now)) await jobs.enqueue(SEND_JOB, {}, { key: NOW, tx });
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
  const rows = texts.map((text) => ({ ...text, scope, channel: 'text' as const, address: text.message.to }));
  await insertMessages(secrets, tx, rows);
}

interface QueuedMessage extends Omit<QueuedMail, 'message'> {
  readonly scope: Scope;
  readonly channel: 'mail' | 'text' | 'push';
  readonly address: string;
  readonly message: object;
}

/** A message that is queued already stays as it is. */
async function insertMessages(
  secrets: Platform['secrets'],
  tx: Tx,
  messages: readonly QueuedMessage[],
): Promise<void> {
  for (const batch of toInsertBatches(messages)) {
    const rows = batch.map(({ scope, key, subjectId, channel, address, message, sendAt, ...rest }) => ({
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
      useful_until: rest.usefulUntil ?? null,
      note: rest.note ? JSON.stringify(rest.note) : null,
    }));
    await tx
      .insertInto('queued_mails')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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

/** Withdraws the mails about something to one address that have not been sent. */
export async function withdrawMailsTo(
  db: Db,
  scope: Scope,
  subjectId: string,
  address: string,
): Promise<void> {
  await db
    .deleteFrom('queued_mails')
    .where('user_id', '=', scope.userId)
    .where('subject_id', '=', subjectId)
    .where('address', '=', address.toLowerCase())
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
  readonly enqueueText: EnqueueText;
  readonly preparePushes: PreparePushes;
  readonly reportUnsent: ReportUnsent;
}

interface MailWriter extends MailSender {
  /** Queues the mails about what has happened, where the request that did it has left that to this job. */
  readonly queueUnsentMails: () => Promise<void>;
}

/** Taken in one transaction, and sent at the same time. A crash sends this many again, with the same ids. */
const BATCH = 50;

/** Sends what is due. Several processes may do so at once: each takes messages that no other one has. */
export async function sendDueMails(platform: MailSender): Promise<void> {
  for (let sent = 0; sent < MAX_AT_ONCE; sent += BATCH) if (!(await sendNext(platform))) return;
}

/**
 * Sends due messages in a transaction that holds their rows. A crash between sending and committing sends them
 * again with the same Message-ID, or the same tag. False if none was due.
 */
async function sendNext(platform: MailSender): Promise<boolean> {
  const { db, clock, log } = platform;
  return db.transaction().execute(async (tx) => {
    const now = clock();
    const rows = await tx
      .selectFrom('queued_mails')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('send_at', '<=', now)
      .orderBy('send_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return false;
    const browsers = rows.filter(({ channel }) => channel === 'push').map(toBrowser);
    const sendPush = await platform.preparePushes(browsers);
    const outcomes = await Promise.allSettled(
      rows.map((row) =>
        isUseless(row, now)
          ? Promise.reject(new Error('It would come too late.'))
          : sendOne({ ...platform, sendPush }, tx, row),
      ),
    );
    const sent = rows.filter((_row, at) => outcomes[at]?.status === 'fulfilled');
    await sql`
      update queued_mails as q set sent_at = ${now}, sealed_message = null, note = null
      from unnest(
        ${sent.map((row) => row.user_id)}::uuid[], ${sent.map((row) => row.key)}::text[],
        ${sent.map((row) => row.address)}::text[]
      ) as s (user_id, key, address)
      where q.user_id = s.user_id and q.key = s.key and q.address = s.address
    `.execute(tx);
    for (const [at, outcome] of outcomes.entries()) {
      const row = rows[at];
      if (outcome.status === 'fulfilled' || !row) continue;
      const wait = findWait(row, outcome.reason);
      const again = wait === null ? null : new Date(now.getTime() + wait * 1_000);
      const isGivenUp = again === null || isUseless(row, again);
      log.warn(
        { err: outcome.reason, key: row.key, attempts: row.attempts + 1 },
        'A message could not be sent',
      );
      await tx
        .updateTable('queued_mails')
        .set({
          attempts: row.attempts + 1,
          ...(isGivenUp ? { failed_at: now, sealed_message: null, note: null } : { send_at: again }),
        })
        .where('user_id', '=', row.user_id)
        .where('key', '=', row.key)
        .where('address', '=', row.address)
        .execute();
      if (isGivenUp && row.note)
        await platform.reportUnsent(tx, mintScope(row.user_id, 'system'), row.note, UNSENT[row.channel]);
    }
    return true;
  });
}

const isUseless = ({ useful_until }: Row, at: Date) => useful_until !== null && useful_until < at;

const UNSENT: Record<Row['channel'], string> = {
  mail: 'The email about it could not be sent in time.',
  push: 'The push notification about it did not reach one of your browsers in time.',
  text: 'The text message about it could not be sent in time.',
};

/** Seconds until the next attempt, or what the service asks for if that is longer; null after the last one. */
function findWait({ channel, attempts }: Row, reason: unknown): number | null {
  const failure = reason instanceof ProviderFailure ? reason : null;
  // The same push would be refused again.
  if (channel === 'push' && failure?.kind === 'rejected') return null;
  const wait = SECONDS_UNTIL_RETRY[attempts];
  return wait === undefined ? null : Math.max(wait, failure?.retryAfterSeconds ?? 0);
}

type Row = Selectable<Tables['queued_mails']>;

const toBrowser = ({ user_id, address }: Row): Browser => ({
  scope: mintScope(user_id, 'system'),
  subscriptionId: address,
});

async function sendOne(
  {
    mail,
    secrets,
    config,
    enqueueText,
    sendPush,
  }: Pick<MailSender, 'mail' | 'secrets' | 'config' | 'enqueueText'> & {
    readonly sendPush: Awaited<ReturnType<PreparePushes>>;
  },
  tx: Tx,
  row: Row,
): Promise<void> {
  const scope = mintScope(row.user_id, 'system');
  const message = JSON.parse(secrets.open(row.sealed_message ?? '', `mail:${row.user_id}`));
  if (row.channel === 'text') return enqueueText(tx, scope, message as TextMessage);
  if (row.channel === 'push') return sendPush(toBrowser(row), message as PushMessage);
  const id = createHash('sha256')
    .update(`${row.user_id} ${row.key} ${row.address}`)
    .digest('hex')
    .slice(0, 32);
  return mail.send({
    ...(message as MailMessage),
    messageId: `<${id}@${config.domain}>`,
  });
}

export function mailJobs(platform: MailWriter): Job[] {
  return [
    {
      name: SEND_JOB,
      schema: z.object({}),
      cron: '* * * * *',
      isKeyed: true,
      async run() {
        await platform.queueUnsentMails();
        await sendDueMails(platform);
      },
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
