import { AppError, notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import { ProviderFailure } from '../../../platform/provider-failure.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readSubscription } from '../../calendar/operations/import-file.ts';
import {
  addSubscribedCalendar,
  findOutsideCalendar,
  listOutsideCalendars,
  nameOutsideCalendar,
  type OutsideCalendar,
  removeOutsideCalendar,
} from '../../calendar/operations/outside-calendars.ts';
import { nothing } from '../model/history.ts';
import { feedUrlOf } from '../rules/feed-url.ts';
import { addToHistory } from '../store/history.ts';
import { insertSyncs, type SyncRow, updateSync } from '../store/syncs.ts';
import { type Lease, writeUnder } from './lease.ts';
import { endCalendars } from './leave.ts';
import { type AccountsPlatform, jobNames } from './platform.ts';

const MAX_SUBSCRIPTIONS = 50;

/** Shows what an .ics address says, from now on. */
export async function subscribe(
  { db, clock, jobs }: AccountsPlatform,
  scope: Scope,
  wish: { url: string; name?: string | undefined },
): Promise<string> {
  const url = feedUrlOf(wish.url);
  if (!url) {
    throw new AppError(
      'invalid_request',
      'This is not the address of a calendar. One begins with https:// or webcal://.',
      {
        fields: { url: 'begins with https:// or webcal://' },
      },
    );
  }
  return db.transaction().execute(async (tx) => {
    const subscribed = (await listOutsideCalendars(tx, scope)).filter((calendar) => calendar.url !== null);
    const known = subscribed.find((calendar) => calendar.url === url.href);
    if (known) return known.id;
    if (subscribed.length >= MAX_SUBSCRIPTIONS) {
      throw new AppError(
        'limit_reached',
        `At most ${MAX_SUBSCRIPTIONS} calendars can be subscribed to. Remove one first.`,
      );
    }
    const name = wish.name?.trim() || hostOf({ url: url.href });
    const id = await addSubscribedCalendar(tx, scope, { name, url: url.href }, clock());
    await insertSyncs(tx, scope, [id], clock());
    await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId: id }, { key: id, tx });
    await notifyChanged(tx, scope, 'calendar-accounts');
    return id;
  });
}

/** Line 0: about the file as a whole. */
function inWords({ line, message }: { line: number; message: string }): string {
  return line === 0 ? message : `Line ${line}: ${message}`;
}

/** What it is called until its file says otherwise. */
function hostOf({ url }: Pick<OutsideCalendar, 'url'>): string {
  return url ? new URL(url).hostname : '';
}

export async function unsubscribe(platform: AccountsPlatform, scope: Scope, id: string): Promise<void> {
  const { db } = platform;
  const calendar = await findOutsideCalendar(db, scope, id);
  if (!calendar?.url) throw notFound('The subscribed calendar');
  await db.transaction().execute(async (tx) => {
    await endCalendars(platform, tx, scope, new Set([id]));
    await removeOutsideCalendar(tx, scope, id);
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

/** Reads the file anew unless it is what it was; what the calendar shows is then what the file says. */
export async function pullFeed(
  platform: AccountsPlatform,
  scope: Scope,
  calendar: OutsideCalendar,
  sync: SyncRow,
  lease: Lease,
): Promise<void> {
  const file = await platform.feeds.fetch(calendar.url ?? '', { etag: sync.cursor });
  if (!file) return;
  try {
    const read = await readSubscription(platform, scope, calendar.id, file.body, (tx) => lease.hold(tx));
    const { events, name, added, changed, removed, problemCount, problems } = read;
    const [first] = problems;
    await writeUnder({ platform, lease }, async (tx) => {
      await updateSync(tx, scope, calendar.id, {
        cursor: file.etag,
        events_seen: events,
        problem_count: problemCount,
        first_problem: first ? inWords(first) : null,
      });
      if (added + changed + removed > 0) {
        const counts = { ...nothing, read: { added, moved: 0, changed, removed } };
        await addToHistory(tx, scope, calendar.id, counts, { now: platform.clock() });
      }
      // So far nobody has called it anything.
      if (name && calendar.name === hostOf(calendar)) await nameOutsideCalendar(tx, scope, calendar.id, name);
    });
  } catch (cause) {
    // What the file is, or is not, is the feed's doing: it is told there and tried again.
    if (!(cause instanceof AppError)) throw cause;
    throw new ProviderFailure('rejected', cause.message, { cause });
  } finally {
    await file.discard();
  }
}
