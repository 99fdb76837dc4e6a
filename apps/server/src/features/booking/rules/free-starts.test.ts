import { readFileSync } from 'node:fs';
import { type DateHours, weekdays } from '@dayloom/contracts';
import type { SlotRequest } from '@dayloom/time';
import { expect, test } from 'vitest';
import { sharedPath } from '../../../../../../scripts/shared-dir.ts';
import { listFreeStarts } from './free-starts.ts';

interface Case {
  readonly instance: Required<SlotRequest> & { readonly name: string };
  readonly slots: readonly string[];
}

/** Over the change of clocks in New York: the window begins in the skipped hour, and a meeting lies in it. */
const own: Case = {
  instance: {
    format: 'slots/1',
    name: 'own',
    timeZone: 'America/New_York',
    workingHours: [{ days: [0], start: '02:30', end: '04:00' }],
    overrides: [{ date: '2027-03-21' }],
    busy: [{ start: '2027-03-14T07:40:00.000Z', end: '2027-03-14T07:45:00.000Z' }],
    window: { start: '2027-03-13T00:00:00.000Z', end: '2027-03-29T00:00:00.000Z' },
    now: '2027-03-01T00:00:00.000Z',
    slotMinutes: 15,
    stepMinutes: 15,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 5,
    minimumNoticeMinutes: 0,
  },
  slots: [
    '2027-03-14T07:45:00.000Z',
    '2027-03-28T06:30:00.000Z',
    '2027-03-28T06:45:00.000Z',
    '2027-03-28T07:00:00.000Z',
    '2027-03-28T07:15:00.000Z',
    '2027-03-28T07:30:00.000Z',
    '2027-03-28T07:45:00.000Z',
  ],
};

function readCases(): Case[] {
  const file = sharedPath('slots', 'cases.jsonl');
  if (!file) console.info('The shared slot cases are not here; only our own one is tried.');
  const lines = file ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return [own, ...lines.map((line) => JSON.parse(line) as Case)];
}

const toMs = (instant: string) => Date.parse(instant);

/** The same question as a booking page asks it. */
function ask({ instance }: Case): string[] {
  const { timeZone, workingHours, overrides, busy, window, now, slotMinutes, ...limits } = instance;
  const hours = weekdays.map((day, at) => [
    day,
    // The contract begins the week on Monday, the cases on Sunday.
    workingHours
      .filter(({ days }) => days.includes((at + 1) % 7))
      .map(({ start, end }): [string, string] => [start, end]),
  ]);
  const dates = Map.groupBy(overrides, ({ date }) => date);
  const starts = listFreeStarts(
    { ...limits, stepMinutes: limits.stepMinutes as 15, horizonDays: 5_000, dailyCap: null, weeklyCap: null },
    {
      timeZone,
      hours: Object.fromEntries(hours),
      overrides: [...dates].map(
        ([date, windows]): DateHours => ({
          date,
          windows: windows.flatMap(({ start, end }): [string, string][] =>
            start && end ? [[start, end]] : [],
          ),
        }),
      ),
      busy: busy.map(({ start, end }) => ({ start: toMs(start), end: toMs(end) })),
      bookedStarts: [],
    },
    { now: toMs(now), from: toMs(window.start), to: toMs(window.end), durationMinutes: slotMinutes },
  );
  return starts.map((start) => new Date(start).toISOString());
}

test.each(readCases().map((one) => [one.instance.name, one] as const))(
  'offers the slots of the case %s',
  (_, one) => {
    expect(ask(one)).toEqual(one.slots);
  },
);
