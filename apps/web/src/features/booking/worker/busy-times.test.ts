import { HOUR_MS } from '@dayloom/time';
import { expect, it } from 'vitest';
import { readBusyTimes } from './busy-times.ts';
import type { FileResult } from './messages.ts';

const range = {
  from: Date.parse('2027-03-01T00:00:00Z'),
  to: Date.parse('2027-04-30T00:00:00Z'),
  timeZone: 'Europe/Berlin',
};

async function* inPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const readText = (text: string, size?: number): Promise<FileResult> =>
  readBusyTimes(inPieces(new TextEncoder().encode(text), size), range);
const calendar = (...events: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`),
    'END:VCALENDAR',
    '',
  ].join('\n');
async function readBusy(...events: string[]): Promise<string[]> {
  const answer = await readText(calendar(...events));
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.busy.map(
    ({ start, end }) =>
      `${new Date(start).toISOString().slice(0, 16)}/${new Date(end).toISOString().slice(0, 16)}`,
  );
}

it('joins busy times, and leaves out what is free, cancelled, on whole days or at another time', async () => {
  expect(
    await readBusy(
      'UID:1\nDTSTART:20270310T090000Z\nDTEND:20270310T100000Z',
      'UID:2\nDTSTART:20270310T093000Z\nDURATION:PT1H',
      'UID:3\nDTSTART:20270311T090000Z\nDTEND:20270311T100000Z\nTRANSP:TRANSPARENT',
      'UID:4\nDTSTART:20270312T090000Z\nDTEND:20270312T100000Z\nSTATUS:CANCELLED',
      'UID:5\nDTSTART;VALUE=DATE:20270313\nDTEND;VALUE=DATE:20270314',
      'UID:6\nDTSTART:20250310T090000Z\nDTEND:20250310T100000Z',
      'UID:7\nDTSTART:20270315T090000\nDTEND:20270315T093000',
    ),
  ).toEqual(['2027-03-10T09:00/2027-03-10T10:30', '2027-03-15T08:00/2027-03-15T08:30']);
});

it('expands a series over a clock change, with moved, cancelled and left out occurrences', async () => {
  expect(
    await readBusy(
      'UID:1\nDTSTART;TZID=America/New_York:20270301T090000\nDTEND;TZID=America/New_York:20270301T093000\nRRULE:FREQ=WEEKLY;COUNT=6\nEXDATE;TZID=America/New_York:20270315T090000',
      'UID:1\nRECURRENCE-ID;TZID=America/New_York:20270322T090000\nDTSTART;TZID=Europe/London:20270323T110000\nDTEND;TZID=Europe/London:20270323T130000',
      'UID:1\nRECURRENCE-ID;TZID=America/New_York:20270329T090000\nSTATUS:CANCELLED\nDTSTART;TZID=America/New_York:20270329T090000\nDTEND;TZID=America/New_York:20270329T093000',
    ),
  ).toEqual([
    '2027-03-01T14:00/2027-03-01T14:30',
    '2027-03-08T14:00/2027-03-08T14:30',
    '2027-03-23T11:00/2027-03-23T13:00',
    '2027-04-05T13:00/2027-04-05T13:30',
  ]);
});

it('reads a zone that only the file defines', async () => {
  const zone = [
    'BEGIN:VTIMEZONE\nTZID:Ship\nBEGIN:STANDARD\nDTSTART:19700101T000000',
    'TZOFFSETFROM:+0330\nTZOFFSETTO:+0330\nEND:STANDARD\nEND:VTIMEZONE',
  ].join('\n');
  const event =
    'BEGIN:VEVENT\nUID:1\nDTSTART;TZID=Ship:20270310T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=1\nEND:VEVENT';
  const answer = await readText(`BEGIN:VCALENDAR\n${zone}\n${event}\nEND:VCALENDAR\n`);
  expect(answer).toMatchObject({
    busy: [{ start: Date.parse('2027-03-10T05:30Z'), end: Date.parse('2027-03-10T06:30Z') }],
  });
});

it.each([
  ['no_calendar', 'Name,Date\nDentist,2027-03-10\n'],
  ['no_calendar', ''],
  ['archive', 'PK\u0003\u0004 and so on'],
  ['empty', 'BEGIN:VCALENDAR\nEND:VCALENDAR\n'],
])('says %s of a file that cannot be compared', async (problem, text) => {
  expect(await readText(text)).toEqual({ problem });
});

it('counts what it cannot read, and keeps the rest', async () => {
  const answer = await readText(
    calendar(
      'UID:1\nDTSTART:yesterday\nDTEND:tomorrow',
      'UID:2\nDTSTART:20270310T090000Z\nDTEND:20270310T100000Z',
    ),
  );
  expect(answer).toMatchObject({ events: 2, skipped: 1, busy: [{ start: Date.parse('2027-03-10T09:00Z') }] });
});

it('stays fast with rules that are made to be slow', async () => {
  const rule = 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;BYSETPOS=1';
  const hostile = Array.from(
    { length: 500 },
    (_, at) => `UID:${at}\nDTSTART:20000101T000000Z\nDURATION:PT1S\n${rule}`,
  );
  const answer = await readText(
    calendar(...hostile, 'UID:last\nDTSTART:20270310T090000Z\nDTEND:20270310T100000Z'),
    65_536,
  );
  expect(answer).toMatchObject({ events: 501, busy: [{ start: Date.parse('2027-03-10T09:00Z') }] });
});

it('reads the file of a whole working life', async () => {
  const events = Array.from({ length: 20_000 }, (_, at) => {
    const start = new Date(Date.UTC(2010, 0, 1, 9) + at * 8 * HOUR_MS);
    return `UID:${at}\nSUMMARY:Work\nDTSTART:${start.toISOString().replace(/[-:]|\.\d+/g, '')}\nDURATION:PT30M`;
  });
  expect(await readText(calendar(...events), 65_536)).toMatchObject({ events: 20_000, skipped: 0 });
});
