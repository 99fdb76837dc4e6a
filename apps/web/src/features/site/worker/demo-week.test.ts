import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemoQuestion, DemoView } from '../model/demo.ts';
import { DemoWeek } from './demo-week.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const EXAMPLE = 'Finish the report, 3 h, by Friday';

function openWeek() {
  const week = new DemoWeek({ monday: MONDAY, locale: 'en-GB', hour12: false });
  const see = (question: DemoQuestion): DemoView => {
    const answer = week.answer(question);
    if (answer.kind !== 'view') throw new Error(JSON.stringify(answer));
    return answer.view;
  };
  const add = (text: string) => see({ kind: 'add', text });
  const refusal = (text: string) => {
    const answer = week.answer({ kind: 'add', text });
    return answer.kind === 'refused' ? answer.reason : null;
  };
  const read = (text: string) => {
    const answer = week.answer({ kind: 'read', text });
    if (answer.kind !== 'reading') throw new Error('No reading');
    return answer.reading;
  };
  return { week, see, add, refusal, read };
}
const titled = ({ blocks }: DemoView, title: string) => blocks.filter((block) => block.title === title);
const days = (view: DemoView, title: string) => titled(view, title).map(({ day }) => day);

describe('the sample week', () => {
  it('takes a task in before its deadline, and says why it is there', () => {
    const view = openWeek().add(EXAMPLE);
    const pieces = titled(view, 'Finish the report');
    expect(pieces.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(12);
    expect(pieces.every(({ day, kind }) => day <= 4 && kind === 'chosen')).toBe(true);
    expect(view.chosen).toMatchObject({
      length: '3 h',
      due: 'Fri 17:00',
      dueDay: 4,
      outcome: { isGood: true },
    });
    expect(view.chosen?.reasons.map(({ isChosen }) => isChosen)).toContain(false);
    expect(view.status).toMatch(/^Finish the report is planned for /);
    expect(view.problem).toBeNull();
  });

  it('moves the task when its deadline changes', () => {
    const { see, add } = openWeek();
    const before = add(EXAMPLE);
    const taskId = before.chosen?.id ?? '';
    const after = see({ kind: 'due', taskId, day: 1, isHard: true });
    expect(Math.max(...days(after, 'Finish the report'))).toBe(1);
    expect(days(after, 'Finish the report')).not.toEqual(days(before, 'Finish the report'));
    expect(after.chosen).toMatchObject({ due: 'Tue 17:00', isHard: true });
    expect(see({ kind: 'undo' }).blocks).toEqual(before.blocks);
  });

  it('proves an overload in numbers, and what helps does help', () => {
    const { week, see, add } = openWeek();
    const full = add('Thesis 30 h by Friday !hard');
    expect(full.problem).toMatchObject({ fixes: null });
    expect(full.problem?.sentences[0]).toMatch(/Thesis need.* before Fri 17:00; .* exists?\.$/);
    expect(full.chosen?.outcome.isGood).toBe(false);
    const fixes = week.viewFixes()?.problem?.fixes ?? [];
    expect(fixes.length).toBeGreaterThan(0);
    const short = (view: DemoView) => Number(/(\d+) h/.exec(view.chosen?.outcome.text ?? '')?.[1] ?? 0);
    expect(short(see({ kind: 'fix', index: 0 }))).toBeLessThan(short(full));
    expect(see({ kind: 'restart' })).toMatchObject({ problem: null, chosen: null, canUndo: false });
  });

  it('plans repetitions once on each of their days, evenings for private things', () => {
    const view = openWeek().add('Yoga 1 h three times a week');
    expect(new Set(days(view, 'Yoga')).size).toBe(3);
    const daily = openWeek().add('Mail 30 min every day');
    expect(days(daily, 'Mail')).toEqual([0, 1, 2, 3, 4]);
    expect(daily.chosen).toMatchObject({ mayBeMoved: false, due: null });
  });

  it('pins what has a time of its own, and removes all of a line again', () => {
    const { see, add } = openWeek();
    const view = add('Interview Thursday at 10:30, 1 h');
    expect(titled(view, 'Interview')).toMatchObject([{ day: 3, from: 10, to: 14 }]);
    expect(titled(see({ kind: 'remove', taskId: view.chosen?.id ?? '' }), 'Interview')).toEqual([]);
  });

  it('names the year of a day that is far away', () => {
    const { read } = openWeek();
    expect(read('Taxes 1 h by 31 Dec 2099').words).toBe('Taxes · 1 h · by Thu 31 Dec 2099, 17:00');
    expect(read('Taxes 1 h by 31 Dec').words).toBe('Taxes · 1 h · by Thu 31 Dec, 17:00');
  });

  it('says what it cannot do with a line', () => {
    const { refusal, read } = openWeek();
    expect(refusal('2h by friday')).toMatch(/^What is it\?/);
    expect(refusal('Paint the fence sometime')).toMatch(/Someday/);
    expect(refusal('Interview Tuesday at 10:00')).toMatch(/^'Design review' is at that time/);
    expect(refusal('Rent on 5 May at 9:00')).toMatch(/after the two weeks/);
    expect(refusal('Novel 3000 h')).toMatch(/longer or shorter|more than the sample/);
    expect(read('Call Ada')).toMatchObject({
      isComplete: true,
      words: 'Call Ada · 30 min, as no length is given',
    });
    expect(read(EXAMPLE).tokens.map(({ kind }) => kind)).toEqual(['duration', 'due']);
  });

  it('has an answer for every line', () => {
    const words = fc.constantFrom(
      'report',
      '3 h',
      'by friday',
      'every day',
      'at 9',
      '!hard',
      'p1',
      '#work',
      'in chunks of 1 h',
      'tomorrow 25:00',
      'on 31 February',
      '"',
      'not before wed',
      'twice a week',
      '99 days',
    );
    const line = fc.oneof(
      fc.array(words, { maxLength: 6 }).map((parts) => parts.join(' ')),
      fc.string(),
    );
    fc.assert(
      fc.property(line, (text) => {
        const { week } = openWeek();
        expect(['view', 'refused']).toContain(week.answer({ kind: 'add', text }).kind);
        expect(week.answer({ kind: 'read', text }).kind).toBe('reading');
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
