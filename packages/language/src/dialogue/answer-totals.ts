import { DAY_MS, type Interval, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData, type DialogueEvent, toMention } from './data.ts';
import { listCandidates } from './find-events.ts';
import { type FrameOutcome, say } from './outcome.ts';
import { listPlannedBlocks } from './planned-blocks.ts';
import { type Reference, readReference, withoutTimes } from './references.ts';
import { toRange, type When } from './when.ts';
import { describeDay, describeEvent, describeMinutes, quote } from './wording.ts';

const CONFLICTS =
  /\b(?:conflicts?|conflicting|double[- ]?book(?:ed|ings?)|overlap(?:s|ping)?|clash(?:es|ing)?)\b/i;
const HOURS =
  /^how (?:many hours|much (?:of my )?time)(?! between)(?: (?:do|will|did|am|are) (?:i|we))? ?(?:of|in|for|have|spend|spent|spending|be)?\b/i;
const MAX_SHOWN = 10;

const BUSIEST =
  /\b(?:(busiest|fullest|most (?:busy|booked|meetings?|events?|appointments?))|(?:lightest|quietest|emptiest|calmest|freest|(?:least|fewest) (?:busy|booked|meetings?|events?|appointments?)))\b/i;

/** 'which day is least busy this week', 'what's my busiest day' */
export const asksForBusiestDay = (text: string): boolean =>
  BUSIEST.test(text) &&
  (/^when am i\b/i.test(text) || (/^(?:which|what|tell me|show)\b/i.test(text) && /\bdays?\b/i.test(text)));

const LONGEST = /\b(longest|shortest) (?:meetings?|events?|calls?|appointments?)\b/i;

function describeLongest(which: string, reference: Reference, data: DialogueData): FrameOutcome {
  const minutes = ({ start, end }: DialogueEvent) => (end - start) / MINUTE_MS;
  const sign = /^longest$/i.test(which) ? -1 : 1;
  const [event] = listWithin(reference, data).toSorted(
    (one, other) => sign * (minutes(one) - minutes(other)) || one.start - other.start,
  );
  return event
    ? say(
        `The ${which.toLowerCase()} is ${describeEvent(event, data)}: ${describeMinutes(minutes(event))}.`,
        {
          events: [event],
          mentions: [toMention(event)],
        },
      )
    : say(`There are no such events ${describePeriod(reference, data)}.`);
}

/** Whether events overlap, and how much time they take; null for any other question. */
export function answerTotals(text: string, when: When | null, data: DialogueData): FrameOutcome | null {
  const readAsked = (said: string) => ({ ...readReference(said, data), when });
  if (asksForBusiestDay(text)) return describeBusiestDay(text, when, data);
  const longest = LONGEST.exec(text)?.[1];
  if (longest)
    return describeLongest(
      longest,
      { ...readAsked(''), kind: /\bmeetings?\b/i.test(text) ? 'meeting' : null },
      data,
    );
  if (CONFLICTS.test(text)) return describeConflicts(readAsked(withoutTimes(text, data).timeText), data);
  if (!HOURS.test(text) || /\b(?:till|until|before|free|left)\b/i.test(text)) return null;
  const said = text
    .replace(HOURS, ' ')
    .replace(/\b(?:do i have|am i|will i|spend|spending|busy|of|in)\b/gi, ' ');
  return describeHours(readAsked(said), data);
}

/** What lies in the time that was said, or in the next 7 days. */
function listWithin(reference: Reference, data: DialogueData): readonly DialogueEvent[] {
  const clock = createWallClock(data);
  const end = clock.toInstant(floorTo('day', clock.now) + 7 * DAY_MS);
  return listCandidates(reference, data, { isPastMeant: reference.when !== null }).filter(
    (event) => !event.isAllDay && (reference.when !== null || event.start < end),
  );
}

const describePeriod = ({ when }: Reference, data: DialogueData): string => {
  if (!when) return 'in the next 7 days';
  const clock = createWallClock(data);
  const { start, end } = toRange(when, clock);
  const days = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return `on ${days.formatRange(clock.toWall(start), clock.toWall(end) - 1)}`;
};

function describeConflicts(reference: Reference, data: DialogueData): FrameOutcome {
  const events = listWithin(reference, data);
  const pairs = events.flatMap((event, at) =>
    events.slice(at + 1).flatMap((other) => (other.start < event.end ? [[event, other] as const] : [])),
  );
  if (pairs.length === 0) return say(`No events overlap ${describePeriod(reference, data)}.`);
  const count = describeCount(pairs, 'overlap');
  const lines = pairs
    .slice(0, MAX_SHOWN)
    .map(([event, other]) => `• ${describeEvent(event, data)} and ${describeEvent(other, data)}`);
  const shown = [...new Set(pairs.slice(0, MAX_SHOWN).flat())];
  return say(`${count} ${describePeriod(reference, data)}:\n${lines.join('\n')}`, {
    events: shown,
    mentions: shown.slice(0, 2).map(toMention),
  });
}

/** Hours were asked for, and no days: '36 h'. */
const describeInHours = (minutes: number): string => {
  const rest = minutes % 60;
  const hours = (minutes - rest) / 60;
  return [hours > 0 || rest === 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].join(' ').trim();
};

/** 'how many hours am I working': the shifts, where there are any, or else the working hours. */
function describeWorkingHours(reference: Reference, data: DialogueData): FrameOutcome {
  const shifts = listWithin({ ...reference, words: [], kind: null }, data).filter(({ title }) =>
    /\b(?:shifts?|work)\b/i.test(title),
  );
  if (shifts.length > 0)
    return say(
      `${describeInHours(countMinutes(shifts))} ${describePeriod(reference, data)}, in ${describeCount(shifts, 'shift')}.`,
      { events: shifts },
    );
  const clock = createWallClock(data);
  const today = clock.toInstant(floorTo('day', clock.now));
  const { start, end } = reference.when
    ? toRange(reference.when, clock)
    : { start: today, end: today + 7 * DAY_MS };
  const within = data.hours
    .map((hours) => ({ start: Math.max(hours.start, start), end: Math.min(hours.end, end) }))
    .filter((hours) => hours.end > hours.start);
  return say(
    `Your working hours that are left ${describePeriod(reference, data)} come to ${describeInHours(countMinutes(within))}.`,
  );
}

function describeHours(reference: Reference, data: DialogueData): FrameOutcome {
  if (reference.words.length === 1 && /^work(?:ing)?$/.test(reference.words[0] ?? ''))
    return describeWorkingHours(reference, data);
  const events = listWithin(reference, data);
  const minutes = countMinutes(events);
  const blocks = listPlannedBlocks(reference, data);
  const planned =
    blocks.length > 0 &&
    `${describeInHours(countMinutes(blocks.map(({ place }) => place)))} of planned work in ${describeCount(blocks, 'block')}`;
  if (events.length === 0 && planned)
    return say(`No events, and ${planned} ${describePeriod(reference, data)}.`);
  if (events.length === 0)
    return say(
      reference.words.length > 0
        ? `I found no events for ${quote(reference.words.join(' '))} ${describePeriod(reference, data)}.`
        : `No time: there are no such events ${describePeriod(reference, data)}.`,
    );
  const inEvents = `${describeInHours(minutes)} ${describePeriod(reference, data)}, in ${describeCount(events, 'event')}`;
  return say(planned ? `${inEvents}, and ${planned}.` : `${inEvents}.`, { events });
}

const describeCount = ({ length }: readonly unknown[], noun: string): string =>
  `${length} ${noun}${length === 1 ? '' : 's'}`;

/** The day with the most or the least time in events: of the days from today on that have working hours, if there are any. */
function describeBusiestDay(text: string, when: When | null, data: DialogueData): FrameOutcome {
  const clock = createWallClock(data);
  const today = floorTo('day', clock.now);
  const asked = when && when.hasDate ? toRange(when, clock) : null;
  const first = Math.max(today, asked ? floorTo('day', clock.toWall(asked.start)) : today);
  const last = asked ? floorTo('day', clock.toWall(asked.end) - 1) : today + 6 * DAY_MS;
  const days = Array.from({ length: Math.max(1, Math.min(62, (last - first) / DAY_MS + 1)) }, (_, at) => {
    const start = clock.toInstant(first + at * DAY_MS);
    const end = clock.toInstant(first + (at + 1) * DAY_MS);
    const events = data.events.filter((event) => !event.isAllDay && event.start < end && start < event.end);
    const within = events.map((event) => ({
      ...event,
      start: Math.max(event.start, start),
      end: Math.min(event.end, end),
    }));
    return {
      wall: first + at * DAY_MS,
      events,
      minutes: countMinutes(within),
      isWorkday: data.hours.some((hours) => hours.start < end && start < hours.end),
    };
  });
  const workdays = days.filter(({ isWorkday }) => isWorkday);
  const isMost = BUSIEST.exec(text)?.[1] !== undefined;
  const [best] = (workdays.length > 0 ? workdays : days).toSorted((one, other) =>
    isMost ? other.minutes - one.minutes : one.minutes - other.minutes,
  );
  if (!best) return say('I found no such day.');
  const count = describeCount(best.events, 'event');
  const load = best.events.length === 0 ? 'no events' : `${describeMinutes(best.minutes)} in ${count}`;
  return say(`Your ${isMost ? 'busiest' : 'least busy'} day is ${describeDay(best.wall)}: ${load}.`, {
    events: best.events.slice(0, MAX_SHOWN),
    mentions: best.events.slice(0, 2).map(toMention),
  });
}

/** The minutes of events that are sorted by start. Time that two of them share counts once. */
function countMinutes(events: readonly Interval[]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of events) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total / MINUTE_MS;
}
