import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { fromLocalMs, toDayNumber, toLocalMs } from './civil-date.ts';
import { addLocalDays, isNearClockChange, startOfDayNumber, startOfLocalDay } from './local-day.ts';
import { getZone, isTimeZone, UnknownTimeZone, zoneFromOffsets } from './zone.ts';

const ZONES = [
  'America/New_York',
  'Europe/London',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Gaza',
  'Pacific/Apia',
  'Pacific/Chatham',
  'America/St_Johns',
  'Antarctica/Troll',
  'UTC',
];
const at = (text: string) => Date.parse(text);
const local = (text: string) => {
  const [date = '', time = '00:00'] = text.split('T');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return { year, month, day, hour, minute };
};

describe('getZone', () => {
  it('moves a skipped time forward by the gap', () => {
    expect(getZone('America/New_York').localToInstant(local('2027-03-14T02:30'))).toBe(
      at('2027-03-14T07:30:00Z'),
    );
  });
  it('uses the earlier of a doubled time', () => {
    expect(getZone('America/New_York').localToInstant(local('2027-11-07T01:30'))).toBe(
      at('2027-11-07T05:30:00Z'),
    );
  });
  it('handles the half-hour changes of Lord Howe', () => {
    const zone = getZone('Australia/Lord_Howe');
    expect(zone.offsetMinutesAt(at('2027-01-01T00:00:00Z'))).toBe(660);
    expect(zone.offsetMinutesAt(at('2027-07-01T00:00:00Z'))).toBe(630);
    expect(zone.localToInstant(local('2027-10-03T02:15'))).toBe(at('2027-10-02T15:45:00Z'));
    expect(zone.localToInstant(local('2027-04-04T01:45'))).toBe(at('2027-04-03T14:45:00Z'));
  });
  it('reads 24:00 as the next midnight', () => {
    expect(
      getZone('Europe/Berlin').localToInstant({ year: 2026, month: 12, day: 31, hour: 24, minute: 0 }),
    ).toBe(at('2026-12-31T23:00:00Z'));
  });
  it('moves a whole skipped day (Samoa, 30 December 2011)', () => {
    expect(getZone('Pacific/Apia').localToInstant(local('2011-12-30T09:00'))).toBe(
      at('2011-12-30T19:00:00Z'),
    );
  });
  it('agrees with Temporal for any time of 1970 to 2100 in any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: toDayNumber(2100, 1, 1) * 1440 }),
        (timeZone, minutes) => {
          const zone = getZone(timeZone);
          const wall = fromLocalMs(minutes * 60_000);
          const expected = Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds;
          expect(zone.localToInstant(wall)).toBe(expected);
          const back = Temporal.Instant.fromEpochMilliseconds(minutes * 60_000).toZonedDateTimeISO(timeZone);
          expect(zone.offsetMsAt(minutes * 60_000)).toBe(back.offsetNanoseconds / 1e6);
          expect(toLocalMs(zone.toLocal(minutes * 60_000))).toBe(
            minutes * 60_000 + back.offsetNanoseconds / 1e6,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
  it('agrees with Temporal around every change of 2020 to 2030', () => {
    for (const timeZone of ZONES) {
      let change = Temporal.ZonedDateTime.from(`2020-01-01T00:00[${timeZone}]`).getTimeZoneTransition('next');
      for (; change && change.year < 2030; change = change.getTimeZoneTransition('next')) {
        for (let minutes = -150; minutes <= 150; minutes += 15) {
          const wall = change.toPlainDateTime().add({ minutes });
          const expected = wall.toZonedDateTime(timeZone).epochMilliseconds;
          const read = {
            year: wall.year,
            month: wall.month,
            day: wall.day,
            hour: wall.hour,
            minute: wall.minute,
          };
          expect(getZone(timeZone).localToInstant(read), `${timeZone} ${wall.toString()}`).toBe(expected);
        }
      }
    }
  });
  it('keeps the requested name, in its proper case', () => {
    expect(getZone('europe/berlin').timeZone).toBe('Europe/Berlin');
    expect(getZone('Asia/Kolkata').timeZone).toBe('Asia/Kolkata');
    expect(getZone('utc').timeZone).toBe('UTC');
  });
  it('accepts offsets, which are not names', () => {
    expect(getZone('+05:30').offsetMinutesAt(0)).toBe(330);
    expect(getZone('-03:00').offsetMinutesAt(0)).toBe(-180);
    expect(isTimeZone('+05:30')).toBe(false);
  });
  it('rejects unknown zones, and abbreviations that ICU accepts', () => {
    for (const name of ['Mars/Olympus', '', 'BST', 'CST', '+25:00', 'Europe/Berlin; DROP']) {
      expect(() => getZone(name)).toThrow(UnknownTimeZone);
      expect(isTimeZone(name)).toBe(false);
    }
  });
  it('works at the earliest and latest instants', () => {
    expect(getZone('Europe/Berlin').offsetMinutesAt(8.64e15)).toEqual(expect.any(Number));
    expect(getZone('Europe/Berlin').offsetMinutesAt(-8.64e15)).toEqual(expect.any(Number));
  });
});

describe('local days', () => {
  it('start when the clock resumes if midnight is skipped', () => {
    const zone = getZone('Asia/Beirut');
    const start = startOfLocalDay(zone, at('2027-03-28T12:00:00Z'));
    expect(zone.toLocal(start)).toMatchObject({ day: 28, hour: 1, minute: 0 });
    expect(zone.toLocal(start - 1)).toMatchObject({ day: 27, hour: 23, minute: 59 });
  });
  it('start at a change that begins before midnight', () => {
    // 23:30 -> 00:30
    const change = at('2027-01-01T00:00:00Z');
    const zone = zoneFromOffsets(
      'test',
      (instant) => (instant < change ? 23.5 : 24.5) * 3_600_000 - 24 * 3_600_000,
    );
    expect(startOfDayNumber(zone, toDayNumber(2027, 1, 1))).toBe(change);
  });
  it('last 23, 24 and 25 hours', () => {
    const zone = getZone('America/New_York');
    const length = (day: string) => {
      const start = startOfLocalDay(zone, at(`${day}T12:00:00Z`));
      return (startOfLocalDay(zone, addLocalDays(zone, start, 1)) - start) / 3_600_000;
    };
    expect([length('2027-03-14'), length('2027-03-15'), length('2027-11-07')]).toEqual([23, 24, 25]);
  });
  it('keep the wall-clock time over a change and a month end', () => {
    const zone = getZone('Europe/London');
    expect(addLocalDays(zone, at('2027-03-27T09:00:00Z'), 1)).toBe(at('2027-03-28T08:00:00Z'));
    expect(addLocalDays(zone, at('2027-01-31T09:00:00Z'), 1)).toBe(at('2027-02-01T09:00:00Z'));
  });
});

describe('isNearClockChange', () => {
  it.each([
    ['America/New_York', '2027-11-07T02:59Z 2027-11-07T03:01Z 2027-11-07T08:59Z 2027-11-07T09:00Z'],
    ['America/New_York', '2027-03-14T03:59Z 2027-03-14T04:01Z 2027-03-14T09:59Z 2027-03-14T10:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T11:59Z 2027-04-03T12:01Z 2027-04-03T17:59Z 2027-04-03T18:00Z'],
    ['Antarctica/Troll', '2027-10-30T21:59Z 2027-10-30T22:01Z 2027-10-31T03:59Z 2027-10-31T04:00Z'],
  ])('is true only around a change in %s', (timeZone, times) => {
    const zone = getZone(timeZone);
    expect(times.split(' ').map((time) => isNearClockChange(zone, at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
