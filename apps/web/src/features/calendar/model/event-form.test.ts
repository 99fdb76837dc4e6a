import { NewEvent } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isoDate } from '#lib/local-dates.ts';
import { anOccurrence } from '#test/fixtures.ts';
import {
  findMinutes,
  findProblems,
  newForm,
  toEventChange,
  toForm,
  toRepeat,
  withAllDay,
  withStart,
} from './event-editing.ts';
import { toNewEvent, toPlace, toRule } from './event-form.ts';

const place = {
  startsAt: '2026-11-20T09:00:00.000Z',
  endsAt: '2026-11-20T10:00:00.000Z',
  startsOn: null,
  endsOn: null,
};
const whole = { ...place, startsOn: '2026-12-24', endsOn: '2026-12-27' };
const id = '3f0c1a52-1111-4222-8333-444455556666';

it('the fields convert to a valid new event', () => {
  const form = { ...newForm(place, null), title: '  Lunch ' };
  const event = toNewEvent(form, id, 'Europe/Berlin');
  expect(NewEvent.parse(event)).toMatchObject({
    title: 'Lunch',
    startsAt: place.startsAt,
    endsAt: place.endsAt,
  });
});

it('whole days are shown by their last day and sent by the day after', () => {
  const form = newForm(whole, null);
  expect(form).toMatchObject({
    isAllDay: true,
    startDate: '2026-12-24',
    endDate: '2026-12-26',
    isBusy: false,
  });
  expect(toPlace(form)).toMatchObject({ startsOn: '2026-12-24', endsOn: '2026-12-27' });
  expect(NewEvent.parse(toNewEvent({ ...form, title: 'Away' }, id, 'UTC'))).toMatchObject({
    endsOn: '2026-12-27',
  });
});

it('reports missing and reversed times', () => {
  const form = newForm(place, null);
  expect(findProblems(form)).toEqual({ title: 'An event needs a title.' });
  expect(
    findProblems({ ...form, title: 'x', endDate: form.startDate, endTime: form.startTime }),
  ).toHaveProperty('end');
  expect(findProblems({ ...form, title: 'x', startDate: '' })).toHaveProperty('start');
  expect(findProblems({ ...form, title: 'x', repeat: 'custom' })).toHaveProperty('customRule');
});

it('recognises its own rules, and keeps all others', () => {
  expect(toRepeat(null)).toBe('none');
  expect(toRepeat('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe('weekdays');
  const form = toForm(anOccurrence({ recurrenceRule: 'FREQ=WEEKLY;COUNT=6' }));
  expect(form).toMatchObject({ repeat: 'custom', customRule: 'FREQ=WEEKLY;COUNT=6' });
  expect(toRule(form)).toBe('FREQ=WEEKLY;COUNT=6');
  expect(toRule({ ...form, customRule: ' RRULE:FREQ=DAILY ' })).toBe('FREQ=DAILY');
});

it('an edit sends only changed fields', () => {
  const form = toForm(anOccurrence());
  expect(toEventChange(form, form)).toEqual({});
  expect(toEventChange(form, { ...form, title: 'Other' })).toEqual({ title: 'Other' });
  expect(Object.keys(toEventChange(form, { ...form, endDate: '2026-11-21' }))).toEqual([
    'startsAt',
    'endsAt',
  ]);
});

it('a later start moves the end along', () => {
  const form = newForm(place, null);
  const moved = withStart(form, { startDate: '2026-11-23' });
  expect(moved.endDate).toBe(isoDate(new Date(Date.parse(place.endsAt) + 3 * DAY_MS)));
  expect(withStart(newForm(whole, null), { startDate: '2026-12-30' })).toMatchObject({
    endDate: '2027-01-01',
  });
});

describe('the minutes to the end', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));
  afterEach(() => vi.unstubAllEnvs());
  const findLength = (startDate: string, startTime: string, endTime: string, endDate = startDate) =>
    findMinutes({ ...newForm(place, null), startDate, startTime, endDate, endTime });

  it('are those of the clock on usual days', () => {
    expect(findLength('2026-11-24', '09:45', '10:30')).toBe(45);
    expect(findLength('2026-11-30', '23:30', '24:00')).toBe(30);
    expect(findLength('2028-02-28', '23:30', '00:15', '2028-02-29')).toBe(45);
    expect(findLength('2026-11-24', '10:00', '10:00')).toBeNull();
    expect(findLength('2026-11-24', '10:00', 'soon')).toBeNull();
    expect(findLength('soon', '10:00', '11:00', '2026-11-24')).toBeNull();
  });

  it('count the hour that is left out or comes twice when the clocks change', () => {
    expect(findLength('2026-03-29', '01:30', '03:30')).toBe(60);
    expect(findLength('2026-10-25', '01:30', '03:30')).toBe(180);
  });
});

it('unreadable dates and times are not saved, and moving the start waits for them', () => {
  const form = { ...newForm(place, null), title: 'Lunch' };
  expect(findProblems({ ...form, startDate: '30 feb' })).toEqual({ start: 'Say when it starts.' });
  expect(findProblems({ ...form, endTime: 'soon' })).toEqual({ end: 'Say when it ends.' });
  expect(withStart(form, { startTime: 'soon' })).toEqual({ ...form, startTime: 'soon' });
  expect(findProblems({ ...form, endDate: form.startDate, endTime: '24:00' })).toEqual({});
});

it('switching to hours and back keeps whether a day is busy, and sends nothing', () => {
  const day = anOccurrence({ isAllDay: true, startsOn: '2026-12-24', endsOn: '2026-12-25', isBusy: true });
  const before = toForm(day);
  const hours = withAllDay(before, false);
  expect(hours.isBusy).toBe(true);
  const again = withAllDay(hours, true);
  expect(again.isBusy).toBe(true);
  expect(toEventChange(before, again)).toEqual({});

  const free = toForm(anOccurrence({ isBusy: false }));
  expect(withAllDay(withAllDay(free, true), false).isBusy).toBe(false);
  expect(withAllDay(newForm(place, null), true).isBusy).toBe(false);
  expect(withAllDay(newForm(whole, null), false).isBusy).toBe(true);
  // With the setting that all-day events block time, the field defaults to busy.
  expect(newForm(whole, null, true).isBusy).toBe(true);
  expect(withAllDay(newForm(place, null, true), true).isBusy).toBe(true);
});
