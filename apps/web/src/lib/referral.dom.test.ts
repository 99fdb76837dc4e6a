import { expect, test } from 'vitest';
import { signInAs } from '../test/fixtures.ts';
import { keepReferral, keptReferral } from './referral.ts';

test('the latest code is kept', () => {
  keepReferral('?ref=FIRST');
  keepReferral('?x=1');
  keepReferral('?ref=%20SECOND%20');
  expect(keptReferral()).toBe('SECOND');
});

test('nonsense and the codes that members see are not kept', () => {
  keepReferral(`?ref=${'x'.repeat(65)}`);
  signInAs();
  keepReferral('?ref=FRIEND');
  expect(keptReferral()).toBeNull();
});
