import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
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

/** Verifies signature, issuer, audience and expiry of an access token, or of an ID token by its own audience. */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string; currentDate?: Date },
): Promise<Identity> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    if (!payload.sub) throw new AppError('unauthenticated', INVALID_TOKEN);
    const { auth_time: at } = payload;
    return {
      subject: payload.sub,
      accessToken: token,
      sessionId: typeof payload['sid'] === 'string' ? payload['sid'] : null,
      authenticatedAt: typeof at === 'number' ? new Date(at * 1000) : null,
    };
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || error instanceof TypeError) {
      throw new AppError('unavailable', 'The identity provider does not answer. Try again in a moment.', {
        cause: error,
      });
    }
    throw new AppError('unauthenticated', INVALID_TOKEN, { cause: error });
  }
}

export function localKeys(keys: JSONWebKeySet): JWTVerifyGetKey {
  return createLocalJWKSet(keys);
}

export function remoteKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url));
}
