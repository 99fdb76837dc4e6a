import { randomUUID } from 'node:crypto';
import { type CalendarEvent, type CalendarSummary, createCalendarReader } from '@dayloom/time/icalendar';
import { type EventInstants, toInstants } from '../model/event-instants.ts';
import type { EventRecord } from '../model/event-record.ts';
import {
  type ExpandedWindow,
  expandIndexedOccurrences,
  expandOccurrences,
  type IndexedOccurrence,
  type IndexWindow,
} from '../model/occurrences.ts';
import {
  isNewerMaster,
  type MasterStart,
  readImportedEvent,
  toMasterStart,
  withSeriesKind,
} from '../rules/imported-event.ts';

// Functions that run in worker threads: parsing files and expanding rules. They have no database access.

export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly calendarId: string;
  readonly homeTimeZone: string;
  /** Used for events without a usable time. */
  readonly today: string;
  readonly mostEvents: number;
}

export interface ReadEvent {
  readonly record: EventRecord;
  readonly instants: EventInstants;
  readonly line: number;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

export type FileRead = CalendarSummary & { readonly hasTooMany: boolean };

/** Small messages keep the receiving event loop responsive. */
const EVENTS_PER_MESSAGE = 200;

/** Parses a file and reports its events in batches. */
export function readFile(
  { bytes, calendarId, homeTimeZone, today, mostEvents }: FileToRead,
  { report }: { report: (events: readonly ReadEvent[]) => void },
): FileRead {
  let batch: ReadEvent[] = [];
  let count = 0;
  const flush = () => {
    if (batch.length > 0) report(batch);
    batch = [];
  };
  /** A changed instance may precede its series, which determines the value type of its RECURRENCE-ID. */
  const instances: CalendarEvent[] = [];
  const masters = new Map<string, MasterStart>();
  const readOne = (event: CalendarEvent) => {
    const { record, problem } = readImportedEvent(event, calendarId, randomUUID(), homeTimeZone, today);
    const { line } = event;
    const problems = problem ? [...event.problems, { line, message: problem }] : event.problems;
    batch.push({ record, instants: toInstants(record, homeTimeZone), line, problems });
    if (batch.length >= EVENTS_PER_MESSAGE) flush();
  };
  const reader = createCalendarReader({
    floatingTimeZone: homeTimeZone,
    onEvent(event) {
      count += 1;
      if (count > mostEvents) return;
      if (event.recurrenceId) {
        instances.push(event);
        return;
      }
      if (isNewerMaster(event, masters.get(event.uid))) masters.set(event.uid, toMasterStart(event));
      readOne(event);
    },
  });
  reader.push(bytes);
  const summary = reader.end();
  for (const instance of instances)
    readOne(withSeriesKind(instance, masters.get(instance.uid), homeTimeZone));
  flush();
  return { ...summary, hasTooMany: count > mostEvents };
}

export interface ObjectToExpand {
  readonly calendarObject: readonly EventRecord[];
  readonly range: IndexWindow;
  readonly homeTimeZone: string;
  readonly steps: number;
}

export interface ExpandedObject {
  readonly shown: ExpandedWindow;
  /** Steps left in the budget. */
  readonly left: number;
}

export function expandForIndex({
  calendarObject,
  range,
  homeTimeZone,
  steps,
}: ObjectToExpand): ExpandedObject {
  const budget = { left: steps };
  return { shown: expandIndexedOccurrences(calendarObject, range, homeTimeZone, budget), left: budget.left };
}

export function expandInRange({
  limit,
  ...asked
}: ObjectToExpand & { readonly limit: number }): IndexedOccurrence[] {
  const { calendarObject, range, homeTimeZone, steps } = asked;
  return expandOccurrences(calendarObject, range, homeTimeZone, { limit, budget: { left: steps } })
    .occurrences;
}
