import { DAY_MS } from './units.ts';
import { getZone, type Zone } from './zone.ts';

/** A moment at which a zone's offset changes. */
export interface ZoneChange {
  at: number;
  beforeMs: number;
  afterMs: number;
}

/** The changes of a zone in `[from, to)`, ascending. Checks every five days, as changes are further apart. */
export function listZoneChanges(zone: Zone, from: number, to: number): ZoneChange[] {
  const changes: ZoneChange[] = [];
  let low = from;
  let beforeMs = zone.offsetMsAt(from);
  while (low < to) {
    const high = Math.min(to, low + 5 * DAY_MS);
    const afterMs = zone.offsetMsAt(high);
    if (afterMs !== beforeMs) {
      let [left, right] = [low, high];
      while (right - left > 1000) {
        const middle = Math.floor((left + right) / 2000) * 1000;
        if (zone.offsetMsAt(middle) === beforeMs) left = middle;
        else right = middle;
      }
      if (right < to) changes.push({ at: right, beforeMs, afterMs });
      beforeMs = afterMs;
    }
    low = high;
  }
  return changes;
}

/**
 * Whether two zones have the same offset at every moment of `[from, to]`: Vienna and Berlin have since 1980.
 * Throws `UnknownTimeZone`.
 */
export function haveSameClocks(left: string, right: string, from: number, to: number): boolean {
  if (left === right) return true;
  const [one, other] = [getZone(left), getZone(right)];
  if (one.offsetMsAt(from) !== other.offsetMsAt(from)) return false;
  const received = (zone: Zone) =>
    listZoneChanges(zone, from, to + 1)
      .map(({ at, afterMs }) => `${at} ${afterMs}`)
      .join();
  return received(one) === received(other);
}
