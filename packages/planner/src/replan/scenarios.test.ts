import { describe, expect, it } from 'vitest';
import { Story, work } from '../../fixtures/story.ts';
import { week } from '../../fixtures/week.ts';

/**
 * Realistic weeks, described in the product's wording. Changing a text here means changing it in the product.
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

  it('finds everything a place', () => {
    expect(story.week()).toMatchInlineSnapshot(`
      "
      Mon 15 Jun 09:00-10:00 Prepare the interview
      Mon 15 Jun 10:30-12:30 Offer for Lindner
      Mon 15 Jun 13:30-16:30 Quarterly figures
      Tue 16 Jun 15:00-16:30 Travel expenses
      The best possible plan: proven.
      "
    `);
  });

  it('moves what was there, and little else', () => {
    const event = { start: '2026-06-15T08:30:00Z', end: '2026-06-15T10:00:00Z' };
    expect(story.change({ kind: 'event-set', event })).toMatchInlineSnapshot(`
      "
      2 kept
      moved: Quarterly figures, Mon 15 Jun 13:30-16:30 -> Mon 15 Jun 13:30-15:30
      moved: Offer for Lindner, Mon 15 Jun 10:30-12:30 -> Mon 15 Jun 15:30-17:30
      new: Quarterly figures, Tue 16 Jun 09:00-10:00
      The best possible plan: proven.
      "
    `);
  });

  it('says why it lies there now', () => {
    expect(story.why('Offer for Lindner')).toMatchInlineSnapshot(`
      "
      Mon 15 Jun 15:30-17:30 First place that fits. Done just in time.
        not Mon 15 Jun 09:00-10:00: Taken by 'Prepare the interview'.
        not Mon 15 Jun 10:00-12:00: Something is in the calendar.
        not Mon 15 Jun 12:00-12:30: Only 30 min free, 2 h needed.
        not Mon 15 Jun 13:30-15:30: Taken by 'Quarterly figures'; changing places: more of the plan would move.
        or Mon 15 Jun 13:30-15:30: Waits 2 h less, but moves more of the plan and takes the place of 'Quarterly figures'.
        or Tue 16 Jun 10:00-12:00: Waits 18 h 30 longer and makes 'Offer for Lindner' 18 h 30 late.
        or Wed 17 Jun 09:00-11:00: Waits 1 day 17 h longer and makes 'Offer for Lindner' 1 day 17 h late.
      "
    `);
  });

  it('has no trouble with that', () => {
    expect(story.trouble()).toMatchInlineSnapshot(`
      "
      nothing is at risk
      "
    `);
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

  it('just works out at first', () => {
    expect(story.week()).toMatchInlineSnapshot(`
      "
      Mon 14 Sept 09:00-10:00 Board slides
      Mon 14 Sept 11:00-12:30 Board slides
      Mon 14 Sept 13:30-16:00 Board slides
      Mon 14 Sept 16:30-17:30 Board slides
      Tue 15 Sept 09:00-12:00 Budget draft
      Tue 15 Sept 15:30-16:30 Budget draft
      Tue 15 Sept 16:30-17:30 Reply to the press
      The best possible plan: proven.
      "
    `);
  });

  it('lets the least important slip when more comes in', () => {
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
      The best possible plan: proven.
      "
    `);
  });

  it('says why the one that slips is late', () => {
    expect(story.why('Budget draft')).toMatchInlineSnapshot(`
      "
      Tue 15 Sept 09:00-11:00 First place that fits. Ends 6 h 30 before the deadline.
        not Mon 14 Sept 09:00-10:00: Taken by 'Board slides'.
        not Mon 14 Sept 10:00-11:00: Something is in the calendar.
        not Mon 14 Sept 11:00-12:30: Taken by 'Board slides'.
        not Mon 14 Sept 13:30-14:30: Taken by 'Board slides'.
        not Mon 14 Sept 14:30-17:30: Taken by 'Contract review', which would then lose its place for 3 h.
        or Wed 16 Sept 13:30-15:30: Waits 1 day 4 h longer, moves more of the plan and makes 'Budget draft' 5 h 30 later still.
        or Thu 17 Sept 09:00-11:00: Waits 2 days longer, moves more of the plan and makes 'Budget draft' 1 day 1 h later still.
        or Thu 17 Sept 13:30-15:30: Waits 2 days 4 h longer, moves more of the plan and makes 'Budget draft' 1 day 5 h later still.
      Tue 15 Sept 15:30-16:30 First place that fits. Ends 1 h before the deadline. Where it was before.
        not Mon 14 Sept 09:00-10:00: Taken by 'Board slides'; changing places: more of the plan would move.
        not Mon 14 Sept 10:00-11:00: Something is in the calendar.
        not Mon 14 Sept 11:00-12:30: Taken by 'Board slides', which would then be 18 h 30 late.
        not Mon 14 Sept 13:30-14:30: Taken by 'Board slides'; changing places: more of the plan would move.
        not Mon 14 Sept 14:30-17:30: Taken by 'Contract review', which would then lose its place for 3 h.
        not Tue 15 Sept 09:00-11:00: Another part of this task is here.
        not Tue 15 Sept 11:00-12:30: Taken by 'Board slides'.
        not Tue 15 Sept 13:30-15:30: Something is in the calendar.
        or Mon 14 Sept 09:00-10:00: Waits 1 day 6 h less and cuts less, but moves more of the plan and takes the place of 'Board slides'.
        or Wed 16 Sept 11:00-12:00: Waits 19 h 30 longer, moves more of the plan and makes 'Budget draft' 2 h later still.
        or Wed 16 Sept 13:30-14:30: Waits 22 h longer, moves more of the plan and makes 'Budget draft' 4 h 30 later still.
      Wed 16 Sept 09:00-10:00 First place that fits. 16 h 30 after the deadline: nothing earlier was better.
        not Mon 14 Sept 09:00-17:30: 1 h in the calendar, 6 h 30 of other work; nothing is free.
        not Tue 15 Sept 09:00-17:30: 2 h in the calendar, 2 h 30 of other work, 3 h of this task; nothing is free.
        or Wed 16 Sept 11:00-12:00: Waits 2 h longer and makes 'Budget draft' 2 h later still.
        or Wed 16 Sept 13:30-14:30: Waits 4 h 30 longer and makes 'Budget draft' 4 h 30 later still.
        or Mon 14 Sept 09:00-10:00: Waits 2 days less, but moves more of the plan, takes the place of 'Board slides' and makes it 16 h 30 late.
      "
    `);
  });

  it('proves that something has to give, and offers what', () => {
    expect(story.trouble()).toMatchInlineSnapshot(`
      "
      proof: Contract review, Board slides and Budget draft need 13 h before Tue 15 Sept, 17:30; 12 h exist.
      risk: 'Budget draft' will be 16 h 30 late.
      1. Work 1 h more, from Mon 14 Sept, 17:30. Everything would be done in time.
      2. Move 'Planning workshop' from Tue 15 Sept, 13:30 to Wed 16 Sept, 09:00. Everything would be done in time.
      3. Work 1 h more, from Tue 15 Sept, 08:00. Everything would be done in time.
      4. Move the meeting (1 h) from Mon 14 Sept, 10:00 to Wed 16 Sept, 09:00. Everything would be done in time.
      5. Move the deadline of 'Budget draft' to Wed 16 Sept, 10:00. Everything would be done in time.
      6. Shorten 'Budget draft' by 1 h, to 3 h. Everything would be done in time.
      7. Shorten 'Contract review' by 1 h, to 2 h. Everything would be done in time.
      8. Shorten 'Board slides' by 1 h, to 5 h. Everything would be done in time.
      9. Drop 'Budget draft'. Everything would be done in time.
      10. Drop 'Contract review'. Everything would be done in time.
      11. Drop 'Board slides'. Everything would be done in time.
      "
    `);
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
      The best possible plan: proven.
      "
    `);
  });

  it('keeps office hours by the clock on the wall when time passes', () => {
    expect(autumn.change({ kind: 'time-passed', now: '2026-10-25T05:00:00Z' })).toMatchInlineSnapshot(`
      "
      0 kept
      gone: Write the notice, Fri 23 Oct 09:00-10:00
      gone: Move the database, Sun 25 Oct 01:00-04:00
      The best possible plan: proven.
      "
    `);
    expect(autumn.change({ kind: 'task-set', task: work('Report on the move', 2) })).toMatchInlineSnapshot(`
      "
      0 kept
      new: Report on the move, Mon 26 Oct 09:00-11:00
      The best possible plan: proven.
      "
    `);
  });

  it('has an hour less in spring, and says so', () => {
    expect(spring.week()).toMatchInlineSnapshot(`
      "
      Fri 6 Mar 09:00-10:00 Write the notice
      The best possible plan: proven.
      "
    `);
    expect(spring.trouble()).toMatchInlineSnapshot(`
      "
      proof: Move the database needs 3 h in the days planned, until Fri 13 Mar, 08:00; 2 h exist.
      risk: 3 h of 'Move the database' do not fit.
      1. Work 1 h more, from Sun 8 Mar, 00:00. Everything would be done in time.
      2. Work 1 h more, from Sun 8 Mar, 04:00. Everything would be done in time.
      3. Shorten 'Move the database' by 1 h, to 2 h. Everything would be done in time.
      4. Let 'Move the database' be done in pieces of 30 min or more. Only 1 h of 'Move the database' would not fit instead of 3 h.
      5. Drop 'Move the database'. Everything would be done in time.
      "
    `);
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

  it('begins early enough for its end', () => {
    expect(story.week()).toMatchInlineSnapshot(`
      "
      Mon 11 May 09:00-12:30 Tidy the archive
      Mon 11 May 13:30-15:00 Tidy the archive
      Mon 11 May 15:00-17:30 Draft the brochure
      Tue 12 May 09:00-12:30 Draft the brochure
      Tue 12 May 13:30-15:30 Have it proofread
      Tue 12 May 15:30-16:30 Send it to print
      The best possible plan: proven.
      "
    `);
    expect(story.why('Send it to print')).toMatchInlineSnapshot(`
      "
      Tue 12 May 15:30-16:30 First place that fits. Done 20 h before the hard deadline.
        not Mon 11 May 08:00-Tue 12 May 15:30: Waits for 'Have it proofread'.
        or Tue 12 May 16:00-17:00: Waits 30 min longer.
        or Wed 13 May 09:00-10:00: Waits 17 h 30 longer.
      "
    `);
  });

  it('pushes on what waits when its first part grows', () => {
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
      The best possible plan: proven.
      "
    `);
    expect(story.why('Have it proofread')).toMatchInlineSnapshot(`
      "
      Wed 13 May 09:00-11:00 First place that fits. The last place it can have.
        not Mon 11 May 08:00-Tue 12 May 17:30: Waits for 'Draft the brochure'.
      "
    `);
  });

  it('is proven too long when it is, from its first task to its last', () => {
    const task = work('Draft the brochure', 18, { minChunk: 60, maxChunk: 240 });
    story.change({ kind: 'task-set', task });
    expect(story.trouble()).toMatchInlineSnapshot(`
      "
      proof: Draft the brochure, Have it proofread and Send it to print need 21 h before Wed 13 May, 12:30; 18 h 30 exist.
      risk: 1 h of 'Send it to print' does not fit.
      1. Work 2 h 30 more, from Wed 13 May, 06:30. Everything would be done in time.
      2. Move the hard deadline of 'Send it to print' to Thu 14 May, 12:30. Everything would be done in time.
      3. Drop 'Have it proofread'. Everything would be done in time.
      4. Drop 'Send it to print'. Everything would be done in time.
      5. Drop 'Draft the brochure'. Everything would be done in time.
      "
    `);
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

  it('leaves out what weighs least', () => {
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
      The best possible plan: proven.
      "
    `);
    expect(story.trouble()).toMatchInlineSnapshot(`
      "
      proof: Tax return, Seminar paper and Exam revision need 30 h in the days planned, until Sat 25 Apr, 08:00; 27 h exist.
      risk: 2 h 30 of 'Seminar paper' do not fit.
      risk: 30 min of 'Exam revision' do not fit.
      1. Work 3 h more, from Thu 23 Apr, 17:30. Everything would be done in time.
      2. Work 3 h more, from Fri 24 Apr, 06:00. Everything would be done in time.
      3. Work 3 h more, from Fri 24 Apr, 17:30. Everything would be done in time.
      4. Shorten 'Exam revision' by 3 h, to 9 h. Everything would be done in time.
      5. Shorten 'Seminar paper' by 3 h, to 7 h. Everything would be done in time.
      6. Let 'Seminar paper' be done in pieces of 30 min or more. Only 2 h of 'Seminar paper' would not fit instead of 2 h 30, but 1 h of 'Exam revision' would not fit.
      7. Let 'Exam revision' be done in pieces of 30 min or more. 'Exam revision' would fit, but 3 h of 'Seminar paper' would not fit.
      8. Shorten 'Tax return' by 3 h, to 5 h. Everything would be done in time.
      9. Drop 'Seminar paper'. Everything would be done in time.
      10. Drop 'Exam revision'. Everything would be done in time.
      11. Drop 'Tax return'. Everything would be done in time.
      "
    `);
  });

  it('fits again when a morning is free', () => {
    const event = { start: '2026-04-21T07:00:00Z', end: '2026-04-21T10:30:00Z' };
    expect(story.change({ kind: 'event-gone', event })).toMatchInlineSnapshot(`
      "
      8 kept
      moved: Exam revision, Fri 24 Apr 13:30-17:30 -> Fri 24 Apr 13:30-17:00
      new: Exam revision, Tue 21 Apr 09:00-10:00
      new: Seminar paper, Tue 21 Apr 10:00-12:30
      The best possible plan: proven.
      "
    `);
    expect(story.trouble()).toMatchInlineSnapshot(`
      "
      nothing is at risk
      "
    `);
  });

  it('has a place by the hour, and none at a stretch', () => {
    const task = work('Film the experiment', 5, { priority: 1, due: '2026-04-23T15:30:00Z' });
    story.change({ kind: 'task-gone', task: 'Exam revision' });
    expect(story.change({ kind: 'task-set', task })).toMatchInlineSnapshot(`
      "
      6 kept
      The best possible plan: proven.
      "
    `);
    expect(story.trouble()).toMatchInlineSnapshot(`
      "
      chunks: 'Film the experiment' needs 5 h at a stretch, and the longest gap is 4 h, though there are 30 h 30 free in all.
      risk: 5 h of 'Film the experiment' do not fit.
      1. Work 4 h more, from Tue 21 Apr, 17:30. Everything would be done in time.
      2. Let 'Film the experiment' be done in pieces of 30 min or more. Everything would be done in time.
      3. Work 4 h more, from Wed 22 Apr, 17:30. Everything would be done in time.
      4. Drop 'Film the experiment'. Everything would be done in time.
      "
    `);
  });
});
