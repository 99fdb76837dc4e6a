import type { EditScope, EventChange } from '@dayloom/contracts';
import { expand, InvalidRecurrenceRule, RecurrenceTooCostly } from '@dayloom/time/recurrence';
import { AppError, notFound } from '../../../platform/errors.ts';
import {
  type EventRecord,
  instantOfRecurrenceId,
  recurrenceIdOf,
  shortenedTexts,
  startOf,
  zonesOf,
} from '../model/event-record.ts';
import { type Edit, type Family, itemOf, type SeriesContext } from '../model/series-records.ts';
import { changeInstance, withoutInstance } from './edit-instance.ts';
import { changeSeries, type EditContext } from './edit-series.ts';
import { splitSeries } from './split-series.ts';

export interface Aim {
  readonly scope: EditScope;
  readonly recurrenceId?: string | undefined;
}

export interface EditToPlan {
  readonly family: Family;
  readonly eventId: string;
  readonly wish: { readonly change: EventChange } | { readonly removal: Aim };
  readonly context: EditContext;
}

/** What an edit makes of a family. Refuses what depends on rules that cannot be followed. */
export function planEdit({ family, eventId, wish, context }: EditToPlan): Edit {
  try {
    return 'change' in wish
      ? planEventChange(family, eventId, wish.change, context)
      : planEventRemoval(family, eventId, wish.removal, context);
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
  family: Family,
  targetId: string,
  change: EventChange,
  context: EditContext,
): Edit {
  const target = targetOf(family, targetId);
  const master = masterOf(family, target);
  const aim = aimAt(family, target, change, context);
  if (change.recurrenceRule != null && target.recurrenceId !== null && master === target)
    throw new AppError(
      'unprocessable',
      'This is one instance of a series that is not in this calendar. How it repeats can be changed where the series is.',
      { fields: { recurrenceRule: 'belongs to a series that is not here' } },
    );
  requireWholeTexts(aim.scope === 'this' ? target : master, change);
  if (aim.scope === 'this') return changeInstance(family, master, aim.instant, change, context);
  if (aim.scope === 'following') {
    const { before, after } = splitSeries(family, master, aim.instant, context);
    const newMaster = after.find((record) => record.recurrenceId === null) as EventRecord;
    const changed = changeSeries(after, newMaster, aim.instant, change, context);
    return {
      families: [
        { uid: master.uid, records: before },
        { uid: newMaster.uid, records: changed, splitFrom: master.uid },
      ],
      eventId: newMaster.id,
    };
  }
  return {
    families: [{ uid: master.uid, records: changeSeries(family, master, aim.instant, change, context) }],
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
export function planEventRemoval(family: Family, targetId: string, wish: Aim, context: SeriesContext): Edit {
  const target = targetOf(family, targetId);
  const master = masterOf(family, target);
  const aim = aimAt(family, target, wish, context);
  const records = (() => {
    if (aim.scope === 'this') return withoutInstance(family, master, aim.instant, context);
    if (aim.scope === 'following') return splitSeries(family, master, aim.instant, context).before;
    // Without its series here, an instance stands for itself.
    return master.recurrence === null ? family.filter((record) => record !== master) : [];
  })();
  return { families: [{ uid: master.uid, records }], eventId: master.id };
}

function targetOf(family: Family, targetId: string): EventRecord {
  const target = family.find((record) => record.id === targetId);
  if (!target) throw notFound('The event');
  return target;
}

type Resolved = { scope: 'this' | 'following'; instant: number } | { scope: 'all'; instant: number | null };

/** What the edit is really for: a single event has no instances, and 'following' from the first one is all. */
function aimAt(family: Family, target: EventRecord, wish: Aim, context: SeriesContext): Resolved {
  const { homeTimeZone } = context;
  const master = masterOf(family, target);
  const named = wish.recurrenceId ?? target.recurrenceId ?? undefined;
  const instant = named === undefined ? null : instantOfRecurrenceId(named, homeTimeZone);
  if (master.recurrence === null || wish.scope === 'all') return { scope: 'all', instant };
  if (instant === null) {
    throw new AppError('invalid_request', 'Say which instance is meant: recurrenceId is missing.', {
      fields: { recurrenceId: 'is needed for this scope' },
    });
  }
  if (!isInSeries(family, master, instant, context)) throw notFound('This instance of the event');
  const isFirst = instant <= startOf(master, homeTimeZone);
  if (wish.scope === 'following' && isFirst) return { scope: 'all', instant };
  return { scope: wish.scope, instant };
}

function masterOf(family: Family, target: EventRecord): EventRecord {
  return family.find((record) => record.recurrenceId === null && record.recurrence !== null) ?? target;
}

function isInSeries(
  family: Family,
  master: EventRecord,
  instant: number,
  { homeTimeZone, budget }: SeriesContext,
): boolean {
  if (family.some((record) => record.recurrenceId === recurrenceIdOf(instant, master.isAllDay, homeTimeZone)))
    return true;
  const [found] = expand(itemOf(master), {
    from: instant,
    to: instant + 1,
    limit: 1,
    floatingTimeZone: homeTimeZone,
    findZone: zonesOf(master),
    ...(budget && { budget }),
  });
  return found !== undefined;
}
