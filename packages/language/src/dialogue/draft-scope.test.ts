import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { data, event, events, lee, task, at as toInstant, withSync } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

/** The calls of the last of some messages. What is asked for waits as a draft. */
const talk = (about: DialogueData, ...texts: string[]) =>
  texts.reduce(({ state }, text) => converse(text, about, state), converse('hello', about, NEW_DIALOGUE))
    .calls;

const tomorrow = ['cancel everything tomorrow', 'cancel all my meetings tomorrow'];

test.each(tomorrow)("'except' takes an event out of the draft '%s'", (request) => {
  for (const text of ['except the budget review', 'not the budget review', 'keep the budget review'])
    expect(talk(data, request, text)).toEqual([{ tool: 'delete_event', input: { eventId: 'design' } }]);
});

test("'only' leaves the other events as they are", () => {
  const left = [{ tool: 'delete_event', input: { eventId: 'design' } }];
  expect(talk(data, 'cancel everything tomorrow', 'only the design review')).toEqual(left);
  expect(talk(data, 'cancel the budget review and the design review', 'just the design review')).toEqual(
    left,
  );
});

test('several exceptions add up, in one message and in two', () => {
  const three: DialogueData = {
    ...data,
    events: [...events, event('gym', 'Gym', '17T18:00', [])].toSorted(
      (one, other) => one.start - other.start,
    ),
  };
  const left = [{ tool: 'delete_event', input: { eventId: 'gym' } }];
  expect(talk(three, 'cancel everything tomorrow except the budget review and the design review')).toEqual(
    left,
  );
  expect(
    talk(three, 'cancel everything tomorrow', 'except the budget review', 'keep the design review'),
  ).toEqual(left);
});

test("'only the first one' names nothing, and the draft waits", () => {
  const draft = converse('cancel everything tomorrow', data, NEW_DIALOGUE);
  const answer = converse('only the first one', data, draft.state);
  expect(answer).toMatchObject({ calls: [], state: { draft: draft.state.draft } });
});

test('one of two requests is dropped from their draft', () => {
  expect(talk(data, 'cancel the budget review and the design review', 'keep the design review')).toEqual([
    { tool: 'delete_event', input: { eventId: 'budget' } },
  ]);
});

test('items outside the draft stay as they are, and the draft waits', () => {
  const draft = converse('cancel everything tomorrow', data, NEW_DIALOGUE);
  const answer = converse('except lunch', data, draft.state);
  expect(answer).toMatchObject({
    calls: [],
    reply: "'lunch' is not part of the draft, so it stays as it is.",
    state: { draft: draft.state.draft },
  });
});

test('an exception that names nothing drafts nothing', () => {
  expect(talk(data, 'cancel everything tomorrow except the orthodontist')).toEqual([]);
});

const endless = withSync(
  Array.from({ length: 60 }, (_, at) => String(16 + at)).filter((day) => Number(day) <= 30),
);
/** A series of 120 days, as one that never ends is known. */
const daily: DialogueData = {
  ...data,
  events: Array.from({ length: 120 }, (_, at) => ({
    ...event('sync', 'Sync', '16T11:00', []),
    recurrenceId: String(at),
    start: data.now + 3 * 60 * MINUTE_MS + at * DAY_MS,
    end: data.now + 4 * 60 * MINUTE_MS + at * DAY_MS,
    isRecurring: true,
  })),
};

test('a series with more occurrences than may change at once changes from here on by one call', () => {
  for (const text of ['move all syncs to 3pm', 'move the sync to 3pm from now on'])
    expect(converse(text, daily, NEW_DIALOGUE).calls).toMatchObject([
      { tool: 'update_event', input: { eventId: 'sync', recurrenceId: '0', scope: 'following' } },
    ]);
});

test("'all of them' after a change of one occurrence is about the series", () => {
  const moved = converse('move the sync to 3pm', daily, NEW_DIALOGUE);
  expect(moved.calls).toMatchObject([{ input: { recurrenceId: '0', scope: 'this' } }]);
  expect(converse('all of them', daily, moved.state).calls).toMatchObject([
    { tool: 'update_event', input: { eventId: 'sync', recurrenceId: '0', scope: 'following' } },
  ]);
});

test('an occurrence that was changed, and has an id of its own, is no second series', () => {
  const [first = event('sync', 'Sync', '16T11:00'), ...others] = daily.events;
  const changed = { ...daily, events: [{ ...first, eventId: 'moved' }, ...others] };
  for (const text of ['cancel all syncs', 'move all syncs to 3pm'])
    expect(converse(text, changed, NEW_DIALOGUE).calls).toMatchObject([
      { input: { eventId: 'moved', recurrenceId: '0', scope: 'following' } },
    ]);
});

describe('single times of a series', () => {
  const syncs = withSync(['16', '18', '20', '23']);
  const ids = (...texts: string[]) => talk(syncs, ...texts).map(({ input }) => input);

  test('are left out of a draft of some times', () => {
    expect(ids('cancel the next two syncs', 'except the one on wednesday')).toEqual([
      { eventId: 'sync', recurrenceId: '20261116', scope: 'this' },
    ]);
    expect(
      ids('cancel all syncs this week', 'except the one on wednesday', 'keep the one on friday'),
    ).toEqual([{ eventId: 'sync', recurrenceId: '20261116', scope: 'this' }]);
  });

  test('are not left out of a series that is cancelled as a whole: the draft waits, and the answer says so', () => {
    const draft = converse('cancel all syncs', syncs, NEW_DIALOGUE);
    const answer = converse('except the one on friday', syncs, draft.state);
    expect(answer).toMatchObject({
      calls: [],
      replacesDraft: false,
      reply: expect.stringContaining('leaves no single time out'),
      state: { draft: draft.state.draft },
    });
  });

  test("are what 'only' means, without those that follow", () => {
    expect(ids('cancel all syncs', 'only the one on friday')).toEqual([
      { eventId: 'sync', recurrenceId: '20261120', scope: 'this' },
    ]);
  });
});

test('two series of one name are two', () => {
  const second = daily.events.map((one) => ({
    ...one,
    eventId: 'other',
    start: one.start + 1,
    end: one.end + 1,
  }));
  const both = {
    ...daily,
    events: [...daily.events, ...second].toSorted((one, other) => one.start - other.start),
  };
  expect(converse('cancel all syncs', both, NEW_DIALOGUE).calls.map(({ input }) => input['eventId'])).toEqual(
    ['sync', 'other'],
  );
});

test('two series change places on a day that has both', () => {
  const gym = ['18', '20'].map((day) => ({
    ...event('gym', 'Gym', `${day}T07:00`, []),
    recurrenceId: `gym${day}`,
    isRecurring: true,
  }));
  const both = {
    ...endless,
    events: [...endless.events, ...gym].toSorted((one, other) => one.start - other.start),
  };
  expect(converse('swap gym and the sync', both, NEW_DIALOGUE).calls).toMatchObject([
    { input: { eventId: 'gym', recurrenceId: 'gym18', startsAt: '2026-11-18T11:00:00.000Z' } },
    { input: { eventId: 'sync', recurrenceId: '20261118', startsAt: '2026-11-18T07:00:00.000Z' } },
  ]);
});

test('the rest of a week is each day of it', () => {
  expect(converse('bump the sync to 3pm for the rest of the week', endless, NEW_DIALOGUE).calls).toHaveLength(
    7,
  );
});

test('a name of several tasks, and of no event, is asked about', () => {
  const reports = {
    ...data,
    tasks: [task('q4', 'Write Q4 report'), task('expenses', 'Expense report')],
  };
  const asked = converse('push the report to wednesday', reports, NEW_DIALOGUE);
  expect(asked).toMatchObject({ kind: 'question', reply: 'Which task do you mean?' });
  for (const answer of ['the expense one', 'the second one', asked.choices[1]?.text ?? ''])
    expect(converse(answer, reports, asked.state).calls).toEqual([
      { tool: 'update_task', input: { taskId: 'expenses', dueOn: '2026-11-18', dueAt: null } },
    ]);
  const deletion = converse('delete the report', reports, NEW_DIALOGUE);
  expect(deletion).toMatchObject({ kind: 'question', calls: [] });
  expect(converse('Write Q4 report', reports, deletion.state).calls).toEqual([
    { tool: 'delete_task', input: { taskId: 'q4' } },
  ]);
});

describe('a correction of a draft', () => {
  test('takes a guest back out', () => {
    const calls = talk(data, 'invite Lee to lunch', 'and Ana', 'actually not Ana');
    expect(calls).toEqual([{ tool: 'update_event', input: { eventId: 'lunch', invite: [lee] } }]);
  });

  test('that cannot be carried out leaves the draft as it was', () => {
    const draft = converse('invite Lee to the budget review', data, NEW_DIALOGUE);
    const refused = converse('actually not Bo', data, draft.state);
    expect(refused).toMatchObject({ calls: [], replacesDraft: false, state: { draft: draft.state.draft } });
    expect(converse('apply', data, refused.state).kind).toBe('apply');
  });

  test('of the name keeps the length', () => {
    const [before, after] = [[], ['rename it Team catchup']].map((more) =>
      talk(data, 'add lunch with Lee on friday at 12:30', ...more),
    );
    expect(before?.[0]?.input).toMatchObject({ endsAt: '2026-11-20T13:30:00.000Z' });
    expect(after?.[0]?.input).toEqual({ ...before?.[0]?.input, title: 'Team catchup' });
  });

  test('to the same time keeps what is drafted', () => {
    const before = talk(data, 'move the budget review to friday');
    expect(talk(data, 'move the budget review to friday', 'same time')).toEqual(before);
  });

  test('names what a meeting is about', () => {
    expect(talk(data, 'meet Lee on Friday at 3', "it's about the budget")).toMatchObject([
      { input: { title: 'Meet Lee about the budget' } },
    ]);
  });
});

describe('a series that was just added', () => {
  const yoga = Array.from({ length: 8 }, (_, at) => ({
    ...event('yoga', 'Yoga', '17T18:00', []),
    recurrenceId: `y${at}`,
    start: toInstant('17T18:00') + at * 7 * DAY_MS,
    end: toInstant('17T19:00') + at * 7 * DAY_MS,
    isRecurring: true,
  }));
  // Another series of the same name.
  const mornings = Array.from({ length: 9 }, (_, at) => ({
    ...event('mornings', 'Yoga', '18T07:00', []),
    recurrenceId: `m${at}`,
    start: toInstant('18T07:00') + at * DAY_MS,
    end: toInstant('18T08:00') + at * DAY_MS,
    isRecurring: true,
  }));
  const about: DialogueData = {
    ...data,
    events: [...yoga, ...mornings].toSorted((one, other) => one.start - other.start),
  };
  const added = {
    ...converse('schedule yoga every tuesday at 6pm', data, NEW_DIALOGUE).state,
    draft: null,
    mentions: [{ kind: 'event', eventId: 'yoga', recurrenceId: 'y0' }] as const,
  };

  test('changes as a whole, and stays what the next message is about', () => {
    const longer = converse('make it 90 minutes', about, added);
    expect(longer.calls).toMatchObject([{ tool: 'update_event', input: { eventId: 'yoga' } }]);
    expect(longer.calls[0]?.input).not.toHaveProperty('recurrenceId');
    const later = converse('starting next week', about, { ...longer.state, draft: null });
    expect(later.calls).toMatchObject([
      {
        tool: 'update_event',
        input: {
          eventId: 'yoga',
          startsAt: '2026-11-24T18:00:00.000Z',
          endsAt: '2026-11-24T19:30:00.000Z',
        },
      },
    ]);
  });

  test('is not mistaken for another one of its name', () => {
    for (const text of ['call it Stretching', 'make it every two weeks'])
      expect(converse(text, about, added).calls).toMatchObject([{ input: { eventId: 'yoga' } }]);
  });
});
