import { z } from 'zod';
import { hasNoBidiControl, isVisibleName, toPlainName } from './names.ts';

/**
 * Instants outside these years are rejected: they are typing errors, and databases treat them differently.
 */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

const inRange = (text: string) => {
  const year = Number(text.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR && !Number.isNaN(Date.parse(text));
};

/** An instant: ISO 8601 with an offset, `2026-11-20T16:00:00Z`. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine(inRange, `must be an instant between the years ${FIRST_YEAR} and ${LAST_YEAR}`)
  .meta({ description: 'ISO 8601 instant with an offset' });

/** A local date without a zone: `2026-11-20`. */
export const LocalDate = z.iso
  .date()
  .refine(inRange, `must be a date between the years ${FIRST_YEAR} and ${LAST_YEAR}`)
  .meta({ description: 'Calendar date, YYYY-MM-DD' });

/** A time of day, `09:30`; `24:00` is the midnight that ends a day. */
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time as HH:MM');

/** A formatter takes a tenth of a millisecond. There are fewer zones than this, in their usual spelling. */
const MAX_KNOWN_ZONES = 1_000;
const knownZones = new Set<string>();

/** IANA has only these of the names with three letters that Intl accepts. CST would be Chicago and not Shanghai. */
const ABBREVIATION = /^(?!utc|uct|gmt|[emh]st|[cmew]et|prc|ro[ck])[a-z]{3}$/i;

const isTimeZone = (name: string) => {
  if (knownZones.has(name)) return true;
  if (ABBREVIATION.test(name)) return false;
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // Intl accepts offsets such as '+01:00', but they are not zones: they have no daylight saving time.
    const isZone = !/^[+-]/.test(known);
    if (isZone && knownZones.size < MAX_KNOWN_ZONES) knownZones.add(name);
    return isZone;
  } catch {
    return false;
  }
};

/** An IANA time zone such as `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')
  .meta({ description: 'IANA time zone' });

/** An email address of one line, so that it cannot add headers to a mail. */
export const EmailAddress = z.email('must be an email address').max(254);

/** The message for an invalid code of a text message, in the browser and on the server. */
export const INVALID_CODE = 'Please enter a valid 6-digit code';

export const Id = z.uuid().meta({ description: 'Identifier (UUID)' });

/** One line of text, trimmed; control characters are rejected. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'must be a single line of text');

/** One line of text that other people read: it is read in the order in which it was written. */
export const publicLine = (max: number) =>
  line(max).refine(hasNoBidiControl, 'must not turn its letters around');

/** A public line that may be left out, as one that shows nothing is. */
export const optionalPublicLine = (max: number) => publicLine(max).overwrite(toPlainName).default('');

/** A public line that must be there: characters that show nothing do not count. */
export const requiredPublicLine = (max: number) =>
  publicLine(max).min(1).refine(isVisibleName, 'must not be empty');

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** `[start, end]` in local time. */
export const DayWindow = z
  .tuple([TimeOfDay, TimeOfDay])
  .refine(([start, end]) => start < end, 'must end after it starts');
/** The windows of one day. */
export const DayWindows = z.array(DayWindow).max(12);

/** Weekly hours: the windows `[start, end]` of each weekday in local time; a missing day has none. */
export const WeeklyHours = z
  .strictObject({
    mon: DayWindows.optional(),
    tue: DayWindows.optional(),
    wed: DayWindows.optional(),
    thu: DayWindows.optional(),
    fri: DayWindows.optional(),
    sat: DayWindows.optional(),
    sun: DayWindows.optional(),
  })
  .meta({ id: 'WeeklyHours' });
export type WeeklyHours = z.infer<typeof WeeklyHours>;

const OVERLAP = 'has windows that overlap';
const areDisjoint = (windows: z.infer<typeof DayWindows>): boolean =>
  windows
    .toSorted(([a], [b]) => a.localeCompare(b))
    .every(([opens], index, sorted) => opens >= (sorted[index - 1]?.[1] ?? ''));

/** The windows of one day without an overlap. They may touch. */
export const SeparateWindows = DayWindows.refine(areDisjoint, OVERLAP);

/** Weekly hours without overlapping windows. Windows may touch; the planner joins them. */
export const SeparateHours = WeeklyHours.superRefine((hours, context) => {
  for (const day of weekdays) {
    if (!areDisjoint(hours[day] ?? [])) context.addIssue({ code: 'custom', path: [day], message: OVERLAP });
  }
});

/** Part of every successful response. */
export const succeeded = { success: z.literal(true) };

/** The `state` of a consent that is for an import, before the account's id. */
export const TASK_IMPORT_STATE = 'import-tasks:';
