import type { AnswerOutcome, MailedAnswer } from '#features/invitations/model/mailed-answer.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notifyChanged } from '#platform/notify.ts';
import { findBookingId } from '../rules/invitation.ts';
import { decideReply } from '../rules/mail-replies.ts';
import { lockById, updateBooking } from '../store/bookings.ts';

/**
 * Records an answer to the invitation file of a booking, which its hosts see. It cancels nothing: a program may answer
 * by itself, and the visitor has a link to cancel. Null if the UID belongs to no booking.
 */
export function handleBookingReply(
  platform: DbContext & Pick<Platform, 'config'>,
  given: MailedAnswer,
): Promise<AnswerOutcome | null> {
  const id = findBookingId(given.uid, platform.config.domain);
  if (id === null) return Promise.resolve(null);
  return platform.db.transaction().execute(async (tx) => {
    const parts = await lockById(tx, id);
    const [first] = parts;
    if (!first) return 'uninvited';
    const now = platform.clock();
    const outcome = decideReply(first.booking, given, now);
    if (outcome !== 'recorded') return outcome;
    // A wrong clock of a guest's program must not outrank later answers.
    const { email, answer, stampedAt } = given;
    const sequence = Math.min(given.sequence, first.booking.sequence);
    const reply = { answer, sequence, stampedAt: Math.min(stampedAt, now.getTime()) };
    for (const { scope, booking } of parts) {
      const details = { ...booking.details, replies: { ...booking.details.replies, [email]: reply } };
      await updateBooking(tx, scope, id, { details }, now);
      await notifyChanged(tx, scope, 'bookings');
    }
    return outcome;
  });
}
