import type { Interval } from '@dayloom/time';
import { MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { readCompanions } from './references.ts';
import { DATED, readWhen, type When } from './when.ts';
import { capitalise, joinNames } from './wording.ts';

export const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const ORDINAL = `(?:the )?(?<ordinal>${ORDINAL_WORDS.join('|')}|last)(?: one| slot| time| option| of them| of those)?`;
const FITS = '(?: (?:works|fits|suits me|is good|is fine|is perfect|is great|sounds good|please|then))';
const ABOUT = '(?<about> (?:for|with) .{1,160})?';
/** 'book the first one', 'the third one works' */
const TAKE = new RegExp(
  String.raw`^(?:ok(?:ay)?,? |great,? |not (?:that|this|the \p{L}+)(?: one)?,? (?:but )?)?(?:(?:let['’]?s )?(?:book|take|schedule|use|reserve|block|grab|do|go (?:for|with)|i['’]?ll take)(?: me)? )?${ORDINAL}${FITS}?${ABOUT}$`,
  'iu',
);
/** 'Tuesday works', 'let's do 3:30', 'book Tuesday at 2 with Sam' */
const TAKE_TIME = new RegExp(
  String.raw`^(?:ok(?:ay)?,? |great,? |perfect,? |cool,? )?(?:(?<lead>(?:please )?(?:book|schedule|take|put) (?:it|that|this)(?: in)? (?:at |on |for )?)|(?<verb>(?:let['’]?s )?(?:book|take|schedule|do|go (?:for|with)|i['’]?ll take)(?: me)? ))?(?<time>[^,]{1,40}?)(?<fits>${FITS})?(?:,? (?:so |and )?(?<booking>(?:please )?(?:book|schedule|take) (?:it|that|this|me)))?${ABOUT}$`,
  'iu',
);
/** 'book it with Sam', 'that works' */
const TAKE_IT = new RegExp(
  String.raw`^(?:(?:ok(?:ay)?|great|thanks|perfect),? )?(?:(?:please )?(?:book|take|schedule|reserve) (?:it|that|this)(?: one| slot| time)?|(?:that|it|this)(?: one| time)? (?:works|suits me|is fine|is good|is perfect))${ABOUT}$`,
  'i',
);
/** 'book a haircut then' */
const THEN =
  /^(?:please )?(?:book|schedule|put|add) ((?:an? |the |my )?.{2,80}?) (?:then|at that time|in there|there|in that (?:slot|gap|window))$/i;
const FOR = /\bfor (?:an? |the |my )?(.{1,120}?)(?: with .{1,80})?$/i;

export interface TakenOffer {
  /** The free times that may be meant; more than one if the words leave it open. */
  readonly slots: readonly Interval[];
  /** The minute of the day at which it begins, if that was said. */
  readonly minute: number | null;
  /** ' for a haircut with Ana', or empty. */
  readonly purpose: string;
}

/** 'book the first one for a haircut', 'Tuesday works' about free times that were shown; null if it takes none. */
export function readOffered(
  text: string,
  data: DialogueData,
  offered: readonly Interval[],
): TakenOffer | null {
  if (offered.length === 0) return null;
  const { ordinal, about = '' } = TAKE.exec(text)?.groups ?? {};
  const named = ordinal ? offered.at(ORDINAL_WORDS.indexOf(ordinal.toLowerCase())) : undefined;
  if (named) return { slots: [named], minute: null, purpose: about };
  const it = TAKE_IT.exec(text)?.groups;
  if (it) return { slots: offered, minute: null, purpose: it.about ?? '' };
  const then = THEN.exec(text)?.[1];
  if (then) return { slots: offered, minute: null, purpose: ` for ${then}` };
  const { lead, verb, time, fits, booking, about: purpose = '' } = TAKE_TIME.exec(text)?.groups ?? {};
  // 'Tuesday' alone asks about Tuesday.
  const isTaken =
    (fits ?? booking ?? lead) !== undefined || (verb !== undefined && !/^(?:book|schedule)/i.test(verb));
  const when =
    time && isTaken && isOnlyTime(time, data) ? readWhen(time, data, { isTimeExpected: true }) : null;
  const slots = when && listSlots(when, data, offered);
  if (!slots || slots.length === 0) return null;
  return { slots, minute: findMinute(when, slots, data), purpose };
}

/** The free times of a day, or those of the day on which something can begin at a time. */
function listSlots(when: When, data: DialogueData, offered: readonly Interval[]): readonly Interval[] {
  if (!when.hasDate && when.minute === null) return [];
  const { toWall } = createWallClock(data);
  const toDay = ({ start }: Interval) => floorTo('day', toWall(start));
  const dayTimes = when.hasDate
    ? offered.filter((slot) => when.isWithinDay && floorTo('day', when.from ?? 0) === toDay(slot))
    : offered;
  if (when.minute === null) return dayTimes;
  const exact = dayTimes.filter((slot) =>
    listHalves(when).some((minute) => toDay(slot) + minute * MINUTE_MS === toWall(slot.start)),
  );
  if (exact.length > 0) return exact;
  return new Set(dayTimes.map(toDay)).size === 1 ? dayTimes.slice(0, 1) : [];
}

/** The half of the day in which it is free then. */
function findMinute(when: When, [slot]: readonly Interval[], data: DialogueData): number | null {
  if (!slot) return null;
  const { toWall, toInstant } = createWallClock(data);
  const day = floorTo('day', toWall(slot.start));
  const isFree = (minute: number) => {
    const at = toInstant(day + minute * MINUTE_MS);
    return at >= slot.start && !data.busy.some(({ start, end }) => start <= at && at < end);
  };
  return listHalves(when).find(isFree) ?? when.minute;
}

const listHalves = ({ minute, isEitherHalf }: When): readonly number[] =>
  minute === null ? [] : isEitherHalf ? [minute % 720, (minute % 720) + 720] : [minute];

/** The event at a free time. */
export function bookSlot(
  text: string,
  { minute, purpose }: Pick<TakenOffer, 'minute' | 'purpose'>,
  slot: Interval,
  data: DialogueData,
): CreateEventFrame {
  const wall = createWallClock(data).toWall(slot.start);
  const day = floorTo('day', wall);
  const begin = (wall - day) / MINUTE_MS;
  const { people } = readCompanions(purpose);
  const about = FOR.exec(purpose)?.[1];
  const company = people.length > 0 ? ` with ${joinNames(people.map(capitalise))}` : '';
  return {
    act: 'create_event',
    text,
    title: about ? capitalise(`${about}${company}`) : company === '' ? null : `Meeting${company}`,
    people,
    when: {
      from: day,
      to: null,
      ...DATED,
      minute: minute ?? begin,
    },
    minutes: minute === null || minute === begin ? (slot.end - slot.start) / MINUTE_MS : null,
    location: null,
    recurrenceRule: null,
    isAllDay: false,
    isAtFreeTime: false,
  };
}
