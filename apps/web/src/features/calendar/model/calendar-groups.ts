import type { Calendar, Settings } from '@dayloom/contracts';

export interface CalendarGroup {
  /** The account's id; null for calendars without an account. */
  id: string | null;
  /**
   * The account's address, or 'Subscriptions'; null for built-in and imported calendars, which come first.
   */
  title: string | null;
  calendars: Calendar[];
}

/** Calendars grouped by source: built-in and imported, each account in the settings' order, subscriptions. */
export function groupCalendars(
  calendars: readonly Calendar[],
  accounts: Settings['calendars'],
): CalendarGroup[] {
  const order = accounts.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  const groups: CalendarGroup[] = [
    {
      id: null,
      title: null,
      calendars: calendars.filter(({ kind }) => kind === 'dayloom' || kind === 'imported'),
    },
    ...order.map(({ id, email }) => ({
      id,
      title: email,
      calendars: calendars.filter(({ accountId }) => accountId === id),
    })),
    {
      id: null,
      title: 'Subscriptions',
      calendars: calendars.filter(({ kind }) => kind === 'subscribed'),
    },
  ];
  // An account that the cached profile does not have yet: show its calendars all the same.
  const known = new Set(groups.flatMap((group) => group.calendars));
  const others = calendars.filter((calendar) => !known.has(calendar));
  return [...groups, { id: null, title: 'Connected', calendars: others }].filter(
    (group) => group.calendars.length > 0,
  );
}
