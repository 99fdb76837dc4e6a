import type * as Graph from '@microsoft/microsoft-graph-types';
import { GraphError } from './graph-error.ts';
import type { Calendar, Event } from './graph-mailbox.ts';
import { instantOf } from './graph-times.ts';

export function requireEditor({ canEdit }: Calendar): void {
  if (!canEdit)
    throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
}

export function requireMatch(event: Event, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(event))
    throw new GraphError(
      412,
      'ErrorIrresolvableConflict',
      'The send or update operation could not be performed.',
    );
}

export function etagOf({ changeKey }: Graph.Event): string {
  return `W/"${changeKey}"`;
}

const WRITABLE = [
  'subject',
  'body',
  'start',
  'end',
  'isAllDay',
  'location',
  'recurrence',
  'showAs',
  'sensitivity',
  'importance',
  'attendees',
  'categories',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'singleValueExtendedProperties',
  'extensions',
] as const;

export function writable(event: Graph.Event): Graph.Event {
  return Object.fromEntries(
    WRITABLE.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
}

export function checkTimes(event: Graph.Event): void {
  const start = instantOf(event.start);
  const end = instantOf(event.end);
  if (Number.isNaN(start) || Number.isNaN(end))
    throw new GraphError(400, 'ErrorPropertyValidationFailure', 'Start and end are needed.');
  if (end < start)
    throw new GraphError(400, 'ErrorPropertyValidationFailure', 'The end is before the start.');
  const isMidnight = (moment: Graph.DateTimeTimeZone | null | undefined) =>
    /T00:00(?::00(?:\.0+)?)?Z?$/.test(moment?.dateTime ?? '');
  if (event.isAllDay && !(isMidnight(event.start) && isMidnight(event.end) && end > start))
    throw new GraphError(
      400,
      'ErrorPropertyValidationFailure',
      'An all-day event lasts from midnight to midnight.',
    );
}
