import type { CalendarAccount, Settings, SyncedCalendar as Synced } from '@dayloom/contracts';

export type ConnectedCalendar = Settings['calendars'][number];
export type CalendarDomain = ConnectedCalendar['domain'];

export const domainNames = { google: 'Google', outlook: 'Outlook', apple: 'Apple' } as const;
export const typeNames = { personal: 'Personal', work: 'Work', other: 'Other' } as const;
/** Maximum length of a label (the contract's limit for a tag). */
export const LABEL_LENGTH = 60;

/** The primary account first, the others in the server's order. */
export function sortCalendars(calendars: readonly ConnectedCalendar[]): ConnectedCalendar[] {
  return calendars.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
}

/** Only the first tag is the label. */
export function findLabel({ tags }: ConnectedCalendar): string | null {
  return tags[0] ?? null;
}

/** The tags for a typed label: none or one. */
export function parseTags(typed: string): string[] {
  const label = typed.trim();
  return label ? [label] : [];
}

/** A unique name: users may have the same address at two providers. */
export function getAccountName({ email, domain }: Pick<ConnectedCalendar, 'email' | 'domain'>): string {
  return `${email} (${domainNames[domain]})`;
}

/**
 * Names that distinguish calendars: the label or provider of the account, and the calendar's name if the
 * account has several.
 */
export function namesInHistory(
  connected: readonly ConnectedCalendar[],
  connections: { accounts: readonly CalendarAccount[]; subscriptions: readonly Synced[] } | undefined,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const { calendarId, name } of connections?.subscriptions ?? []) names.set(calendarId, name);
  for (const account of connections?.accounts ?? []) {
    const labelled = connected.find(({ id }) => id === account.id) ?? account;
    const label = findLabel(labelled) ?? domainNames[account.domain];
    const isAlone = account.calendars.filter(({ isSynced }) => isSynced).length === 1;
    for (const { calendarId, name } of account.calendars)
      names.set(calendarId, isAlone || name === account.email ? label : `${label}, ${name}`);
  }
  return names;
}
