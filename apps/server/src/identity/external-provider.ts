import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { type IdentityProvider, remoteKeys, verifyToken } from '../platform/session.ts';
import { cacheVerifiedTokens } from '../platform/verified-tokens.ts';

const TIMEOUT_MS = 5_000;

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() });
type Discovery = z.infer<typeof Discovery>;

const UserInfo = z.object({
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.literal('true'), z.literal('false')]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
});

/**
 * An identity provider at any OpenID Connect issuer, modelled on Auth0. Discovery supplies the issuer and the
 * key address, because issuers differ in the trailing slash and in the place of their keys (OpenID Connect
 * Discovery 1.0, §4).
 */
export function externalIdentity(
  { issuer, audience, clientId }: { issuer: string; audience: string; clientId: string },
  clock: Clock,
): IdentityProvider {
  let discovering: Promise<{ discovery: Discovery; keys: ReturnType<typeof remoteKeys> }> | undefined;
  const discovered = () => {
    discovering ??= discover(issuer).then((discovery) => ({
      discovery,
      keys: remoteKeys(discovery.jwks_uri),
    }));
    // A failed attempt must not be cached: the issuer may be back at the next request.
    discovering.catch(() => {
      discovering = undefined;
    });
    return discovering;
  };
  const verify = cacheVerifiedTokens(async (token) => {
    const { discovery, keys } = await discovered();
    return verifyToken(token, keys, { issuer: discovery.issuer, audience, currentDate: clock() });
  }, clock);
  return {
    issuer,
    verify,
    verifyToken: verify,
    sessions: null,
    async claims({ accessToken }) {
      const { discovery } = await discovered();
      const authorization = `Bearer ${accessToken}`;
      const endpoint = discovery.userinfo_endpoint;
      // Some issuers refuse a token for our API at their userinfo endpoint. The token may then contain the
      // claims.
      const received = endpoint === undefined ? null : await getJson(endpoint, { authorization });
      const info = UserInfo.catch({}).parse(received ?? decodeJwt(accessToken));
      const [first = '', ...rest] = (info.name ?? '').split(' ');
      return {
        email: info.email ?? null,
        isEmailVerified: info.email_verified === true || info.email_verified === 'true',
        firstName: info.given_name ?? first,
        lastName: info.family_name ?? rest.join(' '),
        photoUrl: info.picture ?? null,
      };
    },
    // The server cannot end sessions of an external issuer. The browser goes to the issuer's logout address.
    async revoke() {},
    checkPassword: null,
    isConfirmed: async () => false,
    async signedInAt({ subject }, idToken) {
      const { discovery, keys } = await discovered();
      const expected = { issuer: discovery.issuer, audience: clientId, currentDate: clock() };
      try {
        const { identity: received } = await verifyToken(idToken, keys, expected);
        return received.subject === subject ? received.authenticatedAt : null;
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthenticated') return null;
        throw error;
      }
    },
    // The account belongs to the issuer, and other apps may depend on it.
    async deleteAccount() {},
  };
}

async function discover(issuer: string): Promise<Discovery> {
  const discovery = Discovery.parse(
    await getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  );
  if (discovery.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    throw new AppError(
      'unavailable',
      'The identity provider publishes another issuer name than OIDC_ISSUER.',
    );
  }
  return discovery;
}

/** Fetches JSON; null when the server refuses access (401, 403). */
async function getJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 401 || response.status === 403) return null;
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw new AppError('unavailable', 'The identity provider does not respond. Try again in a moment.', {
      cause,
    });
  }
}
