import { DAY_MS, formatDayNumber, getWeekday, HOUR_MS, type Interval, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import type { CreateEventFrame } from './frames.ts';
import { isFree, listFreeSlots, listFreeStretches } from './free-slots.ts';
import { ask, type DialogueChoice, type FrameOutcome, refuseChange, run } from './outcome.ts';
import { findPeople } from './people.ts';
import { endAfter, hasDayRange, isBeforeDay, toComing, toNearerHalfDay, type When } from './when.ts';
import { describeClock, describeDay, describeTime, describeZoned, joinNames, quote } from './wording.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const USUAL_MINUTES = 60;
/** What is usually shorter. */
const SHORT = /\b(?:call|coffee|sync|catch-?up|stand-?up|check-?in|1:1|one-on-one|chat|phone)\b/i;
export const getUsualMinutes = (title: string): number => (SHORT.test(title) ? 30 : USUAL_MINUTES);

/** Meals have their time, in minutes since midnight. */
const MEALS: readonly (readonly [RegExp, number])[] = [
  [/\bbreakfast\b/i, 480],
  [/\bbrunch\b/i, 660],
  [/\blunch\b/i, 720],
  [/\bdinner|supper\b/i, 1_140],
];

/** The usual minute of a meal that a title names; null if it names none. */
export const findMeal = (title: string): number | null =>
  MEALS.find(([pattern]) => pattern.test(title))?.[1] ?? null;

/** People whom a user does not expect to be invited. */
const RELATIVES =
  /^(?:(?:my|our|his|her|their) .{2,40}|(?:the )?in-?laws|parents|mom|mum|mother|dad|father|wife|husband|partner|kids?|sons?|daughters?|brothers?|sisters?|siblings?|cousins?|family|friends?|neighbou?rs?|colleagues?|co-?workers?|the \w+|team|everyone|everybody|boss|manager|clients?|customers?|doctor|myself|me|girlfriend|boyfriend|girls|boys|grandma|grandpa|grandparents|aunt|uncle|some(?:one|body)(?: from .{1,40})?|people(?: from .{1,40})?)$/i;

export const toDate = (wall: number): string => formatDayNumber(Math.floor(wall / DAY_MS));
export const toIso = (instant: number): string => new Date(instant).toISOString();

const ADDING =
  /^(?:please )?(?:add|schedule|book|create|put|log|record|set|note|enter|block|make|new|plan|write|arrange|reserve)\b/i;

export function createEvent(asked: CreateEventFrame, data: DialogueData): FrameOutcome {
  const frame = { ...asked, when: asked.when && toComing(asked.when, createWallClock(data).now) };
  const { title, people: names } = frame;
  if (title === null) return ask('title', 'What should I call it?');
  const people = findPeople(names, data);
  if (people.ambiguous) return askWho(people.ambiguous.name, people.ambiguous.people);
  const details = {
    title,
    ...(frame.location && { location: frame.location }),
    ...(people.known.length > 0 && { attendees: people.known }),
    ...(frame.recurrenceRule && { recurrenceRule: frame.recurrenceRule }),
    timeZone: data.timeZone,
  };
  const unknown = people.unknown.filter((name) => /^\p{L}/u.test(name) && !RELATIVES.test(name));
  const notes =
    unknown.length > 0 && people.known.length + unknown.length > 0
      ? [`I have no address for ${joinNames(unknown)}, so nobody is invited under that name.`]
      : [];
  const day = frame.when?.from ?? null;
  const isPartOfDay = day !== null && frame.when?.isWithinDay === true && day !== floorTo('day', day);
  if (frame.isAllDay && frame.when?.minute == null && day !== null && !isPartOfDay && isNamedDays(frame)) {
    const last = frame.when?.to ?? day + DAY_MS;
    const input = { ...details, startsOn: toDate(day), endsOn: toDate(Math.max(last, day + DAY_MS)) };
    return run([{ tool: 'create_event', input }], [], notes);
  }
  const place = findPlace(frame, data);
  if ('question' in place) return place.question;
  const input = { ...details, startsAt: toIso(place.start), endsAt: toIso(place.end) };
  const isOver = place.end <= data.now && frame.recurrenceRule === null;
  // 'I left yesterday at 12' is a statement and no request.
  if (isOver && !ADDING.test(frame.text)) return refuseChange(`${describeTime(place, data)} is in the past.`);
  if (isOver) notes.push('This time is in the past.');
  return run([{ tool: 'create_event', input }], [], [...notes, ...listOverlaps(place, data)]);
}

/** One day, or days that were named: 'July' alone is not a vacation of a month. */
const isNamedDays = ({ when, text }: CreateEventFrame): boolean =>
  when?.isWithinDay === true ||
  hasDayRange(text, when) ||
  isTwoDays({ when, text }) ||
  /\b(?:(?:this|next) week|week of (?:the )?(?:\p{L}{3,9} )?\d)/iu.test(text) ||
  / for (?:\d{1,2}|an?|one|two|three|four|five|six|ten) (?:days?|weeks?|fortnight)\b/i.test(text) ||
  / (?:to|until|till|through|-|–) (?:the )?(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|next)/i.test(
    text,
  );

/** 'the 24th and 25th of December', but not 'the 3rd and 17th', which is no stretch of days. */
const isTwoDays = ({ when, text }: Pick<CreateEventFrame, 'when' | 'text'>): boolean =>
  when?.from != null &&
  when.to === when.from + 2 * DAY_MS &&
  /\d(?:st|nd|rd|th)? and (?:the )?\d{1,2}(?:st|nd|rd|th)?\b/i.test(text);

export function askWho(name: string, people: readonly { name: string; email: string }[]): FrameOutcome {
  const choices = people.slice(0, 5).map(({ name: full, email }) => ({
    label: full === '' ? email : `${full} (${email})`,
    text: email,
    mention: null,
  }));
  return ask('address', `Which ${name} do you mean?`, choices);
}

const MAX_OVERLAPS = 3;

export function listOverlaps(place: Interval, data: DialogueData, except?: string): string[] {
  const others = data.events.filter(
    (event) =>
      !event.isAllDay && event.eventId !== except && event.start < place.end && place.start < event.end,
  );
  const titles = [...new Set(others.map(({ title }) => `'${title}'`))];
  const more = titles.length > MAX_OVERLAPS ? [`${titles.length - MAX_OVERLAPS} more`] : [];
  return titles.length === 0
    ? []
    : [`It overlaps ${joinNames([...titles.slice(0, MAX_OVERLAPS), ...more])}.`];
}

/** From 22:00 to 8:00 is a night and from 8:00 to 8:00 a day; from 15:00 to 14:00 is a mistake. */
const isMistaken = (length: number, text: string): boolean =>
  length > 18 * HOUR_MS &&
  length < 23.5 * HOUR_MS &&
  !/\b(?:next|following) (?:day|morning|afternoon)\b/i.test(text);

type Place = Interval | { readonly question: FrameOutcome };

/** When a new event takes place, or what has to be asked for that. */
export function findPlace(frame: CreateEventFrame, data: DialogueData): Place {
  const { when, title, recurrenceRule } = frame;
  const minutes = frame.minutes ?? getUsualMinutes(title ?? '');
  const clock = createWallClock(data);
  if (frame.isAtFreeTime) return findFreePlace(minutes, when, data);
  if (frame.isTimeUnclear && when?.minute == null) return askWhen(title ?? '', when, minutes, data);
  const meal = findMeal(title ?? '');
  if (!when && recurrenceRule === null && meal === null) return askWhen(title ?? '', null, minutes, data);
  // With somebody else, today at noon is no more likely than another day.
  if (!when && recurrenceRule === null && meal !== null && frame.people.length > 0)
    return askMeal(title ?? '', { meal, minutes }, data);
  if (when && (!when.isWithinDay || isBeforeDay(when)) && when.minute === null)
    return askWhen(title ?? '', when, minutes, data);
  const isPart = when?.from != null && when.minute === null && when.from !== floorTo('day', when.from);
  if (isPart && BLOCKING.test(frame.text) && frame.minutes === null) return takePart(when, data);
  if (isPart) return findFreePlace(minutes, when, data);
  // 'work until 5' says when it ends.
  if (when?.open === 'before' && when.minute !== null) return askStart(title ?? '', data);
  const minute = toMinute(when, {
    title: title ?? '',
    meal,
    isRepeating: recurrenceRule !== null,
    isToday: when?.from != null && floorTo('day', when.from) === floorTo('day', clock.now),
  });
  if (minute === null) return askWhen(title ?? '', when, minutes, data);
  const day = findDay(when, minute, frame, data);
  if (day === null) return askHalf(minute, data);
  const start = clock.toInstant(day + minute * MINUTE_MS);
  // A length is kept when the clocks change meanwhile.
  if (when?.endMinute == null || frame.minutes !== null) return { start, end: start + minutes * MINUTE_MS };
  // The end moves to the other half of the day with the start: 'dinner from 7 to 9'.
  const last = endAfter(day, minute, (when.endMinute + minute - (when.minute ?? minute) + 1_440) % 1_440);
  const end = clock.toInstant(last);
  if (isMistaken(last - day - minute * MINUTE_MS, frame.text)) return askAgain(title ?? '');
  // A start that the clocks skip is later than it was said.
  return { start, end: end > start ? end : start + last - day - minute * MINUTE_MS };
}

/** 'block off Friday morning' and 'out of office Friday morning' are all of it. */
const BLOCKING = /^(?:block|keep)\b|\b(?:out of office|ooo|pto|(?:morning|afternoon|evening|time) off)\b/i;

/** A part of a day, as far as it lies within the user's hours. */
function takePart(when: When, data: DialogueData): Place {
  const part = toWindow(when, data);
  if (!part) return findFreePlace(USUAL_MINUTES, when, data);
  const within = data.hours.filter(({ start, end }) => start < part.end && part.start < end);
  const [first, last] = [within[0], within.at(-1)];
  return first && last
    ? { start: Math.max(part.start, first.start), end: Math.min(part.end, last.end) }
    : part;
}

const askAgain = (title: string): { readonly question: FrameOutcome } => ({
  question: ask('when', `${quote(title)} would end before it begins. From when to when is it?`),
});

const askStart = (title: string, data: DialogueData): { readonly question: FrameOutcome } =>
  askWhen(title, null, USUAL_MINUTES, data);

const EVENING =
  /\b(?:drinks|party|movie|cinema|concert|theat(?:re|er)|date night|gig|bar|happy hour|pub|beers?|poker|choir|rehearsal|band practice|game night|book club|table|restaurant|reservation)\b/i;

const NOON = 720;

/** 'dinner at 7' is in the evening. */
function toMinute(
  when: When | null,
  {
    title,
    meal,
    isRepeating,
    isToday,
  }: { title: string; meal: number | null; isRepeating: boolean; isToday: boolean },
): number | null {
  if (when?.minute == null) return meal;
  if (!when.isEitherHalf) return when.minute;
  // A series and another day have a usual hour, and not the next one that comes.
  const isLater = when.hasDate && !isToday;
  const usual = meal ?? (EVENING.test(title) ? 1_170 : isRepeating || isLater ? NOON : null);
  return usual === null ? when.minute : toNearerHalfDay(when.minute, usual);
}

/** Indexed by JavaScript's weekday number. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Times of day that a bare hour can mean: 7:00 until 20:00. */
const WAKING = { from: 420, to: 1_200 } as const;

/** The day of an event, in wall-clock milliseconds; null if 'at 9' could be tonight or tomorrow. */
function findDay(
  when: When | null,
  minute: number,
  { recurrenceRule }: CreateEventFrame,
  data: DialogueData,
): number | null {
  const { now } = createWallClock(data);
  const today = floorTo('day', now);
  const isOver = today + minute * MINUTE_MS <= now;
  const said = when?.from == null ? (isOver ? today + DAY_MS : today) : floorTo('day', when.from);
  // 'midnight tonight' is the end of today.
  const first = said === today && minute === 0 ? today + DAY_MS : said;
  const nth = /BYDAY=(-?\d)([A-Z]{2})/.exec(recurrenceRule ?? '');
  const since = isOver ? today + DAY_MS : today;
  if (nth) return computeNthWeekday(since, Number(nth[1]), WEEKDAYS.indexOf(nth[2] ?? ''));
  const dayOfMonth = /FREQ=MONTHLY;.{0,40}?BYMONTHDAY=(\d{1,2})(?=;|$)/.exec(recurrenceRule ?? '')?.[1];
  if (dayOfMonth) return computeDayOfMonth(Math.max(first, since), Number(dayOfMonth));
  const named = /BYDAY=([A-Z,]+)/.exec(recurrenceRule ?? '')?.[1]?.split(',');
  if (named) {
    const matches = (day: number) => named.includes(WEEKDAYS[getWeekday(Math.floor(day / DAY_MS))] ?? '');
    const days = Array.from({ length: 7 }, (_, at) => first + at * DAY_MS);
    return days.find(matches) ?? first;
  }
  const isLate = minute >= WAKING.to && when?.isEitherHalf === true && !when.hasDate;
  return isLate ? null : first;
}

/** The next 2nd of a month, in wall-clock milliseconds. */
function computeDayOfMonth(from: number, day: number): number {
  const days = Array.from({ length: 62 }, (_, at) => from + at * DAY_MS);
  return days.find((one) => new Date(one).getUTCDate() === day) ?? from;
}

/** The next 'first Monday' or 'last Friday' of a month, in wall-clock milliseconds. */
function computeNthWeekday(today: number, nth: number, weekday: number): number {
  const date = new Date(today);
  for (let month = 0; month < 3; month++) {
    const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month, 1);
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month + 1, 1);
    const days = Array.from({ length: (end - first) / DAY_MS }, (_, at) => first + at * DAY_MS).filter(
      (day) => getWeekday(Math.floor(day / DAY_MS)) === weekday,
    );
    const day = days.at(nth > 0 ? nth - 1 : nth);
    if (day !== undefined && day >= today) return day;
  }
  return today;
}

function askHalf(minute: number, data: DialogueData): { readonly question: FrameOutcome } {
  const { now } = createWallClock(data);
  const today = floorTo('day', now);
  const choices = [today + DAY_MS + (minute - 720) * MINUTE_MS, today + minute * MINUTE_MS].map((wall) => ({
    label: `${describeDay(wall)}, ${describeZoned([wall], data)}`,
    text: `${describeDay(wall)} at ${describeClock(wall)}`,
    mention: null,
  }));
  return { question: ask('when', 'Morning or evening?', choices) };
}

export function offerSlots(slots: readonly Interval[], data: DialogueData): DialogueChoice[] {
  const clock = createWallClock(data);
  return slots.map((slot) => {
    const wall = clock.toWall(slot.start);
    return {
      label: describeTime(slot, data),
      text: `${describeDay(wall)} at ${describeClock(wall)}`,
      mention: null,
    };
  });
}

export function toWindow(when: When | null, data: DialogueData): Interval | null {
  if (!when || when.from === null) return null;
  const clock = createWallClock(data);
  const start = clock.toInstant(when.from);
  if (when.open === 'after') return { start, end: start + 60 * DAY_MS };
  if (isBeforeDay(when)) return { start: data.now, end: start };
  return { start, end: clock.toInstant(when.to ?? floorTo('day', when.from) + DAY_MS) };
}

function findFreePlace(minutes: number, when: When | null, data: DialogueData): Place {
  const within = toWindow(when, data);
  const search = { minutes, within, most: 1 };
  const [slot] = listFreeSlots(data, search);
  const isPartOfDay = within !== null && within.end - within.start <= 12 * HOUR_MS;
  const place = slot ?? (isPartOfDay ? findSlotNearHours(data, { minutes, within }) : null);
  if (place) return place;
  const others = listFreeSlots(data, { minutes, within: null, most: 3 });
  return {
    question: ask(
      'when',
      'There is no free time of that length then. When instead?',
      offerSlots(others, data),
    ),
  };
}

/** When the hours of a day open; on a day without any, when they usually do. Null if none are known. */
function findOpening(day: number, data: DialogueData): number | null {
  const clock = createWallClock(data);
  const openings = data.hours.map(({ start }) => clock.toWall(start));
  const own = openings.find((wall) => floorTo('day', wall) === day);
  const [usual] = openings.map((wall) => wall - floorTo('day', wall)).toSorted((one, other) => one - other);
  const wall = own ?? (usual === undefined ? null : day + usual);
  return wall === null ? null : clock.toInstant(wall);
}

/** Outside of the user's hours, but as near to them as it can be: 'two hours tomorrow morning'. */
function findSlotNearHours(
  data: DialogueData,
  { minutes, within }: { readonly minutes: number; readonly within: Interval },
): Interval | null {
  const length = minutes * MINUTE_MS;
  const toDay = (instant: number) => floorTo('day', createWallClock(data).toWall(instant));
  const opens = findOpening(toDay(within.start), data);
  const free = listFreeStretches(data, { minutes, within, isAnyHour: true, most: 50 });
  const starts = free.map(({ start, end }) =>
    opens === null
      ? start
      : Math.max(start, Math.min(opens, Math.floor((end - length) / QUARTER_MS) * QUARTER_MS)),
  );
  const distance = (start: number) => Math.abs(start - (opens ?? within.start));
  const [start] = starts.toSorted((one, other) => distance(one) - distance(other));
  return start === undefined ? null : { start, end: start + length };
}

/** The hour of a meal on each day of a period on which it is free. */
export function listMealSlots(
  data: DialogueData,
  { meal, minutes, within }: { readonly meal: number; readonly minutes: number; readonly within: Interval },
): Interval[] {
  const clock = createWallClock(data);
  const first = floorTo('day', clock.toWall(within.start));
  const days = Math.ceil((within.end - within.start) / DAY_MS) + 1;
  return Array.from({ length: days }, (_, at) => clock.toInstant(first + at * DAY_MS + meal * MINUTE_MS))
    .map((start) => ({ start, end: start + minutes * MINUTE_MS }))
    .filter(({ start, end }) => start > within.start && end <= within.end)
    .filter((slot) => isFree(slot, data.busy));
}

/** Asks for the day of a meal; the next days on which its hour is free are offered. */
function askMeal(
  title: string,
  { meal, minutes }: { readonly meal: number; readonly minutes: number },
  data: DialogueData,
): { readonly question: FrameOutcome } {
  const slots = listMealSlots(data, {
    meal,
    minutes,
    within: { start: data.now, end: data.now + 7 * DAY_MS },
  });
  return { question: ask('when', `When is ${quote(title)}?`, offerSlots(slots.slice(0, 3), data)) };
}

function askWhen(
  title: string,
  when: When | null,
  minutes: number,
  data: DialogueData,
): { readonly question: FrameOutcome } {
  const within = toWindow(when, data);
  const slots = listFreeSlots(data, { minutes, within, most: 3 }).filter((slot) => isFree(slot, data.busy));
  const day =
    when?.from != null && when.isWithinDay && !isBeforeDay(when) ? ` on ${describeDay(when.from)}` : '';
  return {
    question: ask(
      'when',
      day === '' ? `When is ${quote(title)}?` : `What time is ${quote(title)}${day}?`,
      offerSlots(slots, data),
    ),
  };
}
