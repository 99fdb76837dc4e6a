import { describe, expect, it } from 'vitest';
import { at } from '../../fixtures/week.ts';
import { InvalidInstance, parsePlan } from '../index.ts';

const block = { task: 'a', start: at(2, '09:00'), end: at(2, '10:00') };
const whole = { format: 'schedplan/1', instance: 'week', blocks: [block] };

describe('parsePlan', () => {
  it('returns the document without unknown fields', () => {
    expect(parsePlan({ ...whole, blocks: [{ ...block, note: 'x' }], by: 'me' })).toEqual(whole);
  });

  it.each<[string, unknown]>([
    ['expected an object, found []', []],
    ['format: expected one of "schedplan/1", found "schedbench/1"', { ...whole, format: 'schedbench/1' }],
    ['instance: expected a non-empty text, found nothing', { ...whole, instance: undefined }],
    ['blocks: expected a list, found {}', { ...whole, blocks: {} }],
    [
      'blocks[1].end: expected a UTC instant on a whole minute like "2026-03-02T08:00:00Z", found "noon"',
      { ...whole, blocks: [block, { ...block, end: 'noon' }] },
    ],
  ])('says %s', (message, json) => {
    expect(() => parsePlan(json)).toThrow(InvalidInstance);
    expect(() => parsePlan(json)).toThrow(message);
  });
});
