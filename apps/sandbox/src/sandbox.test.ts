import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import nodemailer from 'nodemailer';
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { faultKinds, providers } from './faults.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
import type { Send } from './webhooks.ts';

const SERVER = 'http://localhost:3999';
const secrets = {
  oauthClient: 'demo secret',
  stripeKey: 'demo_sk_test',
  stripeWebhook: `whsec_${randomBytes(8).toString('hex')}`,
  twilioToken: randomBytes(8).toString('hex'),
  inboundMail: randomBytes(8).toString('hex'),
  caldavPassword: 'demo-word-demo-word',
  todoistToken: 'demo_todoist_test',
};

const open: Sandbox[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Delivered {
  readonly type: string;
  readonly id: string;
  readonly body: string;
  readonly signature: string;
}

/** A sandbox with captured webhooks, and the official client connected to it. */
async function start(options: Partial<SandboxOptions> = {}, refusals = 0) {
  const delivered: Delivered[] = [];
  let left = refusals;
  const send: Send = async ({ headers, body }) => {
    if (left-- > 0) return { status: 500, body: '' };
    const { id, type } = JSON.parse(body);
    delivered.push({ id, type, body, signature: headers['stripe-signature'] ?? '' });
    return { status: 200, body: '' };
  };
  const sandbox = await startSandbox({
    serverUrl: SERVER,
    publicUrl: SERVER,
    apiBaseUrl: `${SERVER}/api`,
    secrets,
    stateFile: null,
    send,
    ...options,
  });
  open.push(sandbox);
  const { port } = new URL(sandbox.url);
  const stripe = new Stripe(secrets.stripeKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((url, init) =>
      fetch((url as string).replace('/v1/', '/stripe/v1/'), init),
    ),
  });
  const post = (path: string, body: object) =>
    fetch(sandbox.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const form = (url: string, fields: Record<string, string>) =>
    fetch(url.replace(SERVER, sandbox.url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
  return { sandbox, stripe, delivered, post, form };
}

async function subscribe({ stripe, form }: Awaited<ReturnType<typeof start>>, trialDays = 7, card = '') {
  const customer = await stripe.customers.create({ email: 'maya@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    success_url: `${SERVER}/settings?tab=billing&session={CHECKOUT_SESSION_ID}`,
    line_items: [{ price: 'demo_price_premium_weekly', quantity: 1 }],
    payment_method_collection: 'if_required',
    ...(trialDays > 0 && { subscription_data: { trial_period_days: trialDays, metadata: { userId: 'u1' } } }),
  });
  const paid = await form(session.url ?? '', { card });
  return { customer, session, paid };
}

describe("the sandbox's payments, by the official client", () => {
  it('starts a trial without a card, and sends the server signed events', async () => {
    const it = await start();
    const { customer, paid } = await subscribe(it);
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toMatch(
      /^http:\/\/localhost:3999\/settings\?tab=billing&session=demo_cs_/,
    );
    const { data } = await it.stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ status: 'trialing', metadata: { userId: 'u1' }, customer: customer.id });
    await it.sandbox.settled();
    expect(it.delivered.map(({ type }) => type)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ]);
    for (const { body, signature } of it.delivered) {
      expect(it.stripe.webhooks.constructEvent(body, signature, secrets.stripeWebhook).id).toMatch(
        /^demo_evt_/,
      );
    }
  });

  it('ends a trial without a card, bills one with a card each week, and ends unpaid subscriptions', async () => {
    const it = await start();
    const { customer: bare } = await subscribe(it);
    const { customer: paying } = await subscribe(it, 7, '4242 4242 4242 4242');
    const { customer: broke } = await subscribe(it, 7, '4000 0000 0000 0002');
    await it.post('/sandbox/clock', { hours: 24 * 8 });
    const status = async (customer: string) =>
      (await it.stripe.subscriptions.list({ customer, status: 'all' })).data[0]?.status;
    expect(await status(bare.id)).toBe('canceled');
    expect(await status(paying.id)).toBe('active');
    expect(await status(broke.id)).toBe('past_due');
    await it.post('/sandbox/clock', { hours: 24 * 14 });
    expect(await status(broke.id)).toBe('canceled');
    const invoices = await it.stripe.invoices.list({ customer: paying.id });
    expect(invoices.data.map(({ amount_paid }) => amount_paid)).toEqual([800, 800, 800, 0]);
  });

  it('cancels at the end of the period in the portal, and resumes', async () => {
    const it = await start();
    const { customer } = await subscribe(it, 0, '4242424242424242');
    const portal = await it.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: SERVER,
    });
    const current = async () =>
      (await it.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data[0];
    await it.form(`${portal.url}/cancel`, {});
    expect(await current()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await it.form(`${portal.url}/renew`, {});
    expect(await current()).toMatchObject({ cancel_at_period_end: false });
    await it.form(`${portal.url}/cancel`, {});
    await it.post('/sandbox/clock', { hours: 24 * 7 + 1 });
    expect(await current()).toMatchObject({ status: 'canceled' });
  });

  it('rejects a declined card, a missing one, and an unknown customer', async () => {
    const it = await start();
    expect((await subscribe(it, 0, '4000000000000002')).paid.status).toBe(402);
    const { paid } = await subscribe(it, 0);
    expect(paid.status).toBe(402);
    expect(await paid.text()).toContain('A card is needed here.');
    await expect(it.stripe.customers.retrieve('demo_cus_nobody')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  it('repeats the response for the same idempotency key and request, and rejects another request', async () => {
    const { stripe } = await start();
    const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey: 'user-1' });
    const [first, second] = [await create('a@example.com'), await create('a@example.com')];
    expect(second.id).toBe(first.id);
    await expect(create('b@example.com')).rejects.toMatchObject({ statusCode: 400 });
  });

  it("rejects a wrong key and an unknown address in the provider's format", async () => {
    const { sandbox, stripe } = await start();
    const reply = await fetch(`${sandbox.url}/stripe/v1/customers`, {
      headers: { authorization: 'Bearer other' },
    });
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: { code: 'invalid_api_key' } }]);
    await expect(stripe.refunds.list()).rejects.toMatchObject({ statusCode: 404, code: 'unrecognized_url' });
  });

  it('delivers twice, in another order, not at all, or again after a failure, on request', async () => {
    const twice = await start();
    await twice.post('/sandbox/faults', { provider: 'stripe', kind: 'duplicate-webhook', times: 1 });
    await subscribe(twice);
    await twice.sandbox.settled();
    expect(twice.delivered.map(({ type }) => type).slice(0, 2)).toEqual([
      'customer.subscription.created',
      'customer.subscription.created',
    ]);
    expect(twice.delivered[0]?.id).toBe(twice.delivered[1]?.id);

    const swapped = await start();
    await swapped.post('/sandbox/faults', { provider: 'stripe', kind: 'reorder-webhook', times: 1 });
    await subscribe(swapped);
    await swapped.sandbox.settled();
    expect(swapped.delivered.map(({ type }) => type).slice(0, 2)).toEqual([
      'invoice.paid',
      'customer.subscription.created',
    ]);

    const refused = await start({}, 1);
    await subscribe(refused);
    await refused.sandbox.settled();
    expect(refused.delivered).toHaveLength(3);
  });

  it('fails on request', async () => {
    const { stripe, post } = await start();
    await post('/sandbox/faults', { provider: 'stripe', kind: 'rate-limit', times: 1 });
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 429 });
    await post('/sandbox/faults', { provider: 'stripe', kind: 'error', times: 1 });
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 500 });
    await expect(stripe.customers.create({})).resolves.toMatchObject({ object: 'customer' });
    expect((await post('/sandbox/faults', { provider: 'nobody', kind: 'error' })).status).toBe(400);
  });
});

describe("the sandbox's mail", () => {
  it('stores the mail of an SMTP client by recipient, with text attachments', async () => {
    const { sandbox, post } = await start();
    const transport = nodemailer.createTransport(sandbox.smtpUrl);
    await transport.sendMail({
      from: 'Dayloom <no-reply@localhost>',
      to: 'Maya@example.com',
      subject: 'Grüße',
      text: 'Hello\n\nhttps://example.com/x?y=1',
      attachments: [{ filename: 'invite.ics', content: 'BEGIN:VCALENDAR', contentType: 'text/calendar' }],
    });
    const reply = await fetch(`${sandbox.url}/sandbox/messages?to=maya@example.com`);
    expect(await reply.json()).toMatchObject({
      success: true,
      messages: [
        {
          channel: 'mail',
          subject: 'Grüße',
          text: 'Hello\n\nhttps://example.com/x?y=1',
          attachments: [{ filename: 'invite.ics', content: expect.stringContaining('BEGIN:VCALENDAR') }],
        },
      ],
    });
    const page = await (await fetch(`${sandbox.url}/sandbox/inbox`)).text();
    expect(page).toContain('<a href="https://example.com/x?y=1">');
    await post('/sandbox/faults', { provider: 'mail', kind: 'undeliverable', times: 1 });
    await expect(
      transport.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'x' }),
    ).rejects.toMatchObject({ responseCode: 550 });
    await post('/sandbox/reset', {});
    expect(await (await fetch(`${sandbox.url}/sandbox/messages`)).json()).toMatchObject({ messages: [] });
    transport.close();
  });

  it('shows the content of a mail as text', async () => {
    const { sandbox } = await start();
    const transport = nodemailer.createTransport(sandbox.smtpUrl);
    await transport.sendMail({
      from: 'a@example.com',
      to: 'b@example.com',
      subject: '<script>',
      text: '<b>',
    });
    const page = await (await fetch(`${sandbox.url}/sandbox/inbox`)).text();
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>');
    transport.close();
  });
});

describe('the sandbox itself', () => {
  it('keeps its state over a restart', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-'));
    folders.push(folder);
    const stateFile = path.join(folder, 'deep/sandbox.json');
    const before = await start({ stateFile });
    const { customer } = await subscribe(before);
    await before.sandbox.close();
    open.length = 0;
    const { stripe } = await start({ stateFile });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data[0]?.status).toBe('trialing');
  });

  it('has a hub with a clock that only moves forward', async () => {
    const { sandbox, post } = await start({ now: () => new Date('2026-11-16T08:00:00Z') });
    const page = await fetch(`${sandbox.url}/sandbox`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('2026-11-16 08:00 UTC');
    expect(await (await post('/sandbox/clock', { hours: 25 })).json()).toMatchObject({
      now: '2026-11-17T09:00:00.000Z',
    });
    expect((await post('/sandbox/clock', { hours: -1 })).status).toBe(400);
    expect((await post('/sandbox/clock', {})).status).toBe(400);
  });

  it("shows the providers' calendars, and lets users add events to them", async () => {
    const { sandbox, post } = await start({ now: () => new Date('2026-11-16T08:00:00Z') });
    const write = (input: object) => post('/sandbox/calendars', input);
    for (const account of ['maya.demo@gmail.example', 'maya.okafor@contoso.example'])
      expect((await write({ account, title: `<Tea> ${account}`, startsAt: '2026-11-17T10:00' })).status).toBe(
        200,
      );
    for (const wrong of [
      { account: 'nobody@example.com', title: 'Tea', startsAt: '2026-11-17T10:00' },
      { account: 'maya.demo@gmail.example', title: ' ', startsAt: '2026-11-17T10:00' },
      { account: 'maya.demo@gmail.example', title: 'Tea', startsAt: 'soon' },
    ])
      expect((await write(wrong)).status).toBe(400);
    const at = `${sandbox.url}/sandbox/calendars`;
    const { events } = (await (await fetch(at)).json()) as { events: { title: string; startsAt: string }[] };
    expect(events.filter(({ startsAt }) => startsAt === '2026-11-17T10:00:00.000Z')).toHaveLength(2);
    const page = await (await fetch(at, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('Invited by');
    expect(page).toContain('&lt;Tea&gt; maya.okafor@contoso.example');
    expect(await (await fetch(`${sandbox.url}/sandbox`)).text()).toContain('href="/sandbox/calendars"');
  });
});

describe("the sandbox's page", () => {
  it('names what can fail in words, and shows what will', async () => {
    const { sandbox, post } = await start();
    const readPage = async () =>
      (await fetch(`${sandbox.url}/sandbox`, { headers: { accept: 'text/html' } })).text();
    const page = await readPage();
    const options = [...page.matchAll(/<option value="([^"]+)">([^<]+)</g)].map(([, id, name]) => [id, name]);
    expect(options.map(([id]) => id)).toEqual([...providers, ...faultKinds]);
    for (const [id, name] of options) expect(name, id).toMatch(/^(?:[A-Z]|iCloud).*[a-z)]$/);
    expect(page.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(
      /-(?:removal|webhook|channel|token)|sync token|twilio|410/,
    );
    await post('/sandbox/faults', { provider: 'microsoft', kind: 'bare-removal', times: 2 });
    expect(await readPage()).toContain(
      '<span>Microsoft: Reports a removed occurrence without its series (Outlook)</span><span class="chip warn">2 left</span>',
    );
  });
});
