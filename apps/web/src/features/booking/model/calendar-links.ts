interface CalendarEntry {
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly location: string;
  readonly details: string;
}

/** `20261124T143000Z` (RFC 5545, 3.3.5) */
const toBasic = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');

/** Google's page for a new event, filled in. */
export function toGoogleLink({ title, startsAt, endsAt, location, details }: CalendarEntry): string {
  const dates = `${toBasic(startsAt)}/${toBasic(endsAt)}`;
  const query = new URLSearchParams({ action: 'TEMPLATE', text: title, dates, location, details });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Outlook's page for a new event, filled in. */
export function toOutlookLink({ title, startsAt, endsAt, location, details }: CalendarEntry): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    location,
    body: details,
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`;
}
