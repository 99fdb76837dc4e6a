import { getZone, type Interval, type Zone } from '@dayloom/time';

/** What a request is understood against. Instants are epoch milliseconds. */
export interface DialogueData {
  readonly now: number;
  /** The IANA zone of the times in the request. */
  readonly timeZone: string;
  /** Whether 3/4 is in March. */
  readonly isMonthFirst: boolean;
  /** The occurrences of some months before and after now, sorted by start. */
  readonly events: readonly DialogueEvent[];
  readonly tasks: readonly DialogueTask[];
  /** People whose address is known. */
  readonly people: readonly Person[];
  /** The working hours of the coming weeks, sorted. */
  readonly hours: readonly Interval[];
  /** Busy time, planned work included, sorted. */
  readonly busy: readonly Interval[];
}

export interface DialogueEvent {
  readonly eventId: string;
  readonly recurrenceId: string | null;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  /** All-day only: `YYYY-MM-DD`; the end is the day after the last one. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly location: string;
  /** Its description. */
  readonly notes?: string;
  readonly attendees: readonly Attendee[];
  readonly isRecurring: boolean;
}

export interface DialogueTask {
  readonly id: string;
  readonly title: string;
  readonly project: string | null;
  readonly status: 'open' | 'done';
  readonly dueOn: string | null;
  readonly dueAt: number | null;
  readonly durationMinutes: number;
  readonly priority: number;
  readonly isRecurring: boolean;
  readonly notes?: string;
  /** Its next block. */
  readonly planned: Interval | null;
  /** All its blocks, where they are known. */
  readonly places?: readonly Interval[];
}

/** Somebody by name and address; the name may be empty. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Somebody who is invited to an event. */
export interface Attendee extends Person {
  /** What they answered; not known if it is missing. */
  readonly status?: 'needsAction' | 'accepted' | 'tentative' | 'declined';
}

/** A call of a tool. Tools check their input. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An occurrence or a task that was mentioned. */
export type Mention =
  | { readonly kind: 'event'; readonly eventId: string; readonly recurrenceId: string | null }
  | { readonly kind: 'task'; readonly id: string };

export function toMention({ eventId, recurrenceId }: DialogueEvent): Mention {
  return { kind: 'event', eventId, recurrenceId };
}

/** Local milliseconds (`civil-date.ts` of `@dayloom/time`) of an instant, and back. */
export interface WallClock {
  readonly now: number;
  readonly toWall: (instant: number) => number;
  readonly toInstant: (wall: number) => number;
}

export function createWallClock({ now, timeZone }: Pick<DialogueData, 'now' | 'timeZone'>): WallClock {
  const zone: Zone = getZone(timeZone);
  const toWall = (instant: number) => instant + zone.offsetMsAt(instant);
  return { now: toWall(now), toWall, toInstant: (wall) => zone.localMsToInstant(wall) };
}
