import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;

/** 192 bits. Only the digest is stored, so that a reader of the database cannot use the token. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A random token cannot be guessed, so the digest needs no salt and no stretching. */
export function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
