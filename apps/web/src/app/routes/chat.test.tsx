import type { ChatCard, ChatTurn } from '@dayloom/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aChatEvent, aChatTask, answerWith, aTurn, CONVERSATION, openAnswer } from '#test/chat-fixtures.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';
import { viewport } from '#test/setup.ts';

type Handlers = NonNullable<Parameters<typeof fakeServer>[0]>;

/** What others may write, from the tests of the server. */
const INJECTIONS = Object.values(
  import.meta.glob<string>('../../../../server/src/features/assistant/fixtures/injections.jsonl', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('');
const OTHER = '10000000-0000-4000-8000-000000000002';
const history = (turns: readonly ChatTurn[], change: object = {}) => ({
  success: true,
  conversationId: turns.length > 0 ? CONVERSATION : null,
  title: turns.length > 0 ? 'Pricing' : null,
  turns,
  mode: 'basic',
  messages: { today: { used: 3, limit: 25 }, month: { used: 40, limit: 250 } },
  message: '',
  ...change,
});
const decided = (turn: ChatTurn) =>
  answer({ success: true, conversationId: CONVERSATION, turn, message: '' });

/** A server that keeps the turns it has answered, as the real one does. */
function open(start: readonly ChatTurn[] = [], handlers: Handlers = {}, address = '/chat') {
  signInAs();
  const turns = [...start];
  const server = fakeServer({
    'GET /user/chat/history': () => answer(history(turns)),
    'GET /chat/conversations': () =>
      answer({
        success: true,
        conversations:
          turns.length > 0
            ? [{ id: CONVERSATION, title: 'Pricing', updatedAt: new Date().toISOString() }]
            : [],
        message: '',
      }),
    ...handlers,
  });
  const app = renderApp(address);
  return { app, server, turns, user: userEvent.setup() };
}

const findBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Dayloom' });
const bodies = (server: ReturnType<typeof fakeServer>, what: string) =>
  server.seen.filter(({ method, path }) => `${method} ${path}` === what).map(({ body }) => body);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('an answer', () => {
  test('is written while it arrives, in pieces split at any byte, and is announced once it is whole', async () => {
    const stream = openAnswer();
    const turn = aTurn({ text: 'Lunch', reply: 'Zoë’s café 🥗 at 12:00' });
    const { app, server, turns, user } = open([], { 'POST /chat/turns': () => stream.response });
    await user.type(await findBox(), 'Lunch{Enter}');
    const conversation = await screen.findByRole('region', { name: 'Conversation' });
    expect(within(conversation).getByText('Lunch')).toBeTruthy();
    expect((await findBox()).value).toBe('');
    await waitFor(() =>
      expect(bodies(server, 'POST /chat/turns')).toEqual([
        { text: 'Lunch', timeZone: expect.any(String), locale: navigator.language },
      ]),
    );
    // Two events in one chunk that ends within the bytes of the emoji.
    const first = [
      ...stream.toBytes({ type: 'started', conversationId: CONVERSATION, turnId: turn.id }),
      ...stream.toBytes({ type: 'text', text: 'Zoë’s café 🥗' }),
    ];
    const cut = first.length - 6;
    // What only a newer server knows is skipped.
    stream.bytes(new TextEncoder().encode(': hello\n\ndata: {"type":"from the future"}\n\n'));
    stream.bytes(new Uint8Array(first.slice(0, cut)));
    stream.bytes(new Uint8Array(first.slice(cut)));
    expect(await within(conversation).findByText('Zoë’s café 🥗')).toBeTruthy();
    await waitFor(() => expect(app.address()).toBe(`/chat?conversation=${CONVERSATION}`));
    expect(screen.queryByText(/^Dayloom answered: Zoë/)).toBeNull();
    turns.push(turn);
    for (const byte of stream.toBytes({ type: 'text', text: ' at 12:00' }))
      stream.bytes(new Uint8Array([byte]));
    stream.send({ type: 'done', conversationId: CONVERSATION, turn });
    stream.close();
    const announced = await screen.findByText('Dayloom answered: Zoë’s café 🥗 at 12:00');
    expect(announced.closest('[aria-live="polite"]')).toBeTruthy();
    expect(await screen.findAllByText('Zoë’s café 🥗 at 12:00')).toHaveLength(1);
    expect(screen.getAllByText('Lunch')).toHaveLength(1);
    expect(document.activeElement).toBe(await findBox());
  });

  test('that starts over drops what was written', async () => {
    const turn = aTurn({ text: 'Lunch', reply: 'Moved lunch.' });
    const stream = openAnswer();
    const { turns, user } = open([], { 'POST /chat/turns': () => stream.response });
    await user.type(await findBox(), 'Lunch{Enter}');
    const started = { type: 'started', conversationId: CONVERSATION, turnId: turn.id } as const;
    stream.send(started, { type: 'text', text: 'Let me think' });
    expect(await screen.findByText('Let me think')).toBeTruthy();
    stream.send(started, { type: 'text', text: 'Moved' });
    expect(await screen.findByText('Moved')).toBeTruthy();
    turns.push(turn);
    stream.send({ type: 'text', text: ' lunch.' }, { type: 'done', conversationId: CONVERSATION, turn });
    stream.close();
    expect(await screen.findByText('Moved lunch.')).toBeTruthy();
    expect(screen.queryByText(/Let me think/)).toBeNull();
  });

  test('that comes as JSON is shown, too', async () => {
    const turn = aTurn({ text: 'Hello', reply: 'Hi Maya' });
    const { turns, user } = open([], {
      'POST /chat/turns': () => {
        turns.push(turn);
        return decided(turn);
      },
    });
    await user.type(await findBox(), 'Hello{Enter}');
    expect(await screen.findByText('Hi Maya')).toBeTruthy();
  });

  test('that was being written when the page was loaded is read from its beginning', async () => {
    const running = aTurn({ text: 'Plan my week', reply: '', state: 'running' });
    const stream = openAnswer();
    const { turns } = open([running], { [`GET /chat/turns/${running.id}`]: () => stream.response });
    stream.send(
      { type: 'started', conversationId: CONVERSATION, turnId: running.id },
      { type: 'text', text: 'Here is' },
    );
    expect(await screen.findByText('Here is')).toBeTruthy();
    expect(screen.getAllByText('Plan my week')).toHaveLength(1);
    const turn = { ...running, reply: 'Here is your plan', state: 'done' as const };
    turns.splice(0, 1, turn);
    stream.send({ type: 'done', conversationId: CONVERSATION, turn });
    expect(await screen.findByText('Here is your plan')).toBeTruthy();
  });

  test('whose connection is lost is read again from its beginning', async () => {
    const turn = aTurn({ text: 'Today?', reply: 'Two meetings' });
    const stream = openAnswer();
    const { server, turns, user } = open([], {
      'POST /chat/turns': () => stream.response,
      [`GET /chat/turns/${turn.id}`]: () => {
        turns.push(turn);
        return answerWith(turn);
      },
    });
    await user.type(await findBox(), 'Today?{Enter}');
    stream.send(
      { type: 'started', conversationId: CONVERSATION, turnId: turn.id },
      { type: 'text', text: 'Two' },
    );
    expect(await screen.findByText('Two')).toBeTruthy();
    stream.lose();
    expect(await screen.findByText('Two meetings')).toBeTruthy();
    expect(server.count('POST /chat/turns')).toBe(1);
  });

  test('is stopped by the button or Escape', async () => {
    const turn = aTurn({ text: 'Long', reply: 'Stopped.', state: 'discarded' });
    const stream = openAnswer();
    const { server, user, turns } = open([], {
      'POST /chat/turns': () => stream.response,
      [`POST /chat/turns/${turn.id}/stop`]: () => {
        turns.push(turn);
        return decided(turn);
      },
    });
    await user.type(await findBox(), 'Long{Enter}');
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy();
    // Before the server has named the turn: it is stopped as soon as it is known.
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Stopping')).toBeTruthy();
    stream.send({ type: 'started', conversationId: CONVERSATION, turnId: turn.id });
    expect(await screen.findByText('Stopped.')).toBeTruthy();
    expect(server.count(`POST /chat/turns/${turn.id}/stop`)).toBe(1);
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  test('waits for the one before, in the same new conversation', async () => {
    const [first, second] = [openAnswer(), openAnswer()];
    const streams = [first, second];
    const { server, user } = open([], { 'POST /chat/turns': () => streams.shift()?.response as Response });
    await user.type(await findBox(), 'One{Enter}Two{Enter}');
    expect(await screen.findByText('Waiting for the answer before')).toBeTruthy();
    const turn = aTurn({ text: 'One', reply: 'Answer one' });
    first.send(
      { type: 'started', conversationId: CONVERSATION, turnId: turn.id },
      { type: 'done', conversationId: CONVERSATION, turn },
    );
    await waitFor(() => expect(server.count('POST /chat/turns')).toBe(2));
    expect(bodies(server, 'POST /chat/turns')[1]).toMatchObject({
      text: 'Two',
      conversationId: CONVERSATION,
    });
  });
});

describe('a message that fails', () => {
  test('keeps its text, and is sent again or edited', async () => {
    let isAway = true;
    const turn = aTurn({ text: 'Hello', reply: 'Hi Maya' });
    const { server, turns, user } = open([aTurn()], {
      'POST /chat/turns': () => {
        if (isAway) throw new TypeError('fetch failed');
        turns.push(turn);
        return answerWith(turn);
      },
    });
    await user.type(await findBox(), 'Hello{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
    expect(screen.getByText('Hello')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect((await findBox()).value).toBe('Hello');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.keyboard('{Enter}');
    await screen.findByRole('alert');
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Hi Maya')).toBeTruthy();
    expect(server.count('POST /chat/turns')).toBe(3);
  });

  test('is not sent twice if the server has it after all', async () => {
    const turn = aTurn({ text: 'Book a room', reply: 'Booked' });
    const { server, turns, user } = open([aTurn()], {
      'POST /chat/turns': () => {
        turns.push(turn);
        throw new TypeError('fetch failed');
      },
    });
    await user.type(await findBox(), 'Book a room{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Booked')).toBeTruthy();
    expect(screen.getAllByText('Book a room')).toHaveLength(1);
    expect(server.count('POST /chat/turns')).toBe(1);
  });

  test('that began a new chat is found there, too', async () => {
    const first = aTurn({ text: 'Hello', reply: 'Hi Maya' });
    const { app, server, turns, user } = open(
      [],
      {
        'POST /chat/turns': () => {
          turns.push(first);
          throw new TypeError('fetch failed');
        },
      },
      '/chat?conversation=new',
    );
    await user.type(await findBox(), 'Hello{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Hi Maya')).toBeTruthy();
    expect(server.count('POST /chat/turns')).toBe(1);
    await waitFor(() => expect(app.address()).toBe(`/chat?conversation=${CONVERSATION}`));
  });

  test.each([
    ['limit_reached', 'You have sent 25 messages today.', true],
    ['rate_limited', 'Too many requests. Wait a minute.', false],
    ['unavailable', 'The server is busy.', false],
  ] as const)('says why: %s', async (code, message, hasUpgrade) => {
    const user = aProfile();
    const free = aProfile({ settings: { ...user.settings, accountStatus: 'FREE' } });
    const { user: person } = open([], {
      'GET /user/profile': () => answer({ success: true, user: free, message: '' }),
      'POST /chat/turns': () => refuse(code, message),
    });
    await person.type(await findBox(), 'Hello{Enter}');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(message, { exact: false })).toBeTruthy();
    expect(alert.getByRole('button', { name: 'Try again' })).toBeTruthy();
    const link = alert.queryByRole('link', { name: 'Upgrade to Premium, 7 days free' });
    expect(link?.getAttribute('href') ?? null).toBe(hasUpgrade ? '/settings?tab=billing' : null);
  });

  test.each([
    [null, 'Upgrade to Premium, 7 days free'],
    [
      {
        status: 'canceled',
        trialEndsAt: null,
        currentPeriodEndsAt: null,
        cancelsAtPeriodEnd: false,
        graceEndsAt: null,
      },
      'Upgrade to Premium',
    ],
  ] as const)(
    'names the trial at the limit, as long as there was no subscription: %s',
    async (subscription, words) => {
      const user = aProfile();
      const free = aProfile({ settings: { ...user.settings, accountStatus: 'FREE', subscription } });
      const messages = { today: { used: 25, limit: 25 }, month: { used: 40, limit: 250 } };
      open([], {
        'GET /user/profile': () => answer({ success: true, user: free, message: '' }),
        'GET /user/chat/history': () => answer({ ...history([]), messages }),
      });
      const link = await screen.findByRole('link', { name: words });
      expect(link.getAttribute('href')).toBe('/settings?tab=billing');
    },
  );

  test('in the middle of the answer says what the server said', async () => {
    const stream = openAnswer();
    const { user } = open([], { 'POST /chat/turns': () => stream.response });
    await user.type(await findBox(), 'Hello{Enter}');
    stream.send(
      { type: 'started', conversationId: CONVERSATION, turnId: crypto.randomUUID() },
      { type: 'error', code: 'internal', message: 'The model broke off.' },
    );
    expect((await screen.findByRole('alert')).textContent).toContain('The model broke off.');
  });
});

const draft = (change: Partial<ChatTurn> = {}) =>
  aTurn({
    text: 'Invite Priya to a pricing preview',
    reply: 'I drafted it.',
    state: 'waiting',
    actions: [{ tool: 'create_event', input: {}, summary: 'Create Pricing preview', state: 'waiting' }],
    cards: [
      {
        kind: 'event',
        change: 'created',
        event: aChatEvent({ attendees: [{ email: 'priya@lumen.io', name: 'Priya' }], location: 'Room 2' }),
        before: null,
      },
    ],
    ...change,
  });

describe('a turn', () => {
  test('is a draft until it is applied, and can then be undone', async () => {
    const turn = draft();
    const { server, user } = open([turn], {
      [`POST /chat/turns/${turn.id}/apply`]: () =>
        decided({ ...turn, state: 'done', isUndoable: true, reply: 'Created.' }),
      [`POST /chat/turns/${turn.id}/undo`]: () =>
        decided({ ...turn, state: 'undone', reply: 'Undone again.' }),
    });
    const box = within(await screen.findByRole('region', { name: 'New event' }));
    expect(box.getByText('Draft')).toBeTruthy();
    expect(box.getByText('Create Pricing preview')).toBeTruthy();
    expect(box.getByText('Priya (priya@lumen.io)')).toBeTruthy();
    expect(box.getByText('Room 2')).toBeTruthy();
    expect(box.getByText(/2026.*\d\d:?\d*.*(UTC|GMT|[A-Z]{2,4})/)).toBeTruthy();
    // It does not exist yet: the link leads to the day only.
    expect(box.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toBe(
      '/calendar-flow?date=2026-11-24',
    );
    expect(box.getByText(/^Guests get a mail/)).toBeTruthy();
    await user.click(box.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Created.')).toBeTruthy();
    expect(await screen.findByText('Dayloom answered: Created.')).toBeTruthy();
    expect(box.getByText('Done')).toBeTruthy();
    expect(box.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toContain('event=event');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Message Dayloom'));
    await user.click(box.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone again.')).toBeTruthy();
    expect(box.getByText('Undone')).toBeTruthy();
    expect(box.queryByRole('button')).toBeNull();
    expect(server.count(`POST /chat/turns/${turn.id}/apply`)).toBe(1);
  });

  test('is discarded; Edit also puts its message back into the box', async () => {
    const [one, two] = [draft(), draft({ text: 'Call Ana' })];
    const discard = (turn: ChatTurn) => () => decided({ ...turn, state: 'discarded', reply: 'Dropped.' });
    const { server, user } = open([one, two], {
      [`POST /chat/turns/${one.id}/discard`]: discard(one),
      [`POST /chat/turns/${two.id}/discard`]: discard(two),
    });
    const [first, second] = await screen.findAllByRole('region', { name: 'New event' });
    await user.click(within(first as HTMLElement).getByRole('button', { name: 'Discard' }));
    expect(await within(first as HTMLElement).findByText('Discarded')).toBeTruthy();
    await user.click(within(second as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(await within(second as HTMLElement).findByText('Discarded')).toBeTruthy();
    expect((await findBox()).value).toBe('Call Ana');
    expect(document.activeElement).toBe(await findBox());
    expect(server.count(`POST /chat/turns/${two.id}/discard`)).toBe(1);
  });

  test('that cannot be applied any more stays, and the reason is shown', async () => {
    const turn = draft();
    open([turn], {
      [`POST /chat/turns/${turn.id}/apply`]: () => refuse('proposal_outdated', 'The plan has changed.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('The plan has changed.')).toBeTruthy();
    expect(screen.getByText('Draft')).toBeTruthy();
  });

  test('that asks offers answers, which are sent as messages', async () => {
    const question = aTurn({
      reply: 'Which one?',
      state: 'question',
      cards: [
        {
          kind: 'choices',
          choices: [
            { label: 'Dentist, 10:00', text: 'the dentist one' },
            { label: 'Review', text: 'the review' },
          ],
        },
        {
          kind: 'slots',
          slots: [
            { startsAt: '2026-11-24T10:00:00Z', endsAt: '2026-11-24T10:30:00Z', text: 'Tuesday at 10' },
          ],
        },
      ],
    });
    const next = aTurn({ text: 'the dentist one', reply: 'Moved.' });
    const { server, turns, user } = open([question], {
      'POST /chat/turns': () => {
        turns.push(next);
        return answerWith(next);
      },
    });
    expect(
      within(await screen.findByRole('list', { name: 'Free times' })).getAllByRole('button'),
    ).toHaveLength(1);
    const choices = within(screen.getByRole('list', { name: 'Choices' }));
    await user.click(choices.getByRole('button', { name: 'Dentist, 10:00' }));
    expect(await screen.findByText('Moved.')).toBeTruthy();
    expect(bodies(server, 'POST /chat/turns')).toMatchObject([
      { text: 'the dentist one', conversationId: CONVERSATION },
    ]);
    expect(choices.getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(true);
  });

  test('that was not understood shows examples', async () => {
    open([aTurn({ reply: 'I did not understand that.', state: 'not_understood' })]);
    const examples = within(await screen.findByRole('group', { name: 'Examples' }));
    await userEvent.click(examples.getByRole('button', { name: 'Lunch with Sam on Friday at 12' }));
    expect((await findBox()).value).toBe('Lunch with Sam on Friday at 12');
  });

  test('that failed is written again with other words', async () => {
    open([aTurn({ text: 'Cancel it', reply: 'The calendar did not answer.', state: 'failed' })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect((await findBox()).value).toBe('Cancel it');
  });
});

describe('a card', () => {
  const show = (...cards: ChatCard[]) => open([aTurn({ cards, isUndoable: true })]);

  test('of a changed event shows what was before', async () => {
    const before = aChatEvent({ title: 'Sync', location: 'Room 1' });
    const event = {
      ...before,
      location: 'Room 2',
      startsAt: '2026-11-25T15:00:00Z',
      endsAt: '2026-11-25T15:45:00Z',
    };
    show({ kind: 'event', change: 'changed', event, before });
    const box = within(await screen.findByRole('region', { name: 'Changed event' }));
    expect(box.getByText('Room 1').tagName).toBe('DEL');
    expect(box.getByText('Room 2')).toBeTruthy();
    expect(box.getByText(/24.*Nov|Nov.*24/, { selector: 'del' })).toBeTruthy();
    expect(box.getByText(/25.*Nov|Nov.*25/)).toBeTruthy();
  });

  test('of a deleted event is struck through', async () => {
    show({ kind: 'event', change: 'deleted', event: aChatEvent(), before: null });
    const box = within(await screen.findByRole('region', { name: 'Deleted event' }));
    expect(box.getByText('Pricing preview').tagName).toBe('DEL');
  });

  test('of a task leads to it', async () => {
    const task = aChatTask();
    show({ kind: 'task', change: 'changed', task, before: { ...task, durationMinutes: 30 } });
    const box = within(await screen.findByRole('region', { name: 'Changed task' }));
    expect(box.getByRole('link', { name: 'Write report' }).getAttribute('href')).toBe(
      `/tasks?task=${task._id}`,
    );
    expect(box.getByText('30 min').tagName).toBe('DEL');
  });

  test('of a plan lists what moves and what does not fit', async () => {
    const at = (hour: string) => ({
      startsAt: `2026-11-24T${hour}:00:00Z`,
      endsAt: `2026-11-24T${hour}:30:00Z`,
    });
    show({
      kind: 'plan',
      proposalId: crypto.randomUUID(),
      changes: [
        { title: 'Draft', before: at('10'), after: at('14') },
        { title: 'Slides', before: null, after: at('15') },
      ],
      unplanned: ['Thesis'],
    });
    const box = within(await screen.findByRole('region', { name: 'Plan change' }));
    expect(box.getAllByRole('listitem')).toHaveLength(2);
    expect(box.getByText('not planned', { exact: false })).toBeTruthy();
    expect(box.getByText("Doesn't fit: Thesis")).toBeTruthy();
  });

  test('of several days lists the events by day; tasks and meetings are listed, too', async () => {
    open([
      aTurn({
        cards: [
          {
            kind: 'agenda',
            from: '2026-11-24T00:00:00Z',
            to: '2026-11-27T00:00:00Z',
            events: [
              aChatEvent({ title: 'One' }),
              aChatEvent({ title: 'Two', startsAt: '2026-11-26T12:00:00Z', endsAt: '2026-11-26T12:30:00Z' }),
              aChatEvent({ title: 'Trip', isAllDay: true, startsOn: '2026-11-26', endsOn: '2026-11-27' }),
            ],
          },
          { kind: 'tasks', tasks: [aChatTask()], total: 7 },
          {
            kind: 'meeting',
            requestId: crypto.randomUUID(),
            title: 'Kick-off',
            durationMinutes: 30,
            times: ['2026-11-25T10:00:00Z'],
            attendees: [{ email: 'ana@lumen.io', name: '' }],
          },
        ],
      }),
    ]);
    const agenda = within(await screen.findByRole('region', { name: 'Agenda' }));
    expect(agenda.getAllByRole('heading')).toHaveLength(2);
    expect(agenda.getByText('All day')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Tasks' })).getByText('1 of 7')).toBeTruthy();
    const meeting = within(screen.getByRole('region', { name: 'Meeting request: Kick-off' }));
    expect(meeting.getByRole('link').getAttribute('href')).toBe('/bookings?view=requests');
  });
});

describe('the message box', () => {
  test('Shift Enter begins a line, the up arrow brings the last message back', async () => {
    const { server, user } = open([aTurn({ text: 'What is next?' })], {
      'POST /chat/turns': () => answerWith(aTurn({ text: 'a\nb' })),
    });
    await screen.findByText('What is next?');
    const box = await findBox();
    await user.type(box, '{ArrowUp}');
    expect(box.value).toBe('What is next?');
    await user.clear(box);
    await user.type(box, 'a{Shift>}{Enter}{/Shift}b{Enter}');
    await waitFor(() => expect(bodies(server, 'POST /chat/turns')).toMatchObject([{ text: 'a\nb' }]));
  });

  test('a slash lists commands', async () => {
    const { app, server, user } = open([aTurn()], {
      'POST /chat/turns': () => answerWith(aTurn({ text: "What's on today?" })),
    });
    const box = await findBox();
    await user.type(box, '/');
    const list = await screen.findByRole('listbox', { name: 'Commands' });
    expect(within(list).getAllByRole('option')).toHaveLength(8);
    expect(box.getAttribute('aria-activedescendant')).toBe(within(list).getAllByRole('option')[0]?.id);
    await user.type(box, 'fr{Enter}');
    expect(box.value).toBe('When am I free ');
    await user.clear(box);
    await user.type(box, '/{ArrowDown}{Enter}');
    await waitFor(() =>
      expect(bodies(server, 'POST /chat/turns')).toMatchObject([{ text: "What's on today?" }]),
    );
    await user.type(box, '/{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.type(box, 'new{Enter}');
    await waitFor(() => expect(app.address()).toBe('/chat?conversation=new'));
  });

  test('writes spoken words, in browsers with speech recognition', async () => {
    const listeners = new Map<string, (event: object) => void>();
    vi.stubGlobal(
      'webkitSpeechRecognition',
      class {
        addEventListener = (type: string, listener: (event: object) => void) => listeners.set(type, listener);
        start = () => {};
        stop = () => listeners.get('end')?.({});
        abort = () => {};
      },
    );
    const { user } = open();
    const speak = await screen.findByRole('button', { name: 'Speak' });
    await user.type(await findBox(), 'Please');
    await user.click(speak);
    expect(speak.getAttribute('aria-pressed')).toBe('true');
    listeners.get('result')?.({ results: [[{ transcript: 'plan my ' }], [{ transcript: 'week' }]] });
    await waitFor(async () => expect((await findBox()).value).toBe('Please plan my week'));
    await user.click(speak);
    await waitFor(() => expect(speak.getAttribute('aria-pressed')).toBe('false'));
  });

  test('refuses a text that is too long, and keeps it', async () => {
    const { server, user } = open();
    const box = await findBox();
    await user.click(box);
    await user.paste('x'.repeat(8_001));
    expect((await screen.findByRole('alert')).textContent).toMatch(/at most 8.000 characters/);
    await user.keyboard('{Enter}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    expect(box.value).toHaveLength(8_001);
    expect(server.count('POST /chat/turns')).toBe(0);
    await user.keyboard('{Backspace}');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a browser that cannot listen has no such button', async () => {
    open();
    await findBox();
    expect(screen.queryByRole('button', { name: 'Speak' })).toBeNull();
  });
});

describe('conversations', () => {
  const two = (words = '') => [
    { id: CONVERSATION, title: 'Pricing', updatedAt: new Date().toISOString() },
    ...(words ? [] : [{ id: OTHER, title: 'Plan the week', updatedAt: '2026-01-02T00:00:00Z' }]),
  ];
  const lists: Handlers = {
    'GET /user/chat/history': ({ query }) =>
      answer(
        query.includes(OTHER)
          ? history([aTurn({ text: 'Hello there' })], { conversationId: OTHER })
          : history([aTurn({ text: 'About prices' })]),
      ),
    'GET /chat/conversations': ({ query }) =>
      answer({ success: true, conversations: two(new URLSearchParams(query).get('q') ?? ''), message: '' }),
  };

  test('are listed by date, searched and opened; the address names the current one', async () => {
    const { app, server, user } = open([], lists);
    const chats = within(await screen.findByRole('navigation', { name: 'Chats' }));
    expect(await chats.findByRole('link', { name: 'Pricing', current: 'page' })).toBeTruthy();
    expect(chats.getByRole('region', { name: 'Older' })).toBeTruthy();
    await user.click(chats.getByRole('link', { name: 'Plan the week' }));
    expect(await screen.findByText('Hello there')).toBeTruthy();
    expect(app.address()).toBe(`/chat?conversation=${OTHER}`);
    await user.type(chats.getByRole('searchbox', { name: 'Search chats' }), 'pri');
    await waitFor(() => expect(chats.queryByRole('link', { name: 'Plan the week' })).toBeNull());
    expect(server.seen.findLast(({ path }) => path === '/chat/conversations')?.query).toContain('q=pri');
    await user.click(chats.getByRole('button', { name: 'New chat' }));
    expect(await screen.findByRole('heading', { name: 'What can Dayloom do for you?' })).toBeTruthy();
    expect(app.address()).toBe('/chat?conversation=new');
  });

  test('are renamed, and cleared after a question', async () => {
    const { app, server, user } = open([], {
      ...lists,
      'POST /user/chat/save': ({ body }) =>
        answer({
          success: true,
          conversation: { ...two()[0], title: (body as { title: string }).title },
          message: '',
        }),
      'POST /user/chat/clear': () => answer({ success: true, message: '' }),
    });
    await user.click(await screen.findByRole('button', { name: 'More for Pricing' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename chat' }));
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Prices{Enter}');
    await waitFor(() =>
      expect(bodies(server, 'POST /user/chat/save')).toEqual([
        { conversationId: CONVERSATION, title: 'Prices' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('button', { name: /^More for Pric/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Clear' }));
    const question = within(await screen.findByRole('dialog', { name: 'Clear this chat?' }));
    await user.click(question.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(app.address()).toBe('/chat?conversation=new'));
    expect(bodies(server, 'POST /user/chat/clear')).toEqual([{ conversationId: CONVERSATION }]);
  });

  test('are all cleared after a question', async () => {
    const { app, server, user } = open([], {
      ...lists,
      'POST /user/chat/clear': () => answer({ success: true, message: '' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Clear all chats' }));
    const question = within(await screen.findByRole('dialog', { name: 'Clear all chats?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(bodies(server, 'POST /user/chat/clear')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear all chats' }));
    const again = within(await screen.findByRole('dialog', { name: 'Clear all chats?' }));
    await user.click(again.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(app.address()).toBe('/chat?conversation=new'));
    expect(bodies(server, 'POST /user/chat/clear')).toEqual([{}]);
  });

  test('are in a sheet on phones', async () => {
    viewport.width = 390;
    const { app, user } = open([], lists);
    await user.click(await screen.findByRole('button', { name: 'Chats' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Chats' }));
    await user.click(await sheet.findByRole('link', { name: 'Plan the week' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.address()).toBe(`/chat?conversation=${OTHER}`);
  });

  test('one that is gone offers a new chat', async () => {
    const { user } = open(
      [],
      { 'GET /user/chat/history': () => refuse('not_found', 'This conversation does not exist.') },
      `/chat?conversation=${OTHER}`,
    );
    expect(await screen.findByText('This conversation does not exist.')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'New chat' })[1] as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'What can Dayloom do for you?' })).toBeTruthy();
  });
});

test('an empty chat has examples; the badge explains basic mode, and the messages left are counted', async () => {
  const { server, user } = open([], {
    'POST /chat/turns': () => answerWith(aTurn({ text: 'What can you do?' })),
  });
  expect(await screen.findByText('22 of 25')).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Examples' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Basic mode' }));
  const card = within(await screen.findByRole('dialog', { name: 'Basic mode' }));
  await user.click(card.getByRole('button', { name: 'What can you do?' }));
  await waitFor(() =>
    expect(bodies(server, 'POST /chat/turns')).toMatchObject([{ text: 'What can you do?' }]),
  );
});

test('with a language model the badge says what is sent, and answers without it say why', async () => {
  const basic = aTurn({
    reply: 'Moved.',
    notice: 'Answered in basic mode because the language model is busy.',
  });
  const claims = aTurn({ mode: 'model', reply: 'I moved lunch!\n\nNothing was changed.' });
  const { user } = open([basic, claims], {
    'GET /user/chat/history': () => answer(history([basic, claims], { mode: 'model' })),
  });
  expect(await screen.findByText('Answered in basic mode because the language model is busy.')).toBeTruthy();
  expect(screen.getByText('I moved lunch!')).toBeTruthy();
  expect(screen.getByText('Nothing was changed.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Language model' }));
  const card = await screen.findByRole('dialog', { name: 'Language model' });
  expect(card.textContent).toContain('are sent to the language model of this server');
});

test("other people's texts are shown as text: no image, no link, no markup", async () => {
  const injections = INJECTIONS.trim()
    .split('\n')
    .map((line): { text: string; says: string } =>
      JSON.parse(line.replaceAll('LEAK', 'https://evil.example')),
    );
  expect(injections.length).toBeGreaterThan(40);
  const turns = injections.map(({ text, says }) =>
    aTurn({
      text,
      mode: 'model',
      reply: `${says} ${text}`,
      cards: [
        {
          kind: 'event',
          change: 'created',
          event: aChatEvent({
            title: text,
            location: text,
            attendees: [{ email: 'eve@evil.example', name: text }],
          }),
          before: null,
        },
        { kind: 'task', change: null, task: aChatTask({ title: text, project: text }), before: null },
      ],
    }),
  );
  open(turns);
  await screen.findAllByText(/evil\.example/);
  const list = screen.getByRole('region', { name: 'Conversation' });
  expect(list.querySelectorAll('li.turn')).toHaveLength(injections.length);
  expect(list.querySelectorAll('img, script, iframe, object, embed, style, link, base, form')).toHaveLength(
    0,
  );
  const addresses = [...list.querySelectorAll('[href], [src], [srcset], [style*="url"]')].map(
    (element) => element.getAttribute('href') ?? element.outerHTML,
  );
  expect(addresses.filter((address) => !/^\/[a-z]/.test(address))).toEqual([]);
});

test('the chat button leads to the message box', async () => {
  const { user } = open();
  const box = await findBox();
  await user.click(screen.getByRole('button', { name: 'Open chat' }));
  expect(document.activeElement).toBe(box);
});

test('the palette passes what matches nothing to the assistant', async () => {
  const turn = aTurn({ text: 'move lunch to friday', reply: 'Moved lunch.' });
  const { app, server, turns, user } = open(
    [],
    {
      'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts: {}, message: '' }),
      'POST /chat/turns': () => {
        turns.push(turn);
        return answerWith(turn);
      },
    },
    '/bookings',
  );
  await screen.findByText('Maya Okafor');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'move lunch to friday');
  const option = await screen.findByRole('option', { name: /^Ask Dayloom: “move lunch to friday”/ });
  await waitFor(() => expect(option.getAttribute('aria-selected')).toBe('true'));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Moved lunch.')).toBeTruthy();
  expect(server.count('POST /chat/turns')).toBe(1);
  expect(app.address()).toContain('/chat');
});
