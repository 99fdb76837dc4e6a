import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findProof } from './proof.ts';

it('finds a proof whose digest begins with the zero bits, as the server computes it', () => {
  const proof = findProof({ text: 'host and time', zeroBits: 12 });
  expect(proof).toMatch(/^host and time:\d+$/);
  expect(createHash('sha256').update(proof).digest('hex')).toMatch(/^000/);
});
