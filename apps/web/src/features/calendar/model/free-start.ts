import { MINUTE_MS } from '@dayloom/time';
import type { GridItem } from './grid-item.ts';

const STEP_MS = 30 * MINUTE_MS;
/** What the proposal would put there, or take away, is not in the calendar yet. */
const UNREAL = new Set<GridItem['look']>(['ghost', 'proposed']);

/** The first half hour from a time on after which a length is free that day; the time itself if there is none. */
export function computeFreeStart(startsAt: string, lengthMs: number, items: readonly GridItem[]): string {
  const wanted = new Date(startsAt);
  const midnight = new Date(wanted.getFullYear(), wanted.getMonth(), wanted.getDate() + 1).getTime();
  const busy = items
    .filter(({ startsOn, look }) => startsOn === null && !UNREAL.has(look))
    .map((item) => [Date.parse(item.startsAt), Date.parse(item.endsAt)] as const);
  const isFree = (from: number) => busy.every(([start, end]) => end <= from || start >= from + lengthMs);
  for (let from = wanted.getTime(); from + lengthMs <= midnight; from += STEP_MS)
    if (isFree(from)) return new Date(from).toISOString();
  return startsAt;
}
