import type { FindZone } from '../calendar-time.ts';
import { getZone } from '../zone.ts';
import { createByteDecoder } from './byte-decoder.ts';
import { type CalendarProblem, createAssembler, type TopComponent } from './components.ts';
import { createUnfolder } from './content-lines.ts';
import { type NamedZone, readZone, ZONE_STEPS } from './custom-zones.ts';
import type { CalendarEvent, CalendarTodo } from './events.ts';
import { hasUnknownZone } from './item-times.ts';
import { unescapeText } from './properties.ts';
import { readEvent, readTodo } from './read-item.ts';

export interface CalendarReaderOptions {
  onEvent?: (event: CalendarEvent) => void;
  onTodo?: (todo: CalendarTodo) => void;
  /** The IANA zone of floating times and dates; default UTC. */
  floatingTimeZone?: string;
}

export interface CalendarSummary {
  /** Number of VEVENT and VTODO components read, including those with problems. */
  events: number;
  todos: number;
  /** Problems of the file and its components in line order; at most `MAX_PROBLEMS`. */
  problems: CalendarProblem[];
  /** X-WR-CALNAME or NAME, and X-WR-TIMEZONE, of the first calendar that has them. */
  name: string | null;
  timeZone: string | null;
  /** Whether the text contains a calendar, even an empty one. */
  hasCalendar: boolean;
  /** Whether the last END:VCALENDAR is missing. */
  isCut: boolean;
}

export interface CalendarReader {
  /** The next piece, of any size: text, or bytes in UTF-8, UTF-16 or windows-1252. */
  push(chunk: string | Uint8Array): void;
  /** Call once after the last piece. The last events are passed on before it returns. */
  end(): CalendarSummary;
}

/** Limits the memory for a file that consists of problems. */
export const MAX_PROBLEMS = 10_000;
/** Events that wait for a VTIMEZONE later in the file. Further events are read without it. */
const MAX_WAITING = 2000;

/** Messages quote untrusted text: control characters could reach a terminal, and databases reject NUL. */
function printable(message: string): string {
  return message.replace(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/**
 * Reads iCalendar (RFC 5545) piece by piece and passes on each event and to-do when it is complete. It never
 * throws because of a file's content: what cannot be read becomes a problem with its line. Memory holds one
 * event at a time, the zones of the current calendar, and the events that wait for a zone. Those are passed
 * on out of order, at the end of their calendar.
 */
export function createCalendarReader(options: CalendarReaderOptions = {}): CalendarReader {
  const summary: CalendarSummary = {
    events: 0,
    todos: 0,
    problems: [],
    name: null,
    timeZone: null,
    hasCalendar: false,
    isCut: false,
  };
  const floatingTimeZone = options.floatingTimeZone ?? 'UTC';
  const decoder = createByteDecoder();
  let zones = new Map<string, NamedZone | null>();
  let zoneTexts = new Map<string, string>();
  let waiting: TopComponent[] = [];
  const zoneBudget = { left: ZONE_STEPS };
  let isStart = true;

  const addProblems = (problems: readonly CalendarProblem[]) => {
    for (const problem of problems)
      if (summary.problems.length < MAX_PROBLEMS)
        summary.problems.push({ ...problem, message: printable(problem.message) });
  };
  const addComponent = (component: TopComponent) => {
    const context = { zones, zoneTexts, floatingTimeZone };
    if (component.name === 'VEVENT') {
      const event = readEvent(component, context);
      options.onEvent?.(event);
    } else options.onTodo?.(readTodo(component, context));
    addProblems(component.problems);
  };
  const flushWaiting = () => {
    for (const component of waiting) addComponent(component);
    waiting = [];
  };

  const assembler = createAssembler({
    onCalendar() {
      summary.hasCalendar = true;
      zones = new Map();
      zoneTexts = new Map();
    },
    onCalendarProperty(property) {
      if (property.name === 'X-WR-CALNAME' || property.name === 'NAME')
        summary.name ??= unescapeText(property.value).trim() || null;
      else if (property.name === 'X-WR-TIMEZONE') summary.timeZone ??= property.value.trim() || null;
    },
    onComponent(component) {
      if (component.name === 'VTIMEZONE') {
        const read = readZone(component, zoneBudget);
        if (read) {
          zones.set(read.tzid, read.zone);
          if (read.zone?.definition) zoneTexts.set(read.tzid, component.raw);
        }
        addProblems(component.problems);
      } else if (component.name === 'VEVENT' || component.name === 'VTODO') {
        if (component.name === 'VEVENT') summary.events += 1;
        else summary.todos += 1;
        if (waiting.length < MAX_WAITING && hasUnknownZone(component, zones)) waiting.push(component);
        else addComponent(component);
      } else addProblems(component.problems);
    },
    onCalendarEnd: flushWaiting,
    onProblem: (problem) => addProblems([problem]),
  });
  const unfolder = createUnfolder((line) => assembler.line(line));
  const pushText = (text: string) => {
    if (text === '') return;
    unfolder.push(isStart && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    isStart = false;
  };

  return {
    push: (chunk) => pushText(typeof chunk === 'string' ? chunk : decoder.decode(chunk)),
    end() {
      pushText(decoder.end());
      unfolder.end();
      summary.isCut = assembler.end().isCut;
      flushWaiting();
      const isEmpty = summary.events + summary.todos + summary.problems.length === 0;
      if (isEmpty && !summary.hasCalendar) {
        addProblems([{ line: 1, message: 'There is no calendar in this file (no BEGIN:VCALENDAR).' }]);
      }
      summary.problems.sort((a, b) => a.line - b.line);
      return summary;
    },
  };
}

/** `createCalendarReader` for a complete text; events and to-dos are in file order. */
export function readCalendar(
  input: string | Uint8Array,
  options: Pick<CalendarReaderOptions, 'floatingTimeZone'> = {},
): CalendarSummary & { eventList: CalendarEvent[]; todoList: CalendarTodo[] } {
  const eventList: CalendarEvent[] = [];
  const todoList: CalendarTodo[] = [];
  const reader = createCalendarReader({
    ...options,
    onEvent: (event) => eventList.push(event),
    onTodo: (todo) => todoList.push(todo),
  });
  reader.push(input);
  const summary = reader.end();
  // Events that had to wait for their zone arrived late.
  eventList.sort((a, b) => a.line - b.line);
  todoList.sort((a, b) => a.line - b.line);
  return { ...summary, eventList, todoList };
}

/** Cache of recently used definitions, as every time of an event looks up its zone. */
const MAX_DEFINITIONS = 50;
const knownDefinitions = new Map<string, FindZone>();

/**
 * The `findZone` for `expand` and `toInstant` of an item with a `zoneDefinition`: its own zones first, then
 * IANA's.
 */
export function createFindZone({ zoneDefinition }: { zoneDefinition: string | null }): FindZone {
  if (zoneDefinition === null) return getZone;
  const known = knownDefinitions.get(zoneDefinition);
  if (known) return known;
  const read = readDefinition(zoneDefinition);
  if (knownDefinitions.size >= MAX_DEFINITIONS) knownDefinitions.clear();
  knownDefinitions.set(zoneDefinition, read);
  return read;
}

function readDefinition(text: string): FindZone {
  const definitions = new Map<string, NamedZone | null>();
  const budget = { left: ZONE_STEPS };
  const assembler = createAssembler({
    onCalendar: () => undefined,
    onCalendarProperty: () => undefined,
    onComponent: (component) => {
      const read = readZone(component, budget);
      if (read) definitions.set(read.tzid, read.zone);
    },
    onCalendarEnd: () => undefined,
    onProblem: () => undefined,
  });
  const unfolder = createUnfolder((line) => assembler.line(line));
  unfolder.push(text);
  unfolder.end();
  assembler.end();
  return (timeZone) => definitions.get(timeZone)?.definition ?? getZone(timeZone);
}
