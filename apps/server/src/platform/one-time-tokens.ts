import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;

/** 192 bits; only their digest is stored, so that who reads the database cannot use them. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** No salt and no stretching: there is nothing to guess in a random token. */
export function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
