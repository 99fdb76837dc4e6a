import { randomUUID } from 'node:crypto';
import { expand } from '@dayloom/time/recurrence';
import {
  type EventRecord,
  getStart,
  getZones,
  isThisAndFuture,
  parseRecurrenceId,
  toRecurrenceId,
} from '../model/event-record.ts';
import { toInstance } from '../model/instance.ts';
import { type SeriesContext, toRecurringItem } from '../model/series-records.ts';
import { toSeriesClock } from './series-clock.ts';

/** The changed instance that an instance follows (RANGE=THISANDFUTURE, RFC 5545 §3.2.13), or null. */
function findFutureOverride(
  records: readonly EventRecord[],
  instant: number,
  homeTimeZone: string,
): EventRecord | null {
  const leaders = records.flatMap((record) => {
    const at = record.recurrenceId === null ? null : parseRecurrenceId(record.recurrenceId, homeTimeZone);
    return at !== null && at <= instant && isThisAndFuture(record) ? [{ record, at }] : [];
  });
  return leaders.sort((a, b) => b.at - a.at)[0]?.record ?? null;
}

/** An occurrence without a change of its own, as its series defines it, or as an earlier change of all later ones does. */
export function regularInstance(
  records: readonly EventRecord[],
  master: EventRecord,
  instant: number,
  homeTimeZone: string,
): EventRecord {
  const recurrenceId = toRecurrenceId(instant, master.isAllDay, homeTimeZone);
  const leader = findFutureOverride(records, instant, homeTimeZone);
  const leaderAt = leader && parseRecurrenceId(leader.recurrenceId ?? '', homeTimeZone);
  if (!leader || leaderAt === null) return toInstance(master, instant, recurrenceId, homeTimeZone);
  const clock = toSeriesClock(master, homeTimeZone);
  const byMs = clock.at(getStart(leader, homeTimeZone)) - clock.at(leaderAt);
  const startsAt = clock.instant(clock.at(instant) + byMs);
  const startId = toRecurrenceId(startsAt, leader.isAllDay, homeTimeZone);
  const { isThisAndFuture: _leads, ...details } = leader.details;
  return { ...toInstance({ ...leader, details }, startsAt, startId, homeTimeZone), recurrenceId };
}

/**
 * A copy of the changed instance that the instances from `from` on follow. It is needed when the one they
 * followed is changed, deleted, or left in the first part of a split series. Null when they follow none.
 */
export function copyFutureOverride(
  records: readonly EventRecord[],
  master: EventRecord,
  from: number,
  { homeTimeZone, budget }: SeriesContext,
): EventRecord | null {
  if (!findFutureOverride(records, from, homeTimeZone)) return null;
  const [next] = expand(toRecurringItem(master), {
    from,
    limit: 1,
    floatingTimeZone: homeTimeZone,
    findZone: getZones(master),
    ...(budget && { budget }),
  });
  if (!next) return null;
  const regular = regularInstance(records, master, next.originallyAt, homeTimeZone);
  if (records.some(({ recurrenceId }) => recurrenceId === regular.recurrenceId)) return null;
  return { ...regular, id: randomUUID(), details: { ...regular.details, isThisAndFuture: true } };
}
