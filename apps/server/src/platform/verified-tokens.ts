import { createHash } from 'node:crypto';
import type { Identity, VerifiedToken } from './session.ts';

const MAX_TOKENS = 10_000;

/**
 * Remembers by their digest which tokens were verified, so that each signature is checked once. Only what can
 * never change is kept: whether the token's session was ended is asked of the database with every request, and
 * so a revocation counts at once in every process.
 */
export function rememberVerified(
  verify: (token: string) => Promise<VerifiedToken> | VerifiedToken,
  now: () => Date,
): (token: string) => Promise<Identity> {
  const known = new Map<string, VerifiedToken>();
  return async (accessToken) => {
    const key = createHash('sha256').update(accessToken).digest('base64');
    const remembered = known.get(key);
    // Taken out and put back, so that the first of the map is the one that was not used for the longest time.
    known.delete(key);
    const isFresh = remembered !== undefined && remembered.expiresAt > now().getTime();
    const verified = isFresh ? remembered : await verify(accessToken);
    known.set(key, verified);
    const [oldest] = known.keys();
    if (known.size > MAX_TOKENS && oldest !== undefined) known.delete(oldest);
    return { ...verified.identity, accessToken };
  };
}
