import { AppError, notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import { ProviderFailure } from '../../../platform/provider-failure.ts';
import type { Scope } from '../../../platform/scope.ts';
import {
  addSubscribedCalendar,
  type ExternalCalendar,
  findExternalCalendar,
  listExternalCalendars,
  nameExternalCalendar,
  removeExternalCalendar,
} from '../../calendar/operations/external-calendars.ts';
import { readSubscription } from '../../calendar/operations/import-file.ts';
import { noCounts } from '../model/history.ts';
import { parseFeedUrl } from '../rules/feed-url.ts';
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
  input: { url: string; name?: string | undefined },
): Promise<string> {
  const url = parseFeedUrl(input.url);
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
    const subscribed = (await listExternalCalendars(tx, scope)).filter((calendar) => calendar.url !== null);
    const known = subscribed.find((calendar) => calendar.url === url.href);
    if (known) return known.id;
    if (subscribed.length >= MAX_SUBSCRIPTIONS) {
      throw new AppError(
        'limit_reached',
        `At most ${MAX_SUBSCRIPTIONS} calendars can be subscribed to. Remove one first.`,
      );
    }
    const name = input.name?.trim() || getHost({ url: url.href });
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
function getHost({ url }: Pick<ExternalCalendar, 'url'>): string {
  return url ? new URL(url).hostname : '';
}

export async function unsubscribe(platform: AccountsPlatform, scope: Scope, id: string): Promise<void> {
  const { db } = platform;
  const calendar = await findExternalCalendar(db, scope, id);
  if (!calendar?.url) throw notFound('The subscribed calendar');
  await db.transaction().execute(async (tx) => {
    await endCalendars(platform, tx, scope, new Set([id]));
    await removeExternalCalendar(tx, scope, id);
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

/** Reads the file anew unless it is what it was; what the calendar shows is then what the file says. */
export async function pullFeed(
  platform: AccountsPlatform,
  scope: Scope,
  calendar: ExternalCalendar,
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
        const counts = { ...noCounts, read: { added, moved: 0, changed, removed } };
        await addToHistory(tx, scope, calendar.id, counts, { now: platform.clock() });
      }
      // So far nobody has called it anything.
      if (name && calendar.name === getHost(calendar))
        await nameExternalCalendar(tx, scope, calendar.id, name);
    });
  } catch (cause) {
    // What the file is, or is not, is the feed's doing: it is told there and tried again.
    if (!(cause instanceof AppError)) throw cause;
    throw new ProviderFailure('rejected', cause.message, { cause });
  } finally {
    await file.discard();
  }
}
