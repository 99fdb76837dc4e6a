import { expect, test } from 'vitest';
import { measureLongestHold } from '#test/event-loop.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { filterInstances } from './object-parts.ts';
import { listInstances } from './series-instances.ts';

const upTo = (most: number) => Array.from({ length: most }, (_, i) => i);
const start = { at: '20200101T090000', timeZone: 'UTC' };
const daily = (rule: string) =>
  remoteEvent('a', {
    start,
    end: { ...start, at: '20200101T100000' },
    recurrence: { rules: [rule], exceptionRules: [], rdates: [], exdates: [] },
  });
const listKeys = (most: number, time: string) =>
  upTo(most).map((day) => {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date.replaceAll('-', '')}T${time}Z`;
  });

test('hundreds of instances of a long series are found while the event loop is free', async () => {
  const keys = [...listKeys(300, '090000'), ...listKeys(300, '100000')];
  const master = daily('FREQ=DAILY;COUNT=90000');
  let found: ReadonlySet<string> = new Set();
  const held = await measureLongestHold(async () => {
    found = await listInstances('somebody', { master, keys, floatingZone: 'UTC' });
  });
  expect([...found]).toEqual(listKeys(300, '090000'));
  expect(held, 'event loop, milliseconds').toBeLessThan(500);
});

test('a rule with COUNT is followed once for all keys', () => {
  const keys = [...listKeys(300, '090000'), ...listKeys(300, '100000')];
  // A pass up to the last key takes 7,729 steps, one for each key would take millions.
  const budget = { left: 10_000 };
  const asked = { master: daily('FREQ=DAILY;COUNT=90000'), keys, floatingZone: 'UTC', budget };
  expect([...filterInstances(asked)]).toEqual(listKeys(300, '090000'));
  expect(budget.left).toBeGreaterThanOrEqual(0);
});

test('a few are found at once', async () => {
  const keys = ['20260105T090000Z', '20260106T090000Z', '20260105T080000Z'];
  const asked = { master: daily('FREQ=WEEKLY;BYDAY=MO'), keys, floatingZone: 'UTC' };
  expect([...(await listInstances('somebody', asked))]).toEqual(['20260105T090000Z']);
});
