import { randomUUID } from 'node:crypto';
import { getZone } from '@dayloom/time';
import { expand, formatLocal } from '@dayloom/time/recurrence';
import type { EventRecurrence, EventTime } from '../model/event.ts';
import {
  type EventRecord,
  getZones,
  instantOfRecurrenceId,
  instantOfStored,
  toCalendarTime,
  toRecurrenceId,
} from '../model/event-record.ts';
import { toInstance } from '../model/instance.ts';
import type { ObjectRecords, SeriesContext } from '../model/series-records.ts';
import { toSeriesClock } from './series-clock.ts';
import { nextLeader } from './this-and-future.ts';

/** Cuts a series in two: the first part ends before the instant, the second begins at it under a new UID. */
export function splitSeries(
  calendarObject: ObjectRecords,
  master: EventRecord,
  instant: number,
  context: SeriesContext,
): { before: ObjectRecords; after: ObjectRecords } {
  const { homeTimeZone, budget } = context;
  const series = master.recurrence as EventRecurrence;
  const findZone = getZones(master);
  // Of each rule for itself: what was taken out since, or added, is none of what COUNT counts.
  const countBefore = (rule: string) =>
    expand(
      { start: toCalendarTime(master.start), rules: [rule] },
      { to: instant, limit: 100_000, floatingTimeZone: homeTimeZone, findZone, ...(budget && { budget }) },
    ).length;
  const lastLocal = master.isAllDay
    ? toRecurrenceId(instant - 1, true, homeTimeZone).replaceAll('-', '')
    : formatLocal(getZone('UTC').toLocal(instant - 1000), false);
  const until = master.isAllDay ? lastLocal : `${lastLocal}Z`;
  const isBefore = (time: EventTime) => instantOfStored(time, homeTimeZone, findZone) < instant;
  const uid = randomUUID();
  const isOverrideBefore = (record: EventRecord) =>
    (record.recurrenceId === null ? 0 : (instantOfRecurrenceId(record.recurrenceId, homeTimeZone) ?? 0)) <
    instant;
  const overrides = calendarObject.filter((record) => record.recurrenceId !== null);

  const first: EventRecord = {
    ...master,
    source: null,
    version: master.version + 1,
    recurrence: {
      ...series,
      rules: series.rules.map((rule) => `${withoutEnd(rule)};UNTIL=${until}`),
      rdates: series.rdates.filter(isBefore),
      exdates: series.exdates.filter(isBefore),
    },
  };
  const head = toInstance(
    master,
    instant,
    toRecurrenceId(instant, master.isAllDay, homeTimeZone),
    homeTimeZone,
  );
  const clock = toSeriesClock(master, homeTimeZone);
  const second: EventRecord = {
    ...head,
    // The day that skips its hour shows it later; all others after it do not.
    start: clock.toTime(clock.byRule(instant)),
    uid,
    recurrenceId: null,
    recurrence: {
      ...series,
      rules: series.rules.map((rule) => fewer(rule, countBefore)),
      rdates: series.rdates.filter((time) => !isBefore(time)),
      exdates: series.exdates.filter((time) => !isBefore(time)),
    },
  };
  const leader = nextLeader(calendarObject, master, instant, context);
  return {
    before: [first, ...overrides.filter(isOverrideBefore)],
    after: [
      second,
      ...[...overrides.filter((record) => !isOverrideBefore(record)), ...(leader ? [leader] : [])].map(
        (record) => ({ ...record, uid }),
      ),
    ],
  };
}

function withoutEnd(rule: string): string {
  return rule
    .split(';')
    .filter((part) => !/^(?:UNTIL|COUNT)=/i.test(part))
    .join(';');
}

/** COUNT counts from the start of the series: what has happened before the cut is taken off. */
function fewer(rule: string, countBefore: (rule: string) => number): string {
  return rule.replace(
    /COUNT=(\d+)/i,
    (_all, count: string) => `COUNT=${Math.max(1, Number(count) - countBefore(rule))}`,
  );
}
