import { getContact } from '#features/account/operations/mail.ts';
import type { InvitedPerson } from '#features/calendar/model/invitation.ts';
import type { Mailer, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { listSentMails, MAILS_KEPT_MS, queueMails } from '#platform/mail-queue.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredAttendee, StoredMeeting } from '../model/meeting.ts';
import type { InvitationContext } from '../rules/invitation.ts';
import {
  type AttendeeMailKind,
  END_KEY_PREFIX,
  INVITE_KEY_PREFIX,
  toAttendeeMail,
} from '../rules/meeting-mails.ts';
import type { MeetingsPlatform } from './platform.ts';

/** How long a change can be undone before the attendees are notified. */
export const SEND_DELAY_MS = 30_000;

/** A request with its attendees. */
export interface MeetingWithAttendees {
  readonly meeting: StoredMeeting;
  readonly attendees: readonly StoredAttendee[];
}

export function getSendTime({ clock }: Pick<Platform, 'clock'>): Date {
  return new Date(clock().getTime() + SEND_DELAY_MS);
}

/** Queues a mail to each of the attendees, in the transaction of the change. What was sent before is not sent again. */
export async function notifyAttendees(
  platform: Mailer,
  tx: Tx,
  scope: Scope,
  { meeting, attendees }: MeetingWithAttendees,
  { kind, sendAt, message = '' }: { kind: AttendeeMailKind; sendAt: Date; message?: string },
): Promise<void> {
  if (attendees.length === 0) return;
  const context = { ...(await getInvitationContext(platform, tx, scope, meeting)), message };
  const mails = attendees.map((attendee) =>
    toAttendeeMail(kind, context, { attendee, url: toPageUrl(platform, meeting, attendee) }),
  );
  await queueMails(
    platform,
    tx,
    scope,
    mails.map((mail) => ({ ...mail, subjectId: meeting.id, sendAt })),
  );
}

/** Queues the mail that belongs to the state of the request, for those who have not had it. */
export async function notifyAboutState(
  platform: Mailer,
  tx: Tx,
  scope: Scope,
  whole: MeetingWithAttendees,
  sendAt: Date,
): Promise<void> {
  const { status, createdAt } = whole.meeting;
  // The queue no longer knows who had the mail.
  if (isForgotten(createdAt, platform.clock()) && status === 'open') return;
  await notifyAttendees(platform, tx, scope, whole, {
    kind: status === 'open' ? 'asked' : 'confirmed',
    sendAt,
  });
}

/** What the attendees of a request know about it. */
export interface Contacts {
  /** Whether the attendee has had a mail about the request, or has answered it by a link from elsewhere. */
  readonly knows: (attendee: StoredAttendee) => boolean;
  /** Whether the attendee has an invitation file. */
  readonly isInvited: (attendee: StoredAttendee) => boolean;
  /** Whether anybody was notified that the request was withdrawn. */
  readonly knowEnd: boolean;
}

/** Call it after the mails that have not been sent are withdrawn: then it stays true until the transaction ends. */
export async function readContacts(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  { id, createdAt, sequence }: StoredMeeting,
): Promise<Contacts> {
  const sent = await listSentMails(tx, scope, id);
  const toAddresses = (begin: string) =>
    new Set(sent.filter(({ key }) => key.startsWith(begin)).map(({ address }) => address));
  const [known, invited, ended] = [
    toAddresses(''),
    toAddresses(INVITE_KEY_PREFIX),
    toAddresses(END_KEY_PREFIX),
  ];
  const forgotten = isForgotten(createdAt, clock());
  return {
    knows: ({ email, answer }) => forgotten || answer !== null || known.has(email.toLowerCase()),
    isInvited: ({ email }) => (forgotten && sequence >= 0) || invited.has(email.toLowerCase()),
    knowEnd: forgotten || ended.size > 0,
  };
}

/** Whether mails about a request may be so old that the queue has deleted them. */
function isForgotten(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= MAILS_KEPT_MS;
}

export async function getInvitationContext(
  platform: Pick<Platform, 'clock' | 'config'>,
  db: Tx | MeetingsPlatform['db'],
  scope: Scope,
  meeting: StoredMeeting,
): Promise<InvitationContext> {
  const { config, clock } = platform;
  return {
    meeting,
    organizer: await getOrganizer(db, scope),
    replyTo: config.INBOUND_MAIL_ADDRESS,
    domain: platform.config.domain,
    productName: config.PRODUCT_NAME,
    now: clock(),
  };
}

export async function getOrganizer(db: MeetingsPlatform['db'], scope: Scope): Promise<InvitedPerson> {
  const { firstName, lastName, email } = await getContact({ db }, scope);
  return { name: `${firstName} ${lastName}`.trim(), email };
}

const TOKENS = 'meeting';

export function sealToken({ secrets }: Pick<Platform, 'secrets'>, token: string): string {
  return secrets.seal(token, TOKENS);
}

/** The address of an attendee's own page. */
export function toPageUrl(
  { config, secrets }: Pick<Platform, 'config' | 'secrets'>,
  { slug }: StoredMeeting,
  { sealedToken }: StoredAttendee,
): string {
  return `${config.publicUrl}/event/${slug}/${secrets.open(sealedToken, TOKENS)}`;
}

/** The short link to it. */
export function toShortUrl(
  { config, secrets }: Pick<Platform, 'config' | 'secrets'>,
  { sealedToken }: StoredAttendee,
): string {
  return `${config.publicUrl}/p/${secrets.open(sealedToken, TOKENS)}`;
}
