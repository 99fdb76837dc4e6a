import { MAX_SLOT_DAYS } from '@dayloom/contracts';
import { unionIntervals } from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { listPlannedTime } from '#features/planning/operations/planned-time.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { type RangeQuery, toSearchRange } from './slots.ts';

/** When a signed-in visitor is busy: events that block time, and planned work that stays where it is. */
export async function listOwnBusy(
  platform: DbContext,
  scope: Scope,
  query: RangeQuery,
): Promise<{ startsAt: string; endsAt: string }[]> {
  const { db, clock } = platform;
  const range = toSearchRange(query, clock(), MAX_SLOT_DAYS);
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const { scheduling, homeTimeZone } = await getTimeRules(platform, scope);
  const [busy, { fixed }] = await Promise.all([
    listBusyIntervals(db, scope, from, to, { allDay: scheduling.allDayEventsBlock, homeTimeZone }),
    listPlannedTime(platform, scope, from, to),
  ]);
  return unionIntervals([...busy, ...fixed]).map(({ start, end }) => ({
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(end).toISOString(),
  }));
}
