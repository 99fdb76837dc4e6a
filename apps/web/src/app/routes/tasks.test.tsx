import type { Task } from '@dayloom/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createKey } from '#features/tasks/api.ts';
import { answer, fakeServer, refuse, type SeenRequest } from '#test/fake-server.ts';
import { aTask, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const commandIds = Array.from({ length: 20 }, () => crypto.randomUUID());

/** A server that stores tasks, in memory. */
async function openTasks(address: string, first: Task[], handlers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs();
  let tasks = first;
  const before: Task[][] = [];
  /** Records a command with a snapshot of the tasks, for undo. */
  const command = () => commandIds[before.push(tasks) - 1] ?? null;
  const taskHandlers = (id: string) => {
    const find = () => tasks.find(({ _id }) => _id === id);
    const described = (commandId: string | null) =>
      answer({ success: true, task: find(), commandId, message: '' });
    return {
      [`GET /tasks/${id}`]: () =>
        find() ? described(null) : refuse('not_found', 'The task does not exist.'),
      [`PATCH /tasks/${id}`]: ({ body }: SeenRequest) => {
        const { version, ...change } = body as Partial<Task>;
        const task = find();
        if (version !== undefined && version !== task?.version)
          return refuse('version_conflict', 'This task was changed elsewhere in the meantime.');
        const commandId = command();
        tasks = tasks.map((one) => (one._id === id ? { ...one, ...change, version: one.version + 1 } : one));
        return described(commandId);
      },
      [`DELETE /tasks/${id}`]: () => {
        const commandId = command();
        tasks = tasks.filter(({ _id }) => _id !== id);
        return answer({ success: true, commandId, message: '' });
      },
    };
  };
  const all: Record<string, (request: SeenRequest) => Response | Promise<Response>> = {
    'GET /tasks': () => {
      const open = tasks.filter(({ status }) => status === 'open');
      const counts = { inbox: 0, today: 0, upcoming: open.length, 'at-risk': 0, someday: 0, done: 0, all: 0 };
      return answer({ success: true, tasks: open, nextCursor: null, counts, message: '' });
    },
    'POST /tasks': ({ body }) => {
      const commandId = command();
      const task = aTask(body as Task);
      tasks = [task, ...tasks];
      return answer({ success: true, task, commandId, message: '' });
    },
    ...Object.fromEntries(
      commandIds.map((id, index) => [
        `POST /commands/${id}/undo`,
        () => {
          tasks = before[index] ?? tasks;
          return answer({ success: true, commandId: command(), message: '' });
        },
      ]),
    ),
    ...Object.assign({}, ...first.map(({ _id }) => taskHandlers(_id))),
    ...handlers,
  };
  const server = fakeServer(all);
  const user = userEvent.setup();
  const app = renderApp(address);
  await screen.findByRole('tab', { name: /Upcoming/, hidden: true });
  const change = (id: string, input: Partial<Task>) => {
    tasks = tasks.map((one) => (one._id === id ? { ...one, ...input, version: one.version + 1 } : one));
  };
  return { server, user, app, change };
}

const sent = (server: { seen: SeenRequest[] }, method: string) =>
  server.seen.filter((request) => request.method === method).map(({ body }) => body);

test('lists tasks, counts them, and keeps the tab in the address', async () => {
  const { user, app } = await openTasks('/tasks', [aTask({ title: 'Board report' })]);
  expect(await screen.findByRole('button', { name: 'Board report' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: /Upcoming/ }).textContent).toContain('1');
  await user.click(screen.getByRole('tab', { name: 'Someday' }));
  expect(app.address()).toBe('/tasks?view=someday');
});

test('an empty tab teaches, and a failed list can be retried', async () => {
  let isUp = false;
  const { user } = await openTasks('/tasks', [], {
    'GET /tasks': () =>
      isUp
        ? answer({
            success: true,
            tasks: [],
            nextCursor: null,
            counts: { inbox: 0, today: 0, upcoming: 0, 'at-risk': 0, someday: 0, done: 0, all: 0 },
            message: '',
          })
        : refuse('unavailable', 'The server rests.'),
  });
  expect(await screen.findByText('The server rests.')).toBeTruthy();
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No tasks yet')).toBeTruthy();
});

describe('quick add', () => {
  test('parses the line, shows the task at once and can be undone', async () => {
    const { user, server, app } = await openTasks('/tasks', []);
    const line = screen.getByRole('textbox', { name: 'Add a task' });
    await user.type(line, 'Report ~2h #work p1');
    expect(await screen.findByText(/2 h · P1 · #work/)).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Report' })).toBeTruthy();
    expect((line as HTMLInputElement).value).toBe('');
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
    expect(sent(server, 'POST')[0]).toMatchObject({
      title: 'Report',
      durationMinutes: 120,
      project: 'work',
      priority: 1,
    });
    await screen.findByRole('button', { name: 'Undo' });
    await user.keyboard('{F8}{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Report' })).toBeNull());
    expect(document.activeElement).toBe(line);
    const sentMutations = app.queryClient.getMutationCache().findAll({ mutationKey: [...createKey] });
    expect(sentMutations.filter(({ gcTime }) => gcTime === Infinity)).toEqual([]);
  });

  test('says which values are invalid, and leaves them out', async () => {
    const { user, server } = await openTasks('/tasks', []);
    await user.type(screen.getByRole('textbox', { name: 'Add a task' }), 'Archive 400h');
    expect(
      await screen.findByText('“400h” is left out: a task takes from 1 minute to 168 hours.'),
    ).toBeTruthy();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
    expect(sent(server, 'POST')[0]).toEqual({ _id: expect.any(String), title: 'Archive' });
  });

  test('turns a token back to text on Backspace', async () => {
    const { user, server } = await openTasks('/tasks', []);
    await user.type(screen.getByRole('textbox', { name: 'Add a task' }), 'Call Ann p1');
    await screen.findByText(/· P1/);
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(screen.queryByText(/· P1/)).toBeNull());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent(server, 'POST')).toMatchObject([{ title: 'Call Ann p1' }]));
    expect(sent(server, 'POST')[0]).not.toHaveProperty('priority');
  });

  test('adds every line of a pasted text', async () => {
    const { user, server } = await openTasks('/tasks', []);
    await user.click(screen.getByRole('textbox', { name: 'Add a task' }));
    await user.paste('- One\n- Two p2\n');
    await waitFor(() => expect(sent(server, 'POST')).toMatchObject([{ title: 'One' }, { title: 'Two' }]));
    expect(await screen.findByText('2 tasks added')).toBeTruthy();
  });

  test('restores the line when it fails, and a retry cannot create a second task', async () => {
    let isUp = false;
    const { user, server } = await openTasks('/tasks', [], {
      'POST /tasks': ({ body }) =>
        isUp
          ? answer({ success: true, task: aTask(body as Task), commandId: null, message: '' })
          : refuse('unavailable', 'The server rests.'),
    });
    const line = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a task' });
    await user.type(line, 'Buy milk{Enter}');
    expect(await screen.findByText(/Your line is back/)).toBeTruthy();
    expect(line.value).toBe('Buy milk');
    expect(screen.queryByRole('button', { name: 'Buy milk' })).toBeNull();
    isUp = true;
    await user.type(line, '{Enter}');
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(2));
    const [first, second] = sent(server, 'POST') as { _id: string }[];
    expect(second?._id).toBe(first?._id);
  });
});

describe('the reading of the line', () => {
  test('shows when a task takes place, and can make that its deadline or its hours personal', async () => {
    const { user, server } = await openTasks('/tasks', []);
    await user.type(screen.getByRole('textbox', { name: 'Add a task' }), 'send deck tomorrow 5pm');
    expect(await screen.findByText(/Tomorrow (?:17:00|5:00 PM) · 30 min/)).toBeTruthy();
    const dueBy = screen.getByRole('button', { name: /^due by (?:17:00|5:00 PM)$/ });
    expect(dueBy.getAttribute('aria-pressed')).toBe('false');
    await user.click(dueBy);
    expect(await screen.findByText(/· due .+(?:17:00|5:00 PM)/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'personal hours' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
    expect(sent(server, 'POST')[0]).toEqual({
      _id: expect.any(String),
      title: 'send deck',
      dueAt: expect.stringMatching(/Z$/),
      hours: 'personal',
    });
  });

  test('asks when words have two readings, and takes an answer by one key or a click', async () => {
    const { user, server } = await openTasks('/tasks', []);
    const line = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a task' });
    await user.type(line, 'call Ana monday or tuesday');
    const question = within(await screen.findByRole('group', { name: /^Tue .+ or Mon .+\?$/ }));
    expect(question.getAllByRole('button')).toHaveLength(2);
    await user.keyboard('{Alt>}[Digit2]{/Alt}');
    await waitFor(() => expect(screen.queryByRole('group', { name: / or / })).toBeNull());
    expect(line.value).toMatch(/^call Ana on \w+ \d+$|^call Ana on \d+ \w+$/);
    await user.clear(line);
    await user.type(line, 'email Friday team');
    const name = within(await screen.findByRole('group', { name: 'Is “Friday” its date?' }));
    await user.click(name.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: /Friday/ })).toBeNull());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
    expect(sent(server, 'POST')[0]).toEqual({ _id: expect.any(String), title: 'email Friday team' });
  });

  test('is explained in a popover', async () => {
    const { user } = await openTasks('/tasks', []);
    await user.click(screen.getByRole('button', { name: 'What you can write' }));
    const help = await screen.findByRole('dialog', { name: 'What you can write' });
    expect(within(help).getByText('It takes place then')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('quick add does not wait', () => {
  const stored = ({ body }: SeenRequest) =>
    answer({ success: true, task: aTask(body as Task), commandId: null, message: '' });

  test('shows the task while the list itself is still loading', async () => {
    let answerIt = () => {};
    const { user, server } = await openTasks('/tasks', [], {
      'GET /tasks': () => new Promise<Response>(() => {}),
      'POST /tasks': (request) =>
        new Promise((resolve) => {
          answerIt = () => resolve(stored(request));
        }),
    });
    await user.type(screen.getByRole('textbox', { name: 'Add a task' }), 'Post letters{Enter}');
    expect(screen.getByRole('button', { name: 'Post letters' })).toBeTruthy();
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
    answerIt();
    expect(await screen.findByText('“Post letters” added')).toBeTruthy();
  });

  test('shows ten in a row at once and sends them in order, one after the other', async () => {
    const held: (() => void)[] = [];
    const { user, server } = await openTasks('/tasks', [], {
      'POST /tasks': (request) => new Promise((resolve) => held.push(() => resolve(stored(request)))),
    });
    const line = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a task' });
    const titles = Array.from({ length: 10 }, (_, index) => `Task number ${index + 1}`);
    for (const title of titles) {
      await user.type(line, `${title}{Enter}`);
      expect(line.value).toBe('');
    }
    const shown = () => screen.getAllByRole('button', { name: /^Task number/ }).map((row) => row.textContent);
    expect(shown()).toEqual(titles.toReversed());
    for (let answered = 0; answered < titles.length; answered++) {
      await waitFor(() => expect(held).toHaveLength(answered + 1));
      held[answered]?.();
    }
    expect((sent(server, 'POST') as { title: string }[]).map(({ title }) => title)).toEqual(titles);
  });

  test('keeps a refused line below while the next is typed, and sends it again', async () => {
    let isUp = false;
    let refuseIt = () => {};
    const { user, server } = await openTasks('/tasks', [], {
      'POST /tasks': (request) =>
        isUp
          ? stored(request)
          : new Promise((resolve) => {
              refuseIt = () => resolve(refuse('unavailable', 'The server rests.'));
            }),
    });
    const line = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a task' });
    await user.type(line, 'Sweep{Enter}Call');
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
    refuseIt();
    expect(await screen.findByText('“Sweep” not added: The server rests.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sweep' })).toBeNull();
    expect(line.value).toBe('Call');
    const kept = within(screen.getByRole('region', { name: 'Not added' }));
    expect(kept.getByText('Sweep')).toBeTruthy();
    isUp = true;
    await user.click(kept.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(2));
    const [first, second] = sent(server, 'POST') as { _id: string }[];
    expect(second?._id).toBe(first?._id);
    expect(await screen.findByText('“Sweep” added')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Not added' })).toBeNull();
  });
});

test('the check completes a task, and Undo opens it again', async () => {
  const task = aTask({ title: 'Board report' });
  const { user, server } = await openTasks('/tasks', [task]);
  await user.click(await screen.findByRole('checkbox', { name: 'Complete Board report' }));
  await waitFor(() => expect(sent(server, 'PATCH')).toEqual([{ status: 'done' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Board report' })).toBeNull());
  expect(screen.getByText('Done', { selector: '[role=status] span' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Board report' })).toBeTruthy();
});

test('a refused change is reverted', async () => {
  const task = aTask({ title: 'Board report' });
  const { user } = await openTasks('/tasks', [task], {
    [`PATCH /tasks/${task._id}`]: () => refuse('unavailable', 'The server rests.'),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Complete Board report' }));
  expect(await screen.findByText('The server rests.')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Complete Board report' }).checked).toBe(
      false,
    ),
  );
});

test('single keys move, prioritise and delete; selected tasks change together', async () => {
  const tasks = ['A', 'B', 'C'].map((title, index) => aTask({ title, priority: index + 1 }));
  const { user, server } = await openTasks('/tasks', tasks);
  await screen.findByRole('button', { name: 'A' });
  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('B');
  await user.keyboard('4');
  await waitFor(() => expect(sent(server, 'PATCH')).toEqual([{ priority: 4 }]));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('B'));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('C');
  await user.keyboard('m');
  await user.click(screen.getByRole('checkbox', { name: 'Select A' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 tasks are deleted')).toBeTruthy();
  expect(server.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'A' })).toBeNull();
});

test('after a task is deleted the next row is focused, else the quick add', async () => {
  const tasks = ['A', 'B'].map((title, index) => aTask({ title, priority: index + 1 }));
  const { user } = await openTasks(`/tasks?task=${tasks[0]?._id}`, tasks);
  const sheet = await screen.findByRole('dialog', { name: 'A' });
  await user.click(within(sheet).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('B'));
  await user.keyboard('{Delete}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'B' })).toBeNull());
  const line = screen.getByRole('textbox', { name: 'Add a task' });
  await waitFor(() => expect(document.activeElement).toBe(line));
});

describe('the overlay', () => {
  const open = async (task: Task, handlers = {}) => {
    const page = await openTasks(`/tasks?task=${task._id}`, [task], handlers);
    return { ...page, dialog: await screen.findByRole('dialog', { name: task.title }) };
  };
  const isClosed = (app: { address: () => string }) =>
    waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(app.address()).toBe('/tasks');
    });

  test('sends only what changed, with the version, and closes', async () => {
    const { user, server, dialog, app } = await open(aTask({ title: 'Board report', version: 7 }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), ' 2');
    await user.clear(within(dialog).getByRole('combobox', { name: 'Duration' }));
    await user.type(within(dialog).getByRole('combobox', { name: 'Duration' }), '1h30');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(sent(server, 'PATCH')).toEqual([{ title: 'Board report 2', durationMinutes: 90, version: 7 }]),
    );
    await isClosed(app);
  });

  test('is closed by Cancel, Delete and Escape; input left by Escape comes back', async () => {
    const { user, app, dialog, server } = await open(aTask({ title: 'Board report' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), '!');
    await user.keyboard('{Escape}');
    await isClosed(app);
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    const again = await screen.findByRole('dialog', { name: 'Board report' });
    expect(within(again).getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' }).value).toBe(
      'Board report!',
    );
    await user.click(within(again).getByRole('button', { name: 'Cancel' }));
    await isClosed(app);
    await user.click(screen.getByRole('button', { name: 'Board report' }));
    const third = await screen.findByRole('dialog', { name: 'Board report' });
    expect(within(third).getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' }).value).toBe(
      'Board report',
    );
    expect(sent(server, 'PATCH')).toEqual([]);
    await user.click(within(third).getByRole('button', { name: 'Delete' }));
    await isClosed(app);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Board report' })).toBeNull());
  });

  test('shows what changed elsewhere and lets the user choose; no input is lost', async () => {
    const task = aTask({ title: 'Board report' });
    const { user, server, dialog, change, app } = await open(task);
    const title = () => within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
    await user.type(title(), ' mine');
    change(task._id, { title: 'Board report theirs', priority: 1 });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This task was changed elsewhere in the meantime')).toBeTruthy();
    expect(screen.getByText('Theirs: Board report theirs')).toBeTruthy();
    expect(title().value).toBe('Board report mine');
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(server, 'PATCH').at(-1)).toEqual({ title: 'Board report mine', version: 2 }),
    );
    await isClosed(app);
  });

  test('does not raise the version below unsaved input on live updates: the stale save is refused', async () => {
    const task = aTask({ title: 'Board report' });
    const { user, server, dialog, change, app } = await open(task);
    await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), ' mine');
    change(task._id, { title: 'Board report theirs' });
    await act(() => app.queryClient.invalidateQueries({ queryKey: ['tasks'] }));
    expect(await screen.findByText(/Saving shows what is different/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Theirs: Board report theirs')).toBeTruthy();
    expect(sent(server, 'PATCH')).toEqual([{ title: 'Board report mine', version: 1 }]);
    await user.click(screen.getByRole('button', { name: 'Take theirs' }));
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' }).value).toBe(
      'Board report theirs',
    );
  });

  test("shows the server's problem at its field", async () => {
    const task = aTask({ title: 'Board report' });
    const { user, dialog } = await open(task, {
      [`PATCH /tasks/${task._id}`]: () =>
        answer(
          {
            success: false,
            code: 'invalid_request',
            message: 'The project is odd.',
            requestId: 'r',
            fields: { project: 'is odd' },
          },
          400,
        ),
    });
    await user.type(within(dialog).getByRole('combobox', { name: 'Project' }), 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Is odd')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('pasted subtasks stay whole, however long and many', async () => {
    const { user, dialog } = await open(aTask({ title: 'Board report' }));
    const lines = ['x'.repeat(301), ...Array.from({ length: 200 }, (_, index) => `Part ${index}`)];
    await user.click(within(dialog).getByRole('textbox', { name: 'Add a subtask' }));
    await user.paste(lines.join('\n'));
    const fields = within(dialog).getAllByRole<HTMLInputElement>('textbox', { name: /^Subtask / });
    expect(fields.map(({ value }) => value)).toEqual(lines);
  });

  test('says when a linked task no longer exists', async () => {
    const id = crypto.randomUUID();
    await openTasks(`/tasks?task=${id}`, [], {
      [`GET /tasks/${id}`]: () => refuse('not_found', 'The task does not exist.'),
    });
    expect(await screen.findByText('This task no longer exists')).toBeTruthy();
  });
});

test('what takes place at a time has an end, no deadline, until somebody gives it one', async () => {
  const [startsAt, endsAt] = ['2026-11-23T13:00:00.000Z', '2026-11-23T14:00:00.000Z'];
  const dentist = aTask({
    title: 'Dentist',
    startAfter: startsAt,
    dueAt: endsAt,
    planned: {
      blockId: crypto.randomUUID(),
      startsAt,
      endsAt,
      blockCount: 1,
      places: [{ startsAt, endsAt }],
    },
  });
  const { user } = await openTasks(`/tasks?task=${dentist._id}`, [dentist]);
  const sheet = within(await screen.findByRole('dialog', { name: 'Dentist' }));
  expect(sheet.getByText('Ends')).toBeTruthy();
  expect(sheet.getByText(/^It takes place .*1:00.*2:00.*That is no deadline\.$/)).toBeTruthy();
  expect(sheet.queryByText('Due')).toBeNull();
  expect(sheet.queryByRole('group', { name: 'Kind of deadline' })).toBeNull();
  expect(screen.queryByText('due')).toBeNull();
  await user.clear(sheet.getByLabelText('End time'));
  expect(sheet.getByText('Due')).toBeTruthy();
  expect(sheet.queryByText(/^It takes place/)).toBeNull();
  expect(sheet.getByText('Hard')).toBeTruthy();
});

describe('the preview line of the sheet', () => {
  const monday = '2026-11-23T09:00:00.000Z';
  const report = aTask({
    title: 'Report',
    planned: {
      blockId: crypto.randomUUID(),
      startsAt: monday,
      endsAt: '2026-11-23T09:30:00.000Z',
      blockCount: 1,
      places: [{ startsAt: monday, endsAt: '2026-11-23T09:30:00.000Z' }],
    },
  });

  test('shows where the task would go as its fields change', async () => {
    const { user } = await openTasks(`/tasks?task=${report._id}`, [report]);
    const sheet = within(await screen.findByRole('dialog', { name: 'Report' }));
    // Unchanged, so it shows the place from the saved plan.
    expect(sheet.getByText(/^Planned/)).toBeTruthy();
    const duration = sheet.getByLabelText('Duration');
    await user.clear(duration);
    await user.type(duration, '2 h');
    expect((await sheet.findByText(/^Fits/)).textContent).toMatch(/^Fits Wed/);
    await user.clear(duration);
    await user.type(duration, '9 h');
    await user.type(sheet.getByLabelText('Due date'), '2026-11-19');
    expect((await sheet.findByText(/^Doesn't fit/)).textContent).toMatch(/: 9 h short$/);
    // Invalid input cannot be planned: the saved place is shown again.
    await user.clear(duration);
    await user.type(duration, 'long');
    expect(await sheet.findByText(/^Planned/)).toBeTruthy();
  });

  test('shows nothing for unplanned tasks, or when the planner fails', async () => {
    const broken = { 'GET /plan/instance': () => refuse('unavailable', 'Not now.') };
    const { user } = await openTasks(`/tasks?task=${report._id}`, [report], broken);
    const sheet = within(await screen.findByRole('dialog', { name: 'Report' }));
    await user.type(sheet.getByLabelText('Duration'), ' 15');
    expect(sheet.getByText(/^Planned/)).toBeTruthy();
  });
});
