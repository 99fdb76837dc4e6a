import type { Occurrence } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { rangesKey } from '#features/calendar/model/ranges-key.ts';
import { addDays } from '#lib/local-dates.ts';

/** The calendar is kept from two weeks ago to six weeks ahead. */
const DAYS_BACK = 14;
const DAYS_AHEAD = 42;
/** No view of the calendar is as long. */
const SHORTEST_KEPT_MS = (DAYS_BACK + DAYS_AHEAD - 1) * DAY_MS;

export interface KeptRange {
  readonly from: Date;
  readonly to: Date;
}

export function keptRange(now: Date): KeptRange {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) };
}

export const toRangeKey = ({ from, to }: KeptRange) =>
  [...rangesKey, from.toISOString(), to.toISOString()] as const;

export const isRange = ([name, part]: QueryKey) => name === rangesKey[0] && part === rangesKey[1];

export const isKeptRange = (key: QueryKey): boolean =>
  isRange(key) && Date.parse(String(key[3])) - Date.parse(String(key[2])) >= SHORTEST_KEPT_MS;

export interface Occurrences {
  readonly success: true;
  readonly occurrences: Occurrence[];
}

/** The kept range of the calendar; null if there is none. */
export function findKeptRange(client: QueryClient): (KeptRange & { readonly answer: Occurrences }) | null {
  for (const [key, answer] of client.getQueriesData<Occurrences>({ queryKey: rangesKey })) {
    if (!answer || !isKeptRange(key)) continue;
    return { from: new Date(String(key[2])), to: new Date(String(key[3])), answer };
  }
  return null;
}
