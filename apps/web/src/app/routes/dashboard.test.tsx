import type { PlanChange, Proposal } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { FIRST_STEPS } from '#features/onboarding/model/texts.ts';
import { answer, fakeServer } from '#test/fake-server.ts';
import { aBlock, aDashboard, aFocusTimer, aProfile, aProposal, aTask, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { viewport } from '#test/setup.ts';

test('an empty day with open tasks says so and offers to plan', async () => {
  signInAs();
  const counts = { inbox: 0, today: 0, upcoming: 15, 'at-risk': 0, someday: 2, done: 4, all: 21 };
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /calendars': () => answer({ success: true, calendars: [], message: '' }),
    'POST /plan/proposals': () => answer({ success: false }, 503),
  });
  const app = renderApp('/dashboard');
  expect(await screen.findByText(/^nothing planned today · 15 open tasks$/)).toBeTruthy();
  expect(await screen.findByText('15 open tasks wait for a place in the calendar.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Plan my week' }));
  await waitFor(() => expect(app.address()).toBe('/calendar-flow'));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(1));
});

describe('Plan my day', () => {
  const counts = { inbox: 0, today: 0, upcoming: 3, 'at-risk': 0, someday: 0, done: 0, all: 3 };
  const { startsAt, endsAt, taskId } = aBlock();
  const change: PlanChange = {
    id: 'added',
    taskId,
    occurrenceOn: null,
    title: 'Board report',
    kind: 'added',
    from: null,
    to: { startsAt, endsAt },
    reason: 'First place that fits.',
  };
  const _id = crypto.randomUUID();
  const openDashboard = (proposal: Partial<Proposal>) => {
    signInAs();
    vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
    const server = fakeServer({
      'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
      'GET /calendars': () => answer({ success: true, calendars: [], message: '' }),
      'POST /plan/proposals': () =>
        answer({ success: true, proposal: aProposal({ _id, ...proposal }), message: '' }),
      [`POST /plan/proposals/${_id}/reject`]: () => answer({ success: true, message: '' }),
    });
    return { app: renderApp('/dashboard'), server };
  };
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Plan my day' }));

  test('proposes a plan of today alone, on the calendar of the day', async () => {
    const { app, server } = openDashboard({ changes: [change] });
    await press();
    await waitFor(() => expect(app.address()).toBe('/calendar-flow?view=day'));
    const asked = server.seen.filter(({ path }) => path === '/plan/proposals').map(({ body }) => body);
    expect(asked).toEqual([{ effort: 'full', horizonDays: 1 }]);
  });

  test('says what does not fit today, and leaves no empty proposal', async () => {
    const { app, server } = openDashboard({ notPlannedYet: 2 });
    await press();
    expect(await screen.findByText('Nothing more fits today. 2 tasks are not planned yet.')).toBeTruthy();
    expect(app.address()).toBe('/dashboard');
    expect(server.count(`POST /plan/proposals/${_id}/reject`)).toBe(1);
  });
});

test('figures of a day that is over are read again', async () => {
  signInAs();
  const counts = { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 };
  let isOver = true;
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /dashboard': () => {
      // The first answer is of a moment before midnight.
      const end = new Date(Date.now() + (isOver ? -1_000 : DAY_MS)).toISOString();
      isOver = false;
      return answer(aDashboard({ startsAt: end, endsAt: end, eveningAt: end }));
    },
  });
  renderApp('/dashboard');
  await waitFor(() => expect(server.count('GET /dashboard')).toBe(2));
});

test('a task can be added on the dashboard', async () => {
  signInAs();
  const counts = { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 };
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /calendars': () => answer({ success: true, calendars: [], message: '' }),
    'POST /tasks': () =>
      answer({ success: true, task: aTask({ title: 'Call Ann' }), commandId: null, message: '' }),
  });
  renderApp('/dashboard');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Add a task' }), 'Call Ann p1{Enter}');
  expect(await screen.findByText('“Call Ann” added')).toBeTruthy();
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toMatchObject({
    title: 'Call Ann',
    priority: 1,
  });
});

test('tasks that are planned on another day do not count as waiting', async () => {
  signInAs();
  const counts = { inbox: 0, today: 0, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  const startsAt = new Date(Date.now() + 5 * DAY_MS).toISOString();
  const endsAt = new Date(Date.parse(startsAt) + 1_800_000).toISOString();
  const plan = { revision: 1, plannedAt: null, blocks: [aBlock({ startsAt, endsAt })] };
  fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /calendars': () => answer({ success: true, calendars: [], message: '' }),
    'GET /plan': () => answer({ success: true, plan, proposal: null, atRisk: [], message: '' }),
  });
  renderApp('/dashboard');
  expect(await screen.findByText('The open task has its time on another day.')).toBeTruthy();
});

test('a task that takes place now is not said to be due when it ends', async () => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString();
  const block = aBlock({ title: 'Dentist', isPinned: true, startsAt: minutes(-30), endsAt: minutes(30) });
  const task = aTask({ _id: block.taskId, title: 'Dentist', notes: 'Bring the card', dueAt: block.endsAt });
  const plan = { revision: 1, plannedAt: null, blocks: [block] };
  fakeServer({
    'GET /plan': () => answer({ success: true, plan, proposal: null, atRisk: [], message: '' }),
    [`GET /tasks/${block.taskId}`]: () => answer({ success: true, task, commandId: null, message: '' }),
  });
  renderApp('/dashboard');
  const card = await screen.findByRole('region', { name: 'Now and next' });
  expect(await within(card).findByText('Bring the card')).toBeTruthy();
  expect(within(card).queryByText(/^Due/)).toBeNull();
});

test('the block under way can be finished or lengthened, and the figures of the day are shown', async () => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const counts = { inbox: 0, today: 1, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString();
  const block = aBlock({ title: 'Board report', startsAt: minutes(-30), endsAt: minutes(30) });
  const plan = { revision: 1, plannedAt: null, blocks: [block] };
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /plan': () => answer({ success: true, plan, proposal: null, atRisk: [], message: '' }),
    [`PATCH /blocks/${block._id}`]: () => answer({ success: true, plan, commandId: null, message: '' }),
    [`GET /tasks/${block.taskId}`]: () =>
      answer({
        success: true,
        task: aTask({
          _id: block.taskId,
          title: 'Board report',
          notes: '# Draft\n\nRevenue is **done**.\n- [ ] cash forecast',
          dueAt: new Date(new Date().setHours(24 + 17, 0, 0, 0)).toISOString(),
          dueKind: 'hard',
        }),
        commandId: null,
        message: '',
      }),
    [`GET /blocks/${block._id}/why`]: () =>
      answer({
        success: true,
        explanation: { summary: 'It fits before the deadline.', placesTried: 1, places: [] },
        message: '',
      }),
  });
  renderApp('/dashboard');
  const card = await screen.findByRole('region', { name: 'Now and next' });
  expect(card.textContent).toContain('Board report');
  expect((await within(card).findByText(/^Due/)).textContent).toMatch(/^Due \w+ (17:00|5:00 PM), hard$/);
  expect(within(card).getByText('Draft Revenue is done. cash forecast')).toBeTruthy();
  await userEvent.click(within(card).getByRole('button', { name: 'Why here?' }));
  const why = await screen.findByRole('dialog', { name: 'Board report' });
  expect(await within(why).findByText('It fits before the deadline.')).toBeTruthy();
  await userEvent.click(within(why).getByRole('button', { name: 'Close' }));
  const focus = await screen.findByRole('link', { name: 'Start focus' });
  expect(focus.getAttribute('href')).toBe(`/pomodoro?task=${block.taskId}&start=1`);
  await userEvent.click(await screen.findByRole('button', { name: '+15 min' }));
  await waitFor(() => expect(server.count(`PATCH /blocks/${block._id}`)).toBe(1));
  expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({
    endsAt: new Date(Date.parse(block.endsAt) + 15 * MINUTE_MS).toISOString(),
    isPinned: false,
  });
  const done = screen.getByRole('button', { name: 'Done' });
  const read = server.count('GET /plan');
  // Pressed twice before anything is drawn.
  act(() => {
    done.click();
    done.click();
  });
  await waitFor(() => expect(server.count('GET /plan')).toBeGreaterThan(read));
  expect(server.count(`PATCH /blocks/${block._id}`)).toBe(2);
  const planned = screen.getByText('Planned today').closest('dl');
  expect(planned?.textContent).toContain('1 h 30of 8 h you have');
});

test.each([
  { isPinned: false, buttons: ['Plan again'] },
  { isPinned: true, buttons: [] },
])('+15 min says what it runs into; a block that is pinned: $isPinned', async ({ isPinned, buttons }) => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const at = (hours: number, minutes: number) => new Date(2026, 10, 18, hours, minutes).toISOString();
  const block = aBlock({ title: 'Board report', startsAt: at(9, 30), endsAt: at(11, 0) });
  const next = aBlock({ title: 'Slides', startsAt: at(11, 5), endsAt: at(12, 0), isPinned });
  const plan = { revision: 1, plannedAt: null, blocks: [block, next] };
  const proposal = aProposal({
    changes: [
      {
        id: 'move',
        taskId: next.taskId,
        occurrenceOn: null,
        title: next.title,
        kind: 'moved',
        from: { startsAt: next.startsAt, endsAt: next.endsAt },
        to: { startsAt: at(11, 15), endsAt: at(12, 15) },
        reason: null,
      },
    ],
  });
  let waiting: object | null = null;
  fakeServer({
    'GET /plan': () => answer({ success: true, plan, proposal: waiting, atRisk: [], message: '' }),
    [`PATCH /blocks/${block._id}`]: () =>
      answer({ success: true, plan, commandId: crypto.randomUUID(), message: '' }),
    'POST /plan/proposals': () => {
      waiting = proposal;
      return answer({ success: true, proposal, message: '' });
    },
  });
  renderApp('/dashboard');
  const card = within(await screen.findByRole('region', { name: 'Now and next' }));
  await userEvent.click(await card.findByRole('button', { name: '+15 min' }));
  const said = await screen.findByText(/^It now runs into Slides at (11:05|11:05 AM)\.$/);
  const offered = within(said.parentElement as HTMLElement).queryAllByRole('button');
  expect(offered.map(({ textContent }) => textContent).filter((name) => name === 'Plan again')).toEqual(
    buttons,
  );
  if (isPinned) return;
  await userEvent.click(screen.getByRole('button', { name: 'Plan again' }));
  const issues = within(await screen.findByRole('region', { name: 'Issues' }));
  expect(await issues.findByRole('button', { name: /^Accept the new plan Moves 'Slides' to / })).toBeTruthy();
});

test.each([
  { width: 1440, order: ['Now and next', 'Today', 'This week', 'Issues', 'Next days', 'Bookings'] },
  { width: 900, order: ['Now and next', 'Issues', 'Today', 'This week', 'Next days', 'Bookings'] },
])('at $width pixels the cards come in the order in which they are read', async ({ width, order }) => {
  viewport.width = width;
  signInAs();
  const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString();
  const block = aBlock({ startsAt: minutes(-30), endsAt: minutes(30) });
  const risk = {
    taskId: block.taskId,
    occurrenceOn: null,
    title: 'Slides',
    shortMinutes: 0,
    lateMinutes: 60,
  };
  fakeServer({
    'GET /plan': () =>
      answer({
        success: true,
        plan: { revision: 1, plannedAt: null, blocks: [block] },
        proposal: null,
        atRisk: [{ ...risk, isHard: true, sentence: "'Slides' will be 1 h late." }],
        message: '',
      }),
  });
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: /^Issues/ });
  await screen.findByRole('heading', { name: 'This week' });
  const named = screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => order.find((name) => textContent?.startsWith(name)));
  expect(named.filter((name) => name !== undefined)).toEqual(order);
});

test('on a phone, what is now comes before the first steps and the links', async () => {
  viewport.width = 360;
  signInAs();
  const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString();
  const block = aBlock({ startsAt: minutes(-30), endsAt: minutes(30) });
  const profile = aProfile();
  fakeServer({
    'GET /user/profile': () =>
      answer({
        success: true,
        user: { ...profile, settings: { ...profile.settings, isOnboarded: false } },
        message: '',
      }),
    'GET /plan': () =>
      answer({
        success: true,
        plan: { revision: 1, plannedAt: null, blocks: [block] },
        proposal: null,
        atRisk: [],
        message: '',
      }),
  });
  renderApp('/dashboard');
  const now = await screen.findByRole('region', { name: 'Now and next' });
  const after = [
    await screen.findByText(FIRST_STEPS.title),
    screen.getByRole('navigation', { name: 'Quick links' }),
  ];
  for (const part of after)
    expect(now.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('progress counts what was worked on the task today, after a session has taken its part out of the block', async () => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const at = (hours: number, minutes: number) => new Date(2026, 10, 18, hours, minutes).toISOString();
  const done = aBlock({
    title: 'Report',
    startsAt: at(9, 0),
    endsAt: at(9, 40),
    state: 'done',
    isFinished: true,
  });
  const rest = aBlock({ title: 'Report', taskId: done.taskId, startsAt: at(9, 50), endsAt: at(11, 0) });
  fakeServer({
    'GET /plan': () =>
      answer({
        success: true,
        plan: { revision: 1, plannedAt: null, blocks: [done, rest] },
        proposal: null,
        atRisk: [],
        message: '',
      }),
  });
  renderApp('/dashboard');
  const card = within(await screen.findByRole('region', { name: 'Now and next' }));
  expect(card.getByText('50 min of 1 h 50')).toBeTruthy();
});

test.each([
  { hour: 9, isOffered: true },
  { hour: 18, isOffered: false },
  { hour: 23, isOffered: false },
])('the day is planned at $hour:00: $isOffered', async ({ hour, isOffered }) => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, hour), toFake: ['Date'] });
  fakeServer();
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: /^Good / });
  expect(screen.queryByRole('button', { name: 'Plan my day' }) !== null).toBe(isOffered);
});

test('while a focus session runs, the block under way leads to it', async () => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const counts = { inbox: 0, today: 1, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const block = aBlock({ title: 'Board report', startsAt: at(-30), endsAt: at(30) });
  let timer = aFocusTimer({ endsAt: at(12), taskId: block.taskId, version: 3 });
  fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /plan': () =>
      answer({
        success: true,
        plan: { revision: 1, plannedAt: null, blocks: [block] },
        proposal: null,
        atRisk: [],
        message: '',
      }),
    'GET /focus': () =>
      answer({
        success: true,
        now: at(0),
        timer,
        task: { _id: block.taskId, title: block.title },
        todayMinutes: 0,
        todaySessions: 0,
        message: '',
      }),
    'PUT /focus/timer': ({ body }) => {
      timer = { ...(body as typeof timer), version: timer.version + 1 };
      return answer({ success: true, timer, message: '' });
    },
  });
  renderApp('/dashboard');
  const card = within(await screen.findByRole('region', { name: 'Now and next' }));
  const link = await card.findByRole('link', { name: 'Focus, 12:00 left' });
  expect(link.getAttribute('href')).toBe('/pomodoro');
  expect(card.queryByRole('link', { name: 'Start focus' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Pause the timer' }));
  expect(await card.findByRole('link', { name: 'Focus, 12:00 paused' })).toBeTruthy();
  vi.setSystemTime(new Date(2026, 10, 18, 10, 5));
  await userEvent.click(screen.getByRole('button', { name: 'Go on with the timer' }));
  vi.setSystemTime(new Date(2026, 10, 18, 10, 18));
  expect(await card.findByRole('link', { name: 'Focus is over' })).toBeTruthy();
});

test('*Done* ends the focus session on the block, and *Undo* lets it go on', async () => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const counts = { inbox: 0, today: 1, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const block = aBlock({ title: 'Board report', startsAt: at(-30), endsAt: at(30) });
  const running = aFocusTimer({ endsAt: at(12), taskId: block.taskId, version: 3 });
  const [startedAt, endedAt] = [at(-13), at(0)];
  const [finishing, recording] = [crypto.randomUUID(), crypto.randomUUID()];
  const undone = answer({ success: true, commandId: crypto.randomUUID(), notice: null, message: '' });
  let timer = running;
  const plan = { revision: 1, plannedAt: null, blocks: [block] };
  const finished = { ...plan, blocks: [{ ...block, state: 'done', isFinished: true }] };
  let isDone = false;
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /plan': () =>
      answer({ success: true, plan: isDone ? finished : plan, proposal: null, atRisk: [], message: '' }),
    [`PATCH /blocks/${block._id}`]: () => {
      isDone = true;
      return answer({ success: true, plan: finished, commandId: finishing, message: '' });
    },
    'GET /focus': () =>
      answer({
        success: true,
        now: at(0),
        timer,
        task: timer.taskId && { _id: block.taskId, title: block.title },
        todayMinutes: 0,
        todaySessions: 0,
        message: '',
      }),
    'PUT /focus/timer': ({ body }) => {
      timer = { ...(body as typeof timer), version: timer.version + 1 };
      return answer({ success: true, timer, message: '' });
    },
    'POST /focus/sessions': () =>
      answer({ success: true, commandId: recording, taskWas: 'open', message: '' }),
    [`POST /commands/${finishing}/undo`]: () => {
      isDone = false;
      return undone;
    },
    [`POST /commands/${recording}/undo`]: () => undone,
  });
  renderApp('/dashboard');
  const card = within(await screen.findByRole('region', { name: 'Now and next' }));
  await card.findByRole('link', { name: 'Focus, 12:00 left' });
  await userEvent.click(card.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(timer).toEqual({ ...running, endsAt: null, taskId: null, version: 4 }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Focus timer' })).toBeNull());
  await waitFor(() => expect(server.count('POST /focus/sessions')).toBe(1));
  expect(server.seen.find(({ path }) => path === '/focus/sessions')?.body).toMatchObject({
    startedAt,
    endedAt,
    taskId: block.taskId,
    outcome: 'stopped',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(timer).toEqual({ ...running, version: 5 }));
  await waitFor(() => expect(server.count(`POST /commands/${recording}/undo`)).toBe(1));
  expect(server.count(`POST /commands/${finishing}/undo`)).toBe(1);
});

test('in the evening, a block that was worked on is ticked off', async () => {
  signInAs();
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 18), toFake: ['Date'] });
  const counts = { inbox: 0, today: 2, upcoming: 2, 'at-risk': 0, someday: 0, done: 0, all: 2 };
  const at = (hour: number) => new Date(2026, 10, 18, hour).toISOString();
  const blocks = [
    aBlock({ title: 'Board report', startsAt: at(10), endsAt: at(11) }),
    aBlock({ title: 'Slides', startsAt: at(11), endsAt: at(12) }),
  ];
  const plan = { revision: 1, plannedAt: null, blocks };
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /plan': () => answer({ success: true, plan, proposal: null, atRisk: [], message: '' }),
    'PATCH /blocks/*': ({ path, body }) => {
      const changed = plan.blocks.map((block) =>
        path.endsWith(block._id) ? { ...block, ...(body as object), isFinished: true } : block,
      );
      plan.blocks = changed;
      return answer({ success: true, plan, commandId: null, message: '' });
    },
  });
  renderApp('/dashboard');
  const card = within(await screen.findByRole('region', { name: 'Today so far' }));
  expect(card.getByText(/These were not finished/)).toBeTruthy();
  (await card.findByRole('button', { name: 'Done: Slides' })).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(card.queryByRole('button', { name: 'Done: Slides' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(card.getByRole('button', { name: 'Done: Board report' })).toBeTruthy();
  expect(card.getByText(/^1 block done \(Slides\), .* This one was not finished/)).toBeTruthy();
  const sent = server.seen.filter(({ method }) => method === 'PATCH');
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/blocks/${blocks[1]?._id}`, body: { state: 'done' } },
  ]);
});

test.each([
  ['the next block, if there is one', 'Now and next', [aBlock({ title: 'Slides' })]],
  ['the list of the day, if nothing is left', 'Today', []],
])('the keyboard focus goes from what is finished to %s', async (_, name, others) => {
  signInAs();
  const counts = { inbox: 0, today: 1, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  // Before midnight, which comes for everybody.
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const minutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString();
  const block = aBlock({ title: 'Board report', startsAt: minutes(-30), endsAt: minutes(30) });
  const later = others.map((one) => ({ ...one, startsAt: minutes(60), endsAt: minutes(90) }));
  let plan = { revision: 1, plannedAt: null, blocks: [block, ...later] };
  fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /plan': () => answer({ success: true, plan, proposal: null, atRisk: [], message: '' }),
    [`PATCH /blocks/${block._id}`]: () => {
      plan = { ...plan, blocks: [{ ...block, state: 'done', isFinished: true }, ...later] };
      return answer({ success: true, plan, commandId: null, message: '' });
    },
  });
  renderApp('/dashboard');
  const done = await screen.findByRole('button', { name: 'Done' });
  // The page comes in pieces.
  await screen.findByRole('region', { name });
  done.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name })));
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

const zeros = { plannedMinutes: 0, workedMinutes: 0 };
const monday = { plannedMinutes: 120, workedMinutes: 90 };
const week = {
  startsOn: '2026-11-16',
  categories: [
    {
      kind: 'project',
      project: 'Atlas',
      ...monday,
      days: [monday, zeros, zeros, zeros, zeros, zeros, zeros],
    },
  ],
};
const completion = { startsOn: '2026-11-09', dueMinutes: 600, doneMinutes: 480, finishedTasks: 7 };

test('the week is drawn, said in words by day, and shown as a table', async () => {
  signInAs();
  // Earlier weeks can be looked back on for a while only.
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 10), toFake: ['Date'] });
  const counts = { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 };
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /dashboard': () =>
      answer({
        success: true,
        today: {
          date: '2026-11-17',
          startsAt: '2026-11-17T00:00:00Z',
          endsAt: '2026-11-18T00:00:00Z',
          eveningAt: '2026-11-17T17:00:00Z',
          capacityMinutes: 480,
          plannedMinutes: 0,
          workedMinutes: 0,
          finishedTasks: 0,
          firstFinished: [],
        },
        points: { thisWeek: 0, lastWeek: 0 },
        focus: { todayMinutes: 0, weekMinutes: 0 },
        week,
        completion: [completion],
        estimates: [],
        overallEstimate: null,
        overlaps: [],
        partlyPlanned: [],
        reviewWeek: '2026-11-09',
        message: '',
      }),
    'GET /dashboard/review': () =>
      answer({
        success: true,
        week: { ...week, startsOn: '2026-11-09' },
        completion,
        unplannedMinutes: 0,
        finished: [],
        carriedOver: {
          count: 1,
          tasks: [
            {
              _id: aTask({ title: 'Letter' })._id,
              title: 'Letter',
              project: null,
              missedMinutes: 90,
              plannedAt: null,
            },
          ],
        },
        points: { week: 40, weekBefore: 25 },
        focusMinutes: 50,
        estimates: [],
        next: { startsOn: '2026-11-16', capacityMinutes: 2_400, plannedMinutes: 600 },
        message: '',
      }),
    'POST /plan/proposals': () => answer({ success: false }, 503),
  });
  const app = renderApp('/dashboard');
  const chart = await screen.findByRole('region', { name: 'This week' });
  const table = within(chart).getByRole('table', { name: 'Time done of the time planned, this week' });
  expect(within(table).getByRole('row', { name: /^Atlas 1 h 30 of 2 h/ })).toBeTruthy();
  expect(within(chart).getByRole('status').textContent).toContain('The week: 1 h 30 of 2 h done.');
  await userEvent.click(within(chart).getByRole('button', { name: /^Mon / }));
  expect(within(chart).getByRole('status').textContent).toMatch(/^Monday.*Atlas 1 h 30 of 2 h\.$/);
  await userEvent.click(within(chart).getByRole('button', { name: 'Table' }));
  expect(within(chart).queryByRole('status')).toBeNull();
  expect(within(chart).getByRole('table')).toBeTruthy();

  const trend = await screen.findByRole('region', { name: 'Completion' });
  expect(trend.querySelector('path')).toBeTruthy();
  const figures = () => {
    const named = within(trend).getByRole('table', { name: 'Planned work that was done, by week' });
    return within(named)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  };
  const expected = [
    ['Week', 'Done', 'Share', 'Tasks finished'],
    [expect.any(String), '8 h of 10 h', '80 %', '7'],
  ];
  expect(figures()).toEqual(expected);
  await userEvent.click(within(trend).getByRole('button', { name: 'Table' }));
  expect(trend.querySelector('path.completion-card-line')).toBeNull();
  expect(figures()).toEqual(expected);

  const due = screen.getByRole('region', { name: 'Look back on your week' });
  await userEvent.click(within(due).getByRole('button', { name: 'Review' }));
  const review = await screen.findByRole('dialog', { name: 'Weekly review' });
  expect(await within(review).findByText('8 h of 10 h planned work was done (80 %).')).toBeTruthy();
  expect(within(review).getByText('1 h 30 left, not planned again yet')).toBeTruthy();
  expect(app.address()).toBe('/dashboard?review=2026-11-09');
  await userEvent.click(within(review).getByRole('button', { name: 'Week before' }));
  await waitFor(() => expect(app.address()).toBe('/dashboard?review=2026-11-02'));
  await userEvent.click(await within(review).findByRole('link', { name: 'Plan the coming week' }));
  await waitFor(() => expect(app.address()).toBe('/calendar-flow?date=2026-11-16'));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(1));
});
