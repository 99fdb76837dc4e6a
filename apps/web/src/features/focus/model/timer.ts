import { MINUTE_MS } from '@dayloom/time';
/** A focus timer based on timestamps: sleep, reload and throttled tabs do not affect it. */
export const modes = { focus: 25, short: 5, long: 15 } as const;
export type Mode = keyof typeof modes;

/** Focus sessions until the long break. */
export const ROUND = 4;

export interface Timer {
  mode: Mode;
  /** Finished focus sessions of this cycle, 0 to 4. */
  finished: number;
  /** End of the running session; null when paused, and `leftMs` then has the remaining time. */
  endsAt: number | null;
  leftMs: number;
}

export const getLength = (mode: Mode): number => modes[mode] * MINUTE_MS;

export const freshTimer = (mode: Mode = 'focus', finished = 0): Timer => ({
  mode,
  finished,
  endsAt: null,
  leftMs: getLength(mode),
});

export function getRemaining(timer: Timer, now: number): number {
  return timer.endsAt === null ? timer.leftMs : Math.max(0, timer.endsAt - now);
}

export function startTimer(timer: Timer, now: number): Timer {
  return timer.endsAt === null ? { ...timer, endsAt: now + timer.leftMs } : timer;
}

export function pauseTimer(timer: Timer, now: number): Timer {
  return timer.endsAt === null ? timer : { ...timer, endsAt: null, leftMs: getRemaining(timer, now) };
}

/** The next mode: a break after focus (a long one at the end of a cycle), focus after a break. */
export function nextTimer({ mode, finished }: Timer, isComplete: boolean): Timer {
  if (mode !== 'focus') return freshTimer('focus', finished >= ROUND ? 0 : finished);
  const total = isComplete ? finished + 1 : finished;
  return freshTimer(total >= ROUND ? 'long' : 'short', total);
}

export const isOver = (timer: Timer, now: number): boolean => timer.endsAt !== null && timer.endsAt <= now;

/** `mm:ss`, rounded up, so that a session begins at 25:00 and ends when 00:00 shows. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Parses a saved timer; null if it is invalid. */
export function readTimer(text: string | null): Timer | null {
  if (!text) return null;
  try {
    const { mode, finished, endsAt, leftMs } = JSON.parse(text) as Partial<Timer>;
    const isTimer =
      mode !== undefined &&
      Object.hasOwn(modes, mode) &&
      Number.isInteger(finished) &&
      (endsAt === null || typeof endsAt === 'number') &&
      typeof leftMs === 'number' &&
      leftMs >= 0 &&
      leftMs <= getLength(mode);
    return isTimer ? { mode, finished: finished ?? 0, endsAt: endsAt ?? null, leftMs } : null;
  } catch {
    return null;
  }
}
