import type { MeetingRequest } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import type { DbContext, Mailer } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { canAnswer, requireAnswerable } from '../rules/states.ts';
import { noteReminders } from '../store/attendees.ts';
import { listToRemind, updateMeeting } from '../store/requests.ts';
import { type MeetingWithAttendees, notifyAttendees, readContacts } from './attendee-mails.ts';
import { lockMeetingWithAttendees } from './commands.ts';
import { readMeeting } from './view.ts';

/** Reminds those who have not answered, at most once a day each. */
export async function remindAttendees(
  platform: DbContext & Mailer,
  scope: Scope,
  id: string,
): Promise<{ meetingRequest: MeetingRequest; reminded: number }> {
  const reminded = await platform.db.transaction().execute(async (tx) => {
    const whole = await lockMeetingWithAttendees(tx, scope, id);
    requireAnswerable(whole.meeting, platform.clock());
    return remind(platform, tx, scope, whole);
  });
  return { meetingRequest: await readMeeting(platform, scope, id), reminded };
}

/** Sends the reminders that are due, each once. */
export async function remindDue(platform: DbContext & Mailer): Promise<void> {
  const { db, clock } = platform;
  for (const { scope, id } of await listToRemind(db, clock())) {
    await db.transaction().execute(async (tx) => {
      const whole = await lockMeetingWithAttendees(tx, scope, id);
      const now = clock();
      // Another process may have been faster.
      if (!whole.meeting.remindAt || whole.meeting.remindAt > now) return;
      await updateMeeting(tx, scope, id, { remindAt: null }, now);
      if (canAnswer(whole.meeting, now)) await remind(platform, tx, scope, whole);
    });
  }
}

async function remind(
  platform: Mailer,
  tx: Tx,
  scope: Scope,
  { meeting, attendees }: MeetingWithAttendees,
): Promise<number> {
  const now = platform.clock();
  const { knows } = await readContacts(platform, tx, scope, meeting);
  const silent = attendees.filter(
    (one) =>
      one.answer === null &&
      knows(one) &&
      (one.remindedAt === null || now.getTime() - one.remindedAt.getTime() >= DAY_MS),
  );
  await noteReminders(
    tx,
    scope,
    silent.map(({ id }) => id),
    now,
  );
  const whole = { meeting, attendees: silent };
  await notifyAttendees(platform, tx, scope, whole, { kind: 'reminded', sendAt: now });
  if (silent.length > 0) await notifyChanged(tx, scope, 'meetings');
  return silent.length;
}
