import type { BusyEvent, ClockWindow, Instance, Priority } from '../format/format.ts';

/**
 * `dayplan/1`: what the days of a person know beyond `schedbench/1`. Everything here is optional and either turned
 * into an instance beforehand (`prepare`) or a constraint of its own (C1, C2: `planDays`, `scoreDays`); exact wording
 * in docs/planner.md.
 */
export interface DayPlan extends Omit<Instance, 'format' | 'busy'> {
  readonly format: 'dayplan/1';
  readonly busy: readonly EventWithTravel[];
  /** C1: no local day holds more planned minutes than this, pinned ones included. */
  readonly dailyCapMinutes: number | null;
  /** C2: after so much work without a pause, one of so many minutes. */
  readonly breaks: Breaks | null;
  readonly habits: readonly Habit[];
  readonly focus: readonly FocusTime[];
  /** What was learned of how long things really take, by category; `null` is everything else. */
  readonly durations: readonly LearnedDuration[];
}

export interface EventWithTravel extends BusyEvent {
  /** Minutes on the way to it and back, besides the buffers. */
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
  /** Local dates (`2026-03-02`) on which it was done already. */
  readonly done: readonly string[];
}

/** So many minutes a week that are kept free of meetings for work without interruption. */
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
  /** Real minutes by planned ones, typically: the median. */
  readonly factor: number;
  /** Standard deviation of the logarithm of that ratio; 0 is never wrong. */
  readonly spread: number;
}
