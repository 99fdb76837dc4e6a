import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { DateRange } from '#features/calendar/model/views.ts';
import { useIsOnline } from '#lib/connection.ts';
import { findKeptRange, type KeptRange } from '../offline/kept-range.ts';

/** Days that are not completely known without a connection. `kept`: those that are; null if none are. */
export interface UncachedDays {
  readonly kept: KeptRange | null;
}

/** Null if the events of the range are known, or are being loaded. */
export function useUncachedDays(
  { from, to }: DateRange,
  events: Pick<UseQueryResult, 'isPending' | 'isPlaceholderData' | 'dataUpdatedAt'>,
): UncachedDays | null {
  const client = useQueryClient();
  const isOnline = useIsOnline();
  if (isOnline) return null;
  const kept = findKeptRange(client);
  if (events.isPending || events.isPlaceholderData) return { kept };
  // Data derived from the cached range have no fetch time. Answers of the server are complete.
  const isDerived = events.dataUpdatedAt <= 1;
  return isDerived && kept && (from < kept.from || to > kept.to) ? { kept } : null;
}
