import { Temporal } from './temporal.ts';

/**
 * Replaces `temporal-polyfill/fns` in the built app (vite.config.ts). The calendar's library computes with these
 * functions only, and the package brings the whole polyfill with them.
 */
type Instant = InstanceType<typeof Temporal.Instant>;
type PlainDateTime = InstanceType<typeof Temporal.PlainDateTime>;
type ZonedDateTime = InstanceType<typeof Temporal.ZonedDateTime>;

export const fromEpochMilliseconds = (ms: number): Instant => Temporal.Instant.fromEpochMilliseconds(ms);

export const toZonedDateTimeISO = (instant: Instant, timeZone: string): ZonedDateTime =>
  instant.toZonedDateTimeISO(timeZone);

export const create = (
  ...fields: [year: number, month: number, day: number, ...time: number[]]
): PlainDateTime => new Temporal.PlainDateTime(...fields);

export const toZonedDateTime = (local: PlainDateTime, timeZone: string): ZonedDateTime =>
  local.toZonedDateTime(timeZone);

export const offsetNanoseconds = (zoned: ZonedDateTime): number => zoned.offsetNanoseconds;
