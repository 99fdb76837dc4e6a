import type { ClientConfig } from '@dayloom/contracts';

/**
 * The access token that the app has stored for a signed-in visitor; null if there is none or it has expired.
 * For pages that do not load the OpenID Connect client. It reads the entry of that client's
 * `WebStorageStateStore` (oidc-client-ts, `UserManager`).
 */
export function findStoredToken({ authority, clientId }: ClientConfig['oidc'], now: number): string | null {
  try {
    const text = localStorage.getItem(`oidc.user:${authority}:${clientId}`);
    const user = JSON.parse(text ?? 'null') as { access_token?: unknown; expires_at?: unknown } | null;
    if (typeof user?.access_token !== 'string' || user.access_token === '') return null;
    if (typeof user.expires_at === 'number' && user.expires_at * 1_000 <= now) return null;
    return user.access_token;
  } catch {
    // Damaged, or the browser has switched the storage off.
    return null;
  }
}
