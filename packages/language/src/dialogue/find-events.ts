import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData, type DialogueEvent, type Mention } from './data.ts';
import { findRhythm, fitsRhythm, isNamed, matchName } from './matching.ts';
import { findPeople } from './people.ts';
import { isListPosition, isSeveral, isWholeList, type Reference, readReference } from './references.ts';
import { isEachDay, toNearerHalfDay, toRange, type When } from './when.ts';

/** The events that a reference means. `several`: more than one fits, and the words do not say which. */
export type FoundEvents =
  | { readonly kind: 'found'; readonly events: readonly DialogueEvent[] }
  | { readonly kind: 'several'; readonly events: readonly DialogueEvent[] }
  | { readonly kind: 'none' };

export interface FindOptions {
  /** What the conversation was about, the latest first. */
  readonly mentions: readonly Mention[];
  /** The latest list that was shown: 'the first one' is of that. */
  readonly listed?: readonly Mention[];
  /** Past events count as well, for questions. */
  readonly isPastMeant?: boolean;
}

const found = (...events: DialogueEvent[]): FoundEvents =>
  events.length > 0 ? { kind: 'found', events } : { kind: 'none' };

export function findEvents(reference: Reference, data: DialogueData, options: FindOptions): FoundEvents {
  const events = findWithAllWords(reference, data, options);
  // 'both gym sessions' where the event is called 'Gym'.
  const words = reference.words.filter(
    (word, at) => !GENERIC.test(word) && !(at === reference.words.length - 1 && WORK.test(word)),
  );
  return events.kind === 'none' && words.length > 0 && words.length < reference.words.length
    ? findWithAllWords({ ...reference, words }, data, options)
    : events;
}

/** 'the Patel job', but not 'the job interview' */
const WORK = /^(?:jobs?|gigs?|house|place|flat)$/;
const GENERIC = /^(?:sessions?|class(?:es)?|lessons?|slots?|visits?|occurrences?|instances?)$/;

function findWithAllWords(reference: Reference, data: DialogueData, options: FindOptions): FoundEvents {
  const { pronoun, position, isAll, isNext, count } = reference;
  // 'them' may mean more than the event mentioned last.
  const listed = options.listed?.filter(({ kind }) => kind === 'event') ?? [];
  if (isWholeList(reference)) return findAllListed(reference, data, listed);
  if (pronoun && isSeveral(reference)) return { kind: 'none' };
  if (pronoun) return findMentioned(pronoun, data, options.mentions);
  if (isListPosition(reference))
    return listed.length > 0
      ? findListed(position ?? 1, data, listed)
      : findSeriesOccurrence(position ?? 1, data, options.mentions);
  const upcoming = listCandidates(reference, data, options);
  const candidates = upcoming.length > 0 || isAll ? upcoming : listFromToday(reference, data);
  if (candidates.length === 0) return { kind: 'none' };
  const isNextOne = isNext && !/\b(?:every|events|meetings|appointments)\b/i.test(reference.text);
  if (isBoth(reference) && candidates.length !== 2) return { kind: 'several', events: candidates };
  if (isNext && count !== undefined)
    return found(...candidates.filter(({ start }) => start > data.now).slice(0, count));
  if (isAll && !isNextOne) return found(...withoutExceptions(withoutOver(candidates, data), reference, data));
  if (isNext) return found(...candidates.filter(({ start }) => start > data.now).slice(0, 1));
  if (position !== null) {
    const timed = candidates.filter(({ isAllDay }) => !isAllDay);
    const one = (timed.length > 0 ? timed : candidates).at(position > 0 ? position - 1 : position);
    return one ? found(one) : { kind: 'none' };
  }
  return pickOne(options.isPastMeant ? candidates : withoutOver(candidates, data), reference);
}

/** What is over cannot be moved any more, and 'everything today' does not mean it. */
function withoutOver(events: readonly DialogueEvent[], { now }: DialogueData): readonly DialogueEvent[] {
  const ahead = events.filter(({ end }) => end > now);
  return ahead.length > 0 ? ahead : events;
}

function withoutExceptions(
  events: readonly DialogueEvent[],
  { except }: Reference,
  data: DialogueData,
): readonly DialogueEvent[] {
  if (except === undefined) return events;
  const excepted = listNamed(except, events, data);
  return events.filter((event) => !excepted.includes(event));
}

/** Those of some events that words name: 'the dentist', or 'the dentist and lunch' each for itself. */
export function listNamed(
  said: string,
  events: readonly DialogueEvent[],
  data: DialogueData,
): readonly DialogueEvent[] {
  const list = (part: string) => listCandidates(readReference(part, data), { ...data, events }, {});
  const whole = list(said);
  return whole.length > 0 ? whole : said.split(/, | and /i).flatMap(list);
}

function findAllListed(reference: Reference, data: DialogueData, listed: readonly Mention[]): FoundEvents {
  const events = data.events.filter((event) => listed.some((mention) => matchesMention(event, mention)));
  return isBoth(reference) && events.length !== 2
    ? { kind: 'none' }
    : found(...withoutExceptions(events, reference, data));
}

const isBoth = ({ text }: Reference): boolean => /\bboth\b/i.test(text);

/** What was on earlier today: 'rename the standup' after it. */
function listFromToday(reference: Reference, data: DialogueData): DialogueEvent[] {
  const { now, toInstant } = createWallClock(data);
  const today = toInstant(floorTo('day', now));
  const past = listCandidates(reference, data, { isPastMeant: true });
  return reference.words.length > 0 ? past.filter(({ start }) => start >= today) : [];
}

/** Several occurrences of one series mean the next one. */
function pickOne(candidates: readonly DialogueEvent[], { words, text }: Reference): FoundEvents {
  const [first] = candidates;
  if (!first) return { kind: 'none' };
  // 'the dentist appointment' is called so, although 'appointment' alone names nothing.
  const phrase = text.replace(/^(?:the|my|our) /i, '').split(' ');
  const named = candidates.filter(({ title }) => matchName(phrase, title) === 2);
  const exact = named.length > 0 ? named : candidates.filter(({ title }) => matchName(words, title) === 2);
  const narrowed = exact.length > 0 ? exact : candidates;
  const [best] = narrowed;
  return best && isOneSeries(narrowed) ? found(best) : { kind: 'several', events: narrowed };
}

/** A changed occurrence has an id of its own. It is found by the title and guests that it shares with its series. */
export const isSameSeries = (one: DialogueEvent, other: DialogueEvent): boolean =>
  one.eventId === other.eventId ||
  (one.isRecurring &&
    other.isRecurring &&
    one.title === other.title &&
    joinGuests(one) === joinGuests(other));

const joinGuests = ({ attendees }: DialogueEvent): string =>
  attendees
    .map(({ email }) => email)
    .toSorted()
    .join(' ');

/** Whether events are occurrences of one series. Two series of one title have several occurrences each. */
function isOneSeries(events: readonly DialogueEvent[]): boolean {
  const [first] = events;
  const often = new Set(
    events.flatMap(({ eventId }, at) =>
      events.findIndex((event) => event.eventId === eventId) < at ? [eventId] : [],
    ),
  );
  return first !== undefined && often.size <= 1 && events.every((event) => isSameSeries(first, event));
}

function findMentioned(
  pronoun: 'it' | 'other',
  data: DialogueData,
  mentions: readonly Mention[],
): FoundEvents {
  const events = mentions.flatMap((mention) => {
    const event = data.events.find((one) => matchesMention(one, mention));
    return event ? [event] : [];
  });
  const one = events[pronoun === 'it' ? 0 : 1];
  return one ? found(one) : { kind: 'none' };
}

function findListed(position: number, data: DialogueData, listed: readonly Mention[]): FoundEvents {
  const mention = listed.at(position > 0 ? position - 1 : position);
  const event = mention && data.events.find((one) => matchesMention(one, mention));
  return event ? found(event) : { kind: 'none' };
}

/** 'skip the first one' of the series that was mentioned last. */
function findSeriesOccurrence(
  position: number,
  data: DialogueData,
  mentions: readonly Mention[],
): FoundEvents {
  const event = data.events.find((one) => mentions.some((mention) => matchesMention(one, mention)));
  const coming = event?.isRecurring
    ? data.events.filter((one) => isSameSeries(event, one) && one.end > data.now)
    : [];
  const one = coming.at(position > 0 ? position - 1 : position);
  return one ? found(one) : { kind: 'none' };
}

/** Whether some times of a series are excepted, and others of it are not: 'all standups except Friday's'. */
export function isSeriesCut(
  { except, ...whole }: Reference,
  data: DialogueData,
  options: FindOptions,
): boolean {
  if (except === undefined) return false;
  const events = findEvents(whole, data, options);
  if (events.kind === 'none') return false;
  const excepted = new Set(listNamed(except, events.events, data));
  const others = uniqueBySeries(events.events.filter((event) => !excepted.has(event)));
  return uniqueBySeries([...excepted]).some((event) => others.some((other) => isSameSeries(event, other)));
}

/** One occurrence of each series. */
const uniqueBySeries = (events: readonly DialogueEvent[]): DialogueEvent[] => [
  ...new Map(events.map((event) => [event.eventId, event])).values(),
];

export const matchesMention = ({ eventId, recurrenceId }: DialogueEvent, mention: Mention): boolean =>
  mention.kind === 'event' && mention.eventId === eventId && mention.recurrenceId === recurrenceId;

/** All events that fit the words, people and times, sorted by start. */
export function listCandidates(
  reference: Reference,
  data: DialogueData,
  { isPastMeant = false }: Pick<FindOptions, 'isPastMeant'> = {},
): readonly DialogueEvent[] {
  const { words, people, when, kind } = reference;
  const companions = people.map((name) => toCompanion(name, data));
  const fitting = data.events.filter(
    (event) =>
      isInTime(event, when, data, isPastMeant) &&
      companions.every((companion) => isWith(companion, event)) &&
      (words.length === 0 || (isCalled(words, event) && fitsRhythm(reference.text, event))),
  );
  const atTime = atTimeOfDay(keepRhythm(fitting, reference, data), reference, data, { isPastMeant });
  const meetings = atTime.filter(isMeeting);
  return kind === 'meeting' && words.length === 0 && people.length === 0 && meetings.length > 0
    ? meetings
    : atTime;
}

/** Days between two times of a series. */
const RHYTHMS: Readonly<Record<string, readonly [number, number]>> = {
  daily: [0, 1.5],
  weekly: [1.5, 8],
  biweekly: [13, 15],
  fortnightly: [13, 15],
  monthly: [26, 36],
  quarterly: [80, 100],
  yearly: [350, 380],
};

/** 'all weekly meetings', which name nothing else, are those that repeat so. */
function keepRhythm(
  events: readonly DialogueEvent[],
  { text, words, isAll }: Reference,
  data: DialogueData,
): readonly DialogueEvent[] {
  const rhythm = words.length === 0 ? findRhythm(text) : null;
  if (rhythm === null) return events;
  const days = RHYTHMS[rhythm.replace('-', '')];
  const gaps = days ? listGaps(data) : null;
  const repeating = events.filter(({ isRecurring, eventId }) => {
    const gap = gaps?.get(eventId);
    return isRecurring && (!days || gap === undefined || (gap >= days[0] && gap < days[1]));
  });
  return isAll || repeating.length > 0 ? repeating : events;
}

/** The fewest days between two times of each series, if more than one is known. */
function listGaps({ events }: DialogueData): Map<string, number> {
  const [latest, gaps] = [new Map<string, number>(), new Map<string, number>()];
  for (const { eventId, start } of events) {
    const before = latest.get(eventId);
    if (before !== undefined)
      gaps.set(eventId, Math.min((start - before) / DAY_MS, gaps.get(eventId) ?? Number.POSITIVE_INFINITY));
    latest.set(eventId, start);
  }
  return gaps;
}

const isMeeting = ({ title, attendees }: DialogueEvent): boolean =>
  attendees.length > 0 ||
  /\b(?:meeting|mtg|call|sync|1:1|standup|stand-up|review|interview|catch-up)\b/i.test(title);

interface Companion {
  readonly name: string;
  /** The address of the only person with this name or first name; null if there are none or several. */
  readonly email: string | null;
}

function toCompanion(name: string, data: DialogueData): Companion {
  return { name, email: findPeople([name], data).known[0]?.email.toLowerCase() ?? null };
}

/** Whether somebody takes part: as an attendee, or by the title. */
function isWith({ name, email }: Companion, { title, attendees }: DialogueEvent): boolean {
  if (matchName([name.toLowerCase()], title) > 0) return true;
  return attendees.some((person) =>
    email === null ? isNamed(name, person) : person.email.toLowerCase() === email,
  );
}

function isCalled(words: readonly string[], event: DialogueEvent): boolean {
  const people = event.attendees.map(({ name, email }) => `${name} ${email}`).join(' ');
  // 'the meeting room' is not every event that has a room.
  const place = words.length > 1 ? event.location : '';
  return matchName(words, `${event.title} ${place} ${people}`) > 0;
}

function isInTime(
  event: DialogueEvent,
  when: When | null,
  data: DialogueData,
  isPastMeant: boolean,
): boolean {
  if (!when) return isPastMeant || event.end > data.now;
  if (when.minute !== null && when.open === null) return !when.hasDate || isOnDay(event, when, data);
  if (isEachDay(when)) return isInPartOfDays(event, when, data);
  const { start, end } = toRange(when, createWallClock(data));
  // A range of a day counts what begins in it; an event that lasts for days counts on each of them.
  return event.isAllDay ? event.start < end && event.end > start : event.start >= start && event.start < end;
}

function isInPartOfDays(event: DialogueEvent, when: When, data: DialogueData): boolean {
  const wall = createWallClock(data).toWall(event.start);
  const minute = (wall - floorTo('day', wall)) / MINUTE_MS;
  const isPart = when.open === 'before' ? minute < (when.minute ?? 0) : minute >= (when.minute ?? 0);
  return !event.isAllDay && isPart && wall >= (when.from ?? 0) && wall < (when.to ?? 0);
}

function isOnDay(event: DialogueEvent, { from }: When, data: DialogueData): boolean {
  if (from === null) return true;
  const clock = createWallClock(data);
  const day = floorTo('day', from);
  return floorTo('day', clock.toWall(event.start)) === day;
}

function atTimeOfDay(
  events: readonly DialogueEvent[],
  { when, isAll }: Reference,
  data: DialogueData,
  { isPastMeant }: { readonly isPastMeant: boolean },
): readonly DialogueEvent[] {
  if (when?.minute == null || when.open !== null) return events;
  if (when.endMinute === null) return startingAt(events, when, data, { isGoingOnMeant: isPastMeant });
  return within(events, when, data, { isDayKnown: isAll || isPastMeant });
}

/** Events between two times of a day: the one that takes exactly this time, or else all that overlap it. */
function within(
  events: readonly DialogueEvent[],
  when: When,
  data: DialogueData,
  { isDayKnown }: { readonly isDayKnown: boolean },
): readonly DialogueEvent[] {
  const clock = createWallClock(data);
  const toRangeOn = (event: DialogueEvent) =>
    toRange({ ...when, from: floorTo('day', clock.toWall(event.start)) }, clock);
  const timed = events.filter(({ isAllDay }) => !isAllDay);
  const same = timed.filter((event) => {
    const range = toRangeOn(event);
    return event.start === range.start && event.end === range.end;
  });
  if (same.length > 0 && !isDayKnown) return nearestDay(same, when, data);
  if (when.hasDate || isDayKnown) {
    const range = toRange(when, clock);
    return timed.filter(({ start, end }) => start < range.end && end > range.start);
  }
  const overlapping = timed.filter((event) => {
    const range = toRangeOn(event);
    return event.start < range.end && event.end > range.start;
  });
  return nearestDay(overlapping, when, data);
}

/** Events at a time of day: those that begin then; for questions, or else those that are going on then. */
function startingAt(
  events: readonly DialogueEvent[],
  when: When,
  data: DialogueData,
  { isGoingOnMeant }: { readonly isGoingOnMeant: boolean },
): DialogueEvent[] {
  const clock = createWallClock(data);
  const isUpcoming = (event: DialogueEvent) => when.hasDate || event.end > data.now;
  const toMinute = (instant: number) => {
    const wall = clock.toWall(instant);
    return Math.round((wall - floorTo('day', wall)) / MINUTE_MS);
  };
  const timed = events.filter((event) => !event.isAllDay && isUpcoming(event));
  const asked = (event: DialogueEvent) =>
    when.isEitherHalf ? toNearerHalfDay(when.minute ?? 0, toMinute(event.start)) : (when.minute ?? 0);
  const beginning = timed.filter((event) => toMinute(event.start) === asked(event));
  if (beginning.length > 0 || !isGoingOnMeant) return nearestDay(beginning, when, data);
  const goingOn = timed.filter((event) => {
    const from = toMinute(event.start);
    const to = from + (event.end - event.start) / MINUTE_MS;
    return from <= asked(event) && asked(event) < to;
  });
  return nearestDay(goingOn, when, data);
}

/** 'my 3 o'clock' without a day is the one of today, or else of the next day that has one. */
function nearestDay(events: readonly DialogueEvent[], when: When, data: DialogueData): DialogueEvent[] {
  const [first] = events;
  if (when.hasDate || !first) return [...events];
  const clock = createWallClock(data);
  const day = floorTo('day', clock.toWall(first.start));
  return events.filter(({ start }) => floorTo('day', clock.toWall(start)) === day);
}

/** 'no standup this week', 'gym an hour earlier this week': each time of the series that is still to come in several days. */
export function listWholePeriod(
  events: readonly DialogueEvent[],
  reference: Reference,
  data: DialogueData,
): readonly DialogueEvent[] {
  const [event, ...others] = events;
  const { when, position, isNext, isAll, pronoun, words } = reference;
  const isOne = isNext || isAll || position !== null || pronoun !== null || words.length === 0;
  if (!event?.isRecurring || others.length > 0 || isOne || !isPeriod(when)) return events;
  return listCandidates(reference, data).filter((one) => isSameSeries(event, one) && one.end > data.now);
}

const isPeriod = (when: Reference['when']): boolean =>
  when?.from != null && when.to !== null && when.minute === null && when.to - when.from > DAY_MS;
