import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { getContact } from '#features/account/operations/mail.ts';
import type { DbContext, Mailer } from '#platform/context.ts';
import { queueMails } from '#platform/mail-queue.ts';
import { toOrganizerMail } from '../rules/meeting-mails.ts';
import { deleteClosedBefore, listUnreported, updateMeeting } from '../store/requests.ts';
import { getInvitationContext } from './attendee-mails.ts';
import { lockMeetingWithAttendees } from './commands.ts';

/** Between two mails to the organizer about answers to one request. */
const REPORT_EVERY_MS = 5 * MINUTE_MS;
/** How long a request is kept after its end. */
const KEPT_MS = 365 * DAY_MS;

/** Mails organizers the answers since the last mail. */
export async function reportAnswers(platform: DbContext & Mailer): Promise<void> {
  const { db, clock } = platform;
  const reportedBefore = new Date(clock().getTime() - REPORT_EVERY_MS);
  for (const { scope, id } of await listUnreported(db, reportedBefore)) {
    await db.transaction().execute(async (tx) => {
      const { meeting, attendees } = await lockMeetingWithAttendees(tx, scope, id);
      const { unreportedSince } = meeting;
      // Another process may have been faster.
      if (!unreportedSince) return;
      const now = clock();
      await updateMeeting(tx, scope, id, { unreportedSince: null, reportedAt: now }, now);
      const { acceptsActivityMail } = await getContact({ db: tx }, scope);
      if (!acceptsActivityMail) return;
      const answered = attendees.filter(({ answeredAt }) => answeredAt && answeredAt >= unreportedSince);
      const context = await getInvitationContext(platform, tx, scope, meeting);
      const url = `${platform.config.publicUrl}/bookings?view=requests&request=${id}`;
      const mail = toOrganizerMail(context, answered, url);
      // It is not withdrawn with the mails to attendees, so it belongs to the organizer.
      await queueMails(platform, tx, scope, [{ ...mail, subjectId: scope.userId, sendAt: now }]);
    });
  }
}

/** Deletes requests that are over for a year. */
export function purgeMeetings({ db, clock }: DbContext): Promise<void> {
  return deleteClosedBefore(db, new Date(clock().getTime() - KEPT_MS));
}
