import { HOUR_MS } from '@dayloom/time';
/** A trip is not a move: the offer waits until the browser has been in another zone for this long. */
export const OFFER_AFTER_MS = 12 * HOUR_MS;

const KEY = 'dayloom.zoneOffer';

interface Memory {
  /** The browser's current zone, and when it was first seen there. */
  readonly zone: string;
  readonly since: number;
  /** Zones that the user was already asked about. */
  readonly answered: readonly string[];
}

/** Records the browser's zone. Returns whether to offer it as the home zone. */
export function isTimeToOffer(userId: string, browserZone: string, homeZone: string, now: number): boolean {
  const memory = read(userId);
  const isNew = memory?.zone !== browserZone;
  const since = isNew ? now : memory.since;
  const answered = memory?.answered ?? [];
  if (isNew) write(userId, { zone: browserZone, since, answered });
  if (browserZone === homeZone || answered.includes(browserZone)) return false;
  return now - since >= OFFER_AFTER_MS;
}

export function rememberAnswer(userId: string, zone: string, now: number): void {
  const memory = read(userId);
  const answered = [...new Set([...(memory?.answered ?? []), zone])];
  write(userId, { zone, since: memory?.since ?? now, answered });
}

function read(userId: string): Memory | null {
  try {
    const value = JSON.parse(localStorage.getItem(`${KEY}.${userId}`) ?? 'null') as Partial<Memory> | null;
    const isWhole =
      typeof value?.zone === 'string' && typeof value.since === 'number' && Array.isArray(value.answered);
    return isWhole ? (value as Memory) : null;
  } catch {
    return null;
  }
}

function write(userId: string, memory: Memory): void {
  localStorage.setItem(`${KEY}.${userId}`, JSON.stringify(memory));
}
