/** How a locale writes dates and times in figures. */
export interface Conventions {
  /** '12/3' is 3 December. */
  readonly isMonthFirst: boolean;
  /** '7:30' may be in the morning or in the evening. */
  readonly isTwelveHour: boolean;
  /** '14h' and '17h42' are times of day. */
  readonly writesHourWithH: boolean;
  /** '17.30' is a time of day. */
  readonly writesTimeWithDot: boolean;
}

/** Regions that write the month first, and regions with a clock of twelve hours (Unicode CLDR). */
const MONTH_FIRST = new Set(['US', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM', 'FM', 'MH', 'PW']);
const TWELVE_HOUR = new Set([
  ...MONTH_FIRST,
  'CA',
  'AU',
  'NZ',
  'IN',
  'PK',
  'BD',
  'EG',
  'SA',
  'MY',
  'SG',
  'CO',
]);

/** Languages that write '14h', and those that write '14.30' (Unicode CLDR, and what people type). */
const HOUR_WITH_H = new Set(['fr', 'pt']);
const TIME_WITH_DOT = new Set(['da', 'de', 'fi', 'id', 'it', 'nb', 'nn', 'no', 'pl', 'sv']);

/** The conventions of a BCP 47 tag ('en-GB'). English without a region follows the United States. */
export function toConventions(locale: string): Conventions {
  const [language = '', ...subtags] = locale.split(/[-_]/);
  const region = subtags.find((subtag) => /^[a-z]{2}$/i.test(subtag))?.toUpperCase();
  const code = language.toLowerCase();
  const known = region ?? (code === 'en' ? 'US' : '');
  return {
    isMonthFirst: MONTH_FIRST.has(known),
    isTwelveHour: TWELVE_HOUR.has(known) && !HOUR_WITH_H.has(code),
    writesHourWithH: HOUR_WITH_H.has(code),
    writesTimeWithDot: TIME_WITH_DOT.has(code),
  };
}
