import { describe, expect, it } from 'vitest';
import { Faults } from './faults.ts';
import { type Delivery, Webhooks } from './webhooks.ts';

const createDelivery = (channelId: string, more: Partial<Delivery> = {}): Delivery => ({
  url: 'http://localhost:3999/hook',
  headers: {},
  body: channelId,
  channelId,
  ...more,
});

/** Webhooks whose receiver responds with the status in the channel's name, or 200 without one. */
function open() {
  const tried: string[] = [];
  const webhooks = new Webhooks(new Faults(), async ({ body }) => {
    tried.push(body);
    return { status: Number(/\d+/.exec(body)?.[0] ?? 200), body: '' };
  });
  return { webhooks, tried };
}

describe('webhooks', () => {
  it('lets no channel wait for another one that is not heard', async () => {
    const { webhooks, tried } = open();
    webhooks.post('microsoft', createDelivery('gone 404'));
    webhooks.post('microsoft', createDelivery('heard'));
    await Promise.resolve();
    expect(tried).toEqual(['gone 404', 'heard']);
    webhooks.close();
    await webhooks.settled();
  });

  it('delivers to one channel in order, also when the first delivery needs a second try', async () => {
    const tried: string[] = [];
    const statuses = [404, 200, 200];
    const webhooks = new Webhooks(new Faults(), async ({ body }) => {
      tried.push(body);
      return { status: statuses.shift() ?? 500, body: '' };
    });
    webhooks.post('microsoft', createDelivery('channel', { body: 'first' }));
    webhooks.post('microsoft', createDelivery('channel', { body: 'second' }));
    await webhooks.settled();
    expect(tried).toEqual(['first', 'first', 'second']);
  });

  it('tries again only what its provider takes for a hiccup', async () => {
    const { webhooks, tried } = open();
    const isTriedAgain = (status: number) => status === 503;
    webhooks.post('google', createDelivery('gone 404', { isTriedAgain }));
    await webhooks.settled();
    expect(tried).toEqual(['gone 404']);
    webhooks.post('google', createDelivery('busy 503', { isTriedAgain }));
    await expect.poll(() => tried.length, { timeout: 5_000 }).toBe(3);
    webhooks.close();
    await webhooks.settled();
  });
});
