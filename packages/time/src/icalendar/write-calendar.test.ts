import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../scripts/shared-dir.ts';
import type { CalendarTime } from '../calendar-time.ts';
import { fromLocalMs } from '../civil-date.ts';
import { getZone } from '../zone.ts';
import { createAssembler } from './components.ts';
import { createUnfolder } from './content-lines.ts';
import { readZone } from './custom-zones.ts';
import type { CalendarEvent } from './events.ts';
import { readCalendar } from './read-calendar.ts';
import { type WritableEvent, writeCalendar } from './write-calendar.ts';
import { zoneLines } from './write-zone.ts';

const stampedAt = Date.parse('2026-01-01T00:00:00Z');
/** The fields that are written: all except the raw text and what describes the original file. */
const written = ({ raw: _raw, problems: _problems, line: _line, ...rest }: CalendarEvent) => rest;

const seconds = fc.integer({ min: 0, max: 2_500_000_000 });
const text = fc
  .string({ unit: 'grapheme', maxLength: 200 })
  .map((value) => value.replace(/[\p{Cc}]/gu, '\n'));
const name = text.map((value) => value.trim()).filter(Boolean);
const timeZone = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  '+05:45',
  'UTC',
  null,
);
const timeAt = (second: number, zone: string | null, isDate: boolean): CalendarTime => {
  const { millisecond: _, ...local } = fromLocalMs(
    isDate ? Math.floor(second / 86_400) * 86_400_000 : second * 1000,
  );
  const { second: _second, ...date } = local;
  return isDate ? { local: date, timeZone: null, isDate } : { local, timeZone: zone, isDate };
};
const person = fc.record({
  email: fc.constantFrom('ann@example.org', 'b.o-b+x@example.co.uk', null),
  name: fc.option(name, { nil: null }),
});
const event = fc
  .tuple(seconds, seconds, timeZone, fc.boolean(), fc.integer({ min: 1, max: 5_000_000 }), fc.boolean())
  .chain(([second, other, zone, isDate, length, isRecurring]) =>
    fc.record<WritableEvent>({
      uid: name,
      start: fc.constant(timeAt(second, zone, isDate)),
      end: fc.constant(timeAt(second + (isDate ? 86_400 : 0) + length, zone, isDate)),
      recurrenceId: fc.constant(isRecurring ? timeAt(other, zone, isDate) : null),
      isThisAndFuture: fc.constant(isRecurring && other % 2 === 0),
      sequence: fc.integer({ min: 0, max: 99 }),
      summary: text,
      description: text,
      location: text,
      url: fc.constantFrom('https://example.org/?a=1,2;b=3', null),
      status: fc.constantFrom('CONFIRMED', 'TENTATIVE', 'CANCELLED', null),
      transparency: fc.constantFrom('opaque', 'transparent'),
      rrules: fc.constantFrom(
        [],
        ['FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20300101T000000Z'],
        ['FREQ=DAILY', 'FREQ=YEARLY'],
      ),
      exrules: fc.constantFrom([], ['FREQ=MONTHLY;BYMONTHDAY=13']),
      rdates: fc.constant(
        isDate
          ? [timeAt(other, null, true)]
          : [
              timeAt(other, zone, false),
              { ...timeAt(other, zone, false), end: timeAt(other + 60, zone, false) },
            ],
      ),
      exdates: fc.constant([
        timeAt(other + 86_400, zone, isDate),
        timeAt(other + 2 * 86_400, isDate ? null : 'Asia/Tokyo', isDate),
      ]),
      organizer: fc.option(person, { nil: null }),
      attendees: fc.array(
        fc
          .tuple(person, fc.constantFrom('ACCEPTED', 'DECLINED', 'NEEDS-ACTION'))
          .map(([who, status]) => ({ ...who, status })),
        { maxLength: 3 },
      ),
      categories: fc.array(name, { maxLength: 3 }),
      lastModified: fc.option(
        seconds.map((at) => at * 1000),
        { nil: null },
      ),
      zoneDefinition: fc.constant(null),
    }),
  );

describe('writeCalendar', () => {
  it('writes text that reads back the same', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 3 }), (events) => {
        const read = readCalendar(writeCalendar(events, { stampedAt }));
        expect(read.problems).toEqual([]);
        const back = read.eventList
          .map(written)
          .map(({ startsAt: _s, endsAt: _e, allDay: _a, ...rest }) => rest);
        expect(back).toEqual(events);
      }),
      { numRuns: 200 },
    );
  });
  it('folds at 75 octets, never inside a character, and ends lines in CRLF', () => {
    fc.assert(
      fc.property(event, (one) => {
        const ics = writeCalendar([one], { stampedAt, name: 'Mine', method: 'PUBLISH' });
        expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        for (const line of ics.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
  it('does not let a value add a property', () => {
    const [one] = readCalendar(
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260101\nEND:VEVENT\nEND:VCALENDAR',
    ).eventList;
    if (!one) throw new Error('no event');
    const nasty = {
      ...one,
      url: 'https://x\r\nATTENDEE:mailto:evil@example.org',
      status: 'A\nB:C',
      summary: 'x\r\nEND:VEVENT',
    };
    const ics = writeCalendar([nasty], { stampedAt });
    expect(readCalendar(ics)).toMatchObject({ events: 1, eventList: [{ attendees: [] }] });
  });
  it('keeps every readable event of real files', () => {
    const folder =
      sharedPath('calendars') ?? fileURLToPath(new URL('../../fixtures/calendars/', import.meta.url));
    for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.ics'))) {
      const { eventList } = readCalendar(readFileSync(path.join(folder, file)));
      const good = eventList.filter((one) => one.start);
      const back = readCalendar(writeCalendar(good, { stampedAt })).eventList;
      expect(
        back.map(({ uid, startsAt, endsAt, summary }) => ({ uid, startsAt, endsAt, summary })),
        `file ${file}`,
      ).toEqual(
        good.map(({ uid, startsAt, endsAt, summary }) => ({
          uid,
          startsAt,
          endsAt,
          summary: summary.replace(/\r\n?/g, '\n'),
        })),
      );
    }
  });
});

describe('zoneLines', () => {
  it('describe the zone during the events and afterwards', () => {
    for (const timeZone of [
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'America/Santiago',
      'Africa/Casablanca',
      'Asia/Gaza',
    ]) {
      // Renamed, as otherwise the name alone would identify the zone.
      const first = Date.parse('2020-01-01T00:00:00Z');
      const last = Date.parse('2026-01-01T00:00:00Z');
      const lines = zoneLines(timeZone, first, last).map((line) => line.replace(/^TZID:.*/, 'TZID:Unknown'));
      let offsetAt: ((at: number) => number) | null = null;
      const assembler = createAssembler({
        onCalendar: () => undefined,
        onCalendarProperty: () => undefined,
        onCalendarEnd: () => undefined,
        onProblem: () => undefined,
        onComponent: (component) => {
          const zone = readZone(component)?.zone;
          const described = zone && (zone.definition ?? getZone(zone.timeZone));
          offsetAt = described ? (at) => described.offsetMsAt(at) : null;
        },
      });
      const unfolder = createUnfolder((line) => assembler.line(line));
      unfolder.push(lines.join('\r\n'));
      unfolder.end();
      assembler.end();
      for (let at = first; at < Date.parse('2031-12-01T00:00:00Z'); at += 7 * 3_600_000) {
        expect(
          (offsetAt as unknown as (at: number) => number)(at),
          `${timeZone} ${new Date(at).toISOString()}`,
        ).toBe(getZone(timeZone).offsetMsAt(at));
      }
    }
  });
});
