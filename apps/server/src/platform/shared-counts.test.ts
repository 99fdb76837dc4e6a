import { expect, it } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { openTestServer } from '#test/server.ts';
import { SharedCounts } from './shared-counts.ts';

const { db } = (await openTestServer()).app.platform;
const LIMIT = { windowMs: 60_000, most: 8 };
const NOW = Date.parse('2026-11-16T08:00:00Z');

it('counts over processes, each of which counts the first attempts by itself', async () => {
  const [one, other] = [new SharedCounts(db, 'tested'), new SharedCounts(db, 'tested')];
  const counts: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    const { count, endsAt } = await (at % 2 === 0 ? one : other).add('alternating', LIMIT, NOW + at);
    counts.push(count);
    expect(endsAt).toBeLessThanOrEqual(NOW + 1 + LIMIT.windowMs);
  }
  expect(counts.slice(0, 4)).toEqual([1, 1, 2, 2]);
  // What the other process has counted so far is added when it comes near the limit.
  expect(counts.slice(5, 10)).toEqual([6, 7, 8, 9, 10]);
  expect(counts.slice(10).every((count) => count > LIMIT.most)).toBe(true);
});

it('adds what it has counted by itself within a second', async () => {
  const [one, other] = [new SharedCounts(db, 'tested'), new SharedCounts(db, 'tested')];
  for (let at = 0; at < 2; at += 1) await one.add('few', LIMIT, NOW);
  await eventually(async () => {
    const row = db.selectFrom('request_counts').select('count').where('key', '=', 'tested few');
    expect(await row.executeTakeFirst()).toEqual({ count: 2 });
  });
  for (let at = 0; at < 2; at += 1) await other.add('few', LIMIT, NOW);
  expect((await other.add('few', LIMIT, NOW)).count).toBe(5);
});

it('counts every attempt once, also at the same time', async () => {
  const processes = [new SharedCounts(db, 'tested'), new SharedCounts(db, 'tested')] as const;
  const limit = { windowMs: 60_000, most: 1_000_000 };
  const near = { ...limit, most: 60 };
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => processes[at % 2 === 0 ? 0 : 1].add('many', limit, NOW)),
  );
  // Near the limit, what was counted before is written too.
  const counts = await Promise.all(processes.map((one) => one.add('many', near, NOW)));
  expect(Math.max(...counts.map(({ count }) => count))).toBe(42);
});

it('begins again when the window has ended', async () => {
  const counts = new SharedCounts(db, 'tested');
  for (let at = 0; at < 10; at += 1) await counts.add('window', LIMIT, NOW);
  expect((await counts.add('window', LIMIT, NOW)).count).toBe(11);
  expect((await counts.add('window', LIMIT, NOW + LIMIT.windowMs)).count).toBe(1);
  for (let at = 0; at < 2; at += 1) await counts.add('window', LIMIT, NOW + LIMIT.windowMs);
  expect((await counts.add('window', LIMIT, NOW + LIMIT.windowMs)).count).toBe(4);
});
