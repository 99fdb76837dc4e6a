import type { CalendarSession, ProviderTraits } from '../calendar-sync/model/calendar-session.ts';
import type { FoundTask } from '../tasks/model/found-task.ts';

/** The result of a consent: the identity at the provider, and the grant, which only the adapter can read. */
export interface Consent {
  /** Stable and unique at the provider. */
  readonly subject: string;
  readonly email: string;
  /** Tokens as text. Encrypted before it is stored, and never logged. */
  readonly grant: string;
}

/** `tasks` also includes the calendars: one grant of the account serves both. */
export type ConsentPurpose = 'calendars' | 'tasks';

/**
 * The OAuth side of a provider: authorization code with PKCE (RFC 7636). Every call rejects with a
 * `ProviderFailure`. `exchange` rejects as `rejected` with `providerCode` `invalid_grant` (a code that is
 * used, expired or another user's), `scope_missing` (the user did not grant a required permission) or
 * `other_account` (not the account of the given `subject`).
 */
export interface ConsentProvider {
  /** Asks for what calendars need, and if `purpose` is `tasks`, for reading tasks too. */
  authorizationUrl(request: {
    state: string;
    verifier: string;
    nonce: string;
    /** The address of the account that the provider offers first, if known. */
    account: string | null;
    purpose: ConsentPurpose;
  }): Promise<string>;
  exchange(
    code: string,
    flow: { verifier: string; nonce: string; purpose: ConsentPurpose; subject?: string },
  ): Promise<Consent>;
  /** Whether the grant includes reading tasks. */
  mayReadTasks(grant: string): boolean;
  /** Revokes the access. Also resolves if it was already revoked. */
  revoke(grant: string): Promise<void>;
}

/**
 * Looks up an account by address and password. Rejects with a `ProviderFailure`, `reconnect_needed` for a
 * wrong password.
 */
export interface PasswordProvider {
  /** `serverUrl` is user input: it may lack its scheme, or point to a private address. */
  signIn(input: {
    serverUrl: string | null;
    username: string;
    password: string;
  }): Promise<Consent & { readonly serverUrl: string }>;
}

/** The grant of one account, shared by everything that uses the account. */
export interface GrantKeeper {
  /** The account's owner: work on untrusted data is limited per user. */
  readonly userId: string;
  /** The account's id: concurrent requests are limited per account. */
  readonly accountId: string;
  current(): Promise<string>;
  /** The owner's own address, for a server that knows none. */
  ownAddress(): Promise<string>;
  /**
   * Replaces the grant `stale`. Of several concurrent calls only one runs `make` and the others get its
   * result, because a refresh token may be valid for only one use.
   */
  renew(stale: string, make: (current: string) => Promise<string>): Promise<string>;
}

export interface CalendarProvider extends ProviderTraits {
  open(grant: GrantKeeper): CalendarSession;
}

/** The tasks of an account, for an import. */
export interface AccountTasks {
  /** `Google Tasks` */
  readonly name: string;
  /** All open tasks. Rejects with a `ProviderFailure`. */
  list(grant: GrantKeeper, zones: TaskZones): Promise<FoundTask[]>;
}

export interface TaskZones {
  /** The zone of days that the provider gives as instants. */
  readonly homeTimeZone: string;
}

interface ConsentAccounts {
  readonly calendars: CalendarProvider;
  readonly consent: ConsentProvider;
  readonly tasks: AccountTasks;
}

/** The accounts that are connected by OAuth consent, and those connected by a password. */
export type CalendarProviders = {
  readonly google: ConsentAccounts | null;
  readonly outlook: ConsentAccounts | null;
  readonly apple: { readonly calendars: CalendarProvider; readonly password: PasswordProvider } | null;
};
