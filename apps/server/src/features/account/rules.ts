import type { AccountStatus, Preferences, Subscription, WeeklyHours } from '@dayloom/contracts';
import { isUsernameAllowed } from '@dayloom/contracts/usernames';

const USERNAME_MIN = 3;
const USERNAME_MAX = 30;

/** A first username from a name: lower-case letters, digits, hyphens; `suffix` makes it free when it is taken. */
export function suggestUsername(firstName: string, lastName: string, suffix: string): string {
  const base = `${firstName} ${lastName}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const room = USERNAME_MAX - (suffix ? suffix.length + 1 : 0);
  const stem = base.slice(0, room).replace(/-$/, '') || 'user';
  const name = suffix ? `${stem}-${suffix}` : stem;
  return name.length >= USERNAME_MIN && isUsernameAllowed(name)
    ? name
    : `${name}-${suffix || 'me'}`.slice(0, USERNAME_MAX);
}

/** Weekdays nine to five for work, evenings and weekend days for the rest. */
export const DEFAULT_HOURS: { work: WeeklyHours; personal: WeeklyHours } = {
  work: {
    mon: [['09:00', '17:00']],
    tue: [['09:00', '17:00']],
    wed: [['09:00', '17:00']],
    thu: [['09:00', '17:00']],
    fri: [['09:00', '17:00']],
  },
  personal: {
    mon: [['17:30', '21:00']],
    tue: [['17:30', '21:00']],
    wed: [['17:30', '21:00']],
    thu: [['17:30', '21:00']],
    fri: [['17:30', '21:00']],
    sat: [['10:00', '18:00']],
    sun: [['10:00', '18:00']],
  },
};

export const DEFAULT_PREFERENCES = {
  notifications: { channels: { email: true, push: false }, subscriptions: { promotions: false } },
};

/** Whether the preferences let a kind of mail through; mail about the account itself always comes. */
export function isMailAllowed(
  kind: 'account' | 'activity' | 'promotions',
  { notifications: { channels, subscriptions } }: Preferences,
): boolean {
  if (kind === 'account') return true;
  return channels.email && (kind === 'activity' || subscriptions.promotions);
}

/** What a subscription is worth: a trial counts, and for some days a payment that failed does. */
export function decideAccountStatus(subscription: Subscription | null, now: Date): AccountStatus {
  if (!subscription) return 'FREE';
  const { status, graceEndsAt } = subscription;
  if (status === 'trialing' || status === 'active') return 'ACTIVE';
  const isInGrace = status === 'past_due' && graceEndsAt !== null && now < new Date(graceEndsAt);
  return isInGrace ? 'ACTIVE' : 'FREE';
}

/**
 * Whether a path to go back to may be handed on: it begins with one slash and with nothing that a browser would
 * take for another host (`//evil.example`, `/\evil.example`, dots that fold into one of these).
 */
export function isReturnPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\p{Cc}\\]/u.test(path)) return false;
  const base = 'https://here.invalid';
  const url = URL.parse(path, base);
  return url !== null && url.origin === base && !url.pathname.startsWith('//');
}
