/**
 * The planner's exchange formats: `schedbench/1` (an instance) and `schedplan/1` (a plan).
 *
 * Every instant is an ISO 8601 UTC string with whole minutes (`2026-03-02T08:00:00Z`), every duration an
 * integer number of minutes. Wall-clock rules (`hours`, `prefer`) are read in the instance's IANA `zone`.
 */
import type { ClockWindow, DateOverrides, Weekday } from '@dayloom/time';

/** 1 is the most important. */
export type Priority = 1 | 2 | 3 | 4;

/** Weekly windows; a missing day has none. */
export type WeeklyHours = { readonly [day in Weekday]?: readonly ClockWindow[] };

export interface Buffers {
  readonly before: number;
  readonly after: number;
}

/** A calendar event that planning has to avoid; its buffers override the instance's. */
export interface BusyEvent {
  readonly start: string;
  readonly end: string;
  readonly before?: number;
  readonly after?: number;
}

/** A single time at which a set of hours is open in addition to its weekly windows. */
export interface Opening {
  /** Name of a set in `Instance.hours`. */
  readonly hours: string;
  readonly start: string;
  readonly end: string;
}

/** A stretch of one task. Blocks of the same task never touch; otherwise they would be one block. */
export interface Block {
  readonly task: string;
  readonly start: string;
  readonly end: string;
}

/**
 * The category of uncategorised work: it neither gains from similar work next to it nor counts as a switch.
 */
export const NO_CATEGORY = '';

export interface Task {
  readonly id: string;
  readonly minutes: number;
  readonly priority: Priority;
  /** Work of the same category is grouped; `NO_CATEGORY` is never grouped. */
  readonly category: string;
  /** Name of a set in `Instance.hours`. */
  readonly hours: string;
  readonly notBefore: string | null;
  readonly due: string | null;
  /** No block ends after a hard due date; a soft one costs for every hour. */
  readonly dueKind: 'soft' | 'hard';
  readonly minChunk: number;
  readonly maxChunk: number;
  /** Tasks that have to be finished first. Acyclic. */
  readonly after: readonly string[];
  /** Preferred local times of day; empty means no preference. */
  readonly prefer: readonly ClockWindow[];
}

/** Factors of the objective. 144,000 units are one point: a priority-4 task finished one hour late. */
export interface Weights {
  readonly priority: { readonly [priority in Priority]: number };
  readonly unplanned: number;
  readonly hardMiss: number;
  readonly late: number;
  readonly flow: number;
  readonly prefer: number;
  readonly split: number;
  readonly switch: number;
  readonly move: number;
  readonly near: number;
  readonly nearMinutes: number;
}

/** The default weights of the format. */
export const DEFAULT_WEIGHTS: Weights = {
  priority: { 1: 8, 2: 4, 3: 2, 4: 1 },
  unplanned: 240_000,
  hardMiss: 48_384_000,
  late: 2_400,
  flow: 1,
  prefer: 4_800,
  split: 216_000,
  switch: 72_000,
  move: 4_800,
  near: 3,
  nearMinutes: 2_880,
};

export interface Instance {
  readonly format: 'schedbench/1';
  readonly id: string;
  readonly family: string;
  readonly seed: number;
  readonly zone: string;
  readonly slotMinutes: number;
  /** The horizon `[start, end)`; `start` is 'now'. */
  readonly start: string;
  readonly end: string;
  readonly hours: { readonly [name: string]: WeeklyHours };
  /** Our addition to the format, by set of hours: dates whose windows replace those of their weekday. */
  readonly overrides?: { readonly [name: string]: DateOverrides };
  readonly buffers: Buffers;
  readonly busy: readonly BusyEvent[];
  readonly locked: readonly Block[];
  readonly tasks: readonly Task[];
  readonly previous: readonly Block[] | null;
  readonly weights: Weights;
  /** Our addition to the format; absent means none. */
  readonly opened?: readonly Opening[];
}

/** Movable blocks only; locked blocks are implied by the instance. */
export interface Plan {
  readonly format: 'schedplan/1';
  readonly instance: string;
  readonly blocks: readonly Block[];
}

/** `2026-03-02T08:00:00Z` for epoch milliseconds on a whole minute. */
export function formatInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Minutes since midnight of `HH:MM` (0..1440). The text must already be valid. */
export function clockMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The dates on which a set of hours has other windows than its weekly ones. */
export function getOverrides({ overrides = {} }: Instance, hours: string): DateOverrides {
  return Object.hasOwn(overrides, hours) ? (overrides[hours] ?? {}) : {};
}
