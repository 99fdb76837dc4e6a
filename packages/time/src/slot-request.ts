import { type DayHours, findMinuteOfDay, type HoursByDate, type WeeklyHours } from './availability.ts';
import { findDayNumber } from './civil-date.ts';
import { findInstant } from './instant-text.ts';
import { DAY_MS, MINUTE_MS } from './units.ts';
import { getZone, type Zone } from './zone.ts';

/**
 * A request for free slots ("slots/1"). Times of day are in the host's zone, instants are ISO 8601 with a
 * zone.
 */
export interface SlotRequest {
  format?: 'slots/1';
  name?: string;
  /** The host's IANA zone. */
  timeZone: string;
  /** `days`: 0 = Sunday .. 6 = Saturday; `start` and `end`: "HH:MM", `end` up to "24:00". */
  workingHours: readonly { days: readonly number[]; start: string; end: string }[];
  /** The overrides of a local date ("YYYY-MM-DD") replace its weekly hours; without times it is a day off. */
  overrides?: readonly { date: string; start?: string; end?: string }[];
  /** In any order, may overlap. */
  busy: readonly { start: string; end: string }[];
  window: { start: string; end: string };
  now: string;
  /** Length of a booking. */
  slotMinutes: number;
  /** Distance between starts; divides 60. */
  stepMinutes: number;
  /** Kept free before and after a booking. */
  bufferBeforeMinutes?: number;
  bufferAfterMinutes?: number;
  minimumNoticeMinutes?: number;
}

/** Thrown for an invalid request. `field` is a path such as "busy[3].end". */
export class InvalidSlotRequest extends Error {
  override readonly name = 'InvalidSlotRequest';
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
  }
}

/** A parsed request: instants in epoch milliseconds, lengths in milliseconds. */
export interface ReadSlotRequest {
  zone: Zone;
  weekly: WeeklyHours;
  hoursByDate: HoursByDate;
  busy: SlotRequest['busy'];
  windowStart: number;
  windowEnd: number;
  earliest: number;
  slotMs: number;
  stepMs: number;
  bufferBeforeMs: number;
  bufferAfterMs: number;
}

/** A longer window is a mistake or an attack: ten years of slots are half a million lines. */
const LONGEST_WINDOW_DAYS = 3660;
/** Keeps every sum of lengths and instants far from the end of the calendar. */
const MAX_MINUTES = 5_270_400;

/**
 * Validates and parses everything except the busy list, which `listSlots` parses in its only pass over it.
 */
export function readSlotRequest(request: SlotRequest): ReadSlotRequest {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    throw new InvalidSlotRequest('request', 'must be an object');
  }
  if (request.format !== undefined && request.format !== 'slots/1') {
    throw new InvalidSlotRequest('format', `must be "slots/1", not ${JSON.stringify(request.format)}`);
  }
  const slotMs = readMinutes(request.slotMinutes, 'slotMinutes', 1) * MINUTE_MS;
  const stepMinutes = readMinutes(request.stepMinutes, 'stepMinutes', 1);
  if (60 % stepMinutes !== 0)
    throw new InvalidSlotRequest('stepMinutes', `must divide 60, not ${stepMinutes}`);
  if (typeof request.window !== 'object' || request.window === null) {
    throw new InvalidSlotRequest('window', 'must be {start, end}');
  }
  const windowStart = readInstant(request.window.start, 'window.start');
  const windowEnd = readInstant(request.window.end, 'window.end');
  if (windowEnd < windowStart) throw new InvalidSlotRequest('window.end', 'must not be before window.start');
  if (windowEnd - windowStart > LONGEST_WINDOW_DAYS * DAY_MS) {
    throw new InvalidSlotRequest('window', `must not be longer than ${LONGEST_WINDOW_DAYS} days`);
  }
  if (!Array.isArray(request.busy)) throw new InvalidSlotRequest('busy', 'must be an array');
  return {
    zone: readZone(request.timeZone),
    weekly: readWeekly(request.workingHours),
    hoursByDate: readOverrides(request.overrides ?? []),
    busy: request.busy,
    windowStart,
    windowEnd,
    earliest:
      readInstant(request.now, 'now') +
      readMinutes(request.minimumNoticeMinutes ?? 0, 'minimumNoticeMinutes', 0) * MINUTE_MS,
    slotMs,
    stepMs: stepMinutes * MINUTE_MS,
    bufferBeforeMs: readMinutes(request.bufferBeforeMinutes ?? 0, 'bufferBeforeMinutes', 0) * MINUTE_MS,
    bufferAfterMs: readMinutes(request.bufferAfterMinutes ?? 0, 'bufferAfterMinutes', 0) * MINUTE_MS,
  };
}

export function readInstant(value: unknown, field: string): number {
  const instant = typeof value === 'string' ? findInstant(value) : null;
  if (instant === null) {
    throw new InvalidSlotRequest(field, `must be an ISO 8601 instant with a zone, not ${shown(value)}`);
  }
  return instant;
}

function readMinutes(value: unknown, field: string, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > MAX_MINUTES) {
    throw new InvalidSlotRequest(
      field,
      `must be a whole number of minutes from ${least}, not ${shown(value)}`,
    );
  }
  return value;
}

function readZone(value: unknown): Zone {
  if (typeof value !== 'string')
    throw new InvalidSlotRequest('timeZone', `must be an IANA zone, not ${shown(value)}`);
  try {
    return getZone(value);
  } catch {
    throw new InvalidSlotRequest('timeZone', `must be an IANA zone, not ${shown(value)}`);
  }
}

function readWeekly(value: unknown): WeeklyHours {
  if (!Array.isArray(value)) throw new InvalidSlotRequest('workingHours', 'must be an array');
  const weekly: DayHours[][] = [[], [], [], [], [], [], []];
  for (const [i, row] of (value as SlotRequest['workingHours']).entries()) {
    const field = `workingHours[${i}]`;
    if (!Array.isArray(row?.days))
      throw new InvalidSlotRequest(`${field}.days`, 'must be an array of 0 (Sunday) to 6');
    const hours = readHours(row.start, row.end, field);
    for (const day of new Set<unknown>(row.days)) {
      const dayHours = typeof day === 'number' ? weekly[day] : undefined;
      if (!dayHours)
        throw new InvalidSlotRequest(`${field}.days`, `must contain only 0 (Sunday) to 6, not ${shown(day)}`);
      dayHours.push(hours);
    }
  }
  return weekly;
}

function readOverrides(value: unknown): HoursByDate {
  if (!Array.isArray(value)) throw new InvalidSlotRequest('overrides', 'must be an array');
  const hoursByDate = new Map<number, DayHours[]>();
  for (const [i, row] of (value as NonNullable<SlotRequest['overrides']>).entries()) {
    const field = `overrides[${i}]`;
    const day = typeof row?.date === 'string' ? findDayNumber(row.date) : null;
    if (day === null)
      throw new InvalidSlotRequest(`${field}.date`, `must be a date YYYY-MM-DD, not ${shown(row?.date)}`);
    const dateHours = hoursByDate.get(day) ?? [];
    hoursByDate.set(day, dateHours);
    // JSON writers put null for fields without a value.
    if ((row.start ?? null) !== null || (row.end ?? null) !== null)
      dateHours.push(readHours(row.start, row.end, field));
  }
  return hoursByDate;
}

function readHours(start: unknown, end: unknown, field: string): DayHours {
  const startMinute = typeof start === 'string' ? findMinuteOfDay(start) : null;
  const endMinute = typeof end === 'string' ? findMinuteOfDay(end) : null;
  if (startMinute === null || startMinute === 1440) {
    throw new InvalidSlotRequest(`${field}.start`, `must be a time HH:MM, not ${shown(start)}`);
  }
  if (endMinute === null)
    throw new InvalidSlotRequest(`${field}.end`, `must be a time HH:MM or 24:00, not ${shown(end)}`);
  if (endMinute <= startMinute) {
    throw new InvalidSlotRequest(
      `${field}.end`,
      `must be after start (${String(start)}), not ${String(end)}`,
    );
  }
  return { startMinute, endMinute };
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
