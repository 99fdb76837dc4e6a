import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { ObjectName } from '#features/calendar/model/event.ts';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import { isOwnInvitation } from '#features/calendar/model/guests.ts';
import type { LocalChange, PendingNotice } from '#features/calendar/operations/platform.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { type GuestNews, planNews } from '../rules/guest-news.ts';
import { withoutPast } from '../rules/past-news.ts';
import { lockInvitation, setDue } from '../store/invitations.ts';
import { countInvitedLately } from './limits.ts';
import { jobNames } from './platform.ts';

/** How long a change can be undone before the guests are told. */
const OUTBOX_MS = 30_000;

/**
 * Records, in the transaction of a change, that the guests need a mail. Its content is decided when it is sent: after
 * an undo there is nothing to send.
 */
export async function noteGuestChange(
  platform: Pick<Platform, 'clock' | 'jobs' | 'config'>,
  tx: Tx,
  scope: Scope,
  { calendarId, uids, before, after }: LocalChange,
): Promise<PendingNotice | null> {
  const invited = uids.filter((uid) =>
    [...before, ...after].some((record) => record.uid === uid && isOwnInvitation(record.details)),
  );
  if (invited.length === 0) return null;
  const dueAt = new Date(platform.clock().getTime() + OUTBOX_MS);
  const all: GuestNews[] = [];
  for (const uid of invited) {
    const records = after.filter((record) => record.uid === uid);
    const title = [...records, ...before.filter((record) => record.uid === uid)][0]?.title ?? '';
    all.push(...(await noteObject(platform, tx, scope, { calendarId, uid }, { records, title, dueAt })));
  }
  if (all.length === 0) return null;
  await requireWithinLimit(platform, tx, scope, all);
  // Jobs run by the system clock, not by `clock`.
  const startAfter = new Date(Date.now() + OUTBOX_MS);
  await platform.jobs.enqueue(jobNames.send, {}, { key: `due ${dueAt.getTime()}`, startAfter, tx });
  return {
    calendarId,
    uids: invited,
    guests: new Set(all.map(({ email }) => email)).size,
    notifiedAt: dueAt,
    canWithhold: false,
  };
}

async function noteObject(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  name: ObjectName,
  {
    records,
    title,
    dueAt,
  }: { readonly records: readonly EventRecord[]; readonly title: string; readonly dueAt: Date },
): Promise<GuestNews[]> {
  const invitation = await lockInvitation(tx, scope, name);
  const { homeTimeZone } = await getTimeRules({ db: tx }, scope);
  const current = records.filter(({ details }) => isOwnInvitation(details));
  const planned = planNews({ sent: invitation?.sent ?? [], current, homeTimeZone });
  const news = withoutPast(planned, homeTimeZone, clock());
  if (news.length > 0) await setDue(tx, scope, name, { title, dueAt });
  else if (invitation?.dueAt) await setDue(tx, scope, name, { title, dueAt: null });
  return news;
}

async function requireWithinLimit(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  news: readonly GuestNews[],
): Promise<void> {
  const { attendees } = platform.config.meetingLimits;
  const more = news.filter(({ kind }) => kind === 'invited').length;
  if (more === 0 || (await countInvitedLately(platform, tx, scope)) + more <= attendees) return;
  throw new AppError(
    'rate_limited',
    `At most ${attendees} people an hour can be invited. Nothing was changed. Try again later.`,
  );
}
