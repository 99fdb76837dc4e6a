import { describe, expect, it } from 'vitest';
import { describeReminder, toPath } from './wording.ts';

const zones = { homeTimeZone: 'America/New_York', displayTimeZone: 'America/New_York', hour12: true };
const content = { title: 'Call', detail: '', endsAt: null };

describe('the words of a reminder', () => {
  it.each([
    ['before it begins', '2026-11-17T14:50:00Z', 'Starts at 10:00 AM'],
    ['after it has begun', '2026-11-17T15:05:00Z', 'Started at 10:00 AM'],
    ['on the day before', '2026-11-16T15:00:00Z', 'Starts on Tue, Nov 17 at 10:00 AM'],
  ])('give its time, which holds whenever they are read: %s', (_, now, words) => {
    const [startsAt, usefulUntil] = [new Date('2026-11-17T15:00:00Z'), new Date('2026-11-17T15:30:00Z')];
    const reminder = { kind: 'event', startsAt, usefulUntil, content } as const;
    expect(describeReminder(reminder, new Date(now), zones)).toBe(words);
  });

  it('give times in 24 hours to those who read them so', () => {
    const startsAt = new Date('2026-11-17T05:30:00Z');
    const reminder = { kind: 'event', startsAt, usefulUntil: startsAt, content } as const;
    const words = describeReminder(reminder, startsAt, { ...zones, hour12: false });
    expect(words).toBe('Starts at 00:30');
  });

  it('give the day of one that may still come after midnight', () => {
    const startsAt = new Date('2026-11-18T04:55:00Z');
    const usefulUntil = new Date('2026-11-18T05:25:00Z');
    const reminder = { kind: 'event', startsAt, usefulUntil, content } as const;
    const words = describeReminder(reminder, new Date('2026-11-18T04:45:00Z'), zones);
    expect(words).toBe('Starts on Tue, Nov 17 at 11:55 PM');
  });

  it('keep the day of an all-day event on a journey', () => {
    // 9:00 in Auckland is the evening before in New York.
    const away = { ...zones, homeTimeZone: 'Pacific/Auckland' };
    const startsAt = new Date('2026-11-17T20:00:00Z');
    const reminder = { kind: 'allDayEvent', startsAt, usefulUntil: startsAt, content } as const;
    expect(describeReminder(reminder, startsAt, away)).toBe('All day, Wednesday, November 18, 2026');
    expect(toPath({ ...reminder, subjectId: 'x' }, away)).toBe('/calendar-flow?date=2026-11-18');
  });
});
