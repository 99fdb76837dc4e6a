import type { FocusTimer, Task } from '@dayloom/contracts';
import type { Timer } from './timer.ts';

/** The timer as the page counts it, with or without an account. */
export const TIMER_KEY = 'dayloom.focus';
const ACCOUNT_KEY = 'dayloom.focusAccount';

/** The work of a session on a task, until its user has said how it went. Instants of the server. */
export interface Question {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly taskId: string;
  readonly title: string;
}

/** What this browser knows of a user's timer: it goes on while the server cannot be reached. */
export interface KeptFocus {
  readonly user: string;
  readonly timer: FocusTimer;
  /** The timer has changes that the server does not have. */
  readonly isUnsent: boolean;
  /** How far the server's clock is ahead of this one. */
  readonly aheadMs: number;
  readonly task: Pick<Task, '_id' | 'title'> | null;
  readonly question: Question | null;
}

/** `others`: somebody else used the timer here before. */
export function readKeptFocus(user: string): KeptFocus | 'others' | null {
  try {
    const kept = JSON.parse(localStorage.getItem(ACCOUNT_KEY) ?? 'null') as KeptFocus | null;
    if (!kept || typeof kept.timer?.version !== 'number') return null;
    return kept.user === user ? kept : 'others';
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
  if (!kept) return [];
  return [
    ...(kept.isUnsent ? ['your focus timer'] : []),
    ...(kept.question ? [`the focus session on '${kept.question.title}'`] : []),
  ];
}

/** The timer by this browser's clock. */
export function toTimer({ timer, aheadMs }: Pick<KeptFocus, 'timer' | 'aheadMs'>): Timer {
  const { mode, finished, endsAt, leftMs, lengths } = timer;
  return {
    mode,
    finished,
    leftMs,
    lengths,
    endsAt: endsAt === null ? null : Date.parse(endsAt) - aheadMs,
  };
}

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
