import { dateOfDayNumber } from '@dayloom/time';
import { type DaySpan, mondayIndex, type Reference } from './moments.ts';

/** What the line asks when its words have two plausible readings: a short English question. */
export type Question = string;

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Asks for one of two days that the words may mean. */
export function choiceOfDays(days: DaySpan | null, day: number, reference: Reference): Question | null {
  if (days?.otherDay === undefined) return null;
  return `${dayInWords(day, reference)} or ${dayInWords(days.otherDay, reference)}?`;
}

/** Asks for the half of the day. */
export function choiceOfTimes(minute: number, reference: Reference): Question {
  const other = (minute + 720) % 1440;
  return `${timeInWords(minute, reference)} or ${timeInWords(other, reference)}?`;
}

/** Asks whether a date or time in the past is meant. */
export function isOverQuestion(day: number, reference: Reference, minute?: number): Question | null {
  const { today } = reference;
  if (day > today || (day === today && (minute === undefined || minute > reference.minute))) return null;
  const time = minute === undefined ? '' : `, ${timeInWords(minute, reference)},`;
  return `${dayInWords(day, reference)}${time} has passed. Another day?`;
}

/** Asks for one of two dates of the line. */
export function choiceOfDates(first: string, second: string): Question {
  return `“${first}” or “${second}”?`;
}

/** Asks for one of two meanings of '9h'. */
export function choiceOfLength(hours: number): Question {
  return `${hours} hours long or at ${hours} o’clock?`;
}

/** Asks about words that look like a date and stay in the title. */
export function unreadQuestion(words: string): Question {
  return `Is “${words}” its date?`;
}

/** Asks about a number before a day, which may count something: '15 Friday'. */
export function numberQuestion(words: string): Question {
  return `Is “${words}” its time?`;
}

/** Asks about a zone that is not followed. */
export function zoneQuestion(zone: string): Question {
  return `“${zone}” is not read. Is the time on your own clock?`;
}

function dayInWords(day: number, { conventions }: Reference): string {
  const date = dateOfDayNumber(day);
  const [weekday, month] = [WEEKDAYS[mondayIndex(day)], MONTHS[date.month - 1]];
  return conventions.isMonthFirst ? `${weekday} ${month} ${date.day}` : `${weekday} ${date.day} ${month}`;
}

function timeInWords(minute: number, { conventions }: Reference): string {
  const [hour, rest] = [Math.floor(minute / 60) % 24, String(minute % 60).padStart(2, '0')];
  if (!conventions.isTwelveHour) return `${hour}:${rest}`;
  return `${hour % 12 || 12}:${rest} ${hour < 12 ? 'am' : 'pm'}`;
}
