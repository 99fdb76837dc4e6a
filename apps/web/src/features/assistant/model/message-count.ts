import type { History } from '../api.ts';

export type MessageCounts = History['messages'];

interface Count {
  readonly left: number;
  readonly limit: number;
  readonly period: 'today' | 'this month';
}

/** The count that runs out first; null without limits. */
export function pickTighterCount({ today, month }: MessageCounts): Count | null {
  const counts = [
    { ...today, period: 'today' as const },
    { ...month, period: 'this month' as const },
  ].flatMap(({ used, limit, period }) =>
    limit === null ? [] : [{ left: Math.max(0, limit - used), limit, period }],
  );
  const [first, second] = counts;
  if (!first) return null;
  return second && second.left < first.left ? second : first;
}
