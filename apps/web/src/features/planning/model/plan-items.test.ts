import type { PlanChange, Proposal } from '@dayloom/contracts';
import { describe, expect, it } from 'vitest';
import { aBlock, anOccurrence, aProposal } from '#test/fixtures.ts';
import {
  describeDue,
  describeGap,
  describePinnedDue,
  describeRisks,
  formatLength,
  getLook,
  overlappedBlocks,
  planItems,
  riskLabel,
  sameRisks,
  toHeadline,
  toPlaces,
} from './plan-items.ts';

const now = new Date('2026-11-20T08:00:00Z');
const none: ReadonlySet<string> = new Set();

const change = (input: Partial<PlanChange>): PlanChange => ({
  id: crypto.randomUUID(),
  taskId: crypto.randomUUID(),
  occurrenceOn: null,
  title: 'Write report',
  kind: 'added',
  from: null,
  to: null,
  reason: null,
  ...input,
});
const proposal = (changes: PlanChange[]): Proposal => aProposal({ changes });
const friday = { startsAt: '2026-11-20T10:00:00Z', endsAt: '2026-11-20T12:00:00Z' };
const monday = { startsAt: '2026-11-23T10:00:00Z', endsAt: '2026-11-23T12:00:00Z' };

describe('describeRisks', () => {
  const risk = (shortMinutes: number, lateMinutes: number) => ({
    taskId: 'a',
    occurrenceOn: null,
    title: 'A',
    shortMinutes,
    lateMinutes,
    isHard: false,
    sentence: '',
  });

  it('calls only planned tasks late', () => {
    expect(describeRisks([])).toBe('0 late');
    expect(describeRisks([risk(0, 60)])).toBe('1 late');
    expect(describeRisks([risk(60, 60)])).toBe("1 doesn't fit");
    expect(describeRisks([risk(60, 0), risk(0, 60), risk(30, 0)])).toBe("2 don't fit · 1 late");
    expect([risk(60, 0), risk(0, 60), { ...risk(60, 0), isHard: true }].map(riskLabel)).toEqual([
      "Doesn't fit",
      'Late',
      'Hard deadline',
    ]);
  });
});

describe('the look of a block', () => {
  it('shows its strongest property', () => {
    expect(getLook(aBlock(), now)).toBe('movable');
    expect(getLook(aBlock({ isLastChance: true }), now)).toBe('last-chance');
    expect(getLook(aBlock({ isLastChance: true, isPinned: true }), now)).toBe('pinned');
    expect(getLook(aBlock({ isPinned: true }), new Date('2026-11-20T11:00:00Z'))).toBe('now');
    expect(getLook(aBlock({ state: 'done' }), new Date('2026-11-20T11:00:00Z'))).toBe('done');
    // Its task was completed after it.
    expect(getLook(aBlock({ isFinished: true }), new Date('2026-11-20T13:00:00Z'))).toBe('done');
  });

  it('has chunk, words and progress', () => {
    const block = aBlock({ chunk: 2, chunkCount: 3, isLastChance: true });
    expect(planItems([block], null, none, now)).toMatchObject([
      { badge: '2/3', note: 'last chance', progress: null },
    ]);
    const [running] = planItems([block], null, none, new Date('2026-11-20T11:30:00Z'));
    expect(running).toMatchObject({ look: 'now', progress: 0.75 });
  });
});

describe('the quality of a plan', () => {
  it('says how far it is at most from the best one, never rounded down', () => {
    expect(describeGap(0)).toBe('Proven: no better plan exists');
    expect(describeGap(0.004)).toBe('At most 1 % from the best possible plan');
    expect(describeGap(0.0301)).toBe('At most 4 % from the best possible plan');
    expect(describeGap(0.03)).toBe('At most 3 % from the best possible plan');
  });

  it('is not shown where it says nothing', () => {
    expect(describeGap(null)).toBeNull();
    expect(describeGap(1.2)).toBeNull();
  });
});

describe('a proposal on the grid', () => {
  const block = aBlock(friday);
  const moved = change({ taskId: block.taskId, kind: 'moved', from: friday, to: monday });

  it('leaves a ghost at the old place, and shows the new one', () => {
    const [ghost, arriving] = planItems([block], proposal([moved]), none, now);
    expect(ghost).toMatchObject({ look: 'ghost', ...friday, isMovable: false });
    expect(arriving).toMatchObject({ look: 'proposed', ...monday, note: expect.stringMatching(/^was Fri/) });
  });

  it('ignores unchecked changes', () => {
    expect(planItems([block], proposal([moved]), new Set([moved.id]), now)).toEqual(
      planItems([block], null, none, now),
    );
  });

  it('adds without a ghost, and removes without a new place', () => {
    const added = change({ to: monday });
    const removed = change({ taskId: block.taskId, kind: 'removed', from: friday });
    expect(planItems([], proposal([added]), none, now)).toMatchObject([{ look: 'proposed', note: 'new' }]);
    expect(planItems([block], proposal([removed]), none, now)).toMatchObject([
      { look: 'ghost', label: 'Removed from the plan' },
    ]);
  });
});

it('the headline counts the changes', () => {
  const added = change({ to: monday });
  expect(toHeadline(proposal([added]))).toBe('1 block to add.');
  expect(toHeadline(proposal([added, added, change({ kind: 'moved', from: friday, to: monday })]))).toBe(
    '2 blocks to add, 1 to move.',
  );
  expect(toHeadline(proposal([]))).toBe('Nothing needs to move.');
});

it('places, lengths and deadlines in words', () => {
  expect(toPlaces(change({ kind: 'removed', from: friday })).to).toBe('out of the plan');
  expect(formatLength(friday.startsAt, '2026-11-20T12:30:00Z')).toBe('2 h 30');
  expect(formatLength(friday.startsAt, '2026-11-20T10:45:00Z')).toBe('45 min');
  expect(describeDue({ dueOn: '2026-11-20', dueAt: null, dueKind: 'hard' }, now)).toMatch(
    /^Due Fri.*20.*, hard$/,
  );
  expect(describeDue({ dueOn: null, dueAt: null, dueKind: 'soft' }, now)).toBeNull();
  const at = (dueAt: string) => describeDue({ dueOn: null, dueAt, dueKind: 'soft' }, now);
  expect(at('2026-11-26T12:30:00Z')).toMatch(/^Due Thu /);
  // A weekday alone would be read as one of this week.
  expect(at('2026-12-02T12:30:00Z')).toMatch(/^Due (2 Dec|Dec 2) /);
});

it('a task that takes place at a time has no deadline, which would be its end', () => {
  const task = { dueOn: null, dueAt: '2026-11-26T12:30:00Z', dueKind: 'soft', recurrenceRule: null } as const;
  expect(describePinnedDue(task, new Date('2026-11-26T12:30:00.000Z'), now)).toBeNull();
  expect(describePinnedDue(task, new Date('2026-11-26T14:00:00Z'), now)).toMatch(/^Due Thu /);
  const weekly = { ...task, recurrenceRule: 'FREQ=WEEKLY' };
  expect(describePinnedDue(weekly, new Date('2026-12-03T12:30:00Z'), now)).toBeNull();
  expect(
    describePinnedDue({ ...task, dueAt: null, dueOn: '2026-11-26' }, new Date('2026-11-26T14:00:00Z'), now),
  ).toMatch(/^Due /);
});

it('risks do not depend on their order', () => {
  const risk = (sentence: string) => ({
    taskId: 't',
    occurrenceOn: null,
    title: 'x',
    shortMinutes: 0,
    lateMinutes: 1,
    isHard: false,
    sentence,
  });
  expect(sameRisks([risk('a'), risk('b')], [risk('b'), risk('a')])).toBe(true);
  expect(sameRisks([risk('a')], [])).toBe(false);
});

describe('blocks under events', () => {
  const event = anOccurrence({ startsAt: '2026-11-20T11:00:00Z', endsAt: '2026-11-20T13:00:00Z' });
  const under = (block: Parameters<typeof aBlock>[0], more: Partial<typeof event> = {}, blocksTime = true) =>
    overlappedBlocks([aBlock(block)], [{ ...event, ...more }], [{ _id: event.calendarId, blocksTime }], now)
      .length;

  it('are those that overlap a busy event', () => {
    expect(under({})).toBe(1);
    expect(under({ endsAt: '2026-11-20T11:00:00Z' })).toBe(0);
    expect(under({}, { isBusy: false })).toBe(0);
    expect(under({}, { status: 'cancelled' })).toBe(0);
    expect(under({}, {}, false)).toBe(0);
  });

  it('are not those that planning again would leave in place', () => {
    expect(under({ isPinned: true })).toBe(0);
    expect(under({ state: 'done' })).toBe(0);
    expect(under({ startsAt: '2026-11-20T07:00:00Z' })).toBe(0);
  });
});
