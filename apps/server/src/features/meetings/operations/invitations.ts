import type { AttendeeEvent, MeetingAnswer } from '@dayloom/contracts';
import { getPublicProfile } from '#features/account/operations/profile.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { digest } from '#platform/one-time-tokens.ts';
import { type StoredAttendee, toPublicName } from '../model/meeting.ts';
import { getAnswerTimes } from '../rules/asked-times.ts';
import { writeMeetingInvitation } from '../rules/invitation.ts';
import { canAnswer, getPageState, requireAnswerable } from '../rules/states.ts';
import {
  findByLink,
  type InvitedAttendee,
  listAttendees,
  noteView,
  updateAnswer,
} from '../store/attendees.ts';
import { updateMeeting } from '../store/requests.ts';
import { getInvitationContext, type MeetingWithAttendees, toPageUrl } from './attendee-mails.ts';
import { lockMeetingWithAttendees } from './commands.ts';
import { showAnswerAtEvent } from './own-event.ts';
import type { MeetingsPlatform } from './platform.ts';
import { toAnswerFields } from './view.ts';

/** The address of an attendee's page, after `/event`. */
export interface InvitationPath {
  readonly eventSlug: string;
  readonly attendeeId: string;
}

export interface InvitationPage {
  readonly event: AttendeeEvent;
  readonly answer: MeetingAnswer | null;
  readonly answerTimes: string[];
  readonly reason: string;
  readonly name: string;
  readonly attendees?: {
    readonly name: string;
    readonly answer: MeetingAnswer | null;
    readonly times: string[];
    readonly isYou: boolean;
  }[];
}

/** The attendee's page. The first visit is noted. */
export async function readInvitation(
  platform: DbContext & Pick<Platform, 'config'>,
  path: InvitationPath,
): Promise<InvitationPage> {
  const invited = await getInvited(platform, path);
  const { scope, attendeeId, meeting } = invited;
  const now = platform.clock();
  if (canAnswer(meeting, now) && (await noteView(platform.db, scope, attendeeId, now)))
    await notifyChanged(platform.db, scope, 'meetings');
  return showPage(platform, invited);
}

export async function answerInvitation(
  platform: DbContext & Pick<MeetingsPlatform, 'config' | 'outboundQueue'>,
  path: InvitationPath,
  given: { answer: MeetingAnswer; reason: string; times?: readonly string[] | undefined },
): Promise<InvitationPage> {
  const { scope, attendeeId, meeting } = await getInvited(platform, path);
  await platform.db.transaction().execute(async (tx) => {
    const whole = await lockMeetingWithAttendees(tx, scope, meeting.id);
    const now = platform.clock();
    requireAnswerable(whole.meeting, now);
    const { answer, reason } = given;
    const times = getAnswerTimes(whole.meeting, given, now);
    const before = getOwn(whole, attendeeId);
    if (before.answer === answer && before.reason === reason && String(before.answerTimes) === String(times))
      return;
    await updateAnswer(tx, scope, attendeeId, { answer, times, reason }, now);
    await showAnswerAtEvent(platform, tx, scope, whole.meeting, { ...before, answer, answerTimes: times });
    await updateMeeting(
      tx,
      scope,
      meeting.id,
      { unreportedSince: whole.meeting.unreportedSince ?? now },
      now,
    );
    await notifyChanged(tx, scope, 'meetings');
  });
  return showPage(platform, await getInvited(platform, path));
}

/** The meeting as a file for the attendee's calendar, once its time is known. */
export async function writeInvitationFile(
  platform: DbContext & Pick<Platform, 'config' | 'secrets'>,
  path: InvitationPath,
): Promise<string> {
  const { scope, meeting, attendeeId } = await getInvited(platform, path);
  if (!meeting.confirmedAt) throw notFound('The invitation file');
  const attendees = await listAttendees(platform.db, scope, [meeting.id]);
  const attendee = getOwn({ meeting, attendees }, attendeeId);
  return writeMeetingInvitation(
    await getInvitationContext(platform, platform.db, scope, meeting),
    { attendee, url: toPageUrl(platform, meeting, attendee) },
    meeting.status === 'withdrawn' ? 'CANCEL' : 'PUBLISH',
  );
}

async function getInvited(
  { db }: Pick<Platform, 'db'>,
  { eventSlug, attendeeId }: InvitationPath,
): Promise<InvitedAttendee> {
  const invited = await findByLink(db, { slug: eventSlug, tokenHash: digest(attendeeId) });
  if (!invited) throw notFound('The meeting request');
  return invited;
}

function getOwn({ attendees }: MeetingWithAttendees, id: string): StoredAttendee {
  const own = attendees.find((attendee) => attendee.id === id);
  if (!own) throw notFound('The meeting request');
  return own;
}

async function showPage(
  platform: DbContext & Pick<Platform, 'config'>,
  { scope, meeting, attendeeId }: InvitedAttendee,
): Promise<InvitationPage> {
  const [organizer, attendees] = await Promise.all([
    getPublicProfile(platform, scope),
    listAttendees(platform.db, scope, [meeting.id]),
  ]);
  const own = getOwn({ meeting, attendees }, attendeeId);
  const now = platform.clock();
  const { answer, times } = toAnswerFields(own);
  return {
    event: {
      title: meeting.title,
      message: meeting.message,
      location: meeting.location,
      organizer,
      durationMinutes: meeting.durationMinutes,
      times: meeting.times.map((time) => time.toISOString()),
      state: getPageState(meeting, own, now),
      startsAt: meeting.status === 'confirmed' ? (meeting.confirmedAt?.toISOString() ?? null) : null,
      timeZone: meeting.timeZone,
      answerBy: meeting.answerBy,
      canAnswer: canAnswer(meeting, now),
    },
    answer,
    answerTimes: times,
    reason: own.reason,
    name: own.name,
    ...(meeting.showsAnswers && {
      attendees: attendees.map((attendee) => ({
        ...toAnswerFields(attendee),
        name: toPublicName(attendee),
        isYou: attendee.id === attendeeId,
      })),
    }),
  };
}
