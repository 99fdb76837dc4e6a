import { Temporal } from 'temporal-polyfill';
import type { Place } from './grid-item.ts';
import type { CalendarView } from './views.ts';

const STEP_MINUTES = 15;
const WEEK = 7;

/** A keyboard step. Days are calendar days, which may have 23 or 25 hours; minutes are exact. */
export interface Step {
  edge: 'both' | 'end';
  minutes: number;
  days: number;
}

interface Key {
  key: string;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Alt and an arrow move; with Shift they resize. In the month view, up and down move by a week. */
export function toStep({ key, altKey, shiftKey, ctrlKey, metaKey }: Key, view: CalendarView): Step | null {
  if (!altKey || ctrlKey || metaKey) return null;
  const down = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
  const right = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
  if (down === 0 && right === 0) return null;
  const edge = shiftKey ? 'end' : 'both';
  const isMonth = view === 'month';
  return {
    edge,
    minutes: isMonth ? 0 : down * STEP_MINUTES,
    days: right + (isMonth ? down * WEEK : 0),
  };
}

/**
 * The new place after a step, or null if the step is not possible. A step by days keeps the length and the
 * local time (a skipped local time shifts forward, Temporal's 'compatible'). A block never becomes shorter
 * than one step.
 */
export function movePlace(place: Place, step: Step, timeZone: string): Place | null {
  if (place.startsOn !== null && place.endsOn !== null) return movePlaceByDays(place, step);
  const start = Temporal.Instant.from(place.startsAt);
  const end = Temporal.Instant.from(place.endsAt);
  const shift = (instant: Temporal.Instant) =>
    instant.toZonedDateTimeISO(timeZone).add({ days: step.days }).toInstant().add({ minutes: step.minutes });
  if (step.edge === 'end') {
    const longer = shift(end);
    const least = start.add({ minutes: STEP_MINUTES });
    if (Temporal.Instant.compare(longer, least) < 0) return null;
    return { ...place, endsAt: iso(longer) };
  }
  const moved = shift(start);
  return { ...place, startsAt: iso(moved), endsAt: iso(moved.add(end.since(start))) };
}

function movePlaceByDays(place: Place, step: Step): Place | null {
  const days = step.days + Math.sign(step.minutes) * (step.edge === 'end' ? 1 : 0);
  if (days === 0 || place.startsOn === null || place.endsOn === null) return null;
  const start = Temporal.PlainDate.from(place.startsOn);
  const end = Temporal.PlainDate.from(place.endsOn).add({ days });
  if (step.edge === 'end') {
    if (Temporal.PlainDate.compare(end, start) <= 0) return null;
    return { ...place, endsOn: end.toString() };
  }
  return { ...place, startsOn: start.add({ days }).toString(), endsOn: end.toString() };
}

const iso = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds).toISOString();
