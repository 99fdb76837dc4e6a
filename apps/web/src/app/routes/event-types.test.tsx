import type { EventType } from '@dayloom/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { anEventType } from '#test/booking-fixtures.ts';
import { choose } from '#test/choose.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

const [short, long] = [
  anEventType({ slug: '15-min', title: '15 minutes', durations: [15] }),
  anEventType({ slug: '60-min', title: '60 minutes', durations: [60, 90], isHidden: true }),
];

function open(
  handlers: Parameters<typeof fakeServer>[0] = {},
  eventTypes: readonly EventType[] = [short, long],
) {
  signInAs();
  const server = fakeServer({
    'GET /event-types': () => answer({ success: true, eventTypes }),
    'GET /booking-settings': () =>
      answer({ success: true, settings: { allowsSharedLinks: false, conference: null } }),
    ...handlers,
  });
  return { server, user: userEvent.setup(), app: renderApp('/settings?tab=booking') };
}

const bodies = (server: ReturnType<typeof fakeServer>, what: string) =>
  server.seen.filter(({ method, path }) => `${method} ${path}` === what).map(({ body }) => body);
const findList = async () => within(await screen.findByRole('list', { name: 'Event types' }));
const getTitles = (list: Awaited<ReturnType<typeof findList>>) =>
  list.getAllByRole('heading').map((heading) => heading.textContent);
const openEditor = async (user: ReturnType<typeof userEvent.setup>, button: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: /event type$/ }));
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

test('the tab shows the public address and the event types', async () => {
  open();
  const list = await findList();
  expect(getTitles(list)).toEqual(['15 minutes', '60 minutes']);
  expect(list.getByText('1 hour, 1 hour 30')).toBeTruthy();
  expect(list.getAllByText('Hidden')).toHaveLength(1);
  expect(screen.getByText('http://localhost:3000/maya-okafor')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('target')).toBe('_blank');
});

test('a switch allows bookings together; a refusal switches it back', async () => {
  const reply = Promise.withResolvers<Response>();
  const { server, user } = open({ 'PATCH /booking-settings': () => reply.promise });
  const shared = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Others may book you together with them',
  });
  await user.click(shared);
  expect(shared.checked).toBe(true);
  expect(bodies(server, 'PATCH /booking-settings')).toEqual([{ allowsSharedLinks: true }]);
  reply.resolve(refuse('unavailable', 'Not now.'));
  expect(await screen.findByText('Not now.')).toBeTruthy();
  expect(shared.checked).toBe(false);
});

test('the order changes by buttons and by keys, which keep the focus', async () => {
  const { server, user } = open({
    'PUT /event-types/order': ({ body }) => {
      const { ids } = body as { ids: string[] };
      const eventTypes = ids.map((id) => [short, long].find(({ _id }) => _id === id));
      return answer({ success: true, eventTypes });
    },
  });
  const list = await findList();
  await user.click(list.getByRole('button', { name: 'Move 15 minutes down' }));
  await waitFor(() => expect(getTitles(list)).toEqual(['60 minutes', '15 minutes']));
  expect(await screen.findByText('15 minutes is number 2 of 2')).toBeTruthy();
  // The end is reached: the button for the other direction takes over.
  const up = list.getByRole('button', { name: 'Move 15 minutes up' });
  expect(document.activeElement).toBe(up);
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(getTitles(list)).toEqual(['15 minutes', '60 minutes']));
  await waitFor(() =>
    expect(bodies(server, 'PUT /event-types/order')).toEqual([
      { ids: [long._id, short._id] },
      { ids: [short._id, long._id] },
    ]),
  );
});

test('deleting asks, and is done at once', async () => {
  const reply = Promise.withResolvers<Response>();
  const { user } = open({ [`DELETE /event-types/${short._id}`]: () => reply.promise });
  const list = await findList();
  await user.click(list.getByRole('button', { name: 'More for 15 minutes' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(getTitles(list)).toEqual(['60 minutes']));
  reply.resolve(answer({ success: true, message: '' }));
  expect(await screen.findByText('15 minutes deleted')).toBeTruthy();
  expect(getTitles(list)).toEqual(['60 minutes']);
});

test('a copy and a one-time link are made from the menu', async () => {
  const [made, older, used] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const { server, user } = open({
    'POST /event-types': ({ body }) =>
      answer({ success: true, eventType: { ...short, ...(body as object), _id: crypto.randomUUID() } }, 201),
    [`POST /event-types/${short._id}/one-time-links`]: () =>
      answer(
        { success: true, id: made, url: 'http://localhost:3000/p/abc', expiresAt: '2099-01-05T00:00:00Z' },
        201,
      ),
    [`GET /event-types/${short._id}/one-time-links`]: () =>
      answer({
        success: true,
        links: [
          { id: made, createdAt: '2098-12-06T12:00:00Z', expiresAt: '2099-01-05T12:00:00Z', uses: 0 },
          { id: older, createdAt: '2098-12-03T12:00:00Z', expiresAt: '2099-01-02T12:00:00Z', uses: 0 },
          { id: used, createdAt: '2098-12-02T12:00:00Z', expiresAt: '2099-01-01T12:00:00Z', uses: 1 },
        ],
      }),
    [`DELETE /one-time-links/${older}`]: () => answer({ success: true, message: '' }),
  });
  const list = await findList();
  await user.click(list.getByRole('button', { name: 'More for 15 minutes' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(getTitles(list)).toEqual(['15 minutes', '60 minutes', '15 minutes (copy)']));
  expect(bodies(server, 'POST /event-types')).toMatchObject([{ slug: '15-min-copy', durations: [15] }]);
  await user.click(list.getByRole('button', { name: 'More for 15 minutes' }));
  await user.click(await screen.findByRole('menuitem', { name: 'One-time link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'One-time link' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toBe('http://localhost:3000/p/abc');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/p/abc'));
  const links = within(await dialog.findByRole('region', { name: 'Links that you have made' }));
  const listLinks = () => links.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(listLinks()).toEqual([
    'This one, works until Jan 5Revoke',
    'Made on Dec 3, works until Jan 2Revoke',
    'Made on Dec 2, used',
  ]);
  await user.click(links.getByRole('button', { name: /^Revoke: Made on Dec 3/ }));
  await waitFor(() => expect(listLinks()).toHaveLength(2));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a new event type is made with everything that it can have', async () => {
  const { server, user } = open({
    'POST /event-types': ({ body }) =>
      answer({ success: true, eventType: { ...short, ...(body as object), _id: crypto.randomUUID() } }, 201),
  });
  const sheet = await openEditor(user, 'New event type');
  await user.type(sheet.getByLabelText('Title'), 'Café talk');
  expect(sheet.getByLabelText<HTMLInputElement>('End of the address').value).toBe('cafe-talk');
  expect(sheet.getByText('http://localhost:3000/maya-okafor?type=cafe-talk')).toBeTruthy();
  await user.type(sheet.getByLabelText('End of the address'), '-2');
  await user.type(sheet.getByLabelText('Title'), 's');
  expect(sheet.getByLabelText<HTMLInputElement>('End of the address').value).toBe('cafe-talk-2');
  await user.click(sheet.getByRole('button', { name: '1 hour' }));
  await user.type(sheet.getByLabelText('Another length in minutes'), '25{Enter}');
  await choose(user, sheet.getByLabelText('Where'), 'A place');
  await user.type(sheet.getByLabelText('Place'), 'Room 4');
  await user.click(sheet.getByLabelText('Own hours'));
  await user.click(sheet.getByRole('button', { name: 'Remove 09:00 from Friday, booking' }));
  await user.click(sheet.getByRole('button', { name: 'Add a date' }));
  await user.type(sheet.getByLabelText('Date'), '2099-12-24');
  await choose(user, sheet.getByLabelText('Free before'), '15 minutes');
  await choose(user, sheet.getByLabelText('Most a day'), '3 a day');
  await user.click(sheet.getByRole('button', { name: 'Add a question' }));
  const question = within(sheet.getByRole('group', { name: 'Question 1' }));
  await user.type(question.getByLabelText('Question 1'), 'Team size');
  await user.click(question.getByLabelText('Choice'));
  await user.type(question.getByLabelText('Choices'), '1{Enter}2 to 10{Enter}');
  await user.click(question.getByRole('switch', { name: 'Required' }));
  await user.click(sheet.getByRole('switch', { name: 'Needs approval' }));
  await user.click(sheet.getByRole('radio', { name: 'Pink' }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const day = [['09:00', '17:00']];
  expect(bodies(server, 'POST /event-types')).toEqual([
    {
      slug: 'cafe-talk-2',
      title: 'Café talks',
      description: '',
      durations: [30, 60, 25],
      location: { kind: 'place', text: 'Room 4' },
      color: '#FF9BC8',
      isHidden: false,
      needsApproval: true,
      confirmsEmail: false,
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 0,
      minimumNoticeMinutes: 120,
      horizonDays: 60,
      stepMinutes: 30,
      dailyCap: 3,
      weeklyCap: null,
      hours: { mon: day, tue: day, wed: day, thu: day, fri: [] },
      overrides: [{ date: '2099-12-24', windows: [] }],
      questions: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          label: 'Team size',
          kind: 'choice',
          choices: ['1', '2 to 10'],
          isRequired: true,
        },
      ],
    },
  ]);
  expect(getTitles(await findList())).toContain('Café talks');
}, 20_000);

test('only changed fields are sent; problems are shown next to their fields', async () => {
  const replies = [
    () => refuse('invalid_request', 'slug: is used', { slug: 'is used by another event type' }),
    () => refuse('unavailable', 'The server cannot answer just now.'),
  ];
  const { server, user } = open({
    [`PATCH /event-types/${short._id}`]: () => replies.shift()?.() ?? refuse('unavailable', 'Away'),
  });
  const sheet = await openEditor(user, 'Edit 15 minutes');
  expect(sheet.getByRole('link', { name: 'Preview' }).getAttribute('href')).toBe(short.url);
  const title = sheet.getByLabelText('Title');
  await user.clear(title);
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText('Enter a title')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.type(title, 'Short');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText('is used by another event type')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('End of the address')));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText('The server cannot answer just now.')).toBeTruthy();
  const path = `PATCH /event-types/${short._id}`;
  expect(bodies(server, path)).toEqual([
    { title: 'Short', version: 1 },
    { title: 'Short', version: 1 },
  ]);
});

test('unsaved fields are saved before the preview', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { server, user } = open({
    [`PATCH /event-types/${short._id}`]: ({ body }) =>
      answer({
        success: true,
        eventType: { ...short, ...(body as object), url: 'http://localhost:3000/brief' },
      }),
  });
  const sheet = await openEditor(user, 'Edit 15 minutes');
  const title = sheet.getByLabelText('Title');
  await user.clear(title);
  expect(sheet.queryByRole('link', { name: 'Preview' })).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Save and preview' }));
  expect(await sheet.findByText('Enter a title')).toBeTruthy();
  expect(opened).not.toHaveBeenCalled();
  await user.type(title, 'Short');
  await user.click(sheet.getByRole('button', { name: 'Save and preview' }));
  await waitFor(() =>
    expect(opened).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/brief', '_blank', 'noopener'),
  );
  expect(bodies(server, `PATCH /event-types/${short._id}`)).toEqual([{ title: 'Short', version: 1 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a change in another tab is merged, and what both changed can be chosen', async () => {
  let isOld = true;
  let current: EventType = { ...short, title: 'Quick call', description: 'From there', version: 2 };
  const { server, user } = open({
    'GET /event-types': () => answer({ success: true, eventTypes: [isOld ? short : current] }),
    [`PATCH /event-types/${short._id}`]: ({ body }) => {
      const { version, ...change } = body as { version: number };
      if (version !== current.version) return refuse('version_conflict', 'This was changed elsewhere.');
      current = { ...current, ...change, version: version + 1 };
      return answer({ success: true, eventType: current });
    },
  });
  const sheet = await openEditor(user, 'Edit 15 minutes');
  isOld = false;
  const title = sheet.getByLabelText<HTMLInputElement>('Title');
  await user.clear(title);
  await user.type(title, 'Short');
  await user.click(sheet.getByRole('switch', { name: /Hidden/ }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText(/changed elsewhere, also its title\. Yours are shown/)).toBeTruthy();
  expect(title.value).toBe('Short');
  expect(sheet.getByLabelText<HTMLInputElement>('Description').value).toBe('From there');
  await user.click(sheet.getByRole('button', { name: 'Use the other ones' }));
  expect(title.value).toBe('Quick call');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(server, `PATCH /event-types/${short._id}`).at(-1)).toEqual({ isHidden: true, version: 2 });
});

test('an event type that was deleted elsewhere is added again', async () => {
  let isThere = true;
  const { server, user } = open({
    'GET /event-types': () => answer({ success: true, eventTypes: isThere ? [short] : [] }),
    [`PATCH /event-types/${short._id}`]: () => refuse('not_found', 'The event type was not found.'),
    'POST /event-types': ({ body }) =>
      answer({ success: true, eventType: anEventType(body as Partial<EventType>) }),
  });
  const sheet = await openEditor(user, 'Edit 15 minutes');
  isThere = false;
  await user.type(sheet.getByLabelText('Title'), '!');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText(/was deleted elsewhere/)).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(server, 'POST /event-types')).toMatchObject([{ title: '15 minutes!' }]));
});

test.each([
  ['google_meet', 'Google Meet'],
  ['teams', 'Microsoft Teams'],
] as const)('with a calendar that makes %s links, they are offered', async (conference, name) => {
  const { user } = open({
    'GET /booking-settings': () =>
      answer({ success: true, settings: { allowsSharedLinks: false, conference } }),
  });
  await screen.findByRole('switch', { name: 'Others may book you together with them' });
  const sheet = await openEditor(user, 'Edit 15 minutes');
  await choose(user, sheet.getByLabelText('Where'), name);
  expect(sheet.getByText('Your calendar makes a link for each booking')).toBeTruthy();
});

test('leaving with unsaved changes asks', async () => {
  const { user } = open();
  const sheet = await openEditor(user, 'Edit 15 minutes');
  await user.type(sheet.getByLabelText('Title'), '!');
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Title').value).toBe('15 minutes!');
  await user.click(sheet.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getTitles(await findList())).toEqual(['15 minutes', '60 minutes']);
});

test('questions keep their place when they move', async () => {
  const { user } = open();
  const sheet = await openEditor(user, 'New event type');
  for (const label of ['First', 'Second']) {
    await user.click(sheet.getByRole('button', { name: 'Add a question' }));
    await user.type(
      sheet.getByLabelText(`Question ${label === 'First' ? 1 : 2}`, { selector: 'input' }),
      label,
    );
  }
  await user.click(sheet.getByRole('button', { name: 'Move question 1 down' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Question 1', { selector: 'input' }).value).toBe('Second');
  await user.click(sheet.getByRole('button', { name: 'Remove question 1' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Question 1', { selector: 'input' }).value).toBe('First');
});

test('without event types, the page says what to do', async () => {
  const { user } = open({}, []);
  expect(await screen.findByRole('heading', { name: 'Nothing can be booked' })).toBeTruthy();
  expect(await openEditor(user, 'Add an event type')).toBeTruthy();
});
