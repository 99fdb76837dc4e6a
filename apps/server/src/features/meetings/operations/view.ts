import type { MeetingRequest } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredAttendee, StoredMeeting } from '../model/meeting.ts';
import { getEnd } from '../rules/invitation.ts';
import { getInvitationState, getMeetingState } from '../rules/states.ts';
import { countVotes } from '../rules/votes.ts';
import { listAttendees } from '../store/attendees.ts';
import { findMeeting } from '../store/requests.ts';
import { type MeetingWithAttendees, toPageUrl, toShortUrl } from './attendee-mails.ts';

export async function readMeeting(
  platform: DbContext & Pick<Platform, 'config' | 'secrets'>,
  scope: Scope,
  id: string,
): Promise<MeetingRequest> {
  const meeting = await findMeeting(platform.db, scope, id);
  if (!meeting) throw notFound('The meeting request');
  const [shown] = await showMeetings(platform, scope, [meeting]);
  if (!shown) throw notFound('The meeting request');
  return shown;
}

/** Requests as their organizer sees them. */
export async function showMeetings(
  platform: DbContext & Pick<Platform, 'config' | 'secrets'>,
  scope: Scope,
  meetings: readonly StoredMeeting[],
): Promise<MeetingRequest[]> {
  const [attendees, isFree] = await Promise.all([
    listAttendees(
      platform.db,
      scope,
      meetings.map(({ id }) => id),
    ),
    createIsFree(platform, scope, meetings),
  ]);
  const byRequest = Map.groupBy(attendees, ({ requestId }) => requestId);
  return meetings.map((meeting) =>
    toMeetingRequest(platform, { meeting, attendees: byRequest.get(meeting.id) ?? [] }, isFree),
  );
}

type IsFree = (start: Date, end: Date) => boolean;

/** Whether the organizer is free at the proposed times. The meetings' own events do not count. */
async function createIsFree(
  platform: Pick<Platform, 'db'>,
  scope: Scope,
  meetings: readonly StoredMeeting[],
): Promise<IsFree> {
  const times = meetings.flatMap((one) => one.times.map((time) => time.getTime()));
  if (times.length === 0) return () => true;
  const longest = Math.max(...meetings.map(({ durationMinutes }) => durationMinutes)) * MINUTE_MS;
  const { homeTimeZone, scheduling } = await getCachedTimeRules(platform, scope);
  const busy = await listBusyIntervals(
    platform.db,
    scope,
    new Date(Math.min(...times)),
    new Date(Math.max(...times) + longest),
    {
      allDay: scheduling.allDayEventsBlock,
      homeTimeZone,
      except: meetings.flatMap(({ eventId }) => eventId ?? []),
    },
  );
  return (start, end) => !busy.some((one) => one.start < end.getTime() && one.end > start.getTime());
}

function toMeetingRequest(
  platform: Pick<Platform, 'clock' | 'config' | 'secrets'>,
  { meeting, attendees }: MeetingWithAttendees,
  isFree: IsFree,
): MeetingRequest {
  const now = platform.clock();
  return {
    id: meeting.id,
    slug: meeting.slug,
    title: meeting.title,
    message: meeting.message,
    location: meeting.location,
    durationMinutes: meeting.durationMinutes,
    timeZone: meeting.timeZone,
    state: getMeetingState(meeting, now),
    times: countVotes(meeting, attendees).map(({ startsAt, ...votes }) => {
      const endsAt = getEnd(meeting, startsAt);
      return {
        ...votes,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        isFree: isFree(startsAt, endsAt),
      };
    }),
    attendees: attendees.map((attendee) => ({
      ...toAnswerFields(attendee),
      id: attendee.id,
      email: attendee.email,
      name: attendee.name,
      state: getInvitationState(meeting, attendee, now),
      reason: attendee.reason,
      answeredAt: attendee.answeredAt?.toISOString() ?? null,
      remindedAt: attendee.remindedAt?.toISOString() ?? null,
      url: toPageUrl(platform, meeting, attendee),
      shortUrl: toShortUrl(platform, attendee),
      linkUses: attendee.linkUses,
    })),
    showsAnswers: meeting.showsAnswers,
    answerBy: meeting.answerBy,
    confirmedAt: meeting.confirmedAt?.toISOString() ?? null,
    createdAt: meeting.createdAt.toISOString(),
    sendsAt: meeting.sendsAt.toISOString(),
  };
}

export function toAnswerFields({ answer, answerTimes }: StoredAttendee) {
  return { answer, times: answerTimes.map((time) => time.toISOString()) };
}
