import { MINUTE_MS } from '@dayloom/time';
import {
  type ChangedEvent,
  findEventSpan,
  listChangedEvents,
  markFollowed,
  unfollowEvent,
} from '#features/calendar/operations/followed-events.ts';
import type { EventWriter } from '#features/calendar/operations/platform.ts';
import type { Mailer } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { withdrawMails } from '#platform/mail-queue.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { StoredMeeting } from '../model/meeting.ts';
import { isOver } from '../rules/states.ts';
import { listAttendees } from '../store/attendees.ts';
import { lockMeeting, updateMeeting } from '../store/requests.ts';
import { notifyAttendees, readContacts } from './attendee-mails.ts';
import { withdrawKind } from './commands.ts';
import { followOwnEvent } from './own-event.ts';
import type { MeetingsPlatform } from './platform.ts';

/**
 * Confirmed meetings follow their events: an organizer who moves or deletes the event, in any calendar program, moves
 * or cancels the meeting, and the attendees get a mail.
 */
export async function followEvents(platform: MeetingsPlatform): Promise<void> {
  for (const changed of await listChangedEvents(platform, 'meeting'))
    await platform.db.transaction().execute((tx) => followChange(platform, tx, changed));
}

async function followChange(platform: Mailer & EventWriter, tx: Tx, changed: ChangedEvent): Promise<void> {
  const { journal, clock } = platform;
  const { scope, uid, subjectId } = changed;
  await journal.lockUser(tx, scope);
  const before = await lockMeeting(tx, scope, subjectId);
  await markFollowed(tx, changed);
  if (before?.status !== 'confirmed' || isOver(before, clock())) return unfollowEvent(tx, scope, uid);
  const times = await findEventSpan(tx, changed);
  if (times) return move(platform, tx, changed, before, times);
  await journal.runIn(tx, scope, withdrawKind(platform), { id: before.id, message: '' });
}

async function move(
  platform: Mailer,
  tx: Tx,
  { scope }: ChangedEvent,
  before: StoredMeeting,
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<void> {
  const now = platform.clock();
  const durationMinutes = Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS);
  const isSame =
    before.confirmedAt?.getTime() === startsAt.getTime() && before.durationMinutes === durationMinutes;
  // Nobody can come to a time in the past.
  if (isSame || startsAt <= now) return;
  const change = { confirmedAt: startsAt, durationMinutes, sequence: before.sequence + 1 };
  const meeting: StoredMeeting = { ...before, ...change };
  await updateMeeting(tx, scope, before.id, change, now);
  await followOwnEvent(platform, tx, scope, meeting, startsAt);
  await withdrawMails(tx, scope, before.id);
  const { isInvited } = await readContacts(platform, tx, scope, before);
  const attendees = await listAttendees(tx, scope, [before.id]);
  // The change could be undone until now.
  const known = { meeting, attendees: attendees.filter(isInvited) };
  await notifyAttendees(platform, tx, scope, known, { kind: 'moved', sendAt: now });
  const others = { meeting, attendees: attendees.filter((one) => !isInvited(one)) };
  await notifyAttendees(platform, tx, scope, others, { kind: 'confirmed', sendAt: now });
  await notifyChanged(tx, scope, 'meetings');
}
