import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { data, task } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

const noted: DialogueData = {
  ...data,
  events: data.events.map((event) =>
    event.eventId === 'budget' ? { ...event, notes: 'Bring the figures.\nRoom 5\n' } : event,
  ),
  tasks: [
    { ...task('tax', 'Tax return'), notes: 'The form is on the desk.' },
    { ...task('letter', 'Letter'), notes: 'x'.repeat(3_000) },
    task('milk', 'Buy milk'),
  ],
};

const BUDGET = "'Budget review' (Tue, 17 Nov 2026, 10:00–11:00 (UTC))";

describe('notes are read out', () => {
  test.each([
    ['what are the notes of the budget review', `The notes of ${BUDGET}:\nBring the figures.\nRoom 5`],
    ['read me the notes for the budget review', `The notes of ${BUDGET}:\nBring the figures.\nRoom 5`],
    [
      'what does the description of the budget review say?',
      `The notes of ${BUDGET}:\nBring the figures.\nRoom 5`,
    ],
    ["what's in the notes of the tax return", "The notes of 'Tax return':\nThe form is on the desk."],
    ['any notes on lunch?', "'Lunch' (Mon, 16 Nov 2026, 12:00–13:00 (UTC)) has no notes."],
    ['show me the notes of the party', "I found nothing for 'the party'."],
  ])('%s', (text, said) => expect(converse(text, noted, NEW_DIALOGUE).reply).toBe(said));

  test('of what was mentioned', () => {
    const { state } = converse('when is the budget review', noted, NEW_DIALOGUE);
    expect(converse('what are the notes of it', noted, state).reply).toContain('Bring the figures.');
  });

  test('names the others where several fit', () => {
    const { reply } = converse('what are the notes of the review', noted, NEW_DIALOGUE);
    expect(reply).toBe(
      `The notes of ${BUDGET}:\nBring the figures.\nRoom 5 Or did you mean 'Design review'?`,
    );
  });

  test('not without end', () => {
    expect(converse('notes of the letter', noted, NEW_DIALOGUE).calls).toEqual([]);
    expect(converse('read the notes of the letter', noted, NEW_DIALOGUE).reply.length).toBeLessThan(2_100);
  });
});
