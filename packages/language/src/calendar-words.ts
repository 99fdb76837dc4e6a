/** Day names and month names as written in English, with their usual abbreviations. */

/** RFC 5545 day codes, Monday first. */
export const DAY_CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export const WEEKDAY =
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?';

/** 0 = Monday .. 6 = Sunday for a match of `WEEKDAY`. */
export function weekdayIndex(text: string): number {
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(text.slice(0, 3).toLowerCase());
}

export const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** 1..12 for a match of `MONTH`. */
export function monthNumber(text: string): number {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  return months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}
