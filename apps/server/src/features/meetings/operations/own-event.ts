import {
  addEventInCommand,
  removeEventInCommand,
} from '#features/calendar/operations/events-in-transaction.ts';
import { followEvent, unfollowEvent } from '#features/calendar/operations/followed-events.ts';
import { recordAnswerToEvent } from '#features/calendar/operations/guest-answers.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { type StoredAttendee, type StoredMeeting, toPublicName } from '../model/meeting.ts';
import { getEnd, toAttendee, toUid } from '../rules/invitation.ts';
import { getOrganizer, type MeetingWithAttendees } from './attendee-mails.ts';
import type { MeetingsPlatform } from './platform.ts';

/** Adds the event of a meeting to the organizer's calendar, as a part of a command. Returns its id. */
export async function addEvent(
  platform: Pick<MeetingsPlatform, 'clock' | 'config' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  { meeting, attendees }: MeetingWithAttendees,
  startsAt: Date,
): Promise<string> {
  const names = attendees.map((attendee) => `${toPublicName(attendee)} (${attendee.email})`);
  const eventId = await addEventInCommand(platform, tx, scope, {
    uid: toUid(meeting.id, platform.config.domain),
    title: meeting.title,
    description: [`With ${names.join(', ')}`, ...(meeting.message ? ['', meeting.message] : [])].join('\n'),
    location: meeting.location,
    startsAt,
    endsAt: getEnd(meeting, startsAt),
    people: {
      organizer: await getOrganizer(tx, scope),
      attendees: attendees.map((attendee) => toAttendee(attendee, startsAt)),
    },
  });
  await followOwnEvent(platform, tx, scope, meeting, startsAt);
  return eventId;
}

/** From now on, a change of the organizer's event changes the meeting. */
export function followOwnEvent(
  platform: Pick<Platform, 'config'>,
  tx: Tx,
  scope: Scope,
  meeting: StoredMeeting,
  startsAt: Date,
): Promise<void> {
  const follower = { kind: 'meeting', id: meeting.id, endsAt: getEnd(meeting, startsAt) } as const;
  return followEvent(tx, scope, toUid(meeting.id, platform.config.domain), follower);
}

/** Removes the event of a meeting, as a part of a command. */
export async function removeEvent(
  platform: Pick<MeetingsPlatform, 'clock' | 'config' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  { id, eventId }: StoredMeeting,
): Promise<void> {
  if (!eventId) return;
  await removeEventInCommand(platform, tx, scope, eventId);
  await unfollowEvent(tx, scope, toUid(id, platform.config.domain));
}

/** Shows at the organizer's event what an attendee has answered. Without a chosen time there is no event. */
export async function showAnswerAtEvent(
  platform: Pick<MeetingsPlatform, 'clock' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  { eventId, confirmedAt }: StoredMeeting,
  attendee: StoredAttendee,
): Promise<void> {
  if (!eventId || !confirmedAt) return;
  const { email, status } = toAttendee(attendee, confirmedAt);
  await recordAnswerToEvent(platform, tx, scope, eventId, { email, participation: status });
}
