import type { AttendeeEvent, InvitationState, MeetingState } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { AppError } from '#platform/errors.ts';
import type { StoredAttendee, StoredMeeting } from '../model/meeting.ts';

export function getMeetingState({ status, expiresAt }: StoredMeeting, now: Date): MeetingState {
  return status === 'open' && expiresAt <= now ? 'expired' : status;
}

export function getInvitationState(
  meeting: StoredMeeting,
  { answer, viewedAt }: StoredAttendee,
  now: Date,
): InvitationState {
  if (meeting.status === 'withdrawn') return 'withdrawn';
  if (answer !== null) return 'answered';
  if (!canAnswer(meeting, now)) return 'expired';
  return viewedAt ? 'viewed' : 'sent';
}

/** What the attendee's page says. */
export function getPageState(
  meeting: StoredMeeting,
  attendee: StoredAttendee,
  now: Date,
): AttendeeEvent['state'] {
  return meeting.status === 'confirmed' ? 'confirmed' : getInvitationState(meeting, attendee, now);
}

/** Whether answers are taken: until the time to answer is over, and until a chosen time begins. */
export function canAnswer({ status, expiresAt, confirmedAt }: StoredMeeting, now: Date): boolean {
  if (status === 'confirmed') return confirmedAt !== null && confirmedAt > now;
  return status === 'open' && expiresAt > now;
}

export function requireAnswerable(meeting: StoredMeeting, now: Date): void {
  if (canAnswer(meeting, now)) return;
  throw new AppError(
    'meeting_closed',
    meeting.status === 'withdrawn'
      ? 'The organizer has withdrawn this request. No answer is needed.'
      : meeting.status === 'confirmed'
        ? 'This meeting has already begun.'
        : 'The time to answer this request is over.',
  );
}

/** What the organizer still changes is neither withdrawn nor over. */
export function requireRunning(meeting: StoredMeeting, now: Date): void {
  if (meeting.status === 'withdrawn')
    throw new AppError('meeting_closed', 'This meeting request was withdrawn.');
  if (isOver(meeting, now)) throw new AppError('meeting_closed', 'All proposed times have passed.');
}

/** How long an attendee's short link works after the end. */
const LINK_KEPT_MS = 30 * DAY_MS;

/** Whether the short links of a request have expired. Until then its page shows the outcome. */
export function hasLinkExpired(meeting: StoredMeeting, now: Date): boolean {
  return getMeetingEnd(meeting) + LINK_KEPT_MS <= now.getTime();
}

/** Whether the chosen time has ended, or without one the last proposed time has begun. */
export function isOver(meeting: StoredMeeting, now: Date): boolean {
  return getMeetingEnd(meeting) <= now.getTime();
}

function getMeetingEnd({ confirmedAt, durationMinutes, times }: StoredMeeting): number {
  return confirmedAt
    ? confirmedAt.getTime() + durationMinutes * MINUTE_MS
    : Math.max(...times.map((time) => time.getTime()));
}
