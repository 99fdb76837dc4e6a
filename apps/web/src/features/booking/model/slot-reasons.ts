import type { Slot, SlotReason } from '@dayloom/contracts';

const texts: Partial<Record<SlotReason, string>> = {
  no_planned_work: 'moves no planned work',
  next_to_meeting: 'joins another meeting',
  keeps_free_time: 'keeps the longest free stretch whole',
};

/** Why a preferred slot suits the host, in words. */
export function describePreference({ reasons }: Slot, who: string): string {
  const because = reasons.flatMap((reason) => texts[reason] ?? []);
  return `Suits ${who} best${because.length > 0 ? `: ${because.join(', ')}` : ''}`;
}

/** Why some free times are not offered. */
export const describeMissing = (who: string): string =>
  `Times at which ${who} would miss a deadline are not shown.`;
