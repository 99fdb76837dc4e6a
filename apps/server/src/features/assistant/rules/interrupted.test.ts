import { describe, expect, test } from 'vitest';
import type { RunPhase, StoredTurn } from '../model/turn.ts';
import { decideInterrupted, isLost } from './interrupted.ts';

const SINCE = new Date('2026-11-16T08:00:00Z');
const MADE = [{ id: 'command', kind: 'task.create', summary: "Added 'Milk'" }];

const aTurn = (phase: RunPhase): StoredTurn => ({
  id: 'turn',
  conversationId: 'conversation',
  text: 'Add milk',
  reply: 'I look',
  mode: 'model',
  notice: null,
  state: 'running',
  actions: [],
  cards: [],
  commandIds: [],
  createdAt: SINCE,
  timeZone: null,
  run: { id: 'run', phase, since: SINCE, aliveAt: SINCE },
});

describe('a turn that was interrupted', () => {
  test.each([
    ['answering', 'failed', /^I look\n\n.*Nothing was changed\.$/],
    // A nested undo leaves the journal as it would be without one.
    ['acting', 'failed', /^The answer was interrupted\. It may have been carried out/],
    ['applying', 'waiting', /^I look$/],
    ['undoing', 'done', /^I look$/],
  ] as const)('while %s is %s if the journal has nothing of it', (phase, state, reply) => {
    const over = decideInterrupted(aTurn(phase), []);
    expect(over).toMatchObject({ state, run: null, commandIds: [] });
    expect(over.reply).toMatch(reply);
  });

  test.each(['acting', 'applying'] as const)('while %s lists what it has done, for undo', (phase) => {
    expect(decideInterrupted(aTurn(phase), MADE)).toMatchObject({
      state: 'done',
      reply: expect.stringContaining("• Added 'Milk'"),
      actions: [{ summary: "Added 'Milk'", state: 'done' }],
      commandIds: ['command'],
    });
  });

  test('is one whose process has been silent for half a minute', () => {
    const turn = aTurn('answering');
    expect(isLost(turn, SINCE.getTime() + 30_000)).toBe(false);
    expect(isLost(turn, SINCE.getTime() + 30_001)).toBe(true);
    expect(isLost({ ...turn, run: null }, SINCE.getTime() + 60_000)).toBe(false);
  });
});
