import { topics } from '@dayloom/contracts';
import { expect, it } from 'vitest';
import { createRecentChanges } from './recent-changes.ts';

const all = (milliseconds: number) => Object.fromEntries(topics.map((topic) => [topic, milliseconds]));

it('knows for how long the topics of each user have not changed', () => {
  const memory = createRecentChanges(1_000);
  memory.add('maya', ['tasks', 'plan'], 2_000);
  memory.add('maya', ['plan'], 3_000.5);
  expect(memory.listUnchanged('maya', 4_000)).toEqual({ ...all(3_000), tasks: 2_000, plan: 999 });
  expect(memory.listUnchanged('jonas', 4_000)).toEqual(all(3_000));
});

it('forgets what is more than two minutes old, and then claims no more than it knows', () => {
  const memory = createRecentChanges(0);
  memory.add('maya', ['tasks'], 1_000);
  memory.add('jonas', ['tasks'], 60_000);
  expect(memory.listUnchanged('maya', 61_000)).toEqual({ ...all(61_000), tasks: 60_000 });
  memory.add('jonas', ['tasks'], 120_000);
  expect(memory.listUnchanged('maya', 130_000)).toEqual(all(70_000));
});
