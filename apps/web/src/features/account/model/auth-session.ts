import type { ClientConfig } from '@dayloom/contracts';
import type { User, UserManager } from 'oidc-client-ts';
import { createStore, type Store } from '#lib/store.ts';

/** What the OpenID Connect client keeps of a signed-in person (oidc-client-ts, `User.toStorageString`). */
export type StoredUser = Pick<User, 'access_token' | 'refresh_token' | 'id_token' | 'expires_at' | 'profile'>;

export interface SessionState {
  /** A sign-in is being completed. */
  readonly isLoading: boolean;
  readonly user: StoredUser | null;
  /** An expired token counts while it can be renewed. */
  readonly isSignedIn: boolean;
  /** Why a sign-in could not be completed. */
  readonly error: unknown;
}

const STORED_USERS = 'oidc.user:';
const RENEWAL_LOCK = 'dayloom.token-renewal';
/** A token is renewed when it is valid for less than this. */
const RENEWED_BEFORE_S = 60;
/** Computers sleep, so the clock is read again instead of waiting for the whole time. */
const CHECK_MS = 10_000;

export const loadOpenIdClient = () => import('./open-id-client.ts');

let quietRenewals = 0;
/** Whether a token is being renewed that nobody waits for. */
export const isRenewingQuietly = () => quietRenewals > 0;

/**
 * The session of this browser. All tabs share its tokens in local storage. The OpenID Connect client, which keeps them
 * there, is loaded only to sign in, to renew a token and to sign out.
 */
export class AuthSession {
  readonly #oidc: ClientConfig['oidc'];
  #client: Promise<UserManager> | null = null;
  #completion: Promise<void> | null = null;
  readonly #store: Store<SessionState>;

  constructor({ oidc }: Pick<ClientConfig, 'oidc'>) {
    this.#oidc = oidc;
    this.#store = createStore({ ...toState(this.findUser()), isLoading: isSigninResponse() });
  }

  /** Where the client keeps the user (`UserManager`, `WebStorageStateStore`). */
  get storageKey(): string {
    return `${STORED_USERS}${this.#oidc.authority}:${this.#oidc.clientId}`;
  }

  readonly getState = (): SessionState => this.#store.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /** The user as stored now: another tab may have renewed the token. */
  findUser(): StoredUser | null {
    try {
      return parseUser(localStorage.getItem(this.storageKey));
    } catch {
      // The browser has switched the storage off.
      return null;
    }
  }

  removeUser(): void {
    localStorage.removeItem(this.storageKey);
    this.#store.set(toState(null));
  }

  loadClient(): Promise<UserManager> {
    this.#client ??= this.#createClient().catch((error: unknown) => {
      // The next attempt loads it again.
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  async #createClient(): Promise<UserManager> {
    const { createUserManager } = await loadOpenIdClient();
    const client = createUserManager(this.#oidc);
    client.events.addUserLoaded((user) => this.#store.set({ ...this.getState(), ...toState(user) }));
    client.events.addUserUnloaded(() => this.#store.set(toState(null)));
    return client;
  }

  /** Takes the provider's answer on its redirect target, once, even if the page is mounted twice. */
  completeSignIn(onSignedIn: (state: unknown) => void): Promise<void> {
    if (!this.getState().isLoading) return Promise.resolve();
    this.#completion ??= this.#complete(onSignedIn);
    return this.#completion;
  }

  async #complete(onSignedIn: (state: unknown) => void): Promise<void> {
    try {
      const client = await this.loadClient();
      const user = await client.signinCallback();
      onSignedIn(user?.state);
      this.#store.set(toState(user ?? this.findUser()));
    } catch (error) {
      this.#store.set({ ...toState(null), error });
    }
  }

  /**
   * A refresh token works once. A lock lets one tab refresh while the others wait and then use its tokens. Without it,
   * two tabs that wake up together would look like token theft, and the provider would end the session.
   */
  renew(): Promise<StoredUser | null> {
    const before = this.findUser()?.access_token;
    return oneTabAtATime(async () => {
      const now = this.findUser();
      if (now && !isExpired(now) && now.access_token !== before) return now;
      // Without a refresh token the library would try a hidden iframe, which the provider forbids.
      if (!now?.refresh_token) throw new Error('There is no refresh token');
      return (await this.loadClient()).signinSilent();
    });
  }

  /** Renews each token shortly before it expires, until the returned function is called. */
  keepFresh(): () => void {
    let tried = '';
    const timer = setInterval(() => {
      const user = this.findUser();
      if (!user?.refresh_token || !navigator.onLine || user.access_token === tried) return;
      const left = secondsLeft(user);
      if (left <= 0 || left > RENEWED_BEFORE_S) return;
      tried = user.access_token;
      quietRenewals += 1;
      this.renew()
        // The next request renews it, or ends the session.
        .catch((error: unknown) => console.warn('The token could not be renewed', error))
        .finally(() => {
          quietRenewals -= 1;
        });
    }, CHECK_MS);
    return () => clearInterval(timer);
  }
}

function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Undefined on plain http except on localhost; tabs then refresh without a lock.
  return navigator.locks ? navigator.locks.request(RENEWAL_LOCK, work) : work();
}

const toState = (user: StoredUser | null): SessionState => ({
  isLoading: false,
  user,
  isSignedIn: user !== null && (!isExpired(user) || Boolean(user.refresh_token)),
  error: null,
});

const secondsLeft = ({ expires_at = Number.POSITIVE_INFINITY }: StoredUser) =>
  expires_at - Math.floor(Date.now() / 1_000);

export const isExpired = (user: StoredUser): boolean => secondsLeft(user) <= 0;

/** The user in an entry of the local storage; null if there is none or it is damaged. */
export function parseUser(text: string | null): StoredUser | null {
  try {
    const user = JSON.parse(text ?? 'null') as StoredUser | null;
    return user?.access_token && user.profile ? user : null;
  } catch {
    return null;
  }
}

/** Names a user in this browser: the provider and the person there. */
export const toUserKey = ({ profile }: Pick<StoredUser, 'profile'>): string =>
  `${profile.iss} ${profile.sub}`;

/** Whether the page is the provider's redirect target; on other pages a `code` belongs to another flow. */
export function isSigninCallback({ pathname }: { pathname: string } = window.location): boolean {
  return pathname === '/auth/callback';
}

function isSigninResponse(): boolean {
  const query = new URLSearchParams(window.location.search);
  return isSigninCallback() && query.has('state') && (query.has('code') || query.has('error'));
}

/** Whether a start needs the OpenID Connect client: it completes a sign-in, or renews a token that has expired. */
export function needsOpenIdClient(): boolean {
  const users = Object.keys(localStorage)
    .filter((name) => name.startsWith(STORED_USERS))
    .map((name) => parseUser(localStorage.getItem(name)));
  return isSigninCallback() || users.some((user) => user && isExpired(user) && navigator.onLine);
}
