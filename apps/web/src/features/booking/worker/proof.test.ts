import { expect, it } from 'vitest';
import { computeProof } from './proof.ts';

it('finds the first number whose digest begins with the zero bits', () => {
  // printf 'host and time:%s' NUMBER | sha256sum
  expect(computeProof({ text: 'host and time', zeroBits: 12 })).toBe('host and time:1928');
});
