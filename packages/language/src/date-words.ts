import { daysInMonth, fromDayNumber, toDayNumber } from '@dayloom/time';
import { MONTH, monthNumber, WEEKDAY, weekdayIndex } from './calendar-words.ts';
import {
  addMonths,
  type DaySpan,
  mondayIndex,
  monthAfter,
  monthSpan,
  nextMonthDay,
  nextYearDay,
  oneDay,
  type Reference,
  toMonday,
} from './date-model.ts';
import { findHoliday, HOLIDAY } from './holidays.ts';
import {
  ORDINAL,
  parseOrdinal,
  parseWhole,
  parseWordOrdinal,
  WHOLE,
  WORD_ORDINAL,
  WORKING_DAY,
} from './numbers.ts';

type Groups = Readonly<Record<string, string | undefined>>;

interface DateForm {
  readonly pattern: RegExp;
  readonly span: (groups: Groups, reference: Reference) => DaySpan | null;
}

/** Minutes after midnight until which the day before has not ended for everybody. */
const SLEEP_ENDS = 240;
const TH = '(?:st|nd|rd|th)';
const TO_DATE = '(?:\\s?[-–]\\s?|\\s(?:to|through|thru|until|till?)\\s)';
const YEAR = '(?:(?:,?\\s|-)(?<year>(?:19|20|21)\\d\\d))?';
const SHORT_YEAR = '(?:19|20|21)\\d\\d|\\d\\d';

/** Sticky: matches exactly at the start of a phrase. Longer forms come first. */
function form(source: string, span: DateForm['span']): DateForm {
  return { pattern: new RegExp(`(?:${source})(?![\\p{L}\\p{N}_]|['’]s)`, 'iuy'), span };
}

const FORMS: readonly DateForm[] = [
  form('(?:the )?day after tomorrow|overmorrow', (_, { today }) => oneDay(today + 2)),
  form(
    `(?<count>${WHOLE}) (?<unit>days?|weeks?|wks?|months?|years?) (?:from|after) tomorrow`,
    (groups, reference) => later(groups, reference.today + 1),
  ),
  form('(?:tomorrow|(?<today>today)) week', ({ today: isToday }, { today }) =>
    oneDay(today + (isToday ? 7 : 8)),
  ),
  form(
    'tomorrow|tmrw?|tmr|tomm|tomm?orr?ow|tomorr?w|tomoz|tmoro?w?|tmw|2mor(?:row|o)|2mrw',
    (_, { today, minute }) => ({
      ...oneDay(today + 1),
      // Before they sleep, people call the new day tomorrow.
      ...(minute < SLEEP_ENDS && { otherDay: today }),
    }),
  ),
  // British: 'three weeks today', 'a fortnight tomorrow'
  form(
    `(?<count>${WHOLE}) (?<unit>weeks?|wks?|fortnights?) (?:(?<today>today)|tomorrow)`,
    (groups, { today }) => later(groups, groups.today ? today : today + 1),
  ),
  form('(?:later )?today', (_, { today }) => oneDay(today)),
  form(`(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})`, (groups) => exact(groups)),
  form(
    `(?<first>\\d{1,2})/(?<second>\\d{1,2})(?:/(?<year>${SHORT_YEAR}))?${TO_DATE}(?<third>\\d{1,2})/(?<fourth>\\d{1,2})(?:/(?<lastYear>${SHORT_YEAR}))?(?![/-])`,
    slashedRange,
  ),
  form(
    `(?<day>\\d{1,2})\\.(?:(?<month>\\d{1,2})\\.)?${TO_DATE}(?<last>\\d{1,2})\\.(?<lastMonth>\\d{1,2})\\.(?<lastYear>(?:19|20|21)\\d\\d)?`,
    ({ day, month, last, lastMonth, lastYear }, reference) =>
      range({ day, month: month ?? lastMonth }, { day: last, month: lastMonth, year: lastYear }, reference),
  ),
  form(
    `(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>(?:19|20|21)\\d\\d)?`,
    ({ year, ...rest }, reference) => (year ? exact({ ...rest, year }) : upcoming(rest, reference, false)),
  ),
  form(
    '(?<day>\\d\\d)\\.(?<month>\\d\\d)\\.(?<year>[23]\\d)(?![.\\d])',
    ({ year, ...rest }, { conventions }) =>
      conventions.isMonthFirst ? null : exact({ ...rest, year: longYear(year) }),
  ),
  form(`(?<first>\\d{1,2})/(?<second>\\d{1,2})(?:/(?<year>(?:19|20|21)\\d\\d|\\d\\d))?(?!/)`, slashed),
  form(
    `(?<name>${MONTH})\\.?\\s(?<day>\\d{1,2})${TH}?${TO_DATE}(?<lastName>${MONTH})\\.?\\s(?<last>\\d{1,2})${TH}?(?!\\s?(?::\\d|%|[ap]m))${YEAR}`,
    namedRange,
  ),
  form(
    `(?<day>\\d{1,2})${TH}?(?: of)?\\s(?<name>${MONTH})\\.?${TO_DATE}(?<last>\\d{1,2})${TH}?(?: of)?\\s(?<lastName>${MONTH})\\.?${YEAR}`,
    namedRange,
  ),
  form(
    `(?<day>\\d{1,2})${TH}?${TO_DATE}(?<last>\\d{1,2})${TH}? (?:of )?(?<name>${MONTH})\\.?${YEAR}`,
    namedRange,
  ),
  form(
    `(?<name>${MONTH})\\.?\\s(?<day>\\d{1,2})${TH}?${TO_DATE}(?<last>\\d{1,2})${TH}?(?!\\s?(?::\\d|%|[ap]m))${YEAR}`,
    namedRange,
  ),
  // 'the 14th to the 18th'
  form(
    `(?:the )?(?<day>\\d{1,2})${TH}${TO_DATE}(?:the )?(?<last>\\d{1,2})${TH}(?! (?:of )?(?:${MONTH}))`,
    ({ day, last }, { today }) => {
      const first = nextMonthDay(today, Number(day));
      const end = first === null ? null : nextMonthDay(first, Number(last));
      return first === null || end === null || end <= first
        ? null
        : { first, last: end, isClear: true, isRange: true };
    },
  ),
  // 'the fifteenth of February', 'March first'
  form(
    `(?:the )?(?<nth>${WORD_ORDINAL}) (?:of )?(?<name>${MONTH})${YEAR}|(?<before>${MONTH}) (?:the )?(?<behind>${WORD_ORDINAL})`,
    ({ nth, name, before, behind, year }, reference) =>
      named({ name: name ?? before, day: String(parseWordOrdinal(nth ?? behind ?? '')), year }, reference),
  ),
  form(`(?:the )?(?<day>\\d{1,2})${TH}?(?: of)?[\\s-](?<name>${MONTH})\\.?${YEAR}`, named),
  form(`(?<name>${MONTH})\\.?\\s(?:the )?(?<day>\\d{1,2})${TH}?(?!\\s?(?:${TH}|:\\d|%|[ap]m))${YEAR}`, named),
  form(`(?:the )?end of (?:the )?(?<name>${MONTH})${YEAR}`, ({ name, year }, { today }) =>
    getLast(namedMonth(name ?? '', year, today)),
  ),
  form('(?:the )?end of (?:the |this )?month|eom', (_, { today }) => getLast(monthFrom(today, 0))),
  form('(?:the )?end of (?:(?:the |this )?quarter|q(?<quarter>[1-4]))|eoq', ({ quarter }, { today }) => {
    const { year, month } = fromDayNumber(today);
    const last = quarter === undefined ? Math.ceil(month / 3) * 3 : Number(quarter) * 3;
    return getLast(monthSpan(last < month ? year + 1 : year, last));
  }),
  form('(?:the )?end of next month', (_, { today }) => getLast(monthFrom(today, 1))),
  form('(?:the )?end of (?:the |this )?week|eow', (_, { today }) => oneDay(workWeek(today).last)),
  form('(?:the )?end of next week', (_, { today }) => oneDay(toMonday(today) + 11)),
  form('(?:the )?end of (?:the |this )?year|eoy', (_, { today }) =>
    oneDay(toDayNumber(fromDayNumber(today).year, 12, 31)),
  ),
  form('(?:the )?(?:beginning|start) of next month', (_, { today }) => oneDay(monthFrom(today, 1).first)),
  form('(?:the )?(?:beginning|start) of next week', (_, { today }) => oneDay(toMonday(today) + 7)),
  form(`(?:on )?(?<day>${WEEKDAY}) (?:of )?next week`, ({ day }, { today }) =>
    oneDay(toMonday(today) + 7 + weekdayIndex(day ?? '')),
  ),
  form(`(?:a )?fortnight (?:from |on )(?<day>${WEEKDAY})`, ({ day }, { today }) =>
    oneDay(weekdayFrom(today, day ?? '') + 14),
  ),
  form(`(?<count>${WHOLE}) (?<day>${WEEKDAY})s? from (?:now|today)`, ({ count, day }, { today }) => {
    const weeks = parseWhole(count ?? '') - 1;
    return weeks < 0 || weeks > 520 ? null : oneDay(weekdayFrom(today + 1, day ?? '') + 7 * weeks);
  }),
  // 'two weeks from Friday', 'two weeks on Friday' may also last two weeks.
  form(`(?<count>${WHOLE}) (?<unit>weeks) (?:(?:from|after|on) )?(?<day>${WEEKDAY})`, (groups, { today }) => {
    const first = weekdayFrom(today, groups.day ?? '');
    const day = later(groups, first);
    return day && { ...day, otherDay: first };
  }),
  form(
    `(?:the )?(?<nth>${ORDINAL}) (?<day>${WEEKDAY}) (?:of|in) (?:(?<name>${MONTH})${YEAR}|next month)`,
    ({ nth, day, name, year }, { today }) => {
      const month = getMonth(name, year, today);
      const found = nthWeekday(parseOrdinal(nth ?? ''), day ?? '', month);
      const isOver = found !== null && found < today && year === undefined && name !== undefined;
      const later = isOver ? namedMonth(name, String(fromDayNumber(month.first).year + 1), today) : month;
      const next = nthWeekday(parseOrdinal(nth ?? ''), day ?? '', later);
      return next === null ? null : oneDay(next);
    },
  ),
  // 'book club 3rd Thursday': of this month, or the 3rd if that is a Thursday.
  form(
    `(?:the )?(?<nth>[1-4](?:st|nd|rd|th)|first|second|third|fourth) (?<day>${WEEKDAY})(?! (?:of|in|each|every)(?!\\p{L}))`,
    ({ nth, day }, { today }) => {
      const count = parseOrdinal(nth ?? '');
      const months = [monthFrom(today, 0), monthFrom(today, 1)];
      const found = months
        .map((month) => nthWeekday(count, day ?? '', month))
        .find((one) => one !== null && one >= today);
      const date = /^\d/.test(nth ?? '') ? nextMonthDay(today, count) : null;
      if (!found) return null;
      const isDate = date !== null && date !== found && mondayIndex(date) === weekdayIndex(day ?? '');
      return { ...oneDay(found, false), ...(isDate && { otherDay: date }) };
    },
  ),
  form(
    `(?:in )?(?:the )?(?<nth>first|1st|second|2nd|third|3rd|last) week (?:of|in) (?:(?<name>${MONTH})${YEAR}|next month)`,
    ({ nth, name, year }, { today }) => {
      const month = getMonth(name, year, today);
      const week = parseOrdinal(nth ?? '');
      const first = week === -1 ? month.last - 6 : month.first + 7 * (week - 1);
      return first + 6 < today ? null : { first, last: first + 6, isClear: true };
    },
  ),
  form(
    `(?:the )?(?:last|final) ${WORKING_DAY} (?:of|in) (?:(?<name>${MONTH})${YEAR}|next month)`,
    ({ name, year }, { today }) => oneDay(lastWorkingDay(getMonth(name, year, today))),
  ),
  form(`(?:the )?(?:last|final) ${WORKING_DAY}(?: (?:of|in) (?:the|this) month)?`, (_, { today }) => {
    const day = lastWorkingDay(monthFrom(today, 0));
    return { ...oneDay(day < today ? lastWorkingDay(monthFrom(today, 1)) : day), isName: true };
  }),
  form(
    `(?:the )?(?<nth>${ORDINAL})(?: day)? of next month|(?:the )?(?<first>first|last)(?: day (?:of|in)| of) (?:(?<name>${MONTH})${YEAR}|next month)`,
    ({ nth, first, name, year }, { today }) => {
      const month = getMonth(name, year, today);
      const day = parseOrdinal(nth ?? first ?? '');
      const found = day === -1 ? month.last : month.first + day - 1;
      return found > month.last ? null : oneDay(found);
    },
  ),
  // 'due on the first', 'by the 3rd of the month'
  form(
    `(?<=(?:on|by|due) )(?:the )?(?:(?<nth>${WORD_ORDINAL})(?=\\s*(?:$|[,;.!?)\\u0080]))|(?<day>${WORD_ORDINAL}|\\d{1,2}${TH})(?: day)? of (?:the |this )?month)`,
    ({ nth, day }, { today }) => {
      const words = nth ?? day ?? '';
      const found = nextMonthDay(
        today,
        /^\d/.test(words) ? Number.parseInt(words, 10) : parseWordOrdinal(words),
      );
      return found === null ? null : oneDay(found);
    },
  ),
  form('(?:the )?(?:middle of |mid[ -]?)next week', (_, { today }) => oneDay(toMonday(today) + 9)),
  // 'the last Friday': of the month, if it is not just the next one.
  form(
    `(?:the |(?<=(?:due|on|by) ))last (?<day>${WEEKDAY})(?! (?:of|in)(?!\\p{L}))`,
    ({ day }, { today }) => {
      const found = nthWeekday(-1, day ?? '', monthFrom(today, 0));
      const next = weekdayFrom(today, day ?? '');
      return found === null || found < today
        ? null
        : { ...oneDay(found), ...(next !== found && { otherDay: next }) };
    },
  ),
  form('(?:the )?middle of (?:the |this )?week|mid[ -]?week', (_, { today }) =>
    oneDay(toMonday(today) + (mondayIndex(today) > 2 ? 9 : 2)),
  ),
  form(
    `(?:a )?week (?:from |on )?(?<day>${WEEKDAY})|(?<from>${WEEKDAY}) (?:week|wk)`,
    ({ day, from }, { today }) => oneDay(weekdayFrom(today, day ?? from ?? '') + 7),
  ),
  // On a Wednesday, 'Friday after next' is in nine days: for some, 'next Friday' is already that one.
  form(`(?:the )?(?<day>${WEEKDAY}) after next`, ({ day }, { today }) => {
    const next = weekdayFrom(today + 1, day ?? '');
    return { ...oneDay(next + 7), otherDay: next + 14 };
  }),
  form(`next (?<day>${WEEKDAY})`, ({ day }, { today, conventions }) => {
    const found = toMonday(today) + 7 + weekdayIndex(day ?? '');
    if (found - 7 > today) return { ...oneDay(found), otherDay: found - 7 };
    // Where a week begins on Sunday, Sunday's 'next Thursday' may be that of the week after.
    const isFirstDay = conventions.isMonthFirst && mondayIndex(today) === 6;
    return { ...oneDay(found), ...(isFirstDay && { otherDay: found + 7 }) };
  }),
  form(`(?:this|coming|this coming) (?<day>${WEEKDAY})`, ({ day }, { today }) =>
    oneDay(weekdayFrom(today, day ?? '')),
  ),
  form('(?:later |late )?this week', (_, { today }) => workWeek(today)),
  form('early next week', (_, { today }) => ({
    first: toMonday(today) + 7,
    last: toMonday(today) + 8,
    isClear: true,
  })),
  form('(?:later |late )?next week', (_, { today }) => ({
    first: toMonday(today) + 7,
    last: toMonday(today) + 11,
    isClear: true,
  })),
  form('(?:the )?end of (?:the |this )?weekend', (_, { today }) => getLast(weekend(today, 0))),
  form('weekend', (_, { today }) => ({ ...weekend(today, 0), isClear: false })),
  form('(?:this|(?:(?:on|at|over) )?the) weekend', (_, { today }) => weekend(today, 0)),
  form('next weekend', (_, { today }) => weekend(today, 7)),
  form('this month', (_, { today }) => ({ ...monthFrom(today, 0), first: today })),
  form('next month', (_, { today }) => monthFrom(today, 1)),
  form('next year', (_, { today }) => {
    const year = fromDayNumber(today).year + 1;
    return { first: toDayNumber(year, 1, 1), last: toDayNumber(year, 12, 31), isClear: true };
  }),
  // 'in 2 weeks on Thursday' is the Thursday of that week.
  form(
    `in (?<count>${WHOLE}|a couple of) (?:weeks?|wks?)(?:['’] time)?,? (?:on )?(?<day>${WEEKDAY})`,
    ({ count, day }, { today }) => {
      const week = later({ count, unit: 'week' }, toMonday(today));
      return week && oneDay(week.first + weekdayIndex(day ?? ''));
    },
  ),
  form(
    `(?<day>${WEEKDAY}) in (?<count>${WHOLE}|a couple of) (?:weeks?|wks?)(?:['’] time)?`,
    ({ count, day }, { today }) => {
      const week = later({ count, unit: 'week' }, toMonday(today));
      return week && oneDay(week.first + weekdayIndex(day ?? ''));
    },
  ),
  form(
    `(?:in|within|w/in) (?:(?:the next|about|around|roughly|approx\\.?|exactly|another) |~ ?)?(?:\\d{1,3}(?:\\s?[-–]\\s?|\\s(?:to|or)\\s))?(?<count>${WHOLE}|a couple of) (?<unit>days?|weeks?|wks?|months?|years?|fortnights?)(?:['’]s? time)?`,
    (groups, { today }) => later(groups, today),
  ),
  form(
    `(?<count>${WHOLE}) (?<unit>days?|weeks?|wks?|months?|years?) (?:from (?:now|today)|ahead)`,
    (groups, { today }) => later(groups, today),
  ),
  form(`(?<day>${WEEKDAY})(?:\\.(?=\\s))?`, ({ day }, { today }) => {
    const found = weekdayFrom(today, day ?? '');
    return {
      ...oneDay(found, (day ?? '').length > 3),
      isWeekday: true,
      ...(found === today && { otherDay: found + 7 }),
    };
  }),
  form(
    `(?:(?:the )?(?<next>day)|(?<count>${WHOLE}) (?<unit>days?|weeks?|wks?)|(?:the )?(?<weekday>${WEEKDAY})) (?<side>before|after) (?<name>${HOLIDAY})`,
    besideHoliday,
  ),
  form(`(?:this )?(?<name>${HOLIDAY})`, ({ name }, { today, conventions }) => {
    const day = findHoliday(name ?? '', today, conventions.isMonthFirst);
    return day === null ? null : { ...oneDay(day, false), isName: true };
  }),
  form(`the (?<day>\\d{1,2})${TH}|(?<bare>\\d{1,2})${TH}`, ({ day, bare }, { today }) => {
    const found = nextMonthDay(today, Number(day ?? bare));
    return found === null || Number(day ?? bare) < 1 ? null : oneDay(found, false);
  }),
  form(
    `(?<name>${MONTH})\\s(?<year>(?:19|20|21)\\d\\d)|(?<bare>${MONTH})`,
    ({ name, bare, year }, { today }) => ({
      ...namedMonth(name ?? bare ?? '', year, today),
      isClear: year !== undefined,
    }),
  ),
];

export const DAY_PATTERNS: readonly RegExp[] = FORMS.map(({ pattern }) => pattern);

const NAMED_DAY = new RegExp(`(?<day>${WEEKDAY}),?\\s(?=(?:the )?\\d|(?:${MONTH})\\s\\d)`, 'iuy');

/** 'Fr. 11.12.' */
const FOREIGN_DAY = /(?:mo|di|mi|do|fr|sa|so)\.?,?\s(?=\d{1,2}\.\d{1,2}\.)/iuy;
/** '12/7', 'Dec 7': a date that a weekday may follow. */
const WRITTEN_DATE = new RegExp(
  `^(?:\\d{1,2}[/.]\\d|(?:the )?\\d{1,2}${TH}?(?: of)?[\\s-](?:${MONTH})|(?:${MONTH})\\.?\\s(?:the )?\\d)`,
  'iu',
);
/** '12/7 Sunday', 'Dec 7 (Sun)'; 'Dec 7 sun cream' is about cream. */
const DAY_BEHIND = new RegExp(
  `,?\\s(?:\\((?<short>${WEEKDAY})\\)|(?<day>${WEEKDAY})(?=\\s*(?:$|[,;.!?)\\u0080]|at\\s|@|\\d)))`,
  'iuy',
);

const WEEK_OF = /(?:the )?(?:week|wk) of (?:the )?/iuy;

/** The days of a date phrase at exactly `at`. */
export function readDays(
  text: string,
  at: number,
  reference: Reference,
): { days: DaySpan; to: number } | null {
  WEEK_OF.lastIndex = at;
  const named = WEEK_OF.test(text) ? readForms(text, WEEK_OF.lastIndex, reference) : null;
  // 'the week of Dec 7': its working days.
  if (named && named.days.first === named.days.last) {
    const first = toMonday(named.days.first);
    return { days: { first, last: first + 4, isClear: true }, to: named.to };
  }
  NAMED_DAY.lastIndex = at;
  const name = NAMED_DAY.exec(text)?.groups?.day;
  const dated = name === undefined ? null : readForms(text, NAMED_DAY.lastIndex, reference);
  if (dated) return { ...dated, days: withWeekday(dated.days, name ?? '', reference) };
  FOREIGN_DAY.lastIndex = at;
  const read = readForms(text, FOREIGN_DAY.test(text) ? FOREIGN_DAY.lastIndex : at, reference);
  if (!read || !WRITTEN_DATE.test(text.slice(at, read.to))) return read;
  DAY_BEHIND.lastIndex = read.to;
  const { day, short } = DAY_BEHIND.exec(text)?.groups ?? {};
  const said = day ?? short;
  return said === undefined
    ? read
    : { days: withWeekday({ ...read.days, isClear: true }, said, reference), to: DAY_BEHIND.lastIndex };
}

/** 'Sun, 7 Dec' is the date; if it is a Monday, the Sunday next to it may be meant. */
function withWeekday(days: DaySpan, name: string, { today }: Reference): DaySpan {
  const { first, last } = days;
  if (first !== last || mondayIndex(first) === weekdayIndex(name)) return days;
  const near = weekdayFrom(first - 3, name);
  return { ...days, otherDay: near < today ? near + 7 : near };
}

function readForms(text: string, at: number, reference: Reference): { days: DaySpan; to: number } | null {
  for (const { pattern, span } of FORMS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const days = match && span(match.groups ?? {}, reference);
    if (days) return { days, to: at + match[0].length };
  }
  return null;
}

function exact({ year, month, day }: Groups): DaySpan | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > daysInMonth(y, m)) return null;
  return oneDay(toDayNumber(y, m, d));
}

/** '12/3' in the order of the locale; in the other order if only that is a date. */
function slashed({ first, second, year }: Groups, reference: Reference): DaySpan | null {
  const orders = [
    { month: first, day: second },
    { month: second, day: first },
  ];
  if (!reference.conventions.isMonthFirst) orders.reverse();
  for (const order of orders) {
    const days = year ? exact({ ...order, year: longYear(year) }) : upcoming(order, reference, false);
    if (days) return days;
  }
  return null;
}

function upcoming({ month, day }: Groups, { today }: Reference, isClear: boolean): DaySpan | null {
  const found = nextDate(today, { month, day });
  return found === null ? null : oneDay(found, isClear);
}

function named({ name, day, year }: Groups, reference: Reference): DaySpan | null {
  const month = String(monthNumber(name ?? ''));
  return year ? exact({ year, month, day }) : upcoming({ month, day }, reference, true);
}

/** 'Dec 7-9', 'Dec 28 - Jan 3' */
function namedRange({ name, lastName, day, last, year }: Groups, reference: Reference): DaySpan | null {
  const [month, lastMonth] = [name, lastName ?? name].map((word) => String(monthNumber(word ?? '')));
  return range({ day, month }, { day: last, month: lastMonth, year }, reference);
}

/** '12/8-12/10' in the order of the locale, as `slashed`. */
function slashedRange(groups: Groups, reference: Reference): DaySpan | null {
  const { first, second, third, fourth } = groups;
  const [year, lastYear] = [longYear(groups.year), longYear(groups.lastYear)];
  const monthFirst = () =>
    range({ month: first, day: second, year }, { month: third, day: fourth, year: lastYear }, reference);
  const dayFirst = () =>
    range({ month: second, day: first, year }, { month: fourth, day: third, year: lastYear }, reference);
  return reference.conventions.isMonthFirst ? (monthFirst() ?? dayFirst()) : (dayFirst() ?? monthFirst());
}

const longYear = (year: string | undefined) => (year?.length === 2 ? `20${year}` : year);

/** A range that began longer ago is that of the next year. */
const LONGEST_BEGUN = 31;

/** From one date to another. Without years, the next such range that is not over; it may have begun. */
function range(from: Groups, to: Groups, { today }: Reference): DaySpan | null {
  const begin = from.year ? exact(from) : null;
  let last = to.year ? (exact(to)?.last ?? null) : nextDate(begin?.first ?? today, to);
  let first = begin ? begin.first : lastDate(last, from);
  if (!from.year && !to.year && first !== null && last !== null && first < today - LONGEST_BEGUN) {
    last = nextDate(last + 1, to);
    first = lastDate(last, from);
  }
  if (first === null || last === null || first >= last) return null;
  return { first: last < today ? first : Math.max(first, today), last, isClear: true, isRange: true };
}

function nextDate(from: number, { month, day }: Groups): number | null {
  return isMonth(month) ? nextYearDay(from, Number(month), Number(day)) : null;
}

/** The last such date before a day. */
function lastDate(before: number | null, { month, day }: Groups): number | null {
  if (before === null) return null;
  const { year } = fromDayNumber(before);
  const days = [year, year - 1].map((one) => exact({ year: String(one), month, day })?.first ?? before);
  return days.find((one) => one < before) ?? null;
}

const isMonth = (month: string | undefined) => Number(month) >= 1 && Number(month) <= 12;

/** The next month of that name that is not over. */
function namedMonth(name: string, year: string | undefined, today: number): DaySpan {
  const month = monthNumber(name);
  if (year) return monthSpan(Number(year), month);
  const now = fromDayNumber(today);
  return monthSpan(month < now.month ? now.year + 1 : now.year, month);
}

/** The named month, or without a name the next one. */
function getMonth(name: string | undefined, year: string | undefined, today: number): DaySpan {
  return name === undefined ? monthFrom(today, 1) : namedMonth(name, year, today);
}

function monthFrom(today: number, months: number): DaySpan {
  const { year, month } = monthAfter(today, months);
  return monthSpan(year, month);
}

/** The n-th such weekday of a month; -1 is the last. */
function nthWeekday(nth: number, name: string, { first, last }: DaySpan): number | null {
  const day = nth === -1 ? weekdayFrom(last - 6, name) : weekdayFrom(first, name) + (nth - 1) * 7;
  return day >= first && day <= last ? day : null;
}

function lastWorkingDay({ last }: DaySpan): number {
  return last - Math.max(0, mondayIndex(last) - 4);
}

function getLast({ last }: DaySpan): DaySpan {
  return oneDay(last);
}

/** Today to Friday; on a weekend, to Sunday. */
function workWeek(today: number): DaySpan {
  const friday = toMonday(today) + 4;
  return { first: today, last: today > friday ? friday + 2 : friday, isClear: true };
}

function weekend(today: number, offset: number): DaySpan {
  const saturday = toMonday(today) + 5 + offset;
  return { first: Math.max(today, saturday), last: saturday + 1, isClear: true };
}

/** The first such weekday on or after a day. */
function weekdayFrom(day: number, name: string): number {
  return day + ((weekdayIndex(name) - mondayIndex(day) + 7) % 7);
}

function later({ count, unit }: Groups, from: number): DaySpan | null {
  const number = /^a couple/i.test(count ?? '') ? 2 : parseWhole(count ?? '');
  switch ((unit ?? '').toLowerCase().replace(/s$/, '')) {
    case 'day':
      return oneDay(from + number);
    case 'week':
    case 'wk':
      return oneDay(from + 7 * number);
    case 'fortnight':
      return oneDay(from + 14 * number);
    case 'month':
      return number > 1200 ? null : oneDay(addMonths(from, number));
    default:
      return number > 100 ? null : oneDay(addMonths(from, 12 * number));
  }
}

/** A holiday up to so many days ago may still count: on a Friday, 'the day after Thanksgiving' may be today. */
const DAYS_BESIDE = 21;

/** 'the day before Thanksgiving', '2 weeks before Christmas', 'the Sunday after Easter' */
function besideHoliday(
  { next, count, unit, weekday, side, name }: Groups,
  { today, conventions }: Reference,
): DaySpan | null {
  const isBefore = side?.toLowerCase() === 'before';
  const days = next ? 1 : parseWhole(count ?? '') * (/^w/i.test(unit ?? '') ? 7 : 1);
  const beside = (holiday: number) => {
    if (!weekday) return isBefore ? holiday - days : holiday + days;
    const after = weekdayFrom(holiday + 1, weekday);
    return isBefore ? weekdayFrom(holiday - 7, weekday) : after;
  };
  for (let from = today - DAYS_BESIDE; from <= today + 366; from += 183) {
    const holiday = findHoliday(name ?? '', from, conventions.isMonthFirst);
    if (holiday !== null && beside(holiday) >= today) return oneDay(beside(holiday));
  }
  return null;
}
