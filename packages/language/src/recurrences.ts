import { DAY_CODES, MONTH, monthNumber, WEEKDAY, weekdayIndex } from './calendar-words.ts';
import { PARTS_OF_DAY, type PartOfDay } from './date-model.ts';
import { ORDINAL, parseOrdinal, parseWhole, WHOLE, WORKING_DAY } from './numbers.ts';
import { type Scan, type TextRange, words } from './scan.ts';

type Groups = Readonly<Record<string, string | undefined>>;

interface Form {
  readonly pattern: RegExp;
  /** RRULE parts, or null if the words mean something else. */
  readonly rule: (groups: Groups) => string | null;
  /** Its words count times; the rule's days are only an example. */
  readonly countsTimes?: boolean;
  /** True if there is no 'every', so that its words may also name the days of one week. */
  readonly mayBeOnce?: boolean;
  /** Its words say several times a day; a task repeats at most once a day. */
  readonly isSeveralADay?: boolean;
}

const EVERY = '(?:every|evry|each)';
const NTH = '(?:other|alternate|second|third|fourth|\\d{1,2}(?:st|nd|rd|th))';
/** The longest interval in days, weeks or months: longer ones are typing errors. */
const LONGEST_REPEAT = 999;
const DATE_NTH = '\\d{1,2}(?:st|nd|rd|th)';
const DAY_LIST = `(?:${WEEKDAY})s?(?:(?:\\s?,\\s?(?:and\\s)?|\\sand\\s(?:every\\s)?|\\s?[&+/]\\s?|\\sor\\s|\\s)(?:${WEEKDAY})s?(?![\\p{L}]))*`;
const PART = `(?:${PARTS_OF_DAY.join('|')})`;
const UNIT = 'days?|weeks?|wks?|months?|mos|quarters?|years?|yrs?';
const FULL_DAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';

/** Between listed days without 'every'. 'Mon or Tue' is a choice, not a list. */
const BETWEEN_DAYS = '(?:\\s?,\\s?(?:and\\s)?|\\sand\\s|\\s?[&+/]\\s?|\\s)';
/**
 * 'by Mon and Tue', 'between Mon and Wed', 'next Sat and Sun' are days of one week; so is 'Sat and Sun next
 * week'.
 */
const NOT_EACH = '(?:by|before|until|till?|due|from|after|between|next|last|this|since|or)\\s(?:on\\s)?';
const ONE_WEEK = `\\s(?:of\\s)?(?:(?:next|this|last) week|or\\s|\\d{1,2}(?:st|nd|rd|th)?\\s(?:${MONTH})|(?:${MONTH})\\s\\d)`;

/** Weekdays for a number of times a week, spread out. */
const SPREAD: Readonly<Record<number, string>> = {
  1: 'FREQ=WEEKLY',
  2: 'FREQ=WEEKLY;BYDAY=TU,TH',
  3: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  4: 'FREQ=WEEKLY;BYDAY=MO,TU,TH,FR',
  5: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  6: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA',
  7: 'FREQ=DAILY',
};

/** Longer forms first: 'every month on the 1st' before 'every month'. */
const FORMS: readonly Form[] = [
  {
    // 'every 1st and 15th', 'on the 1st and 15th of each month'
    pattern: words(
      `(?:(?:(?:${EVERY}) month|monthly),? on (?:the )?|(?:${EVERY}) )(?<first>${DATE_NTH})(?:,? and |,? ?& ?|, )(?:the )?(?<second>${DATE_NTH})(?! (?:${WEEKDAY}))|(?:(?:on|by) )?(?:the )?(?<one>${DATE_NTH})(?:,? and |,? ?& ?|, )(?:the )?(?<two>${DATE_NTH}) of (?:${EVERY}|the) month`,
    ),
    rule: twoMonthDays,
  },
  {
    pattern: words(
      `(?:(?:at|by|on) )?(?:the )?end of (?:${EVERY}) month|(?:${EVERY}) (?:month[ -]end|end of (?:the )?month)`,
    ),
    rule: () => monthDay(-1),
  },
  {
    pattern: words(
      `(?:(?:${EVERY}) month|monthly),? on (?:the )?(?<nth>${ORDINAL})(?: day)?(?! (?:${WEEKDAY}))`,
    ),
    rule: ({ nth }) => monthDay(parseOrdinal(nth ?? '')),
  },
  {
    // 'payroll on the last working day of the month'. By that day, it is due once.
    pattern: words(
      `(?:(?:${EVERY}) month|monthly),? on (?:the )?(?<nth>first|1st|last) ${WORKING_DAY}|(?<!(?:by|before|until|till?|due) (?:the )?)(?:on )?(?:the )?(?<one>first|1st|last) ${WORKING_DAY} of (?:${EVERY}|the|a) month|(?:${EVERY} )(?<two>first|1st|last) ${WORKING_DAY} of (?:the )?month`,
    ),
    rule: ({ nth, one, two }) =>
      `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${parseOrdinal(nth ?? one ?? two ?? '')}`,
  },
  {
    // 'rent due by the 1st of every month'. 'By the 3rd of the month' is a deadline.
    pattern: words(`(?:due (?:on |by )?|by )(?:the )?(?<nth>${ORDINAL})(?: day)? of (?:${EVERY}) month`),
    rule: ({ nth }) => monthDay(parseOrdinal(nth ?? '')),
  },
  {
    pattern: words(
      `(?<!(?:by|before|until|till?|due) (?:the )?)(?:on )?(?:the )?(?:(?<nth>${ORDINAL})(?: day)? of (?:${EVERY}|the)|(?<last>last) day of) month`,
    ),
    rule: ({ nth, last }) => monthDay(parseOrdinal(nth ?? last ?? '')),
  },
  {
    pattern: words(
      `(?:on )?(?:(?:${EVERY}|the) )?(?<nth>${ORDINAL}) (?<day>${WEEKDAY}) (?:(?:of|in) (?:the|a|${EVERY})|${EVERY}) month`,
    ),
    rule: monthWeekday,
  },
  {
    pattern: words(`(?:(?:${EVERY}) month|monthly),? on (?:the )?(?<nth>${ORDINAL}) (?<day>${WEEKDAY})`),
    rule: monthWeekday,
  },
  {
    pattern: words(
      `(?:(?:${EVERY}) year|yearly|annually) on (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month>${MONTH})`,
    ),
    rule: yearDay,
  },
  {
    pattern: words(
      `(?:(?:${EVERY}) year|yearly|annually) on (?<month>${MONTH}) (?<day>\\d{1,2})(?:st|nd|rd|th)?`,
    ),
    rule: yearDay,
  },
  {
    // 'every year in March': from its first day on.
    pattern: words(`(?:(?:${EVERY}) year|yearly|annually) in (?<month>${MONTH})`),
    rule: ({ month }) => yearDay({ day: '1', month }),
  },
  {
    // 'every April 4', 'every 25 Dec'
    pattern: words(
      `(?:${EVERY}) (?:(?<month>${MONTH}) (?<day>\\d{1,2})|(?<dayFirst>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<monthLast>${MONTH}))(?:st|nd|rd|th)?`,
    ),
    rule: ({ day, month, dayFirst, monthLast }) =>
      yearDay({ day: day ?? dayFirst, month: month ?? monthLast }),
  },
  {
    pattern: words(
      `(?:(?<twice>once|twice)|(?<times>${WHOLE})(?: times| ?x)) ?(?:a|per|every|each|/) ?(?<unit>week|month|day|year)|(?<!(?:buy|get|order) )(?<weekly>[2-7]) ?x (?:week|wk)`,
    ),
    rule: timesPer,
    countsTimes: true,
  },
  {
    pattern: words(
      `(?:twice|(?<times>${WHOLE})(?: times| ?x)) ?(?:(?:a|per|every|each|/) ?day|daily)|(?<timesInDay>[2-9]) ?x ?day`,
    ),
    rule: ({ times, timesInDay }) => (parseWhole(times ?? timesInDay ?? '2') > 1 ? 'FREQ=DAILY' : null),
    isSeveralADay: true,
  },
  {
    pattern: words(`(?:(?<twice>once|twice)|(?<times>${WHOLE})(?: times| ?x)) (?<unit>week|month)ly`),
    rule: timesPer,
    countsTimes: true,
  },
  {
    pattern: words(`(?:(?:${EVERY}) (?:(?<interval>${WHOLE}) )?weeks?|weekly),? on (?<days>${DAY_LIST})`),
    rule: ({ interval, days }) => weekly(interval ? parseWhole(interval) : 1, parseDays(days ?? '')),
  },
  {
    pattern: words(
      `(?:bi-?weekly|fortnightly|every (?:other week|fortnight)),? (?:on )?(?<days>${DAY_LIST})`,
    ),
    rule: ({ days }) => weekly(2, parseDays(days ?? '')),
  },
  {
    pattern: words(
      `(?:${EVERY}) (?<interval>${WHOLE}) months,? on (?:the )?(?<nth>${ORDINAL})(?: day)?(?! (?:${WEEKDAY}))`,
    ),
    rule: ({ interval, nth }) => {
      const day = monthDay(parseOrdinal(nth ?? ''));
      const months = stepped(parseWhole(interval ?? ''), 'month');
      return day && months && day.replace('FREQ=MONTHLY', months);
    },
  },
  {
    pattern: words(`(?:on )?(?:${EVERY}) (?:week|work|business ?)days?|(?:on )?weekdays`),
    rule: () => SPREAD[5] ?? null,
  },
  {
    pattern: words(`(?:on |at )?(?:${EVERY}) weekends?|(?:on |at )weekends`),
    rule: () => 'FREQ=WEEKLY;BYDAY=SA,SU',
  },
  {
    // 'every 3rd Thursday' is of the month; 'every second Thursday' is every other.
    pattern: words(
      `(?:on )?(?:${EVERY}) (?<nth>first|1st|third|3rd|fourth|4th|fifth|5th|last) (?<day>${WEEKDAY})`,
    ),
    rule: monthWeekday,
  },
  {
    // 'every 1st and 3rd Tuesday', 'first and third Tuesdays'
    pattern: words(
      `(?:on )?(?:(?:${EVERY}|the) )?(?<one>${ORDINAL})(?:,? and |,? ?& ?)(?:the )?(?<two>${ORDINAL}) (?<day>${WEEKDAY})s?(?: (?:of|in) (?:the|each|every) month)?`,
    ),
    rule: ({ one, two, day }) => {
      const rules = [one, two].map((nth) => monthWeekday({ nth, day }));
      return rules.includes(null) ? null : `${rules[0]},${rules[1]?.split('=').at(-1)}`;
    },
  },
  {
    // 'every 3 Thursdays'
    pattern: words(`(?:on )?(?:${EVERY}) (?<interval>${WHOLE}) (?<days>${FULL_DAYS}|(?:${WEEKDAY})s)`),
    rule: ({ interval, days }) => weekly(parseWhole(interval ?? ''), parseDays(days ?? '')),
  },
  {
    pattern: words(`(?:on )?(?:${EVERY}) (?<nth>${NTH}) (?<day>${WEEKDAY})`),
    rule: ({ nth, day }) => weekly(toStep(nth ?? ''), parseDays(day ?? '')),
  },
  {
    // 'Mon-Fri', 'Monday to Friday'
    pattern: words(
      `(?<!${NOT_EACH})(?<said>(?:${EVERY}|on) )?(?<first>${WEEKDAY})(?:\\s?[-–]\\s?|\\s(?:to|through|thru)\\s)(?<last>${WEEKDAY})(?!${ONE_WEEK})`,
    ),
    rule: dayRange,
    mayBeOnce: true,
  },
  {
    pattern: words(`(?:on )?(?:${EVERY}) (?<days>${DAY_LIST})`),
    rule: ({ days }) => weekly(1, parseDays(days ?? '')),
  },
  { pattern: words('M-F'), rule: () => SPREAD[5] ?? null },
  { pattern: words('M-Th'), rule: () => weekly(1, DAY_CODES.slice(0, 4)) },
  { pattern: words('(?<!\\d )(?:MW|M/W(?!/))'), rule: () => weekly(1, ['MO', 'WE']) },
  {
    pattern: words(`(?:on )?alternate (?<days>${DAY_LIST})`),
    rule: ({ days }) => weekly(2, parseDays(days ?? '')),
  },
  {
    pattern: words('(?:on )?alternate (?<unit>day|week|month)s?'),
    rule: ({ unit }) => stepped(2, unit ?? ''),
  },
  { pattern: words('MWF'), rule: () => SPREAD[3] ?? null },
  {
    // 'M/W/F', 'm/w/th'
    pattern: words('(?<initials>(?:(?:M|Tu?|W|Th|F|Sa|Su)/){2,6}(?:M|Tu?|W|Th|F|Sa|Su))'),
    rule: ({ initials }) => weekly(1, parseInitials(initials ?? '')),
  },
  { pattern: words('TTh|TuTh|T/Th|Tu/Th'), rule: () => SPREAD[2] ?? null },
  {
    // '2 hours a day'
    pattern: words('(?<=(?:hours?|hrs?|h|minutes?|mins?|m)\\s)(?:a|per|each) (?<unit>day|week)'),
    rule: ({ unit }) => stepped(1, unit ?? ''),
  },
  {
    // '4h/day'
    pattern: /(?<=\d\s?(?:hours?|hrs?|h|minutes?|mins?|m))\s?\/\s?(?<unit>day|week|wk)(?![\p{L}\p{N}_])/giu,
    rule: ({ unit }) => stepped(1, unit ?? ''),
  },
  {
    pattern: words(`(?:${EVERY}) (?<nth>${NTH}) (?<unit>${UNIT})`),
    rule: ({ nth, unit }) => stepped(toStep(nth ?? ''), unit ?? ''),
  },
  {
    pattern: words(`(?:${EVERY}) (?:single )?(?:(?<interval>${WHOLE}) )?(?<unit>${UNIT})`),
    rule: ({ interval, unit }) => stepped(interval ? parseWhole(interval) : 1, unit ?? ''),
  },
  {
    pattern: words(`(?:${EVERY})(?<other> other)?(?=\\s${PART}(?![\\p{L}\\p{N}]))|everyday`),
    rule: ({ other }) => stepped(other ? 2 : 1, 'day'),
  },
  {
    pattern: words(`(?:${EVERY}) (?<nth>\\d{1,2}(?:st|nd|rd|th))`),
    rule: ({ nth }) => monthDay(parseOrdinal(nth ?? '')),
  },
  {
    pattern: words('(?<name>biweekly|bi-weekly|fortnightly|every fortnight)'),
    rule: () => 'FREQ=WEEKLY;INTERVAL=2',
  },
  {
    pattern: words(
      `(?<!(?<![\\p{L}\\p{N}])(?:${WHOLE}|except|but|not|no|excluding|bar|than|from)(?: on)? )(?:on )?(?<days>${FULL_DAYS}(?:(?:, | and |, and | & )${FULL_DAYS})*)`,
    ),
    rule: ({ days }) => weekly(1, parseDays(days ?? '')),
  },
  {
    // 'Thursday nights', 'Mon, Wed and Sat evenings'
    pattern: words(
      `(?:on )?(?<days>(?:${WEEKDAY})(?:${BETWEEN_DAYS}(?:${WEEKDAY})(?![\\p{L}])){0,6})(?=\\s${PART}s(?![\\p{L}\\p{N}]))`,
    ),
    rule: ({ days }) => weekly(1, parseDays(days ?? '')),
  },
  {
    pattern: words(
      `(?<!${NOT_EACH})(?:on )?(?<days>(?:${WEEKDAY})(?:${BETWEEN_DAYS}(?:${WEEKDAY})(?![\\p{L}]))+)(?!['’]s|${ONE_WEEK})`,
    ),
    rule: ({ days }) => (parseDays(days ?? '').length > 1 ? weekly(1, parseDays(days ?? '')) : null),
  },
  {
    pattern: words('(?<name>daily|nightly|weekly|monthly|quarterly|yearly|annually)'),
    rule: ({ name }) => byName(name ?? ''),
  },
];

export const REPETITION_PATTERNS: readonly RegExp[] = FORMS.map(({ pattern }) => pattern);

/** 'every Tuesday night', 'three times a week, mornings'. */
const PART_BEHIND = new RegExp(
  `(?:,?\\s(?:in the |at )?)?(?<part>${PARTS_OF_DAY.join('|')})s?(?![\\p{L}\\p{N}_])`,
  'iuy',
);

/** A repetition: its rule, the part of the day that its words name, and where they end. */
export interface Recurrence {
  /** RFC 5545 RRULE parts without the name: `FREQ=WEEKLY;BYDAY=MO,TH`. */
  readonly rule: string;
  readonly part: PartOfDay | null;
  /** 'Three times a week': the named days of the rule only count how often. */
  readonly hasFlexibleDays: boolean;
  readonly isOnWeekends: boolean;
  /** 'Mon-Wed': every week, or once. */
  readonly mayBeOnce: boolean;
  /** 'Twice a day': more often than a task repeats. */
  readonly isSeveralADay: boolean;
  readonly from: number;
  readonly to: number;
}

/** Words that follow an adverb and not an adjective: 'vitamins daily with breakfast'. */
const NO_NOUN =
  /^\s+(?:at|by|on|in|for|from|to|with|without|until|till?|before|after|during|starting|beginning|except|but|no|not|if|when|while)(?![\p{L}\p{N}])/iu;
/** The end of the line or of a part of it, or words already understood. */
const STOP = /^\s*(?:$|[,;:.!?)\]\u0080]|[–—-]\s)/u;

/** The repetition. `isUnderstood`: whether another reader will understand the words at a position. */
export function takeRecurrence(scan: Scan, isUnderstood: (from: number) => boolean): Recurrence | null {
  for (const { pattern, rule, countsTimes, mayBeOnce, isSeveralADay } of FORMS) {
    for (const match of scan.rest.matchAll(pattern)) {
      // 'the Daily Mail' is a name: a capitalised adverb counts only at the beginning.
      if (match.groups?.name && match.index > 0 && /^[A-Z]/.test(match[0])) continue;
      if (match.groups?.name && !isAdverb(scan, match.index + match[0].length, isUnderstood)) continue;
      const parts = rule(match.groups ?? {});
      if (parts === null) continue;
      PART_BEHIND.lastIndex = match.index + match[0].length;
      const behind = PART_BEHIND.exec(scan.rest);
      const to = match.index + match[0].length + (behind?.[0].length ?? 0);
      const name = behind?.groups?.part?.toLowerCase() ?? (/^nightly$/i.test(match[0]) ? 'night' : null);
      scan.take('recurrence', match.index, to);
      return {
        rule: countsTimes ? parts : takeFortnightly(scan, match[0], takeExceptions(scan, to, parts)),
        part: PARTS_OF_DAY.find((part) => part === name) ?? null,
        hasFlexibleDays: countsTimes === true && parts.includes('FREQ=WEEKLY;BYDAY='),
        isOnWeekends: /weekend/i.test(match[0]),
        mayBeOnce: mayBeOnce === true && !match.groups?.said && parts !== SPREAD[5],
        isSeveralADay: isSeveralADay === true,
        from: match.index,
        to,
      };
    }
  }
  return null;
}

const FORTNIGHTLY = words('bi-?weekly|fortnightly');

/** The word 'fortnightly' apart from its days: 'fortnightly 1:1, Thursdays'. */
export function findFortnightly({ rest }: Scan): TextRange | null {
  const [match] = rest.matchAll(FORTNIGHTLY);
  return match ? { from: match.index, to: match.index + match[0].length } : null;
}

function takeFortnightly(scan: Scan, said: string, rule: string): string {
  if (!rule.startsWith('FREQ=WEEKLY;BYDAY=') || /every|each/i.test(said)) return rule;
  const adverb = findFortnightly(scan);
  if (adverb === null) return rule;
  scan.take('recurrence', adverb.from, adverb.to);
  return rule.replace('WEEKLY;', 'WEEKLY;INTERVAL=2;');
}

const LENGTH = words(`for (?:the next )?(?<count>${WHOLE}) (?<unit>days?|weeks?|months?)`);

/** How long it repeats: 'for 6 weeks'. */
export interface RepeatLength {
  readonly count: number;
  readonly unit: 'day' | 'week' | 'month';
}

/** 'for 6 weeks', in a line with a repetition. */
export function takeRepeatLength(scan: Scan): RepeatLength | null {
  for (const match of scan.rest.matchAll(LENGTH)) {
    const unit = (['day', 'week', 'month'] as const).find((one) =>
      match.groups?.unit?.toLowerCase().startsWith(one),
    );
    const count = parseWhole(match.groups?.count ?? '');
    if (!unit || count < 1 || count > LONGEST_REPEAT) continue;
    scan.take('recurrence', match.index, match.index + match[0].length);
    return { count, unit };
  }
  return null;
}

const EXCEPTIONS = words(
  `,?\\s?(?:except|but(?: not)?|apart from|other than|excluding|excl\\.?|bar|no|not)(?: on| for)? (?<days>${DAY_LIST}|weekends?|the weekend)`,
);

/** 'except Dec 23': a rule cannot say it, and it must not be read as the date of the task. */
const EXCEPTED_DATES = words(
  `(?:except|but(?: not)?|apart from|other than|excluding|not|no)(?: on| for)? (?:(?:${MONTH})\\.? \\d{1,2}(?:st|nd|rd|th)?|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTH})|\\d{1,2}[/.]\\d{1,2}\\.?|today|tomorrow|(?:this|next) (?:week|${WEEKDAY}))`,
);

/** 'every weekday at 9 except Wednesday': the rule with the days that are left. */
function takeExceptions(scan: Scan, behind: number, rule: string): string {
  const days =
    rule === 'FREQ=DAILY' ? DAY_CODES : (/^FREQ=WEEKLY;BYDAY=([A-Z,]+)$/.exec(rule)?.[1]?.split(',') ?? []);
  for (const match of scan.rest.matchAll(EXCEPTED_DATES)) {
    if (match.index >= behind) scan.hide(match.index, match.index + match[0].length);
  }
  for (const match of scan.rest.matchAll(EXCEPTIONS)) {
    const said = match.groups?.days ?? '';
    const excluded = /weekend/i.test(said) ? ['SA', 'SU'] : parseDays(said);
    const left = weekly(
      1,
      days.filter((day) => !excluded.includes(day)),
    );
    if (match.index < behind) continue;
    const to = match.index + match[0].length;
    // What the rule cannot say stays in the title, and is no date.
    if (left === null) scan.hide(match.index, to);
    else scan.take('recurrence', match.index, to);
    return left ?? rule;
  }
  return rule;
}

/** 'the weekly report' names a report; 'the report, weekly' and 'report weekly 2h' give a repetition. */
function isAdverb(scan: Scan, to: number, isUnderstood: (from: number) => boolean): boolean {
  const behind = scan.rest.slice(to);
  return STOP.test(behind) || NO_NOUN.test(behind) || isUnderstood(to + behind.search(/\S/));
}

function monthDay(day: number): string | null {
  return day === -1 || (day >= 1 && day <= 31) ? `FREQ=MONTHLY;BYMONTHDAY=${day}` : null;
}

function twoMonthDays({ first, second, one, two }: Groups): string | null {
  const days = [first ?? one, second ?? two].map((nth) => parseOrdinal(nth ?? '')).sort((a, b) => a - b);
  return days.every((day) => day >= 1 && day <= 31)
    ? `FREQ=MONTHLY;BYMONTHDAY=${[...new Set(days)].join()}`
    : null;
}

function monthWeekday({ nth, day }: Groups): string | null {
  const ordinal = parseOrdinal(nth ?? '');
  if (ordinal > 5) return null;
  return `FREQ=MONTHLY;BYDAY=${ordinal}${DAY_CODES[weekdayIndex(day ?? '')]}`;
}

function yearDay({ day, month }: Groups): string | null {
  const number = Number(day);
  if (number < 1 || number > 31) return null;
  return `FREQ=YEARLY;BYMONTH=${monthNumber(month ?? '')};BYMONTHDAY=${number}`;
}

function timesPer({ times, twice, unit, weekly: timesInWeek }: Groups): string | null {
  if (timesInWeek) return SPREAD[Number(timesInWeek)] ?? null;
  const count = times === undefined ? (twice?.toLowerCase() === 'once' ? 1 : 2) : parseWhole(times);
  switch (unit?.toLowerCase()) {
    case 'week':
      return SPREAD[count] ?? null;
    case 'month':
      if (count === 1) return 'FREQ=MONTHLY';
      return count === 2 ? 'FREQ=MONTHLY;BYMONTHDAY=1,15' : null;
    case 'year':
      return count === 1 ? 'FREQ=YEARLY' : count === 2 ? 'FREQ=MONTHLY;INTERVAL=6' : null;
    default:
      return count === 1 ? 'FREQ=DAILY' : null;
  }
}

const WEEKDAYS = new RegExp(WEEKDAY, 'gi');

/** Codes in the order of the week, without duplicates. */
function parseDays(text: string): string[] {
  const found = new Set((text.match(WEEKDAYS) ?? []).map(weekdayIndex));
  return DAY_CODES.filter((_, index) => found.has(index));
}

const INITIALS = ['m', 't', 'w', 'th', 'f', 'sa', 'su'];

/** Codes of 'M/W/F'; none if the days are not in the order of the week. */
function parseInitials(text: string): string[] {
  const days = text
    .toLowerCase()
    .split('/')
    .map((initial) => INITIALS.indexOf(initial === 'tu' ? 't' : initial));
  return days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0))
    ? days.map((day) => DAY_CODES[day] ?? '')
    : [];
}

function weekly(interval: number, days: readonly string[]): string | null {
  if (interval < 1 || days.length === 0) return null;
  return `FREQ=WEEKLY${interval > 1 ? `;INTERVAL=${interval}` : ''};BYDAY=${days.join(',')}`;
}

function dayRange({ first, last }: Groups): string | null {
  const [from, to] = [weekdayIndex(first ?? ''), weekdayIndex(last ?? '')];
  return from < to ? weekly(1, DAY_CODES.slice(from, to + 1)) : null;
}

function toStep(nth: string): number {
  return /^(?:other|alternate)$/i.test(nth) ? 2 : parseOrdinal(nth);
}

function stepped(step: number, unit: string): string | null {
  if (step < 1 || step > 999) return null;
  const name = unit.toLowerCase().replace(/s$/, '');
  const [frequency, factor] = (
    {
      day: ['DAILY', 1],
      week: ['WEEKLY', 1],
      wk: ['WEEKLY', 1],
      month: ['MONTHLY', 1],
      mo: ['MONTHLY', 1],
      quarter: ['MONTHLY', 3],
      year: ['YEARLY', 1],
      yr: ['YEARLY', 1],
    } as const
  )[name as 'day' | 'week' | 'wk' | 'month' | 'mo' | 'quarter' | 'year' | 'yr'];
  const interval = step * factor;
  return `FREQ=${frequency}${interval > 1 ? `;INTERVAL=${interval}` : ''}`;
}

function byName(name: string): string {
  const word = name.toLowerCase();
  if (word === 'nightly') return 'FREQ=DAILY';
  if (word === 'quarterly') return 'FREQ=MONTHLY;INTERVAL=3';
  return `FREQ=${word === 'annually' ? 'YEARLY' : word.toUpperCase()}`;
}
