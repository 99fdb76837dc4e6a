import { daysInMonth, fromDayNumber } from '@dayloom/time';
import { DAY_CODES } from './calendar-words.ts';
import { mondayIndex } from './date-model.ts';

/** Days to look ahead: 29 February comes within eight years. */
const MAX_DAYS = 2_923;

/** The first day on or after `from` that a rule of ours allows; `from` itself if the rule names no day. */
export function computeFirstOccurrence(rule: string, from: number): number {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const list = (name: string) => parts.get(name)?.split(',') ?? null;
  const [days, monthDays, months] = [list('BYDAY'), list('BYMONTHDAY'), list('BYMONTH')];
  const positions = parts.get('BYSETPOS');
  if (!days && !monthDays && !months) return from;
  for (let day = from; day < from + MAX_DAYS; day++) {
    const date = fromDayNumber(day);
    const length = daysInMonth(date.year, date.month);
    const isInMonth = !months || months.includes(String(date.month));
    const isOnDate =
      !monthDays ||
      monthDays.some((value) => Number(value) === date.day || (value === '-1' && date.day === length));
    if (positions && !isAtEdge(positions, date.day, mondayIndex(day), length)) continue;
    if (isInMonth && isOnDate && (!days || days.some((code) => isWeekday(code, day, date.day, length))))
      return day;
  }
  return from;
}

/** Whether a day is the first (`1`) or the last (`-1`) working day of its month. `weekday`: 0 is Monday. */
function isAtEdge(position: string, dayOfMonth: number, weekday: number, length: number): boolean {
  const isNextToWeekend = position === '1' ? weekday === 0 : weekday === 4;
  const distance = position === '1' ? dayOfMonth - 1 : length - dayOfMonth;
  return distance === 0 || (isNextToWeekend && distance <= 2);
}

/** `TU`, `1FR` (the first Friday of the month) or `-1FR` (the last). */
function isWeekday(code: string, day: number, dayOfMonth: number, length: number): boolean {
  if (DAY_CODES[mondayIndex(day)] !== code.slice(-2)) return false;
  const nth = Number(code.slice(0, -2));
  if (nth === 0) return true;
  return nth > 0 ? Math.ceil(dayOfMonth / 7) === nth : dayOfMonth + 7 > length;
}
