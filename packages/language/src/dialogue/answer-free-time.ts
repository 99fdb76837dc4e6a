import { DAY_MS, HOUR_MS, type Interval, MINUTE_MS, unionIntervals } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import type { Context } from './change-event.ts';
import { toWindow } from './create-event.ts';
import { createWallClock, type DialogueData, toMention } from './data.ts';
import type { FreeTimeFrame } from './frames.ts';
import { answerFreeParts } from './free-parts.ts';
import { isFree, listFreeStretches } from './free-slots.ts';
import { type FrameOutcome, say } from './outcome.ts';
import { WEEKDAY } from './patterns.ts';
import { endAfter, isEachDay, readWhen, type When } from './when.ts';
import { describeDay, describeEvent, describeMinutes, describeTime, joinNames } from './wording.ts';

const USUAL_MINUTES = 30;
const MAX_SLOTS = 6;

/** Answers 'am I free at 3?' and 'when do I have two hours next week?'. */
export function answerFreeTime(
  { text, when, minutes, others, company }: FreeTimeFrame,
  { data: known }: Context,
): FrameOutcome {
  if (others.length > 0) return say(describeUnknown(others));
  const data = { ...known, busy: unionIntervals([...known.busy, ...listExcludedDays(text, known)]) };
  const clock = createWallClock(data);
  if (when?.minute != null && when.open === null) {
    const today = floorTo('day', clock.now);
    const at = (day: number) => day + (when.minute ?? 0) * MINUTE_MS;
    const day =
      when.from === null ? (at(today) <= clock.now ? today + DAY_MS : today) : floorTo('day', when.from);
    const end =
      when.endMinute === null
        ? at(day) + (minutes ?? USUAL_MINUTES) * MINUTE_MS
        : endAfter(day, when.minute, when.endMinute);
    const slot = { start: clock.toInstant(at(day)), end: clock.toInstant(end) };
    const inTheWay = data.events.filter(
      (event) => !event.isAllDay && event.start < slot.end && slot.start < event.end,
    );
    // Busy time is only known for some weeks. Later, the events of that time count.
    const isKnownFree = isFree(slot, data.busy) && (slot.start < getLastKnown(data) || inTheWay.length === 0);
    if (isKnownFree) return say(`Yes, you are free on ${describeTime(slot, data)}.`, { slots: [slot] });
    const [first] = inTheWay;
    return say(
      first
        ? `No, you have ${describeEvent(first, data)}.`
        : `No, work is planned on ${describeTime(slot, data)}.`,
      {
        events: inTheWay,
        mentions: inTheWay.map(toMention),
      },
    );
  }
  const part = answerFreeParts(text, data);
  if (part) return part;
  // 'free evenings this week' are those of each day.
  const days = EVENINGS.test(text) ? readWhen(text.replace(EVENINGS, ' '), data) : when;
  const window = toWindow(days, data);
  const within = window && when?.minute != null ? cutAt(when, window, data) : window;
  const last = getLastKnown(data);
  if (within && within.start >= last)
    return say(`I know your free time only until ${describeDay(clock.toWall(last))}.`);
  const length = minutes ?? USUAL_MINUTES;
  const find = (parts: readonly (Interval | null)[], isAnyHour: boolean) =>
    parts.flatMap((each) =>
      listFreeStretches(data, { minutes: length, within: each, isAnyHour, most: MAX_SLOTS + 1 }),
    );
  const inHours = EVENING.test(text)
    ? []
    : find(when && isEachDay(when) ? listParts(when, data) : [within], false);
  const found = inHours.length > 0 ? inHours : find(listLeisure(within, EVENING.test(text), data), true);
  const stretches = found.slice(0, MAX_SLOTS);
  if (stretches.length === 0) return say('There is no free time of that length in your working hours then.');
  const lines = stretches.map((stretch) => `• ${describeTime(stretch, data)}`);
  // A list that ends early would say that the days after it are full.
  const more = found.length > MAX_SLOTS ? '\nThere is more free time after that.' : '';
  const unknown = company.length > 0 ? `\n${describeUnknown(company)}` : '';
  const slots = stretches.map(({ start }) => ({ start, end: start + length * MINUTE_MS }));
  return say(
    `${minutes === null ? 'Free' : `Free for ${describeMinutes(length)} or more`}${inHours.length > 0 ? '' : ', outside your working hours'}:\n${lines.join('\n')}${more}${unknown}`,
    { slots },
  );
}

/** 'tomorrow before 11', 'on Friday after 3': the part of the day; without a day, also of later ones. */
function cutAt({ from, minute, open, hasDate }: When, window: Interval, data: DialogueData): Interval {
  const clock = createWallClock(data);
  const day = floorTo('day', from ?? clock.now);
  const at = clock.toInstant(day + (minute ?? 0) * MINUTE_MS);
  if (open === 'before') return { start: clock.toInstant(day), end: at };
  const end = hasDate ? Math.min(window.end, clock.toInstant(day + DAY_MS)) : window.end;
  return { start: Math.max(window.start, at), end };
}

/** Until when busy time is known, in epoch milliseconds: as far as working hours are. */
const getLastKnown = ({ hours, now }: DialogueData): number =>
  Math.max(hours.at(-1)?.end ?? 0, now + KNOWN_DAYS * DAY_MS);
const KNOWN_DAYS = 14;

const EXCLUDED = new RegExp(
  String.raw`(?:,| but| and)? not (?:on )?(${WEEKDAY}s?(?:(?:,| or| and) (?:on )?${WEEKDAY}s?){0,4})(?!\p{L})`,
  'iu',
);
const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The Mondays of 'next week, not Monday', as far as busy time is known. */
function listExcludedDays(text: string, data: DialogueData): Interval[] {
  const excluded = EXCLUDED.exec(text)?.[1]?.toLowerCase();
  if (!excluded) return [];
  const clock = createWallClock(data);
  const first = floorTo('day', clock.now);
  const days = Math.ceil((getLastKnown(data) - data.now) / DAY_MS) + 1;
  return Array.from({ length: days }, (_, at) => first + at * DAY_MS)
    .filter((day) => excluded.includes(DAY_NAMES[new Date(day).getUTCDay()] ?? ''))
    .map((day) => ({ start: clock.toInstant(day), end: clock.toInstant(day + DAY_MS) }));
}

const EVENINGS = /\bevenings\b/i;
const EVENING = /\b(?:evenings?|tonight)\b/i;
const [MORNING_HOUR, EVENING_HOUR, NIGHT_HOUR] = [8, 18, 22];
const MAX_DAYS = 14;

/** The waking hours of the days in question, or their evenings; none if no days were named. */
function listLeisure(within: Interval | null, isEvening: boolean, data: DialogueData): Interval[] {
  const clock = createWallClock(data);
  const period = within ?? (isEvening ? { start: data.now, end: data.now + 7 * DAY_MS } : null);
  if (!period) return [];
  const first = floorTo('day', clock.toWall(Math.max(period.start, data.now)));
  const days = Math.min(MAX_DAYS, Math.ceil((clock.toWall(period.end) - first) / DAY_MS));
  return Array.from({ length: Math.max(0, days) }, (_, at) => first + at * DAY_MS)
    .map((day) => ({
      start: Math.max(
        clock.toInstant(day + (isEvening ? EVENING_HOUR : MORNING_HOUR) * HOUR_MS),
        isEvening ? 0 : period.start,
      ),
      end: Math.min(clock.toInstant(day + NIGHT_HOUR * HOUR_MS), isEvening ? Infinity : period.end),
    }))
    .filter(({ start, end }) => end > start);
}

/** 'this week after 3': the part of each day, in order. */
function listParts({ from, to, minute, open }: When, data: DialogueData): Interval[] {
  const clock = createWallClock(data);
  const first = floorTo('day', from ?? clock.now);
  const days = Array.from(
    { length: Math.ceil(((to ?? first) - first) / DAY_MS) },
    (_, at) => first + at * DAY_MS,
  );
  const split = (minute ?? 0) * MINUTE_MS;
  return days
    .map((day) => (open === 'before' ? [day, day + split] : [day + split, day + DAY_MS]))
    .map(([start = 0, end = 0]) => ({ start: clock.toInstant(start), end: clock.toInstant(end) }))
    .filter(({ end }) => end > data.now);
}

const describeUnknown = (names: readonly string[]): string =>
  `I can only see your calendar, so I do not know what suits ${joinNames(names)}. A meeting request asks for times that suit everybody.`;
