import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 30 characters of an alphabet of 62 give 178 bits. */
const SECRET_LENGTH = 30;
const CHECK_LENGTH = 6;
const SHAPE = /^dlm_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A new token: `dlm_`, the secret, and a checksum by which we and secret scanners recognise genuine tokens.
 */
export function makeToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `dlm_${secret}${checksum(secret)}`;
}

/** Whether the format and checksum are valid; mistyped tokens are rejected without a query. */
export function isWellFormed(token: string): boolean {
  const [, secret = '', check] = SHAPE.exec(token) ?? [];
  return check === checksum(secret);
}

/** A secret of 178 bits cannot be guessed, so a plain hash is enough (no salt, no stretching). */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function isChange(method: string): boolean {
  return !READS.has(method);
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < CHECK_LENGTH; i++) {
    text = `${LETTERS[rest % LETTERS.length]}${text}`;
    rest = Math.floor(rest / LETTERS.length);
  }
  return text;
}
