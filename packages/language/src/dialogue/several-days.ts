import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import type { DialogueData } from './data.ts';
import { spellOutRange } from './hour-ranges.ts';
import { DAY as NAMED_DAY, TIME } from './patterns.ts';
import { findPeople } from './people.ts';
import { readWhen } from './when.ts';

const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const DAY = `(?:${WEEKDAY}|today|tomorrow)`;
const LIST = new RegExp(
  String.raw`\b(?:on |this )?(${DAY}(?:(?: ?[/&,] ?|,? and (?:on )?| )${DAY}){1,6})(?=$|[ ,])`,
  'i',
);
const RANGE = new RegExp(
  String.raw`\b(?:on |from |this )?((?:next )?${WEEKDAY})(?: ?[-–] ?| to | through | till )(${WEEKDAY})(?=$|[ ,])`,
  'i',
);
const NO_LIST =
  /^(?:move|re-?schedule|push|shift|postpone|delay|change|bring|swap|copy|duplicate|what|when|where|who|which|how|is|are|am|do|does|did|show|list|find|remind)\b/i;
/** 'my work hours are 9 to 5 on Monday to Thursday' is one setting. */
const SETTING = /\bhours\b|\bI (?:only |don['’]?t |do not )?work\b/i;
const REPEATED = /\b(?:every|each|daily|weekly|biweekly|monthly)\b|\bfor \d+ weeks\b/i;
/** 'what's on tomorrow and Thursday' */
const ASKING =
  /^(?:what(?:['’]s| is| do i have| have i got)\b|(?:show|list|give)(?: me)? (?:my|the) (?:calendar|schedule|agenda|events|meetings)\b)(?!.*\b(?:between|free|or)\b)/i;
const CANCELLING = /^(?:cancel|delete|remove|skip|call off|drop)\b/i;
/** 'lunch with Ana on Thursday and Friday': meals have their time. */
const MEAL = /^(?:(?:add|book|schedule|put|plan) )?(?:an? )?(?:breakfast|brunch|lunch|dinner)\b/i;
/** 'holiday on Thursday and Friday' */
const WHOLE_DAYS =
  /\ball[- ]day\b|^(?:add |book |schedule |put )?(?:an? |my )?(?:holidays?|vacation|annual leave|leave|days? off|out of office|ooo|pto|(?:work(?:ing)? from )home|wfh) (?:on )?\p{L}/iu;
const DAYS_OF_WEEK = 7;

const TWO_GUESTS = new RegExp(
  String.raw`^(.{3,80}? with )(\p{L}[^,]{1,40}?)( ${NAMED_DAY}(?: at ${TIME})?) and (?:with )?(\p{L}[^,]{1,40}?)( ${NAMED_DAY}(?: at ${TIME})?)$`,
  'iu',
);

/** 'lunch with Ana on Tuesday and Lee on Wednesday' as two; null unless both are people. */
function splitGuests(clause: string, data: DialogueData): readonly string[] | null {
  const [, meeting, guest, when, otherGuest, otherWhen] = TWO_GUESTS.exec(clause) ?? [];
  if (!meeting || !guest || !otherGuest) return null;
  return findPeople([guest, otherGuest], data).unknown.length === 0
    ? [`${meeting}${guest}${when}`, `${meeting}${otherGuest}${otherWhen}`]
    : null;
}

/** 'practice on Tuesday and Thursday' as one request for each day, although no time was said. */
export function splitUntimedDays(clause: string): readonly string[] {
  const match = NO_LIST.test(clause) || REPEATED.test(clause) ? null : LIST.exec(clause);
  if (!match?.[1]) return [clause];
  const [before, after] = [clause.slice(0, match.index), clause.slice(match.index + match[0].length)];
  const days = match[1].split(/ ?[/&,] ?(?:and )?(?:on )?| and (?:on )?| /i).filter((day) => day !== '');
  return days.map((day) => `${before}on ${day}${after}`.trim());
}

/** 'gym mon wed fri 6am' as one request for each day; a request about one day alone is left as it is. */
export function splitDays(clause: string, data: DialogueData): readonly string[] {
  const isAsked = ASKING.test(clause);
  if ((NO_LIST.test(clause) && !isAsked) || SETTING.test(clause) || REPEATED.test(clause)) return [clause];
  const guests = isAsked || CANCELLING.test(clause) ? null : splitGuests(clause, data);
  if (guests) return guests;
  const match = (isAsked ? null : RANGE.exec(clause)) ?? LIST.exec(clause);
  const days = match && listDays(match, data);
  if (!match || !days || days.length < 2) return [clause];
  const [before, after] = [clause.slice(0, match.index), clause.slice(match.index + match[0].length)];
  const week = / (?:(?:in|of) )?((?:this|next) week)\b/i.exec(after);
  if (week?.[1] && !isAsked) {
    const first = readWhen(`${match[1]} ${week[1]}`, data)?.from ?? null;
    const dates = days.map((day, at) =>
      match[2] === undefined
        ? (readWhen(`${day} ${week[1]}`, data)?.from ?? null)
        : first === null
          ? null
          : first + at * DAY_MS,
    );
    const timed = after.replace(week[0], '');
    if (readWhen(spellOutRange(timed.trim()), data, { isTimeExpected: true })?.minute != null)
      return dates.flatMap((date) =>
        date === null ? [] : [`${before}on ${new Date(date).toISOString().slice(0, 10)}${timed}`.trim()],
      );
  }
  const rest = readWhen(spellOutRange(`${before.trimEnd()} ${after.trimStart()}`), data);
  // Whole days from one to another are a single event.
  const isEachWhole = match[2] === undefined && (WHOLE_DAYS.test(clause) || MEAL.test(clause));
  const isTimed = rest?.minute != null && !rest.hasDate;
  if (!isAsked && !CANCELLING.test(clause) && !isTimed && !isEachWhole) return [clause];
  return days.map((day) => `${before}on ${day}${after}`.trim());
}

function listDays([, first = '', last]: RegExpExecArray, data: DialogueData): readonly string[] | null {
  if (last === undefined)
    return first.split(/ ?[/&,] ?(?:and )?(?:on )?| and (?:on )?| /i).filter((day) => day !== '');
  const [from, to] = [readWhen(first, data)?.from, readWhen(last, data)?.from];
  if (from == null || to == null) return null;
  const count = ((((to - from) / DAY_MS) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  return Array.from({ length: count + 1 }, (_, at) =>
    new Date(floorTo('day', from) + at * DAY_MS).toISOString().slice(0, 10),
  );
}
