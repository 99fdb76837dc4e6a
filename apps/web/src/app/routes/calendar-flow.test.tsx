import type { PlanChange } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { choose } from '#test/choose.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import {
  aBlock,
  aCalendarAccount,
  anOccurrence,
  aProfile,
  aProposal,
  aTask,
  signInAs,
} from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { viewport } from '#test/setup.ts';

type Server = Parameters<typeof fakeServer>[0];
const ok = (body: object) => () => answer({ success: true, message: '', ...body });
const uuid = () => crypto.randomUUID();

const calendar = {
  _id: uuid(),
  name: 'Dayloom',
  color: '#5CAAFF',
  kind: 'dayloom',
  isVisible: true,
  blocksTime: true,
  isWritable: true,
  canInvite: true,
  isDefault: false,
  accountId: null,
  version: 1,
};
const block = aBlock({
  title: 'Board report',
  startsAt: '2026-11-18T10:00:00Z',
  endsAt: '2026-11-18T12:00:00Z',
});
const places = {
  from: { startsAt: block.startsAt, endsAt: block.endsAt },
  to: { startsAt: '2026-11-19T10:00:00Z', endsAt: '2026-11-19T12:00:00Z' },
};
const moved: PlanChange = {
  id: 'a',
  taskId: block.taskId,
  occurrenceOn: null,
  title: 'Board report',
  kind: 'moved',
  ...places,
  reason: 'First place that fits.',
};
const added: PlanChange = { ...moved, id: 'b', taskId: uuid(), title: 'Expenses', kind: 'added', from: null };
const proposal = aProposal({
  createdAt: '2026-11-18T08:00:00Z',
  changes: [moved, added],
  stayed: 4,
  notPlannedYet: 271,
  gap: 0.014,
  horizon: { startsAt: '2026-11-18T08:00:00Z', endsAt: '2026-11-25T08:00:00Z' },
});
const plan = { revision: 1, plannedAt: null, blocks: [block] };
const counts = { inbox: 0, today: 0, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };

function open(handlers: Server = {}, query = 'date=2026-11-18') {
  const server = fakeServer({
    'GET /calendars': ok({ calendars: [calendar] }),
    'GET /calendar-accounts': ok({
      accounts: [],
      subscriptions: [],
      mirrors: [],
      conflicts: [],
      history: [],
    }),
    'GET /events': ok({
      occurrences: [
        anOccurrence({
          calendarId: calendar._id,
          startsAt: '2026-11-18T09:00:00Z',
          endsAt: '2026-11-18T09:30:00Z',
        }),
      ],
    }),
    'GET /plan': ok({ plan, proposal: null, atRisk: [] }),
    'GET /tasks': ok({ tasks: [], nextCursor: null, counts }),
    ...handlers,
  });
  signInAs();
  renderApp(`/calendar-flow?${query}`);
  return server;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const user = userEvent.setup();

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

test('events and blocks are in one grid, by name', async () => {
  open();
  expect(await button(/^Stand-up, Event/)).toBeTruthy();
  expect(await button(/^Board report, Planned block, movable/)).toBeTruthy();
  for (const name of ['New event', 'Today', 'Previous', 'Next', 'Plan my week'])
    expect(screen.getAllByRole('button', { name })).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy();
});

test('while the events of another week are loaded, the page says so', async () => {
  const reply = Promise.withResolvers<Response>();
  let isOtherWeek = false;
  open({ 'GET /events': () => (isOtherWeek ? reply.promise : ok({ occurrences: [] })()) });
  await button(/^Board report, Planned block, movable/);
  expect(screen.queryByRole('progressbar', { name: 'Loading events' })).toBeNull();
  isOtherWeek = true;
  await user.click(await button('Next'));
  expect(await screen.findByRole('progressbar', { name: 'Loading events' })).toBeTruthy();
  reply.resolve(ok({ occurrences: [] })());
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading events' })).toBeNull());
});

const QUESTION = 'Does this plan fit your day?';

test('the first plan asks for hours, lunch and breaks, once', async () => {
  const base = aProfile();
  const scheduling = { ...base.settings.scheduling, isChosen: false };
  const settings = { ...base.settings, scheduling };
  const server = open({
    'GET /user/profile': ok({ user: { ...base, settings } }),
    'PUT /user/working-hours': ok({
      homeTimeZone: { name: 'UTC' },
      workingHours: {},
      personalHours: {},
    }),
    'PATCH /user/scheduling': () => {
      settings.scheduling = { ...scheduling, isChosen: true };
      return ok({ scheduling: settings.scheduling })();
    },
    'POST /plan/proposals': ok({ proposal }),
  });
  await user.click(await button('Plan my week'));
  const card = await screen.findByRole('region', { name: QUESTION });
  // The chat button would look out from below it.
  expect(document.body.matches('[data-covers-corner]')).toBe(true);
  const dialog = within(card);
  // The plan does not wait for an answer.
  expect(await screen.findByRole('region', { name: 'Proposed plan' })).toBeTruthy();
  const proposals = server.count('POST /plan/proposals');
  await choose(user, dialog.getByLabelText('Lunch'), /^12:30\s–\s1:00\sPM$/);
  await choose(user, dialog.getByLabelText('Work from'), '8:00 AM');
  await user.click(dialog.getByRole('button', { name: 'Save and plan again' }));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBeGreaterThan(proposals));
  await waitFor(() => expect(screen.queryByRole('region', { name: QUESTION })).toBeNull());
  const findBody = (what: string) =>
    server.seen.find(({ method, path }) => `${method} ${path}` === what)?.body;
  expect(findBody('PATCH /user/scheduling')).toEqual({
    lunch: ['12:30', '13:00'],
    afterEventMinutes: 5,
    mostWorkMinutes: 360,
    isChosen: true,
  });
  expect(findBody('PUT /user/working-hours')).toMatchObject({ work: { mon: [['08:00', '17:00']] } });
});

test('a plan waits for a task that was captured a moment ago', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const order: string[] = [];
  const server = open({
    'GET /tasks': ok({ tasks: [aTask({ title: 'Report' })], nextCursor: null, counts }),
    'POST /tasks': async () => {
      await answered;
      order.push('stored');
      return ok({ task: aTask({ title: 'Order badges' }), commandId: 'c1' })();
    },
    'POST /plan/proposals': () => {
      order.push('planned');
      return ok({ proposal })();
    },
  });
  await button('Plan my week');
  await user.keyboard('q');
  const dialog = within(await screen.findByRole('dialog', { name: 'Quick add' }));
  await user.type(dialog.getByRole('textbox', { name: 'Add a task' }), 'Order badges{Enter}');
  await waitFor(() => expect(server.count('POST /tasks')).toBe(1));
  const plan = await button('Plan my week');
  await user.click(plan);
  await waitFor(() => expect(plan.getAttribute('aria-busy')).toBe('true'));
  answer();
  await waitFor(() => expect(order).toEqual(['stored', 'planned', 'planned']));
});

test('the question of the first plan can be dismissed for good', async () => {
  const base = aProfile();
  const scheduling = { ...base.settings.scheduling, isChosen: false };
  const settings = { ...base.settings, scheduling };
  const server = open({
    'GET /user/profile': ok({ user: { ...base, settings } }),
    'PATCH /user/scheduling': () => {
      settings.scheduling = { ...scheduling, isChosen: true };
      return ok({ scheduling: settings.scheduling })();
    },
    'POST /plan/proposals': ok({ proposal }),
  });
  await user.click(await button('Plan my week'));
  await user.click(await button('Keep as it is'));
  await waitFor(() => expect(screen.queryByRole('region', { name: QUESTION })).toBeNull());
  expect(server.seen.find(({ path }) => path === '/user/scheduling')?.body).toEqual({ isChosen: true });
  expect(server.seen.some(({ path }) => path === '/user/working-hours')).toBe(false);
  await user.click(await button('Plan my week'));
  await button('Accept all');
  expect(screen.queryByRole('region', { name: QUESTION })).toBeNull();
});

test.each([360, 900])(
  'at %i px the question of the first plan is a strip, and its form opens on demand',
  async (width) => {
    viewport.width = width;
    const base = aProfile();
    const scheduling = { ...base.settings.scheduling, isChosen: false };
    const settings = { ...base.settings, scheduling };
    const server = open({
      'GET /user/profile': ok({ user: { ...base, settings } }),
      'PATCH /user/scheduling': () => {
        settings.scheduling = { ...scheduling, isChosen: true };
        return ok({ scheduling: settings.scheduling })();
      },
      'POST /plan/proposals': ok({ proposal }),
    });
    await user.click(await button('Plan my week'));
    const strip = within(await screen.findByRole('region', { name: QUESTION }));
    expect(screen.queryByLabelText('Lunch')).toBeNull();
    await user.click(strip.getByRole('button', { name: 'Change it' }));
    const sheet = within(await screen.findByRole('dialog', { name: QUESTION }));
    await choose(user, sheet.getByLabelText('Lunch'), /^12:30\s–\s1:00\sPM$/);
    await user.click(sheet.getByRole('button', { name: 'Save and plan again' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());
    expect(server.seen.find(({ path }) => path === '/user/scheduling')?.body).toMatchObject({
      lunch: ['12:30', '13:00'],
    });
  },
);

test('a first proposal is shown at once, improved in place, and accepted as it is shown', async () => {
  const first = { ...proposal, _id: uuid(), changes: [added], stayed: 5, bound: null, gap: null };
  const better = Promise.withResolvers<void>();
  const server = open({
    'POST /plan/proposals': async () => {
      const { body } = server.seen.at(-1) as { body: { effort: string } };
      if (body.effort === 'first') return ok({ proposal: first })();
      await better.promise;
      return ok({ proposal })();
    },
    [`POST /plan/proposals/${proposal._id}/accept`]: ok({ plan, commandId: uuid(), proposal: null }),
  });
  await user.click(await button('Plan my week'));
  const banner = within(await screen.findByRole('region', { name: 'Proposed plan' }));
  expect(banner.getByText('1 block to add.')).toBeTruthy();
  expect(banner.getByText(/5 stay/).textContent).toContain('improving…');
  banner.getByRole('button', { name: 'Accept all' }).focus();
  better.resolve();
  expect(await banner.findByText('1 block to add, 1 to move.')).toBeTruthy();
  expect(document.activeElement).toBe(banner.getByRole('button', { name: 'Accept all' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Plan saved')).toBeTruthy();
  expect(server.count(`POST /plan/proposals/${proposal._id}/accept`)).toBe(1);
});

test('a plan is proposed, and unchecked changes are left out', async () => {
  const server = open({
    'POST /plan/proposals': ok({ proposal }),
    [`POST /plan/proposals/${proposal._id}/accept`]: ok({ plan, commandId: uuid(), proposal: null }),
  });
  await user.click(await button('Plan my week'));
  const banner = within(await screen.findByRole('region', { name: 'Proposed plan' }));
  expect(banner.getByText('1 block to add, 1 to move.')).toBeTruthy();
  expect(banner.getByText(/4 stay/).textContent).toBe(
    '0 late · 4 stay · 271 not planned yet · At most 2 % from the best possible plan',
  );
  const some = banner.getByRole('button', {
    name: 'Accept some',
    description: 'Uncheck the changes that you do not want',
  });
  expect(some.getAttribute('aria-disabled')).toBe('true');
  some.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(some);
  expect(server.count(`POST /plan/proposals/${proposal._id}/accept`)).toBe(0);
  const chip = banner.getByRole('checkbox', { name: /^Expenses/, description: 'First place that fits.' });
  await user.click(chip);
  await user.click(banner.getByRole('button', { name: 'Accept some' }));
  expect(await screen.findByText('Plan saved')).toBeTruthy();
  expect(server.seen.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({ exceptChanges: ['b'] });
  expect(screen.queryByRole('region', { name: 'Proposed plan' })).toBeNull();
});

/** A server with a slow plan that the test controls, and with live change messages. */
function openSlowly() {
  const late = Promise.withResolvers<void>();
  const state = { isSlow: false, hasAnsweredLate: false, stored: null as typeof proposal | null };
  let send: (message: object) => void = () => {};
  const described = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (message) =>
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`));
    },
  });
  const server = open({
    'GET /stream': () => new Response(described),
    'GET /plan': async () => {
      const known = { success: true, message: '', plan, proposal: state.stored, atRisk: [] };
      if (state.isSlow) {
        await late.promise;
        state.hasAnsweredLate = true;
      }
      return answer(known);
    },
    'POST /plan/proposals': () => {
      state.isSlow = false;
      state.stored = proposal;
      return answer({ success: true, message: '', proposal });
    },
    [`POST /plan/proposals/${proposal._id}/accept`]: ok({ plan, commandId: uuid(), proposal: null }),
  });
  const askAgain = async () => {
    const asked = server.count('GET /plan');
    await waitFor(() => {
      send({ type: 'changed', topics: ['plan'] });
      expect(server.count('GET /plan')).toBeGreaterThan(asked);
    });
  };
  return { server, state, late, askAgain };
}

async function expectProposalBeforeLateAnswer({ server, state, late }: ReturnType<typeof openSlowly>) {
  await user.click(await button('Plan my week'));
  const banner = within(await screen.findByRole('region', { name: 'Proposed plan' }));
  late.resolve();
  await waitFor(() => expect(state.hasAnsweredLate).toBe(true));
  await user.click(banner.getByRole('button', { name: 'Accept all' }));
  expect(await screen.findByText('Plan saved')).toBeTruthy();
  expect(server.count(`POST /plan/proposals/${proposal._id}/accept`)).toBe(1);
}

test('a proposal is shown even if the previous plan has not loaded yet', async () => {
  const slow = openSlowly();
  slow.state.isSlow = true;
  await waitFor(() => expect(slow.server.count('GET /plan')).toBeGreaterThan(0));
  await expectProposalBeforeLateAnswer(slow);
});

test('a proposal stays when an older plan request responds late', async () => {
  const slow = openSlowly();
  await button(/^Board report, Planned block/);
  slow.state.isSlow = true;
  await slow.askAgain();
  await expectProposalBeforeLateAnswer(slow);
});

test('the parts of a task are one choice, and follow-up changes are offered', async () => {
  const part = { ...added, title: 'Taxes' };
  const parts = ['c', 'd', 'e', 'f'].map((id) => ({ ...part, id }));
  const next = { ...proposal, _id: uuid(), changes: [moved] };
  let waiting = { ...proposal, changes: [moved, ...parts] };
  const server = open({
    'GET /plan': () => answer({ success: true, message: '', plan, proposal: waiting, atRisk: [] }),
    [`POST /plan/proposals/${proposal._id}/accept`]: () => {
      waiting = next;
      return answer({ success: true, message: '', plan, commandId: uuid(), proposal: next });
    },
  });
  const banner = within(await screen.findByRole('region', { name: 'Proposed plan' }));
  expect(banner.getAllByRole('checkbox')).toHaveLength(2);
  expect(banner.getByText('The parts of a task are accepted or rejected together.')).toBeTruthy();
  await user.click(banner.getByRole('checkbox', { name: /^Taxes, 4 parts/ }));
  await user.click(banner.getByRole('button', { name: 'Accept some' }));
  expect(await screen.findByText(/^Plan saved as you chose/)).toBeTruthy();
  expect(server.seen.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
    exceptChanges: ['c', 'd', 'e', 'f'],
  });
  expect(await screen.findByText('1 block to move.')).toBeTruthy();
});

test('a plan without result says how many tasks did not fit', async () => {
  const risk = {
    taskId: uuid(),
    occurrenceOn: null,
    title: 'Taxes',
    shortMinutes: 60,
    lateMinutes: 0,
    isHard: false,
    sentence: '-',
  };
  open({
    'POST /plan/proposals': ok({ proposal: { ...proposal, changes: [], atRisk: [risk] } }),
    [`POST /plan/proposals/${proposal._id}/accept`]: ok({ plan, commandId: null, proposal: null }),
  });
  await user.click(await button('Plan my week'));
  expect(await screen.findByText("Nothing moves. 1 task doesn't fit this week.")).toBeTruthy();
});

test('an open proposal is shown again, and can be dismissed', async () => {
  const server = open({
    'GET /plan': ok({ plan, proposal, atRisk: [] }),
    [`POST /plan/proposals/${proposal._id}/reject`]: ok({}),
  });
  await user.click(await button('Dismiss'));
  await waitFor(() => expect(server.count(`POST /plan/proposals/${proposal._id}/reject`)).toBe(1));
  expect(screen.queryByRole('region', { name: 'Proposed plan' })).toBeNull();
});

test('a plan goes to the days that show far more of it', async () => {
  const at = (day: string) => ({ startsAt: `${day}T09:00:00Z`, endsAt: `${day}T09:30:00Z` });
  const days = ['2026-11-18', '2026-11-19', '2026-11-19', '2026-11-19'];
  const changes = days.map((day, index) => ({ ...added, id: String(index), taskId: uuid(), to: at(day) }));
  open({ 'POST /plan/proposals': ok({ proposal: { ...proposal, changes } }) }, 'view=day&date=2026-11-18');
  await button(/^Stand-up, Event/);
  await user.click(await button('Plan my week'));
  // It is on the 18th.
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Stand-up, Event/ })).toBeNull());
});

test('a long list of changes shows the number of further changes', async () => {
  const changes = Array.from({ length: 18 }, (_, index) => ({ ...added, id: String(index), taskId: uuid() }));
  open({ 'GET /plan': ok({ plan, proposal: { ...proposal, changes }, atRisk: [] }) });
  const banner = within(await screen.findByRole('region', { name: 'Proposed plan' }));
  expect(banner.getAllByRole('checkbox')).toHaveLength(4);
  const more = banner.getByRole('button', { name: '14 more', expanded: false });
  await user.click(more);
  expect(banner.getAllByRole('checkbox')).toHaveLength(18);
  await user.click(banner.getByRole('button', { name: 'Show fewer', expanded: true }));
  expect(banner.getAllByRole('checkbox')).toHaveLength(4);
});

test('a proposal for days out of view goes there', async () => {
  open({ 'GET /plan': ok({ plan, proposal, atRisk: [] }) }, 'view=week&date=2026-11-04');
  const show = await button('Show it');
  expect(screen.queryByRole('button', { name: /^Stand-up, Event/ })).toBeNull();
  await user.click(show);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show it' })).toBeNull());
  // The button of that day.
  expect(await button(/^Stand-up, Event/)).toBeTruthy();
});

test('an outdated proposal offers to plan again', async () => {
  const server = open({
    'GET /plan': ok({ plan, proposal, atRisk: [] }),
    [`POST /plan/proposals/${proposal._id}/accept`]: () =>
      refuse('proposal_outdated', 'The plan has changed since this proposal. Plan again.'),
    'POST /plan/proposals': ok({ proposal: { ...proposal, changes: [added] } }),
  });
  await user.click(await button('Accept all'));
  expect(await screen.findByText(/has changed since/)).toBeTruthy();
  await user.click(await button('Plan again'));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(2));
});

test('without tasks there is nothing to plan, and a link to the tasks is shown', async () => {
  const server = open({
    'GET /tasks': ok({ tasks: [], nextCursor: null, counts: { ...counts, upcoming: 0, all: 0 } }),
  });
  await button(/^Stand-up/);
  await user.click(await button('Plan my week'));
  expect(await screen.findByText('There is nothing to plan yet. Add a task first.')).toBeTruthy();
  expect(server.count('POST /plan/proposals')).toBe(0);
});

test('a new event shows at once, and disappears when it is refused', async () => {
  let decide: (response: Response) => void = () => {};
  open({ 'POST /events': () => new Promise<Response>((resolve) => (decide = resolve)) });
  await user.click(await button('New event'));
  await user.click(await button('Save'));
  expect(await screen.findByText('An event needs a title.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Coffee');
  await user.click(await button('Save'));
  expect(await button(/^Coffee, Event/)).toBeTruthy();
  decide(refuse('unavailable', 'The calendar is being repaired.'));
  expect(await screen.findByText('The calendar is being repaired.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Coffee, Event/ })).toBeNull());
});

test('an event that is refused for its input reopens with that input', async () => {
  const server = open({ 'POST /events': () => refuse('invalid_request', 'The repeat rule is not valid.') });
  await user.click(await button('New event'));
  await user.type(screen.getByLabelText('Title'), 'Choir');
  await choose(user, screen.getByLabelText('Repeat'), 'Custom rule');
  await user.type(screen.getByRole('textbox', { name: /rule/i }), 'FREQ=SOMETIMES');
  await user.click(await button('Save'));
  await screen.findByText('The repeat rule is not valid.');
  await user.click(await button('Edit'));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Choir');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /rule/i }).value).toBe('FREQ=SOMETIMES');
  expect(server.count('POST /events')).toBe(1);
});

test('a block is moved by keys, announced, and pinned there', async () => {
  const server = open({ [`PATCH /blocks/${block._id}`]: ok({ plan, commandId: uuid() }) });
  const item = await button(/^Board report/);
  item.focus();
  // Timers are faked: on a busy machine the steps could otherwise be too far apart to count as one move.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let step = 0; step < 2; step += 1)
    await act(async () => {
      fireEvent.keyDown(document.activeElement ?? item, { key: 'ArrowDown', altKey: true });
    });
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await waitFor(() => expect(server.count(`PATCH /blocks/${block._id}`)).toBe(1));
  expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({
    startsAt: '2026-11-18T10:30:00.000Z',
    endsAt: '2026-11-18T12:30:00.000Z',
    isPinned: true,
  });
  expect(screen.getByText(/^Board report: .*30/).getAttribute('aria-live')).toBe('polite');
});

test('L locks the focused block, X completes it, Q goes to the quick add', async () => {
  const server = open({ [`PATCH /blocks/${block._id}`]: ok({ plan, commandId: uuid() }) });
  const item = await button(/^Board report/);
  await user.keyboard('x');
  await screen.findByText('Choose a planned block first.');
  item.focus();
  await user.keyboard('l');
  await waitFor(() => expect(server.count(`PATCH /blocks/${block._id}`)).toBe(1));
  (await button(/^Board report/)).focus();
  await user.keyboard('x');
  await waitFor(() => expect(server.count(`PATCH /blocks/${block._id}`)).toBe(2));
  expect(server.seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { isPinned: true },
    { state: 'done' },
  ]);
  await user.keyboard('q');
  await waitFor(async () =>
    expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Add a task' })),
  );
});

test('a click on a block shows it next to its place; its details and its task open from there', async () => {
  const task = aTask({ _id: block.taskId, title: 'Board report', durationMinutes: 120 });
  open({
    [`GET /tasks/${block.taskId}`]: ok({ task, commandId: null }),
    [`GET /blocks/${block._id}/why`]: ok({
      explanation: { summary: 'It fits.', placesTried: 1, places: [] },
    }),
  });
  const item = await button(/^Board report/);
  const openCard = async () => {
    await user.click(item);
    return within(await screen.findByRole('dialog', { name: 'Board report' }));
  };
  let card = await openCard();
  for (const name of ['Pin', 'Done', 'Edit']) expect(card.getByRole('button', { name })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  card = await openCard();
  await user.click(card.getByRole('button', { name: 'Edit' }));
  const sheet = await screen.findByRole('dialog', { name: task.title });
  expect(await within(sheet).findByDisplayValue('Board report')).toBeTruthy();
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  card = await openCard();
  await user.click(card.getByRole('button', { name: 'Why here?' }));
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await details.findByText('It fits.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the card of an event has its reminders, which can be changed there', async () => {
  const inherited = [{ minutesBefore: 10, channels: ['app'] }];
  const server = open({
    'GET /reminders/event/*': ok({ reminders: null, inherited }),
    'PUT /reminders/event/*': ({ body }) =>
      answer({ success: true, inherited, ...(body as object), message: '' }),
  });
  await user.click(await button(/^Stand-up, Event/));
  const card = within(await screen.findByRole('dialog', { name: 'Stand-up' }));
  const choice = await card.findByRole('combobox', { name: 'Reminders' });
  expect(choice.textContent).toContain('10 minutes before (App)');
  await choose(user, choice, 'None');
  await waitFor(() =>
    expect(server.seen.find(({ method }) => method === 'PUT')?.body).toEqual({ reminders: [] }),
  );
});

test('a click outside closes the card of an event, and Edit opens its form', async () => {
  open();
  await user.click(await button(/^Stand-up, Event/));
  expect(await screen.findByRole('dialog', { name: 'Stand-up' })).toBeTruthy();
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button(/^Stand-up, Event/));
  const card = within(await screen.findByRole('dialog', { name: 'Stand-up' }));
  await user.click(card.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('dialog', { name: 'Edit event' })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Stand-up' })).toBeNull();
});

test('a task in the rail opens its sheet over the calendar', async () => {
  const task = aTask({ title: 'Expenses', durationMinutes: 30 });
  open({
    'GET /tasks': ok({ tasks: [task], nextCursor: null, counts }),
    [`GET /tasks/${task._id}`]: ok({ task, commandId: null }),
  });
  await user.click(await button('Expenses'));
  expect(await screen.findByRole('dialog', { name: task.title })).toBeTruthy();
  expect(screen.getByLabelText('Calendar grid')).toBeTruthy();
});

test('the items have one tab stop', async () => {
  open();
  const items = [await button(/^Stand-up, Event/), await button(/^Board report/)];
  const stops = () => items.filter(({ tabIndex }) => tabIndex === 0);
  await waitFor(() => expect(stops()).toHaveLength(1));
  for (const item of items) {
    item.focus();
    expect(stops()).toEqual([item]);
  }
});

test.each([
  ['3', '3 days'],
  ['a', 'Agenda'],
  ['w', 'Week'],
])('%s shows %s', async (key, view) => {
  open();
  await button(/^Board report/);
  await user.keyboard(key);
  const views = within(screen.getByRole('group', { name: 'View' }));
  await waitFor(() => expect(views.getByRole('radio', { name: view, checked: true })).toBeTruthy());
});

test('the weekend can be narrow: strips count its entries and open their day', async () => {
  const saturday = anOccurrence({
    title: 'Market',
    calendarId: calendar._id,
    startsAt: '2026-11-21T10:00:00Z',
    endsAt: '2026-11-21T11:00:00Z',
  });
  open({ 'GET /events': ok({ occurrences: [saturday] }) });
  await button(/^Market, Event/);
  await user.keyboard('e');
  const strip = await button(/^Sat.*21.*, 1 entry\. Show the day$/);
  expect(await button(/^Sun.*, 0 entries/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Market/ })).toBeNull());
  await user.click(strip);
  expect(await button(/^Market, Event/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Day', checked: true })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Show the day/ })).toBeNull();
});

test('undo says where the block is back', async () => {
  const commandId = uuid();
  open({
    [`PATCH /blocks/${block._id}`]: ok({ plan, commandId }),
    [`POST /commands/${commandId}/undo`]: ok({ commandId: uuid(), notice: null }),
  });
  const item = await button(/^Board report/);
  item.focus();
  fireEvent.keyDown(item, { key: 'ArrowDown', altKey: true });
  await screen.findByText(/^Board report is pinned to/);
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  expect(await screen.findByText(/^Board report is back at Wed/)).toBeTruthy();
});

test('the shortcut sheet names the keys that move and resize', async () => {
  open();
  await button(/^Board report/);
  await user.keyboard('?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(sheet.getByText('Move the focused block or event').nextSibling?.textContent).toMatch(/arrows/);
  expect(sheet.getByText('Make it longer or shorter')).toBeTruthy();
});

test('the details of a block explain its place', async () => {
  open(
    {
      [`GET /tasks/${block.taskId}`]: () => refuse('not_found', 'The task is gone'),
      [`GET /blocks/${block._id}/why`]: ok({
        explanation: {
          summary: 'First place that fits.',
          placesTried: 12,
          places: [
            { ...places.from, isChosen: false, headline: 'Busy', detail: 'Roadmap sync' },
            {
              ...places.to,
              isChosen: true,
              headline: 'First place that fits',
              detail: '5 h before the deadline',
            },
          ],
        },
      }),
    },
    `date=2026-11-18&block=${block._id}`,
  );
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await details.findByText('Roadmap sync')).toBeTruthy();
  expect(details.getByText('12 places tried')).toBeTruthy();
  expect(details.getByRole('heading', { name: 'Why here?' })).toBeTruthy();
  for (const name of ['Pin', 'Done', 'Remove from plan'])
    expect(details.getByRole('button', { name })).toBeTruthy();
  details.getByRole('button', { name: 'Pin' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull());
  const item = await button(/^Board report, Planned block/);
  await waitFor(() => expect(document.activeElement).toBe(item));
});

test('one time of a task that repeats can be skipped', async () => {
  const task = aTask({ _id: block.taskId, title: 'Board report', recurrenceRule: 'FREQ=DAILY' });
  const later = { ...block, occurrenceOn: '2026-11-18' };
  let isSkipped = false;
  const server = open(
    {
      'GET /plan': () =>
        ok({ plan: { ...plan, blocks: isSkipped ? [] : [later] }, proposal: null, atRisk: [] })(),
      [`GET /tasks/${block.taskId}`]: ok({ task, commandId: null }),
      [`GET /blocks/${block._id}/why`]: ok({ explanation: { summary: 'It fits.', places: [] } }),
      [`DELETE /blocks/${block._id}`]: () => {
        isSkipped = true;
        return ok({ plan: { ...plan, blocks: [] }, commandId: uuid() })();
      },
    },
    `date=2026-11-18&block=${block._id}`,
  );
  await user.click(await button('Skip this time'));
  expect(await screen.findByText(/^Board report is skipped on Wed/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Board report, Planned block/ })).toBeNull();
  const skip = server.seen.find(({ method }) => method === 'DELETE');
  expect(skip?.query).toBe('skipsOccurrence=true');
});

test('finishing the last part of a task removes it from the waiting tasks at once, and undo restores it', async () => {
  let decide: (response: Response) => void = () => {};
  const task = aTask({ _id: block.taskId, title: 'Board report', durationMinutes: 120 });
  const commandId = uuid();
  const finished = { ...plan, blocks: [{ ...block, state: 'done' as const, isFinished: true }] };
  let isDone = false;
  const server = open(
    {
      'GET /tasks': () => ok({ tasks: isDone ? [] : [task], nextCursor: null, counts })(),
      'GET /plan': () => ok({ plan: isDone ? finished : plan, proposal: null, atRisk: [] })(),
      [`GET /tasks/${block.taskId}`]: ok({ task, commandId: null }),
      [`GET /blocks/${block._id}/why`]: ok({ explanation: { summary: 'It fits.', places: [] } }),
      [`PATCH /blocks/${block._id}`]: () => new Promise<Response>((resolve) => (decide = resolve)),
      [`POST /commands/${commandId}/undo`]: () => {
        isDone = false;
        return ok({ commandId: uuid(), notice: null })();
      },
    },
    `date=2026-11-18&block=${block._id}`,
  );
  const waiting = () => screen.queryByRole('button', { name: 'Pin Board report to the next hour' });
  await waitFor(() => expect(waiting()).toBeTruthy());
  await user.click(await button('Done'));
  await waitFor(() => expect(waiting()).toBeNull());
  isDone = true;
  decide(ok({ plan: finished, commandId })());
  expect(await screen.findByText('Board report is done')).toBeTruthy();
  await user.click(await button('Undo'));
  await waitFor(() => expect(waiting()).toBeTruthy());
  expect(server.count(`POST /commands/${commandId}/undo`)).toBe(1);
});

test('finishing a part shows the remaining time, also in the waiting tasks', async () => {
  const task = aTask({ _id: block.taskId, title: 'Board report', durationMinutes: 180 });
  const finished = { ...plan, blocks: [{ ...block, state: 'done' as const, isFinished: true }] };
  let isDone = false;
  open(
    {
      'GET /tasks': ok({ tasks: [task], nextCursor: null, counts }),
      'GET /plan': () => ok({ plan: isDone ? finished : plan, proposal: null, atRisk: [] })(),
      [`GET /tasks/${block.taskId}`]: ok({ task, commandId: null }),
      [`GET /blocks/${block._id}/why`]: ok({ explanation: { summary: 'It fits.', places: [] } }),
      [`PATCH /blocks/${block._id}`]: () => {
        isDone = true;
        return ok({ plan: finished, commandId: uuid() })();
      },
    },
    `date=2026-11-18&block=${block._id}`,
  );
  await screen.findByRole('button', { name: 'Pin Board report to the next hour' });
  await user.click(await button('Done'));
  expect(await screen.findByText('This part of Board report is done, 1 h left')).toBeTruthy();
  expect(screen.getByText('1 h left')).toBeTruthy();
});

test('the most urgent of the waiting tasks come first', async () => {
  const tasks = [
    aTask({ title: 'Some time' }),
    aTask({ title: 'Important some time', priority: 1 }),
    aTask({ title: 'During Friday', dueOn: '2026-11-20' }),
    aTask({ title: 'Friday at 9', dueAt: '2026-11-20T08:00:00Z' }),
    aTask({ title: 'Thursday', dueOn: '2026-11-19' }),
  ];
  open({ 'GET /tasks': ok({ tasks, nextCursor: null, counts }) });
  const rail = within(await screen.findByRole('complementary', { name: 'Tasks and calendars' }));
  await rail.findByRole('button', { name: /^Thursday/ });
  const titles = rail.getAllByRole('button').flatMap(({ title }) => title || []);
  expect(titles.filter((title) => tasks.some((task) => task.title === title))).toEqual([
    'Thursday',
    'Friday at 9',
    'During Friday',
    'Important some time',
    'Some time',
  ]);
});

test('the waiting tasks are one stop of the keyboard, and arrows go from one to the next', async () => {
  const tasks = ['Letter', 'Expenses', 'Taxes'].map((title) => aTask({ title }));
  const pinned = { ...block, _id: uuid(), taskId: tasks[1]?._id ?? '', title: 'Expenses', isPinned: true };
  let left = tasks;
  open({
    'GET /tasks': () => ok({ tasks: left, nextCursor: null, counts })(),
    'POST /blocks': () => {
      left = tasks.filter(({ title }) => title !== 'Expenses');
      return ok({ plan: { ...plan, blocks: [block, pinned] }, block: pinned, commandId: uuid() })();
    },
  });
  const pin = (title: string) => screen.findByRole('button', { name: `Pin ${title} to the next hour` });
  const list = (await pin('Letter')).closest('ul') as HTMLElement;
  const listStops = () =>
    within(list)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0);
  const letter = within(list).getByRole('button', { name: 'Letter' });
  expect(listStops()).toEqual([letter, await pin('Letter')]);
  act(() => letter.focus());
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(within(list).getByRole('button', { name: 'Expenses' }));
  expect(listStops()).toEqual([document.activeElement, await pin('Expenses')]);
  await user.tab();
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(await pin('Letter'));
  await user.keyboard('{ArrowUp}{End}{ArrowUp}');
  expect(document.activeElement).toBe(await pin('Expenses'));
  // What is pinned leaves the list, and the focus stays in it.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(within(list).queryByText('Expenses')).toBeNull());
  expect(document.activeElement).toBe(await pin('Taxes'));
});

test('a failed load shows an error and can be retried', async () => {
  let isDown = true;
  const server = open({
    'GET /plan': () =>
      isDown
        ? refuse('unavailable', 'The plan rests.')
        : answer({ success: true, plan, proposal: null, atRisk: [], message: '' }),
  });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The plan rests.')).toBeTruthy();
  isDown = false;
  const before = server.count('GET /plan');
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await button(/^Board report/)).toBeTruthy();
  expect(server.count('GET /plan')).toBe(before + 1);
});

test('on a phone there are one or three days and the agenda', async () => {
  viewport.width = 360;
  open({}, 'date=2026-11-18&view=month');
  await button(/^Stand-up/);
  await user.click(await button('View: 3 days'));
  const choices = screen.getAllByRole('menuitemradio');
  expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-checked')])).toEqual([
    ['Day', 'false'],
    ['3 days', 'true'],
    ['Agenda', 'false'],
  ]);
  await user.click(screen.getByRole('menuitemradio', { name: 'Agenda' }));
  expect(await button('View: Agenda')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Plan my week' })).toHaveLength(1);
});

test('an event that overlaps a planned block is reported, and planning again is offered', async () => {
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  const at = (time: string) => `${day}T${time}:00.000Z`;
  const next = aBlock({ title: 'Board report', startsAt: at('10:00'), endsAt: at('11:00') });
  let occurrences = [anOccurrence({ calendarId: calendar._id, startsAt: at('12:00'), endsAt: at('13:00') })];
  const server = open(
    {
      'GET /plan': ok({ plan: { ...plan, blocks: [next] }, proposal: null, atRisk: [] }),
      'GET /events': () => answer({ success: true, occurrences, message: '' }),
      'POST /events': () => {
        occurrences = [
          ...occurrences,
          anOccurrence({
            title: 'Coffee',
            calendarId: calendar._id,
            startsAt: at('09:30'),
            endsAt: at('10:30'),
          }),
        ];
        return answer({ success: true, eventId: uuid(), commandId: uuid(), message: '' });
      },
      'POST /plan/proposals': ok({ proposal }),
    },
    `date=${day}`,
  );
  await button(/^Stand-up/);
  expect(screen.queryByRole('region', { name: 'Overlaps' })).toBeNull();
  await user.click(await button('New event'));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Coffee');
  await user.click(await button('Save'));
  const strip = within(await screen.findByRole('region', { name: 'Overlaps' }));
  expect(strip.getByText('1 planned block now overlaps with events')).toBeTruthy();
  await user.click(strip.getByRole('button', { name: 'Replan' }));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(2));
  expect(await screen.findByRole('region', { name: 'Proposed plan' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Overlaps' })).toBeNull();
});

describe('connected calendars', () => {
  const account = aCalendarAccount({ email: 'maya@northwind.example', calendars: [] });
  const work = {
    ...calendar,
    _id: uuid(),
    name: 'Work',
    kind: 'connected',
    accountId: account.id,
    isDefault: true,
  };
  const holidays = { ...work, _id: uuid(), name: 'Holidays', isWritable: false, isDefault: false };
  const stale = { ...account, state: 'reconnect_needed' };
  const withAccount = (state: object = account): Server => {
    const user = aProfile();
    const { id, email, domain, type, tags, isPrimary } = account;
    user.settings.calendars = [{ id, email, domain, type, tags, isPrimary }];
    return {
      'GET /user/profile': ok({ user }),
      'GET /calendars': ok({ calendars: [calendar, work, holidays] }),
      'GET /calendar-accounts': ok({
        accounts: [state],
        subscriptions: [],
        mirrors: [],
        conflicts: [],
        history: [],
      }),
      'GET /events': ok({
        occurrences: [
          anOccurrence({
            calendarId: holidays._id,
            title: 'Repentance Day',
            startsAt: '2026-11-18T09:00:00Z',
            endsAt: '2026-11-18T10:00:00Z',
          }),
        ],
      }),
    };
  };

  test('are grouped under the address of their account', async () => {
    open(withAccount());
    const group = within(await screen.findByRole('region', { name: account.email }));
    expect(group.getAllByRole('checkbox')).toHaveLength(2);
    expect(group.getByLabelText('Holidays')).toBeTruthy();
    expect(screen.queryByText(/asks you to sign in again/)).toBeNull();
  });

  test('do not allow moving or editing read-only events, and say why', async () => {
    const server = open(withAccount());
    const event = await button(/^Repentance Day, Event, in Holidays, read only/);
    event.focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await screen.findByText('Repentance Day stays where it is.')).toBeTruthy();
    await user.click(event);
    const card = within(await screen.findByRole('dialog', { name: 'Repentance Day' }));
    expect(card.getByText(/'Holidays' is read-only here/)).toBeTruthy();
    expect(card.queryByRole('textbox')).toBeNull();
    for (const name of ['Edit', 'Delete']) expect(card.queryByRole('button', { name })).toBeNull();
    expect(server.seen.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('take new events in the default one, or in another writable one', async () => {
    open(withAccount());
    await button(/^Repentance Day/);
    await user.click(await button('New event'));
    const sheet = within(await screen.findByRole('dialog', { name: 'New event' }));
    const chooser = sheet.getByLabelText<HTMLButtonElement>('Calendar');
    expect(chooser.value).toBe(work._id);
    await user.click(chooser);
    expect(sheet.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Dayloom', 'Work']);
  });

  test('show a calm notice for an account to reconnect', async () => {
    open(withAccount(stale));
    expect(await screen.findByText(/^maya@northwind.example asks you to sign in again/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    for (const name of ['Reconnect', `Reconnect ${account.email}`])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/settings?tab=accounts');
  });

  test('show one notice for two such accounts', async () => {
    const other = { ...stale, id: crypto.randomUUID(), email: 'maya@boardwise.example' };
    open({
      ...withAccount(stale),
      'GET /calendar-accounts': ok({
        accounts: [stale, other],
        subscriptions: [],
        mirrors: [],
        conflicts: [],
        history: [],
      }),
    });
    expect(
      await screen.findByText(/^maya@northwind.example and maya@boardwise.example ask you to sign in again/),
    ).toBeTruthy();
  });

  test('show a notice of unsent changes even without an account', async () => {
    const unsent = {
      _id: crypto.randomUUID(),
      kind: 'not_sent',
      calendarId: work._id,
      eventId: null,
      title: 'Lunch',
      fields: ['not sent', 'from Work'],
      mine: [],
      happenedAt: '2026-11-18T08:00:00.000Z',
    };
    open({
      'GET /calendar-accounts': ok({
        accounts: [],
        subscriptions: [],
        mirrors: [],
        conflicts: [unsent],
        history: [],
      }),
    });
    expect(await screen.findByText(/^1 change was not sent before its calendar was removed/)).toBeTruthy();
  });
});
