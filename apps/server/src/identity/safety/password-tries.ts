import { addressKey } from '#platform/address-key.ts';
import { AppError } from '#platform/errors.ts';
import type { IdentityContext } from '../context.ts';
import { verifyPassword } from '../passwords.ts';
import { forgetAttempts, forgetAttemptsUnder, uncountAttempt } from '../store/attempts.ts';
import { isOverLimit } from './throttle.ts';

/** One network address may be a whole company: it gets more tries than one account, but not endless ones. */
const TRIES_PER_ADDRESS_FACTOR = 20;
/** Over all addresses together: for guesses that come from many of them. */
const TRIES_PER_ACCOUNT_FACTOR = 10;

/**
 * Where a password is tried. Each place has tries of its own, so that nobody can use up those of the owner: a
 * device that has signed in to the account before, an open session, or an address that nobody knows anything of.
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

/** The first one belongs to the account and the place together. */
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
  /** Null when there is no account: then it takes as long and is wrong. */
  readonly passwordHash: string | null;
  readonly password: string;
  readonly place: TryPlace;
}

/** Counts the try and then compares. `busy`: too many passwords are compared already; that is no try. */
export async function tryPassword(
  context: Pick<IdentityContext, 'db' | 'clock' | 'config'>,
  { email, passwordHash, password, place }: PasswordTry,
): Promise<'right' | 'wrong' | 'throttled' | 'busy'> {
  const counters = listCounters(email, place, context.config.SIGN_IN_TRIES);
  const verdicts = await Promise.all(counters.map(({ key, max }) => isOverLimit(context, key, max)));
  if (verdicts.includes(true)) return 'throttled';
  try {
    if (!(await verifyPassword(password, passwordHash))) return 'wrong';
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    await Promise.all(counters.map(({ key }) => uncountAttempt(context.db, key)));
    return 'busy';
  }
  await forgetAttempts(context.db, counters[0].key);
  return 'right';
}

/** For somebody who has proven in another way that the account is theirs. */
export function forgetPasswordTries({ db }: Pick<IdentityContext, 'db'>, email: string): Promise<void> {
  return forgetAttemptsUnder(db, toCounterPrefix(email));
}
