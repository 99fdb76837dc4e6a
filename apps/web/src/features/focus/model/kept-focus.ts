import type { FocusQuestion, FocusTimer, Task, WorkedStretch } from '@dayloom/contracts';
import type { Interval } from '@dayloom/time';
import { shiftTimer, type Timer } from './timer.ts';

/** The timer as the page counts it, with or without an account. */
export const TIMER_KEY = 'dayloom.focus';
const ACCOUNT_KEY = 'dayloom.focusAccount';

/** When a session was worked on. Instants of the server. */
export type SessionTime = Pick<FocusQuestion, 'startedAt' | 'endedAt' | 'worked'>;

/** What this browser knows of a user's timer: it goes on while the server cannot be reached. */
export interface KeptFocus {
  readonly user: string;
  readonly timer: FocusTimer;
  /** The timer has changes that the server does not have. */
  readonly isUnsent: boolean;
  /** How far the server's clock is ahead of this one. */
  readonly aheadMs: number;
  readonly task: Pick<Task, '_id' | 'title'> | null;
}

/** `others`: somebody else used the timer here before. */
export function readKeptFocus(user: string): KeptFocus | 'others' | null {
  try {
    const kept = JSON.parse(localStorage.getItem(ACCOUNT_KEY) ?? 'null') as KeptFocus | null;
    if (!kept || typeof kept.timer?.version !== 'number') return null;
    // An older version kept neither.
    const { worked = [], question = null } = kept.timer as Partial<FocusTimer>;
    return kept.user === user ? { ...kept, timer: { ...kept.timer, worked, question } } : 'others';
  } catch {
    return null;
  }
}

/** What this browser knows of the user's timer. */
export function findKeptFocus(user: string): KeptFocus | null {
  const kept = readKeptFocus(user);
  return kept === 'others' ? null : kept;
}

/** The user's timer if the server does not have all its changes. */
export function findUnsentFocus(user: string): KeptFocus | null {
  const kept = findKeptFocus(user);
  return kept?.isUnsent ? kept : null;
}

/** Whether there is a timer at all, here or on the server. */
export const hasTimer = ({ timer, isUnsent }: Pick<KeptFocus, 'timer' | 'isUnsent'>): boolean =>
  timer.version > 0 || isUnsent;

/** What is lost when the user signs out here, in words; empty if nothing is. */
export function listUnsentFocus(user: string): string[] {
  const kept = findKeptFocus(user);
  if (!kept?.isUnsent) return [];
  const { question } = kept.timer;
  return ['your focus timer', ...(question ? [`the focus session on '${question.title}'`] : [])];
}

/** The timer by this browser's clock. */
export function toTimer({ timer, aheadMs }: Pick<KeptFocus, 'timer' | 'aheadMs'>): Timer {
  const { mode, finished, endsAt, leftMs, worked, lengths } = timer;
  const byServer = {
    mode,
    finished,
    leftMs,
    lengths,
    endsAt: endsAt === null ? null : Date.parse(endsAt),
    worked: worked.map(({ startedAt, endedAt }) => ({
      start: Date.parse(startedAt),
      end: Date.parse(endedAt),
    })),
  };
  return shiftTimer(byServer, -aheadMs);
}

/** What the server keeps of a timer by this browser's clock. */
export function toFocusTimer(
  timer: Timer,
  aheadMs: number,
): Omit<FocusTimer, 'taskId' | 'question' | 'version'> {
  const { endsAt, leftMs, worked, ...same } = shiftTimer(timer, aheadMs);
  return {
    ...same,
    leftMs: Math.round(leftMs),
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    worked: worked.map(toStretch),
  };
}

const toStretch = ({ start, end }: Interval): WorkedStretch => ({
  startedAt: new Date(start).toISOString(),
  endedAt: new Date(end).toISOString(),
});

/** The time of a session that was worked in these stretches, of the server's clock; null if there are none. */
export function toSessionTime(stretches: readonly Interval[]): SessionTime | null {
  const worked = stretches.map(toStretch);
  const [first, last] = [worked[0], worked.at(-1)];
  if (!first || !last) return null;
  const whole = { startedAt: first.startedAt, endedAt: last.endedAt };
  return worked.length === 1 ? whole : { ...whole, worked };
}

/** How long was worked, without pauses. */
export const getTotal = (session: SessionTime): number =>
  (session.worked ?? [session]).reduce(
    (sum, { startedAt, endedAt }) => sum + Date.parse(endedAt) - Date.parse(startedAt),
    0,
  );

/** Calls `onChange` when another page of this browser has changed the user's timer, until the signal aborts. */
export function watchKeptFocus(user: string, onChange: (kept: KeptFocus) => void, signal: AbortSignal): void {
  const onStorage = ({ key }: StorageEvent) => {
    const kept = key === ACCOUNT_KEY ? findKeptFocus(user) : null;
    if (kept) onChange(kept);
  };
  window.addEventListener('storage', onStorage, { signal });
}

export function keepFocus(kept: KeptFocus): void {
  try {
    localStorage.setItem(ACCOUNT_KEY, JSON.stringify(kept));
  } catch {
    // Without storage it lives as long as the page.
  }
}

/** The user signs out: the next one must not see what was worked on. */
export function forgetFocus(): void {
  try {
    localStorage.removeItem(ACCOUNT_KEY);
    localStorage.removeItem(TIMER_KEY);
  } catch {
    // Nothing was stored.
  }
}
