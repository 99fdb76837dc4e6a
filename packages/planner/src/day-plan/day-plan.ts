import type { ClockWindow } from '@dayloom/time';
import type { BusyEvent, Instance, Priority } from '../format/format.ts';

/**
 * `dayplan/1`: `schedbench/1` with the optional additions of a person's days. `prepare` turns each addition
 * into parts of an instance, except the daily cap and the breaks. Those are separate constraints (C1 and C2),
 * enforced by `planDays` and checked by `scoreDays`. docs/planner.md has the exact definitions.
 */
export interface DayPlan extends Omit<Instance, 'format' | 'busy'> {
  readonly format: 'dayplan/1';
  readonly busy: readonly EventWithTravel[];
  /** C1: the most planned minutes of one local day, pinned blocks included. */
  readonly dailyCapMinutes: number | null;
  /** C1 is for the work in this set of hours; by default for all of it. */
  readonly dailyCapHours?: string;
  /** C2: a break of `minutes` is needed after `afterMinutes` of work without one. */
  readonly breaks: Breaks | null;
  readonly habits: readonly Habit[];
  readonly focus: readonly FocusTime[];
  /** How long work really takes, by category; `null` is every other category. */
  readonly durations: readonly LearnedDuration[];
}

export interface EventWithTravel extends BusyEvent {
  /** Travel time before and after the event, added to its buffers. */
  readonly travelBefore?: number;
  readonly travelAfter?: number;
}

export interface Breaks {
  readonly afterMinutes: number;
  readonly minutes: number;
}

/** Something to do several times a week, on different days. */
export interface Habit {
  readonly id: string;
  readonly minutes: number;
  /** 1 to 7. */
  readonly timesPerWeek: number;
  readonly hours: string;
  readonly prefer: readonly ClockWindow[];
  readonly priority: Priority;
  readonly category: string;
  /** Local dates (`2026-03-02`) on which it is already done. */
  readonly done: readonly string[];
}

/** Minutes per week kept free of meetings for uninterrupted work. */
export interface FocusTime {
  readonly id: string;
  readonly minutesPerWeek: number;
  readonly minChunk: number;
  readonly maxChunk: number;
  readonly hours: string;
  readonly prefer: readonly ClockWindow[];
  readonly priority: Priority;
  readonly category: string;
}

export interface LearnedDuration {
  readonly category: string | null;
  /** Median ratio of actual to planned minutes. */
  readonly factor: number;
}
