import type { AnswerOutcome, MailedAnswer } from '#features/invitations/model/mailed-answer.ts';
import type { DbContext } from '#platform/context.ts';
import { notifyChanged } from '#platform/notify.ts';
import { findMeetingId } from '../rules/invitation.ts';
import { canAnswer } from '../rules/states.ts';
import { findByAddress, updateAnswer } from '../store/attendees.ts';
import { updateMeeting } from '../store/requests.ts';
import { lockMeetingWithAttendees } from './commands.ts';
import { showAnswerAtEvent } from './own-event.ts';
import type { MeetingsPlatform } from './platform.ts';

const ANSWERS = { accepted: 'accept', tentative: 'maybe', declined: 'decline' } as const;

/**
 * Records an answer to the invitation file of a meeting as the attendee's answer to the chosen time. Null if the UID is
 * of no meeting.
 */
export async function handleMeetingReply(
  platform: DbContext & Pick<MeetingsPlatform, 'config' | 'outboundQueue'>,
  mailed: MailedAnswer,
): Promise<AnswerOutcome | null> {
  const { uid, email, answer, sequence, stampedAt } = mailed;
  const meetingId = findMeetingId(uid, platform.config.domain);
  if (meetingId === null) return null;
  const found = await findByAddress(platform.db, { meetingId, email });
  if (!found) return 'uninvited';
  const { scope, attendeeId } = found;
  return platform.db.transaction().execute(async (tx) => {
    const { meeting, attendees } = await lockMeetingWithAttendees(tx, scope, meetingId);
    const now = platform.clock();
    const own = attendees.find(({ id }) => id === attendeeId);
    if (!own) return 'uninvited';
    const isRepeated = own.answeredAt !== null && own.answeredAt.getTime() >= stampedAt;
    if (!meeting.confirmedAt || !canAnswer(meeting, now) || sequence < meeting.sequence || isRepeated)
      return 'outdated';
    // The time of the answer and not of its arrival: mails arrive in any order, and more than once.
    const answeredAt = stampedAt === 0 ? now : new Date(Math.min(stampedAt, now.getTime()));
    const times = answer === 'declined' ? [] : [meeting.confirmedAt];
    const given = { answer: ANSWERS[answer], times, reason: own.reason };
    await updateAnswer(tx, scope, attendeeId, given, answeredAt);
    await showAnswerAtEvent(platform, tx, scope, meeting, {
      ...own,
      answer: given.answer,
      answerTimes: times,
    });
    const unreportedSince = meeting.unreportedSince ?? now;
    await updateMeeting(tx, scope, meetingId, { unreportedSince }, now);
    await notifyChanged(tx, scope, 'meetings');
    return 'recorded';
  });
}
