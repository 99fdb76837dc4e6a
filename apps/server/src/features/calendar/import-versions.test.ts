import { beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });
  server.setTime('2026-11-20T12:00:00Z');
  user = await server.signUp({ timeZone: 'Europe/Berlin' });
});

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one@x.example', ...lines, 'END:VEVENT'];
const createCalendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
const RANGE = 'from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z';

async function importAgain(text: string, calendarId?: string) {
  const into = calendarId ? `?calendarId=${calendarId}` : '';
  const { status, body } = await user.call('POST', `/api/calendars/import${into}`, text);
  expect(status).toBe(200);
  const { report } = body;
  const { occurrences } = (await user.call('GET', `/api/events?${RANGE}`)).body;
  const shown = occurrences
    .filter((one: Record<string, string>) => one['calendarId'] === report.calendarId)
    .map(
      ({ title, startsAt, recurrenceId }: Record<string, string>) => `${title} ${startsAt} ${recurrenceId}`,
    );
  return { report, shown };
}

const allDay = event('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Days');
const timed = event(
  'DTSTART;TZID=Europe/Berlin:20261201T100000',
  'DTEND;TZID=Europe/Berlin:20261201T110000',
  'RRULE:FREQ=DAILY;COUNT=3',
  'SUMMARY:Hours',
);
const timedInNewYork = timed.map((line) => line.replace('Europe/Berlin', 'America/New_York'));

describe('an instance whose RECURRENCE-ID differs in kind from its series', () => {
  const changed = (id: string) =>
    event(`RECURRENCE-ID${id}`, 'DTSTART;VALUE=DATE:20261205', 'SUMMARY:Changed');
  it.each([
    ['an instant in an all-day series', allDay, ':20261201T230000Z', '2026-12-02'],
    ['a local time in an all-day series', allDay, ';TZID=America/New_York:20261202T000000', '2026-12-02'],
    ['a date in a timed series', timed, ';VALUE=DATE:20261202', '2026-12-02T09:00:00.000Z'],
    ['a time without a zone', timedInNewYork, ':20261202T100000', '2026-12-02T15:00:00.000Z'],
  ])('replaces that instance, wherever it is in the file: %s', async (_what, master, id, named) => {
    for (const events of [
      [master, changed(id)],
      [changed(id), master],
    ]) {
      const first = await importAgain(createCalendar(...events));
      expect(first.shown).toHaveLength(3);
      expect(first.shown).toContain(`Changed 2026-12-04T23:00:00.000Z ${named}`);
      expect(first.report).toMatchObject({ created: 2, problemCount: 0 });
      const again = await importAgain(createCalendar(...events.toReversed()), first.report.calendarId);
      expect(again.shown).toEqual(first.shown);
      expect(again.report).toMatchObject({ created: 0 });
    }
  });
});

describe('two events with the same UID in one file', () => {
  const version = (title: string, ...lines: string[]) =>
    event('DTSTART:20261203T100000Z', 'DTEND:20261203T110000Z', `SUMMARY:${title}`, ...lines);
  const titles = ({ shown }: { shown: string[] }) =>
    shown.map((one) => one.split(' ')[0] ?? '').toSorted((a, b) => a.localeCompare(b));

  it('are versions if SEQUENCE differs: the highest counts, in any order', async () => {
    const [older, newer] = [version('Older'), version('Newer', 'SEQUENCE:2')];
    for (const events of [
      [older, newer],
      [newer, older],
    ]) {
      const read = await importAgain(createCalendar(...events));
      expect(titles(read)).toEqual(['Newer']);
      expect(read.report).toMatchObject({ created: 1, problemCount: 1 });
      expect(read.report.problems[0].message).toMatch(/newer version/);
    }
  });

  it('are versions also where both change one instance', async () => {
    const [older, newer] = ['', 'SEQUENCE:2'].map((line) =>
      event(
        'RECURRENCE-ID:20261202T090000Z',
        'DTSTART:20261203T100000Z',
        `SUMMARY:${line === '' ? 'Older' : 'Newer'}`,
        ...[line].filter(Boolean),
      ),
    );
    const read = await importAgain(createCalendar(newer ?? [], timed, older ?? []));
    expect(titles(read)).toEqual(['Hours', 'Hours', 'Newer']);
    expect(read.report).toMatchObject({ created: 2, problemCount: 1 });
    expect(read.report.problems[0].message).toMatch(/newer version/);
  });

  it('are both kept if it does not, without their older versions', async () => {
    const older = version('Older', 'SEQUENCE:1');
    const [one, other] = [version('One', 'SEQUENCE:2'), version('Other', 'SEQUENCE:2')];
    expect(titles(await importAgain(createCalendar(version('One'), version('Other'))))).toEqual([
      'One',
      'Other',
    ]);
    expect(titles(await importAgain(createCalendar(older, one, other)))).toEqual(['One', 'Other']);
    expect(titles(await importAgain(createCalendar(one, older, other)))).toEqual(['One', 'Other']);
  });
});
