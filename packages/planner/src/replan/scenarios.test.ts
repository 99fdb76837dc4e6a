import { describe, expect, it } from 'vitest';
import { Story, work } from '../../fixtures/story.ts';
import { week } from '../../fixtures/week.ts';

/**
 * Weeks as people have them. What the planner does is asserted here; what it says about it, in the words of the
 * product, is in `__snapshots__/scenarios.test.ts.snap`. `vitest run -u` rewrites that file after a change of wording.
 */
const OFFICE = [
  ['09:00', '12:30'],
  ['13:30', '17:30'],
] as const;
const office = { mon: OFFICE, tue: OFFICE, wed: OFFICE, thu: OFFICE, fri: OFFICE };

describe('a meeting lands on a block', () => {
  const berlin = week({
    zone: 'Europe/Berlin',
    start: '2026-06-15T06:00:00Z',
    end: '2026-06-20T06:00:00Z',
    hours: { work: office },
    busy: [
      { start: '2026-06-15T08:00:00Z', end: '2026-06-15T08:30:00Z' },
      { start: '2026-06-16T11:30:00Z', end: '2026-06-16T13:00:00Z' },
    ],
    tasks: [
      work('Offer for Lindner', 2, { priority: 1, due: '2026-06-15T15:30:00Z' }),
      work('Quarterly figures', 3, { priority: 2, due: '2026-06-17T15:30:00Z', minChunk: 60 }),
      work('Prepare the interview', 1, { due: '2026-06-16T10:00:00Z' }),
      work('Travel expenses', 1.5, { priority: 4, prefer: [['13:30', '17:30']] }),
    ],
  });
  const story = new Story(berlin);

  it('places everything', () => {
    expect(story.week()).toMatchInlineSnapshot(`
      "
      Mon 15 Jun 09:00-10:00 Prepare the interview
      Mon 15 Jun 10:30-12:30 Offer for Lindner
      Mon 15 Jun 13:30-16:30 Quarterly figures
      Tue 16 Jun 15:00-16:30 Travel expenses
      proven: nothing is better
      "
    `);
  });

  it('moves the overlapped block, and little else', () => {
    const event = { start: '2026-06-15T08:30:00Z', end: '2026-06-15T10:00:00Z' };
    expect(story.change({ kind: 'event-set', event })).toMatchInlineSnapshot(`
      "
      2 kept
      moved: Quarterly figures, Mon 15 Jun 13:30-16:30 -> Mon 15 Jun 13:30-15:30
      moved: Offer for Lindner, Mon 15 Jun 10:30-12:30 -> Mon 15 Jun 15:30-17:30
      new: Quarterly figures, Tue 16 Jun 09:00-10:00
      proven: nothing is better
      "
    `);
  });

  it('explains the new place', () => {
    expect(story.why('Offer for Lindner')).toMatchSnapshot();
  });

  it('has no problems then', () => {
    expect(story.trouble()).toMatchSnapshot();
  });
});

describe('deadline crunch', () => {
  const newYork = week({
    zone: 'America/New_York',
    start: '2026-09-14T12:00:00Z',
    end: '2026-09-19T12:00:00Z',
    hours: { work: office },
    busy: [
      { start: '2026-09-14T14:00:00Z', end: '2026-09-14T15:00:00Z' },
      { start: '2026-09-15T17:30:00Z', end: '2026-09-15T19:30:00Z' },
    ],
    tasks: [
      work('Board slides', 6, { priority: 1, due: '2026-09-15T21:30:00Z', minChunk: 60, maxChunk: 180 }),
      work('Budget draft', 4, { priority: 2, due: '2026-09-15T21:30:00Z', minChunk: 60, maxChunk: 180 }),
      work('Reply to the press', 1, { priority: 3, due: '2026-09-16T16:30:00Z' }),
    ],
  });
  const story = new Story(newYork, { '2026-09-15T17:30:00Z': 'Planning workshop' });

  it('fits at first', () => {
    expect(story.week()).toMatchInlineSnapshot(`
      "
      Mon 14 Sept 09:00-10:00 Board slides
      Mon 14 Sept 11:00-12:30 Board slides
      Mon 14 Sept 13:30-16:00 Board slides
      Mon 14 Sept 16:30-17:30 Board slides
      Tue 15 Sept 09:00-12:00 Budget draft
      Tue 15 Sept 15:30-16:30 Budget draft
      Tue 15 Sept 16:30-17:30 Reply to the press
      proven: nothing is better
      "
    `);
  });

  it('lets the least important task slip when more is added', () => {
    const task = work('Contract review', 3, { priority: 1, due: '2026-09-15T16:30:00Z', dueKind: 'hard' });
    expect(story.change({ kind: 'task-set', task })).toMatchInlineSnapshot(`
      "
      3 kept
      moved: Board slides, Mon 14 Sept 13:30-16:00 -> Mon 14 Sept 13:30-14:30
      moved: Budget draft, Tue 15 Sept 09:00-12:00 -> Tue 15 Sept 09:00-11:00
      moved: Board slides, Mon 14 Sept 16:30-17:30 -> Tue 15 Sept 11:00-12:30
      moved: Reply to the press, Tue 15 Sept 16:30-17:30 -> Wed 16 Sept 10:00-11:00
      new: Contract review, Mon 14 Sept 14:30-17:30
      new: Board slides, Tue 15 Sept 16:30-17:30
      new: Budget draft, Wed 16 Sept 09:00-10:00
      proven: nothing is better
      "
    `);
  });

  it('explains why that task is late', () => {
    expect(story.why('Budget draft')).toMatchSnapshot();
  });

  it('proves the overload, and offers fixes', () => {
    expect(story.trouble()).toMatchSnapshot();
  });
});

describe('the week the clocks change', () => {
  const night = [['01:00', '04:00']] as const;
  const maintenance = (zone: string, start: string, end: string, hours: number) =>
    new Story(
      week({
        zone,
        start,
        end,
        hours: { work: office, night: { sun: night } },
        tasks: [
          work('Move the database', hours, { hours: 'night', priority: 1 }),
          work('Write the notice', 1),
        ],
      }),
    );
  const autumn = maintenance('Europe/Berlin', '2026-10-23T06:00:00Z', '2026-10-30T06:00:00Z', 4);
  const spring = maintenance('America/New_York', '2026-03-06T12:00:00Z', '2026-03-13T12:00:00Z', 3);

  it('has an hour more between one and four in autumn', () => {
    expect(autumn.week()).toMatchInlineSnapshot(`
      "
      Fri 23 Oct 09:00-10:00 Write the notice
      Sun 25 Oct 01:00-04:00 Move the database
      proven: nothing is better
      "
    `);
  });

  it('keeps office hours by the wall clock', () => {
    expect(autumn.change({ kind: 'time-passed', now: '2026-10-25T05:00:00Z' })).toMatchInlineSnapshot(`
      "
      0 kept
      gone: Write the notice, Fri 23 Oct 09:00-10:00
      gone: Move the database, Sun 25 Oct 01:00-04:00
      proven: nothing is better
      "
    `);
    expect(autumn.change({ kind: 'task-set', task: work('Report on the move', 2) })).toMatchInlineSnapshot(`
      "
      0 kept
      new: Report on the move, Mon 26 Oct 09:00-11:00
      proven: nothing is better
      "
    `);
  });

  it('has an hour less in spring, and reports it', () => {
    expect(spring.week()).toMatchInlineSnapshot(`
      "
      Fri 6 Mar 09:00-10:00 Write the notice
      proven: nothing is better
      "
    `);
    expect(spring.trouble()).toMatchSnapshot();
  });
});

describe('a chain of tasks', () => {
  const london = week({
    zone: 'Europe/London',
    start: '2026-05-11T07:00:00Z',
    end: '2026-05-16T07:00:00Z',
    hours: { work: office },
    tasks: [
      work('Draft the brochure', 6, { minChunk: 60, maxChunk: 240 }),
      work('Have it proofread', 2, { after: ['Draft the brochure'] }),
      work('Send it to print', 1, {
        after: ['Have it proofread'],
        due: '2026-05-13T11:30:00Z',
        dueKind: 'hard',
        priority: 1,
      }),
      work('Tidy the archive', 5, { priority: 2, minChunk: 60, maxChunk: 240 }),
    ],
  });
  const story = new Story(london);

  it('starts early enough for its end', () => {
    expect(story.week()).toMatchInlineSnapshot(`
      "
      Mon 11 May 09:00-12:30 Tidy the archive
      Mon 11 May 13:30-15:00 Tidy the archive
      Mon 11 May 15:00-17:30 Draft the brochure
      Tue 12 May 09:00-12:30 Draft the brochure
      Tue 12 May 13:30-15:30 Have it proofread
      Tue 12 May 15:30-16:30 Send it to print
      proven: nothing is better
      "
    `);
    expect(story.why('Send it to print')).toMatchSnapshot();
  });

  it('moves its followers when its first part grows', () => {
    const task = work('Draft the brochure', 11, { minChunk: 60, maxChunk: 240 });
    expect(story.change({ kind: 'task-set', task })).toMatchInlineSnapshot(`
      "
      3 kept
      moved: Tidy the archive, Mon 11 May 09:00-12:30 -> Mon 11 May 09:00-11:30
      moved: Have it proofread, Tue 12 May 13:30-15:30 -> Wed 13 May 09:00-11:00
      moved: Send it to print, Tue 12 May 15:30-16:30 -> Wed 13 May 11:00-12:00
      new: Draft the brochure, Mon 11 May 11:30-12:30
      new: Draft the brochure, Tue 12 May 13:30-17:30
      new: Tidy the archive, Wed 13 May 13:30-14:30
      proven: nothing is better
      "
    `);
    expect(story.why('Have it proofread')).toMatchSnapshot();
  });

  it('is proven too long, from its first task to its last', () => {
    const task = work('Draft the brochure', 18, { minChunk: 60, maxChunk: 240 });
    story.change({ kind: 'task-set', task });
    expect(story.trouble()).toMatchSnapshot();
  });
});

describe('too much for one week', () => {
  const vienna = week({
    zone: 'Europe/Vienna',
    start: '2026-04-20T06:00:00Z',
    end: '2026-04-25T06:00:00Z',
    hours: { work: office },
    busy: ['21', '22', '23'].map((day) => ({
      start: `2026-04-${day}T07:00:00Z`,
      end: `2026-04-${day}T10:30:00Z`,
    })),
    tasks: [
      work('Tax return', 8, {
        priority: 1,
        minChunk: 60,
        maxChunk: 240,
        due: '2026-04-23T15:30:00Z',
        dueKind: 'hard',
      }),
      work('Seminar paper', 10, { priority: 2, minChunk: 120, maxChunk: 240 }),
      work('Exam revision', 12, { priority: 2, minChunk: 60, maxChunk: 240 }),
    ],
  });
  const story = new Story(vienna, { '2026-04-21T07:00:00Z': 'Lab course' });

  it('leaves out the least important work', () => {
    expect(story.week()).toMatchInlineSnapshot(`
      "
      Mon 20 Apr 09:00-12:30 Tax return
      Mon 20 Apr 13:30-16:30 Tax return
      Mon 20 Apr 16:30-17:30 Exam revision
      Tue 21 Apr 13:30-15:00 Tax return
      Tue 21 Apr 15:00-17:30 Exam revision
      Wed 22 Apr 13:30-17:30 Seminar paper
      Thu 23 Apr 13:30-17:30 Exam revision
      Fri 24 Apr 09:00-12:30 Seminar paper
      Fri 24 Apr 13:30-17:30 Exam revision
      proven: nothing is better
      "
    `);
    expect(story.trouble()).toMatchSnapshot();
  });

  it('fits again if a morning is free', () => {
    const event = { start: '2026-04-21T07:00:00Z', end: '2026-04-21T10:30:00Z' };
    expect(story.change({ kind: 'event-gone', event })).toMatchInlineSnapshot(`
      "
      8 kept
      moved: Exam revision, Fri 24 Apr 13:30-17:30 -> Fri 24 Apr 13:30-17:00
      new: Exam revision, Tue 21 Apr 09:00-10:00
      new: Seminar paper, Tue 21 Apr 10:00-12:30
      proven: nothing is better
      "
    `);
    expect(story.trouble()).toMatchSnapshot();
  });

  it('fits in hours, but not in one piece', () => {
    const task = work('Film the experiment', 5, { priority: 1, due: '2026-04-23T15:30:00Z' });
    story.change({ kind: 'task-gone', task: 'Exam revision' });
    expect(story.change({ kind: 'task-set', task })).toMatchInlineSnapshot(`
      "
      6 kept
      proven: nothing is better
      "
    `);
    expect(story.trouble()).toMatchSnapshot();
  });
});
