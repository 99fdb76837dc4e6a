import type { CalendarSession, ProviderTraits } from '../calendar-sync/model/calendar-session.ts';

/** What a consent gave: who it is at the provider, and the grant, which only the adapter can read. */
export interface Consent {
  /** Stable and unique at the provider. */
  readonly subject: string;
  readonly email: string;
  /** Tokens as text. It is sealed before it is stored, and never logged. */
  readonly grant: string;
}

/**
 * The OAuth side of a provider: authorization code with PKCE (RFC 7636). Every call rejects with a
 * `ProviderFailure`; of `exchange` that is `rejected` with `providerCode` `invalid_grant` (a code that is spent,
 * expired or another user's) or `scope_missing` (the user left a box unticked that nothing works without).
 */
export interface ConsentProvider {
  authorizationUrl(request: {
    state: string;
    verifier: string;
    nonce: string;
    /** The address of the account that is meant, where one is: the provider offers it first. */
    account: string | null;
  }): Promise<string>;
  exchange(code: string, flow: { verifier: string; nonce: string }): Promise<Consent>;
  /** Gives the access back. Resolves when it is gone already. */
  revoke(grant: string): Promise<void>;
}

/** Looks up an account by address and password. Rejects as above, `reconnect_needed` for a wrong password. */
export interface PasswordProvider {
  /** The address is the user's own text: it may lack its scheme, or lead where nobody may go. */
  signIn(input: {
    serverUrl: string | null;
    username: string;
    password: string;
  }): Promise<Consent & { readonly serverUrl: string }>;
}

/** The grant of one account, shared by all that work on it. */
export interface GrantKeeper {
  /** Whose account it is: the work on what others wrote is shared out by user. */
  readonly userId: string;
  /** The account's id: what may run at once is shared by all that work on it. */
  readonly accountId: string;
  current(): Promise<string>;
  /**
   * Puts a new grant in place of `stale`. Of several at once one runs `make`; the others get its result, because
   * refresh tokens may be good for one use.
   */
  renew(stale: string, make: (current: string) => Promise<string>): Promise<string>;
}

export interface CalendarProvider extends ProviderTraits {
  open(grant: GrantKeeper): CalendarSession;
}

/** What is connected by a browser's consent, and what by a password. */
export type CalendarProviders = {
  readonly google: { readonly calendars: CalendarProvider; readonly consent: ConsentProvider } | null;
  readonly outlook: { readonly calendars: CalendarProvider; readonly consent: ConsentProvider } | null;
  readonly apple: { readonly calendars: CalendarProvider; readonly password: PasswordProvider } | null;
};
