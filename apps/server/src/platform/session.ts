import { type KeyObject, verify } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { AppError } from './errors.ts';

/** Who a verified access token speaks for. Not yet a user: there may be no account. */
export interface Identity {
  /** The identity id, `provider|id` (spec: auth0Uid). */
  readonly subject: string;
  readonly accessToken: string;
  /** The sign-in that the token came from (`sid`), where the provider names it. */
  readonly sessionId: string | null;
  /** When they last proved who they are, where the token tells (OpenID Connect Core, auth_time). */
  readonly authenticatedAt: Date | null;
}

/** What a valid token says, and until when. */
export interface VerifiedToken {
  readonly identity: Omit<Identity, 'accessToken'>;
  readonly expiresAt: number;
}

/** What the identity provider says about a person. */
export interface IdentityClaims {
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly photoUrl: string | null;
}

export type PasswordCheck = 'right' | 'wrong' | 'too_often';

/** The identity provider as the API sees it, embedded or external. */
export interface IdentityProvider {
  readonly issuer: string;
  verify(accessToken: string): Promise<Identity>;
  /** Asks the provider (never the client) who this is; access tokens often carry no e-mail. */
  claims(identity: Identity): Promise<IdentityClaims>;
  /** Ends the person's sessions and refresh tokens, where that is in our hands. */
  revoke(identity: Identity): Promise<void>;
  /** Whether it is the person's password; null where only the provider may ask for it. Tries are counted. */
  readonly checkPassword: ((subject: string, password: string) => Promise<PasswordCheck>) | null;
  /** Whether the person has confirmed who they are in this very session, a few minutes ago. */
  isConfirmed(identity: Identity): Promise<boolean>;
  /** When the sign-in was that an ID token of the same person tells of; null when it proves nothing. */
  signedInAt(identity: Identity, idToken: string): Promise<Date | null>;
  /** Deletes the person's account at the provider, where that is in our hands. Again it does nothing. */
  deleteAccount(subject: string): Promise<void>;
}

/** Spec words that the client matches on. */
const AUTHENTICATION_REQUIRED = 'Authentication required';
export const INVALID_TOKEN = 'Invalid token';
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;
/** API tokens say what they are, so that they are told from access tokens, and found by secret scanners. */
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
 * Verifies an access token that the embedded provider signed: always RS256 with one key. Not by `jose`, which
 * uses Web Crypto and so libuv's threads, where it would wait behind the hashing of passwords.
 */
export function verifyOwnToken(token: string, key: KeyObject, expected: Expected): VerifiedToken {
  const refuse = (cause?: unknown) => new AppError('unauthenticated', INVALID_TOKEN, { cause });
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  // One spelling only: Node reads over what base64url does not have.
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

/** Verifies signature, issuer, audience and expiry of an access token, or of an ID token by its own audience. */
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
      throw new AppError('unavailable', 'The identity provider does not answer. Try again in a moment.', {
        cause: error,
      });
    }
    throw new AppError('unauthenticated', INVALID_TOKEN, { cause: error });
  }
}

export function remoteKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url));
}
