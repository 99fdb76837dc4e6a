import 'fake-indexeddb/auto';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { type Decision, registerKind, type SendContext } from './change-kinds.ts';
import { openOfflineStore } from './offline-store.ts';
import { optimisticChange, optimisticData, withOptimisticChanges } from './optimistic.ts';
import { createQueryClient } from './query-client.ts';
import { getQueue, sendChange } from './waiting-changes.ts';

interface Note {
  readonly text: string;
  readonly after?: string;
}

const notes = optimisticData<readonly string[]>('notes');
type Answerer = (input: Note, sending: SendContext) => Promise<string>;
/** What the server does; a test replaces it. */
let serve: Answerer;
let decide: (input: Note, error: unknown) => Promise<Decision<Note, string>>;
let sent: { readonly text: string; readonly key: string; readonly hasWaited: boolean }[];
let remembered: string[];

const note = registerKind<Note, string>({
  name: 'note',
  show: ({ text }) => [optimisticChange(notes, (all) => [...all, text])],
  send: async (input, sending) => {
    sent.push({ text: input.text, key: sending.idempotencyKey, hasWaited: sending.madeAt !== undefined });
    return await serve(input, sending);
  },
  updateCache: (_client, _input, answer) => void remembered.push(answer),
  follow: (input, answer: string) => ({ ...input, after: answer }),
  withdraw: (input, withdrawn) => ((withdrawn.input as Note).text === 'new' ? null : input),
  decide: (input, error) => decide(input, error),
});

/** Its changes are sent one after another. */
const step = registerKind<Note, string>({ ...note, name: 'step', order: 'steps' });

const network = () => new ApiError('network', 'No answer');
const answered: Answerer = async ({ text, after }) => (after ? `${text} after ${after}` : `${text}!`);
const pages: QueryClient[] = [];

/** A page of a user, as after a reload. */
async function openPage(user: string): Promise<QueryClient> {
  const client = createQueryClient();
  pages.push(client);
  await getQueue(client).open(user, await openOfflineStore(user));
  return client;
}

const add = (client: QueryClient, text: string, subject = text) =>
  sendChange(client, note, subject, { text });
const shown = (client: QueryClient) =>
  withOptimisticChanges(client, notes, []).toSorted((a, b) => a.localeCompare(b));
const waiting = (client: QueryClient) => getQueue(client).list.get();
const kept = async (user: string) => (await (await openOfflineStore(user)).listChanges()).length;
const user = () => `user ${crypto.randomUUID()}`;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  sent = [];
  remembered = [];
  serve = answered;
  decide = async () => ({ next: 'wait' });
  // Turns of one name, as the browser gives them to pages.
  const turns = new Map<string, Promise<unknown>>();
  const request = (name: string, work: () => Promise<unknown>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(work);
    turns.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => {
  for (const page of pages.splice(0)) getQueue(page).close();
  onlineManager.setOnline(true);
});

test('a change is sent at once, and nothing is kept of it', async () => {
  const me = user();
  const page = await openPage(me);
  expect(await add(page, 'a')).toEqual({ status: 'sent', response: 'a!' });
  await vi.waitFor(() => expect(shown(page)).toEqual([]));
  expect(remembered).toEqual(['a!']);
  expect(sent).toMatchObject([{ text: 'a', hasWaited: false }]);
  expect([await kept(me), waiting(page)]).toEqual([0, []]);
});

test('without a network a change waits, is shown, and is sent in its order when it is back', async () => {
  const me = user();
  const page = await openPage(me);
  onlineManager.setOnline(false);
  const outcomes = await Promise.all(['a', 'b', 'c'].map((text) => add(page, text)));
  expect(outcomes.map(({ status }) => status)).toEqual(['waits', 'waits', 'waits']);
  expect(shown(page)).toEqual(['a', 'b', 'c']);
  expect(sent).toEqual([]);
  expect(await kept(me)).toBe(3);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(waiting(page)).toEqual([]));
  expect(sent.map(({ text, hasWaited }) => [text, hasWaited])).toEqual([
    ['a', true],
    ['b', true],
    ['c', true],
  ]);
  expect(await kept(me)).toBe(0);
});

test('a page that is closed in the middle of sending sends again with the same key', async () => {
  const me = user();
  const first = await openPage(me);
  serve = () => new Promise(() => {});
  void add(first, 'a');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  getQueue(first).close();
  vi.stubGlobal('navigator', {});
  serve = answered;
  const second = await openPage(me);
  await vi.waitFor(() => expect(waiting(second)).toEqual([]));
  expect(sent[1]).toEqual({ text: 'a', key: sent[0]?.key, hasWaited: true });
  expect(await kept(me)).toBe(0);
});

test('leaving the page is asked about until a change is stored', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const page = await openPage(user());
  serve = () => new Promise(() => {});
  void add(page, 'a');
  expect(isAsked()).toBe(true);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(isAsked()).toBe(false);
});

test('a lost answer is asked for again, with the same key', async () => {
  const page = await openPage(user());
  let tries = 0;
  serve = async (input, sending) => {
    tries += 1;
    if (tries === 1) throw network();
    return await answered(input, sending);
  };
  expect((await add(page, 'a')).status).toBe('waits');
  await getQueue(page).drain();
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key]);
  expect(waiting(page)).toEqual([]);
});

test('changes of one subject are sent one after another, each on top of the answer before', async () => {
  const page = await openPage(user());
  onlineManager.setOnline(false);
  await Promise.all([add(page, 'a', 'one'), add(page, 'b', 'one'), add(page, 'c', 'other')]);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(remembered).toHaveLength(3));
  expect(remembered).toContain('b after a!');
  expect(remembered).toContain('c!');
});

describe('two pages of one user', () => {
  test('show the same changes, and each is sent once', async () => {
    const me = user();
    const [one, two] = [await openPage(me), await openPage(me)];
    onlineManager.setOnline(false);
    await add(one, 'a');
    await add(two, 'b');
    await vi.waitFor(() =>
      expect([shown(one), shown(two)]).toEqual([
        ['a', 'b'],
        ['a', 'b'],
      ]),
    );
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect([waiting(one), waiting(two)]).toEqual([[], []]));
    expect(sent.map(({ text }) => text).sort((a, b) => a.localeCompare(b))).toEqual(['a', 'b']);
  });

  test('keep nothing of a user who has signed out in one of them', async () => {
    const me = user();
    const [one, two] = [await openPage(me), await openPage(me)];
    onlineManager.setOnline(false);
    await add(one, 'a');
    await getQueue(one).forget();
    await vi.waitFor(() => expect(waiting(two)).toEqual([]));
    await add(two, 'b');
    expect(await kept(me)).toBe(0);
  });
});

test('another user sees and sends nothing of the first, whose changes wait', async () => {
  const [maya, jonas] = [user(), user()];
  const first = await openPage(maya);
  onlineManager.setOnline(false);
  await add(first, 'of Maya');
  // The server ended the session.
  await getQueue(first).forget({ keepsChanges: true });
  const second = await openPage(jonas);
  onlineManager.setOnline(true);
  await add(second, 'of Jonas');
  await vi.waitFor(() => expect(shown(second)).toEqual([]));
  expect(sent.map(({ text }) => text)).toEqual(['of Jonas']);
  getQueue(second).close();
  await openPage(maya);
  await vi.waitFor(() => expect(sent.map(({ text }) => text)).toEqual(['of Jonas', 'of Maya']));
});

test('answers of one user are gone as soon as another one opens the app', async () => {
  const [maya, jonas] = [user(), user()];
  const store = await openOfflineStore(maya);
  const answer = { topic: 'plan', key: ['plan'], data: { secret: true }, readAt: 1 };
  await store.keepResponses([answer]);
  expect(await store.listResponses()).toMatchObject([answer]);
  expect(await (await openOfflineStore(jonas)).listResponses()).toEqual([]);
  // A page of the first that is still open.
  await store.keepResponses([answer]);
  expect(await store.listResponses()).toEqual([]);
});

describe('a refusal', () => {
  const refusal = new ApiError('invalid_request', 'Too long');

  test('is thrown to the caller who is still there', async () => {
    const me = user();
    const page = await openPage(me);
    serve = () => Promise.reject(refusal);
    await expect(add(page, 'a')).rejects.toBe(refusal);
    expect([await kept(me), waiting(page)]).toEqual([0, []]);
  });

  test('of a change that has waited asks the user, and stops what builds on it', async () => {
    const me = user();
    const page = await openPage(me);
    onlineManager.setOnline(false);
    await add(page, 'a', 'one');
    await add(page, 'b', 'one');
    await add(page, 'c', 'other');
    serve = (input, sending) => (input.text === 'a' ? Promise.reject(refusal) : answered(input, sending));
    decide = async () => ({ next: 'ask', problem: { kind: 'conflict', theirs: 'x' } });
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(remembered).toEqual(['c!']));
    await vi.waitFor(() => expect(waiting(page)[0]?.problem).toEqual({ kind: 'conflict', theirs: 'x' }));
    expect(sent.map(({ text }) => text)).toEqual(['a', 'c']);
    // It is still there after a reload, and not sent before the user has decided.
    getQueue(page).close();
    const reloaded = await openPage(me);
    await getQueue(reloaded).drain();
    expect(sent).toHaveLength(2);
    const [first] = waiting(reloaded);
    await getQueue(reloaded).settleProblem(first?.id ?? '', { text: 'mine' });
    await vi.waitFor(() => expect(waiting(reloaded)).toEqual([]));
    expect(remembered).toEqual(['c!', 'mine!', 'b after mine!']);
  });

  test('stops no change of an ordered kind but those that build on it', async () => {
    const page = await openPage(user());
    onlineManager.setOnline(false);
    await add(page, 'a', 'one');
    await sendChange(page, step, 'one', { text: 'b' });
    await sendChange(page, step, 'other', { text: 'c' });
    await sendChange(page, step, 'third', { text: 'd' });
    serve = (input, sending) => (input.text === 'a' ? Promise.reject(refusal) : answered(input, sending));
    decide = async () => ({ next: 'ask', problem: { kind: 'gone' } });
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(remembered).toEqual(['c!', 'd!']));
    expect(waiting(page).map(({ input }) => (input as Note).text)).toEqual(['a', 'b']);
  });

  test('can mean that it is sent again as something else, or not at all', async () => {
    const page = await openPage(user());
    onlineManager.setOnline(false);
    await add(page, 'a');
    await add(page, 'b');
    serve = (input, sending) =>
      input.after ? answered(input, sending) : Promise.reject(new ApiError('version_conflict', 'Changed'));
    decide = async (input) =>
      input.text === 'a' ? { next: 'send', input: { ...input, after: 'theirs' } } : { next: 'drop' };
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(waiting(page)).toEqual([]));
    expect(remembered).toEqual(['a after theirs']);
  });
});

test('a change can be withdrawn until it is sent, with the changes that need it', async () => {
  const me = user();
  const page = await openPage(me);
  onlineManager.setOnline(false);
  const first = await add(page, 'new', 'one');
  await add(page, 'more', 'one');
  await add(page, 'other');
  const id = first.status === 'waits' ? first.id : '';
  expect(await getQueue(page).withdraw(id)).toBe(true);
  await vi.waitFor(() => expect(shown(page)).toEqual(['other']));
  expect(await kept(me)).toBe(1);
  expect(await getQueue(page).withdraw(id)).toBe(false);
});

test('in a browser without storage, changes wait in the page', async () => {
  const client = createQueryClient();
  pages.push(client);
  onlineManager.setOnline(false);
  expect((await add(client, 'a')).status).toBe('waits');
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(remembered).toEqual(['a!']));
});

test('with a full storage, a change waits in the page, a notice says so, and it is sent once', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const me = user();
  const page = await openPage(me);
  onlineManager.setOnline(false);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  expect((await add(page, 'a')).status).toBe('waits');
  await vi.waitFor(() => expect(waiting(page).map(({ isInPageOnly }) => isInPageOnly)).toEqual([true]));
  expect(isAsked()).toBe(true);
  put.mockRestore();
  // There is room again for the next one.
  await add(page, 'b');
  await vi.waitFor(() =>
    expect(waiting(page).map(({ isInPageOnly }) => isInPageOnly)).toEqual([true, false]),
  );
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(remembered.toSorted()).toEqual(['a!', 'b!']));
  expect(sent.map(({ text }) => text).toSorted()).toEqual(['a', 'b']);
  expect(waiting(page)).toEqual([]);
  expect(isAsked()).toBe(false);
  expect(await kept(me)).toBe(0);
});
