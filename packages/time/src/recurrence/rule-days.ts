import { dateOfDayNumber, dayNumberOf, daysInMonth, isLeapYear, weekdayOf } from '../civil-date.ts';
import type { RecurrenceRule } from './rule.ts';

/** The parts of a rule that choose days, those that RFC 5545 takes from DTSTART filled in. */
export interface DayRule {
  frequency: RecurrenceRule['frequency'];
  months: ReadonlySet<number> | null;
  weekNumbers: ReadonlySet<number> | null;
  yearDays: ReadonlySet<number> | null;
  monthDays: ReadonlySet<number> | null;
  weekdays: RecurrenceRule['weekdays'];
  weekStart: number;
  skip: RecurrenceRule['skip'];
  /** False when every day qualifies, so that nothing needs to be looked at. */
  isSelective: boolean;
}

/** Fills in what the rule leaves to DTSTART: the day of the year, of the month or of the week. */
export function dayRuleOf(rule: RecurrenceRule, startDay: number): DayRule {
  const start = dateOfDayNumber(startDay);
  let { months, monthDays, weekdays } = rule;
  const { frequency, weekNumbers, yearDays, weekStart, skip } = rule;
  const chooses = monthDays ?? weekdays ?? yearDays;
  if (frequency === 'YEARLY' && !chooses && !weekNumbers) {
    months ??= new Set([start.month]);
    monthDays = new Set([start.day]);
  } else if (frequency === 'MONTHLY' && !chooses && !weekNumbers) {
    monthDays = new Set([start.day]);
  } else if (frequency === 'WEEKLY' && !weekdays && !monthDays && !yearDays) {
    weekdays = [{ weekday: weekdayOf(startDay), nth: 0 }];
  } else if (weekNumbers && !chooses && (frequency === 'YEARLY' || frequency === 'MONTHLY')) {
    // The RFC is silent on weeks without BYDAY; like any missing part, the weekday is DTSTART's.
    weekdays = [{ weekday: weekdayOf(startDay), nth: 0 }];
  }
  const isSelective = Boolean(months ?? monthDays ?? weekdays ?? yearDays ?? weekNumbers);
  return { frequency, months, weekNumbers, yearDays, monthDays, weekdays, weekStart, skip, isSelective };
}

/** Whether a day number qualifies under every part that chooses days. */
export function matchesDay(rule: DayRule, dayNumber: number): boolean {
  if (!rule.isSelective) return true;
  const { year, month, day } = dateOfDayNumber(dayNumber);
  return matchesDate(rule, year, month, day, dayNumber);
}

function matchesDate(rule: DayRule, year: number, month: number, day: number, dayNumber: number): boolean {
  if (rule.months && !rule.months.has(month)) return false;
  if (rule.monthDays && !matchesMonthDay(rule, year, month, day)) return false;
  if (rule.weekdays && !matchesWeekday(rule, year, month, day, dayNumber)) return false;
  if (rule.yearDays) {
    const yearDay = dayNumber - dayNumberOf(year, 1, 1) + 1;
    if (!rule.yearDays.has(yearDay) && !rule.yearDays.has(yearDay - yearLength(year) - 1)) return false;
  }
  return !rule.weekNumbers || matchesWeek(rule.weekNumbers, rule.weekStart, dayNumber);
}

function matchesMonthDay(rule: DayRule, year: number, month: number, day: number): boolean {
  const monthDays = rule.monthDays as ReadonlySet<number>;
  const length = daysInMonth(year, month);
  if (monthDays.has(day) || monthDays.has(day - length - 1)) return true;
  if (rule.skip === 'BACKWARD' && day === length) {
    for (let skipped = length + 1; skipped <= 31; skipped += 1) if (monthDays.has(skipped)) return true;
  }
  return false;
}

function matchesWeekday(rule: DayRule, year: number, month: number, day: number, dayNumber: number): boolean {
  const weekday = weekdayOf(dayNumber);
  for (const wanted of rule.weekdays as NonNullable<DayRule['weekdays']>) {
    if (wanted.weekday !== weekday) continue;
    if (wanted.nth === 0) return true;
    // "-1FR" is the month's last Friday in a monthly rule or one limited to months, else the year's.
    const inMonth = rule.frequency === 'MONTHLY' || rule.months !== null;
    const at = inMonth ? day : dayNumber - dayNumberOf(year, 1, 1) + 1;
    const length = inMonth ? daysInMonth(year, month) : yearLength(year);
    const nth = wanted.nth > 0 ? Math.ceil(at / 7) : -Math.ceil((length - at + 1) / 7);
    if (nth === wanted.nth) return true;
  }
  return false;
}

/** Weeks are numbered as in ISO 8601, from the week that holds January 4th, with any first weekday. */
function matchesWeek(numbers: ReadonlySet<number>, weekStart: number, dayNumber: number): boolean {
  const first = weekStartOf(dayNumber, weekStart);
  const { year } = dateOfDayNumber(first + 3);
  const number = (first - weekStartOf(dayNumberOf(year, 1, 4), weekStart)) / 7 + 1;
  if (numbers.has(number)) return true;
  const last =
    (weekStartOf(dayNumberOf(year, 12, 28), weekStart) - weekStartOf(dayNumberOf(year, 1, 4), weekStart)) /
      7 +
    1;
  return numbers.has(number - last - 1);
}

/** The day number on which the week of `dayNumber` begins. */
export function weekStartOf(dayNumber: number, weekStart: number): number {
  return dayNumber - ((weekdayOf(dayNumber) - weekStart + 7) % 7);
}

/** The qualifying days of one month, sorted. */
export function daysOfMonth(rule: DayRule, year: number, month: number): number[] {
  const first = dayNumberOf(year, month, 1);
  const length = daysInMonth(year, month);
  const days: number[] = [];
  if (rule.skip === 'FORWARD' && rule.monthDays) {
    // A skipped 31st appears as the 1st of the next month; both months are then this month's business.
    for (const wanted of rule.monthDays) {
      if (wanted > length && (!rule.months || rule.months.has(month))) days.push(first + length);
    }
  }
  if (rule.months && !rule.months.has(month)) return days;
  for (let day = 1; day <= length; day += 1) {
    if (matchesDate(rule, year, month, day, first + day - 1)) days.push(first + day - 1);
  }
  return days.length > 1 ? [...new Set(days)].sort((a, b) => a - b) : days;
}

function yearLength(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}
