import { DAY_MS, HOUR_MS, type Interval, MINUTE_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { toDate, toIso, toWindow } from './create-event.ts';
import { createWallClock, type DialogueData, type DialogueEvent } from './data.ts';
import type { EventEdit } from './frames.ts';
import { listFreeSlots } from './free-slots.ts';
import { endAfter, toComing, toNearerHalfDay, type When } from './when.ts';

/** The new time of an event as fields of a change; `{}` if it stays, or why it cannot be. */
export type NewTime =
  | { readonly fields: Readonly<Record<string, string>>; readonly place: Interval | null }
  | { readonly problem: string };

const unchanged: NewTime = { fields: {}, place: null };

export function planNewTime(event: DialogueEvent, edit: EventEdit, data: DialogueData): NewTime {
  const timed = (start: number, end: number): NewTime =>
    end <= start
      ? { problem: `'${event.title}' would end before it begins.` }
      : {
          fields: { startsAt: toIso(start), endsAt: toIso(end), timeZone: data.timeZone },
          place: { start, end },
        };
  const placed = planPlace(event, edit, data, timed);
  if (edit.shiftMinutes === null && edit.growMinutes === null) return placed;
  if ('problem' in placed) return placed;
  const shift = edit.shiftMinutes ?? 0;
  if (event.isAllDay && !placed.place) return shiftDays(event, Math.round(shift / 1_440));
  const { start, end } = placed.place ?? event;
  const move = (instant: number) => shiftInstant(instant, shift, data);
  return timed(move(start), move(end) + (edit.growMinutes ?? 0) * MINUTE_MS);
}

/** Whole days keep the time of day, whatever the clocks do. */
function shiftInstant(instant: number, minutes: number, data: DialogueData): number {
  const clock = createWallClock(data);
  return minutes % 1_440 === 0
    ? clock.toInstant(clock.toWall(instant) + minutes * MINUTE_MS)
    : instant + minutes * MINUTE_MS;
}

function planPlace(event: DialogueEvent, edit: EventEdit, data: DialogueData, timed: Timed): NewTime {
  if (edit.minutes !== null && !edit.to) return timed(event.start, event.start + edit.minutes * MINUTE_MS);
  if (edit.isToFreeTime) return toFreeTime(event, edit, data, timed);
  if (edit.endsAt) return toNewEnd(event, edit.endsAt, data, timed);
  if (!edit.to) return unchanged;
  return toNewStart(event, toComing(edit.to, createWallClock(data).now), edit.minutes, data, timed);
}

const USUALLY_UP = 8 * HOUR_MS;

type Timed = (start: number, end: number) => NewTime;

function shiftDays({ startsOn, endsOn, title }: DialogueEvent, days: number): NewTime {
  if (startsOn === null || endsOn === null || days === 0)
    return { problem: `'${title}' lasts all day, so it moves by whole days.` };
  const shift = (date: string) => toDate(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
  return { fields: { startsOn: shift(startsOn), endsOn: shift(endsOn) }, place: null };
}

function toFreeTime(event: DialogueEvent, { to }: EventEdit, data: DialogueData, timed: Timed): NewTime {
  const minutes = event.isAllDay ? 60 : (event.end - event.start) / MINUTE_MS;
  const within = toWindow(to, data);
  const own = { start: event.start, end: event.end };
  const slots = listFreeSlots(data, { minutes, within, except: own, most: 2 });
  const slot = slots.find(({ start }) => start !== event.start);
  return slot ? timed(slot.start, slot.end) : { problem: `There is no free time for '${event.title}'.` };
}

const minuteOfDay = (wall: number): number => Math.round((wall - floorTo('day', wall)) / MINUTE_MS);

function toNewEnd(event: DialogueEvent, endsAt: When, data: DialogueData, timed: Timed): NewTime {
  const clock = createWallClock(data);
  const start = clock.toWall(event.start);
  if (endsAt.minute === null) return unchanged;
  const later = minuteOfDay(start) + 30;
  const minute = endsAt.isEitherHalf ? toNearerHalfDay(endsAt.minute, later) : endsAt.minute;
  const day = endsAt.hasDate && endsAt.from !== null ? floorTo('day', endsAt.from) : floorTo('day', start);
  return timed(event.start, clock.toInstant(day + minute * MINUTE_MS));
}

function toNewStart(
  event: DialogueEvent,
  to: When,
  minutes: number | null,
  data: DialogueData,
  timed: Timed,
): NewTime {
  const clock = createWallClock(data);
  const wall = clock.toWall(event.start);
  const day = to.hasDate && to.from !== null ? computeNewDay(to, to.from, wall) : floorTo('day', wall);
  if (event.isAllDay && to.minute === null) {
    return shiftDays(event, Math.round((day - floorTo('day', wall)) / DAY_MS));
  }
  const length =
    minutes === null ? (event.isAllDay ? HOUR_MS : event.end - event.start) : minutes * MINUTE_MS;
  const part = findPart(to, day);
  // 'to the afternoon' asks for nothing where it is there already.
  if (part && wall >= part.start && wall + length <= part.end)
    return timed(event.start, event.start + length);
  if (part) {
    const within = { start: clock.toInstant(part.start), end: clock.toInstant(part.end) };
    const search = {
      minutes: length / MINUTE_MS,
      within,
      except: { start: event.start, end: event.end },
      most: 1,
    };
    // Outside the user's hours a morning begins when people are up.
    const up = Math.max(part.start, day + USUALLY_UP);
    const later = up < part.end ? { ...within, start: clock.toInstant(up) } : within;
    const [slot] = [
      ...listFreeSlots(data, search),
      ...listFreeSlots(data, { ...search, within: later, isAnyHour: true }),
      ...listFreeSlots(data, { ...search, isAnyHour: true }),
    ];
    return slot
      ? timed(slot.start, slot.end)
      : { problem: `There is no free time for '${event.title}' then.` };
  }
  const minute = to.minute === null ? minuteOfDay(wall) : pickHalf(to, minuteOfDay(wall));
  const start = day + minute * MINUTE_MS;
  const end = to.endMinute === null ? null : endAfter(day, minute, pickEnd(to, minute));
  const from = clock.toInstant(start);
  return timed(from, end === null ? from + length : clock.toInstant(end));
}

/** 'to next week': the same day of that week. */
function computeNewDay(to: When, from: number, wall: number): number {
  const day = floorTo('day', from);
  const days = ((to.to ?? day) - day) / DAY_MS;
  return days === 7 ? day + (floorTo('day', wall) - floorTo('week', wall)) : day;
}

/** 'tomorrow afternoon', 'the morning': a stretch of the day. */
function findPart(to: When, day: number): Interval | null {
  if (to.minute !== null || to.from === null || to.to === null || !to.isWithinDay) return null;
  const length = to.to - to.from;
  if (length >= DAY_MS) return null;
  const start = day + (to.from - floorTo('day', to.from));
  return { start, end: start + length };
}

/** 'to 4' of a meeting at 3 p.m. is 4 p.m.; hours between 7 and 20 are usual by day. */
function pickHalf({ minute, isEitherHalf }: When, before: number): number {
  if (minute === null) return before;
  if (!isEitherHalf) return minute;
  const halves = [minute % 720, (minute % 720) + 720];
  // What begins before eight may begin even earlier, and what begins in the evening later.
  const latest = before >= 1_140 || before < 480 ? 1_440 : before >= 1_020 ? 1_320 : 1_200;
  const usual = halves.filter((half) => (before < 480 || before >= 1_140 || half >= 420) && half < latest);
  const among = usual.length > 0 ? usual : halves;
  return among.toSorted((one, other) => Math.abs(one - before) - Math.abs(other - before))[0] ?? minute;
}

function pickEnd({ endMinute, minute, isEitherHalf }: When, start: number): number {
  const length = ((endMinute ?? 0) - (minute ?? 0) + 1_440) % 1_440;
  return isEitherHalf ? (start + length) % 1_440 : (endMinute ?? 0);
}
