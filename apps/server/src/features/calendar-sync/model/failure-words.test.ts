import { describe, expect, it } from 'vitest';
import { failureWords } from './failure-words.ts';

describe('the description of a failure', () => {
  it.each([
    [
      'rejected',
      'There is no server of this name. Check the address.',
      'There is no server of this name. Check the address.',
    ],
    ['rejected', 'The server does not allow this.', 'cal.example.com does not allow this.'],
    [
      'unavailable',
      'The server does not respond.',
      'cal.example.com does not respond. We will try again automatically.',
    ],
    [
      'rate_limited',
      'The server asks us to wait.',
      'cal.example.com asked us to wait. The sync continues automatically.',
    ],
    [
      'reconnect_needed',
      'Not accepted.',
      'cal.example.com no longer accepts our access. Reconnect the account; nothing is lost.',
    ],
  ] as const)('names the provider, the reason and the next step (%s)', (kind, reason, words) => {
    expect(failureWords(kind, 'cal.example.com', reason)).toBe(words);
  });
});
