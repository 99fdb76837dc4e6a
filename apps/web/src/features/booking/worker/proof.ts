import type { ProofChallenge } from '@dayloom/contracts';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** A proof of work. Pages without TLS have no `crypto.subtle`, and the library is faster for short texts anyway. */
export function computeProof({ text, zeroBits }: ProofChallenge): string {
  const begin = sha256.create().update(utf8ToBytes(`${text}:`));
  for (let number = 0; ; number += 1) {
    const digest = begin
      .clone()
      .update(utf8ToBytes(String(number)))
      .digest();
    if (countZeroBits(digest) >= zeroBits) return `${text}:${number}`;
  }
}

function countZeroBits(digest: Uint8Array): number {
  const at = digest.findIndex((byte) => byte !== 0);
  return at < 0 ? digest.length * 8 : at * 8 + Math.clz32(digest[at] ?? 0) - 24;
}
