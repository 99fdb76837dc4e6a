import type { AtRisk, Block, PlannedOverlap } from '@dayloom/contracts';
import type { Task as PlannerTask } from '@dayloom/planner';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answer, fakeServer, refuse, type SeenRequest } from '#test/fake-server.ts';
import { aBlock, anInstance, aProposal, aTask, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>;

const user = userEvent.setup();
const ok = (body: object) => () => answer({ success: true, message: '', ...body });
const uuid = () => crypto.randomUUID();
const commandId = uuid();
const counts = { inbox: 0, today: 0, upcoming: 1, 'at-risk': 1, someday: 0, done: 0, all: 1 };
const nextWeek = { start: '2027-02-10T08:00:00Z', end: '2027-02-17T00:00:00Z' };

beforeEach(() => {
  // Past blocks cannot be planned again.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-08T07:00:00Z') });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => void vi.useRealTimers());

function plannerTask(id: string, change: Partial<PlannerTask>): PlannerTask {
  const minutes = change.minutes ?? 120;
  return {
    id,
    minutes,
    priority: 2,
    category: '',
    hours: 'work',
    notBefore: null,
    due: null,
    dueKind: 'soft',
    minChunk: minutes,
    maxChunk: minutes,
    after: [],
    prefer: [],
    ...change,
  };
}
const named = (taskId: string, title: string) => ({
  taskId,
  title,
  bufferMinutes: 0,
  settledMinutes: 0,
  lockedMinutes: 0,
  dependents: { after: [taskId], notBefore: null },
});
function open(address: string, handlers: Handlers) {
  const server = fakeServer({
    'GET /tasks': ok({ tasks: [], nextCursor: null, counts }),
    ...handlers,
  });
  signInAs();
  renderApp(address);
  return server;
}

const due = '2027-02-10T17:00:00Z';
const slides = aTask({ title: 'Slides', durationMinutes: 300, dueAt: due, dueKind: 'hard' });
const book = aTask({ title: 'Book', durationMinutes: 360, dueAt: due, dueKind: 'hard', priority: 4 });
const risk: AtRisk = {
  taskId: book._id,
  occurrenceOn: null,
  title: 'Book',
  shortMinutes: 360,
  lateMinutes: 0,
  isHard: true,
  sentence: "6 h of 'Book' don't fit before the deadline.",
};
const overload: Handlers = {
  'GET /plan': ok({ plan: { revision: 1, plannedAt: null, blocks: [] }, proposal: null, atRisk: [risk] }),
  'GET /plan/instance': ok({
    instance: anInstance({
      ...nextWeek,
      tasks: [
        plannerTask(slides._id, { minutes: 300, due, dueKind: 'hard' }),
        plannerTask(book._id, { minutes: 360, due, dueKind: 'hard', priority: 4 }),
      ],
    }),
    tasks: [named(slides._id, 'Slides'), named(book._id, 'Book')],
    mostWorkMinutes: null,
    meetings: [],
  }),
  [`GET /tasks/${book._id}`]: ok({ task: book, commandId: null }),
  [`PATCH /tasks/${book._id}`]: ({ body }: SeenRequest) =>
    answer({ success: true, task: { ...book, ...(body as object) }, commandId, message: '' }),
  'POST /plan/proposals': ok({ proposal: aProposal({}) }),
  [`POST /commands/${commandId}/undo`]: ok({ commandId: uuid() }),
};

test('an overload is proven in a sentence, and one click applies a fix, with undo', async () => {
  const server = open('/calendar-flow?date=2027-02-10', overload);
  await user.click(await screen.findByRole('button', { name: 'Fixes' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Fixes' }));
  expect(
    await sheet.findByText(/(?:Slides and Book|Book and Slides) need 11 h before .*; 8 h exist\./),
  ).toBeTruthy();
  const shelve = sheet.getByRole('button', { name: "Do it: Move 'Book' to Someday" });
  expect(sheet.getAllByText(/^Then everything fits/).length).toBeGreaterThan(0);
  await user.click(shelve);
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(2));
  const sent = server.seen.find(({ method }) => method === 'PATCH');
  expect(sent?.body).toEqual({ isSomeday: true, version: 1 });
  expect(screen.queryByRole('dialog', { name: 'Fixes' })).toBeNull();
  expect(await screen.findByText("'Book' is in Someday")).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.count(`POST /commands/${commandId}/undo`)).toBe(1));
});

test('on the dashboard one click applies the cheapest fix of an issue, with undo', async () => {
  const place = { startsAt: '2027-02-11T09:00:00.000Z', endsAt: '2027-02-11T15:00:00.000Z' };
  const added = { id: 'add', taskId: book._id, occurrenceOn: null, title: 'Book', reason: null };
  let waiting: object | null = null;
  const server = open('/dashboard', {
    ...overload,
    'GET /plan': () =>
      ok({ plan: { revision: 1, plannedAt: null, blocks: [] }, proposal: waiting, atRisk: [risk] })(),
    'POST /plan/proposals': () => {
      waiting = aProposal({ changes: [{ ...added, kind: 'added', from: null, to: place }] });
      return ok({ proposal: waiting })();
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  expect(card.getByText(/6 h of 'Book' don't fit/)).toBeTruthy();
  const fix = await card.findByRole('button', {
    name: /^Move the hard deadline of 'Book' to .* Then everything fits$/,
  });
  await user.dblClick(fix);
  // The plan that follows is offered here, in one row with what it fixes.
  expect(await card.findByRole('button', { name: /^Accept the new plan Plans 'Book' for Thu/ })).toBeTruthy();
  expect(card.queryByText(/6 h of 'Book' don't fit/)).toBeNull();
  expect(card.getAllByRole('button')).toHaveLength(1);
  expect(server.count('POST /plan/proposals')).toBe(1);
  const sent = server.seen.filter(({ method }) => method === 'PATCH');
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/tasks/${book._id}`, body: { dueAt: '2027-02-11T17:00:00.000Z', version: 1 } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.count(`POST /commands/${commandId}/undo`)).toBe(1));
});

test('a fix that helps several issues is offered once', async () => {
  const report = aTask({ title: 'Report', durationMinutes: 600, dueAt: due, dueKind: 'hard', priority: 3 });
  const late = [slides, book].map(({ _id, title }) => ({
    ...risk,
    taskId: _id,
    title,
    shortMinutes: 0,
    lateMinutes: 60,
    isHard: false,
    sentence: `'${title}' will be 1 h late.`,
  }));
  open('/dashboard', {
    ...overload,
    'GET /plan': ok({
      plan: { revision: 1, plannedAt: null, blocks: [] },
      proposal: null,
      atRisk: [{ ...risk, taskId: report._id, title: 'Report' }, ...late],
    }),
    'GET /plan/instance': ok({
      instance: anInstance({
        ...nextWeek,
        tasks: [
          plannerTask(report._id, { minutes: 600, due, dueKind: 'hard', priority: 3 }),
          plannerTask(slides._id, { minutes: 120, due }),
          plannerTask(book._id, { minutes: 120, due }),
        ],
      }),
      tasks: [named(report._id, 'Report'), named(slides._id, 'Slides'), named(book._id, 'Book')],
      mostWorkMinutes: null,
      meetings: [],
    }),
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  await waitFor(() => expect(card.getAllByRole('button').length).toBeGreaterThan(1));
  expect(card.getAllByText('The same fix as above helps.')).toHaveLength(1);
  const [, ...offered] = card.getAllByRole('button').map(({ textContent }) => textContent);
  expect(offered).toEqual([expect.stringMatching(/^Shorten 'Report'/), 'Plan again Then it fits']);
});

test('an issue that no tried fix helps can wait for Someday', async () => {
  const others = Array.from({ length: 6 }, (_, index) =>
    aTask({ title: `Essay ${index + 1}`, durationMinutes: 600, dueAt: due, dueKind: 'hard', priority: 1 }),
  );
  const all = [slides, book, ...others];
  const server = open('/dashboard', {
    ...overload,
    'GET /plan': ok({
      plan: { revision: 1, plannedAt: null, blocks: [] },
      proposal: null,
      atRisk: all.map((task) => ({ ...risk, taskId: task._id, title: task.title })),
    }),
    'GET /plan/instance': ok({
      instance: anInstance({
        ...nextWeek,
        tasks: all.map(({ _id, durationMinutes: minutes }) =>
          plannerTask(_id, { minutes, due, dueKind: 'hard', priority: 1 }),
        ),
      }),
      tasks: all.map(({ _id, title }) => named(_id, title)),
      mostWorkMinutes: null,
      meetings: [],
    }),
    [`GET /tasks/${slides._id}`]: ok({ task: slides, commandId: null }),
    [`PATCH /tasks/${slides._id}`]: ok({ task: slides, commandId }),
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  // Most are not tried, but each issue shown has its fix, beside the button for all of them.
  await waitFor(() => expect(card.getAllByRole('button')).toHaveLength(1 + 4));
  expect(card.getAllByRole('button', { name: / \d still at risk/ }).length).toBeGreaterThan(0);
  expect(server.seen.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('an issue of a plan that is out of date is solved by planning again', async () => {
  const server = open('/dashboard', {
    ...overload,
    'GET /plan/instance': ok({
      instance: anInstance({ ...nextWeek, tasks: [plannerTask(book._id, { minutes: 60 })] }),
      tasks: [named(book._id, 'Book')],
      mostWorkMinutes: null,
      meetings: [],
    }),
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  await user.click(await card.findByRole('button', { name: 'Plan again Then it fits' }));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(1));
  expect(server.seen.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('the dashboard says so when there is no answer for its fixes', async () => {
  const server = open('/dashboard', {
    ...overload,
    'GET /plan/instance': () => refuse('internal', 'Something went wrong here.'),
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  expect(await card.findByText('Something went wrong here.')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Fixes' })).toBeTruthy();
  expect(server.count('POST /plan/proposals')).toBe(0);
});

test('without a network the issues and the sheet say that fixes need one', async () => {
  onTestFinished(() => act(() => onlineManager.setOnline(true)));
  // The network is gone when the plan is there, and before the fixes are asked for.
  const server = open('/dashboard', {
    ...overload,
    'GET /plan': () => {
      setTimeout(() => act(() => onlineManager.setOnline(false)));
      return ok({ plan: { revision: 1, plannedAt: null, blocks: [] }, proposal: null, atRisk: [risk] })();
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  expect(await card.findByText('Fixes need a connection.')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Fixes' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Fixes' }));
  expect(await sheet.findByText('Fixes need a connection.')).toBeTruthy();
  expect(server.count('GET /plan/instance')).toBe(0);
});

test('where planning again is enough, the sheet says so', async () => {
  const server = open('/calendar-flow?date=2027-02-10', {
    ...overload,
    'GET /plan/instance': ok({
      instance: anInstance({ ...nextWeek, tasks: [plannerTask(book._id, { minutes: 60 })] }),
      tasks: [named(book._id, 'Book')],
      mostWorkMinutes: null,
      meetings: [],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Fixes' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Fixes' }));
  await user.click(await sheet.findByRole('button', { name: 'Plan my week' }));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(2));
});

const first = aBlock({
  title: 'Slides',
  taskId: slides._id,
  startsAt: '2027-02-10T09:00:00.000Z',
  endsAt: '2027-02-10T11:00:00.000Z',
});
const mail = aTask({ title: 'Mail', durationMinutes: 60 });
const second = aBlock({
  title: 'Mail',
  taskId: mail._id,
  startsAt: '2027-02-10T11:00:00.000Z',
  endsAt: '2027-02-10T12:00:00.000Z',
});
const plannerBlock = (block: typeof first) => ({
  task: block.taskId,
  start: block.startsAt.replace('.000', ''),
  end: block.endsAt.replace('.000', ''),
});
const plan = { revision: 1, plannedAt: null, blocks: [first, second] };
const twoBlocks: Handlers = {
  'GET /plan': ok({ plan, proposal: null, atRisk: [] }),
  'GET /plan/instance': ok({
    instance: anInstance({
      ...nextWeek,
      tasks: [
        plannerTask(slides._id, { due: '2027-02-10T11:00:00Z', priority: 1 }),
        plannerTask(mail._id, { minutes: 60 }),
      ],
      previous: [plannerBlock(first), plannerBlock(second)],
    }),
    tasks: [named(slides._id, 'Slides'), named(mail._id, 'Mail')],
    mostWorkMinutes: null,
    meetings: [],
  }),
  [`GET /tasks/${slides._id}`]: ok({ task: slides, commandId: null }),
  [`GET /blocks/${first._id}/why`]: ok({
    explanation: { summary: 'First place that fits.', places: [], placesTried: 1 },
  }),
  [`PATCH /blocks/${first._id}`]: ok({ plan, commandId }),
  'POST /plan/proposals': ok({ proposal: aProposal({}) }),
};

test('another time shows its cost, and ‘Do it’ pins the block there and plans the rest around it', async () => {
  const server = open(`/calendar-flow?date=2027-02-10&block=${first._id}`, twoBlocks);
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  await user.click(await details.findByRole('button', { name: 'Why not another time?' }));
  const best = within(await details.findByRole('list', { name: 'Next best times' }));
  expect(best.getAllByRole('button').length).toBeGreaterThan(0);
  await user.clear(details.getByLabelText('Time'));
  await user.type(details.getByLabelText('Time'), '11:00');
  await user.click(details.getByRole('button', { name: 'Why not then?' }));
  expect(await details.findByText("Makes 'Slides' 2 h late.")).toBeTruthy();
  expect(within(details.getByRole('list', { name: 'What moves' })).getByText(/^Mail: .* to /)).toBeTruthy();
  await user.click(details.getByRole('button', { name: 'Do it' }));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(2));
  expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({
    startsAt: '2027-02-10T11:00:00.000Z',
    endsAt: '2027-02-10T13:00:00.000Z',
    isPinned: true,
  });
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('a block that the planner no longer knows must be planned again', async () => {
  open(`/calendar-flow?date=2027-02-10&block=${first._id}`, {
    ...twoBlocks,
    'GET /plan/instance': ok({
      instance: anInstance(nextWeek),
      tasks: [],
      mostWorkMinutes: null,
      meetings: [],
    }),
  });
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  await user.click(await details.findByRole('button', { name: 'Why not another time?' }));
  expect(await details.findByText(/Things have changed since this was planned/)).toBeTruthy();
});

/** A planning run whose progress and result the test controls. */
async function openWhilePlanning() {
  const { promise: planned, resolve: plan } = Promise.withResolvers<Response>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const described = new ReadableStream<Uint8Array>({
    async start(controller) {
      await asked;
      const message = JSON.stringify({ type: 'plan.progress', improvements: 3 });
      controller.enqueue(new TextEncoder().encode(`data: ${message}\n\n`));
    },
  });
  const server = open('/calendar-flow?date=2027-02-10', {
    ...overload,
    'GET /stream': () => new Response(described),
    'POST /plan/proposals': () => {
      ask();
      return planned;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Plan my week' }));
  const words = 'A first plan is ready. Looking for better ones: 3 found so far.';
  expect((await screen.findByText(words)).closest('[role="status"]')).toBeTruthy();
  return { server, plan, words };
}

test('a slow plan can be stopped without an error message', async () => {
  const { server, words } = await openWhilePlanning();
  await user.click(screen.getByRole('button', { name: 'Stop planning' }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(screen.queryByText(/could not be planned/)).toBeNull();
  expect(screen.queryByRole('region', { name: 'Proposed plan' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Plan my week' }));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(2));
});

test('a slow plan shows its progress', async () => {
  const { plan, words } = await openWhilePlanning();
  plan(answer({ success: true, proposal: aProposal({ atRisk: [risk] }), message: '' }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

test('a plan waits until the deadline information of the one before is saved', async () => {
  const first = aProposal({});
  const { promise: accepted, resolve: accept } = Promise.withResolvers<Response>();
  const server = open('/calendar-flow?date=2027-02-10', {
    ...overload,
    'POST /plan/proposals': ok({ proposal: first }),
    [`POST /plan/proposals/${first._id}/accept`]: () => accepted,
  });
  // The plan that was saved has a task at risk, and the new one has none: that is saved by itself.
  await user.click(await screen.findByRole('button', { name: 'Plan my week' }));
  await waitFor(() => expect(server.count(`POST /plan/proposals/${first._id}/accept`)).toBe(1));
  await user.keyboard('r');
  expect(server.count('POST /plan/proposals')).toBe(2);
  accept(refuse('proposal_outdated', 'The plan has changed since this proposal. Plan again.'));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(4));
  expect(screen.queryByText(/The plan has changed since this proposal/)).toBeNull();
});

const figures = (overlaps: readonly PlannedOverlap[], partlyPlanned: readonly string[] = []) => ({
  today: {
    date: '2027-02-08',
    startsAt: '2027-02-08T00:00:00Z',
    endsAt: '2027-02-09T00:00:00Z',
    eveningAt: '2027-02-08T17:00:00Z',
    capacityMinutes: 480,
    plannedMinutes: 120,
    workedMinutes: 0,
    finishedTasks: 0,
    firstFinished: [],
  },
  points: { thisWeek: 0, lastWeek: 0 },
  focus: { todayMinutes: 0, weekMinutes: 0 },
  week: { startsOn: '2027-02-08', categories: [] },
  completion: [],
  estimates: [],
  overallEstimate: null,
  overlaps,
  partlyPlanned,
  reviewWeek: null,
});
const toOverlap = (block: Block, movesBy: PlannedOverlap['movesBy']): PlannedOverlap => ({
  blockId: block._id,
  title: block.title,
  startsAt: block.startsAt,
  under: null,
  movesBy,
});

test('a block under an event is an issue, and one click frees it and plans again', async () => {
  const server = open('/dashboard', {
    ...twoBlocks,
    'GET /dashboard': ok(
      figures([toOverlap(first, 'unpinning'), { ...toOverlap(second, 'hand'), under: 'Report' }]),
    ),
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  expect(card.getByText(/'Slides' on Wed.* lies under an event/)).toBeTruthy();
  expect(card.getByText(/ on Wed.* lies under 'Report'\./)).toBeTruthy();
  expect(screen.getByText('2 blocks overlap')).toBeTruthy();
  expect(screen.queryByText('everything fits')).toBeNull();
  // Nothing is at risk, so there is nothing in the sheet of fixes.
  expect(card.queryByRole('button', { name: 'Fixes' })).toBeNull();
  const byHand = await card.findByRole('link', { name: 'Move it in the calendar' });
  expect(byHand.getAttribute('href')).toBe(`/calendar-flow?date=2027-02-10&block=${second._id}`);
  await user.click(card.getByRole('button', { name: 'Unpin it and plan again Finds it a free time' }));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(1));
  const sent = server.seen.filter(({ method }) => method === 'PATCH');
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/blocks/${first._id}`, body: { isPinned: false } },
  ]);
});

test('a proposal that waits is an issue, and one click accepts it, with undo', async () => {
  const proposal = aProposal({
    changes: [
      {
        id: 'move',
        taskId: first.taskId,
        occurrenceOn: null,
        title: first.title,
        kind: 'moved',
        from: { startsAt: first.startsAt, endsAt: first.endsAt },
        to: { startsAt: '2027-02-11T09:00:00.000Z', endsAt: '2027-02-11T11:00:00.000Z' },
        reason: null,
      },
    ],
  });
  let waiting: object | null = proposal;
  const server = open('/dashboard', {
    ...twoBlocks,
    'GET /plan': () => ok({ plan, proposal: waiting, atRisk: [] })(),
    'GET /dashboard': ok(figures([toOverlap(first, 'planning'), toOverlap(second, 'removing')])),
    [`POST /plan/proposals/${proposal._id}/accept`]: () => {
      waiting = null;
      return ok({ plan, proposal: null, commandId })();
    },
    [`POST /commands/${commandId}/undo`]: ok({ commandId: uuid() }),
  });
  const card = within(await screen.findByRole('region', { name: 'Issues' }));
  expect(card.getByText(/1 block to move\./)).toBeTruthy();
  expect((await card.findByRole('link', { name: 'See it' })).getAttribute('href')).toBe('/calendar-flow');
  // What the proposal moves has no row of its own.
  expect(card.queryByText(/'Slides' on Wed/)).toBeNull();
  expect(card.getByRole('button', { name: 'Take it out and plan again Finds it a free time' })).toBeTruthy();
  await user.dblClick(card.getByRole('button', { name: /^Accept the new plan Moves 'Slides' to Thu/ }));
  await waitFor(() => expect(card.queryByText(/1 block to move/)).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.count(`POST /commands/${commandId}/undo`)).toBe(1));
  expect(server.count(`POST /plan/proposals/${proposal._id}/accept`)).toBe(1);
});

test('a task that missed a part of its time is not said to fit', async () => {
  open('/dashboard', {
    ...twoBlocks,
    'GET /tasks': ok({ tasks: [], nextCursor: null, counts: { ...counts, upcoming: 2 } }),
    'GET /dashboard': ok(figures([], [crypto.randomUUID()])),
  });
  expect(await screen.findByText('1 not planned yet')).toBeTruthy();
});
