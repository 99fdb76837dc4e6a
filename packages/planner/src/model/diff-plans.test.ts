import { describe, expect, it } from 'vitest';
import { at } from '../../fixtures/week.ts';
import { type Block, diffPlans } from '../index.ts';

const block = (task: string, day: number, from: string, to: string): Block => ({
  task,
  start: at(day, from),
  end: at(day, to),
});
const plan = (...blocks: Block[]) => ({ blocks });

describe('diffPlans', () => {
  it('finds blocks that were kept, moved, added and removed', () => {
    const stays = block('stays', 2, '09:00', '10:00');
    const from = block('moves', 2, '10:00', '11:00');
    const to = block('moves', 3, '10:00', '11:00');
    const gone = block('gone', 2, '11:00', '12:00');
    const fresh = block('fresh', 2, '11:00', '12:00');
    expect(diffPlans(plan(stays, from, gone), plan(fresh, to, stays))).toEqual({
      kept: [stays],
      moved: [{ task: 'moves', from, to }],
      added: [fresh],
      removed: [gone],
    });
  });

  it('pairs the chunks of a task: the same first, then what overlaps, then in order', () => {
    const monday = block('t', 2, '09:00', '11:00');
    const tuesday = block('t', 3, '09:00', '11:00');
    const shorter = block('t', 3, '10:00', '11:00');
    const friday = block('t', 6, '09:00', '10:00');
    expect(diffPlans(plan(monday, tuesday), plan(shorter, friday, monday))).toEqual({
      kept: [monday],
      moved: [{ task: 't', from: tuesday, to: shorter }],
      added: [friday],
      removed: [],
    });
    expect(diffPlans(plan(monday, tuesday), plan(friday)).removed).toEqual([tuesday]);
  });

  it('ignores different spellings of an instant', () => {
    const one = block('t', 2, '09:00', '11:00');
    const same = { ...one, start: '2026-03-02T09:00:00.000Z' };
    expect(diffPlans(plan(one), plan(same))).toEqual({ kept: [same], moved: [], added: [], removed: [] });
  });
});
