import { getZone } from '@dayloom/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let locale = 'en-GB';
let browserZone: string | undefined;
beforeEach(() => {
  vi.resetModules();
  const { DateTimeFormat } = Intl;
  class OfLocale extends DateTimeFormat {
    constructor(asked: string | undefined, options?: Intl.DateTimeFormatOptions) {
      super(asked ?? locale, { ...(browserZone && { timeZone: browserZone }), ...options });
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat: OfLocale }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  browserZone = undefined;
  // Files of this level share modules, and a format is made once.
  vi.resetModules();
});

const at = new Date(2026, 10, 25, 9, 30);
const until = new Date(2026, 10, 25, 10, 45);

it.each(['en-GB', 'fr', 'es', 'sv'])('a 24-hour time always has two digits: %s', async (name) => {
  locale = name;
  const format = await import('./format-time.ts');
  expect(format.formatTime(at)).toBe('09:30');
  expect(format.formatTimeRange(at, until)).toContain('09:30');
  expect(format.formatDayAndTime(at)).toContain('09:30');
  expect(format.formatHour(new Date(2026, 10, 25, 8))).toBe('08:00');
});

it.each([
  ['en-GB', '23:30–00:15'],
  ['en-US', '11:30 PM–12:15 AM'],
])('a range over midnight has no dates, a longer one has them: %s', async (name, range) => {
  locale = name;
  const { formatTimeRange } = await import('./format-time.ts');
  const start = new Date(2026, 10, 25, 23, 30);
  expect(formatTimeRange(start, new Date(2026, 10, 26, 0, 15)).replaceAll(/\s/g, ' ')).toBe(range);
  expect(formatTimeRange(start, new Date(2026, 10, 26, 23, 30))).toMatch(/25.*26/);
});

it('a 12-hour time has as many digits as it needs', async () => {
  locale = 'en-US';
  const format = await import('./format-time.ts');
  expect(format.formatTime(at)).toMatch(/^9:30\sAM$/);
  expect(format.formatHour(new Date(2026, 10, 25, 8))).toMatch(/^8\sAM$/);
  expect(format.formatBareHour(new Date(2026, 10, 25, 15))).toBe('3');
});

describe('in the hour that the clocks show twice', () => {
  const timeZone = 'America/New_York';
  const [summer, winter, later] = ['T05:30Z', 'T06:30Z', 'T14:00Z'].map(
    (time) => new Date(`2026-11-01${time}`),
  ) as [Date, Date, Date];

  it.each([
    ['en-US', '1:30 AM EDT', '1:30 AM EST', 'Sun 1:30 AM EST', '9:00 – 10:00 AM'],
    ['en-GB', '01:30 GMT-4', '01:30 GMT-5', 'Sun 01:30 GMT-5', '09:00–10:00'],
  ])('a time has its zone, and no other has: %s', async (name, first, second, withDay, plain) => {
    locale = name;
    browserZone = timeZone;
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function minutesBehind(this: Date) {
      return -getZone(timeZone).offsetMinutesAt(this.getTime());
    });
    const format = await import('./format-time.ts');
    const read = (text: string) => text.replaceAll(/[\u202f\u2009]/g, ' ').replace(',', '');
    expect(read(format.formatTime(summer))).toBe(first);
    expect(read(format.formatTime(winter))).toBe(second);
    expect(read(format.formatTimeRange(summer, winter))).toBe(`${first}–${second}`);
    expect(read(format.formatDayAndTime(winter))).toBe(withDay);
    expect(read(format.formatTimeRange(later, new Date('2026-11-01T15:00Z')))).toBe(plain);
    browserZone = undefined;
    expect(read(format.formatTimeIn(timeZone, winter))).toBe(second);
    expect(read(format.formatTimeIn('UTC', winter))).not.toContain('UTC');
  });
});
