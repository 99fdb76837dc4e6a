import { DAY, TIME } from './patterns.ts';
import { beginsWithVerb } from './verbs.ts';

/** Lists of new events that share a verb or a day: 'book a run tomorrow at 7, a swim at 8 and lunch at 12'. */

const COUNT = '(?:some|these|the following|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2})';
const VERB = /^(?:schedule|book|block|add|create|put|plan|set up|cancel|delete|remove|skip) /i;
/** 'four events tomorrow:' */
const HEADING = new RegExp(
  String.raw`^(?:me )?(?:${COUNT} )?(?:new )?(?:events|things|appointments|meetings|entries|blocks|items)(?: for| on)?( ${DAY})?: ?`,
  'i',
);
const DAY_HEADING = new RegExp(String.raw`^(${DAY}): ?`, 'i');
/** 'tomorrow 9 standup, 10 design' */
const DAY_FIRST = new RegExp(
  String.raw`^(${DAY}),? (?=(?:at )?${TIME} \p{L}[^,;]{1,60}[,;] ?(?:and )?(?:at )?${TIME} \p{L})`,
  'iu',
);
const ITEM = new RegExp(
  String.raw`^(?:an? |the |my )?(\p{L}.{1,60}?)( ${DAY})?,? (?:at|@) ?(${TIME})( ${DAY})?( for .{2,20})?$`,
  'iu',
);
const SEPARATOR = /( ?[,;] ?(?:and )?(?:then )?| and (?:then )?| plus | then )/i;
const NAMES_AND_TIMES = new RegExp(
  String.raw`^(.{3,120}?)( ${DAY})? at (${TIME}(?:, ?${TIME}){0,6},? and ${TIME})( ${DAY})?$`,
  'i',
);
/** 'breakfast 8' and '8 breakfast', below a heading. */
const BARE_ITEM = new RegExp(String.raw`^(?:an? |the |my )?(\p{L}[^\d]{1,60}?),? (${TIME})$`, 'iu');
const TIME_FIRST = new RegExp(String.raw`^(?:at )?(${TIME}):? (\p{L}.{1,60})$`, 'iu');
/** Two with 'and' are read by other means. */
const LEAST = 3;
/** What names no event: 'I am busy at 3, call me at 5'. */
const SENTENCE =
  /^(?:i|we|you|it|that|this|actually|no|not|from|now|call me|remind)\b|\b(?:is|are|was|were|am|not|should|can|could|moved?|me|to)\b|['’](?:m|re|s|ll|ve|d)\b/i;
const MOST = 8;

const HOURS = String.raw`(?:(?:from )?${TIME} ?(?:-|–|to|until) ?${TIME}|\d{1,2}(?::\d\d)? ?[ap]\.?m\.?|\d{1,2}:\d\d)`;
/** 'write report Tuesday 9-11' */
const RANGED_ITEM = new RegExp(
  String.raw`^(?:an? |the |my )?(\p{L}[^\d]{1,60}?)( ${DAY})?,? (?:at )?(${HOURS})( ${DAY})?$`,
  'iu',
);
/** 'Wednesday 10-12' of the same thing */
const NAMELESS_ITEM = new RegExp(String.raw`^(${DAY}),? (?:at )?(${HOURS})$`, 'i');

/** One request for each of 'report Tuesday 9-11, gym 6pm' and of 'interviews Tuesday 10-12 and Wednesday 10-12'. */
function splitRanges(text: string): string[] | null {
  const verb = VERB.exec(text)?.[0] ?? '';
  const requests: string[] = [];
  // 'swim 9-10 and run 10-11 tomorrow' are both tomorrow.
  const last = new RegExp(`${HOURS} (${DAY})$`, 'i').exec(text)?.[1] ?? '';
  let [name, day, isAgain] = ['', '', false];
  for (const part of text.slice(verb.length).split(/ ?[,;] ?(?:and )?(?:then )?| and (?:then )?/i)) {
    const [, onDay, again] = (name !== '' && NAMELESS_ITEM.exec(part)) || [];
    const [, title, before, hours = again, after] = onDay ? [] : (RANGED_ITEM.exec(part) ?? []);
    if (
      !hours ||
      (title && (beginsWithVerb(title) || SENTENCE.test(title) || / (?:every|each)$/i.test(title)))
    )
      return null;
    name = title ?? name;
    isAgain ||= again !== undefined;
    day = (onDay ?? before ?? after ?? day).trim() || last;
    const [from, to] = hours.replace(/^from /i, '').split(/ ?(?:[-–]|to|until) ?/i);
    const clock = to === undefined ? `at ${hours}` : `from ${from} to ${to}`;
    requests.push(`${verb === '' ? 'schedule ' : verb}${name} ${clock}${day === '' ? '' : ` ${day}`}`);
  }
  const isRanged = /\d ?(?:[ap]m ?)?(?:-|–|to|until) ?\d/i.test(text);
  return (isRanged || isAgain) && requests.length > 1 && requests.length <= MOST ? requests : null;
}

interface Item {
  readonly name: string;
  readonly time: string;
  readonly day: string | null;
  /** ' for 45 minutes' */
  readonly length: string;
}

/** One request for each event of a list; null for other texts. */
export function splitTimedList(text: string): string[] | null {
  const ranges = splitRanges(text);
  if (ranges) return ranges;
  const verb = VERB.exec(text)?.[0] ?? '';
  const behind = text.slice(verb.length);
  const heading = HEADING.exec(behind) ?? DAY_HEADING.exec(behind) ?? DAY_FIRST.exec(behind);
  const list = behind.slice(heading?.[0].length ?? 0);
  const isTwo = heading !== null || /^[^,;]{1,80}[,;]/.test(list);
  const items = readItems(list, isTwo ? 2 : LEAST, heading !== null) ?? pairUp(list);
  if (!items || items.length > MOST) return null;
  if (items.some(({ name }) => beginsWithVerb(name) || SENTENCE.test(name))) return null;
  const first = heading?.[1] ?? items.find(({ day }) => day !== null)?.day ?? '';
  let shared = first.trim();
  return items.map(({ name, time, day, length }) => {
    shared = day?.trim() ?? shared;
    return `${verb === '' ? 'schedule ' : verb}${name} at ${time}${shared === '' ? '' : ` ${shared}`}${length}`;
  });
}

/** 'a run at 7, a swim at 8 and lunch at 12' */
function readItems(list: string, least: number, isHeaded: boolean): readonly Item[] | null {
  const items: Item[] = [];
  let open = '';
  for (const [at, part] of list.split(SEPARATOR).entries()) {
    const isSeparator = at % 2 === 1;
    const text = `${open}${part}`;
    const [, name, before, time, after, length = ''] =
      (!isSeparator && (ITEM.exec(text) ?? (isHeaded ? readBareItem(text) : null))) || [];
    // 'gym and sauna at 7' is one item.
    if (isSeparator) open = open === '' ? '' : text;
    else if (name && time) {
      items.push({ name, time, day: before ?? after ?? null, length });
      open = '';
    } else open = text;
  }
  return open === '' && items.length >= least ? items : null;
}

/** In the order of `ITEM`. */
function readBareItem(text: string): readonly (string | undefined)[] | null {
  const [, name, time] = BARE_ITEM.exec(text) ?? [];
  if (name && time) return [text, name, undefined, time, undefined];
  const [, first, rest] = TIME_FIRST.exec(text) ?? [];
  return first && rest ? [text, rest, undefined, first, undefined] : null;
}

/** 'gym, yoga and dentist tomorrow at 8, 9 and 10' */
function pairUp(list: string): readonly Item[] | null {
  const [, said, before, clock, after] = NAMES_AND_TIMES.exec(list) ?? [];
  if (!said || !clock || / (?:with|every|each|from|daily) /i.test(said)) return null;
  const split = (words: string) => words.split(/, ?(?:and )?| and /i).map((one) => one.trim());
  const [names, times] = [split(said), split(clock)];
  if (names.length !== times.length || names.length < 2) return null;
  const half = /[ap]\.?m\.?$/i.exec(clock)?.[0] ?? '';
  return names.map((name, at) => {
    const time = times[at] ?? '';
    const whole = /[a-z]$/i.test(time) ? time : `${time}${half}`;
    return { name, time: whole, day: before ?? after ?? null, length: '' };
  });
}
