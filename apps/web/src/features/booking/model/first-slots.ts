import type { bookingApi, EndpointResponse } from '@dayloom/contracts';
import type { FirstSlots } from '@dayloom/contracts/booking-page';
import { getZone, startOfDayNumber } from '@dayloom/time';
import { getLastDay, type Month } from '#lib/months.ts';

interface SlotsQuestion {
  /** A slug. */
  readonly eventType: string;
  readonly durationMinutes: number;
  /** A month that has not ended. */
  readonly month: Month;
  readonly timeZone: string;
}

/** What the server would respond for a month, from the slots that came with the page. Null if they do not say. */
export function findFirstSlots(
  sent: FirstSlots | null,
  { eventType, durationMinutes, month, timeZone }: SlotsQuestion,
): EndpointResponse<typeof bookingApi.listSlots> | null {
  if (!sent || sent.eventType !== eventType || sent.durationMinutes !== durationMinutes) return null;
  const end = new Date(startOfDayNumber(getZone(timeZone), getLastDay(month) + 1)).toISOString();
  if (end > sent.until) return null;
  const { slots, nextStartsAt = null } = sent.response;
  const inMonth = slots.filter(({ startsAt }) => startsAt < end);
  if (inMonth.length > 0) return { success: true, slots: inMonth };
  return { success: true, slots: [], nextStartsAt: slots[0]?.startsAt ?? nextStartsAt };
}
