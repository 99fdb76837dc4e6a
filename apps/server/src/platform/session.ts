import { type KeyObject, verify } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { AppError } from './errors.ts';

/** The subject of a verified access token. Not yet a user: the account may not exist. */
export interface Identity {
  /** The identity id, `provider|id` (spec: auth0Uid). */
  readonly subject: string;
  readonly accessToken: string;
  /** The sign-in that issued the token (`sid`), if the provider names it. */
  readonly sessionId: string | null;
  /** Last proof of identity, if the token contains it (OpenID Connect Core, auth_time). */
  readonly authenticatedAt: Date | null;
}

/** The content of a valid token and its expiry. */
export interface VerifiedToken {
  readonly identity: Omit<Identity, 'accessToken'>;
  readonly expiresAt: number;
}

export interface IdentityClaims {
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly photoUrl: string | null;
}

/** Lets the statement that finds an account check the session as well. */
export interface StoredSessions {
  /** SQL: when the session of the identity was last seen; null when it has ended. */
  lastSeen(identity: Identity): RawBuilder<Date | null>;
  /** Records that the session is in use, once in a few minutes. */
  recordUse(identity: Identity, lastSeenAt: Date): Promise<void>;
}

export type PasswordCheck = 'right' | 'wrong' | 'too_often';

/** The identity provider from the API's point of view, embedded or external. */
export interface IdentityProvider {
  readonly issuer: string;
  /** Verifies the token, and that its session has not ended. */
  verify(accessToken: string): Promise<Identity>;
  /** Verifies the token alone, without the database. Its session may have ended. */
  verifyToken(accessToken: string): Promise<Identity>;
  /** The sessions that the provider keeps in our database; null if they are kept elsewhere. */
  readonly sessions: StoredSessions | null;
  /** Asks the provider (never the client) who this is. Access tokens often contain no email address. */
  claims(identity: Identity): Promise<IdentityClaims>;
  /** Ends the person's sessions and refresh tokens, if the provider allows it. */
  revoke(identity: Identity): Promise<void>;
  /** Checks the person's password and counts the attempts; null when only the provider may ask for it. */
  readonly checkPassword: ((subject: string, password: string) => Promise<PasswordCheck>) | null;
  /** Whether the person confirmed their identity in this session within the last minutes. */
  isConfirmed(identity: Identity): Promise<boolean>;
  /** Time of the sign-in that an ID token of the same person proves; null when it proves nothing. */
  signedInAt(identity: Identity, idToken: string): Promise<Date | null>;
  /** Deletes the person's account at the provider, if the provider allows it. Idempotent. */
  deleteAccount(subject: string): Promise<void>;
}

/** Fixed by the specification: the client matches on these texts. */
export const AUTHENTICATION_REQUIRED = 'Authentication required';
export const INVALID_TOKEN = 'Invalid token';
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;
/** The prefix distinguishes API tokens from access tokens, and secret scanners find it. */
export const API_TOKEN_PREFIX = 'dlm_';
const CLOCK_TOLERANCE_SECONDS = 5;

export function bearerToken(header: string | undefined): string {
  const token = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (header === undefined || header === '') throw new AppError('unauthenticated', AUTHENTICATION_REQUIRED);
  if (!token) throw new AppError('unauthenticated', INVALID_TOKEN);
  return token;
}

export function isApiToken(token: string): boolean {
  return token.startsWith(API_TOKEN_PREFIX);
}

interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly currentDate: Date;
}

const Claims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  sub: z.string().min(1),
  exp: z.number(),
  nbf: z.number().optional(),
  sid: z.unknown().optional(),
  auth_time: z.unknown().optional(),
});

/**
 * Verifies an access token of the embedded provider, which always signs with RS256 and one key. `jose` is not
 * used here: it verifies with Web Crypto on libuv's threads and would wait behind password hashing.
 */
export function verifyOwnToken(token: string, key: KeyObject, expected: Expected): VerifiedToken {
  const refuse = (cause?: unknown) => new AppError('unauthenticated', INVALID_TOKEN, { cause });
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  // Accepts one spelling only: Node ignores characters outside base64url.
  if (rest.length > 0 || bytes.toString('base64url') !== signature) throw refuse();
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes)) throw refuse();
  try {
    const { alg, crit } = parsePart(header) as { alg?: unknown; crit?: unknown };
    if (alg !== 'RS256' || crit !== undefined) throw refuse();
    const claims = Claims.parse(parsePart(payload));
    const now = expected.currentDate.getTime() / 1000;
    const isRight =
      claims.iss === expected.issuer &&
      [claims.aud].flat().includes(expected.audience) &&
      claims.exp > now - CLOCK_TOLERANCE_SECONDS &&
      (claims.nbf ?? 0) <= now + CLOCK_TOLERANCE_SECONDS;
    if (!isRight) throw refuse();
    return toVerified(claims);
  } catch (cause) {
    throw refuse(cause);
  }
}

function parsePart(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function toVerified({
  sub,
  exp,
  sid,
  auth_time: at,
}: Pick<z.infer<typeof Claims>, 'sub' | 'exp' | 'sid' | 'auth_time'>): VerifiedToken {
  return {
    identity: {
      subject: sub,
      sessionId: typeof sid === 'string' ? sid : null,
      authenticatedAt: typeof at === 'number' ? new Date(at * 1000) : null,
    },
    expiresAt: (exp + CLOCK_TOLERANCE_SECONDS) * 1000,
  };
}

/**
 * Verifies signature, issuer, audience and expiry of an access token, or of an ID token with its audience.
 */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: Expected,
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    const { sub, exp, sid, auth_time } = payload;
    if (!sub || exp === undefined) throw new AppError('unauthenticated', INVALID_TOKEN);
    return toVerified({ sub, exp, sid, auth_time });
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || error instanceof TypeError) {
      throw new AppError('unavailable', 'The identity provider does not respond. Try again in a moment.', {
        cause: error,
      });
    }
    throw new AppError('unauthenticated', INVALID_TOKEN, { cause: error });
  }
}

export function remoteKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url));
}
