import { TASK_IMPORT_STATE } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';

const KEY = 'dayloom.taskImport';
/** How long the server keeps a consent. */
const LIFETIME_MS = 15 * MINUTE_MS;

/** What a provider sent back after it was asked for the tasks of an account. */
export interface ImportReturn {
  readonly accountId: string;
  /** Null if access was not allowed. */
  readonly code: string | null;
}

/** Parses the address of `/settings`; null if it does not come from such a question. */
export function readImportReturn(search: string): ImportReturn | null {
  const query = new URLSearchParams(search);
  const state = query.get('state') ?? '';
  if (!state.startsWith(TASK_IMPORT_STATE) || !(query.get('code') || query.get('error'))) return null;
  return { accountId: state.slice(TASK_IMPORT_STATE.length), code: query.get('code') };
}

/** Stores it over the change of the address, until the import takes it. */
export function keepImportReturn(back: ImportReturn, now: number): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...back, at: now }));
}

/** Takes it, once. */
export function consumeImportReturn(now: number): ImportReturn | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (ImportReturn & { at: number }) | null;
    sessionStorage.removeItem(KEY);
    return kept && now - kept.at < LIFETIME_MS ? kept : null;
  } catch {
    return null;
  }
}
