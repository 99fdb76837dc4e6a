import { expect, test } from 'vitest';
import { emptyForm, toRequest } from './booking-form.ts';

test('text pasted from an address book is sent without invisible characters', () => {
  const pasted = {
    ...emptyForm,
    name: '\u00A0\u2068Ada\u200F Lovelace\u2069',
    email: '\u202Aada@example.org\u202C',
    guests: '\u202Abo@example.org\u202C\u00A0\uFEFF, \u200B',
  };
  expect(toRequest(pasted)).toEqual({
    name: 'Ada\u200F Lovelace',
    email: 'ada@example.org',
    notes: '',
    guests: ['bo@example.org'],
    answers: {},
  });
});
