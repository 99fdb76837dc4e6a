/** Parts of regular expressions: how days, times of day, lengths and streets are written. */

export const DAY = String.raw`(?:on |this |next )?(?:today|tomorrow|tonight|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})`;

export const LENGTH = String.raw`(?:\d{1,3}(?:\.5)?|an?|half an|one|two|three|four|five) ?(?:and a half )?(?:hours?|hrs?|h|minutes?|mins?)`;

export const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';

export const TIME = String.raw`(?:noon|midnight|\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\.?)?)`;

/** '12 Elm Street' */
export const STREET = String.raw`\d{1,5}[a-z]? (?!at\b)(?:\p{L}[\p{L}'’.]{0,30} ){1,4}?(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|way|court|ct|place|pl|square|sq|terrace)\b\.?`;
