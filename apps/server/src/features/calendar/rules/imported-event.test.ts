import { readCalendar } from '@dayloom/time/icalendar';
import { describe, expect, it } from 'vitest';
import { countsAsBusy } from '../model/event-record.ts';
import { readImportedEvent } from './imported-event.ts';

const readEvent = (...lines: string[]) => {
  const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
    '\r\n',
  );
  const event = readCalendar(text).eventList[0];
  if (!event) throw new Error('There is an event in it.');
  return event;
};
const imported = (...lines: string[]) =>
  readImportedEvent(readEvent(...lines), 'calendar', 'id', 'Europe/Berlin', '2026-05-04');

describe('an imported event', () => {
  it('without a start is placed on the day when it was written', () => {
    const { record } = imported('SUMMARY:Lost', 'CREATED:20250102T000000Z', 'DTSTAMP:20260102T000000Z');
    expect(record.start.at).toBe('20250102');
    expect(imported('SUMMARY:Lost').record.start.at).toBe('20260504');
  });

  it('of a whole day is busy if the settings say so and the event does not disagree', () => {
    const whole = 'DTSTART;VALUE=DATE:20260504';
    expect(countsAsBusy(imported(whole, 'TRANSP:OPAQUE').record, true)).toBe(true);
    expect(countsAsBusy(imported(whole, 'TRANSP;X-A=b: transparent').record, true)).toBe(false);
  });

  it('is read in linear time, whatever its lines contain', () => {
    const whole = 'DTSTART;VALUE=DATE:20260504';
    for (const terminator of ['\u2028', '\u2029']) {
      const started = process.cpuUsage();
      imported(`X-A:${`${terminator}DTSTAMP`.repeat(40_000)}`);
      countsAsBusy(imported(whole, `X-A:${`${terminator}TRANSP`.repeat(40_000)}`).record, true);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1000).toBeLessThan(2000);
    }
  });
});
