import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { mintScope } from '#platform/scope.ts';
import { eventually } from '#test/eventually.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';
import { queueReminderTexts, sendDueMessages } from './operations/texts.ts';

const NOON = '2026-11-16T17:00:00Z';
/** Without billing, everybody has the Premium entitlements. */
const server = await openTestServer({ BILLING: 'off', LOG_LEVEL: 'fatal' });
server.setTime(NOON);

let numbers = 0;
function newNumber(): string {
  numbers += 1;
  return `+1212555${String(1_000 + numbers)}`;
}

const scopeFor = (user: TestUser) => mintScope(user.profile._id, 'system');
const setReminders = (user: TestUser, enabled: boolean) =>
  user.call('PUT', '/api/user/sms-reminders', { enabled, ...(enabled && { consent: true }) });
const readSettings = async (user: TestUser) =>
  (await user.call('GET', '/api/user/profile')).body['user'].settings;
const texts = async (on: TestServer, mobile: string): Promise<string[]> =>
  (await on.call('GET', `/sandbox/messages?to=${encodeURIComponent(mobile)}`)).body['messages'].map(
    ({ text }: { text: string }) => text,
  );

/** Queues a reminder of the user. */
async function queue(on: TestServer, user: TestUser) {
  const id = randomUUID();
  const note = { key: id, kind: 'task', title: 'Report', text: '', at: null, path: '/tasks' } as const;
  const text = { id, text: 'Report starts at 2.', usefulUntil: new Date('2030-01-01'), note };
  const [result] = await on.app.platform.db
    .transaction()
    .execute((tx) => queueReminderTexts(on.app.phone, tx, scopeFor(user), [text]));
  return { id, result };
}

/** Queues a reminder and sends what is due. Returns the message's status, or why it was not queued. */
async function send(on: TestServer, user: TestUser) {
  const { id, result } = await queue(on, user);
  if (result?.outcome !== 'queued') return result;
  await sendDueMessages(on.app.phone);
  const { status } = await on.app.platform.db
    .selectFrom('sms_messages')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // The sandbox delivers at once.
  return { outcome: status === 'delivered' || status === 'undelivered' ? 'sent' : status };
}

const listMessages = (on: TestServer, user: TestUser) =>
  on.app.platform.db
    .selectFrom('sms_messages')
    .selectAll()
    .where('user_id', '=', user.profile._id)
    .where('kind', '=', 'reminder')
    .orderBy('created_at')
    .execute();

/** The phone's owner replies, on the sandbox's phone page. */
const reply = (on: TestServer, number: string, text: string) =>
  on.call('POST', '/sandbox/phone/reply', { number, text });

async function verified(on: TestServer, timeZone = 'America/New_York') {
  const [user, mobile] = [await on.signUp({ timeZone }), newNumber()];
  await user.call('POST', '/api/user/generate-otp', { mobile });
  const { text } = await on.mailTo(mobile);
  await user.call('POST', '/api/user/verify-otp', { otpCode: /\d{6}/.exec(text)?.[0] });
  return { user, mobile };
}

async function reminded(on: TestServer, timeZone?: string) {
  const owner = await verified(on, timeZone);
  expect((await setReminders(owner.user, true)).status).toBe(200);
  return owner;
}

describe('the switch for SMS reminders', () => {
  it('is off until the user consents, and stores the wording of the consent', async () => {
    const { user, mobile } = await verified(server);
    expect((await readSettings(user)).sendReminders).toBe(false);
    expect((await user.call('PUT', '/api/user/sms-reminders', { enabled: true })).error.message).toBe(
      'Reminders by SMS need your consent',
    );
    expect((await setReminders(user, true)).body).toEqual({ success: true, message: 'SMS reminders are on' });
    expect((await readSettings(user)).sendReminders).toBe(true);
    server.setTime('2026-11-16T17:00:01Z');
    await setReminders(user, false);
    expect((await readSettings(user)).sendReminders).toBe(false);
    const consents = await server.app.platform.db
      .selectFrom('sms_consents')
      .selectAll()
      .where('user_id', '=', user.profile._id)
      .orderBy('created_at')
      .execute();
    expect(consents).toMatchObject([
      {
        mobile,
        is_given: true,
        source: 'settings',
        network_address: '127.0.0.1',
        created_at: new Date(NOON),
      },
      { mobile, is_given: false, source: 'settings' },
    ]);
    expect(consents[0]?.wording).toContain('I agree to receive SMS reminders');
  });

  it('requires a verified number, Premium and a sign-in', async () => {
    const bare = await server.signUp();
    expect((await setReminders(bare, true)).error).toMatchObject({
      code: 'unprocessable',
      message: 'Verify your phone number first.',
    });
    const paid = await openTestServer();
    const { user } = await verified(paid);
    expect((await setReminders(user, true)).error).toMatchObject({
      code: 'limit_reached',
      message: 'SMS reminders are part of Premium.',
    });
    expect((await server.call('PUT', '/api/user/sms-reminders', { enabled: false })).status).toBe(401);
  });

  it('turns off with the number', async () => {
    const { user } = await reminded(server);
    await user.call('POST', '/api/user/unverify-phone-number');
    expect((await readSettings(user)).sendReminders).toBe(false);
  });
});

describe('a text to a user', () => {
  it('is sent, and its delivery status is recorded', async () => {
    const { user, mobile } = await reminded(server);
    expect(await send(server, user)).toEqual({ outcome: 'sent' });
    const [text] = await texts(server, mobile);
    expect(text).toBe('Report starts at 2.');
    await eventually(async () =>
      expect(await listMessages(server, user)).toMatchObject([
        { status: 'delivered', mobile, provider_id: expect.stringMatching(/^SM/), attempts: 1 },
      ]),
    );
  });

  it('is refused with the reason', async () => {
    const bare = await server.signUp();
    expect(await send(server, bare)).toEqual({ outcome: 'refused', reason: 'no_verified_number' });
    const { user } = await verified(server);
    expect(await send(server, user)).toEqual({ outcome: 'refused', reason: 'no_consent' });
    const paid = await openTestServer();
    const free = await verified(paid);
    expect(await send(paid, free.user)).toEqual({ outcome: 'refused', reason: 'not_entitled' });
    const off = await openTestServer({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3999' });
    expect(await send(off, await off.signUp())).toEqual({ outcome: 'refused', reason: 'sms_off' });
  });

  it('is not sent to a closed account', async () => {
    const own = await openTestServer({ BILLING: 'off' });
    own.setTime(NOON);
    const { user } = await reminded(own);
    const closing = { email: user.profile.email, password: 'correct horse battery' };
    expect((await user.call('POST', '/api/user/delete-account', closing)).body.state).toBe('closed');
    expect(await send(own, user)).toEqual({ outcome: 'refused', reason: 'closed' });
  });

  it('is limited per day of the home zone, and the list behind the bell says so', async () => {
    const own = await openTestServer({
      BILLING: 'off',
      SMS_REMINDERS_PER_USER: '2',
      SMS_QUIET_HOURS: '00:00-00:00',
    });
    own.setTime(NOON);
    const { user, mobile } = await reminded(own, 'America/New_York');
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    const sendAt = async (instant: string, ...outcomes: string[]) => {
      own.setTime(instant);
      for (const outcome of outcomes) expect(await send(own, user), instant).toMatchObject({ outcome });
    };
    await sendAt('2026-11-17T04:59:59Z', 'sent', 'sent', 'refused');
    await sendAt('2026-11-17T05:00:00Z', 'sent', 'sent', 'refused');
    await sendAt('2026-11-18T04:59:59Z', 'refused');
    // A move does not begin a new day: what was sent on the day of the new zone counts.
    await sendAt('2026-11-19T12:00:00Z', 'sent', 'sent', 'refused');
    const moveTo = (timeZoneName: string) => user.call('PUT', '/api/user/home-time-zone', { timeZoneName });
    expect((await moveTo('Asia/Tokyo')).status).toBe(200);
    await sendAt('2026-11-19T14:59:59Z', 'refused');
    await sendAt('2026-11-19T15:00:00Z', 'sent');
    await moveTo('America/New_York');
    await sendAt('2026-11-19T15:01:00Z', 'refused');

    await user.call('PATCH', '/api/reminders/settings', {
      defaults: {
        task: [
          { minutesBefore: 0, channels: ['sms'] },
          { minutesBefore: 5, channels: ['app', 'sms'] },
        ],
      },
    });
    await user.call('POST', '/api/tasks', { title: 'Tax', dueAt: '2026-11-19T16:00:00Z' });
    for (const instant of [
      '2026-11-19T15:02:00Z',
      '2026-11-19T15:55:00Z',
      '2026-11-19T16:00:00Z',
      '2026-11-19T16:01:00Z',
    ]) {
      own.setTime(instant);
      await own.runJob('reminders.sweep', {});
    }
    const text = 'Not sent as a text message: the limit of the day is reached.';
    expect((await user.call('GET', '/api/notifications')).body['notifications']).toMatchObject([
      { kind: 'task', title: 'Tax', text, createdAt: '2026-11-19T16:00:00.000Z' },
      { kind: 'task', title: 'Tax', text, createdAt: '2026-11-19T15:55:00.000Z' },
    ]);
    expect((await texts(own, mobile)).filter((sent) => sent.includes('Tax'))).toEqual([]);

    // A day of 23 hours.
    await sendAt('2027-03-14T05:00:00Z', 'sent', 'sent');
    await sendAt('2027-03-15T03:59:59Z', 'refused');
    await sendAt('2027-03-15T04:00:00Z', 'sent');
  });

  it('is not sent after the daily spending limit, which codes count towards', async () => {
    const own = await openTestServer({ BILLING: 'off', SMS_PRICE: '0.1', SMS_SPEND_PER_DAY: '0.2' });
    const received = vi.spyOn(own.app.platform.log, 'error').mockImplementation(() => {});
    own.setTime(NOON);
    const { user } = await reminded(own);
    expect(await send(own, user)).toMatchObject({ outcome: 'sent' });
    expect(await send(own, user)).toEqual({ outcome: 'skipped' });
    expect((await listMessages(own, user)).map(({ status, reason }) => [status, reason])).toContainEqual([
      'skipped',
      'spend_cap',
    ]);
    expect(received).toHaveBeenCalledWith(
      expect.objectContaining({ alarm: 'sms_spend' }),
      expect.any(String),
    );
    own.setTime('2026-11-17T17:00:00Z');
    expect(await send(own, user)).toMatchObject({ outcome: 'sent' });
  });

  it('waits for the end of quiet hours in the home zone, over both clock changes', async () => {
    const own = await openTestServer({ BILLING: 'off' });
    own.setTime(NOON);
    const { user, mobile } = await reminded(own, 'America/New_York');
    for (const [at, end] of [
      ['2026-11-17T02:00:00.000Z', '2026-11-17T13:00:00.000Z'],
      // DST starts in the night to 14 March 2027, so 8:00 comes an hour earlier.
      ['2027-03-14T02:30:00.000Z', '2027-03-14T12:00:00.000Z'],
      // DST ends in the night to 7 November, so 8:00 comes an hour later.
      ['2027-11-07T05:30:00.000Z', '2027-11-07T13:00:00.000Z'],
    ] as const) {
      own.setTime(at);
      const before = (await texts(own, mobile)).length;
      const untilEnd = { outcome: 'wait', until: new Date(end) };
      expect(await send(own, user)).toEqual(untilEnd);
      own.setTime(new Date(Date.parse(end) - 1).toISOString());
      expect(await send(own, user)).toEqual(untilEnd);
      expect(await texts(own, mobile)).toHaveLength(before);
      own.setTime(end);
      expect(await send(own, user)).toEqual({ outcome: 'sent' });
      await sendDueMessages(own.app.phone);
      expect(await texts(own, mobile)).toHaveLength(before + 1);
    }
  });

  it('that waits is not sent after an opt-out or to another number', async () => {
    const own = await openTestServer({ BILLING: 'off' });
    own.setTime(NOON);
    const { user, mobile } = await reminded(own);
    await queue(own, user);
    own.setTime('2026-11-17T04:00:00Z');
    await sendDueMessages(own.app.phone);
    expect(await listMessages(own, user)).toMatchObject([{ status: 'waiting' }]);
    await setReminders(user, false);
    own.setTime('2026-11-17T14:00:00Z');
    await sendDueMessages(own.app.phone);
    expect(await listMessages(own, user)).toMatchObject([{ status: 'skipped', reason: 'no_consent' }]);
    expect(await texts(own, mobile)).toHaveLength(1);
  });

  it('is tried again if the provider is unavailable, for an hour and a half', async () => {
    const own = await openTestServer({ BILLING: 'off', LOG_LEVEL: 'fatal' });
    own.setTime(NOON);
    const { user, mobile } = await reminded(own);
    await own.call('POST', '/sandbox/faults', { provider: 'twilio', kind: 'error', times: 1 });
    expect(await send(own, user)).toMatchObject({ outcome: 'waiting' });
    own.setTime('2026-11-16T17:01:00Z');
    await sendDueMessages(own.app.phone);
    expect(await texts(own, mobile)).toHaveLength(2);
    await own.call('POST', '/sandbox/faults', { provider: 'twilio', kind: 'error', times: 9 });
    await send(own, user);
    for (const minute of ['02', '07', '22']) {
      own.setTime(`2026-11-16T17:${minute}:30Z`);
      await sendDueMessages(own.app.phone);
    }
    own.setTime('2026-11-16T18:30:00Z');
    await sendDueMessages(own.app.phone);
    expect((await listMessages(own, user)).at(-1)).toMatchObject({
      status: 'failed',
      reason: 'unavailable',
      attempts: 5,
    });
  });

  it('that the carrier loses is recorded as lost', async () => {
    const { user } = await reminded(server);
    await server.call('POST', '/sandbox/faults', { provider: 'twilio', kind: 'undeliverable', times: 1 });
    await send(server, user);
    await eventually(async () =>
      expect(await listMessages(server, user)).toMatchObject([{ status: 'undelivered', reason: '30005' }]),
    );
  });
});

describe('replies', () => {
  it('with STOP end texts and codes for the number, START resumes them', async () => {
    const { user, mobile } = await reminded(server);
    await reply(server, mobile, 'Stop.');
    await eventually(async () => expect((await readSettings(user)).sendReminders).toBe(false));
    expect(await send(server, user)).toEqual({ outcome: 'refused', reason: 'opted_out' });
    const message =
      'This number has opted out of our texts. Text START from it to the number they came from, then try again.';
    expect((await setReminders(user, true)).error).toMatchObject({ code: 'unprocessable', message });
    const stranger = await server.signUp();
    expect((await stranger.call('POST', '/api/user/generate-otp', { mobile })).error).toMatchObject({
      code: 'unprocessable',
      message,
    });
    await reply(server, mobile, 'start');
    await eventually(async () => expect((await readSettings(user)).sendReminders).toBe(true));
    expect(await send(server, user)).toMatchObject({ outcome: 'sent' });
    const consents = await server.app.platform.db
      .selectFrom('sms_consents')
      .select(['is_given', 'source', 'wording'])
      .where('user_id', '=', user.profile._id)
      .where('source', '=', 'text')
      .execute();
    expect(consents).toEqual(
      expect.arrayContaining([
        { is_given: false, source: 'text', wording: 'Stop.' },
        { is_given: true, source: 'text', wording: 'start' },
      ]),
    );
  });

  it('that ask in other words to stop are confirmed, because the provider does not', async () => {
    const { user, mobile } = await reminded(server);
    await reply(server, mobile, 'Please stop texting me');
    await eventually(async () =>
      expect((await texts(server, mobile))[0]).toBe(
        'Dayloom: you get no more texts. Reply START to get them again.',
      ),
    );
    expect(await send(server, user)).toEqual({ outcome: 'refused', reason: 'opted_out' });
    for (const Body of ['1', 'What?'])
      expect((await deliver(server, { From: mobile, Body })).body).not.toContain('<Message>');
    expect((await deliver(server, { From: mobile, Body: 'HELP' })).body).toContain('<Message>');
  });

  it('with STOP end texts also if they contain a character that cannot be stored', async () => {
    const { user, mobile } = await reminded(server);
    const answer = await deliver(server, { From: mobile, Body: 'STOP\u0000' });
    expect(answer.statusCode).toBe(200);
    expect((await readSettings(user)).sendReminders).toBe(false);
    expect(await send(server, user)).toEqual({ outcome: 'refused', reason: 'opted_out' });
  });

  it('with START turn on only what STOP turned off', async () => {
    const { user, mobile } = await verified(server);
    await reply(server, mobile, 'STOP');
    await reply(server, mobile, 'START');
    await reply(server, mobile, 'HELP');
    await eventually(async () => expect((await texts(server, mobile))[0]).toContain('Reply STOP to stop'));
    expect((await readSettings(user)).sendReminders).toBe(false);
  });

  it.each(['STOPALL', 'unsubscribe', 'Cancel', 'END', 'quit', 'revoke', 'OptOut'])(
    'with %s mean STOP',
    async (word) => {
      const mobile = newNumber();
      expect((await deliver(server, { From: mobile, Body: word })).statusCode).toBe(200);
      expect(await findOptOut(server, mobile)).toEqual({ source: 'text' });
      for (const back of ['YES', 'unstop', 'Start']) {
        await deliver(server, { From: mobile, Body: back });
        expect(await findOptOut(server, mobile)).toBeUndefined();
        await deliver(server, { From: mobile, Body: word });
      }
    },
  );

  it('get an answer to HELP and to anything unexpected', async () => {
    const mobile = newNumber();
    for (const [text, answer] of [
      ['help', 'http://localhost:3999/settings?tab=profile'],
      ['1', 'no reply is needed'],
    ] as const) {
      await reply(server, mobile, text);
      await eventually(async () => expect((await texts(server, mobile))[0]).toContain(answer));
    }
  });

  it('get no answer if the provider has answered', async () => {
    const helped = await deliver(server, { From: newNumber(), Body: 'HELP', OptOutType: 'HELP' });
    expect(helped.body).not.toContain('<Message>');
  });
});

describe('the provider through its official client', () => {
  it.each([
    ['+15005550001', 'unreachable'],
    ['+15005550002', 'unreachable'],
    ['+15005550004', 'opted_out'],
    ['+15005550009', 'unreachable'],
  ])('reports that %s is %s', async (to, outcome) => {
    expect(await server.app.phone.sms?.send({ to, text: 'Hello', reference: randomUUID() })).toEqual({
      outcome,
    });
  });

  it.each([
    ['error', { kind: 'unavailable', providerCode: '20500' }],
    ['rate-limit', { kind: 'rate_limited', providerCode: '20429' }],
  ])('has a kind of failure after %s, without its keys', async (kind, failure) => {
    await server.call('POST', '/sandbox/faults', { provider: 'twilio', kind, times: 1 });
    const failed: unknown = await server.app.phone.sms
      ?.send({ to: newNumber(), text: 'Hello', reference: randomUUID() })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProviderFailure);
    expect(failed).toMatchObject(failure);
    expect(inspect(failed, { depth: 9 })).not.toContain(server.secrets.twilioToken);
  });

  it('is not used with incomplete settings', () => {
    expect(() => readConfig({ TWILIO_ACCOUNT_SID: 'ACx', TWILIO_AUTH_TOKEN: 'hush' })).toThrow(
      'TWILIO_FROM (not set): is required when TWILIO_ACCOUNT_SID is set',
    );
    expect(() => readConfig({ SMS_COUNTRIES: 'US,Canada' })).toThrow('two-letter country codes');
    expect(() => readConfig({ SMS_QUIET_HOURS: '9pm-8am' })).toThrow('two times such as 21:00-08:00');
    expect(readConfig({ NODE_ENV: 'production' }).modes.sms).toBe('off');
    expect(readConfig({ NODE_ENV: 'production' }).codeCaps.address).toBe(30);
    expect(readConfig({ NODE_ENV: 'production' }).smsGuards).toEqual({
      prefixAlarm: 20,
      conversionAlarm: 25,
      textsPerDay: 2_500,
    });
  });
});

const WEBHOOK = 'http://localhost:3999/api/webhooks/twilio';

function createSignature(token: string, url: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((all, name) => `${all}${name}${fields[name]}`, url);
  return createHmac('sha1', token).update(text).digest('base64');
}

/** A webhook call as the provider makes it, with optional deviations. */
function deliver(
  on: TestServer,
  fields: Record<string, string>,
  change: { token?: string; url?: string; path?: string; sign?: boolean; sent?: Record<string, string> } = {},
) {
  const all = { MessageSid: `SM${randomBytes(16).toString('hex')}`, To: '+15005550006', ...fields };
  const { token = on.secrets.twilioToken, url = WEBHOOK, path = '', sign = true, sent = all } = change;
  return on.app.http.inject({
    method: 'POST',
    url: `/api/webhooks/twilio${path}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(sign && { 'x-twilio-signature': createSignature(token, url, all) }),
    },
    payload: new URLSearchParams(sent).toString(),
  });
}

const findOptOut = (on: TestServer, mobile: string) =>
  on.app.platform.db
    .selectFrom('sms_opt_outs')
    .select('source')
    .where('mobile', '=', mobile)
    .executeTakeFirst();

describe('the SMS webhook', () => {
  it('refuses unsigned, forged or changed calls, and those signed for another address', async () => {
    const mobile = newNumber();
    const fields = { MessageSid: 'SM1', From: mobile, Body: 'STOP', To: '+15005550006' };
    const attempts = [
      await deliver(server, fields, { sign: false }),
      await deliver(server, fields, { token: 'guessed' }),
      await deliver(server, fields, { sent: { ...fields, From: newNumber() } }),
      await deliver(server, fields, { sent: { ...fields, Extra: '1' } }),
      await deliver(server, fields, { url: 'http://localhost:3999/api/webhooks/stripe' }),
      await deliver(server, fields, { path: '?x=1' }),
    ];
    for (const attempt of attempts) {
      expect(attempt.statusCode).toBe(400);
      expect(attempt.json()).toMatchObject({
        code: 'invalid_request',
        message: 'The signature does not match.',
      });
    }
    expect(await findOptOut(server, mobile)).toBeUndefined();
    expect((await deliver(server, fields, { path: '?x=1', url: `${WEBHOOK}?x=1` })).statusCode).toBe(200);
    expect(await findOptOut(server, mobile)).toEqual({ source: 'text' });
  });

  it('is verified for the public address, wherever the server listens', async () => {
    const own = await openTestServer({
      PUBLIC_URL: 'https://plan.example.com',
      API_BASE_URL: 'https://api.example.com/v1',
      TWILIO_ACCOUNT_SID: 'ACx',
      TWILIO_AUTH_TOKEN: 'live-token',
      TWILIO_FROM: '+16175550100',
    });
    const url = 'https://api.example.com/v1/webhooks/twilio';
    const fields = { From: newNumber(), Body: 'HELP' };
    const answer = await deliver(own, fields, { token: 'live-token', url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(answer.body).toMatch(/^<\?xml .*<Response><Message>Dayloom: .*Msg &amp; data/);
    expect((await deliver(own, fields, { token: 'live-token' })).statusCode).toBe(400);
  });

  it('handles a text once, however often it is delivered', async () => {
    const mobile = newNumber();
    const stop = { MessageSid: `SM${randomBytes(16).toString('hex')}`, From: mobile, Body: 'STOP' };
    await deliver(server, stop);
    await deliver(server, { From: mobile, Body: 'START' });
    await deliver(server, stop);
    expect(await findOptOut(server, mobile)).toBeUndefined();
    const help = { MessageSid: `SM${randomBytes(16).toString('hex')}`, From: mobile, Body: 'HELP' };
    expect((await deliver(server, help)).body).toContain('<Message>');
    expect((await deliver(server, help)).body).not.toContain('<Message>');
  });

  it('accepts reports in any order, and about unknown messages', async () => {
    const { user } = await reminded(server);
    await send(server, user);
    await eventually(async () =>
      expect(await listMessages(server, user)).toMatchObject([{ status: 'delivered' }]),
    );
    const [message] = await listMessages(server, user);
    const report = (MessageStatus: string, reference = message?.id) => {
      const path = `?ref=${reference}`;
      return deliver(server, { MessageStatus }, { path, url: WEBHOOK + path });
    };
    for (const late of ['sent', 'queued', 'failed']) expect((await report(late)).statusCode).toBe(200);
    expect(await listMessages(server, user)).toMatchObject([{ status: 'delivered' }]);
    for (const unknown of [randomUUID(), 'x']) expect((await report('failed', unknown)).statusCode).toBe(200);
    expect((await deliver(server, { MessageStatus: 'sent' })).statusCode).toBe(200);
    expect((await deliver(server, { Body: 'from nobody' })).statusCode).toBe(200);
  });
});
