import { describe, expect, it } from 'vitest';
import { failureWords } from './failure-words.ts';

describe('a failure in words', () => {
  it.each([
    [
      'rejected',
      'There is no server of this name. Check the address.',
      'There is no server of this name. Check the address.',
    ],
    ['rejected', 'The server does not allow this.', 'cal.example.com does not allow this.'],
    [
      'unavailable',
      'The server does not answer.',
      'cal.example.com does not answer. It is tried again by itself.',
    ],
    ['rate_limited', 'The server asks to wait.', 'cal.example.com asked for a pause. It goes on by itself.'],
    [
      'reconnect_needed',
      'Not accepted.',
      'cal.example.com does not accept our access any more. Reconnect the account; nothing of yours is lost.',
    ],
  ] as const)('says who, what and what next (%s)', (kind, reason, words) => {
    expect(failureWords(kind, 'cal.example.com', reason)).toBe(words);
  });
});
