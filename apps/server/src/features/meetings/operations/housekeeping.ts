import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { getPerson } from '#features/account/operations/mail.ts';
import { queueMails, withdrawMails } from '#platform/mail-queue.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { StoredMeeting } from '../model/meeting.ts';
import { toOrganizerMail } from '../rules/meeting-mails.ts';
import {
  deleteClosedBefore,
  type Found,
  listMoved,
  listUnreported,
  updateMeeting,
} from '../store/requests.ts';
import { lockWhole } from './commands.ts';
import { findContacts, getInvitationContext, getSendTime, notifyAttendees } from './news.ts';
import type { MeetingsPlatform } from './platform.ts';

/** Between two mails to the organiser about answers to one request. */
const REPORT_EVERY_MS = 5 * MINUTE_MS;
/** How long a request is kept after its end. */
const KEPT_MS = 365 * DAY_MS;

/** Tells organisers the answers since the last mail. */
export async function reportAnswers(platform: MeetingsPlatform): Promise<void> {
  const { db, clock } = platform;
  const reportedBefore = new Date(clock().getTime() - REPORT_EVERY_MS);
  for (const { scope, id } of await listUnreported(db, reportedBefore)) {
    await db.transaction().execute(async (tx) => {
      const { meeting, attendees } = await lockWhole(tx, scope, id);
      const { unreportedSince } = meeting;
      // Another process may have been faster.
      if (!unreportedSince) return;
      const now = clock();
      await updateMeeting(tx, scope, id, { unreportedSince: null, reportedAt: now }, now);
      const { acceptsActivityMail } = await getPerson({ db: tx }, scope);
      if (!acceptsActivityMail) return;
      const answered = attendees.filter(({ answeredAt }) => answeredAt && answeredAt >= unreportedSince);
      const context = await getInvitationContext(platform, tx, scope, meeting);
      const mail = toOrganizerMail(
        context,
        answered,
        `${platform.config.publicUrl}/bookings?view=requests&request=${id}`,
      );
      await queueMails(platform, tx, scope, [{ ...mail, subjectId: id, sendAt: now }]);
    });
  }
}

/** Tells attendees the new time of meetings whose event the organiser has moved, in any calendar program. */
export async function followEvents(platform: MeetingsPlatform): Promise<void> {
  for (const moved of await listMoved(platform.db, platform.clock())) await follow(platform, moved);
}

async function follow(
  platform: MeetingsPlatform,
  { scope, id, startsAt, endsAt }: Found & { readonly startsAt: Date; readonly endsAt: Date },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const { meeting: before, attendees } = await lockWhole(tx, scope, id);
    const durationMinutes = Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS);
    const isSame =
      before.confirmedAt?.getTime() === startsAt.getTime() && before.durationMinutes === durationMinutes;
    if (before.status !== 'confirmed' || isSame) return;
    const change = { confirmedAt: startsAt, durationMinutes, sequence: before.sequence + 1 };
    await updateMeeting(tx, scope, id, change, platform.clock());
    await withdrawMails(tx, scope, id);
    const { isInvited } = await findContacts(platform, tx, scope, before);
    const meeting: StoredMeeting = { ...before, ...change };
    const sendAt = getSendTime(platform);
    const known = { meeting, attendees: attendees.filter(isInvited) };
    await notifyAttendees(platform, tx, scope, known, { news: 'moved', sendAt });
    const others = { meeting, attendees: attendees.filter((one) => !isInvited(one)) };
    await notifyAttendees(platform, tx, scope, others, { news: 'confirmed', sendAt });
    await notifyChanged(tx, scope, 'meetings');
  });
}

/** Deletes requests that are over for a year. */
export function purgeMeetings({ db, clock }: Pick<MeetingsPlatform, 'db' | 'clock'>): Promise<void> {
  return deleteClosedBefore(db, new Date(clock().getTime() - KEPT_MS));
}
