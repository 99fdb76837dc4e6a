import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { getContact } from '#features/account/operations/mail.ts';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import { isOwnInvitation } from '#features/calendar/model/guests.ts';
import { findAnyCalendar } from '#features/calendar/operations/external-calendars.ts';
import { lockCalendarObject, writeGuests } from '#features/calendar/operations/guest-answers.ts';
import type { DbContext, Mailer, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { queueMails } from '#platform/mail-queue.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import { type ByInstance, type StoredInvitation, toSentRecord } from '../model/invitation.ts';
import { toGuestMail } from '../rules/guest-mails.ts';
import {
  forgetAnswers,
  type GuestUpdate,
  listRescheduled,
  planGuestUpdates,
} from '../rules/guest-updates.ts';
import { findEnd, withoutPast } from '../rules/past-updates.ts';
import { insertGuests, listInvitedGuests } from '../store/guests.ts';
import {
  deleteEndedBefore,
  type InvitationRef,
  listDue,
  lockInvitation,
  postpone,
  saveSentState,
  setDue,
} from '../store/invitations.ts';
import { countRecentInvitations } from './limits.ts';
import { type InvitationSender, type InvitationsPlatform, jobNames } from './platform.ts';

/** Mails what guests have to know. Several processes may do so at once: the calendar object is locked. */
export async function sendDueInvitations(platform: InvitationSender): Promise<void> {
  for (const found of await listDue(platform.db, platform.clock()))
    await platform.db.transaction().execute((tx) => sendOne(platform, tx, found));
}

/** How long the page of a guest stays after the last occurrence. */
const KEPT_MS = 30 * DAY_MS;

export function purgeInvitations({ db, clock }: DbContext): Promise<void> {
  return deleteEndedBefore(db, new Date(clock().getTime() - KEPT_MS));
}

async function sendOne(
  platform: Mailer & Pick<InvitationsPlatform, 'outboundQueue' | 'readProviderState'>,
  tx: Tx,
  found: InvitationRef,
): Promise<void> {
  const now = platform.clock();
  const { scope } = found;
  const { records, homeTimeZone } = await lockCalendarObject(tx, scope, found);
  const invitation = await lockInvitation(tx, scope, found);
  if (!invitation?.dueAt || invitation.dueAt > now) return;
  const calendar = await findAnyCalendar(tx, scope, found.calendarId);
  // The event is not shown here any more. That does not cancel it.
  if (!calendar?.isShown) return setDue(tx, scope, found, { title: invitation.title, dueAt: null });
  if (calendar.isConnected && (await platform.readProviderState(tx, scope, found)).isWaiting)
    return waitForProvider(platform, tx, scope, invitation.id);
  const own = records.filter(({ details }) => isOwnInvitation(details));
  const states = { sent: invitation.sent, current: own, homeTimeZone };
  const forgotten = forgetAnswers(states);
  const current = own.map((record) => forgotten.find(({ id }) => id === record.id) ?? record);
  const updates = withoutPast(planGuestUpdates({ ...states, current }), homeTimeZone, now);
  if (await isOverLimit(platform, tx, scope, updates))
    return postpone(tx, scope, invitation.id, new Date(now.getTime() + 10 * MINUTE_MS));
  const sequence = updates.length > 0 ? invitation.sequence + 1 : invitation.sequence;
  await writeGuests(platform, tx, scope, forgotten);
  await queueGuestUpdates(platform, tx, scope, { invitation, updates, sequence, homeTimeZone });
  await saveSentState(tx, scope, invitation.id, {
    sent: current.map(toSentRecord),
    sequence,
    answersFrom: toAnswersFrom(invitation.answersFrom, listRescheduled(states), sequence),
    endsAt: findLastEnd(current, homeTimeZone, now),
  });
}

const WAIT_MS = 15_000;

/** Guests are notified of what the calendar's server has accepted: it may refuse a change, or have another one. */
async function waitForProvider(
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  invitationId: string,
): Promise<void> {
  const until = new Date(clock().getTime() + WAIT_MS);
  await postpone(tx, scope, invitationId, until);
  // Jobs run by the system clock, not by `clock`.
  const startAfter = new Date(Date.now() + WAIT_MS);
  await jobs.enqueue(jobNames.send, {}, { key: `due ${until.getTime()}`, startAfter, tx });
}

/** Whether more people would be invited than an hour allows. A first mail to many people at once always goes out. */
async function isOverLimit(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  updates: readonly GuestUpdate[],
): Promise<boolean> {
  if (!updates.some(({ kind }) => kind === 'invited')) return false;
  return (await countRecentInvitations(platform, tx, scope)) >= platform.config.meetingLimits.attendees;
}

interface ToQueue {
  readonly invitation: StoredInvitation;
  readonly updates: readonly GuestUpdate[];
  readonly sequence: number;
  readonly homeTimeZone: string;
}

async function queueGuestUpdates(
  platform: Mailer,
  tx: Tx,
  scope: Scope,
  { invitation, updates, sequence, homeTimeZone }: ToQueue,
): Promise<void> {
  if (updates.length === 0) return;
  const { config, clock } = platform;
  const now = clock();
  const { firstName, lastName, email } = await getContact({ db: tx }, scope);
  const tokens = await getTokens(platform, tx, scope, invitation.id, updates);
  const mails = updates.map((each) =>
    toGuestMail(each, {
      invitationId: invitation.id,
      organizer: { name: `${firstName} ${lastName}`.trim(), email },
      replyTo: config.INBOUND_MAIL_ADDRESS ?? email,
      sequence,
      homeTimeZone,
      now,
      productName: config.PRODUCT_NAME,
      url: `${config.publicUrl}/event/invitation/${tokens.get(each.email) ?? ''}`,
    }),
  );
  // The change could be undone until now.
  await queueMails(
    platform,
    tx,
    scope,
    mails.map((mail) => ({ ...mail, sendAt: now })),
  );
}

const TOKENS = 'invitation';

/** The tokens of the guests' pages. Who is invited for the first time gets a new one. */
async function getTokens(
  { secrets }: Pick<Platform, 'secrets'>,
  tx: Tx,
  scope: Scope,
  invitationId: string,
  updates: readonly GuestUpdate[],
): Promise<Map<string, string>> {
  const known = await listInvitedGuests(tx, scope, invitationId);
  const tokens = new Map(known.map(({ email, sealedToken }) => [email, secrets.open(sealedToken, TOKENS)]));
  const emails = [...new Set(updates.map(({ email }) => email))].filter((email) => !tokens.has(email));
  const made = emails.map((email) => ({ email, token: makeToken() }));
  await insertGuests(
    tx,
    scope,
    invitationId,
    made.map(({ email, token }) => ({
      email,
      tokenHash: digest(token),
      sealedToken: secrets.seal(token, TOKENS),
    })),
  );
  for (const { email, token } of made) tokens.set(email, token);
  return tokens;
}

function toAnswersFrom(
  known: ByInstance<number>,
  rescheduled: readonly string[],
  sequence: number,
): ByInstance<number> {
  const now = Object.fromEntries(rescheduled.map((id) => [id, sequence]));
  return rescheduled.includes('') ? now : { ...known, ...now };
}

function findLastEnd(records: readonly EventRecord[], homeTimeZone: string, now: Date): Date | null {
  const ends = records.map((record) => findEnd(record, homeTimeZone));
  return ends.includes(null) ? null : new Date(Math.max(now.getTime(), ...ends.map((end) => end ?? 0)));
}
