/** Raised by `parseInstance`: one line with the path of the invalid field and the reason. */
export class InvalidInstance extends Error {
  override readonly name = 'InvalidInstance';
  /** For example `tasks[3].due`; empty for the whole document. */
  readonly path: string;
  /** The reason, without the path. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

type Reader<T> = (value: unknown, path: string) => T;

/** The value that was found, shortened to fit on one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function wanted(path: string, what: string, value: unknown): InvalidInstance {
  return new InvalidInstance(path, `expected ${what}, found ${shown(value)}`);
}

export function readObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wanted(path, 'an object', value);
  }
  return value as Readonly<Record<string, unknown>>;
}

export function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw wanted(path, 'a text', value);
  return value;
}

export function readName(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw wanted(path, 'a non-empty text', value);
  return value;
}

/** A whole number of at least `least`. */
export function readWhole(value: unknown, path: string, least = 0): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw wanted(path, `a whole number of at least ${least}`, value);
  }
  return value;
}

export function readEnum<T>(value: unknown, path: string, allowed: readonly T[]): T {
  const hit = allowed.find((one) => one === value);
  if (hit === undefined) throw wanted(path, `one of ${allowed.map((one) => shown(one)).join(', ')}`, value);
  return hit;
}

export function readList<T>(value: unknown, path: string, item: Reader<T>): T[] {
  if (!Array.isArray(value)) throw wanted(path, 'a list', value);
  return value.map((one, index) => item(one, `${path}[${index}]`));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::00(?:\.0+)?)?Z$/;

/** An ISO 8601 UTC instant on a whole minute. */
export function readInstant(value: unknown, path: string): string {
  const ms = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  // `Date.parse` turns 30 February into a day of March; such dates are rejected.
  if (Number.isNaN(ms) || !(value as string).startsWith(new Date(ms).toISOString().slice(0, 16))) {
    throw wanted(path, 'a UTC instant on a whole minute like "2026-03-02T08:00:00Z"', value);
  }
  return value as string;
}

export function readInstantOrNull(value: unknown, path: string): string | null {
  return value === null || value === undefined ? null : readInstant(value, path);
}

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A pair of local times `HH:MM`, start before end, end up to `24:00`. */
export function readClockWindow(value: unknown, path: string): readonly [string, string] {
  if (!Array.isArray(value) || value.length !== 2) throw wanted(path, 'a pair of times', value);
  const [start, end] = value as [unknown, unknown];
  if (typeof start !== 'string' || !CLOCK.test(start))
    throw wanted(`${path}[0]`, 'a time like "09:00"', start);
  if (typeof end !== 'string' || (!CLOCK.test(end) && end !== '24:00')) {
    throw wanted(`${path}[1]`, 'a time like "17:30"', end);
  }
  if (start >= end) throw new InvalidInstance(path, `starts at ${start}, not before its end ${end}`);
  return [start, end];
}
