import type { NewEvent, Reminder } from '@dayloom/contracts';
import { HOUR_MS } from '@dayloom/time';
import { addDays, isoDate, localDate } from '#lib/local-dates.ts';
import type { Place } from './grid-item.ts';

export type Repeat = 'none' | 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'yearly' | 'custom';

/** Without those that need no rule, or one of their own. */
export const rules: Record<Exclude<Repeat, 'none' | 'custom'>, string> = {
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
  yearly: 'FREQ=YEARLY',
};

/** The fields of the event sheet. Dates and times are in the viewer's zone. */
export interface EventForm {
  title: string;
  isAllDay: boolean;
  startDate: string;
  startTime: string;
  /** The last day, inclusive; the API's end is the day after. */
  endDate: string;
  endTime: string;
  repeat: Repeat;
  customRule: string;
  location: string;
  description: string;
  isBusy: boolean;
  /**
   * Busy or free, stored separately for timed and all-day events, so that switching 'All day' remembers both.
   */
  isBusyOtherwise: boolean;
  calendarId: string | null;
  guests: readonly Guest[];
  /** What is typed in the field of the guests but is not a guest yet. */
  guestsTyped: string;
  /** The reminders of a new event; null for the usual ones. Those of an existing event are saved separately, at once. */
  reminders: readonly Reminder[] | null;
}

/** Somebody who is invited, or is to be. */
export interface Guest {
  readonly email: string;
  readonly name: string;
}

export function toRule({ repeat, customRule }: EventForm): string | null {
  if (repeat === 'none') return null;
  if (repeat === 'custom') return customRule.trim().replace(/^RRULE:/i, '') || null;
  return rules[repeat];
}

export const toInstant = (date: string, time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const day = localDate(date);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes).toISOString();
};

export function toPlace(form: EventForm): Place {
  if (form.isAllDay) {
    const endsOn = isoDate(addDays(localDate(form.endDate), 1));
    return {
      startsAt: localDate(form.startDate).toISOString(),
      endsAt: localDate(endsOn).toISOString(),
      startsOn: form.startDate,
      endsOn,
    };
  }
  return {
    startsAt: toInstant(form.startDate, form.startTime),
    endsAt: toInstant(form.endDate, form.endTime),
    startsOn: null,
    endsOn: null,
  };
}

type TimesInput =
  | { startsOn: string; endsOn: string }
  | { startsAt: string; endsAt: string; timeZone?: string };

export function timesInput(form: EventForm): TimesInput {
  const { startsAt, endsAt, startsOn, endsOn } = toPlace(form);
  return startsOn !== null && endsOn !== null ? { startsOn, endsOn } : { startsAt, endsAt };
}

export function toNewEvent(
  form: EventForm,
  id: string,
  timeZone: string,
): Omit<NewEvent, 'isBusy'> & { isBusy: boolean } {
  return {
    _id: id,
    ...(form.calendarId ? { calendarId: form.calendarId } : {}),
    title: form.title.trim(),
    description: form.description,
    location: form.location.trim(),
    isBusy: form.isBusy,
    recurrenceRule: toRule(form),
    attendees: [...form.guests],
    ...timesInput(form),
    ...(form.isAllDay ? {} : { timeZone }),
  };
}

/** The place of a new event: one hour from the next half hour; on other days from 9:00. */
export function defaultPlace(date: string, now: Date): Place {
  const isToday = isoDate(now) === date;
  const start = isToday
    ? new Date(Math.ceil((now.getTime() + 1) / 1_800_000) * 1_800_000)
    : new Date(localDate(date).getFullYear(), localDate(date).getMonth(), localDate(date).getDate(), 9);
  return {
    startsAt: start.toISOString(),
    endsAt: new Date(start.getTime() + HOUR_MS).toISOString(),
    startsOn: null,
    endsOn: null,
  };
}
