import { randomUUID } from 'node:crypto';
import { reminderConsent } from '@dayloom/contracts';
import { DAY_MS, getZone, MINUTE_MS, startOfLocalDay } from '@dayloom/time';
import { getTextRecipient, setSendReminders } from '#features/account/operations/mobile.ts';
import { toUnsentEntry, type UnsentNote } from '#features/notifications/model/unsent-note.ts';
import { postNotifications } from '#features/notifications/operations/post-notifications.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import { decideRetry, type MessageStatus } from '../model/delivery.ts';
import { describeUnsent } from '../model/unsent-text.ts';
import { decideSendTime, readQuietHours } from '../rules/quiet-hours.ts';
import { deleteChecksBefore } from '../store/checks.ts';
import { deleteCountsBefore } from '../store/codes.ts';
import {
  deleteInboundBefore,
  findConsent,
  findOptOut,
  insertConsent,
  insertOptOut,
} from '../store/consents.ts';
import {
  claimMessage,
  failStuckMessages,
  forgetBodiesBefore,
  INTERRUPTED,
  insertMessages,
  listDueMessages,
  listSentTimes,
  lockAndCountReminders,
  markSent,
  REMINDER,
  type StoredMessage,
  updateMessage,
} from '../store/messages.ts';
import {
  OPTED_OUT_MESSAGE,
  type PhonePlatform,
  type RequestOrigin,
  requireSms,
  type TextSender,
  toDayKey,
} from './platform.ts';
import { allowTexts } from './pumping.ts';

/** The kind of a message to a visitor of the user. */
export const VISITOR_REMINDER = 'visitor_reminder';

const STUCK_AFTER_MS = 10 * MINUTE_MS;
const BATCH = 100;
const AT_ONCE = 4;
/** Per run of the job. The next one follows within a minute. */
const MAX_AT_ONCE = 10_000;
const KEPT_DAYS = { bodies: 30, counts: 3, inbound: 30 };

/**
 * Enables or disables SMS reminders. Enabling is consent, so the text that was agreed to is recorded with its
 * time and origin.
 */
export async function setReminders(
  platform: DbContext & Pick<PhonePlatform, 'config' | 'sms'>,
  scope: Scope,
  isOn: boolean,
  visit: RequestOrigin,
): Promise<void> {
  const { config, db, clock } = platform;
  const reach = await getTextRecipient(platform, scope);
  if (isOn) {
    requireSms(platform);
    if (!reach.entitlements.smsReminders)
      throw new AppError('limit_reached', 'SMS reminders are part of Premium.');
    if (!reach.mobile) throw new AppError('unprocessable', 'Verify your phone number first.');
    if (await findOptOut(db, reach.mobile)) throw new AppError('unprocessable', OPTED_OUT_MESSAGE);
  }
  const { mobile } = reach;
  if (reach.sendReminders === isOn) return;
  await db.transaction().execute(async (tx) => {
    await setSendReminders(platform, tx, scope, isOn);
    if (!mobile) return;
    await insertConsent(tx, scope, {
      id: randomUUID(),
      mobile,
      isGiven: isOn,
      source: 'settings',
      wording: isOn ? reminderConsent(config.PRODUCT_NAME) : 'SMS reminders were turned off.',
      networkAddress: visit.address,
      userAgent: visit.userAgent,
      now: clock(),
    });
  });
}

export type TextRefusal =
  | 'sms_off'
  | 'closed'
  | 'not_entitled'
  | 'no_verified_number'
  | 'no_consent'
  | 'opted_out'
  | 'daily_cap'
  | 'spend_cap';

export interface ReminderText {
  /** The same id is sent once. */
  readonly id: string;
  readonly text: string;
  /** After it the text is not sent. */
  readonly usefulUntil: Date;
  /** The note that the user gets if it is queued but not sent. */
  readonly note: UnsentNote;
}

/** Whether the user can get reminders by text message now. */
export async function canText(
  platform: DbContext & Pick<PhonePlatform, 'config' | 'sms'>,
  scope: Scope,
): Promise<boolean> {
  return (await findRefusal(platform, scope, await getTextRecipient(platform, scope))) === null;
}

/** `wait`: not before the end of quiet hours. */
export type ReminderTextOutcome =
  | { readonly outcome: 'queued' }
  | { readonly outcome: 'wait'; readonly until: Date }
  | { readonly outcome: 'refused'; readonly reason: TextRefusal };

/**
 * Queues reminders of a user in the caller's transaction, with an outcome for each. They are sent within a minute. The
 * day's count stays locked until the transaction ends.
 */
export async function queueReminderTexts(
  platform: Pick<PhonePlatform, 'clock' | 'config' | 'sms'>,
  tx: Tx,
  scope: Scope,
  texts: readonly ReminderText[],
): Promise<ReminderTextOutcome[]> {
  const { config, clock } = platform;
  const own = { ...platform, db: tx };
  const reach = await getTextRecipient(own, scope);
  const refusal = await findRefusal(own, scope, reach);
  const { mobile } = reach;
  if (refusal || !mobile)
    return texts.map(() => ({ outcome: 'refused', reason: refusal ?? 'no_verified_number' }));
  const now = clock();
  const sendAt = decideSendTime(now, reach.homeTimeZone, readQuietHours(config.SMS_QUIET_HOURS));
  if (sendAt > now) return texts.map(() => ({ outcome: 'wait', until: sendAt }));
  const allowed = await countLeft(platform, tx, scope, reach.homeTimeZone);
  const message = { kind: REMINDER, mobile, status: 'waiting', now, sendAt } as const;
  await insertMessages(
    tx,
    scope,
    texts.slice(0, allowed).map(({ text, ...queued }) => ({ ...message, ...queued, body: text })),
  );
  return texts.map((_text, at) =>
    at < allowed ? { outcome: 'queued' } : { outcome: 'refused', reason: 'daily_cap' },
  );
}

/** How many more reminders the user may be sent on this day of the home zone. */
async function countLeft(
  { config, clock }: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  homeTimeZone: string,
): Promise<number> {
  const today = startOfLocalDay(getZone(homeTimeZone), clock().getTime());
  const sent = await lockAndCountReminders(tx, scope, new Date(today));
  return Math.max(0, config.SMS_REMINDERS_PER_USER - sent);
}

/**
 * Sends messages whose time has come: after quiet hours, or after a failure of the provider. Runs every
 * minute.
 */
export async function sendDueMessages(platform: TextSender): Promise<void> {
  const now = platform.clock();
  await platform.db.transaction().execute(async (tx) => {
    const stuck = await failStuckMessages(tx, new Date(now.getTime() - STUCK_AFTER_MS));
    const entries = stuck.flatMap(({ scope, note }) =>
      note ? [{ ...toUnsentEntry(note, describeUnsent(INTERRUPTED)), scope }] : [],
    );
    await postNotifications(platform, tx, entries);
  });
  for (let sent = 0; sent < MAX_AT_ONCE; sent += BATCH) {
    const due = await listDueMessages(platform.db, now, BATCH);
    const { isAllowed, end } = allowTexts(platform, due.length);
    // In any order: two workers see the same list, and begin with different messages.
    const waiting = due
      .map((message) => ({ ...message, at: Math.random() }))
      .toSorted((one, other) => one.at - other.at);
    try {
      await runSomeAtOnce(waiting, ({ scope, id }) => sendMessage(platform, scope, id, isAllowed));
    } finally {
      await end();
    }
    if (due.length < BATCH) return;
  }
}

/** Does the work for some at a time. */
async function runSomeAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Deletes old message bodies, counts and received texts. Consents are kept as evidence. */
export async function purgeTexts({ db, clock }: DbContext): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await forgetBodiesBefore(db, before(KEPT_DAYS.bodies));
  await deleteCountsBefore(db, toDayKey(before(KEPT_DAYS.counts)));
  await deleteInboundBefore(db, before(KEPT_DAYS.inbound));
  await deleteChecksBefore(db, before(KEPT_DAYS.counts));
}

/** The item whose text was sent last; the first one if several were sent at once. Null if none has arrived. */
export async function findLastTexted<Item>(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  texts: readonly { readonly id: string; readonly item: Item }[],
): Promise<Item | null> {
  const times = await listSentTimes(
    db,
    scope,
    texts.map(({ id }) => id),
  );
  const sent = texts.filter(({ id }) => times.has(id));
  const at = ({ id }: { readonly id: string }) => times.get(id)?.getTime() ?? 0;
  return sent.toSorted((one, other) => at(other) - at(one))[0]?.item ?? null;
}

/** Ends a message that was not sent, or not delivered. Its user gets a note with the reason, in the same transaction. */
export async function failMessage(
  platform: DbContext,
  scope: Scope,
  id: string,
  {
    described,
    ...change
  }: { readonly status: MessageStatus; readonly reason: string | null; readonly described: string },
): Promise<'failed'> {
  await platform.db.transaction().execute(async (tx) => {
    const note = await updateMessage(tx, scope, id, change);
    if (note)
      await postNotifications(platform, tx, [{ ...toUnsentEntry(note, describeUnsent(described)), scope }]);
  });
  return 'failed';
}

/**
 * Sends one waiting message. Skips it if the user may no longer be texted or it is too late, and postpones
 * it in quiet hours.
 */
async function sendMessage(
  platform: TextSender,
  scope: Scope,
  id: string,
  /** Counts it towards the limit of the day. */
  isAllowed: () => Promise<boolean>,
): Promise<'sent' | 'waiting' | 'failed'> {
  const { config, db, clock } = platform;
  const message = await claimMessage(db, scope, id, clock());
  if (!message) return 'waiting';
  const reach = await getTextRecipient(platform, scope);
  const refusal =
    message.kind === VISITOR_REMINDER
      ? await findVisitorRefusal(platform, message.mobile, reach)
      : ((await findRefusal(platform, scope, reach)) ??
        (reach.mobile === message.mobile ? null : 'no_verified_number'));
  const skip = (reason: string) =>
    failMessage(platform, scope, id, { status: 'skipped', reason, described: reason });
  if (refusal) return skip(refusal);
  const now = clock();
  if (isUseless(message, now)) return skip('too_late');
  const timeZone = message.timeZone ?? reach.homeTimeZone;
  const toSendTime = (instant: Date) =>
    decideSendTime(instant, timeZone, readQuietHours(config.SMS_QUIET_HOURS));
  const sendAt = toSendTime(now);
  if (sendAt > now) {
    if (isUseless(message, sendAt)) return skip('quiet_hours');
    await updateMessage(db, scope, id, { status: 'waiting', sendAt });
    return 'waiting';
  }
  if (!(await isAllowed())) return skip('spend_cap');
  return sendToProvider(platform, scope, message, toSendTime);
}

const isUseless = ({ usefulUntil }: StoredMessage, at: Date) => usefulUntil !== null && usefulUntil < at;

async function sendToProvider(
  platform: DbContext & Pick<PhonePlatform, 'log' | 'sms'>,
  scope: Scope,
  message: StoredMessage,
  /** When a text that is due at an instant may be sent. */
  toSendTime: (instant: Date) => Date,
): Promise<'sent' | 'waiting' | 'failed'> {
  const { db, clock, log } = platform;
  const { id, mobile, attempts } = message;
  const fail = (reason: string) =>
    failMessage(platform, scope, id, { status: 'failed', reason, described: reason });
  try {
    const sent = await requireSms(platform).send({ to: mobile, text: message.body, reference: id });
    if (sent.outcome === 'sent') {
      await markSent(db, scope, id, { providerId: sent.id, now: clock() });
      return 'sent';
    }
    if (sent.outcome === 'opted_out') await insertOptOut(db, mobile, 'provider', clock());
    return await fail(sent.outcome);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const isRetryable = error.kind === 'rate_limited' || error.kind === 'unavailable';
    const retryAt = isRetryable ? decideRetry(attempts, error.retryAfterSeconds, clock()) : null;
    const again = retryAt && toSendTime(retryAt);
    log.warn({ err: error, again }, 'A text message could not be sent');
    if (!again || isUseless(message, again)) return fail(error.kind);
    await updateMessage(db, scope, id, { status: 'waiting', reason: error.kind, sendAt: again });
    return 'waiting';
  }
}

/** A visitor's consent belongs to the booking. The number may have opted out since. */
async function findVisitorRefusal(
  { sms, db }: Pick<PhonePlatform, 'db' | 'sms'>,
  mobile: string,
  { entitlements, isClosed }: Awaited<ReturnType<typeof getTextRecipient>>,
): Promise<TextRefusal | null> {
  if (!sms) return 'sms_off';
  if (isClosed) return 'closed';
  if (!entitlements.smsReminders) return 'not_entitled';
  return (await findOptOut(db, mobile)) ? 'opted_out' : null;
}

async function findRefusal(
  { sms, db }: Pick<PhonePlatform, 'db' | 'sms'>,
  scope: Scope,
  { mobile, sendReminders, entitlements, isClosed }: Awaited<ReturnType<typeof getTextRecipient>>,
): Promise<TextRefusal | null> {
  if (!sms) return 'sms_off';
  if (isClosed) return 'closed';
  if (!entitlements.smsReminders) return 'not_entitled';
  if (!mobile) return 'no_verified_number';
  if (await findOptOut(db, mobile)) return 'opted_out';
  const consent = sendReminders ? await findConsent(db, scope, mobile) : null;
  return consent?.isGiven ? null : 'no_consent';
}
