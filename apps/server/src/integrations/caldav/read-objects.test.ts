import { expect, test } from 'vitest';
import { readCalendarObjects } from './read-objects.ts';

const wrapCalendar = (events: string) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}END:VCALENDAR\r\n`;
const event = (uid: string) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Event ${uid}\r\nDTSTART:20261201T100000Z\r\nEND:VEVENT\r\n`;

test('an object that is too expensive is reported, and the others are read', async () => {
  const texts = [
    wrapCalendar(event('a')),
    wrapCalendar(event('b').repeat(400_000)),
    wrapCalendar(event('c')),
  ];
  const read = await readCalendarObjects('somebody', { texts, addresses: [] }, { callMs: 3_000 });
  expect(read.map(({ records, problem }) => [records.map(({ uid }) => uid), problem])).toEqual([
    [['a'], null],
    [[], expect.stringContaining('too much time or memory')],
    [['c'], null],
  ]);
});

test('a folded name does not hide a time zone, and everything is read in order', async () => {
  const zone =
    'BEGIN:VTIMEZONE\r\nTZID:Own\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0133\r\nTZOFFSETTO:+0133\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n';
  const inZone = event('b').replace('DTSTART:20261201T100000Z', 'DTSTART;TZID=Own:20261201T100000');
  const texts = [
    wrapCalendar(event('a')),
    wrapCalendar(zone.replace('BEGIN:VTIM', 'BEGIN:VTIM\r\n ') + inZone),
    wrapCalendar(event('c')),
  ];
  const read = await readCalendarObjects('somebody', { texts, addresses: [] });
  expect(read.map(({ records: [record] }) => [record?.uid, record?.start.timeZone])).toEqual([
    ['a', 'UTC'],
    ['b', 'Own'],
    ['c', 'UTC'],
  ]);
});
