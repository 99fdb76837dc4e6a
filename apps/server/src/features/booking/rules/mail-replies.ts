import type { AnswerOutcome, MailedAnswer } from '#features/invitations/model/mailed-answer.ts';
import type { BookingReply, StoredBooking } from '../model/booking.ts';

/** Whether an answer by mail counts: of the visitor or a guest, about the present time, and later than the last one. */
export function decideReply(booking: StoredBooking, given: MailedAnswer, now: Date): AnswerOutcome {
  const { status, email, details, endsAt, sequence } = booking;
  const people = [email, ...details.guests].map((address) => address.toLowerCase());
  if (!people.includes(given.email)) return 'uninvited';
  const last = details.replies?.[given.email];
  const isRepeated =
    last !== undefined && last.sequence >= given.sequence && last.stampedAt >= given.stampedAt;
  const isOver = status === 'CANCELLED' || endsAt <= now;
  return isOver || isRepeated || given.sequence < sequence ? 'outdated' : 'recorded';
}

/** The answers by mail to the present time, in the order of the people. */
export function listReplies({ details, email, sequence }: StoredBooking) {
  const { replies = {}, guests } = details;
  return [email, ...guests].flatMap((address) => {
    const reply: BookingReply | undefined = replies[address.toLowerCase()];
    return reply && reply.sequence >= sequence ? [{ email: address, answer: reply.answer }] : [];
  });
}
