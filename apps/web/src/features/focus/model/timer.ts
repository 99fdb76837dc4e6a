import type { Interval } from '@dayloom/time';
import { MINUTE_MS } from '@dayloom/time';

/** A focus timer based on timestamps: sleep, reload and throttled tabs do not affect it. */
export const modes = ['focus', 'short', 'long'] as const;
export type Mode = (typeof modes)[number];

/** Minutes of each mode. */
export type Lengths = Readonly<Record<Mode, number>>;
export const usualLengths: Lengths = { focus: 25, short: 5, long: 15 };
export const MAX_MINUTES = 180;

/** A clock that moved by more was set, or the device slept. Ticks may be late by less. */
export const MIN_JUMP_MS = 2_000;

/** Focus sessions until the long break. */
export const SESSIONS_PER_CYCLE = 4;

export interface Timer {
  mode: Mode;
  /** Finished focus sessions of this cycle, 0 to 4. */
  finished: number;
  /** End of the running session; null when paused, and `leftMs` then has the remaining time. */
  endsAt: number | null;
  leftMs: number;
  /** When a focus session was worked on before its last pause, in order. */
  worked: readonly Interval[];
  lengths: Lengths;
}

export const getLength = ({ mode, lengths }: Pick<Timer, 'mode' | 'lengths'>): number =>
  lengths[mode] * MINUTE_MS;

export const freshTimer = (mode: Mode = 'focus', finished = 0, lengths: Lengths = usualLengths): Timer => ({
  mode,
  finished,
  endsAt: null,
  leftMs: getLength({ mode, lengths }),
  worked: [],
  lengths,
});

export function getRemaining(timer: Timer, now: number): number {
  return timer.endsAt === null ? timer.leftMs : Math.max(0, timer.endsAt - now);
}

/** How long the session has run, without its pauses. */
export const getElapsed = (timer: Timer, now: number): number =>
  Math.max(0, getLength(timer) - getRemaining(timer, now));

/** A session with more pauses keeps the last stretches. */
const MAX_STRETCHES = 60;

/** When a session has been worked on, in order. */
export function listWorked(timer: Timer, now: number): Interval[] {
  if (timer.mode !== 'focus') return [];
  const { endsAt, leftMs } = timer;
  const running = endsAt === null ? [] : [{ start: endsAt - leftMs, end: Math.min(now, endsAt) }];
  const known = [...timer.worked, ...running].filter(({ start, end }) => start < end);
  const knownMs = known.reduce((sum, { start, end }) => sum + end - start, 0);
  // A version without them paused it: what is missing was worked right before.
  const missingMs = getElapsed(timer, now) - knownMs;
  const [first, ...others] = known.slice(-MAX_STRETCHES);
  if (missingMs <= 0) return first ? [first, ...others] : [];
  const stopped = Math.min(now, endsAt ?? now);
  return [{ start: (first?.start ?? stopped) - missingMs, end: first?.end ?? stopped }, ...others];
}

export function startTimer(timer: Timer, now: number): Timer {
  return timer.endsAt === null ? { ...timer, endsAt: now + timer.leftMs } : timer;
}

export function pauseTimer(timer: Timer, now: number): Timer {
  return timer.endsAt === null
    ? timer
    : { ...timer, endsAt: null, leftMs: getRemaining(timer, now), worked: listWorked(timer, now) };
}

/** The next mode: a break after focus (a long one at the end of a cycle), focus after a break. */
export function nextTimer({ mode, finished, lengths }: Timer, isComplete: boolean): Timer {
  if (mode !== 'focus') return freshTimer('focus', finished >= SESSIONS_PER_CYCLE ? 0 : finished, lengths);
  const total = isComplete ? finished + 1 : finished;
  return freshTimer(total >= SESSIONS_PER_CYCLE ? 'long' : 'short', total, lengths);
}

/** A session that has begun keeps the time that it has run. */
export function withLength(timer: Timer, mode: Mode, minutes: number, now: number): Timer {
  const elapsed = getElapsed(timer, now);
  const lengths = { ...timer.lengths, [mode]: minutes };
  if (mode !== timer.mode) return { ...timer, lengths };
  const leftMs = Math.max(0, getLength({ mode, lengths }) - elapsed);
  if (timer.endsAt === null) return { ...timer, lengths, leftMs };
  return { ...timer, lengths, leftMs, worked: listWorked(timer, now), endsAt: now + leftMs };
}

/** The timer by a clock that is ahead by so much. */
export function shiftTimer(timer: Timer, milliseconds: number): Timer {
  return {
    ...timer,
    endsAt: timer.endsAt === null ? null : timer.endsAt + milliseconds,
    worked: timer.worked.map(({ start, end }) => ({ start: start + milliseconds, end: end + milliseconds })),
  };
}

export const isOver = (timer: Timer, now: number): boolean => timer.endsAt !== null && timer.endsAt <= now;

/** `mm:ss`, rounded up, so that a session begins at 25:00 and ends when 00:00 shows. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

export const isMinutes = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_MINUTES;

/** Parses a saved timer; null if it is invalid. */
export function readTimer(text: string | null): Timer | null {
  if (!text) return null;
  try {
    const {
      mode,
      finished,
      endsAt,
      leftMs,
      worked = [],
      lengths = usualLengths,
    } = JSON.parse(text) as Partial<Timer>;
    const isTimer =
      mode !== undefined &&
      modes.includes(mode) &&
      modes.every((one) => isMinutes(lengths[one])) &&
      Number.isInteger(finished) &&
      (endsAt === null || typeof endsAt === 'number') &&
      typeof leftMs === 'number' &&
      leftMs >= 0 &&
      leftMs <= getLength({ mode, lengths }) &&
      worked.every(({ start, end }) => typeof start === 'number' && typeof end === 'number');
    return isTimer
      ? { mode, finished: finished ?? 0, endsAt: endsAt ?? null, leftMs, worked, lengths }
      : null;
  } catch {
    return null;
  }
}
