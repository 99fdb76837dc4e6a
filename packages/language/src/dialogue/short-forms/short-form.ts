/** One short way to ask, and how it is written out. */
export interface ShortForm {
  /** What somebody types, and what becomes of it. */
  readonly example: readonly [said: string, writtenOut: string];
  readonly pattern: RegExp;
  /** As for `String.replace`. */
  readonly replacement: string;
}

export const DAY = String.raw`(?:on |this |next )?(?:today|tomorrow|tonight|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})`;

export const LENGTH = String.raw`(?:\d{1,3}(?:\.5)?|an?|half an|one|two|three|four|five) ?(?:and a half )?(?:hours?|hrs?|h|minutes?|mins?)`;

export const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
