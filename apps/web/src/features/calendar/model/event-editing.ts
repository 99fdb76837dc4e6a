import type { Calendar, EventChange, Occurrence } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { addDays, isoDate, localDate } from '#lib/local-dates.ts';
import { isUnreadableDate } from '#lib/typed-dates.ts';
import { isUnreadableTime } from '#lib/typed-times.ts';
import { type EventForm, type Repeat, rules, timesInput, toInstant, toPlace, toRule } from './event-form.ts';
import type { Place } from './grid-item.ts';

// What only the open sheet needs: it is loaded with it.

export const repeats: Readonly<Record<Repeat, string>> = {
  none: 'Does not repeat',
  daily: 'Every day',
  weekdays: 'Every weekday (Mon to Fri)',
  weekly: 'Every week',
  monthly: 'Every month',
  yearly: 'Every year',
  custom: 'Custom rule',
};

export function toRepeat(rule: string | null): Repeat {
  if (!rule) return 'none';
  const known = Object.entries(rules).find(([, text]) => text === rule.toUpperCase());
  return (known?.[0] as Repeat | undefined) ?? 'custom';
}

const clock = (date: Date) =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;

function toRequestTimes(
  place: Place,
): Pick<EventForm, 'isAllDay' | 'startDate' | 'startTime' | 'endDate' | 'endTime'> {
  if (place.startsOn !== null && place.endsOn !== null) {
    return {
      isAllDay: true,
      startDate: place.startsOn,
      endDate: isoDate(addDays(localDate(place.endsOn), -1)),
      startTime: '09:00',
      endTime: '10:00',
    };
  }
  const start = new Date(place.startsAt);
  const end = new Date(place.endsAt);
  return {
    isAllDay: false,
    startDate: isoDate(start),
    startTime: clock(start),
    endDate: isoDate(end),
    endTime: clock(end),
  };
}

/** `doDaysBlock`: the settings let all-day events block time. */
export function newForm(place: Place, calendarId: string | null, doDaysBlock = false): EventForm {
  return {
    ...toRequestTimes(place),
    title: '',
    repeat: 'none',
    customRule: '',
    location: '',
    description: '',
    isBusy: place.startsOn === null || doDaysBlock,
    isBusyOtherwise: place.startsOn !== null || doDaysBlock,
    calendarId,
    guests: [],
    guestsTyped: '',
    reminders: null,
  };
}

/** The default calendar of a new event. */
export function calendarForNew(calendars: readonly Calendar[]): string | null {
  const writable = calendars.filter(({ isWritable }) => isWritable);
  const chosen =
    writable.find(({ isDefault }) => isDefault) ?? writable.find(({ kind }) => kind === 'dayloom');
  return chosen?._id ?? null;
}

export function toForm(occurrence: Occurrence, doDaysBlock = false): EventForm {
  const repeat = toRepeat(occurrence.recurrenceRule);
  return {
    ...toRequestTimes({
      ...occurrence,
      startsOn: occurrence.isAllDay ? occurrence.startsOn : null,
      endsOn: occurrence.isAllDay ? occurrence.endsOn : null,
    }),
    title: occurrence.title,
    repeat,
    customRule: repeat === 'custom' ? (occurrence.recurrenceRule ?? '') : '',
    location: occurrence.location,
    description: occurrence.description,
    isBusy: occurrence.isBusy,
    // By default timed events are busy and all-day events free.
    isBusyOtherwise: occurrence.isAllDay || doDaysBlock,
    calendarId: occurrence.calendarId,
    guests: occurrence.attendees.map(({ email, name }) => ({ email, name })),
    guestsTyped: '',
    reminders: null,
  };
}

export type FormProblems = Partial<Record<'title' | 'start' | 'end' | 'customRule' | 'guests', string>>;

const isSet = (date: string, time: string | null) =>
  date !== '' && !isUnreadableDate(date) && (time === null || (time !== '' && !isUnreadableTime(time)));
const hasStart = (form: EventForm) => isSet(form.startDate, form.isAllDay ? null : form.startTime);
const hasEnd = (form: EventForm) => isSet(form.endDate, form.isAllDay ? null : form.endTime);

export function findProblems(form: EventForm): FormProblems {
  const problems: FormProblems = {};
  if (!form.title.trim()) problems.title = 'An event needs a title.';
  if (!hasStart(form)) problems.start = 'Say when it starts.';
  else if (!hasEnd(form)) problems.end = 'Say when it ends.';
  else {
    const place = toPlace(form);
    const isBackwards =
      place.startsOn !== null && place.endsOn !== null
        ? place.endsOn <= place.startsOn
        : Date.parse(place.endsAt) <= Date.parse(place.startsAt);
    if (isBackwards) problems.end = 'The end must come after the start.';
  }
  if (form.repeat === 'custom' && !form.customRule.trim())
    problems.customRule = 'Write a rule such as FREQ=WEEKLY;BYDAY=MO,TH.';
  if (form.guestsTyped.trim() !== '') problems.guests = 'Write a whole address, such as ada@example.org.';
  return problems;
}

/** Moving the start moves the end by the same amount. */
export function withStart(form: EventForm, change: { startDate?: string; startTime?: string }): EventForm {
  const next = { ...form, ...change };
  if (!hasStart(next) || !hasStart(form) || !hasEnd(form)) return next;
  if (form.isAllDay) {
    const days = Math.round(
      (localDate(form.endDate).getTime() - localDate(form.startDate).getTime()) / DAY_MS,
    );
    return { ...next, endDate: isoDate(addDays(localDate(next.startDate), Math.max(0, days))) };
  }
  const length =
    Date.parse(toInstant(form.endDate, form.endTime)) - Date.parse(toInstant(form.startDate, form.startTime));
  if (!(length > 0)) return next;
  const end = new Date(Date.parse(toInstant(next.startDate, next.startTime)) + length);
  return { ...next, endDate: isoDate(end), endTime: clock(end) };
}

/** The minutes from start to end, less an hour or more where the clocks change; null if there are none. */
export function findMinutes(form: EventForm): number | null {
  if (!hasStart(form) || !hasEnd(form)) return null;
  const { startsAt, endsAt } = toPlace(form);
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;
  return minutes > 0 ? minutes : null;
}

/** Switches between all-day and timed. Switching there and back changes nothing. */
export function withAllDay(form: EventForm, isAllDay: boolean): EventForm {
  if (form.isAllDay === isAllDay) return form;
  return { ...form, isAllDay, isBusy: form.isBusyOtherwise, isBusyOtherwise: form.isBusy };
}

/** Returns only changed fields, so that editing the title does not move a series. */
export function toEventChange(before: EventForm, after: EventForm): Partial<EventChange> {
  const timesChanged = (['isAllDay', 'startDate', 'startTime', 'endDate', 'endTime'] as const).some(
    (field) => before[field] !== after[field],
  );
  return {
    ...(before.title.trim() !== after.title.trim() && { title: after.title.trim() }),
    ...(before.description !== after.description && { description: after.description }),
    ...(before.location.trim() !== after.location.trim() && { location: after.location.trim() }),
    ...(before.isBusy !== after.isBusy && { isBusy: after.isBusy }),
    ...(toRule(before) !== toRule(after) && { recurrenceRule: toRule(after) }),
    ...(timesChanged && timesInput(after)),
    ...(addresses(before) !== addresses(after) && { attendees: [...after.guests] }),
  };
}

const addresses = ({ guests }: EventForm) =>
  guests
    .map(({ email }) => email.toLowerCase())
    .sort()
    .join(' ');
