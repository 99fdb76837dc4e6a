/** Day names and month names as written in English, with their usual abbreviations. */

/** RFC 5545 day codes, Monday first. */
export const DAY_CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** With the usual typing errors: read as no day, a line would silently be about today. */
export const WEEKDAY =
  'mon(?:day)?|monady|tue(?:s(?:day|ady)?|day)?|tu(?:se|s)day|teusday|wed(?:s|nesday|ensday|nsday|nesady)?|wen(?:sday|dsday|esday|desday)|thu(?:r(?:s(?:day|ady)?|day)?)?|thr(?:us|s)day|fri(?:day|ady)?|firday|sat(?:urday|erday|uday)?|sun(?:day|ady)?';

/** 0 = Monday .. 6 = Sunday for a match of `WEEKDAY`. */
export function weekdayIndex(text: string): number {
  return [/^m/i, /^t(?!h)/i, /^w/i, /^th/i, /^f/i, /^sa/i, /^su/i].findIndex((start) => start.test(text));
}

export const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** 1..12 for a match of `MONTH`. */
export function monthNumber(text: string): number {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  return months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}
