import type { ConflictSide, ConflictTime } from '@dayloom/contracts';
import { DAY_MS, formatDayNumber, getZone } from '@dayloom/time';
import { createFindZone } from '@dayloom/time/icalendar';
import { findCalendarTime, toInstant } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { listDifferences, type MergeConflict, type MergedField } from '#features/calendar/model/merge.ts';
import type { ShownDifference } from '../model/shown-difference.ts';

const names: Record<MergedField, string> = {
  title: 'the title',
  description: 'the notes',
  location: 'the place',
  availability: 'busy or free',
  status: 'the status',
  time: 'the time',
  repeat: 'the repetition',
};

const GONE = 'deleted';

export function toTextSide(text: string): ConflictSide {
  return { text, time: null };
}

/** Describes a merge conflict. Times are shown in the reader's zone. */
export function describeConflict(
  { mine, theirs, fields }: MergeConflict,
  homeTimeZone: string,
): { fields: string[]; shown: ShownDifference[] } {
  if (fields.length === 0) {
    return {
      fields: ['the event'],
      shown: [
        {
          field: 'the event',
          mine: toShortSide(mine, homeTimeZone),
          theirs: toShortSide(theirs, homeTimeZone),
        },
      ],
    };
  }
  const side = (event: RemoteEvent | null, field: MergedField): ConflictSide => {
    if (!event) return toTextSide(GONE);
    const time = field === 'time' ? toConflictTime(event, homeTimeZone) : null;
    return time ? { text: '', time } : toTextSide(formatValue(event, field));
  };
  return {
    fields: fields.map((field) => names[field]),
    shown: fields.map((field) => ({
      field: names[field],
      mine: side(mine, field),
      theirs: side(theirs, field),
    })),
  };
}

/** The text of a change that was unsent when its calendar was deleted; `base` is what the provider has. */
export function describeUnsent(
  base: readonly RemoteEvent[],
  mine: readonly RemoteEvent[],
  homeTimeZone: string,
): { title: string; shown: ShownDifference[] } {
  const master = (events: readonly RemoteEvent[]) =>
    events.find(({ recurrenceId }) => recurrenceId === null) ?? events[0] ?? null;
  const [there, here] = [master(base), master(mine)];
  const title = here?.title || there?.title || '';
  if (!there || !here) {
    const theirs = there ? toShortSide(there, homeTimeZone) : toTextSide('never sent');
    return { title, shown: [{ field: 'the event', mine: toShortSide(here, homeTimeZone), theirs }] };
  }
  return {
    title,
    shown: listDifferences(base, mine).flatMap((one) => describeConflict(one, homeTimeZone).shown),
  };
}

function toShortSide(event: RemoteEvent | null, homeTimeZone: string): ConflictSide {
  return event
    ? { text: event.title || 'No title', time: toConflictTime(event, homeTimeZone) }
    : toTextSide(GONE);
}

/** Null if its zone is unknown. Floating times are resolved in the home zone. */
function toConflictTime(
  { isAllDay, start, end, zoneDefinition }: RemoteEvent,
  home: string,
): ConflictTime | null {
  if (isAllDay) {
    const [first, after] = [dayNumber(start), dayNumber(end)];
    const last = Math.max(first, after - 1);
    return { kind: 'days', startsOn: formatDayNumber(first), endsOn: formatDayNumber(last) };
  }
  const zones = zoneDefinition === null ? getZone : createFindZone({ zoneDefinition });
  const instant = ({ at, timeZone }: EventTime) => {
    const read = findCalendarTime(at, timeZone);
    return read && new Date(toInstant(read, home, zones)).toISOString();
  };
  try {
    const [startsAt, endsAt] = [instant(start), instant(end)];
    return startsAt && endsAt ? { kind: 'instants', startsAt, endsAt } : null;
  } catch {
    return null;
  }
}

function dayNumber({ at }: EventTime): number {
  return Date.UTC(Number(at.slice(0, 4)), Number(at.slice(4, 6)) - 1, Number(at.slice(6, 8))) / DAY_MS;
}

function formatValue(event: RemoteEvent, field: MergedField): string {
  switch (field) {
    case 'time':
      return `${formatClock(event.start)} to ${formatClock(event.end)}${event.start.timeZone ? ` (${event.start.timeZone})` : ''}`;
    case 'availability':
      return event.isBusy ? 'busy' : 'free';
    case 'repeat':
      return event.recurrence?.rules.map(describeRule).join(', ') || 'once';
    case 'title':
    case 'description':
    case 'location':
    case 'status':
      return event[field] || 'nothing';
  }
}

function formatClock({ at }: EventTime): string {
  return `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)} ${at.slice(9, 11)}:${at.slice(11, 13)}`;
}

const UNITS: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const WEEKDAYS: Readonly<Record<string, string>> = {
  MO: 'Mon',
  TU: 'Tue',
  WE: 'Wed',
  TH: 'Thu',
  FR: 'Fri',
  SA: 'Sat',
  SU: 'Sun',
};
const WORDED = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'COUNT', 'UNTIL', 'WKST']);

/** `every 2 weeks on Mon, Wed, 10 times`; a rule too complex for words is returned unchanged. */
function describeRule(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const unit = UNITS[parts.get('FREQ') ?? ''];
  const days = (parts.get('BYDAY') ?? '').split(',').filter(Boolean);
  if (!unit || [...parts.keys()].some((name) => !WORDED.has(name)) || days.some((day) => !WEEKDAYS[day]))
    return rule;
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const until = parts.get('UNTIL');
  return [
    interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`,
    ...(days.length > 0 ? [` on ${days.map((day) => WEEKDAYS[day]).join(', ')}`] : []),
    ...(parts.has('COUNT') ? [`, ${parts.get('COUNT')} times`] : []),
    ...(until ? [` until ${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`] : []),
  ].join('');
}
