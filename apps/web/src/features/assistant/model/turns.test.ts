import { expect, test } from 'vitest';
import { aTurn } from '#test/chat-fixtures.ts';
import { areInSameConversation, isShownAt, type PendingTurn } from './pending-turn.ts';
import { chooseShown, isChange, withTurn } from './turns.ts';

const aPending = (change: Partial<PendingTurn> = {}): PendingTurn => ({
  key: 'message 1',
  place: 'latest',
  conversationId: null,
  turnId: null,
  after: null,
  text: 'Hello',
  reply: '',
  state: 'sending',
  failure: null,
  ...change,
});

test('a turn replaces its former state, or comes last', () => {
  const [one, two] = [aTurn(), aTurn()];
  expect(withTurn([one, two], { ...one, reply: 'New' })).toEqual([{ ...one, reply: 'New' }, two]);
  expect(withTurn([one], two)).toEqual([one, two]);
});

test('a message is shown once: while its answer is read, and when the history has it', () => {
  const earlier = aTurn({ text: 'Hello' });
  const turn = aTurn({ text: 'Hello' });
  const running = { ...turn, state: 'running' as const };
  const sending = aPending({ after: earlier.id });
  expect(chooseShown([earlier], [sending])).toEqual({ turns: [earlier], pending: [sending] });
  // The history can be read before the page knows the id of the turn.
  expect(chooseShown([earlier, turn], [sending])).toEqual({ turns: [earlier], pending: [sending] });
  const writing = aPending({ turnId: turn.id, state: 'writing' });
  expect(chooseShown([earlier, running], [writing])).toEqual({ turns: [earlier], pending: [writing] });
  expect(chooseShown([earlier, turn], [writing])).toEqual({ turns: [earlier, turn], pending: [] });
  const failed = aPending({ after: earlier.id, state: 'failed' });
  expect(chooseShown([earlier, turn], [failed])).toEqual({ turns: [earlier, turn], pending: [failed] });
});

test('a message is shown where it was written, and in its conversation once that is known', () => {
  const [id, other] = ['a', 'b'];
  expect(isShownAt(aPending(), { place: 'latest', conversationId: null })).toBe(true);
  expect(isShownAt(aPending({ place: 'new' }), { place: id, conversationId: id })).toBe(false);
  const known = aPending({ place: 'new', conversationId: id });
  expect(isShownAt(known, { place: id, conversationId: id })).toBe(true);
  expect(isShownAt(known, { place: other, conversationId: other })).toBe(false);
  expect(areInSameConversation(known, aPending({ place: id }))).toBe(true);
  expect(areInSameConversation(known, aPending({ place: other }))).toBe(false);
});

test('reads are no change; drafts, and what can be undone, are', () => {
  expect(isChange(aTurn({ actions: [{ tool: 'list', input: {}, summary: 'Read', state: 'done' }] }))).toBe(
    false,
  );
  expect(isChange(aTurn({ state: 'waiting' }))).toBe(true);
  expect(isChange(aTurn({ isUndoable: true }))).toBe(true);
});
