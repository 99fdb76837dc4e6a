import { describeOverload, type Instance, type Task } from '@dayloom/planner';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anInstance, aTask } from '#test/fixtures.ts';
import { toTaskInput } from '../hooks/use-previews.ts';
import {
  createWording,
  describeFit,
  describeFix,
  formatPrice,
  type PlannerWording,
} from '../model/planner-words.ts';
import { preview } from './answers.ts';
import type { Fit, PlanningData, PreviewWeek, Price, Question } from './questions.ts';

const uuid = () => crypto.randomUUID();

// The planner searches for some milliseconds. On this clock they are a number of steps, the same on any machine.
beforeEach(() => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.01));
});

const plannerTask = (change: Partial<Task>): Task => ({
  id: uuid(),
  minutes: 120,
  priority: 3,
  category: '',
  hours: 'work',
  notBefore: null,
  due: null,
  dueKind: 'soft',
  minChunk: 120,
  maxChunk: 120,
  after: [],
  prefer: [],
  ...change,
});

/** A week with tasks by their titles. */
function aWeek(tasks: Record<string, Task>, change: Partial<Instance> = {}): PlanningData {
  return {
    instance: anInstance({ tasks: Object.values(tasks), ...change }),
    tasks: Object.entries(tasks).map(([title, { id }]) => ({
      taskId: id,
      title,
      bufferMinutes: 0,
      settledMinutes: 0,
      lockedMinutes: 0,
      dependents: { after: [id], notBefore: null },
    })),
    mostWorkMinutes: null,
    meetings: [],
  };
}
const ask = <Asked extends Question>(data: PlanningData, question: Asked) =>
  preview(data, question) as PreviewWeek<Asked['kind']>;
const plannerWording = (data: PlanningData): PlannerWording => ({
  getTitle: (id) => data.tasks.find(({ taskId }) => taskId === id)?.title ?? '?',
  now: new Date('2026-11-18T08:00:00Z'),
});

describe('the preview of a task', () => {
  it('is the first place that fits, without the buffer', () => {
    const data = aWeek({});
    const task = aTask({ title: 'Report', durationMinutes: 50, bufferMinutes: 10 });
    const fit = ask(data, { kind: 'fit', input: toTaskInput(task, data) }) as Fit;
    expect(fit).toMatchObject({
      blocks: [{ start: '2026-11-18T09:00:00Z', end: '2026-11-18T09:50:00Z' }],
      shortMinutes: 0,
      movedBlocks: 0,
    });
    expect(describeFit(fit, plannerWording(data))).toMatchObject({
      text: expect.stringMatching(/^Fits Wed/),
      urgency: 'ok',
    });
  });

  it('says what it moves, and what becomes late', () => {
    const slides = plannerTask({ due: '2026-11-18T11:00:00Z' });
    const block = { task: slides.id, start: '2026-11-18T09:00:00Z', end: '2026-11-18T11:00:00Z' };
    const data = aWeek({ Slides: slides }, { previous: [block] });
    const urgent = aTask({
      title: 'Urgent',
      durationMinutes: 120,
      priority: 1,
      dueAt: '2026-11-18T11:00:00Z',
      dueKind: 'hard',
    });
    const fit = ask(data, { kind: 'fit', input: toTaskInput(urgent, data) }) as Fit;
    expect(describeFit(fit, plannerWording(data))).toMatchObject({
      text: expect.stringMatching(/^Fits Wed .* · moves 1 block · makes 'Slides' 2 h late$/),
      urgency: 'soft',
    });
  });

  it.each([
    [20, '2026-11-18T09:20:00Z', /^Fits Wed [^·]*$/],
    [17, '2026-11-18T09:20:00Z', /^Fits Wed [^·]* · 3 min longer: plans are in steps of 5 min$/],
    [45, '2026-11-18T09:45:00Z', /^Fits Wed [^·]*$/],
  ])('has the length of %i minutes, or says why not', (durationMinutes, end, text) => {
    const data = aWeek({});
    const task = aTask({ title: 'Call', durationMinutes });
    const fit = ask(data, { kind: 'fit', input: toTaskInput(task, data) }) as Fit;
    expect(fit.blocks).toMatchObject([{ start: '2026-11-18T09:00:00Z', end }]);
    expect(describeFit(fit, plannerWording(data)).text).toMatch(text);
  });

  it('says how much does not fit before a hard deadline', () => {
    const data = aWeek({});
    const task = aTask({
      title: 'Book',
      durationMinutes: 540,
      maxChunkMinutes: 540,
      dueOn: '2026-11-18',
      dueKind: 'hard',
      isSplittable: true,
    });
    const fit = ask(data, { kind: 'fit', input: toTaskInput(task, data) }) as Fit;
    expect(describeFit(fit, plannerWording(data))).toMatchObject({
      text: expect.stringMatching(/^Doesn't fit before Wed .*: 1 h short$/),
      urgency: 'hard',
    });
  });

  it('is after the tasks it depends on, planned or not', () => {
    const collect = plannerTask({});
    const data = aWeek({ Collect: collect });
    const dependent = aTask({ title: 'Write', durationMinutes: 60, dependsOn: [collect.id] });
    const findFit = (week: PlanningData) =>
      ask(week, { kind: 'fit', input: toTaskInput(dependent, week) }) as Fit;
    expect(findFit(data).blocks).toEqual([
      { task: dependent._id, start: '2026-11-18T11:00:00Z', end: '2026-11-18T12:00:00Z' },
    ]);
    const [known] = data.tasks;
    const fixed = (notBefore: string): PlanningData => ({
      ...aWeek({}),
      tasks: [{ ...known!, dependents: { after: [], notBefore } }],
    });
    expect(findFit(fixed('2026-11-18T14:00:00.000Z')).blocks).toMatchObject([
      { start: '2026-11-18T14:00:00Z' },
    ]);
    expect(findFit(fixed('2027-01-04T10:00:00.000Z'))).toMatchObject({ blocks: [], shortMinutes: 60 });
  });

  it('accepts a dependency on a finished task', () => {
    const data = aWeek({});
    const task = aTask({ title: 'Write', durationMinutes: 60, dependsOn: [uuid()] });
    expect(ask(data, { kind: 'fit', input: toTaskInput(task, data) })).toMatchObject({ shortMinutes: 0 });
  });

  it('subtracts finished work, and is empty when nothing is left', () => {
    const task = aTask({ title: 'Report', durationMinutes: 60 });
    const data = aWeek({ Report: plannerTask({ id: task._id }) });
    const [known] = data.tasks;
    const done = { ...data, tasks: [{ ...known!, settledMinutes: 60 }] };
    expect(ask(done, { kind: 'fit', input: toTaskInput(task, done) })).toBeNull();
  });
});

describe('the most work of a day', () => {
  const report = { title: 'Report', durationMinutes: 120 };
  const full = plannerTask({ minutes: 120 });
  const block = { task: full.id, start: '2026-11-18T09:00:00Z', end: '2026-11-18T11:00:00Z' };
  const data = (mostWorkMinutes: number | null) => ({
    ...aWeek({ Slides: full }, { previous: [block] }),
    mostWorkMinutes,
  });

  it.each([
    [null, '2026-11-18T11:00:00Z'],
    [240, '2026-11-18T11:00:00Z'],
    [180, '2026-11-19T09:00:00Z'],
  ])('%s minutes: the preview of a task is on a day with room', (mostWorkMinutes, start) => {
    const week = data(mostWorkMinutes);
    const fit = ask(week, { kind: 'fit', input: toTaskInput(aTask(report), week) }) as Fit;
    expect(fit).toMatchObject({ blocks: [{ start }], shortMinutes: 0, movedBlocks: 0 });
  });

  it('does not count for personal tasks', () => {
    const week = data(120);
    week.instance.hours = { ...week.instance.hours, personal: { wed: [['18:00', '22:00']] } };
    const fit = ask(week, {
      kind: 'fit',
      input: toTaskInput(aTask({ ...report, hours: 'personal' }), week),
    }) as Fit;
    expect(fit).toMatchObject({ blocks: [{ start: '2026-11-18T18:00:00Z' }] });
  });

  it('moves other work of the day where a block is dragged, and is no broken rule', () => {
    const other = plannerTask({ minutes: 120 });
    const tomorrow = { task: other.id, start: '2026-11-19T09:00:00Z', end: '2026-11-19T11:00:00Z' };
    const week = {
      ...aWeek({ Slides: full, Other: other }, { previous: [block, tomorrow] }),
      mostWorkMinutes: 180,
    };
    const price = ask(week, { kind: 'price', block, start: '2026-11-19T13:00:00Z' }) as Price;
    expect(price).toMatchObject({
      place: { start: '2026-11-19T13:00:00Z' },
      moved: [{ task: other.id, to: { start: expect.not.stringContaining('2026-11-19') } }],
      breaks: [],
    });
  });

  it('is all that a proof counts, so that the fix it leads to is enough', () => {
    const due = '2026-11-20T16:00:00Z';
    const week = aWeek({ Thesis: plannerTask({ minutes: 15 * 60, minChunk: 30, maxChunk: 240, due }) });
    const answer = ask({ ...week, mostWorkMinutes: 240 }, { kind: 'fixes', tasks: [] });
    const sentences = answer.overloads.map((overload) =>
      describeOverload(overload, createWording(plannerWording(week)), week.instance.start),
    );
    expect(sentences).toEqual([
      expect.stringMatching(/^Thesis needs 15 h before Friday .*; 12 h exist, with at most 4 h a day\.$/),
    ]);
    const shorter = answer.fixes.find(({ fix }) => fix.kind === 'shorten');
    expect(shorter).toMatchObject({ fix: { kind: 'shorten' }, atRisk: [] });
  });

  it('limits what fixes promise', () => {
    const tasks = Object.fromEntries(
      ['A', 'B', 'C'].map((title) => [title, plannerTask({ due: '2026-11-19T17:00:00Z', dueKind: 'hard' })]),
    );
    const answer = ask({ ...aWeek(tasks), mostWorkMinutes: 120 }, { kind: 'fixes', tasks: [] });
    expect(answer.atRisk).toHaveLength(1);
    const drops = answer.fixes.filter(({ fix }) => fix.kind === 'drop');
    expect(drops.length).toBeGreaterThan(0);
    expect(answer.fixes.filter(({ fix }) => fix.kind === 'extend-hours')).toEqual([]);
  });
});

describe('another place for a block', () => {
  const slides = plannerTask({ due: '2026-11-18T11:00:00Z', priority: 1 });
  const mail = plannerTask({ minutes: 60, minChunk: 60, maxChunk: 60 });
  const blocks = [
    { task: slides.id, start: '2026-11-18T09:00:00Z', end: '2026-11-18T11:00:00Z' },
    { task: mail.id, start: '2026-11-18T11:00:00Z', end: '2026-11-18T12:00:00Z' },
  ];
  const data = aWeek({ Slides: slides, Mail: mail }, { previous: blocks });

  it('is among the next best ones', () => {
    const found = ask(data, { kind: 'alternatives', block: blocks[0]! });
    expect(found?.length).toBeGreaterThan(0);
    for (const { effect } of found ?? []) expect(effect.cost).toBeGreaterThan(0);
  });

  it('has a cost: what becomes late, and what moves', () => {
    const price = ask(data, { kind: 'price', block: blocks[0]!, start: '2026-11-18T11:00:00Z' }) as Price;
    expect(price.place).toMatchObject({ start: '2026-11-18T11:00:00Z', end: '2026-11-18T13:00:00Z' });
    expect(price.moved).toMatchObject([{ task: mail.id, from: { start: '2026-11-18T11:00:00Z' } }]);
    expect(formatPrice(price, plannerWording(data))).toEqual(["Makes 'Slides' 2 h late.", 'Moves 1 block.']);
  });

  it('names the rules it breaks, and has no cost outside the horizon', () => {
    const night = ask(data, { kind: 'price', block: blocks[1]!, start: '2026-11-18T20:00:00Z' }) as Price;
    expect(formatPrice(night, plannerWording(data))[0]).toBe('Is outside the hours for this task.');
    expect(ask(data, { kind: 'price', block: blocks[1]!, start: '2027-01-18T20:00:00Z' })).toBeNull();
  });

  it('is not offered for a plan that now overlaps a meeting', () => {
    const busy = [{ start: '2026-11-18T09:00:00Z', end: '2026-11-18T10:00:00Z' }];
    const late = aWeek({ Slides: slides, Mail: mail }, { previous: blocks, busy });
    expect(ask(late, { kind: 'alternatives', block: blocks[0]! })).toBeNull();
  });
});

describe('fixes', () => {
  const due = '2026-11-18T17:00:00Z';
  const hard = { due, dueKind: 'hard' as const, minutes: 240, minChunk: 60, maxChunk: 240 };
  const tasks = { A: plannerTask(hard), B: plannerTask(hard), C: plannerTask({ ...hard, minutes: 180 }) };

  it('prove the overload in a sentence, and rank what helps', () => {
    const data = aWeek(tasks, { busy: [{ start: '2026-11-18T10:00:00Z', end: '2026-11-18T10:30:00Z' }] });
    const { overloads, fixes, isSolvedByPlanning } = ask(data, { kind: 'fixes', tasks: [] });
    expect(isSolvedByPlanning).toBe(false);
    expect(describeOverload(overloads[0]!, createWording(plannerWording(data)), data.instance.start)).toMatch(
      /^(?:A|B|C), (?:A|B|C) and (?:A|B|C) need 11 h before Wednesday .*; 7 h 30 exist\.$/,
    );
    expect(fixes.length).toBeGreaterThan(2);
    // An event from outside, not one of the app's.
    const kinds = fixes.map(({ fix }) => fix.kind);
    expect(kinds).not.toContain('move-meeting');
    const words = fixes.map((fix) => describeFix(fix, null, plannerWording(data)));
    expect(words.map(({ action }) => action)).toContainEqual(expect.stringMatching(/^Move '.' to Someday$/));
    expect(words.map(({ effect }) => effect)).toContainEqual(expect.stringMatching(/^Then everything fits/));
  });

  it('offer to move the user’s own meeting', () => {
    const busy = { start: '2026-11-18T10:00:00Z', end: '2026-11-18T14:00:00Z' };
    const data = {
      ...aWeek({ A: tasks.A, C: tasks.C }, { busy: [busy] }),
      meetings: [
        { eventId: uuid(), recurrenceId: null, title: 'Workshop', startsAt: busy.start, endsAt: busy.end },
      ],
    };
    const { fixes } = ask(data, { kind: 'fixes', tasks: [] });
    const fix = fixes.find(({ fix }) => fix.kind === 'move-meeting');
    expect(fix && describeFix(fix, 'Workshop', plannerWording(data)).action).toMatch(
      /^Move 'Workshop' to Thu/,
    );
  });

  it('are not needed where planning again is enough', () => {
    const data = aWeek({ A: plannerTask({ minutes: 60, minChunk: 60, maxChunk: 60 }) });
    expect(ask(data, { kind: 'fixes', tasks: [] })).toMatchObject({ isSolvedByPlanning: true, fixes: [] });
  });
});
