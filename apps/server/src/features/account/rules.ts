import {
  type AccountStatus,
  type Preferences,
  type Scheduling,
  type Subscription,
  suggestedScheduling,
  type WeeklyHours,
} from '@dayloom/contracts';
import { isUsernameAllowed } from '@dayloom/contracts/usernames';

const USERNAME_MIN = 3;
const USERNAME_MAX = 30;

/** The first locale of an `Accept-Language` header (RFC 9110 §12.5.4); null if it names none. */
export function parseLocale(acceptLanguage: string | undefined): string | null {
  const [, tag] = /^\s*([a-z]{2,3}(?:-[a-z\d]{2,8}){0,3})\s*(?:[,;]|$)/i.exec(acceptLanguage ?? '') ?? [];
  try {
    return tag === undefined ? null : (Intl.getCanonicalLocales(tag)[0] ?? null);
  } catch {
    return null;
  }
}

/** Whether people of a locale read '2:30 PM' rather than '14:30'. Mails are in English, so American usage is the default. */
export function usesTwelveHours(locale: string | null): boolean {
  const known = twelveHours.get(locale);
  if (known !== undefined) return known;
  const { hour12 = false } = new Intl.DateTimeFormat(locale ?? 'en-US', {
    hour: 'numeric',
  }).resolvedOptions();
  if (twelveHours.size >= MAX_LOCALES) twelveHours.clear();
  twelveHours.set(locale, hour12);
  return hour12;
}

const MAX_LOCALES = 500;
/** Making a format takes 50 µs, and reminders of 100,000 people may be due in one minute. */
const twelveHours = new Map<string | null, boolean>();

/**
 * Suggests a first username from a name: lower-case letters, digits and hyphens. `suffix` makes it unique
 * when it is taken.
 */
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

/** Weekdays nine to five for work; evenings and weekends for personal tasks. */
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

/** Those who never answer the form of the first plan have a lunch break, too. */
export const DEFAULT_SCHEDULING: Partial<Scheduling> = {
  ...suggestedScheduling,
  lunch: [...suggestedScheduling.lunch],
};

/** Whether the preferences allow a kind of mail. Mail about the account itself is always allowed. */
export function isMailAllowed(
  kind: 'account' | 'activity' | 'promotions',
  { notifications: { channels, subscriptions } }: Preferences,
): boolean {
  if (kind === 'account') return true;
  return channels.email && (kind === 'activity' || subscriptions.promotions);
}

/**
 * The account status of a subscription: a trial counts as paid, and so does a failed payment during the grace
 * period.
 */
export function decideAccountStatus(subscription: Subscription | null, now: Date): AccountStatus {
  if (!subscription) return 'FREE';
  const { status, graceEndsAt } = subscription;
  if (status === 'trialing' || status === 'active') return 'ACTIVE';
  const isInGrace = status === 'past_due' && graceEndsAt !== null && now < new Date(graceEndsAt);
  return isInGrace ? 'ACTIVE' : 'FREE';
}

/**
 * Whether a return path is safe: it begins with exactly one slash and cannot be read as another host by a
 * browser (`//evil.example`, `/\evil.example`, or dot segments that resolve to these).
 */
export function isReturnPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\p{Cc}\\]/u.test(path)) return false;
  const base = 'https://here.invalid';
  const url = URL.parse(path, base);
  return url !== null && url.origin === base && !url.pathname.startsWith('//');
}
