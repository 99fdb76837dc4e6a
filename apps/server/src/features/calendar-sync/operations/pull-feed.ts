import {
  type ExternalCalendar,
  renameExternalCalendar,
} from '#features/calendar/operations/external-calendars.ts';
import { readSubscription } from '#features/calendar/operations/import-file.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import { defaultFeedName } from '../model/feed-name.ts';
import { zeroCounts } from '../model/history.ts';
import { addToHistory } from '../store/history.ts';
import { type SyncRow, updateSync } from '../store/syncs.ts';
import { type Lease, writeWithLease } from './lease.ts';
import type { SyncPlatform } from './platform.ts';

/** Reads the file again if it has changed, and replaces the calendar's events with those of the file. */
export async function pullFeed(
  platform: DbContext & Pick<SyncPlatform, 'config' | 'feeds' | 'log'>,
  scope: Scope,
  calendar: ExternalCalendar,
  sync: SyncRow,
  lease: Lease,
): Promise<void> {
  const file = await platform.feeds.fetch(calendar.url ?? '', { etag: sync.cursor });
  if (!file) return;
  try {
    const read = await readSubscription(platform, scope, calendar.id, file.body, (tx) =>
      lease.lockCalendar(tx),
    );
    const { events, name, added, changed, removed, problemCount, problems } = read;
    const [first] = problems;
    await writeWithLease({ platform, lease }, async (tx) => {
      await updateSync(tx, scope, calendar.id, {
        cursor: file.etag,
        events_seen: events,
        problem_count: problemCount,
        first_problem: first ? describeProblem(first) : null,
      });
      if (added + changed + removed > 0) {
        const counts = { ...zeroCounts, read: { added, moved: 0, changed, removed } };
        await addToHistory(tx, scope, calendar.id, counts, { now: platform.clock() });
      }
      // The calendar still has its default name.
      if (name && calendar.name === defaultFeedName(calendar.url))
        await renameExternalCalendar(tx, scope, calendar.id, name);
    });
  } catch (cause) {
    // An invalid file is a failure of the feed: it is shown there, and the read is repeated later.
    if (!(cause instanceof AppError)) throw cause;
    throw new ProviderFailure('rejected', cause.message, { cause });
  } finally {
    await file.discard();
  }
}

/** Line 0 means the file as a whole. */
function describeProblem({ line, message }: { line: number; message: string }): string {
  return line === 0 ? message : `Line ${line}: ${message}`;
}
