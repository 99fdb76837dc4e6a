import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { ObjectName } from '#features/calendar/model/event.ts';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import { isOwnInvitation } from '#features/calendar/model/guests.ts';
import type { LocalChange, PendingNotice } from '#features/calendar/model/local-change.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { toSentRecord } from '../model/invitation.ts';
import { type GuestUpdate, planGuestUpdates } from '../rules/guest-updates.ts';
import { withoutPast } from '../rules/past-updates.ts';
import { lockInvitation, saveStateBeforeChange, setDue } from '../store/invitations.ts';
import { countRecentInvitations } from './limits.ts';
import { jobNames, type ProviderStateReader } from './platform.ts';

/** How long a change can be undone before the guests are notified. */
export const SEND_DELAY_MS = 30_000;

/**
 * Records, in the transaction of a change, that the guests need a mail. Its content is decided when it is sent: after
 * an undo there is nothing to send.
 */
export async function noteGuestChange(
  platform: Pick<Platform, 'clock' | 'jobs' | 'config'> & ProviderStateReader,
  tx: Tx,
  scope: Scope,
  { calendarId, accountId, uids, before, after }: LocalChange,
): Promise<PendingNotice | null> {
  const invited = uids.filter((uid) =>
    [...before, ...after].some((record) => record.uid === uid && isOwnInvitation(record.details)),
  );
  if (invited.length === 0) return null;
  const dueAt = new Date(platform.clock().getTime() + SEND_DELAY_MS);
  const all: GuestUpdate[] = [];
  for (const uid of invited) {
    const [was, is] = [before, after].map((records) => records.filter((record) => record.uid === uid));
    const change = { before: was ?? [], after: is ?? [], dueAt, isConnected: accountId !== null };
    all.push(...(await noteObject(platform, tx, scope, { calendarId, uid }, change)));
  }
  if (all.length === 0) return null;
  await requireWithinLimit(platform, tx, scope, all);
  // Jobs run by the system clock, not by `clock`.
  const startAfter = new Date(Date.now() + SEND_DELAY_MS);
  await platform.jobs.enqueue(jobNames.send, {}, { key: `due ${dueAt.getTime()}`, startAfter, tx });
  return {
    calendarId,
    uids: invited,
    guests: new Set(all.map(({ email }) => email)).size,
    notifiedAt: dueAt,
    canWithhold: false,
  };
}

interface InvitedObjectChange {
  readonly before: readonly EventRecord[];
  readonly after: readonly EventRecord[];
  readonly dueAt: Date;
  /** Other programs change the event too. */
  readonly isConnected: boolean;
}

async function noteObject(
  platform: Pick<Platform, 'clock'> & ProviderStateReader,
  tx: Tx,
  scope: Scope,
  name: ObjectName,
  { before, after, dueAt, isConnected }: InvitedObjectChange,
): Promise<GuestUpdate[]> {
  const invitation = await lockInvitation(tx, scope, name);
  const { homeTimeZone } = await getTimeRules({ db: tx }, scope);
  // A change in another program is sent to the guests by that program: only this change is sent.
  const isFirst = isConnected && !invitation?.dueAt;
  const sent = isFirst ? listOwn(before).map(toSentRecord) : (invitation?.sent ?? []);
  const planned = planGuestUpdates({ sent, current: listOwn(after), homeTimeZone });
  const updates = withoutPast(planned, homeTimeZone, platform.clock());
  const title = [...after, ...before][0]?.title ?? '';
  if (updates.length > 0) {
    await setDue(tx, scope, name, { title, dueAt });
    if (isFirst) {
      const { sequence } = await platform.readProviderState(tx, scope, name);
      await saveStateBeforeChange(tx, scope, name, { sent, sequence });
    }
  } else if (invitation?.dueAt) await setDue(tx, scope, name, { title, dueAt: null });
  return updates;
}

const listOwn = (records: readonly EventRecord[]) =>
  records.filter(({ details }) => isOwnInvitation(details));

async function requireWithinLimit(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  updates: readonly GuestUpdate[],
): Promise<void> {
  const { attendees } = platform.config.meetingLimits;
  const more = updates.filter(({ kind }) => kind === 'invited').length;
  if (more === 0 || (await countRecentInvitations(platform, tx, scope)) + more <= attendees) return;
  throw new AppError(
    'rate_limited',
    `At most ${attendees} people an hour can be invited. Nothing was changed. Try again later.`,
  );
}
