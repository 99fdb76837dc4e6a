import type { MeetingRequest } from '@dayloom/contracts';
import type { DbContext, Mailer, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { withdrawMailsTo } from '#platform/mail-queue.ts';
import { notifyChanged } from '#platform/notify.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import { hasLinkExpired, requireRunning } from '../rules/states.ts';
import { countLinkUse, findByToken, replaceToken } from '../store/attendees.ts';
import { notifyAboutState, notifyAttendees, readContacts, sealToken } from './attendee-mails.ts';
import { lockMeetingWithAttendees } from './commands.ts';
import { requireWithinLimits } from './requests.ts';
import { readMeeting } from './view.ts';

/**
 * The page of an attendee whose short link this is; null when no link has this token, or it has expired. Counts the use.
 * The short link has the token of the page, so it grants what the page grants.
 */
export async function followAttendeeLink({ db, clock }: DbContext, token: string): Promise<string | null> {
  const invited = await findByToken(db, digest(token));
  if (!invited || hasLinkExpired(invited.meeting, clock())) return null;
  await countLinkUse(db, invited.scope, invited.attendeeId);
  return `/event/${invited.meeting.slug}/${token}`;
}

/** Replaces the link of an attendee and mails the new one. The earlier link stops working; answers stay. */
export async function renewLink(
  platform: Mailer & Pick<Platform, 'db' | 'journal'>,
  scope: Scope,
  { id, attendeeId }: { readonly id: string; readonly attendeeId: string },
): Promise<MeetingRequest> {
  const { db, clock, journal } = platform;
  await db.transaction().execute(async (tx) => {
    await journal.lockUser(tx, scope);
    const { meeting, attendees } = await lockMeetingWithAttendees(tx, scope, id);
    const attendee = attendees.find((one) => one.id === attendeeId);
    if (!attendee) throw notFound('The attendee');
    requireRunning(meeting, clock());
    await requireWithinLimits(platform, tx, scope, { requests: 0, attendees: 1 });
    const token = makeToken();
    const sealedToken = sealToken(platform, token);
    await replaceToken(tx, scope, attendeeId, { tokenHash: digest(token), sealedToken });
    // Those that still wait have the earlier link.
    await withdrawMailsTo(tx, scope, id, attendee.email);
    const { knows, isInvited } = await readContacts(platform, tx, scope, meeting);
    const whole = { meeting, attendees: [{ ...attendee, sealedToken, linkUses: 0 }] };
    if (knows(attendee))
      await notifyAttendees(platform, tx, scope, whole, { kind: 'relinked', sendAt: clock() });
    if (meeting.status === 'open' || !isInvited(attendee))
      await notifyAboutState(platform, tx, scope, whole, meeting.sendsAt);
    await notifyChanged(tx, scope, 'meetings');
  });
  return readMeeting(platform, scope, id);
}
