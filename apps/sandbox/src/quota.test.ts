import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit, Quota } from './quota.ts';

describe('quotas', () => {
  it('limit the calls of each caller per period, and return when the next is allowed', () => {
    let now = 0;
    const quota = new Quota(3, 60_000, () => now);
    for (const at of [0, 10_000, 20_000]) {
      now = at;
      expect(quota.take('maya')).toBe(0);
    }
    expect(quota.take('maya')).toBe(40);
    expect(quota.take('sam')).toBe(0);
    now = 59_999;
    expect(quota.take('maya')).toBe(1);
    now = 60_000;
    expect(quota.take('maya')).toBe(0);
    expect(quota.take('maya')).toBe(10);
  });

  it('limit concurrent calls', () => {
    const atOnce = new ConcurrencyLimit(2);
    expect([atOnce.enter('maya'), atOnce.enter('maya'), atOnce.enter('maya')]).toEqual([true, true, false]);
    expect(atOnce.enter('sam')).toBe(true);
    atOnce.leave('maya');
    expect(atOnce.enter('maya')).toBe(true);
  });
});
