import type { EditScope, EventChange } from '@dayloom/contracts';
import { expand, InvalidRecurrenceRule, RecurrenceTooCostly } from '@dayloom/time/recurrence';
import { AppError, notFound } from '#platform/errors.ts';
import {
  type EventRecord,
  getZones,
  parseRecurrenceId,
  shortenedTexts,
  toRecurrenceId,
} from '../model/event-record.ts';
import { type Edit, type SeriesContext, toRecurringItem } from '../model/series-records.ts';
import { changeInstance, withoutInstance } from './edit-instance.ts';
import { changeSeries, type EditContext } from './edit-series.ts';
import { recordsBefore, splitSeries } from './split-series.ts';

export interface EditTarget {
  readonly scope: EditScope;
  readonly recurrenceId?: string | undefined;
}

export interface EditToPlan {
  readonly records: readonly EventRecord[];
  readonly eventId: string;
  readonly input: { readonly change: EventChange } | { readonly removal: EditTarget };
  readonly context: EditContext;
}

/** Plans an edit of a calendar object. Throws when it depends on rules that can't be followed. */
export function planEdit({ records, eventId, input, context }: EditToPlan): Edit {
  try {
    return 'change' in input
      ? planEventChange(records, eventId, input.change, context)
      : planEventRemoval(records, eventId, input.removal, context);
  } catch (cause) {
    if (!(cause instanceof InvalidRecurrenceRule || cause instanceof RecurrenceTooCostly)) throw cause;
    throw new AppError(
      'unprocessable',
      'The repeat rule of this event cannot be evaluated here, so single occurrences cannot be edited. Nothing was changed. Edit the whole series instead.',
      { cause },
    );
  }
}

/** Changes a single event, one instance, one instance and all later ones, or the whole series. */
export function planEventChange(
  records: readonly EventRecord[],
  targetId: string,
  change: EventChange,
  context: EditContext,
): Edit {
  const target = getTarget(records, targetId);
  const master = getMaster(records, target);
  const aim = resolveTarget(records, target, change, context);
  if (change.recurrenceRule != null && target.recurrenceId !== null && master === target)
    throw new AppError(
      'unprocessable',
      'This is one occurrence of a series that is not in this calendar. Change the repeat rule where the series is.',
      { fields: { recurrenceRule: 'belongs to a series that is not here' } },
    );
  requireWholeTexts(aim.scope === 'this' ? target : master, change);
  if (aim.scope === 'this') return changeInstance(records, master, aim.instant, change, context);
  if (aim.scope === 'following') {
    const { recurrenceRule } = change;
    const keepsRules = recurrenceRule === undefined || recurrenceRule === master.recurrence?.rules[0];
    const split = { records, master, instant: aim.instant, keepsRules, context };
    const { before, after } = splitSeries(split);
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
      { uid: master.uid, records: changeSeries(records, master, aim.instant, change, context) },
    ],
    eventId: master.id,
  };
}

/** We store only the beginning of a cut text. Saving an edit of it would lose the rest. */
function requireWholeTexts(record: EventRecord, change: EventChange): void {
  const field = shortenedTexts(record).find(
    (text) => change[text] !== undefined && change[text] !== record[text],
  );
  if (field === undefined) return;
  throw new AppError(
    'unprocessable',
    `The ${field} of this event is too long to be shown in full here. Nothing was changed. Edit it in its original calendar.`,
    { fields: { [field]: 'is longer than what is shown here' } },
  );
}

/** Deletes a single event, one instance, one instance and all later ones, or the whole series. */
export function planEventRemoval(
  records: readonly EventRecord[],
  targetId: string,
  input: EditTarget,
  context: SeriesContext,
): Edit {
  const target = getTarget(records, targetId);
  const master = getMaster(records, target);
  const aim = resolveTarget(records, target, input, context);
  const remaining = (() => {
    if (aim.scope === 'this') return withoutInstance(records, master, aim.instant, context);
    if (aim.scope === 'following') return recordsBefore({ records, master, instant: aim.instant, context });
    // An instance without its series is an event of its own.
    return master.recurrence === null ? records.filter((record) => record !== master) : [];
  })();
  return { calendarObjects: [{ uid: master.uid, records: remaining }], eventId: master.id };
}

function getTarget(records: readonly EventRecord[], targetId: string): EventRecord {
  const target = records.find((record) => record.id === targetId);
  if (!target) throw notFound('The event');
  return target;
}

type Resolved = { scope: 'this' | 'following'; instant: number } | { scope: 'all'; instant: number | null };

/**
 * The effective target of an edit: a single event has no instances, and 'following' from the first instance
 * means all.
 */
function resolveTarget(
  records: readonly EventRecord[],
  target: EventRecord,
  input: EditTarget,
  context: SeriesContext,
): Resolved {
  const { homeTimeZone } = context;
  const master = getMaster(records, target);
  const named = input.recurrenceId ?? target.recurrenceId ?? undefined;
  const instant = named === undefined ? null : parseRecurrenceId(named, homeTimeZone);
  if (master.recurrence === null || input.scope === 'all') return { scope: 'all', instant };
  if (instant === null) {
    throw new AppError('invalid_request', 'recurrenceId is missing: it says which occurrence to change.', {
      fields: { recurrenceId: 'is needed for this scope' },
    });
  }
  if (!isInSeries(records, master, instant, context)) throw notFound('This occurrence of the event');
  if (input.scope === 'following' && !hasInstanceBefore(records, master, instant, context))
    return { scope: 'all', instant };
  return { scope: input.scope, instant };
}

function getMaster(records: readonly EventRecord[], target: EventRecord): EventRecord {
  return records.find((record) => record.recurrenceId === null && record.recurrence !== null) ?? target;
}

/**
 * Whether an instance exists before the instant. The first instance may be an RDATE or a moved one, and
 * DTSTART may be excluded.
 */
function hasInstanceBefore(
  records: readonly EventRecord[],
  master: EventRecord,
  instant: number,
  { homeTimeZone, budget }: SeriesContext,
): boolean {
  const isBefore = ({ recurrenceId }: EventRecord) =>
    recurrenceId !== null && (parseRecurrenceId(recurrenceId, homeTimeZone) ?? instant) < instant;
  if (records.some(isBefore)) return true;
  const [found] = expand(toRecurringItem(master), {
    to: instant,
    limit: 1,
    floatingTimeZone: homeTimeZone,
    findZone: getZones(master),
    ...(budget && { budget }),
  });
  return found !== undefined;
}

function isInSeries(
  records: readonly EventRecord[],
  master: EventRecord,
  instant: number,
  { homeTimeZone, budget }: SeriesContext,
): boolean {
  if (
    records.some((record) => record.recurrenceId === toRecurrenceId(instant, master.isAllDay, homeTimeZone))
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
