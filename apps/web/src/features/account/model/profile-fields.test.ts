import { expect, test } from 'vitest';
import { decideProfileChange } from './profile-fields.ts';

const saved = { firstName: 'Maya', lastName: 'Okafor', bio: 'Plans things' };

test('only changed fields are sent, trimmed', () => {
  expect(decideProfileChange(saved, { ...saved, lastName: ' Weber ', bio: '' })).toEqual({
    kind: 'change',
    fields: { lastName: 'Weber', bio: '' },
  });
});

test('surrounding spaces are no change', () => {
  expect(decideProfileChange(saved, { ...saved, firstName: ' Maya ' })).toEqual({
    kind: 'unchanged',
    message: 'No changes to save',
  });
});

test.each(['firstName', 'lastName'])('a blank %s is refused', (name) => {
  expect(decideProfileChange(saved, { ...saved, [name]: '  ' })).toEqual({
    kind: 'invalid',
    message: 'First name and last name are required',
  });
});
