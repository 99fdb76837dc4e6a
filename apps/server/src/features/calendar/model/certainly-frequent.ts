import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { parseRule, type RecurrenceRule } from '@dayloom/time/recurrence';
import { type EventRecord, getStart } from './event-record.ts';
import { type IndexWindow, MAX_INDEXED } from './occurrences.ts';

const UNIT_MS = { DAILY: DAY_MS, HOURLY: HOUR_MS, MINUTELY: MINUTE_MS, SECONDLY: 1_000 } as const;
/** The margin for DST changes, which may move occurrences or drop some. */
const CLOCK_CHANGES_MS = 2 * DAY_MS;

/**
 * Whether simple arithmetic already shows that a series has more occurrences in the window than are indexed.
 * Rules with a filter (BYDAY, BYMONTH, ...) may drop any of them, so the result is false for those.
 */
export function isCertainlyFrequent(record: EventRecord, window: IndexWindow, homeTimeZone: string): boolean {
  const { recurrence, isAllDay } = record;
  if (!recurrence || isAllDay || recurrence.exceptionRules.length > 0) return false;
  const from = Math.max(window.from, getStart(record, homeTimeZone));
  return recurrence.rules.some((text) => {
    const rule = readRule(text);
    const perPeriod = rule && countPerPeriod(rule);
    if (!rule || !perPeriod) return false;
    const periodMs = rule.interval * UNIT_MS[rule.frequency as keyof typeof UNIT_MS];
    const start = getStart(record, homeTimeZone);
    const untilMs = rule.until ? getUntil(rule.until) : Number.POSITIVE_INFINITY;
    const countEndMs =
      rule.count === null ? Number.POSITIVE_INFINITY : start + (rule.count / perPeriod) * periodMs;
    const lastMs = Math.min(window.to, untilMs, countEndMs) - CLOCK_CHANGES_MS;
    const times = ((lastMs - from) / periodMs - 1) * perPeriod;
    // An EXDATE of type DATE removes all occurrences of that day.
    const takenOut = recurrence.exdates.length * Math.max(1, (UNIT_MS.DAILY / periodMs) * perPeriod);
    return times - takenOut > MAX_INDEXED;
  });
}

function readRule(text: string): RecurrenceRule | null {
  try {
    return parseRule(text);
  } catch {
    // The expansion rejects it later.
    return null;
  }
}

function getUntil(until: NonNullable<RecurrenceRule['until']>): number {
  return until.kind === 'instant' ? until.instant : until.localMs;
}

/** Occurrences in each period of a rule; 0 where the number is not certain. */
function countPerPeriod(rule: RecurrenceRule): number {
  const { frequency, months, weekNumbers, yearDays, monthDays, weekdays, positions } = rule;
  const isFiltered = [months, weekNumbers, yearDays, monthDays, weekdays, positions].some(
    (part) => part !== null,
  );
  if (isFiltered || !(frequency in UNIT_MS)) return 0;
  const count = (values: readonly number[] | null) => (values === null ? 1 : new Set(values).size);
  const { hours, minutes, seconds } = rule;
  // Parts that are at least as long as the period are filters.
  if (frequency === 'DAILY') return count(hours) * count(minutes) * count(seconds);
  if (frequency === 'HOURLY') return hours ? 0 : count(minutes) * count(seconds);
  if (frequency === 'MINUTELY') return hours || minutes ? 0 : count(seconds);
  return hours || minutes || seconds ? 0 : 1;
}
