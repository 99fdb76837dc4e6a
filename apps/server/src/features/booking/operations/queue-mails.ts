import { getCachedContact } from '#features/account/operations/mail.ts';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { decideTextTime } from '#features/phone/operations/visitor-texts.ts';
import type { Mailer, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { queueMails, queueTexts, withdrawMails } from '#platform/mail-queue.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBooking } from '../model/booking.ts';
import {
  type BookingMailKind,
  findReminderText,
  listBookingMails,
  type MailContext,
  type MailHost,
} from '../rules/booking-mails.ts';
import { clearUnsentMail } from '../store/unsent-mails.ts';

export interface BookingMailRequest {
  readonly kind: BookingMailKind;
  readonly by: MailContext['by'];
  /** The host who did it. The other hosts get a mail about it. */
  readonly actor?: Scope | undefined;
  readonly token: string;
  /** Whether there may be earlier mails. */
  readonly isChange?: boolean;
  /** The code that confirms the address. */
  readonly emailCode?: string;
  /** When it happened; now by default. */
  readonly at?: Date;
}

/**
 * Queues the mails about a change of a booking, in its transaction, for all its hosts. Earlier mails that were
 * not sent are withdrawn.
 */
export async function queueBookingMails(
  platform: Mailer,
  tx: Tx,
  parts: readonly { readonly scope: Scope; readonly booking: StoredBooking }[],
  { kind, by, actor, token, emailCode, isChange = true, at = platform.clock() }: BookingMailRequest,
): Promise<void> {
  const [first] = parts;
  if (!first) return;
  const hosts = await Promise.all(parts.map(({ scope }) => toMailHost(platform, tx, scope)));
  const actorAt = parts.findIndex(({ scope }) => scope.userId === actor?.userId);
  const manageUrl = toManageUrl(platform, token);
  const mails = listBookingMails(kind, {
    booking: first.booking,
    hosts: hosts as [MailHost, ...MailHost[]],
    manageUrl,
    confirmUrl: emailCode === undefined ? null : `${manageUrl}?confirm=${emailCode}`,
    by,
    actor: hosts[actorAt] ?? null,
    domain: platform.config.domain,
    replyTo: platform.config.INBOUND_MAIL_ADDRESS,
    productName: platform.config.PRODUCT_NAME,
    now: at,
  });
  if (isChange) await withdrawBookingMails(tx, parts);
  await queueMails(
    platform,
    tx,
    first.scope,
    mails.map((mail) => ({ ...mail, subjectId: first.booking.id })),
  );
  const text = findReminderText(kind, { booking: first.booking, productName: platform.config.PRODUCT_NAME });
  if (!text || text.dueAt <= at) return;
  const sendAt = decideTextTime(platform, text.dueAt, text.message.timeZone);
  const { key, message } = text;
  await queueTexts(platform, tx, first.scope, [{ key, message, sendAt, subjectId: first.booking.id }]);
}

/** Withdraws the mails about a booking that were not sent. */
export async function withdrawBookingMails(
  tx: Tx,
  parts: readonly { readonly scope: Scope; readonly booking: StoredBooking }[],
): Promise<void> {
  // Every host's part is needed: their order differs from that in which the booking was made.
  for (const { scope, booking } of parts) {
    await clearUnsentMail(tx, scope, booking.id);
    await withdrawMails(tx, scope, booking.id);
  }
}

export function toManageUrl({ config }: Pick<Platform, 'config'>, token: string): string {
  return `${config.publicUrl}/p/${token}`;
}

async function toMailHost(platform: Pick<Platform, 'config'>, tx: Tx, scope: Scope): Promise<MailHost> {
  const { firstName, lastName, email, acceptsActivityMail } = await getCachedContact({ db: tx }, scope);
  const { homeTimeZone } = await getCachedTimeRules({ db: tx }, scope);
  return {
    name: `${firstName} ${lastName}`.trim(),
    email,
    acceptsMail: acceptsActivityMail,
    timeZone: homeTimeZone,
    bookingsUrl: `${platform.config.publicUrl}/bookings`,
  };
}
