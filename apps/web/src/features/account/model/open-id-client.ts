import type { ClientConfig } from '@dayloom/contracts';
import { UserManager, WebStorageStateStore } from 'oidc-client-ts';

const SCOPES = 'openid profile email offline_access';

/** The OpenID Connect client. `AuthSession` loads it and decides when tokens are renewed. */
export function createUserManager(oidc: ClientConfig['oidc']): UserManager {
  const { origin } = window.location;
  return new UserManager({
    authority: oidc.authority,
    client_id: oidc.clientId,
    redirect_uri: `${origin}/auth/callback`,
    post_logout_redirect_uri: `${origin}/`,
    scope: SCOPES,
    extraQueryParams: { audience: oidc.audience },
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    automaticSilentRenew: false,
  });
}
