import type { HostBooking } from '@dayloom/contracts';
import { formatShortDate, formatTimeIn, formatTimeRange } from '#lib/format-time.ts';
import { formatZone } from '#lib/zone-names.ts';

/** `Wed, 25 Nov`, with the year if it is another one. */
export function formatDate(startsAt: Date, now: Date): string {
  const year = startsAt.getFullYear();
  return `${formatShortDate(startsAt)}${year === now.getFullYear() ? '' : ` ${year}`}`;
}

/** `Wed, 25 Nov · 10:00–10:30` */
export function formatTimes({ startsAt, endsAt }: HostBooking, now: Date): string {
  const start = new Date(startsAt);
  return `${formatDate(start, now)} · ${formatTimeRange(start, new Date(endsAt))}`;
}

/** `18:00 in Asia/Tokyo`, if the visitor is in another zone than the viewer. */
export function visitorTime({ startsAt, timeZone }: HostBooking, viewerZone: string): string | null {
  if (timeZone === viewerZone) return null;
  return `${formatTimeIn(timeZone, new Date(startsAt))} in ${formatZone(timeZone)}`;
}

/** Its state, where it is not simply confirmed. */
export function describeState({ status, needsEmail, isRequest, cancelledBy }: HostBooking): string | null {
  if (status === 'PENDING') {
    if (needsEmail) return 'Address not confirmed yet';
    return isRequest ? 'Asks for this time' : 'Waiting for you';
  }
  if (status !== 'CANCELLED') return null;
  if (cancelledBy === 'host') return 'Cancelled by you';
  return cancelledBy === 'visitor' ? 'Cancelled by the visitor' : 'Cancelled';
}

const REPLIES = { accepted: 'Yes', tentative: 'Maybe', declined: 'No' } as const;

/** Answers by mail: `Ada Byron: No, leo@example.org: Yes`. */
export function describeReplies({ replies, name, email }: HostBooking): string {
  return replies
    .map((reply) => `${reply.email === email ? name : reply.email}: ${REPLIES[reply.answer]}`)
    .join(', ');
}

/** Whether somebody who is expected has declined. */
export function isDeclined({ status, replies }: HostBooking): boolean {
  return status !== 'CANCELLED' && replies.some(({ answer }) => answer === 'declined');
}

export interface Possible {
  readonly approve: boolean;
  readonly decline: boolean;
  readonly cancel: boolean;
  readonly markNoShow: boolean;
}

/** What the host can do with a booking now. */
export function getAllowedActions(
  { status, needsEmail, startsAt, endsAt }: HostBooking,
  now: Date,
): Possible {
  const isOver = new Date(endsAt) <= now;
  const waits = status === 'PENDING' && !isOver;
  return {
    approve: waits && !needsEmail,
    decline: waits,
    cancel: status === 'CONFIRMED' && !isOver,
    markNoShow: status === 'CONFIRMED' && new Date(startsAt) <= now,
  };
}
