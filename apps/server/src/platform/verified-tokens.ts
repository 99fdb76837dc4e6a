import { createHash } from 'node:crypto';
import type { Identity, VerifiedToken } from './session.ts';

const MAX_TOKENS = 10_000;

/**
 * Remembers the digests of verified tokens, so that each signature is checked once. It keeps only what never
 * changes. Whether the token's session has ended is read from the database with every request, so that a
 * revocation counts at once in every process.
 */
export function cacheVerifiedTokens(
  verify: (token: string) => Promise<VerifiedToken> | VerifiedToken,
  now: () => Date,
): (token: string) => Promise<Identity> {
  const known = new Map<string, VerifiedToken>();
  return async (accessToken) => {
    const key = createHash('sha256').update(accessToken).digest('base64');
    const remembered = known.get(key);
    // Deleted and set again, so that the first entry of the map is the least recently used.
    known.delete(key);
    const isFresh = remembered !== undefined && remembered.expiresAt > now().getTime();
    const verified = isFresh ? remembered : await verify(accessToken);
    known.set(key, verified);
    const [oldest] = known.keys();
    if (known.size > MAX_TOKENS && oldest !== undefined) known.delete(oldest);
    return { ...verified.identity, accessToken };
  };
}
