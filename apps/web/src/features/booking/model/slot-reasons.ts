import type { Slot, SlotReason } from '@dayloom/contracts';

const texts: Partial<Record<SlotReason, string>> = {
  no_planned_work: 'no planned work has to move',
  next_to_meeting: 'it joins another meeting',
  keeps_free_time: 'the longest free stretch of the day stays whole',
};

/** Why a preferred slot suits the host, in words. */
export function describePreference({ reasons }: Slot, who: string): string {
  const because = reasons.flatMap((reason) => texts[reason] ?? []);
  return `Suits ${who} best${because.length > 0 ? `: ${because.join(', ')}` : ''}`;
}
