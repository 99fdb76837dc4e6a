import { createHash } from 'node:crypto';
import type { Reminder } from '@dayloom/contracts';
import { getGreeting } from '@dayloom/contracts/names';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@dayloom/time';
import { listRecipients, type Recipient } from '#features/account/operations/mail.ts';
import { getTextRecipient } from '#features/account/operations/mobile.ts';
import { createPageLink } from '#features/booking/operations/links.ts';
import type { NewNotification } from '#features/notifications/model/notification.ts';
import { toUnsentEntry, type UnsentNote } from '#features/notifications/model/unsent-note.ts';
import { listBrowsers, postNotifications } from '#features/notifications/operations/post-notifications.ts';
import { describeUnsent } from '#features/phone/model/unsent-text.ts';
import type { TextSender } from '#features/phone/operations/platform.ts';
import { queueReminderTexts } from '#features/phone/operations/texts.ts';
import type { DbContext, Mailer, Platform } from '#platform/context.ts';
import { type Tx, withSavepoint } from '#platform/db.ts';
import { type QueuedMail, type QueuedPush, queueForMany } from '#platform/mail-queue.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { isDailyMail, type StoredReminder, toKey } from '../model/reminder.ts';
import { toOutboxKey, toTextId } from '../rules/outbox-keys.ts';
import { dailyMailNames, describeReminder, toPath, toText } from '../rules/wording.ts';
import {
  claimDue,
  deleteSettledBefore,
  listNextDue,
  type ReminderOutcome,
  saveOutcomes,
} from '../store/reminders.ts';
import { listOverrides, listSettings } from '../store/settings.ts';
import type { StoredSettings } from '../store/tables.ts';
import { composeDailyMail } from './daily-mails.ts';
import type { RemindersPlatform } from './platform.ts';
import { toSettings } from './settings.ts';
import { type MailList, toUnsubscribeUrl } from './unsubscribe.ts';

export const SWEEP_JOB = 'reminders.sweep';

const BATCH = 1_000;
/** How long a reminder waits for its user's changes to be processed. */
const WAITS_FOR_CHANGES_MS = 10 * MINUTE_MS;
const KEPT_DAYS = 90;

/**
 * Sends the reminders that are due. Claiming them, putting them into the outboxes (the list behind the bell, the
 * queue of mails and pushes, the texts) and settling them is one transaction: after a crash all of it has
 * happened or none. The outboxes know each reminder by its key, so that none takes one twice.
 */
export async function sendDueReminders(platform: Mailer & TextSender): Promise<number> {
  let sent = 0;
  for (;;) {
    const count = await sendBatch(platform);
    sent += count;
    if (count < BATCH) return sent;
  }
}

type Entry = NewNotification & { readonly scope: Scope };

interface Due {
  readonly reminder: StoredReminder;
  readonly scope: Scope;
  readonly recipient: Recipient;
  /** Says which reminder it is, in every outbox. */
  readonly key: string;
}

async function sendBatch(platform: Mailer & TextSender): Promise<number> {
  const { db, clock } = platform;
  return db.transaction().execute(async (tx) => {
    const now = clock();
    const atTheLatest = new Date(now.getTime() - WAITS_FOR_CHANGES_MS);
    const found = await claimDue(tx, { now, atTheLatest, limit: BATCH });
    // Two workers write the counts and notes of the same users in the same order, or they would wait for each other.
    const claimed = found.toSorted((a, b) => compare(toOrder(a), toOrder(b)));
    if (claimed.length === 0) return 0;
    const userIds = [...new Set(claimed.map(({ userId }) => userId))];
    const recipients = await listRecipients({ db: tx }, userIds);
    const settings = await listSettings(tx, userIds);
    const scopes = new Map(userIds.map((userId) => [userId, mintScope(userId, 'system')]));
    const browsers = await listBrowsersByUser(tx, claimed);
    const outbox = {
      notifications: [] as Entry[],
      mails: [] as (QueuedMail & { scope: Scope })[],
      pushes: [] as (QueuedPush & { scope: Scope })[],
    };
    const texts: Due[] = [];
    const settled: Settled[] = [];
    for (const reminder of claimed) {
      const [recipient, scope] = [recipients.get(reminder.userId), scopes.get(reminder.userId)];
      if (!recipient || !scope) continue;
      const due: Due = { reminder, scope, recipient, key: toOutboxKey(reminder) };
      const drop = findDrop(due, {
        now,
        isMailed: toSettings(settings.get(reminder.userId) ?? {}).mailsReminders,
        browsers: browsers.get(reminder.userId) ?? [],
      });
      if (drop) settled.push({ reminder, outcome: { dropped: drop } });
      if (drop === 'too_late') outbox.notifications.push(toMissed(due));
      if (drop) continue;
      switch (reminder.channel) {
        case 'app':
          outbox.notifications.push(toNotification(due, now));
          break;
        case 'push':
          for (const id of browsers.get(reminder.userId) ?? []) outbox.pushes.push(toPush(due, id, now));
          break;
        case 'email': {
          const compose = () => toMail(platform, tx, due, now);
          const mail = isDailyMail(reminder.kind)
            ? await composeOrRetryLater(platform, tx, [due], compose)
            : await compose();
          if ('waitsUntil' in mail) {
            settled.push({ reminder, outcome: mail });
            continue;
          }
          outbox.mails.push(mail);
          break;
        }
        case 'sms':
          texts.push(due);
          continue;
      }
      settled.push({ reminder, outcome: 'sent' });
    }
    for (const [userId, userTexts] of Map.groupBy(texts, ({ reminder }) => reminder.userId)) {
      const outcomes = await sendTexts(platform, tx, userTexts, now);
      settled.push(...outcomes);
      const unsent = outcomes.flatMap(({ outcome }, at) =>
        typeof outcome === 'object' && 'dropped' in outcome
          ? [{ due: userTexts[at] as Due, reason: outcome.dropped.replace('sms_', '') }]
          : [],
      );
      const [first] = unsent;
      if (!first || !(await expectsTexts(platform, tx, first.due.scope, settings.get(userId)))) continue;
      for (const { due, reason } of unsent) addNote(outbox.notifications, due, reason, now);
    }
    await postNotifications(platform, tx, outbox.notifications);
    await queueForMany(platform, tx, outbox);
    await saveOutcomes(tx, settled, now);
    return claimed.length;
  });
}

const RETRY_AFTER_MS = 10 * MINUTE_MS;

interface Settled {
  readonly reminder: StoredReminder;
  readonly outcome: ReminderOutcome;
}

/**
 * Composes the reminders of one user. If that fails, it logs the error, and they are tried again later while they are still
 * useful. The rest of the batch is sent.
 */
async function composeOrRetryLater<Result>(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  tx: Tx,
  due: readonly Due[],
  put: () => Promise<Result>,
): Promise<Result | { readonly waitsUntil: Date }> {
  try {
    return await withSavepoint(tx, put);
  } catch (error) {
    for (const { reminder } of due) {
      const { id, userId, kind } = reminder;
      log.error({ err: error, reminderId: id, userId, kind }, 'A reminder could not be composed');
    }
    return { waitsUntil: new Date(clock().getTime() + RETRY_AFTER_MS) };
  }
}

const toOrder = (reminder: StoredReminder) => `${reminder.userId} ${toKey(reminder)}`;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

async function listBrowsersByUser(
  tx: Tx,
  claimed: readonly StoredReminder[],
): Promise<Map<string, string[]>> {
  const pushed = new Set(claimed.filter(({ channel }) => channel === 'push').map(({ userId }) => userId));
  const byUser = new Map<string, string[]>();
  for (const { scope, id } of await listBrowsers(tx, [...pushed]))
    byUser.set(scope.userId, [...(byUser.get(scope.userId) ?? []), id]);
  return byUser;
}

function findDrop(
  { reminder: { channel, kind, usefulUntil }, recipient }: Due,
  { now, isMailed, browsers }: { now: Date; isMailed: boolean; browsers: readonly string[] },
) {
  if (recipient.isClosed) return 'closed';
  if (usefulUntil < now) return 'too_late';
  if (channel === 'email' && !recipient.acceptsActivityMail) return 'mail_off';
  if (channel === 'email' && !isDailyMail(kind) && !isMailed) return 'mail_off';
  if (channel === 'push' && !recipient.acceptsPush) return 'push_off';
  if (channel === 'push' && browsers.length === 0) return 'no_browser';
  return null;
}

/** Queues the texts of one user. */
async function sendTexts(
  platform: Pick<RemindersPlatform, 'clock' | 'config' | 'log' | 'sms'>,
  tx: Tx,
  texts: readonly Due[],
  now: Date,
): Promise<Settled[]> {
  const [first] = texts;
  if (!first) return [];
  const { scope } = first;
  const queued = await composeOrRetryLater(platform, tx, texts, async () => {
    const composed = [];
    for (const due of texts)
      composed.push({
        id: toTextId(due.reminder),
        text: await composeText(platform, tx, due, now),
        usefulUntil: due.reminder.usefulUntil,
        note: toUnsentNote(due, now, 'untexted'),
      });
    return queueReminderTexts(platform, tx, scope, composed);
  });
  return texts.map(({ reminder }, at): Settled => {
    if ('waitsUntil' in queued) return { reminder, outcome: queued };
    const text = queued[at];
    if (!text || text.outcome === 'queued') return { reminder, outcome: 'sent' };
    if (text.outcome === 'refused') return { reminder, outcome: { dropped: `sms_${text.reason}` } };
    return {
      reminder,
      outcome:
        text.until > reminder.usefulUntil ? { dropped: 'sms_quiet_hours' } : { waitsUntil: text.until },
    };
  });
}

const includesTexts = (reminders: readonly Reminder[]): boolean =>
  reminders.some(({ channels }) => channels.includes('sms'));

/** Whether the user has a verified number, or has chosen texts. The defaults that everybody begins with have them too. */
async function expectsTexts(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  chosen: StoredSettings | undefined,
): Promise<boolean> {
  if (Object.values(chosen?.defaults ?? {}).some(includesTexts)) return true;
  if ((await getTextRecipient({ ...platform, db: tx }, scope)).mobile) return true;
  const own = await listOverrides(tx, scope);
  return own.some(({ reminders }) => includesTexts(reminders));
}

/** Reminders of tasks and blocks contain a short link. */
async function composeText(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  { reminder, scope, recipient }: Due,
  now: Date,
): Promise<string> {
  const text = toText(reminder, now, recipient, platform.config.PRODUCT_NAME);
  if (reminder.kind !== 'task' && reminder.kind !== 'block') return text;
  return `${text} ${await createPageLink(platform, tx, scope, toPath(reminder, recipient))}`;
}

function toNotification({ reminder, scope, recipient, key }: Due, now: Date): Entry {
  const { kind, content, startsAt } = reminder;
  const isOver = startsAt < now;
  return {
    scope,
    key,
    kind: isDailyMail(kind) ? ('missed' as const) : kind,
    title: content.title,
    text: [content.detail, isOver && kind !== 'task' ? 'This reminder comes late.' : '']
      .filter(Boolean)
      .join(' · '),
    at: startsAt,
    path: toPath(reminder, recipient),
  };
}

/** What the list behind the bell says if the reminder is not sent. */
function toUnsentNote(due: Due, now: Date, prefix: 'untexted' | 'unmailed' | 'unpushed'): UnsentNote {
  const { scope: _, at, ...entry } = toNotification(due, now);
  return { ...entry, key: `${prefix} ${due.key}`, at: at?.toISOString() ?? null };
}

/** Says behind the bell why a reminder was not texted: on its own entry, if it gets one, or on a new one. */
function addNote(entries: Entry[], due: Due, reason: string, now: Date): void {
  const own = entries.findIndex(({ scope, key }) => scope === due.scope && key === due.key);
  const key = own === -1 ? {} : { key: due.key };
  const noted = {
    ...toUnsentEntry({ ...toUnsentNote(due, now, 'untexted'), ...key }, describeUnsent(reason)),
    scope: due.scope,
  };
  if (own === -1) entries.push(noted);
  else entries[own] = noted;
}

/** The note about reminders that came too late: one for each subject, whatever their channels. */
function toMissed({ reminder, scope, recipient }: Due) {
  const { kind, subjectId, occurrence, startsAt, content } = reminder;
  return {
    scope,
    key: ['missed', kind, subjectId, occurrence, startsAt.toISOString()].join(' '),
    kind: 'missed' as const,
    ...(isDailyMail(kind)
      ? {
          title: `Your ${dailyMailNames[kind]} was not sent`,
          text: 'The server could not send it in time.',
          path: '/dashboard',
        }
      : {
          title: content.title,
          text: 'The server could not remind you in time.',
          path: toPath(reminder, recipient),
        }),
    at: startsAt,
  };
}

/** The queue withdraws mails by an id. Reminders are settled once and never withdrawn. */
const toSubjectId = ({ id }: StoredReminder) => id;

async function toMail(
  platform: Pick<Platform, 'clock' | 'config' | 'secrets'>,
  tx: Tx,
  due: Due,
  now: Date,
): Promise<QueuedMail & { scope: Scope }> {
  const { reminder, scope, recipient, key } = due;
  const list: MailList = isDailyMail(reminder.kind) ? reminder.kind : 'reminders';
  const unsubscribeUrl = toUnsubscribeUrl(platform, scope, list);
  const composed = isDailyMail(reminder.kind)
    ? await composeDailyMail(platform, tx, scope, { ...reminder, kind: reminder.kind }, recipient)
    : reminderMail(platform, reminder, recipient, now);
  return {
    scope,
    key,
    subjectId: toSubjectId(reminder),
    sendAt: now,
    usefulUntil: reminder.usefulUntil,
    ...(!isDailyMail(reminder.kind) && { note: toUnsentNote(due, now, 'unmailed') }),
    message: {
      to: recipient.email,
      subject: composed.subject,
      text: `${composed.text}\n--\nStop these mails: ${unsubscribeUrl}\n`,
      unsubscribeUrl,
    },
  };
}

function reminderMail(
  { config }: Pick<Platform, 'config'>,
  reminder: StoredReminder,
  recipient: Recipient,
  now: Date,
): { subject: string; text: string } {
  return {
    subject: `Reminder: ${reminder.content.title}`,
    text: [
      getGreeting(recipient.firstName),
      '',
      reminder.content.title,
      describeReminder(reminder, now, recipient),
      '',
      `${config.publicUrl}${toPath(reminder, recipient)}`,
      '',
    ].join('\n'),
  };
}

const MAX_BODY = 300;
const shorten = (text: string) => (text.length > MAX_BODY ? `${text.slice(0, MAX_BODY - 1)}…` : text);

function toPush(due: Due, subscriptionId: string, now: Date) {
  const { reminder, scope, recipient, key } = due;
  return {
    scope,
    key,
    subjectId: toSubjectId(reminder),
    subscriptionId,
    sendAt: now,
    usefulUntil: reminder.usefulUntil,
    note: toUnsentNote(due, now, 'unpushed'),
    message: {
      title: shorten(reminder.content.title),
      body: shorten(describeReminder(reminder, now, recipient)),
      path: toPath(reminder, recipient),
      tag: createHash('sha256').update(key).digest('hex').slice(0, 32),
      usefulUntil: reminder.usefulUntil.toISOString(),
    },
  };
}

/** Queues a run at each time of the coming minute at which something is due, so that nothing waits for the next one. */
export async function queueNextSweeps({
  db,
  clock,
  jobs,
}: DbContext & Pick<Platform, 'jobs'>): Promise<void> {
  const now = clock();
  const times = await listNextDue(db, now, new Date(now.getTime() + MINUTE_MS));
  const seconds = new Set(times.map((time) => Math.ceil(time.getTime() / SECOND_MS) * SECOND_MS));
  for (const second of seconds) {
    const startAfter = new Date(second);
    await jobs.enqueue(SWEEP_JOB, {}, { key: startAfter.toISOString(), startAfter });
  }
}

export async function purgeReminders({ db, clock }: DbContext): Promise<void> {
  await deleteSettledBefore(db, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
}
