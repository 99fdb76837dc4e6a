import { DAY_MS, MINUTE_MS, WEEK_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData, type DialogueEvent } from './data.ts';
import { findEvents } from './find-events.ts';
import type { CreateEventFrame } from './frames.ts';
import { isOnlyTime } from './only-time.ts';
import { readReference } from './references.ts';
import { readWhen, type When } from './when.ts';

const COPY =
  /^(?:duplicate|copy|clone|repeat) (.{2,120}?) (?:(?:to|on|for|at) |(?=(?:next|this) (?:week|mon|tue|wed|thu|fri|sat|sun)|tomorrow|today))(.{2,60})$/i;

/** 'copy the budget review to Thursday': a new event like an existing one. Null if it does not exist. */
export function readCopy(clause: string, data: DialogueData): CreateEventFrame | null {
  const [, object, target] = COPY.exec(clause) ?? [];
  const when = target && isOnlyTime(target, data) ? readWhen(target, data, { isTimeExpected: true }) : null;
  if (!object || !when) return null;
  const found = findEvents(readReference(object, data), data, { mentions: [] });
  const [event] = found.kind === 'found' && found.events.length === 1 ? found.events : [];
  return event ? toCopy(event, when, clause, data) : null;
}

/** A new event like an existing one; at its time of day, unless another one was said. */
export function toCopy(event: DialogueEvent, when: When, text: string, data: DialogueData): CreateEventFrame {
  const wall = createWallClock(data).toWall(event.start);
  const minute = (wall - floorTo('day', wall)) / MINUTE_MS;
  const then = toDayOfWeek(when, wall);
  return {
    act: 'create_event',
    text,
    title: event.title,
    people: event.attendees.map(({ email }) => email),
    when: then.minute === null && !event.isAllDay ? { ...then, minute, isEitherHalf: false } : then,
    minutes: event.isAllDay ? null : (event.end - event.start) / MINUTE_MS,
    location: event.location === '' ? null : event.location,
    recurrenceRule: null,
    isAllDay: event.isAllDay,
    isAtFreeTime: false,
  };
}

/** 'next week' is its day of that week. */
function toDayOfWeek(when: When, wall: number): When {
  if (when.from === null || when.to === null || when.to - when.from !== WEEK_MS) return when;
  const from = when.from + floorTo('day', wall) - floorTo('week', wall);
  return { ...when, from, to: from + DAY_MS, isWithinDay: true };
}
