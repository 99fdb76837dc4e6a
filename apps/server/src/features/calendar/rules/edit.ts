import type { EditScope, EventChange } from '@dayloom/contracts';
import { expand, InvalidRecurrenceRule, RecurrenceTooCostly } from '@dayloom/time/recurrence';
import { AppError, notFound } from '#platform/errors.ts';
import {
  type EventRecord,
  getStart,
  getZones,
  instantOfRecurrenceId,
  shortenedTexts,
  toRecurrenceId,
} from '../model/event-record.ts';
import {
  type Edit,
  type ObjectRecords,
  type SeriesContext,
  toRecurringItem,
} from '../model/series-records.ts';
import { changeInstance, withoutInstance } from './edit-instance.ts';
import { changeSeries, type EditContext } from './edit-series.ts';
import { splitSeries } from './split-series.ts';

export interface Aim {
  readonly scope: EditScope;
  readonly recurrenceId?: string | undefined;
}

export interface EditToPlan {
  readonly calendarObject: ObjectRecords;
  readonly eventId: string;
  readonly input: { readonly change: EventChange } | { readonly removal: Aim };
  readonly context: EditContext;
}

/** What an edit makes of a calendar object. Refuses what depends on rules that cannot be followed. */
export function planEdit({ calendarObject, eventId, input, context }: EditToPlan): Edit {
  try {
    return 'change' in input
      ? planEventChange(calendarObject, eventId, input.change, context)
      : planEventRemoval(calendarObject, eventId, input.removal, context);
  } catch (cause) {
    if (!(cause instanceof InvalidRecurrenceRule || cause instanceof RecurrenceTooCostly)) throw cause;
    throw new AppError(
      'unprocessable',
      'How this event repeats cannot be followed here, so single times of it cannot be edited. Edit the whole series; nothing was changed.',
      { cause },
    );
  }
}

/** Changes an event, one instance of it, that and all later ones, or the whole series. */
export function planEventChange(
  calendarObject: ObjectRecords,
  targetId: string,
  change: EventChange,
  context: EditContext,
): Edit {
  const target = getTarget(calendarObject, targetId);
  const master = getMaster(calendarObject, target);
  const aim = aimAt(calendarObject, target, change, context);
  if (change.recurrenceRule != null && target.recurrenceId !== null && master === target)
    throw new AppError(
      'unprocessable',
      'This is one instance of a series that is not in this calendar. How it repeats can be changed where the series is.',
      { fields: { recurrenceRule: 'belongs to a series that is not here' } },
    );
  requireWholeTexts(aim.scope === 'this' ? target : master, change);
  if (aim.scope === 'this') return changeInstance(calendarObject, master, aim.instant, change, context);
  if (aim.scope === 'following') {
    const { before, after } = splitSeries(calendarObject, master, aim.instant, context);
    const newMaster = after.find((record) => record.recurrenceId === null) as EventRecord;
    const changed = changeSeries(after, newMaster, aim.instant, change, context);
    return {
      calendarObjects: [
        { uid: master.uid, records: before },
        { uid: newMaster.uid, records: changed, splitFrom: master.uid },
      ],
      eventId: newMaster.id,
    };
  }
  return {
    calendarObjects: [
      { uid: master.uid, records: changeSeries(calendarObject, master, aim.instant, change, context) },
    ],
    eventId: master.id,
  };
}

/** Saving a text of which only the beginning is here would lose the rest of it. */
function requireWholeTexts(record: EventRecord, change: EventChange): void {
  const field = shortenedTexts(record).find(
    (text) => change[text] !== undefined && change[text] !== record[text],
  );
  if (field === undefined) return;
  throw new AppError(
    'unprocessable',
    `The ${field} of this event is longer than what is shown here. Edit it in the calendar that it comes from; nothing was changed.`,
    { fields: { [field]: 'is longer than what is shown here' } },
  );
}

/** Deletes an event, one instance of it, that and all later ones, or the whole series. */
export function planEventRemoval(
  calendarObject: ObjectRecords,
  targetId: string,
  input: Aim,
  context: SeriesContext,
): Edit {
  const target = getTarget(calendarObject, targetId);
  const master = getMaster(calendarObject, target);
  const aim = aimAt(calendarObject, target, input, context);
  const records = (() => {
    if (aim.scope === 'this') return withoutInstance(calendarObject, master, aim.instant, context);
    if (aim.scope === 'following') return splitSeries(calendarObject, master, aim.instant, context).before;
    // Without its series here, an instance stands for itself.
    return master.recurrence === null ? calendarObject.filter((record) => record !== master) : [];
  })();
  return { calendarObjects: [{ uid: master.uid, records }], eventId: master.id };
}

function getTarget(calendarObject: ObjectRecords, targetId: string): EventRecord {
  const target = calendarObject.find((record) => record.id === targetId);
  if (!target) throw notFound('The event');
  return target;
}

type Resolved = { scope: 'this' | 'following'; instant: number } | { scope: 'all'; instant: number | null };

/** What the edit is really for: a single event has no instances, and 'following' from the first one is all. */
function aimAt(
  calendarObject: ObjectRecords,
  target: EventRecord,
  input: Aim,
  context: SeriesContext,
): Resolved {
  const { homeTimeZone } = context;
  const master = getMaster(calendarObject, target);
  const named = input.recurrenceId ?? target.recurrenceId ?? undefined;
  const instant = named === undefined ? null : instantOfRecurrenceId(named, homeTimeZone);
  if (master.recurrence === null || input.scope === 'all') return { scope: 'all', instant };
  if (instant === null) {
    throw new AppError('invalid_request', 'Say which instance is meant: recurrenceId is missing.', {
      fields: { recurrenceId: 'is needed for this scope' },
    });
  }
  if (!isInSeries(calendarObject, master, instant, context)) throw notFound('This instance of the event');
  const isFirst = instant <= getStart(master, homeTimeZone);
  if (input.scope === 'following' && isFirst) return { scope: 'all', instant };
  return { scope: input.scope, instant };
}

function getMaster(calendarObject: ObjectRecords, target: EventRecord): EventRecord {
  return (
    calendarObject.find((record) => record.recurrenceId === null && record.recurrence !== null) ?? target
  );
}

function isInSeries(
  calendarObject: ObjectRecords,
  master: EventRecord,
  instant: number,
  { homeTimeZone, budget }: SeriesContext,
): boolean {
  if (
    calendarObject.some(
      (record) => record.recurrenceId === toRecurrenceId(instant, master.isAllDay, homeTimeZone),
    )
  )
    return true;
  const [found] = expand(toRecurringItem(master), {
    from: instant,
    to: instant + 1,
    limit: 1,
    floatingTimeZone: homeTimeZone,
    findZone: getZones(master),
    ...(budget && { budget }),
  });
  return found !== undefined;
}
