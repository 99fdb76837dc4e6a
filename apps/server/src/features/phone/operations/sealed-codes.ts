import { randomInt } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';

const CODE_DIGITS = 6;

/** Whose code it is and what it proves: moved to another row it is worth nothing. */
export interface CodeOwner {
  readonly userId: string;
  readonly mobile: string;
}

export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/**
 * What is kept of a code: enough to know it again. All codes are tried in a second, so what keeps them from whoever
 * reads the database is the server's key, which does not lie there.
 */
export function sealCode(secrets: Secrets, owner: CodeOwner, code: string): string {
  return secrets.mac(code, sealingContext(owner));
}

/** False also for what was sealed in another way, or with a key that is gone: a new code can be asked for. */
export function isSealed(secrets: Secrets, owner: CodeOwner, sealed: string, code: string): boolean {
  return secrets.isMac(sealed, code, sealingContext(owner));
}

function sealingContext({ userId, mobile }: CodeOwner): string {
  return `phone-code:${userId}:${mobile}`;
}
