import { createHash } from 'node:crypto';

/** Some tenths of a second in a browser. */
const MIN_BITS = 16;
/** Some ten seconds. */
const MAX_BITS = 22;

/** Each doubling of the rate above the limit doubles the work. */
export function decideZeroBits(attempts: number, free: number): number {
  return Math.min(MAX_BITS, MIN_BITS + Math.floor(Math.log2(Math.max(1, attempts / free))));
}

/** The number of zero bits with which the SHA-256 digest of a text begins. */
export function countZeroBits(text: string): number {
  const digest = createHash('sha256').update(text).digest();
  const at = digest.findIndex((byte) => byte !== 0);
  return at < 0 ? digest.length * 8 : at * 8 + Math.clz32(digest[at] ?? 0) - 24;
}
