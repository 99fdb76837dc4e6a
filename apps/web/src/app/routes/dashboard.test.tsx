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
