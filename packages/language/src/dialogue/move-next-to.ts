import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { readLengths } from '../time-expressions/read-times.ts';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData, type DialogueEvent } from './data.ts';
import { findEvents } from './find-events.ts';
import { type ChangeEventFrame, NO_EDIT } from './frames.ts';
import { readReference } from './references.ts';
import { DATED, type When } from './when.ts';

const BESIDE =
  /^(?:move|put|shift|push|re-?schedule|delay|postpone) (.{2,80}?)(?: to| until| till)?(?: be)? (?:right |just |directly )?(after|before) (?:the end of )?(.{2,80})$/i;

/** 'move the dentist after the interview'; null if one of them is not an event. */
export function readMoveNextTo(clause: string, data: DialogueData): ChangeEventFrame | null {
  const [, object, side, anchor] = BESIDE.exec(clause) ?? [];
  if (!object || !side || !anchor) return null;
  const reference = readReference(object, data);
  const moved = findOne(object, data);
  const other = findOne(anchor, data);
  if (!moved) return null;
  const isAfter = /^after$/i.test(side);
  const length = moved.end - moved.start;
  // 'after lunch' without an article is a time of its own day, unless lunch is an event of that day.
  const meal = MEALS.get(anchor.toLowerCase());
  const isOnSameDay = other !== null && isSameDay(moved, other, data);
  const clock = createWallClock(data);
  const atMeal = ([from, to]: readonly [number, number]) =>
    clock.toInstant(floorTo('day', clock.toWall(moved.start)) + (isAfter ? to : from) * HOUR_MS);
  if (other?.eventId === moved.eventId) return null;
  const edge = meal && !isOnSameDay ? atMeal(meal) : other && (isAfter ? other.end : other.start);
  if (edge === null) return null;
  const start = isAfter ? edge : edge - length;
  const { eventId, recurrenceId } = moved;
  return {
    act: 'change_event',
    text: clause,
    reference,
    edit: { ...NO_EDIT, to: toMoment(start, data) },
    chosen: { eventId, recurrenceId },
  };
}

/** When they begin and end, in hours of the day. */
const MEALS: ReadonlyMap<string, readonly [number, number]> = new Map<string, readonly [number, number]>([
  ['breakfast', [8, 9]],
  ['lunch', [12, 13]],
  ['dinner', [18, 20]],
]);

function isSameDay(one: DialogueEvent, other: DialogueEvent, data: DialogueData): boolean {
  const { toWall } = createWallClock(data);
  return floorTo('day', toWall(one.start)) === floorTo('day', toWall(other.start));
}

const AFTER = /^(.{2,120}?) (?:right |just |straight |directly )?(after|before) ((?:the |my |our ).{2,80})$/i;

/** 'lunch after the design review': what is new, and where it begins. Null if the words name no event. */
export function readNextTo(
  clause: string,
  data: DialogueData,
): { readonly text: string; readonly toWhen: (minutes: number) => When } | null {
  const [, text, side, anchor] = AFTER.exec(clause) ?? [];
  const other = anchor ? findOne(anchor, data) : null;
  if (!text || !side || !other) return null;
  const isAfter = /^after$/i.test(side);
  // 'a follow-up a week after the interview': a week later at the same time, but an hour after its end.
  // Its own length, as in 'a break of 15 minutes after the review', is no gap.
  const apart = readLengths(text).find(
    (length) => length.to === text.length && !/\bof $/i.test(text.slice(0, length.from)),
  );
  const gap = (apart?.minutes ?? 0) * MINUTE_MS;
  const isDays = gap >= DAY_MS;
  const alone = apart ? text.slice(0, apart.from).trim() : text;
  return {
    text: alone,
    toWhen: (minutes) => {
      if (isDays) return toMoment(other.start + (isAfter ? gap : -gap), data);
      return toMoment(isAfter ? other.end + gap : other.start - gap - minutes * MINUTE_MS, data);
    },
  };
}

function findOne(said: string, data: DialogueData): DialogueEvent | null {
  const reference = readReference(said, data);
  if (reference.words.length + reference.people.length === 0) return null;
  const found = findEvents(reference, data, { mentions: [] });
  const [event] = found.kind === 'found' && found.events.length === 1 ? found.events : [];
  return event && !event.isAllDay ? event : null;
}

function toMoment(instant: number, data: DialogueData): When {
  const wall = createWallClock(data).toWall(instant);
  const day = floorTo('day', wall);
  return {
    from: day,
    to: day + DAY_MS,
    ...DATED,
    minute: (wall - day) / MINUTE_MS,
  };
}
