import { MINUTE_MS } from '@dayloom/time';
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { offerUndo } from '#ui/undo.ts';

const uuid = () => crypto.randomUUID();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
const command = (fields: object) => ({
  _id: uuid(),
  kind: 'task.change',
  summary: 'Something',
  actor: 'user',
  createdAt: minutesAgo(1),
  undoneAt: null,
  undoes: null,
  ...fields,
});
const counts = { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 };

test('after a reload the keys undo and name the latest manual change that can be undone', async () => {
  const mine = command({ summary: 'Completed Taxes' });
  let commands = [
    command({ undoes: uuid() }),
    command({ actor: 'assistant' }),
    command({ undoneAt: minutesAgo(1) }),
    mine,
    command({ createdAt: minutesAgo(70) }),
  ];
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /commands': () => answer({ success: true, commands, message: '' }),
    [`POST /commands/${mine._id}/undo`]: () => {
      commands = commands.filter(({ _id }) => _id !== mine._id);
      return answer({ success: true, commandId: uuid(), notice: null, message: '' });
    },
  });
  signInAs();
  renderApp('/tasks');
  await screen.findByRole('heading', { name: 'Tasks' });
  await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  await screen.findByText('Nothing to redo');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Undid: Completed Taxes')).toBeTruthy();
  expect(server.count(`POST /commands/${mine._id}/undo`)).toBe(1);
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(screen.getByText('Nothing to undo')).toBeTruthy());
});

test('the keys are answered at once, however long the server takes', async () => {
  const mine = command({ summary: 'Completed Taxes' });
  const [asked, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /commands': async () => {
      await asked.promise;
      return answer({ success: true, commands: [mine], message: '' });
    },
    [`POST /commands/${mine._id}/undo`]: async () => {
      await undone.promise;
      return answer({ success: true, commandId: uuid(), notice: null, message: '' });
    },
  });
  signInAs();
  renderApp('/tasks');
  await screen.findByRole('heading', { name: 'Tasks' });
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(screen.getByText('Undoing...')).toBeTruthy();
  asked.resolve();
  undone.resolve();
  expect(await screen.findByText('Undid: Completed Taxes')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Undoing...')).toBeNull());
});

test("a failed undo shows the server's message, with the next step", async () => {
  const mine = command({ summary: 'Changed the event' });
  const inverse = uuid();
  const notice =
    "'Theirs' was changed since, so that change was kept. Your version is under Settings, Accounts.";
  fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /commands': () => answer({ success: true, commands: [mine], message: '' }),
    [`POST /commands/${mine._id}/undo`]: () =>
      answer({ success: true, commandId: inverse, notice, message: '' }),
  });
  signInAs();
  renderApp('/tasks');
  await screen.findByRole('heading', { name: 'Tasks' });
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(screen.queryByText(/^Undone/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Redo' })).toBeTruthy();
});

test('with Shift the keys redo the last undone change, and undo nothing else', async () => {
  const older = command({ summary: 'Added Taxes' });
  const latest = command({ summary: 'Completed Taxes' });
  const inverse = uuid();
  const again = uuid();
  let isUndone = false;
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    'GET /commands': () =>
      answer({ success: true, commands: isUndone ? [older] : [latest, older], message: '' }),
    [`POST /commands/${latest._id}/undo`]: () => {
      isUndone = true;
      return answer({ success: true, commandId: inverse, notice: null, message: '' });
    },
    [`POST /commands/${inverse}/undo`]: () =>
      answer({ success: true, commandId: again, notice: null, message: '' }),
    [`POST /commands/${again}/undo`]: () =>
      answer({ success: true, commandId: inverse, notice: null, message: '' }),
  });
  signInAs();
  renderApp('/tasks');
  await screen.findByRole('heading', { name: 'Tasks' });
  await userEvent.keyboard('{Control>}z{/Control}');
  await screen.findByText('Undid: Completed Taxes');
  await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  await screen.findByText('Done again');
  expect(server.count(`POST /commands/${inverse}/undo`)).toBe(1);
  await userEvent.keyboard('{Control>}z{/Control}');
  await screen.findByText('Undone');
  expect(server.count(`POST /commands/${again}/undo`)).toBe(1);
  await userEvent.keyboard('{Control>}y{/Control}');
  await screen.findByText('Done again');
  expect(server.count(`POST /commands/${inverse}/undo`)).toBe(2);
  expect(server.count(`POST /commands/${older._id}/undo`)).toBe(0);
});

test('an undo that the server could not answer is asked for again, before any earlier change', async () => {
  const [alpha, beta] = [uuid(), uuid()];
  const undoneBy = answer({ success: true, commandId: uuid(), notice: null, message: '' });
  const replies = [refuse('unavailable', 'Try again in a moment.'), undoneBy];
  const server = fakeServer({
    'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts, message: '' }),
    [`POST /commands/${beta}/undo`]: () => replies.shift() ?? refuse('not_found', 'Undone already'),
    [`POST /commands/${alpha}/undo`]: () => undoneBy.clone(),
  });
  signInAs();
  renderApp('/tasks');
  await screen.findByRole('heading', { name: 'Tasks' });
  const client = new QueryClient();
  offerUndo(client, 'Moved Alpha', alpha);
  offerUndo(client, 'Moved Beta', beta);
  await userEvent.keyboard('{Control>}z{/Control}');
  await screen.findByText('Try again in a moment.');
  await userEvent.keyboard('{Control>}z{/Control}');
  await screen.findByText('Undone');
  expect([server.count(`POST /commands/${beta}/undo`), server.count(`POST /commands/${alpha}/undo`)]).toEqual(
    [2, 0],
  );
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(server.count(`POST /commands/${alpha}/undo`)).toBe(1));
});
