import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { countAttempt } from '../store/attempts.ts';

export const WINDOW_SECONDS = 600;
export const TOO_MANY_TRIES = 'Too many tries. Wait ten minutes, then try again.';

/** Counts an attempt. True when it exceeds the limit. */
export async function isOverLimit(
  { db, clock }: DbContext,
  key: string,
  max: number,
  windowSeconds = WINDOW_SECONDS,
): Promise<boolean> {
  return (await countAttempt(db, key, windowSeconds, clock())) > max;
}

export function tooManyTries(message = TOO_MANY_TRIES): AppError {
  return new AppError('rate_limited', message);
}
