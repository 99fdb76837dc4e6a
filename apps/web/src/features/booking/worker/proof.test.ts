import { expect, it } from 'vitest';
import { findProof } from './proof.ts';

it('finds the first number whose digest begins with the zero bits', () => {
  // printf 'host and time:%s' NUMBER | sha256sum
  expect(findProof({ text: 'host and time', zeroBits: 12 })).toBe('host and time:1928');
});
