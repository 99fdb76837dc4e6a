import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';

const CODE_DIGITS = 6;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Trying all million codes takes hours, and a code lives for minutes (OWASP's cost for scrypt with p = 5). */
const COST = { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };

export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** What is kept of a code: enough to know it again, of no use to whoever reads it. */
export async function sealCode(code: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${salt.toString('base64url')}.${(await derive(code, salt)).toString('base64url')}`;
}

export async function isSealed(sealed: string, code: string): Promise<boolean> {
  const [salt = '', key = ''] = sealed.split('.');
  return timingSafeEqual(await derive(code, Buffer.from(salt, 'base64url')), Buffer.from(key, 'base64url'));
}

function derive(code: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(code, salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
