import { expect, test } from 'vitest';
import { signInAs } from '../test/fixtures.ts';
import { keepReferral, keptReferral } from './referral.ts';

test('the latest code is stored', () => {
  keepReferral('?ref=FIRST');
  keepReferral('?x=1');
  keepReferral('?ref=%20SECOND%20');
  expect(keptReferral()).toBe('SECOND');
});

test('invalid codes and codes that members see are not stored', () => {
  keepReferral(`?ref=${'x'.repeat(65)}`);
  signInAs();
  keepReferral('?ref=FRIEND');
  expect(keptReferral()).toBeNull();
});
