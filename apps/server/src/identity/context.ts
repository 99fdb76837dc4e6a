import type { TokenScope } from '@dayloom/contracts';
import type { DbContext, Platform } from '../platform/context.ts';
import type { SecurityEvent } from '../platform/security-events.ts';
import type { Visitor } from '../platform/visitor.ts';
import type { PasswordCost } from './passwords.ts';

/** Callbacks with which the product's accounts follow events of an identity. */
export interface AccountHooks {
  emailVerified(subject: string): Promise<void>;
  /** Adds the event to the log of the identity's account, if the account exists. */
  securityEvent(subject: string, event: SecurityEvent): Promise<void>;
  /** Connects an app that the user allowed. False if the identity has no account, or a closed one. */
  appAllowed(subject: string, app: AllowedApp): Promise<boolean>;
}

/** What the user allowed on the consent page. */
export interface AllowedApp {
  readonly clientId: string;
  readonly grantId: string;
  readonly name: string;
  readonly redirectHost: string;
  readonly scopes: readonly TokenScope[];
  readonly from: Visitor;
}

/** Sends emails with links that work for a while. */
export type SecurityMailer = DbContext & Pick<Platform, 'config' | 'log' | 'mail'>;

/** Dependencies of the embedded provider's use cases. */
export interface IdentityContext extends SecurityMailer, Pick<Platform, 'secrets'> {
  readonly hooks: AccountHooks;
  /** For new hashes. */
  readonly passwordCost: PasswordCost;
}

/** Identity ids have Auth0's format `provider|id`. The embedded provider is 'dayloom'. */
const SUBJECT_PREFIX = 'dayloom|';

export function toSubject(accountId: string): string {
  return `${SUBJECT_PREFIX}${accountId}`;
}

export function toAccountId(subject: string): string {
  return subject.slice(SUBJECT_PREFIX.length);
}
