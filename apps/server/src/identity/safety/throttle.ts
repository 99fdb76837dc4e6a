import { AppError } from '../../platform/errors.ts';
import type { IdentityContext } from '../context.ts';
import { countAttempt, forgetAttempts } from '../store/attempts.ts';

export const WINDOW_SECONDS = 600;
export const TOO_MANY_TRIES = 'Too many tries. Wait ten minutes, then try again.';
/** One network address may be a whole company: it gets more tries than one account, but not endless ones. */
const TRIES_PER_ADDRESS_FACTOR = 20;

/** Counts a try and says whether it is one too many. */
export async function isOneTooMany(
  { db, clock }: Pick<IdentityContext, 'db' | 'clock'>,
  key: string,
  max: number,
  windowSeconds = WINDOW_SECONDS,
): Promise<boolean> {
  return (await countAttempt(db, key, windowSeconds, clock())) > max;
}

const passwordKey = (email: string) => `sign-in:email:${email.toLowerCase()}`;

/** Guessing a password costs the same tries wherever it is asked: at sign-in, in the settings. */
export async function countPasswordTry(
  context: Pick<IdentityContext, 'db' | 'clock' | 'config'>,
  email: string,
  ip: string | null,
): Promise<'counted' | 'throttled'> {
  const max = context.config.SIGN_IN_TRIES;
  const ofEmail = await isOneTooMany(context, passwordKey(email), max);
  const ofAddress =
    ip !== null && (await isOneTooMany(context, `sign-in:address:${ip}`, max * TRIES_PER_ADDRESS_FACTOR));
  return ofEmail || ofAddress ? 'throttled' : 'counted';
}

export function forgetPasswordTries({ db }: Pick<IdentityContext, 'db'>, email: string): Promise<void> {
  return forgetAttempts(db, passwordKey(email));
}

export function tooManyTries(message = TOO_MANY_TRIES): AppError {
  return new AppError('rate_limited', message);
}
