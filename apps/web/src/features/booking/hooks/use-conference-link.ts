import type { VisitorBooking } from '@dayloom/contracts';
import { useEffect, useEffectEvent } from 'react';
import type { BookingCalls } from '../api.ts';

const ASK_EVERY_MS = 10_000;
/** Later than this, it comes by mail only. */
const MAX_ASKED = 30;

/** Asks for a booking again while its conference link is made. Null: there is nothing to wait for. */
export function useConferenceLink(
  calls: BookingCalls,
  token: string | null,
  onLink: (booking: VisitorBooking) => void,
): void {
  const report = useEffectEvent(onLink);
  useEffect(() => {
    if (token === null) return;
    let asked = 0;
    const ask = async () => {
      asked += 1;
      if (asked >= MAX_ASKED) clearInterval(timer);
      const result = await calls.readVisit(token);
      if ('response' in result && !result.response.booking.awaitsLink) report(result.response.booking);
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [calls, token]);
}
