import { fromLocalMs, type LocalDateTime, toLocalMs } from './civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts';

/**
 * A time zone, based on the runtime's own zone data (`Intl`), without a polyfill, as this file is used in the
 * browser. Offsets are computed once per stretch of days and cached: one `Intl` call costs as much as
 * hundreds of look-ups.
 */
export interface Zone {
  /** The requested name in its proper case: "Europe/Berlin", "UTC", "+05:30". */
  readonly timeZone: string;
  /** Milliseconds to add to an instant to get local milliseconds: -18000000 in New York in winter. */
  offsetMsAt(instant: number): number;
  /** The offset in minutes. A fraction before standard time, when zones used local solar time. */
  offsetMinutesAt(instant: number): number;
  /**
   * Wall clock -> instant (epoch milliseconds), by Temporal's rule 'compatible' (as in RFC 5545 §3.3.5): of a
   * local time that occurs twice, the earlier is used; one that the clock skips moves forward by the gap.
   */
  localToInstant(local: LocalDateTime): number;
  /** `localToInstant` for local milliseconds (see `civil-date.ts`). */
  localMsToInstant(localMs: number): number;
  /** Instant -> wall clock. */
  toLocal(instant: number): Required<LocalDateTime>;
}

/** Thrown by `getZone` for a name that is neither an IANA zone nor an offset. */
export class UnknownTimeZone extends Error {
  override readonly name = 'UnknownTimeZone';
  readonly timeZone: string;

  constructor(timeZone: string, options?: { cause?: unknown }) {
    super(`Unknown time zone '${timeZone}'`, options);
    this.timeZone = timeZone;
  }
}

/**
 * Two offset changes within one stretch could cancel out and go unnoticed. The shortest known distance
 * (Ramadan in Morocco and Egypt) is several weeks; 2^29 ms are 6.2 days.
 */
const STRETCH = 2 ** 29;
/** Limits the cache: a year has 60 stretches, and a hostile request may cover millennia. */
const STRETCHES_KEPT = 8192;
/**
 * Abbreviations that some runtimes (ICU) accept as zones although IANA has no such names. CST would be
 * Chicago and not Shanghai, BST Dhaka and not London.
 */
const NOT_IANA = new Set(
  'act aet agt art ast bet bst cat cnt cst ctt eat ect iet ist jst mit net nst plt pnt prt pst sst vst'.split(
    ' ',
  ),
);
const OFFSET = /^([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?$/;

const zones = new Map<string, Zone>();

/**
 * The zone of an IANA name ("America/New_York", any case), "UTC", or a fixed offset ("+05:30"). Zones are
 * cached. Throws `UnknownTimeZone`.
 */
export function getZone(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const key = timeZone.toLowerCase();
  let zone = zones.get(key);
  if (!zone) {
    zone = createZone(timeZone);
    zones.set(key, zone);
    zones.set(zone.timeZone, zone);
  }
  return zone;
}

/** Whether the text is an IANA zone name known to this runtime. Offsets are not names. */
export function isTimeZone(timeZone: string): boolean {
  if (OFFSET.test(timeZone)) return false;
  try {
    getZone(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** Whether `getZone` accepts it: an IANA zone name or a fixed offset. */
export function isZone(timeZone: string): boolean {
  return OFFSET.test(timeZone) ? fixedOffset(timeZone) !== null : isTimeZone(timeZone);
}

function createZone(timeZone: string): Zone {
  const fixed = /^(?:etc\/)?(?:utc|gmt|zulu|universal)$/i.test(timeZone) ? 0 : fixedOffset(timeZone);
  if (fixed !== null)
    return zoneFromOffsets(
      fixed === 0 ? timeZone.toUpperCase().replace('ETC/', 'Etc/') : timeZone,
      () => fixed,
    );
  if (NOT_IANA.has(timeZone.toLowerCase())) throw new UnknownTimeZone(timeZone);
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    throw new UnknownTimeZone(timeZone, { cause });
  }
  return zoneFromOffsets(
    properName(timeZone, format),
    cacheOffsets((instant) => askOffset(format, instant)),
  );
}

/**
 * `Intl` may return another name of the same zone (Asia/Calcutta for Asia/Kolkata): keep the requested one.
 */
function properName(timeZone: string, format: Intl.DateTimeFormat): string {
  const resolved = format.resolvedOptions().timeZone;
  return resolved.toLowerCase() === timeZone.toLowerCase() ? resolved : timeZone;
}

function fixedOffset(timeZone: string): number | null {
  const match = OFFSET.exec(timeZone);
  if (!match || Number(match[2]) > 23 || Number(match[3]) > 59 || Number(match[4] ?? 0) > 59) return null;
  const size = Number(match[2]) * HOUR_MS + Number(match[3]) * MINUTE_MS + Number(match[4] ?? 0) * 1000;
  return match[1] === '-' && size > 0 ? -size : size;
}

/**
 * Builds a zone from a function that returns the offset (ms) at an instant: an IANA zone, or the VTIMEZONE of
 * a file.
 */
export function zoneFromOffsets(timeZone: string, offsetMsAt: (instant: number) => number): Zone {
  const localMsToInstant = (localMs: number): number => {
    // A day on either side is outside any change; the longest is a whole skipped day (Samoa, 2011).
    const before = offsetMsAt(localMs - DAY_MS);
    const after = offsetMsAt(localMs + DAY_MS);
    const first = localMs - before;
    if (before === after || offsetMsAt(first) === before) return first;
    const second = localMs - after;
    // In a gap neither result is valid; the offset from before the gap moves the time forward by its length.
    return offsetMsAt(second) === after ? second : first;
  };
  return {
    timeZone,
    offsetMsAt,
    offsetMinutesAt: (instant) => offsetMsAt(instant) / MINUTE_MS,
    localMsToInstant,
    localToInstant: (local) => localMsToInstant(toLocalMs(local)),
    toLocal: (instant) => fromLocalMs(instant + offsetMsAt(instant)),
  };
}

/** The only offset of a stretch, or the change inside it. */
type OffsetSpan = number | { changesAt: number; before: number; after: number };

function cacheOffsets(ask: (instant: number) => number): (instant: number) => number {
  const stretches = new Map<number, OffsetSpan>();
  let lastIndex = Number.NaN;
  let last: OffsetSpan = 0;
  const examine = (index: number): OffsetSpan => {
    let low = index * STRETCH;
    let high = low + STRETCH;
    const before = ask(low);
    const after = ask(high);
    if (before === after) return before;
    // Zones change on whole seconds.
    low = Math.floor(low / 1000);
    high = Math.ceil(high / 1000);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (ask(middle * 1000) === before) low = middle;
      else high = middle;
    }
    return { changesAt: high * 1000, before, after };
  };
  return (instant) => {
    const index = Math.floor(instant / STRETCH);
    if (index !== lastIndex) {
      let stretch = stretches.get(index);
      if (stretch === undefined) {
        if (stretches.size >= STRETCHES_KEPT) stretches.clear();
        stretch = examine(index);
        stretches.set(index, stretch);
      }
      last = stretch;
      lastIndex = index;
    }
    if (typeof last === 'number') return last;
    return instant < last.changesAt ? last.before : last.after;
  };
}

/**
 * The latest and earliest instants of ECMAScript, one stretch away from the limit so that sums stay valid.
 */
const LAST_INSTANT = 8.64e15;

function askOffset(format: Intl.DateTimeFormat, instant: number): number {
  if (!(Math.abs(instant) <= LAST_INSTANT)) return 0;
  const text = format.format(instant);
  const [month, day, year, hour, minute, second] = (text.match(/\d+/g) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const properYear = text.includes('B') ? 1 - year : year;
  const local = toLocalMs({ year: properYear, month, day, hour, minute, second });
  return local - Math.floor(instant / 1000) * 1000;
}
