import { randomBytes } from 'node:crypto';
import type { Platform } from '#platform/context.ts';
import { digest } from '#platform/one-time-tokens.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { IdentityContext } from '../context.ts';

/**
 * A cookie that proves an earlier sign-in of this browser to this account (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies"). It signs nobody in. Attempts from such a browser have a separate counter, so
 * that strangers cannot lock the owner out.
 */
interface Account {
  readonly id: string;
  readonly password_changed_at: Date | null;
}

const MAX_AGE_SECONDS = 400 * 86_400;
const ID_BYTES = 12;

/** A browser may be used for several accounts, so each account has a separate cookie. */
const toDeviceCookieName = (accountId: string) => `dayloom_device_${digest(accountId).slice(0, 12)}`;
const sealingContext = (accountId: string) => `device:${accountId}`;

export function makeDeviceCookie(
  { secrets, clock, config }: Pick<Platform, 'clock' | 'config' | 'secrets'>,
  accountId: string,
): string {
  const plain = `${randomBytes(ID_BYTES).toString('base64url')}.${Math.floor(clock().getTime() / 1000)}`;
  const value = `${plain}.${secrets.mac(plain, sealingContext(accountId))}`;
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${toDeviceCookieName(accountId)}=${value}; Path=/oidc; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The id of the device, or null for an unknown device. A changed password makes every device unknown. */
export function findKnownDevice(
  { secrets, clock }: { secrets: Secrets; clock: IdentityContext['clock'] },
  cookies: string | undefined,
  account: Account,
): string | null {
  const name = `${toDeviceCookieName(account.id)}=`;
  const value = cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(name))
    ?.slice(name.length);
  const [id = '', seconds = '', mac = ''] = value?.split('.') ?? [];
  if (!secrets.isMac(mac, `${id}.${seconds}`, sealingContext(account.id))) return null;
  const issuedAt = Number(seconds) * 1000;
  if (clock().getTime() - issuedAt > MAX_AGE_SECONDS * 1000) return null;
  // The cookie's time has whole seconds.
  const changedAt = Math.floor((account.password_changed_at?.getTime() ?? 0) / 1000) * 1000;
  return issuedAt >= changedAt ? id : null;
}
