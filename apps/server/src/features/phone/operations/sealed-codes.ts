import { randomInt } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';

const CODE_DIGITS = 6;

/**
 * The user and number of a code. A code is valid only for them, so copying it to another row does not help.
 */
export interface CodeOwner {
  readonly userId: string;
  readonly mobile: string;
}

export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/**
 * The MAC of a code, which is stored instead of the code. All possible codes can be tried within a second, so
 * only the server's key, which is not in the database, protects them.
 */
export function sealCode(secrets: Secrets, owner: CodeOwner, code: string): string {
  return secrets.mac(code, sealingContext(owner));
}

/** False also for a MAC in another format or with a lost key: the user can request a new code. */
export function isSealedCode(secrets: Secrets, owner: CodeOwner, sealed: string, code: string): boolean {
  return secrets.isMac(sealed, code, sealingContext(owner));
}

function sealingContext({ userId, mobile }: CodeOwner): string {
  return `phone-code:${userId}:${mobile}`;
}
