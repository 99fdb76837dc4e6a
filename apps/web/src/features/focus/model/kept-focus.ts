import type { FocusTimer, Task } from '@dayloom/contracts';

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

/** The user's timer if the server does not have all its changes. */
export function findUnsentFocus(user: string): KeptFocus | null {
  const kept = readKeptFocus(user);
  return kept !== null && kept !== 'others' && kept.isUnsent ? kept : null;
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
