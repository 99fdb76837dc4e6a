import { MINUTE_MS } from '@dayloom/time';

/** A client's clock may be ahead by this much. */
export const CLOCK_AHEAD_MS = 5 * MINUTE_MS;
