import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let locale = 'en-GB';
beforeEach(() => {
  vi.resetModules();
  const { DateTimeFormat } = Intl;
  class OfLocale extends DateTimeFormat {
    constructor(_locale: unknown, options?: Intl.DateTimeFormatOptions) {
      super(locale, options);
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat: OfLocale }));
});
afterEach(() => vi.unstubAllGlobals());

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
