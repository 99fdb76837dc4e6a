import { addressKey } from '#platform/address-key.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { IdentityContext } from '../context.ts';
import { verifyPassword } from '../passwords.ts';
import { forgetAttempts, forgetAttemptsUnder, refundAttempt } from '../store/attempts.ts';
import { isOverLimit } from './throttle.ts';

/**
 * One network address may be a whole company, so it gets more attempts than one account, but not unlimited
 * ones.
 */
const TRIES_PER_ADDRESS_FACTOR = 20;
/** The limit over all addresses together, against guesses from many addresses. */
const TRIES_PER_ACCOUNT_FACTOR = 10;

/**
 * Where a password is entered. Each place has a separate counter, so that nobody can use up the owner's
 * attempts: a device that has signed in to the account before, an open session, or an unknown address.
 */
export type TryPlace =
  | { readonly kind: 'device'; readonly id: string }
  | { readonly kind: 'session' }
  | { readonly kind: 'address'; readonly ip: string };

interface Counter {
  readonly key: string;
  readonly max: number;
}

const toCounterPrefix = (email: string) => `sign-in:${email.toLowerCase()}:`;

/** The first counter belongs to the account and the place together. */
function listCounters(email: string, place: TryPlace, max: number): [Counter, ...Counter[]] {
  const prefix = toCounterPrefix(email);
  switch (place.kind) {
    case 'device':
      return [{ key: `${prefix}device:${place.id}`, max }];
    case 'session':
      return [{ key: `${prefix}session`, max }];
    case 'address': {
      const address = addressKey(place.ip);
      return [
        { key: `${prefix}address:${address}`, max },
        { key: `${prefix}everywhere`, max: max * TRIES_PER_ACCOUNT_FACTOR },
        { key: `sign-in-address:${address}`, max: max * TRIES_PER_ADDRESS_FACTOR },
      ];
    }
  }
}

export interface PasswordTry {
  readonly email: string;
  /** Null when the account does not exist. The check then takes as long and fails. */
  readonly passwordHash: string | null;
  readonly password: string;
  readonly place: TryPlace;
}

/**
 * Counts the attempt, then compares. `busy`: too many comparisons are already running, so it counts as no
 * attempt.
 */
export async function tryPassword(
  context: DbContext & Pick<IdentityContext, 'config' | 'passwordCost'>,
  { email, passwordHash, password, place }: PasswordTry,
): Promise<'right' | 'wrong' | 'throttled' | 'busy'> {
  const counters = listCounters(email, place, context.config.SIGN_IN_TRIES);
  const verdicts = await Promise.all(counters.map(({ key, max }) => isOverLimit(context, key, max)));
  if (verdicts.includes(true)) return 'throttled';
  try {
    if (!(await verifyPassword(password, passwordHash, context.passwordCost))) return 'wrong';
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    await Promise.all(counters.map(({ key }) => refundAttempt(context.db, key)));
    return 'busy';
  }
  await forgetAttempts(context.db, counters[0].key);
  return 'right';
}

/** For a person who has proved in another way that the account is theirs. */
export function forgetPasswordTries({ db }: Pick<Platform, 'db'>, email: string): Promise<void> {
  return forgetAttemptsUnder(db, toCounterPrefix(email));
}
