import { expect, test } from 'vitest';
import { measureLongestHold } from '#test/event-loop.ts';
import { readCalendarObjects } from './read-objects.ts';
import { writeCalendarObject } from './write-objects.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const instances = Array.from({ length: 7_000 }, (_, day) =>
  new Date(Date.UTC(2020, 0, 1 + day, 9)).toISOString().replace(/[-:]|\.\d+/g, ''),
);
const seriesWith = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:a',
    'SUMMARY:Old',
    `DTSTART:${instances[0]}`,
    'RRULE:FREQ=DAILY',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const read = async (raw: string) =>
  (await readCalendarObjects('somebody', { texts: [raw], addresses: [] }))[0]?.records ?? [];

test('an object that takes seconds to change delays no other user', async () => {
  const raw = seriesWith(...instances.map((at) => `EXDATE:${at}`));
  const known = await read(raw);
  const wanted = known.map((record) => ({ ...record, title: 'New' }));
  const earlier = [[{ id: '/a.ics', version: '"1"', raw, records: known }]];
  const change = { raw, known, wanted, earlier: earlier as never, organizer: 'maya@example.org', now: NOW };
  let text = '';
  const held = await measureLongestHold(async () => {
    text = await writeCalendarObject('somebody', 'changedCalendarText', change);
  });
  expect(text).toContain('SUMMARY:New');
  expect(text.match(/EXDATE/g)).toHaveLength(instances.length);
  expect(held, 'event loop, milliseconds').toBeLessThan(500);
});

test('an unwritable object is refused in the same way directly and in a thread', async () => {
  for (const raw of [seriesWith(), seriesWith(`DESCRIPTION:${'x'.repeat(20_000)}`)]) {
    const known = await read(raw);
    const time = { at: 'never', timeZone: null };
    const wanted = known.map((record) => ({ ...record, start: time }));
    await expect(
      writeCalendarObject('somebody', 'changedCalendarText', {
        raw,
        known,
        wanted,
        earlier: [],
        organizer: 'maya@example.org',
        now: NOW,
      }),
    ).rejects.toMatchObject({ name: 'ProviderFailure', kind: 'rejected' });
  }
});
