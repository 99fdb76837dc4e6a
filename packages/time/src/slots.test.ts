import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../scripts/shared-dir.ts';
import { weeklyWindows } from './availability.ts';
import { toDayNumber } from './civil-date.ts';
import { InvalidSlotRequest, listSlots, type SlotRequest } from './index.ts';
import { findInstant } from './instant-text.ts';
import { DAY_MS, MINUTE_MS } from './units.ts';
import { getZone } from './zone.ts';

const base: SlotRequest = {
  format: 'slots/1',
  timeZone: 'America/New_York',
  workingHours: [{ days: [1, 2, 3, 4, 5], start: '09:00', end: '10:00' }],
  overrides: [],
  busy: [],
  window: { start: '2027-03-08T00:00:00.000Z', end: '2027-03-09T00:00:00.000Z' },
  now: '2027-03-01T00:00:00.000Z',
  slotMinutes: 30,
  stepMinutes: 15,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minimumNoticeMinutes: 0,
};
const times = (change: Partial<SlotRequest>) =>
  listSlots({ ...base, ...change }).map((slot) => slot.slice(5, 16));

describe('listSlots', () => {
  it('fills the working hours', () => {
    expect(listSlots(base)).toEqual([
      '2027-03-08T14:00:00.000Z',
      '2027-03-08T14:15:00.000Z',
      '2027-03-08T14:30:00.000Z',
    ]);
  });
  it('lets a booking touch busy time', () => {
    expect(times({ busy: [{ start: '2027-03-08T14:30:00.000Z', end: '2027-03-08T15:00:00.000Z' }] })).toEqual(
      ['03-08T14:00'],
    );
  });
  it('keeps the buffers free around the booking, before and after', () => {
    const busy = [{ start: '2027-03-08T14:00:00.000Z', end: '2027-03-08T14:10:00.000Z' }];
    expect(times({ busy, bufferBeforeMinutes: 20, bufferAfterMinutes: 0 })).toEqual(['03-08T14:30']);
    const later = [{ start: '2027-03-08T15:00:00.000Z', end: '2027-03-08T16:00:00.000Z' }];
    expect(times({ busy: later, bufferAfterMinutes: 20 })).toEqual(['03-08T14:00']);
  });
  it('blocks only the buffers of a busy time without length', () => {
    const busy = [{ start: '2027-03-08T14:20:00.000Z', end: '2027-03-08T14:20:00.000Z' }];
    expect(times({ busy })).toHaveLength(3);
    expect(times({ busy, bufferBeforeMinutes: 10 })).toEqual(['03-08T14:30']);
  });
  it('starts at the first aligned minute of a free range, seconds rounded up', () => {
    expect(times({ now: '2027-03-08T14:00:01.000Z' })).toEqual(['03-08T14:15', '03-08T14:30']);
    expect(times({ now: '2027-03-08T13:50:00.000Z', minimumNoticeMinutes: 30 })).toEqual(['03-08T14:30']);
  });
  it('does not join windows', () => {
    const workingHours = [
      { days: [1], start: '09:00', end: '09:30' },
      { days: [1], start: '09:30', end: '10:00' },
    ];
    expect(times({ workingHours })).toEqual(['03-08T14:00', '03-08T14:30']);
  });
  it('gives overlapping hours once', () => {
    const workingHours = [
      { days: [1], start: '09:00', end: '10:00' },
      { days: [1], start: '09:00', end: '10:15' },
      { days: [1], start: '09:15', end: '09:50' },
    ];
    expect(times({ workingHours })).toEqual(['03-08T14:00', '03-08T14:15', '03-08T14:30', '03-08T14:45']);
  });
  it('lets overrides replace or close a date', () => {
    expect(times({ overrides: [{ date: '2027-03-08' }] })).toEqual([]);
    const overrides = [
      { date: '2027-03-08', start: '12:00', end: '12:30' },
      { date: '2027-03-08', start: '15:00', end: '15:30' },
    ];
    expect(times({ overrides })).toEqual(['03-08T17:00', '03-08T20:00']);
  });
  it('opens a window in the gap later, and closes at midnight for 24:00', () => {
    const window = { start: '2027-03-14T05:00:00.000Z', end: '2027-03-15T12:00:00.000Z' };
    const days = [0];
    expect(times({ window, workingHours: [{ days, start: '02:30', end: '04:00' }] })).toEqual([
      '03-14T07:30',
    ]);
    expect(times({ window, workingHours: [{ days, start: '23:00', end: '24:00' }] })).toEqual([
      '03-15T03:00',
      '03-15T03:15',
      '03-15T03:30',
    ]);
  });
  it('continues by elapsed time through the doubled hour', () => {
    const window = { start: '2027-11-07T04:00:00.000Z', end: '2027-11-07T12:00:00.000Z' };
    const workingHours = [{ days: [0], start: '00:30', end: '02:00' }];
    expect(times({ window, workingHours, stepMinutes: 60, slotMinutes: 60 })).toEqual([
      '11-07T05:00',
      '11-07T06:00',
    ]);
  });
  it('keeps the grid of the first minute across the half-hour change of Lord Howe', () => {
    const window = { start: '2027-10-02T13:00:00.000Z', end: '2027-10-02T18:00:00.000Z' };
    const workingHours = [{ days: [0], start: '01:00', end: '04:00' }];
    const zone = { timeZone: 'Australia/Lord_Howe', window, workingHours, stepMinutes: 60, slotMinutes: 30 };
    expect(times(zone)).toEqual(['10-02T14:30', '10-02T15:30', '10-02T16:30']);
  });
  it('names the invalid field', () => {
    const wrong: [string, unknown][] = [
      ['timeZone', { timeZone: 'Mars/X' }],
      ['stepMinutes', { stepMinutes: 7 }],
      ['stepMinutes', { stepMinutes: 0 }],
      ['slotMinutes', { slotMinutes: -5 }],
      ['slotMinutes', { slotMinutes: '30' }],
      ['now', { now: '2027-03-01' }],
      ['window', { window: null }],
      ['window.start', { window: { start: '2027-02-30T00:00:00.000Z', end: base.window.end } }],
      ['window.end', { window: { start: base.window.end, end: base.window.start } }],
      [
        'busy[1].end',
        {
          busy: [
            { start: base.now, end: base.now },
            { start: base.now, end: 5 },
          ],
        },
      ],
      ['busy[0].start', { busy: [null] }],
      ['workingHours[0].days', { workingHours: [{ days: [7], start: '09:00', end: '10:00' }] }],
      ['workingHours[0].end', { workingHours: [{ days: [1], start: '09:00', end: '24:30' }] }],
      ['workingHours[0].end', { workingHours: [{ days: [1], start: '09:00', end: '09:00' }] }],
      ['overrides[0].date', { overrides: [{ date: '2027-02-29' }] }],
      ['minimumNoticeMinutes', { minimumNoticeMinutes: Number.NaN }],
      ['format', { format: 'slots/2' }],
    ];
    for (const [field, change] of wrong) {
      const error = thrownBy(() => listSlots({ ...base, ...(change as Partial<SlotRequest>) }));
      expect(error, `field ${field}`).toBeInstanceOf(InvalidSlotRequest);
      expect((error as InvalidSlotRequest).field).toBe(field);
      expect((error as InvalidSlotRequest).message).toContain(field);
    }
    expect(() => listSlots(null as unknown as SlotRequest)).toThrow(InvalidSlotRequest);
  });
  it('agrees with a check of every minute', () => {
    const minute = fc.integer({ min: 0, max: 4 * 24 * 60 });
    const request = fc.record({
      timeZone: fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/London'),
      first: fc.constantFrom(
        '2027-03-12',
        '2027-03-27',
        '2027-04-02',
        '2027-10-01',
        '2027-10-30',
        '2027-11-05',
      ),
      start: fc.integer({ min: 0, max: 22 }),
      length: fc.integer({ min: 1, max: 8 }),
      busy: fc.array(fc.tuple(minute, fc.integer({ min: 0, max: 200 })), { maxLength: 8 }),
      slotMinutes: fc.constantFrom(10, 25, 30, 60),
      stepMinutes: fc.constantFrom(5, 15, 30, 60),
      bufferBeforeMinutes: fc.integer({ min: 0, max: 20 }),
      bufferAfterMinutes: fc.integer({ min: 0, max: 20 }),
      notice: fc.integer({ min: 0, max: 2000 }),
    });
    fc.assert(
      fc.property(request, (r) => {
        const from = Date.parse(`${r.first}T00:00:00Z`);
        const text = (offset: number) => new Date(from + offset * MINUTE_MS).toISOString();
        const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
        const end = Math.min(24, r.start + r.length);
        const full: SlotRequest = {
          ...base,
          timeZone: r.timeZone,
          workingHours: [{ days: [0, 1, 2, 3, 4, 5, 6], start: two(r.start), end: two(end) }],
          busy: r.busy.map(([start, length]) => ({ start: text(start), end: text(start + length) })),
          window: { start: text(0), end: text(4 * 24 * 60) },
          now: text(0),
          minimumNoticeMinutes: r.notice,
          slotMinutes: r.slotMinutes,
          stepMinutes: r.stepMinutes,
          bufferBeforeMinutes: r.bufferBeforeMinutes,
          bufferAfterMinutes: r.bufferAfterMinutes,
        };
        expect(listSlots(full)).toEqual(slotsByTheMinute(full, r.start * 60, end * 60));
      }),
      { numRuns: 150 },
    );
  });
});

/** The definition, implemented literally: checks each window minute by minute. */
function slotsByTheMinute(request: SlotRequest, startMinute: number, endMinute: number): string[] {
  const zone = getZone(request.timeZone);
  const earliest = Math.max(
    Date.parse(request.window.start),
    Date.parse(request.now) + (request.minimumNoticeMinutes ?? 0) * MINUTE_MS,
  );
  const latest = Date.parse(request.window.end);
  const blocked = request.busy.map(({ start, end }) => [
    Date.parse(start) - (request.bufferAfterMinutes ?? 0) * MINUTE_MS,
    Date.parse(end) + (request.bufferBeforeMinutes ?? 0) * MINUTE_MS,
  ]);
  const isFree = (at: number) => !blocked.some(([from, to]) => (from as number) <= at && at < (to as number));
  const slots: string[] = [];
  const firstDay = Math.floor(Date.parse(request.window.start) / DAY_MS) - 2;
  for (let day = firstDay; day < firstDay + 9; day += 1) {
    const from = Math.max(earliest, zone.localMsToInstant(day * DAY_MS + startMinute * MINUTE_MS));
    const to = Math.min(latest, zone.localMsToInstant(day * DAY_MS + endMinute * MINUTE_MS));
    let next: number | null = null;
    for (let at = from; at < to; at += MINUTE_MS) {
      if (!isFree(at)) {
        next = null;
        continue;
      }
      const isAligned = Math.floor((at + zone.offsetMsAt(at)) / MINUTE_MS) % request.stepMinutes === 0;
      if (next === null ? !isAligned : at !== next) continue;
      next = at + request.stepMinutes * MINUTE_MS;
      const end = at + request.slotMinutes * MINUTE_MS;
      let fits = end <= to;
      for (let t = at; fits && t < end; t += MINUTE_MS) fits = isFree(t);
      if (fits) slots.push(new Date(at).toISOString());
    }
  }
  return slots;
}

describe('conformance', () => {
  const shared = sharedPath('slots', 'cases.jsonl');
  const file = shared ?? new URL('../fixtures/slots.jsonl', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { instance: SlotRequest; slots: string[] });
  it(`answers ${rows.length} cases`, () => {
    if (!shared) console.info('slots: shared cases are absent, only our own were run');
    for (const { instance, slots } of rows) expect(listSlots(instance), `${instance.name}`).toEqual(slots);
  });
});

describe('weeklyWindows', () => {
  it('are clipped to the range, sorted and not joined', () => {
    const zone = getZone('Europe/Berlin');
    const weekly = [
      [],
      [
        { startMinute: 540, endMinute: 720 },
        { startMinute: 720, endMinute: 1440 },
      ],
      [],
      [],
      [],
      [],
      [],
    ];
    const monday = toDayNumber(2027, 3, 8) * DAY_MS;
    const windows = weeklyWindows(weekly, zone, monday + 9 * 60 * MINUTE_MS, monday + DAY_MS);
    expect(
      windows.map(({ start, end }) => [(start - monday) / MINUTE_MS, (end - monday) / MINUTE_MS]),
    ).toEqual([
      [540, 660],
      [660, 1380],
    ]);
    expect(weeklyWindows(weekly, zone, 5, 5)).toEqual([]);
  });
});

describe('findInstant', () => {
  it('reads what Date writes, and rejects anything else', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date(-62_135_596_800_000),
          max: new Date(253_402_300_799_999),
          noInvalidDate: true,
        }),
        (date) => {
          expect(findInstant(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
    expect(findInstant('2027-01-05T12:45+01:00')).toBe(Date.parse('2027-01-05T11:45:00Z'));
    expect(findInstant('2027-01-05T12:45:00+0100')).toBe(Date.parse('2027-01-05T11:45:00Z'));
    for (const text of [
      '',
      '2027-01-05',
      '2027-01-05T12:45:00',
      '2027-02-30T00:00:00.000Z',
      '2027-01-05T24:01:00.000Z',
      '2027-01-05T12:45:00.0a0Z',
      '5',
    ]) {
      expect(findInstant(text), `'${text}'`).toBeNull();
    }
  });
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
}
