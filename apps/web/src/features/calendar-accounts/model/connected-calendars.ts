import type { CalendarAccount, Settings, SyncedCalendar as Synced } from '@dayloom/contracts';

export type ConnectedCalendar = Settings['calendars'][number];
export type CalendarDomain = ConnectedCalendar['domain'];

export const domainNames = { google: 'Google', outlook: 'Outlook', apple: 'Apple' } as const;
export const typeNames = { personal: 'Personal', work: 'Work', other: 'Other' } as const;
/** What a label may hold (the contract's limit for a tag). */
export const LABEL_LENGTH = 60;

/** The primary one first, the others as the server sends them. */
export function sortCalendars(calendars: readonly ConnectedCalendar[]): ConnectedCalendar[] {
  return calendars.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
}

/** Only the first tag is the label. */
export function findLabel({ tags }: ConnectedCalendar): string | null {
  return tags[0] ?? null;
}

/** The tags that a typed label stands for: none, or the one. */
export function parseTags(typed: string): string[] {
  const label = typed.trim();
  return label ? [label] : [];
}

/** Which one it is, in words: somebody may have the same address at two providers. */
export function nameOfAccount({ email, domain }: Pick<ConnectedCalendar, 'email' | 'domain'>): string {
  return `${email} (${domainNames[domain]})`;
}

/** Every calendar that is fetched from outside. */
export function allSynced(
  connections: { accounts: readonly CalendarAccount[]; subscriptions: readonly Synced[] } | undefined,
): Synced[] {
  return connections
    ? [...connections.accounts.flatMap(({ calendars }) => calendars), ...connections.subscriptions]
    : [];
}

/**
 * What calendars are called beside one another: by the label of their account, or its provider, and by their own name
 * where an account has several.
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
