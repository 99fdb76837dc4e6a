import { DAY_MS, MINUTE_MS } from '@dayloom/time';
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
export const CODE_TRIES = 5;
/** Waiting times after the first, second, ... consecutive code; the last value repeats. */
const WAITS_SECONDS = [30, 60, 120, 300];
/** After this long without a code, the waiting times start again. */
const ROW_ENDS_AFTER_MS = DAY_MS;
/** This many times in a row, a mistyped number can be corrected without waiting. */
const CORRECTIONS = 2;

/** The last code that was sent to a user. */
export interface LastSend {
  readonly mobile: string;
  readonly sends: number;
  readonly sentAt: Date;
  readonly nextSendAt: Date;
}

export type SendDecision =
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'send'; readonly sends: number; readonly nextSendAt: Date };

/** Whether a code may be sent now, and when the next one may be. */
export function decideSend(last: LastSend | null, mobile: string, now: Date): SendDecision {
  const isInRow = last !== null && now.getTime() - last.sentAt.getTime() < ROW_ENDS_AFTER_MS;
  const isCorrection = isInRow && last.mobile !== mobile && last.sends <= CORRECTIONS;
  const waitMs = isInRow ? last.nextSendAt.getTime() - now.getTime() : 0;
  if (waitMs > 0 && !isCorrection) return { kind: 'wait', seconds: Math.ceil(waitMs / 1_000) };
  const sends = isInRow ? last.sends + 1 : 1;
  const seconds = WAITS_SECONDS[Math.min(sends, WAITS_SECONDS.length) - 1] as number;
  return { kind: 'send', sends, nextSendAt: new Date(now.getTime() + seconds * 1_000) };
}

/** `90` -> "1 minute 30 seconds". */
export function describeWait(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(' ');
}
