import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, fakeServer } from '#test/fake-server.ts';
import { aBlock, aTask, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

test('an empty day with open tasks says so and offers to plan', async () => {
  signInAs();
  const counts = { inbox: 0, today: 0, upcoming: 15, 'at-risk': 0, someday: 2, done: 4, all: 21 };
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /calendars': () => answer({ success: true, calendars: [], message: '' }),
    'POST /plan/proposals': () => answer({ success: false }, 503),
  });
  const app = renderApp('/dashboard');
  expect(await screen.findByText(/ · nothing planned today · 15 open tasks$/)).toBeTruthy();
  expect(screen.getByText('15 open tasks wait for a place in the calendar.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Plan my week' }));
  await waitFor(() => expect(app.address()).toBe('/calendar-flow'));
  await waitFor(() => expect(server.count('POST /plan/proposals')).toBe(1));
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
  const startsAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
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

test('what is under way can be finished or lengthened, and the figures of the day are shown', async () => {
  signInAs();
  const counts = { inbox: 0, today: 1, upcoming: 1, 'at-risk': 0, someday: 0, done: 0, all: 1 };
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  const block = aBlock({ title: 'Board report', startsAt: minutes(-30), endsAt: minutes(30) });
  const plan = { revision: 1, plannedAt: null, blocks: [block] };
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /plan': () => answer({ success: true, plan, proposal: null, atRisk: [], message: '' }),
    [`PATCH /blocks/${block._id}`]: () => answer({ success: true, plan, commandId: null, message: '' }),
  });
  renderApp('/dashboard');
  const card = await screen.findByRole('region', { name: 'Now and next' });
  expect(card.textContent).toContain('Board report');
  const focus = screen.getByRole('link', { name: 'Start focus' });
  expect(focus.getAttribute('href')).toBe(`/pomodoro?task=${block.taskId}`);
  await userEvent.click(await screen.findByRole('button', { name: '+15 min' }));
  await waitFor(() => expect(server.count(`PATCH /blocks/${block._id}`)).toBe(1));
  expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({
    startsAt: block.startsAt,
    endsAt: new Date(Date.parse(block.endsAt) + 15 * 60_000).toISOString(),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(server.count(`PATCH /blocks/${block._id}`)).toBe(2));
  const planned = screen.getByText('Planned today').closest('dl');
  expect(planned?.textContent).toContain('1 h 30of 8 h you have');
});
