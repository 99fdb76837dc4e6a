import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import twilio from 'twilio';
import { afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts';
import type { Delivery, Send } from '../webhooks.ts';
import { DEMO_ACCOUNT, DEMO_SENDER, DEMO_VERIFY_SERVICE } from './emulated-twilio.ts';

const SERVER = 'http://localhost:3999';
const WEBHOOK = 'https://plan.example.com/api/webhooks/twilio';
const MAYA = '+16175550142';
const secrets = {
  stripeKey: 'demo_sk',
  oauthClient: 'demo secret',
  stripeWebhook: 'whsec_x',
  twilioToken: randomBytes(12).toString('hex'),
  inboundMail: 'demo',
  caldavPassword: 'demo-word-demo-word',
  todoistToken: 'demo_todoist_test',
};

const open: Sandbox[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A sandbox with captured webhooks, and the official client connected to it. */
async function start(
  options: Partial<SandboxOptions> = {},
  answer = '<Response/>',
  authToken = secrets.twilioToken,
) {
  const delivered: Delivery[] = [];
  const send: Send = async (delivery) => {
    delivered.push(delivery);
    return { status: 200, body: answer };
  };
  const sandbox = await startSandbox({
    serverUrl: SERVER,
    publicUrl: 'https://plan.example.com',
    apiBaseUrl: 'https://plan.example.com/api',
    secrets,
    stateFile: null,
    send,
    ...options,
  });
  open.push(sandbox);
  const httpClient = new twilio.RequestClient();
  const request = httpClient.request.bind(httpClient);
  httpClient.request = (asked) => {
    const { hostname, pathname, search } = new URL(asked.uri);
    const product = hostname.startsWith('verify.') ? '/verify' : '';
    return request({ ...asked, uri: `${sandbox.url}/twilio${product}${pathname}${search}` });
  };
  const client = twilio(DEMO_ACCOUNT, authToken, { httpClient });
  const post = (page: string, body: object) =>
    fetch(sandbox.url + page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const texts = async (to: string): Promise<{ text: string; from: string; channel: string }[]> =>
    ((await (await fetch(`${sandbox.url}/sandbox/messages?to=${to}`)).json()) as { messages: [] }).messages;
  const reply = async (number: string, text: string) => {
    await post('/sandbox/phone/reply', { number, text });
    await sandbox.settled();
  };
  const verify = client.verify.v2.services(DEMO_VERIFY_SERVICE);
  return { sandbox, client, verify, delivered, post, texts, reply };
}

const parseFields = ({ body }: Delivery) => Object.fromEntries(new URLSearchParams(body));
const text = (to: string, more: object = {}) => ({ to, from: DEMO_SENDER, body: 'Hello & <hi>', ...more });

describe("the sandbox's text messages, by the official client", () => {
  it('arrive on the phone, and their status is reported, signed for the public address', async () => {
    const { client, sandbox, delivered, texts } = await start();
    const message = await client.messages.create(text(MAYA, { statusCallback: WEBHOOK }));
    expect(message).toMatchObject({ to: MAYA, from: DEMO_SENDER, status: 'queued' });
    expect(await texts(MAYA)).toMatchObject([{ channel: 'sms', from: DEMO_SENDER, text: 'Hello & <hi>' }]);
    expect(await texts('+1617555014')).toEqual([]);
    await sandbox.settled();
    expect(delivered.map((one) => parseFields(one)['MessageStatus'])).toEqual(['sent', 'delivered']);
    for (const delivery of delivered) {
      expect(delivery.url).toBe(`${SERVER}/api/webhooks/twilio`);
      const signature = delivery.headers['x-twilio-signature'] ?? '';
      expect(twilio.validateRequest(secrets.twilioToken, signature, WEBHOOK, parseFields(delivery))).toBe(
        true,
      );
    }
    expect((await client.messages(message.sid).fetch()).sid).toBe(message.sid);
    expect(await client.messages.list({ to: MAYA, limit: 5 })).toHaveLength(1);
  });

  it('require the right key, a sender and a number', async () => {
    const { client } = await start({}, '', 'wrong');
    await expect(client.messages.create(text(MAYA))).rejects.toMatchObject({ status: 401, code: 20003 });
    const { client: known } = await start();
    await expect(known.messages.create(text('12'))).rejects.toMatchObject({ status: 400, code: 21201 });
    await expect(known.messages.create({ to: MAYA, from: '+16175550100', body: 'x' })).rejects.toMatchObject({
      code: 21606,
    });
  });

  it.each([
    ['+15005550001', 21211],
    ['+15005550002', 21612],
    ['+15005550004', 21610],
    ['+15005550009', 21614],
  ])('to %s are refused as the provider does with its test numbers', async (to, code) => {
    const { client } = await start();
    await expect(client.messages.create(text(to))).rejects.toMatchObject({ status: 400, code });
  });

  it('stop after STOP and resume after START, which are confirmed and forwarded', async () => {
    const { client, delivered, texts, reply, verify } = await start();
    await client.messages.create(text(MAYA));
    await reply(MAYA, ' stop ');
    await expect(client.messages.create(text(MAYA))).rejects.toMatchObject({ code: 21610 });
    await expect(verify.verifications.create({ to: MAYA, channel: 'sms' })).rejects.toMatchObject({
      code: 21610,
    });
    expect((await texts(MAYA))[0]?.text).toMatch(/unsubscribed/);
    await reply(MAYA, 'START');
    expect((await client.messages.create(text(MAYA))).status).toBe('queued');
    expect(delivered.map((one) => parseFields(one)['Body'])).toEqual(['stop', 'START']);
    const [first] = delivered as [Delivery];
    const signature = first.headers['x-twilio-signature'] ?? '';
    expect(twilio.validateRequest(secrets.twilioToken, signature, WEBHOOK, parseFields(first))).toBe(true);
    expect(twilio.validateRequest('another', signature, WEBHOOK, parseFields(first))).toBe(false);
  });

  it('are sent back if the webhook returns one', async () => {
    const { texts, reply } = await start({}, '<Response><Message>A &amp; B</Message></Response>');
    await reply(MAYA, 'HELP');
    expect((await texts(MAYA))[0]?.text).toBe('A & B');
    await reply(MAYA, 'STOP');
    expect((await texts(MAYA))[0]?.text).toMatch(/unsubscribed/);
  });

  it('fail on request', async () => {
    const { client, sandbox, delivered, texts, post } = await start();
    const fault = (kind: string) => post('/sandbox/faults', { provider: 'twilio', kind, times: 1 });
    await fault('error');
    await expect(client.messages.create(text(MAYA))).rejects.toMatchObject({ status: 500 });
    await fault('rate-limit');
    await expect(client.messages.create(text(MAYA))).rejects.toMatchObject({ status: 429 });
    await fault('undeliverable');
    await client.messages.create(text(MAYA, { statusCallback: WEBHOOK }));
    await sandbox.settled();
    expect(parseFields(delivered.at(-1) as Delivery)).toMatchObject({
      MessageStatus: 'undelivered',
      ErrorCode: '30005',
    });
    expect(await texts(MAYA)).toEqual([]);
    await fault('slow');
    const before = performance.now();
    await client.messages.create(text(MAYA));
    expect(performance.now() - before).toBeGreaterThan(1_900);
  });

  it("fail in the provider's format for unknown calls", async () => {
    const { client } = await start();
    await expect(client.calls.create({ to: MAYA, from: DEMO_SENDER, url: WEBHOOK })).rejects.toMatchObject({
      status: 404,
      code: 20404,
    });
  });
});

describe("the sandbox's codes (Verify), by the official client", () => {
  const codeIn = (texts: { text: string }[]) => /\d{6}/.exec(texts[0]?.text ?? '')?.[0] ?? '';

  it('are valid once', async () => {
    const { verify, texts } = await start();
    const started = await verify.verifications.create({ to: MAYA, channel: 'sms' });
    expect(started.status).toBe('pending');
    const code = codeIn(await texts(MAYA));
    expect((await verify.verifications(started.sid).fetch()).status).toBe('pending');
    const check = await verify.verificationChecks.create({ to: MAYA, code });
    expect(check).toMatchObject({ status: 'approved', valid: true });
    await expect(verify.verificationChecks.create({ to: MAYA, code })).rejects.toMatchObject({
      status: 404,
      code: 20404,
    });
    await expect(verify.verifications(started.sid).fetch()).rejects.toMatchObject({ status: 404 });
  });

  it('can be sent five times and checked five times', async () => {
    const { verify, texts } = await start();
    const send = () => verify.verifications.create({ to: MAYA, channel: 'sms' });
    const sids = new Set<string>();
    for (let sent = 0; sent < 5; sent++) sids.add((await send()).sid);
    expect(sids.size).toBe(1);
    await expect(send()).rejects.toMatchObject({ status: 429, code: 60203 });
    const code = codeIn(await texts(MAYA));
    const wrong = code === '000000' ? '000001' : '000000';
    const check = (tried: string) => verify.verificationChecks.create({ to: MAYA, code: tried });
    for (let tried = 0; tried < 5; tried++)
      expect(await check(wrong)).toMatchObject({ status: 'pending', valid: false });
    await expect(check(code)).rejects.toMatchObject({ status: 429, code: 60202 });
  });

  it('are still valid at the fifth check', async () => {
    const { verify, texts } = await start();
    await verify.verifications.create({ to: MAYA, channel: 'sms' });
    const code = codeIn(await texts(MAYA));
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tried = 0; tried < 4; tried++) await verify.verificationChecks.create({ to: MAYA, code: wrong });
    expect((await verify.verificationChecks.create({ to: MAYA, code })).status).toBe('approved');
  });

  it("expire after ten minutes by the sandbox's clock, and can be replaced", async () => {
    const { verify, texts, post } = await start();
    const first = await verify.verifications.create({ to: MAYA, channel: 'sms' });
    const code = codeIn(await texts(MAYA));
    await post('/sandbox/clock', { hours: 0.17 });
    await expect(verify.verificationChecks.create({ to: MAYA, code })).rejects.toMatchObject({ status: 404 });
    const second = await verify.verifications.create({ to: MAYA, channel: 'sms' });
    expect(second.sid).not.toBe(first.sid);
    expect(
      (await verify.verificationChecks.create({ to: MAYA, code: codeIn(await texts(MAYA)) })).status,
    ).toBe('approved');
  });
});

describe('the phone page', () => {
  it('shows conversations as text, and replies as the owner of a number', async () => {
    const { client, sandbox, post } = await start();
    const empty = await (await fetch(`${sandbox.url}/sandbox/phone`)).text();
    expect(empty).toContain('No text message yet');
    expect(empty).toContain('Write from another number');
    await client.messages.create(text(MAYA));
    await client.messages.create(text('+12125550100'));
    const page = await (await fetch(`${sandbox.url}/sandbox/phone?number=%2B16175550142`)).text();
    expect(page).toContain('+1 (617) 555-0142');
    expect(page).toContain('Hello &amp; &lt;hi&gt;');
    const answered = await fetch(`${sandbox.url}/sandbox/phone/reply`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ number: MAYA, quick: 'STOP' }),
    });
    expect(answered.status).toBe(303);
    expect(answered.headers.get('location')).toBe('/sandbox/phone?number=%2B16175550142');
    expect(await (await fetch(`${sandbox.url}/sandbox/phone`)).text()).toContain('Opted out');
    expect((await post('/sandbox/phone/reply', { number: 'x', text: 'y' })).status).toBe(400);
    expect((await post('/sandbox/phone/reply', { number: MAYA, text: ' ' })).status).toBe(400);
  });

  it('keeps conversations and opt-outs over a restart', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-'));
    folders.push(folder);
    const stateFile = path.join(folder, 'sandbox.json');
    const before = await start({ stateFile });
    await before.client.messages.create(text(MAYA));
    await before.reply(MAYA, 'STOP');
    await before.sandbox.close();
    open.length = 0;
    const after = await start({ stateFile });
    expect(await after.texts(MAYA)).toHaveLength(2);
    await expect(after.client.messages.create(text(MAYA))).rejects.toMatchObject({ code: 21610 });
    await after.post('/sandbox/reset', {});
    expect(await after.texts(MAYA)).toEqual([]);
    expect((await after.client.messages.create(text(MAYA))).status).toBe('queued');
  });
});
