import type { Platform } from '../platform/context.ts';
import type { SecurityEvent } from '../platform/security-events.ts';

/** What the accounts of the product want to know of what happens to an identity. */
export interface AccountHooks {
  emailVerified(subject: string): Promise<void>;
  /** Written to the log of the account that the identity belongs to, if there is one yet. */
  securityEvent(subject: string, event: SecurityEvent): Promise<void>;
}

/** What the embedded provider's own use cases lean on. */
export interface IdentityContext
  extends Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'mail' | 'secrets'> {
  readonly hooks: AccountHooks;
}

/** Identity ids are `provider|id`, as Auth0 writes them; ours are the provider 'dayloom'. */
const SUBJECT_PREFIX = 'dayloom|';

export function toSubject(accountId: string): string {
  return `${SUBJECT_PREFIX}${accountId}`;
}

export function toAccountId(subject: string): string {
  return subject.slice(SUBJECT_PREFIX.length);
}
