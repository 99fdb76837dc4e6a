import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { openTestServer, TEST_PASSWORD, type TestServer, type TestUser, toPath } from '#test/server.ts';

const server = await openTestServer();
await server.app.work();

/** Submits a page of the sandbox as a browser would. Resolves to the URL of the redirect. */
async function fillIn(url: string, fields: Record<string, string> = {}) {
  const { pathname, search } = new URL(url, 'http://localhost');
  const reply = await server.app.http.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: reply.statusCode, location: reply.headers.location ?? '' };
}

const steer = (path: string, body: object, on: TestServer = server) =>
  on.call('POST', `/sandbox/${path}`, body);

async function settings(user: TestUser) {
  return (await user.call('GET', '/api/user/profile')).body['user'].settings;
}

async function subscribe(user: TestUser, card = '') {
  const checkout = await user.call('POST', '/api/user/checkout');
  expect(checkout.status).toBe(200);
  return fillIn(checkout.body['url'], { card });
}

const expectStatus = (user: TestUser, accountStatus: string) =>
  eventually(async () => expect(await settings(user)).toMatchObject({ accountStatus }));

describe('billing', () => {
  it('starts free, with a trial available and the limits of the free plan', async () => {
    const user = await server.signUp();
    expect(await settings(user)).toMatchObject({
      accountStatus: 'FREE',
      subscription: null,
      dailyMessageLimit: 25,
      stripe: { customerPortalUrl: null },
    });
    expect((await user.call('GET', '/api/user/billing')).body).toMatchObject({
      accountStatus: 'FREE',
      canTry: true,
      entitlements: { smsReminders: false, planningCalendarAccounts: 1 },
    });
  });

  it('activates Premium by webhook after a trial without a card', async () => {
    const user = await server.signUp();
    const secret = await user.call('POST', '/api/user/generate-customer-secret');
    expect(secret.body['customerClientSecret']).toMatch(/^demo_cuss_secret_/);
    expect(secret.headers['cache-control']).toBe('no-store');
    const done = await subscribe(user);
    expect(done).toMatchObject({
      status: 303,
      location: 'http://localhost:3999/settings?tab=billing&checkout=done',
    });
    await expectStatus(user, 'ACTIVE');
    expect(await settings(user)).toMatchObject({
      subscription: { status: 'trialing', cancelsAtPeriodEnd: false, graceEndsAt: null },
      dailyMessageLimit: 500,
      stripe: { customerPortalUrl: 'http://localhost:3999/settings/billing-portal' },
    });
    for (const call of ['generate-customer-secret', 'checkout']) {
      expect((await user.call('POST', `/api/user/${call}`)).error).toMatchObject({
        code: 'already_subscribed',
      });
    }
  });

  it('accepts customers with names in any script', async () => {
    const user = await server.signUp({ firstName: 'Αθηνά', lastName: '李' });
    expect((await user.call('POST', '/api/user/checkout')).status).toBe(200);
  });

  it('has one checkout open at a time: that of another tab is expired', async () => {
    const user = await server.signUp();
    const [first, second] = [
      await user.call('POST', '/api/user/checkout'),
      await user.call('POST', '/api/user/checkout'),
    ];
    await fillIn(first.body['url']);
    expect((await user.call('POST', '/api/user/billing/refresh')).body).toMatchObject({
      accountStatus: 'FREE',
    });
    await fillIn(second.body['url']);
    await expectStatus(user, 'ACTIVE');
  });

  it('cancels a second subscription and keeps the paid one', async () => {
    const user = await server.signUp();
    await subscribe(user);
    await expectStatus(user, 'ACTIVE');
    const { customer_id } = await server.app.platform.db
      .selectFrom('billing_accounts')
      .select('customer_id')
      .where('user_id', '=', user.profile._id)
      .executeTakeFirstOrThrow();
    const stripe = async (method: string, path: string, fields: Record<string, string> = {}) => {
      const reply = await fetch(`${await server.sandboxUrl()}/stripe/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${server.secrets.stripeKey}` },
        ...(method === 'POST' && { body: new URLSearchParams(fields) }),
      });
      return reply.json() as Promise<{ url: string; data: { id: string; status: string }[] }>;
    };
    const subscriptions = async () =>
      (await stripe('GET', `subscriptions?customer=${customer_id}&status=all`)).data;
    const [trial] = await subscriptions();
    // Like the provider's pricing table in a tab that was opened earlier.
    const { url } = await stripe('POST', 'checkout/sessions', {
      mode: 'subscription',
      customer: customer_id,
      success_url: 'http://localhost:3999/settings',
      'line_items[0][price]': 'demo_price_premium_weekly',
      'line_items[0][quantity]': '1',
    });
    await fillIn(url, { card: '4242424242424242' });
    await eventually(async () => {
      const all = await subscriptions();
      expect(all).toHaveLength(2);
      expect(all.find(({ id }) => id === trial?.id)).toMatchObject({ status: 'canceled' });
      expect(all.find(({ id }) => id !== trial?.id)).toMatchObject({ status: 'active' });
    });
    expect(await settings(user)).toMatchObject({
      accountStatus: 'ACTIVE',
      subscription: { status: 'active' },
    });
  });

  it('can be cancelled in the portal, and offers no second trial', async () => {
    const user = await server.signUp();
    expect((await user.call('POST', '/api/user/billing-portal')).status).toBe(404);
    await subscribe(user);
    await expectStatus(user, 'ACTIVE');
    const portal = await user.call('POST', '/api/user/billing-portal');
    await fillIn(`${portal.body['url']}/cancel`);
    await eventually(async () =>
      expect(await settings(user)).toMatchObject({
        accountStatus: 'ACTIVE',
        subscription: { cancelsAtPeriodEnd: true },
      }),
    );
    await fillIn(`${portal.body['url']}/end`);
    await expectStatus(user, 'FREE');
    expect((await user.call('GET', '/api/user/billing')).body).toMatchObject({
      canTry: false,
      subscription: { status: 'canceled' },
    });
    const withoutCard = await subscribe(user);
    expect(withoutCard.status).toBe(402);
    expect((await subscribe(user, '4242424242424242')).status).toBe(303);
    await expectStatus(user, 'ACTIVE');
    expect(await settings(user)).toMatchObject({ subscription: { status: 'active' } });
  });

  it('keeps Premium for seven days after a failed payment, sends one mail, and accepts a new card', async () => {
    const own = await openTestServer();
    await own.app.work();
    const user = await own.signUp({ email: 'late@example.com' });
    const page = async (url: string, fields: Record<string, string>) =>
      own.app.http.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
    await page((await user.call('POST', '/api/user/checkout')).body['url'], { card: '4000000000000002' });
    await expectStatus(user, 'ACTIVE');
    await steer('clock', { hours: 24 * 7 + 1 }, own);
    await eventually(async () =>
      expect(await settings(user)).toMatchObject({ subscription: { status: 'past_due' } }),
    );
    expect(await settings(user)).toMatchObject({ accountStatus: 'ACTIVE' });
    const mail = await own.mailTo('late@example.com', 2);
    expect(mail.subject).toBe('Your payment for Dayloom Premium failed');
    expect((await user.call('POST', '/api/user/checkout')).error).toMatchObject({
      code: 'already_subscribed',
    });
    const portal = await user.call('POST', '/api/user/billing-portal');
    await page(`${portal.body['url']}/card`, { card: '4242424242424242' });
    await eventually(async () =>
      expect(await settings(user)).toMatchObject({ subscription: { status: 'active', graceEndsAt: null } }),
    );
  });

  it('stops charging a closed account, and resumes when it is reopened', async () => {
    const user = await server.signUp();
    const close = () =>
      user.call('POST', '/api/user/delete-account', { email: user.profile.email, password: TEST_PASSWORD });
    const keep = () => user.call('POST', '/api/user/keep-account');
    const isEnding = async () => {
      const page = await server.app.http.inject({ method: 'GET', url: toPath(portalUrl) });
      return page.body.includes('/renew"');
    };
    await subscribe(user, '4242424242424242');
    await expectStatus(user, 'ACTIVE');
    const portalUrl = (await user.call('POST', '/api/user/billing-portal')).body['url'] as string;
    expect(await isEnding()).toBe(false);
    expect((await close()).status).toBe(200);
    await eventually(async () => expect(await isEnding()).toBe(true));
    expect((await keep()).status).toBe(200);
    await eventually(async () => expect(await isEnding()).toBe(false));

    // A subscription that its owner had cancelled stays cancelled.
    await fillIn(`${portalUrl}/cancel`);
    await close();
    await keep();
    const job = server.app.jobs.find(({ name }) => name === 'billing.follow-closing');
    await job?.run({ userId: user.profile._id });
    expect(await isEnding()).toBe(true);
  });

  it('can refresh after a lost webhook', async () => {
    const user = await server.signUp();
    await steer('faults', { provider: 'stripe', kind: 'drop-webhook', times: 3 });
    await subscribe(user);
    expect(await settings(user)).toMatchObject({ accountStatus: 'FREE' });
    expect((await user.call('POST', '/api/user/billing/refresh')).body).toMatchObject({
      accountStatus: 'ACTIVE',
    });
    expect(await settings(user)).toMatchObject({ accountStatus: 'ACTIVE' });
  });

  it('reports an unavailable provider, and recovers', async () => {
    const user = await server.signUp();
    await steer('faults', { provider: 'stripe', kind: 'error', times: 9 });
    expect((await user.call('POST', '/api/user/generate-customer-secret')).error).toMatchObject({
      code: 'unavailable',
      message: 'Unable to load billing information',
    });
    await steer('faults', { provider: 'stripe', kind: 'error', times: 0 });
    expect((await user.call('POST', '/api/user/generate-customer-secret')).status).toBe(200);
  });

  it('requires a sign-in', async () => {
    for (const [method, path] of [
      ['GET', 'billing'],
      ['POST', 'generate-customer-secret'],
      ['POST', 'checkout'],
      ['POST', 'billing-portal'],
      ['POST', 'billing/refresh'],
    ] as const) {
      expect((await server.call(method, `/api/user/${path}`)).status).toBe(401);
    }
  });

  it('gives everyone all features when payments are off', async () => {
    const free = await openTestServer({ BILLING: 'off' });
    const user = await free.signUp();
    expect(await settings(user)).toMatchObject({ accountStatus: 'ACTIVE', subscription: null });
    expect((await user.call('POST', '/api/user/checkout')).error).toMatchObject({
      code: 'forbidden',
      message: 'This server does not accept payments: everything is included.',
    });
    expect((await free.call('POST', '/api/webhooks/stripe', {})).status).toBe(403);
  });

  it('ignores sandbox purchases once real keys are set', async () => {
    const user = await server.signUp();
    await subscribe(user);
    await expectStatus(user, 'ACTIVE');
    const { subscription } = await server.app.platform.db
      .selectFrom('users')
      .select('subscription')
      .where('id', '=', user.profile._id)
      .executeTakeFirstOrThrow();
    expect(subscription).toMatchObject({ mode: 'sandbox' });
    const live = await openTestServer({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_PRICE_ID: 'price_1',
    });
    const other = await live.signUp();
    await live.app.platform.db
      .updateTable('users')
      .set({ subscription: JSON.stringify(subscription) })
      .where('id', '=', other.profile._id)
      .execute();
    expect(await settings(other)).toMatchObject({ accountStatus: 'FREE', subscription: null });
  });
});

describe('the payment webhook', () => {
  const getWebhookSecret = (on: TestServer) => on.secrets.stripeWebhook;
  const signed = (
    on: TestServer,
    body: string,
    secret = getWebhookSecret(on),
    at = Math.floor(Date.now() / 1000),
  ) => {
    const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return on.app.http.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${mac}` },
      payload: body,
    });
  };
  const event = (customer: string, type = 'customer.subscription.deleted') =>
    JSON.stringify({
      id: `demo_evt_${randomBytes(6).toString('hex')}`,
      object: 'event',
      type,
      data: { object: { object: 'subscription', customer, status: 'active' } },
    });
  const getCustomer = async (user: TestUser) =>
    (
      await server.app.platform.db
        .selectFrom('billing_accounts')
        .select('customer_id')
        .where('user_id', '=', user.profile._id)
        .executeTakeFirstOrThrow()
    ).customer_id;

  it('refuses unsigned, forged, changed or old events', async () => {
    const body = event('demo_cus_x');
    expect((await server.call('POST', '/api/webhooks/stripe', JSON.parse(body))).error).toMatchObject({
      code: 'invalid_request',
      message: 'The signature does not match.',
    });
    expect((await signed(server, body, 'whsec_forged')).statusCode).toBe(400);
    expect((await signed(server, body, undefined, Math.floor(Date.now() / 1000) - 301)).statusCode).toBe(400);
    const known = await server.app.platform.db
      .selectFrom('billing_events')
      .select('id')
      .where('id', '=', JSON.parse(body).id)
      .execute();
    expect(known).toEqual([]);
  });

  it('asks the provider about each event, whatever the order and number of deliveries', async () => {
    const user = await server.signUp();
    await subscribe(user);
    await expectStatus(user, 'ACTIVE');
    const customer = await getCustomer(user);
    const body = event(customer);
    for (let delivery = 0; delivery < 3; delivery++)
      expect((await signed(server, body)).statusCode).toBe(200);
    const { id } = JSON.parse(body);
    await eventually(async () => {
      const row = await server.app.platform.db
        .selectFrom('billing_events')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.processed_at).not.toBeNull();
    });
    expect(await settings(user)).toMatchObject({ accountStatus: 'ACTIVE' });
  });

  it('handles repeated and reordered deliveries', async () => {
    const user = await server.signUp();
    await steer('faults', { provider: 'stripe', kind: 'duplicate-webhook', times: 3 });
    await steer('faults', { provider: 'stripe', kind: 'reorder-webhook', times: 1 });
    await subscribe(user);
    await expectStatus(user, 'ACTIVE');
  });

  it('accepts events about unknown customers', async () => {
    expect((await signed(server, event('demo_cus_unknown'))).statusCode).toBe(200);
    expect((await signed(server, event('cus_live'))).statusCode).toBe(200);
  });

  it('leaves no usable secret in responses or in the database', async () => {
    const user = await server.signUp();
    const { body } = await user.call('POST', '/api/user/generate-customer-secret');
    const secret = String(body['customerClientSecret']);
    expect(JSON.stringify((await user.call('GET', '/api/user/profile')).body)).not.toContain(secret);
    expect(await server.dump()).not.toContain(secret);
    expect(await server.dump()).not.toContain(getWebhookSecret(server));
  });
});
