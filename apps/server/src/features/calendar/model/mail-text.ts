interface Formats {
  readonly date: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

/** By zone: making a format takes a hundred times as long as using it. */
const formats = new Map<string, Formats>();

function getFormats(timeZone: string): Formats {
  const known = formats.get(timeZone);
  if (known) return known;
  const made: Formats = {
    date: new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
    time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  };
  formats.set(timeZone, made);
  return made;
}

/** `Tue, 24 November 2026, 09:00`. */
export function describeStart(startsAt: Date, timeZone: string): string {
  const { date, time } = getFormats(timeZone);
  return `${date.format(startsAt)}, ${time.format(startsAt)}`;
}

/** A date such as `2026-11-24` as `Tue, 24 November 2026`. */
export function describeDate(date: string): string {
  return getFormats('UTC').date.format(new Date(`${date}T00:00:00Z`));
}

/** `Tue, 24 November 2026, 09:00 to 09:30 (Europe/Berlin)`. */
export function describeTimes(startsAt: Date, endsAt: Date, timeZone: string): string {
  return `${describeStart(startsAt, timeZone)} to ${getFormats(timeZone).time.format(endsAt)} (${timeZone})`;
}

/** The text of a mail; what is null is left out. */
export function paragraphs(parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`;
}
