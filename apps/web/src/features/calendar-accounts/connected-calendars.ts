import type { Settings } from '@dayloom/contracts';

export type ConnectedCalendar = Settings['calendars'][number];

export const domainNames = { google: 'Google', outlook: 'Outlook', apple: 'Apple' } as const;

/** The primary one first, the others as the server sends them. */
export function sortCalendars(calendars: readonly ConnectedCalendar[]): ConnectedCalendar[] {
  return calendars.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
}

/** Only the first tag is the label. */
export function labelOf({ tags }: ConnectedCalendar): string | null {
  return tags[0] ?? null;
}
