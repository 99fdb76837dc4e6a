import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../scripts/shared-dir.ts';
import { toInstant } from '../calendar-time.ts';
import { createCalendarReader, createFindZone, readCalendar } from './read-calendar.ts';

const ownFolder = fileURLToPath(new URL('../../fixtures/calendars/', import.meta.url));
const own = (name: string) => readFileSync(path.join(ownFolder, name));
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', 'UID:a@example.org', ...lines, 'END:VEVENT');
const readOne = (text: string) => {
  const found = readCalendar(text).eventList[0];
  if (!found) throw new Error('no event');
  return found;
};

describe('added and excluded times', () => {
  const kinds = ({ rdates, exdates }: ReturnType<typeof readOne>) =>
    [...rdates, ...exdates].map(({ local, timeZone, isDate }) => [local.day, local.hour, timeZone, isDate]);

  it('without a zone are in the zone of the start', () => {
    const found = readOne(
      event(
        'DTSTART;TZID=Europe/Berlin:20260105T090000',
        'RRULE:FREQ=DAILY',
        'RDATE:20260106T150000',
        'EXDATE:20260107T090000',
      ),
    );
    expect(kinds(found)).toEqual([
      [6, 15, 'Europe/Berlin', false],
      [7, 9, 'Europe/Berlin', false],
    ]);
  });

  it('of whole days are dates, also when they are written as a midnight', () => {
    const found = readOne(
      event(
        'DTSTART;VALUE=DATE:20260105',
        'RRULE:FREQ=DAILY',
        'RDATE:20260106T000000Z',
        'EXDATE:20260106T230000Z',
        'EXDATE;TZID=America/New_York:20260108T000000',
      ),
    );
    expect(kinds(found)).toEqual([
      [6, 0, null, true],
      [7, 0, null, true],
      [8, 0, null, true],
    ]);
  });

  it('of timed events may be dates: an added one is at the time of the start, an excluded one is its day', () => {
    const found = readOne(
      event(
        'DTSTART;TZID=Europe/Berlin:20260105T090000',
        'RRULE:FREQ=DAILY',
        'RDATE;VALUE=DATE:20260206',
        'EXDATE;VALUE=DATE:20260107',
      ),
    );
    expect(kinds(found)).toEqual([
      [6, 9, 'Europe/Berlin', false],
      [7, 0, null, true],
    ]);
  });
});

describe('an event', () => {
  it('is read with all its properties', () => {
    const found = readOne(
      event(
        'SEQUENCE:2',
        'DTSTART;TZID=America/New_York:20260105T090000',
        'DTEND;TZID=America/New_York:20260105T100000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO',
        'EXDATE;TZID=America/New_York:20260112T090000,20260119T090000',
        'RDATE;VALUE=PERIOD:20260107T140000Z/PT30M',
        'SUMMARY:Lunch\\, with Ann\\; and',
        '  Bob',
        'DESCRIPTION:One\\nTwo\\\\three',
        'LOCATION:Here',
        'URL:https://example.org/?a=1;b=2',
        'STATUS:tentative',
        'TRANSP:TRANSPARENT',
        'ORGANIZER;CN="Ann; the boss":MAILTO:Ann@Example.org',
        "ATTENDEE;CN=Bob ^'B^' Smith;PARTSTAT=accepted:mailto:bob@example.org",
        'ATTENDEE:https://example.org/people/3',
        'CATEGORIES:Work,Food\\, drinks',
        'CATEGORIES:More',
        'LAST-MODIFIED:20260101T000000Z',
        'BEGIN:VALARM',
        'SUMMARY:not the event',
        'END:VALARM',
      ),
    );
    expect(found).toMatchObject({
      uid: 'a@example.org',
      sequence: 2,
      summary: 'Lunch, with Ann; and Bob',
      description: 'One\nTwo\\three',
      location: 'Here',
      url: 'https://example.org/?a=1;b=2',
      status: 'TENTATIVE',
      transparency: 'transparent',
      allDay: false,
      startsAt: Date.parse('2026-01-05T14:00:00Z'),
      endsAt: Date.parse('2026-01-05T15:00:00Z'),
      rrules: ['FREQ=WEEKLY;BYDAY=MO'],
      organizer: { email: 'ann@example.org', name: 'Ann; the boss' },
      attendees: [
        { email: 'bob@example.org', name: 'Bob "B" Smith', status: 'ACCEPTED' },
        { email: null, name: null, status: 'NEEDS-ACTION' },
      ],
      categories: ['Work', 'Food, drinks', 'More'],
      lastModified: Date.parse('2026-01-01T00:00:00Z'),
      problems: [],
    });
    expect(found.exdates.map((date) => toInstant(date))).toEqual([
      Date.parse('2026-01-12T14:00:00Z'),
      Date.parse('2026-01-19T14:00:00Z'),
    ]);
    expect(found.rdates[0]?.end && toInstant(found.rdates[0].end)).toBe(Date.parse('2026-01-07T14:30:00Z'));
    expect(found.raw).toContain('BEGIN:VALARM');
  });
  it('without an end lasts a day if it is a date, and no time otherwise', () => {
    const day = 86_400_000;
    expect(readOne(event('DTSTART;VALUE=DATE:20260105')).endsAt).toBe(Date.parse('2026-01-06T00:00:00Z'));
    expect(readOne(event('DTSTART:20260105')).allDay).toBe(true);
    const timed = readOne(event('DTSTART:20260105T090000Z'));
    expect(timed.endsAt).toBe(timed.startsAt);
    const sameDay = readOne(event('DTSTART;VALUE=DATE:20260105', 'DTEND;VALUE=DATE:20260105'));
    expect((sameDay.endsAt ?? 0) - (sameDay.startsAt ?? 0)).toBe(day);
  });
  it('adds days on the wall clock and hours in exact time', () => {
    const start = 'DTSTART;TZID=America/New_York:20260307T120000';
    expect(readOne(event(start, 'DURATION:P1D')).endsAt).toBe(Date.parse('2026-03-08T16:00:00Z'));
    expect(readOne(event(start, 'DURATION:PT24H')).endsAt).toBe(Date.parse('2026-03-08T17:00:00Z'));
  });
  it('uses the zone of its start for an end without one', () => {
    expect(readOne(event('DTSTART;TZID=Asia/Tokyo:20260105T090000', 'DTEND:20260105T100000')).endsAt).toBe(
      Date.parse('2026-01-05T01:00:00Z'),
    );
  });
  it('without a UID gets the same one for the same content', () => {
    const text = calendar('BEGIN:VEVENT', 'DTSTART:20260105T090000Z', 'END:VEVENT');
    expect(readOne(text).uid).toBe(readOne(text).uid);
    expect(readOne(text).uid).not.toBe(readOne(text.replace('0105', '0106')).uid);
  });
  it('leaves out a rule that cannot be expanded, with a problem', () => {
    const found = readOne(event('DTSTART:20260105T090000Z', 'RRULE:FREQ=SOMETIMES'));
    expect(found.rrules).toEqual([]);
    expect(found.problems).toEqual([{ line: 6, message: expect.stringContaining('SOMETIMES') }]);
    expect(found.raw).toContain('FREQ=SOMETIMES');
  });
});

describe('a file', () => {
  it('may define zones after their use, and zones of its own', () => {
    const { eventList, todoList, problems } = readCalendar(own('outlook-style.ics'));
    expect(problems).toEqual([]);
    expect(todoList).toMatchObject([{ uid: 'todo@example.org', due: { isDate: true }, start: null }]);
    const byUid = new Map(eventList.map((found) => [found.uid, found]));
    expect(byUid.get('forward@example.org')).toMatchObject({
      startsAt: Date.parse('2026-07-01T07:00:00Z'),
      zoneDefinition: null,
    });
    expect(byUid.get('windows@example.org')).toMatchObject({
      start: { timeZone: 'America/New_York' },
      endsAt: Date.parse('2026-07-01T14:00:00Z'),
    });
    const mars = byUid.get('mars@example.org');
    expect(mars).toMatchObject({
      start: { timeZone: 'Mars Base' },
      startsAt: Date.parse('2026-07-01T07:23:00Z'),
    });
    if (!mars?.start) throw new Error('no event');
    expect(toInstant(mars.start, 'UTC', createFindZone(mars))).toBe(mars.startsAt);
  });
  it('loses no event because of broken parts', () => {
    const { events, eventList, problems } = readCalendar(own('broken.ics'));
    expect(events).toBe(3);
    expect(eventList.map(({ summary }) => summary)).toEqual([
      'ends before it starts',
      'no UID, and the one before never ended',
      'still here',
    ]);
    expect(eventList[2]?.description).toBe('first line\nSecond line: not folded\nThird line');
    expect(eventList[0]?.endsAt).toBe(eventList[0]?.startsAt);
    expect(problems.map(({ line }) => line)).toEqual([4, 7, 17, 18]);
  });
  it('gives the same result in pieces of any size, with any line ends and encoding', () => {
    const text = own('outlook-style.ics').toString('utf8').replace('A to-do', 'Grüße 🎉 €');
    const expected = summarize(readCalendar(text));
    const utf16 = (isBig: boolean) => {
      const buffer = Buffer.from(`\uFEFF${text}`, 'utf16le');
      return isBig ? buffer.swap16() : buffer;
    };
    const variants: (string | Uint8Array)[] = [
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      text.replaceAll('\n', '\r\r\n'),
      Buffer.from(`\uFEFF${text}`, 'utf8'),
      utf16(false),
      utf16(true),
      Buffer.from(text, 'utf16le'),
    ];
    for (const variant of variants) expect(summarize(readCalendar(variant))).toEqual(expected);
    const bytes = Buffer.from(text.replaceAll('\n', '\r\n'), 'utf8');
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const todos: string[] = [];
      const reader = createCalendarReader({ onTodo: (todo) => todos.push(todo.summary) });
      for (let i = 0; i < bytes.length; i += size) reader.push(bytes.subarray(i, i + size));
      expect(reader.end()).toMatchObject({ events: 3, todos: 1, problems: [] });
      expect(todos).toEqual(['Grüße 🎉 €']);
    }
  });
  it('may be in Latin-1 without a label', () => {
    const text = event('DTSTART:20260105T090000Z', 'SUMMARY:Grüße aus Köln');
    expect(readCalendar(Buffer.from(text, 'latin1')).eventList[0]?.summary).toBe('Grüße aus Köln');
    expect(
      readCalendar(Buffer.from(text.replace('Köln', '\x93K\x94 \x80'), 'latin1')).eventList[0]?.summary,
    ).toBe('Grüße aus “K” €');
  });
  it('may contain several calendars, an empty one, or none', () => {
    const one = event('DTSTART:20260105T090000Z');
    expect(readCalendar(one + one)).toMatchObject({ events: 2, problems: [] });
    expect(readCalendar('')).toMatchObject({ events: 0, problems: [{ line: 1 }] });
    expect(readCalendar('BEGIN:VCALENDAR\nEND:VCALENDAR')).toMatchObject({
      events: 0,
      problems: [],
      hasCalendar: true,
    });
    expect(readCalendar('<html>\n<body>Sign in</body>')).toMatchObject({
      events: 0,
      problems: [{ line: 1 }],
    });
    expect(readCalendar('BEGIN:VEVENT\nDTSTART:20260105\nEND:VEVENT')).toMatchObject({ events: 1 });
  });
  it('reports whether its last calendar is cut off', () => {
    const whole = event('DTSTART:20260105T090000Z');
    const isCut = (text: string) => readCalendar(text).isCut;
    expect([whole, whole + whole, whole.trimEnd(), '', 'no calendar'].map(isCut)).not.toContain(true);
    const calendarEnd = whole.lastIndexOf('END:VCALENDAR');
    const eventEnd = whole.lastIndexOf('END:VEVENT');
    for (const end of [eventEnd - 3, eventEnd, calendarEnd, calendarEnd + 7]) {
      expect(isCut(whole.slice(0, end))).toBe(true);
      expect(isCut(whole + whole.slice(0, end))).toBe(true);
    }
  });
  it('may have a line of any length, which is cut', () => {
    const reader = createCalendarReader();
    reader.push('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260105\r\nATTACH:');
    for (let i = 0; i < 50; i += 1) reader.push('A'.repeat(100_000));
    reader.push('\r\nSUMMARY:after\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n');
    expect(reader.end()).toMatchObject({ events: 1, problems: [{ line: 4 }] });
  });
  it('of 50,000 events is read event by event', () => {
    const block = event('DTSTART:20260105T090000Z', `DESCRIPTION:${'x'.repeat(300)}`).replace(
      /^.*VERSION:2\.0\r\n|END:VCALENDAR\r\n$/gs,
      '',
    );
    let received = 0;
    const reader = createCalendarReader({ onEvent: () => (received += 1) });
    reader.push('BEGIN:VCALENDAR\r\n');
    for (let i = 0; i < 500; i += 1) {
      reader.push(block.repeat(100));
      // All except the event whose END is the last line so far, which might still be folded.
      expect(received).toBeGreaterThanOrEqual((i + 1) * 100 - 1);
    }
    reader.push('END:VCALENDAR\r\n');
    expect(reader.end()).toMatchObject({ events: 50_000, problems: [] });
  });
  it('never makes the reader throw', () => {
    const pieces = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VALARM',
      'END:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'TZID:X',
      'BEGIN:STANDARD',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
      'DTSTART;TZID=X:20260105T090000',
      'DTSTART:',
      'RRULE:FREQ=DAILY',
      'DURATION:P',
      'RDATE;VALUE=PERIOD:/',
      ' ',
      ' folded',
      ';',
      'A;B="',
      'ATTENDEE;CN=\\:',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 }), (lines) => {
        const begun = readCalendar(lines.join('\n'));
        expect(begun.eventList).toHaveLength(begun.events);
        expect(begun.todoList).toHaveLength(begun.todos);
      }),
      { numRuns: 500 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readCalendar(bytes)));
  });
});

describe('conformance', () => {
  const shared = sharedPath('calendars');
  const folder = shared ?? ownFolder;
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.ics'))
    .sort();
  const count = (text: string, name: string) =>
    text.replace(/\r?\n[ \t]/g, '').match(new RegExp(`^\\s*BEGIN:${name}\\s*$`, 'gim'))?.length ?? 0;
  it(`counts the events and to-dos of ${files.length} files like a search for their lines`, () => {
    if (!shared) console.info('icalendar: shared calendars are absent, only our own were read');
    const found = files.map((file) => {
      const { events, todos, eventList } = readCalendar(readFileSync(path.join(folder, file)));
      expect(eventList).toHaveLength(events);
      return { file, events, todos };
    });
    const expected = files.map((file) => {
      const text = readFileSync(path.join(folder, file), 'latin1');
      return { file, events: count(text, 'VEVENT'), todos: count(text, 'VTODO') };
    });
    expect(found).toEqual(expected);
  });
  it('reads the same starts, rules and titles as ical.js, if ical.js reads the file', () => {
    let compared = 0;
    for (const file of files) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      let components: ICAL.Component[];
      try {
        const parsed = ICAL.parse(text) as unknown[] | unknown[][];
        const roots = (Array.isArray(parsed[0]) ? parsed : [parsed]) as [string, unknown[], unknown[]][];
        components = roots.flatMap((root) => new ICAL.Component(root).getAllSubcomponents('vevent'));
      } catch {
        continue;
      }
      const ours = readCalendar(text).eventList;
      expect(ours, `file ${file}`).toHaveLength(components.length);
      const both = components.flatMap((component, i) => {
        const mine = ours[i];
        const theirs = readByIcalJs(component);
        if (!mine?.start || !theirs || mine.problems.length > 0) return [];
        const { year, month, day, hour, minute } = mine.start.local;
        const start = [year, month, day, hour, minute];
        return [
          {
            mine: {
              start,
              rules: mine.rrules.length,
              summary: theirs.summary === null ? null : mine.summary,
            },
            theirs,
          },
        ];
      });
      expect(
        both.map(({ mine }) => mine),
        `file ${file}`,
      ).toEqual(both.map(({ theirs }) => theirs));
      compared += both.length;
    }
    expect(compared).toBeGreaterThan(shared ? 3000 : 1);
  });
});

describe('hostile lines', () => {
  const MB = 1_000_000;
  const hostile: Record<string, string> = {
    'a parameter that says the same again and again': `SUMMARY;${'QUOTED-PRINTABLE'.repeat(62_000)}=`,
    'a name that says the same again and again': `X-${'DESC'.repeat(MB / 4)}`,
    'a long name before lines that are not folded': `X-DESC${'A'.repeat(MB / 2)}:a\r\n${'and more\r\n'.repeat(20_000)}`,
    'a long parameter before lines that end in "="': `SUMMARY;QUOTED-PRINTABLE${'A'.repeat(MB / 2)}:a=\r\n${'b=\r\n'.repeat(20_000)}`,
    'blanks in a date': `DTSTART:20260101T100000${' '.repeat(MB - 100)}x`,
    'blanks in a weekday': `DTSTART:20260101T100000\r\nRRULE:FREQ=DAILY;BYDAY=${' '.repeat(MB - 100)}x`,
  };
  for (const [name, lines] of Object.entries(hostile)) {
    it(`are read in linear time: ${name}`, () => {
      const started = process.cpuUsage();
      readCalendar(event(...lines.split('\r\n')));
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1000).toBeLessThan(2000);
    });
  }

  it('share one budget for all zones of a file', () => {
    const rule = (i: number) => [
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      `TZOFFSETFROM:+0${i % 9}00`,
      `TZOFFSETTO:+0${(i + 1) % 9}01`,
      // The first zone stays within the steps of one zone.
      i === 0 ? 'RRULE:FREQ=DAILY' : `RRULE:FREQ=MINUTELY;BYSECOND=${i},${i + 20}`,
      'END:STANDARD',
    ];
    const upTo = (length: number) => Array.from({ length }, (_, i) => i);
    const zoneWithRules = (zone: number, rules: number) => [
      'BEGIN:VTIMEZONE',
      `TZID:Zone ${zone}`,
      ...upTo(rules).flatMap(rule),
      'END:VTIMEZONE',
    ];
    const eventIn = (zone: number) => [
      'BEGIN:VEVENT',
      'UID:a@example.org',
      `DTSTART;TZID=Zone ${zone}:20260101T100000`,
      'END:VEVENT',
    ];
    const file = calendar(...upTo(200).flatMap((zone) => zoneWithRules(zone, 1)), ...eventIn(0));
    const started = process.cpuUsage();
    const read = readCalendar(file);
    const [item] = read.eventList;
    if (!item) throw new Error('There is an event in it.');
    for (let i = 0; i < 100; i += 1) createFindZone({ zoneDefinition: item.zoneDefinition })('Zone 0');
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
    expect(item.startsAt).not.toBeNull();
    expect(read.problems.some(({ message }) => message.includes('too long to evaluate'))).toBe(true);

    // An event keeps its zone, so one zone may not use the whole budget of a file.
    const [costly] = readCalendar(calendar(...zoneWithRules(0, 20), ...eventIn(0))).eventList;
    expect(costly).toMatchObject({ zoneDefinition: null, startsAt: expect.any(Number) });
  });

  it('are joined in linear time even letter by letter', () => {
    const reader = createCalendarReader();
    const started = process.cpuUsage();
    for (let i = 0; i < MB; i += 1) reader.push('a');
    reader.end();
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

function summarize(read: ReturnType<typeof readCalendar>) {
  return {
    events: read.eventList.map(({ uid, summary, startsAt, endsAt }) => ({ uid, summary, startsAt, endsAt })),
    todos: read.todoList.map(({ uid, summary, dueAt }) => ({ uid, summary, dueAt })),
    problems: read.problems,
  };
}

/** Null where ical.js throws and we report a problem. */
function readByIcalJs(component: ICAL.Component) {
  try {
    const start = component.getFirstPropertyValue('dtstart');
    if (!(start instanceof ICAL.Time)) return null;
    const time = start.isDate ? [0, 0] : [start.hour, start.minute];
    const summary = component.getFirstProperty('summary');
    const title =
      summary?.type === 'text' && !summary.getParameter('encoding') ? summary.getFirstValue() : null;
    return {
      start: [start.year, start.month, start.day, ...time],
      rules: component.getAllProperties('rrule').length,
      // We also unescape quotes and colons, which many programs escape.
      summary: typeof title === 'string' ? title.replace(/\\([":])/g, '$1') : null,
    };
  } catch {
    return null;
  }
}
