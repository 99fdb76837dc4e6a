import {
  type Disagreement,
  differencesOf,
  type Family,
  type MergedField,
} from '../../calendar/operations/merge-families.ts';
import type { EventTime, RemoteEvent } from '../ports.ts';
import type { ShownDifference } from '../store/tables.ts';

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

/** What two sides disagreed about, as people read it. */
export function tellDisagreement({ mine, theirs, fields }: Disagreement): {
  fields: string[];
  shown: ShownDifference[];
} {
  if (fields.length === 0) {
    const line = { field: 'the event', mine: inShort(mine), theirs: inShort(theirs) };
    return { fields: [line.field], shown: [line] };
  }
  return {
    fields: fields.map((field) => names[field]),
    shown: fields.map((field) => ({
      field: names[field],
      mine: mine ? valueOf(mine, field) : GONE,
      theirs: theirs ? valueOf(theirs, field) : GONE,
    })),
  };
}

/** What had not gone out when its calendar left: `base` is what the provider has. */
export function tellUnsent(base: Family, mine: Family): { title: string; shown: ShownDifference[] } {
  const master = (family: Family) =>
    family.find(({ recurrenceId }) => recurrenceId === null) ?? family[0] ?? null;
  const [there, here] = [master(base), master(mine)];
  const title = here?.title || there?.title || '';
  if (!there || !here) {
    const theirs = there ? inShort(there) : 'never sent';
    return { title, shown: [{ field: 'the event', mine: inShort(here), theirs }] };
  }
  return { title, shown: differencesOf(base, mine).flatMap((one) => tellDisagreement(one).shown) };
}

function inShort(event: RemoteEvent | null): string {
  return event ? `${event.title || 'No title'}, ${valueOf(event, 'time')}` : GONE;
}

function valueOf(event: RemoteEvent, field: MergedField): string {
  switch (field) {
    case 'time':
      return event.isAllDay
        ? `all day, ${dateOf(event.start)} to ${dateOf(event.end)} (exclusive)`
        : `${dateOf(event.start)} ${clockOf(event.start)} to ${clockOf(event.end)}${event.start.timeZone ? ` (${event.start.timeZone})` : ''}`;
    case 'availability':
      return event.isBusy ? 'busy' : 'free';
    case 'repeat':
      return event.recurrence?.rules.join(', ') || 'once';
    case 'title':
    case 'description':
    case 'location':
    case 'status':
      return event[field] || 'nothing';
  }
}

function dateOf({ at }: EventTime): string {
  return `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`;
}

function clockOf({ at }: EventTime): string {
  return `${at.slice(9, 11)}:${at.slice(11, 13)}`;
}
