import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../platform/errors.ts';

/** The parameters of scrypt (RFC 7914). */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The cost of guessing a password from its stored hash. OWASP's recommendation for scrypt (Password Storage
 * Cheat Sheet): half a second and 128 MB for each attempt.
 */
export const PASSWORD_COST: PasswordCost = { N: 131_072, r: 8, p: 1 };
/** For `NODE_ENV=test`: nearly every test signs a user up, which took most of a run's time at the real cost. */
export const TEST_PASSWORD_COST: PasswordCost = { N: 1_024, r: 8, p: 1 };

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MEMORY_BYTES = 256 * 1024 * 1024;
/**
 * Each hash occupies a core for half a second, 128 MB and one of libuv's four threads, which other work
 * needs.
 */
const AT_ONCE = 2;
/** About three seconds of waiting. */
const MAX_WAITING = 12;
export const TOO_BUSY = 'Too many people are signing in at the moment. Try again in a few seconds.';

let running = 0;
const waiting: (() => void)[] = [];

/** Runs two hashes at a time and refuses (`unavailable`) when too many wait already. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running++;
  else {
    if (waiting.length >= MAX_WAITING) throw new AppError('unavailable', TOO_BUSY);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        const options = { ...cost, maxmem: MEMORY_BYTES };
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/** `scrypt$N$r$p$salt$key`: the hash contains its cost, so that the cost can rise later. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes as long for an unknown account (`stored` null) as for one whose password was stored at `newCost`. */
export async function verifyPassword(
  password: string,
  stored: string | null,
  newCost: PasswordCost,
): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = stored?.split('$') ?? [];
  const cost = stored ? { N: Number(n), r: Number(r), p: Number(p) } : newCost;
  const expected = stored ? Buffer.from(key, 'base64url') : randomBytes(KEY_BYTES);
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return stored !== null && timingSafeEqual(actual, expected);
}
