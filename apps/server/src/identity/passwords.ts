import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { PASSWORD_COST } from './password-cost.ts';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MEMORY_BYTES = 256 * 1024 * 1024;

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$N$r$p$salt$key`: the cost travels with the hash, so that it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, PASSWORD_COST);
  const { N, r, p } = PASSWORD_COST;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes as long for an unknown account (`stored` null) as for a known one. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = stored?.split('$') ?? [];
  const cost = stored ? { N: Number(n), r: Number(r), p: Number(p) } : PASSWORD_COST;
  const expected = stored ? Buffer.from(key, 'base64url') : randomBytes(KEY_BYTES);
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return stored !== null && timingSafeEqual(actual, expected);
}
