import { getZone, isNearClockChange, isTimeZone } from '@dayloom/time';

interface Formats {
  readonly date: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  /** For times near a change of the clocks, which may be shown twice. */
  readonly timeWithZone: Intl.DateTimeFormat;
}

/** By zone: making a format takes a hundred times as long as using it. */
const formats = new Map<string, Formats>();

function getFormats(timeZone: string): Formats {
  const known = formats.get(timeZone);
  if (known) return known;
  const clock = { timeZone, hour: '2-digit', minute: '2-digit' } as const;
  const made: Formats = {
    date: new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
    time: new Intl.DateTimeFormat('en-GB', clock),
    timeWithZone: new Intl.DateTimeFormat('en-GB', { ...clock, timeZoneName: 'short' }),
  };
  formats.set(timeZone, made);
  return made;
}

/** `09:00`, or `01:30 GMT-5` near a change of the clocks. */
function describeTime(instant: Date, timeZone: string): string {
  const { time, timeWithZone } = getFormats(timeZone);
  // Bookings of earlier versions may be in `CST`, which Intl knows and IANA does not.
  const isNearChange = isTimeZone(timeZone) && isNearClockChange(getZone(timeZone), instant.getTime());
  return (isNearChange ? timeWithZone : time).format(instant);
}

/** `Tue, 24 November 2026, 09:00`. */
export function describeStart(startsAt: Date, timeZone: string): string {
  return `${getFormats(timeZone).date.format(startsAt)}, ${describeTime(startsAt, timeZone)}`;
}

/** A date such as `2026-11-24` as `Tue, 24 November 2026`. */
export function describeDate(date: string): string {
  return getFormats('UTC').date.format(new Date(`${date}T00:00:00Z`));
}

/** `Tue, 24 November 2026, 09:00 to 09:30 (Europe/Berlin)`. An end on another day has its date. */
export function describeTimes(startsAt: Date, endsAt: Date, timeZone: string): string {
  const { date } = getFormats(timeZone);
  const describeEnd = date.format(startsAt) === date.format(endsAt) ? describeTime : describeStart;
  return `${describeStart(startsAt, timeZone)} to ${describeEnd(endsAt, timeZone)} (${timeZone})`;
}

/** The text of a mail; what is null is left out. */
export function paragraphs(parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`;
}
