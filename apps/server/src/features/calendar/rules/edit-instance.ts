import type { EventChange } from '@dayloom/contracts';
import type { EventRecurrence, EventTime } from '../model/event.ts';
import {
  type EventRecord,
  getInstant,
  isThisAndFuture,
  toChangedTimes,
  toEventDate,
  toRecurrenceId,
  toZonedEventTime,
  type ZonedTimes,
} from '../model/event-record.ts';
import { toSeriesTime } from '../model/instance.ts';
import { type Edit, plainFields, type SeriesContext } from '../model/series-records.ts';
import { changeGuests, type EditContext } from './edit-series.ts';
import { copyFutureOverride, regularInstance } from './this-and-future.ts';

export function changeInstance(
  records: readonly EventRecord[],
  master: EventRecord,
  instant: number,
  change: EventChange,
  context: EditContext,
): Edit {
  const { homeTimeZone } = context;
  const recurrenceId = toRecurrenceId(instant, master.isAllDay, homeTimeZone);
  const known = records.find((record) => record.recurrenceId === recurrenceId);
  const base = known ? withoutThisAndFuture(known) : regularInstance(records, master, instant, homeTimeZone);
  const given = toChangedTimes(change, base, homeTimeZone);
  const times = given && toSameKind(master, given, homeTimeZone);
  const override: EventRecord = {
    ...base,
    ...plainFields(change),
    details: changeGuests(base.details, change, context),
    ...times,
    version: base.version + 1,
  };
  const others = records.filter((record) => record !== known);
  const next =
    known && isThisAndFuture(known) ? copyFutureOverride(records, master, instant + 1, context) : null;
  const changed = [...others, override, ...(next ? [next] : [])];
  return { calendarObjects: [{ uid: master.uid, records: changed }], eventId: override.id };
}

/** A changed instance that later ones do not follow. */
function withoutThisAndFuture(record: EventRecord): EventRecord {
  const { isThisAndFuture: _leads, ...details } = record.details;
  return { ...record, details };
}

/** The times of an instance: floating if its series is. */
function toSameKind(master: EventRecord, times: ZonedTimes, homeTimeZone: string): ZonedTimes {
  if (times.isAllDay || master.isAllDay || master.start.timeZone !== null) return times;
  const floating = (time: EventTime) => toSeriesTime(master, getInstant(time, homeTimeZone), homeTimeZone);
  return { ...times, start: floating(times.start), end: floating(times.end) };
}

export function withoutInstance(
  records: readonly EventRecord[],
  master: EventRecord,
  instant: number,
  context: SeriesContext,
): readonly EventRecord[] {
  const { homeTimeZone } = context;
  const recurrenceId = toRecurrenceId(instant, master.isAllDay, homeTimeZone);
  const isFloating = !master.isAllDay && master.start.timeZone === null;
  const exdate = master.isAllDay
    ? toEventDate(recurrenceId)
    : isFloating
      ? toSeriesTime(master, instant, homeTimeZone)
      : toZonedEventTime(instant, 'UTC');
  const series = master.recurrence as EventRecurrence;
  const known = records.find((record) => record.recurrenceId === recurrenceId);
  const next =
    known && isThisAndFuture(known) ? copyFutureOverride(records, master, instant + 1, context) : null;
  return [...records, ...(next ? [next] : [])]
    .filter((record) => record.recurrenceId !== recurrenceId)
    .map((record) =>
      record === master
        ? {
            ...master,
            recurrence: { ...series, exdates: [...series.exdates, exdate] },
            source: null,
            version: master.version + 1,
          }
        : record,
    );
}
