import { describe, expect, it, vi } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

const server = await openTestServer({}, { poolSize: 4 });

const steer = (on: TestServer, path: string, body: object) => on.call('POST', `/sandbox/${path}`, body);
const later = (on: TestServer, seconds: number) =>
  on.setTime(new Date(on.now().getTime() + seconds * 1_000).toISOString());

let numbers = 0;
/** A separate number for each test, because the sandbox remembers all of them. */
function newNumber(): string {
  numbers += 1;
  return `+1617555${String(1_000 + numbers)}`;
}

const send = (user: TestUser, mobile: string) => user.call('POST', '/api/user/generate-otp', { mobile });
const verify = (user: TestUser, otpCode: string) => user.call('POST', '/api/user/verify-otp', { otpCode });
const unverify = (user: TestUser) => user.call('POST', '/api/user/unverify-phone-number');

async function codeTo(on: TestServer, mobile: string, count = 1): Promise<string> {
  const { text } = await on.mailTo(mobile, count);
  return /\d{6}/.exec(text)?.[0] ?? '';
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

async function findPhone(user: TestUser) {
  const { mobile, settings } = (await user.call('GET', '/api/user/profile')).body['user'];
  return { mobile, ...settings.verifyMobileData };
}

async function verified(on: TestServer, mobile = newNumber(), user?: TestUser) {
  const owner = user ?? (await on.signUp());
  expect((await send(owner, mobile)).status).toBe(200);
  expect((await verify(owner, await codeTo(on, mobile))).status).toBe(200);
  return { user: owner, mobile };
}

const NOTHING = { mobile: null, isMobileVerified: false, unverifiedMobile: null, verifyMobileCode: null };

describe('verifying a phone', () => {
  it('sends a code, shows that it is pending, and accepts it once', async () => {
    const [user, mobile] = [await server.signUp(), newNumber()];
    expect(await findPhone(user)).toEqual(NOTHING);
    const sent = await send(user, mobile);
    expect(sent.body).toEqual({
      success: true,
      message: 'Verification code sent to your phone',
      resendInSeconds: 30,
    });
    expect(await findPhone(user)).toEqual({
      ...NOTHING,
      unverifiedMobile: mobile,
      verifyMobileCode: 'pending',
    });
    const message = await server.mailTo(mobile);
    expect(message).toMatchObject({ channel: 'sms', to: mobile });
    expect(message.text).toMatch(/^\d{6} is your Dayloom code\. It works for 10 minutes\./);
    const code = await codeTo(server, mobile);
    const done = await verify(user, code);
    expect(done.body).toEqual({ success: true, message: 'Phone number verified successfully!' });
    expect(await findPhone(user)).toEqual({ ...NOTHING, mobile, isMobileVerified: true });
    expect((await verify(user, code)).error).toMatchObject({
      code: 'invalid_code',
      message: 'Invalid verification code',
    });
  });

  it('accepts the code as people write it, but only with six digits', async () => {
    const [user, mobile] = [await server.signUp(), newNumber()];
    await send(user, mobile);
    const code = await codeTo(server, mobile);
    for (const wrong of ['', '12345', '1234567', 'abcdef'])
      expect((await verify(user, wrong)).error).toMatchObject({
        code: 'invalid_request',
        message: 'Please enter a valid 6-digit code',
      });
    expect((await verify(user, `${code.slice(0, 3)}-${code.slice(3)} `)).status).toBe(200);
  });

  it.each([
    ['123', 'Please enter a valid 10-digit phone number'],
    ['(617) 555-0142', 'Please enter a valid 10-digit phone number'],
    ['+1234567890', 'Please enter a valid 10-digit phone number'],
    ['+14165550142', 'Canada numbers are not supported here. Use a mobile number from: United States.'],
    [
      '+447400123456',
      'United Kingdom numbers are not supported here. Use a mobile number from: United States.',
    ],
    ['+18005551212', 'This number cannot get text messages. Use a mobile number.'],
  ])('refuses %s: %s', async (mobile, message) => {
    const user = await server.signUp();
    expect((await send(user, mobile)).error).toMatchObject({ code: 'invalid_request', message });
    expect(await findPhone(user)).toEqual(NOTHING);
  });

  it('accepts fictional numbers only in the sandbox, and other countries if configured', async () => {
    expect((await send(await server.signUp(), '+15551234567')).status).toBe(200);
    const wide = await openTestServer({ SMS_COUNTRIES: 'us, ca' });
    const user = await wide.signUp();
    expect((await send(user, '+14165550142')).status).toBe(200);
    expect((await verify(user, await codeTo(wide, '+14165550142'))).status).toBe(200);
  });

  it('waits 30 seconds between codes, then longer, but not to correct a number', async () => {
    const own = await openTestServer();
    const [user, mobile, second] = [await own.signUp(), newNumber(), newNumber()];
    expect((await send(user, mobile)).status).toBe(200);
    expect((await send(user, mobile)).error).toMatchObject({
      code: 'rate_limited',
      message: 'Please wait 30 seconds before you ask for another code.',
    });
    later(own, 29);
    expect((await send(user, mobile)).error.message).toContain('1 second before');
    later(own, 1);
    for (const [wait, received] of [
      [60, '1 minute'],
      [120, '2 minutes'],
      [300, '5 minutes'],
      [300, '5 minutes'],
    ] as const) {
      expect((await send(user, mobile)).status).toBe(200);
      expect((await send(user, mobile)).error.message).toContain(`wait ${received} before`);
      later(own, wait);
    }
    const other = await own.signUp();
    await send(other, mobile);
    expect((await send(other, second)).status).toBe(200);
    expect((await verify(other, await codeTo(own, second))).status).toBe(200);
    expect((await findPhone(other)).mobile).toBe(second);
  });

  it('sends only one of two simultaneous codes', async () => {
    const [user, mobile] = [await server.signUp(), newNumber()];
    const replies = await Promise.all([send(user, mobile), send(user, mobile), send(user, mobile)]);
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 429, 429]);
  });

  it('has one valid code: a newer one replaces it', async () => {
    const [user, mobile] = [await server.signUp(), newNumber()];
    await send(user, mobile);
    const first = await codeTo(server, mobile);
    later(server, 31);
    await send(user, mobile);
    const second = await codeTo(server, mobile, 2);
    // With a chance of one in a million, both codes are equal.
    expect((await verify(user, first)).status).toBe(first === second ? 200 : 400);
    expect((await verify(user, second)).status).toBe(first === second ? 400 : 200);
  });

  it('is valid for ten minutes', async () => {
    const own = await openTestServer();
    const [user, mobile] = [await own.signUp(), newNumber()];
    await send(user, mobile);
    const code = await codeTo(own, mobile);
    later(own, 10 * 60);
    expect(await findPhone(user)).toMatchObject({ unverifiedMobile: mobile, verifyMobileCode: null });
    expect((await verify(user, code)).error).toMatchObject({
      code: 'invalid_code',
      message: 'This code has expired. Choose Resend Code for a new one.',
    });
    await send(user, mobile);
    later(own, 10 * 60 - 1);
    expect((await verify(user, await codeTo(own, mobile, 2))).status).toBe(200);
  });

  it('checks at most five tries, even simultaneous ones', async () => {
    const [user, mobile] = [await server.signUp(), newNumber()];
    await send(user, mobile);
    const code = await codeTo(server, mobile);
    const wrong = otherThan(code);
    for (let tried = 0; tried < 3; tried++)
      expect((await verify(user, wrong)).error.message).toBe('Invalid verification code');
    await Promise.all([verify(user, wrong), verify(user, wrong), verify(user, wrong)]);
    expect((await verify(user, code)).error).toMatchObject({
      code: 'invalid_code',
      message: 'Too many wrong codes. Choose Resend Code for a new one.',
    });
    later(server, 31);
    await send(user, mobile);
    expect((await verify(user, await codeTo(server, mobile, 2))).status).toBe(200);
  });

  it("refuses another user's code, and requires a sign-in", async () => {
    const [maya, jonas, mobile] = [await server.signUp(), await server.signUp(), newNumber()];
    await send(maya, mobile);
    const code = await codeTo(server, mobile);
    expect((await verify(jonas, code)).error.code).toBe('invalid_code');
    expect(await findPhone(jonas)).toEqual(NOTHING);
    for (const [path, body] of [
      ['generate-otp', { mobile }],
      ['verify-otp', { otpCode: code }],
      ['unverify-phone-number', undefined],
    ] as const)
      expect((await server.call('POST', `/api/user/${path}`, body)).status).toBe(401);
    expect((await verify(maya, code)).status).toBe(200);
  });

  it('gives a number to the last user who verifies it, and mails the previous one', async () => {
    const mobile = newNumber();
    const before = await server.signUp({ email: 'before@example.com' });
    await verified(server, mobile, before);
    const after = await server.signUp();
    const sent = await send(after, mobile);
    expect(sent.body).toMatchObject({ success: true, message: 'Verification code sent to your phone' });
    expect(await findPhone(before)).toMatchObject({ mobile, isMobileVerified: true });
    expect((await verify(after, await codeTo(server, mobile, 2))).status).toBe(200);
    expect(await findPhone(before)).toEqual(NOTHING);
    expect(await findPhone(after)).toMatchObject({ mobile, isMobileVerified: true });
    const mail = await server.mailTo('before@example.com', 2);
    expect(mail.subject).toBe('Your phone number was verified by another Dayloom account');
    expect(mail.text).not.toContain(mobile);
  });

  it('records in the security log who verified, removed or lost a number, and from where', async () => {
    const { user, mobile } = await verified(server);
    later(server, 60);
    const { user: next } = await verified(server, mobile);
    later(server, 60);
    await unverify(next);
    // Repeated: nothing is left to remove.
    await unverify(next);
    const listSecurityEvents = async (who: TestUser) =>
      (await who.call('GET', '/api/user/audit-log')).body['events']
        .filter(({ kind }: { kind: string }) => kind.startsWith('phone_'))
        .map(({ kind, detail, address }: Record<string, unknown>) => [kind, detail, address]);
    const ending = `the one that ends in ${mobile.slice(-4)}`;
    expect(await listSecurityEvents(user)).toEqual([
      ['phone_removed', 'another account has verified it', null],
      ['phone_verified', ending, 'this machine'],
    ]);
    expect(await listSecurityEvents(next)).toEqual([
      ['phone_removed', ending, 'this machine'],
      ['phone_verified', ending, 'this machine'],
    ]);
  });

  it('removes the number on request, and can verify it again at once', async () => {
    const { user, mobile } = await verified(server);
    const done = await unverify(user);
    expect(done.body).toEqual({ success: true, message: 'Phone number unverified' });
    expect(await findPhone(user)).toEqual(NOTHING);
    expect((await unverify(user)).status).toBe(200);
    expect((await send(user, mobile)).status).toBe(200);
    expect((await unverify(user)).status).toBe(200);
    expect((await verify(user, await codeTo(server, mobile, 2))).error.code).toBe('invalid_code');
    expect(await findPhone(user)).toEqual(NOTHING);
  });

  it.each([
    ['SMS_CODES_PER_USER', 'user'],
    ['SMS_CODES_PER_NUMBER', 'number'],
    ['SMS_CODES_PER_ADDRESS', 'address'],
    ['SMS_CODES_PER_DAY', 'all'],
  ])('keeps the limit %s until the next day', async (name) => {
    const own = await openTestServer({ [name]: '2', LOG_LEVEL: 'fatal' });
    const [user, mobile] = [await own.signUp(), newNumber()];
    for (const status of [200, 200, 429]) {
      expect((await send(user, mobile)).status).toBe(status);
      later(own, 130);
    }
    const stranger = await own.signUp();
    const isOthers = name === 'SMS_CODES_PER_USER' || name === 'SMS_CODES_PER_NUMBER';
    expect((await send(stranger, newNumber())).status).toBe(isOthers ? 200 : 429);
    later(own, 24 * 3_600);
    expect((await send(user, mobile)).status).toBe(200);
  });

  it('allows a hundred sign-ups from one machine, even with one number', async () => {
    const { codeCaps } = server.app.platform.config;
    expect(codeCaps.address).toBeGreaterThanOrEqual(500);
    expect(codeCaps.number).toBeGreaterThanOrEqual(500);
  });

  it('reports a failure of the provider, and allows a retry at once', async () => {
    const own = await openTestServer({ LOG_LEVEL: 'fatal' });
    const [user, mobile] = [await own.signUp(), newNumber()];
    for (const kind of ['error', 'rate-limit']) {
      await steer(own, 'faults', { provider: 'twilio', kind, times: 1 });
      expect((await send(user, mobile)).error).toMatchObject({
        code: 'unavailable',
        message: 'Failed to send verification code. Please try again.',
      });
      expect(await findPhone(user)).toEqual(NOTHING);
    }
    expect((await send(user, mobile)).status).toBe(200);
  });

  it('sends nothing without a provider', async () => {
    const off = await openTestServer({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3999' });
    expect((await off.call('GET', '/config.json')).body['sms']).toEqual({ mode: 'off' });
    const user = await off.signUp();
    expect((await send(user, newNumber())).error).toMatchObject({
      code: 'forbidden',
      message: 'This server sends no text messages, so no phone can be verified.',
    });
    expect((await verify(user, '123456')).status).toBe(403);
    expect((await unverify(user)).status).toBe(200);
    expect((await off.call('POST', '/api/webhooks/twilio')).status).toBe(403);
  });

  it('ignores numbers verified in the sandbox once real texts are sent', async () => {
    const { user, mobile } = await verified(server);
    const row = await server.app.platform.db
      .selectFrom('users')
      .select(['mobile', 'is_mobile_demo'])
      .where('id', '=', user.profile._id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ mobile, is_mobile_demo: true });
    const live = await openTestServer({
      TWILIO_ACCOUNT_SID: 'ACx',
      TWILIO_AUTH_TOKEN: 'x',
      TWILIO_FROM: '+16175550100',
    });
    const other = await live.signUp();
    await live.app.platform.db.updateTable('users').set(row).where('id', '=', other.profile._id).execute();
    expect(await findPhone(other)).toEqual(NOTHING);
    expect((await send(other, '+15551234567')).error.message).toBe(
      'There is no such phone number. Check its digits.',
    );
  });

  it('leaves no usable code in responses, log lines or the database', async () => {
    const lines: string[] = [];
    const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    try {
      const loud = await openTestServer({ LOG_LEVEL: 'trace' });
      const [user, mobile] = [await loud.signUp(), newNumber()];
      lines.length = 0;
      const answers = [await send(user, mobile)];
      const sent = lines.join('');
      const code = await codeTo(loud, mobile);
      const usable = new RegExp(`(?<![\\w-])${code}(?![\\w-])`);
      const dump = await loud.dump();
      lines.length = 0;
      answers.push(await verify(user, otherThan(code)), await user.call('GET', '/api/user/profile'));
      answers.push(await verify(user, code));
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(usable);
      expect(dump).toContain(mobile);
      expect(dump).not.toMatch(usable);
      expect(sent).not.toMatch(usable);
      expect(lines.join('')).toContain('incoming request');
      expect(lines.join('')).not.toMatch(usable);
    } finally {
      output.mockRestore();
    }
  });

  it('accepts no code from the row of another user, nor one sealed for another purpose', async () => {
    const { db } = server.app.platform;
    const [user, stranger] = [await server.signUp(), await server.signUp()];
    const [mobile, theirs] = [newNumber(), newNumber()];
    await send(user, mobile);
    await send(stranger, theirs);
    const code = await codeTo(server, mobile);
    const sealed = (id: string) =>
      db.selectFrom('phone_codes').select('sealed_code').where('user_id', '=', id).executeTakeFirstOrThrow();
    const own = await sealed(user.profile._id);
    const saltAndKey = `${'A'.repeat(22)}.${'A'.repeat(43)}`;
    for (const sealed_code of [own.sealed_code, saltAndKey, '']) {
      await db
        .updateTable('phone_codes')
        .set({ sealed_code })
        .where('user_id', '=', stranger.profile._id)
        .execute();
      const answer = await verify(stranger, code);
      expect(answer.status).toBe(400);
      expect(answer.error.message).toBe('Invalid verification code');
    }
    expect((await verify(user, code)).status).toBe(200);
  });
});

describe('SMS pumping', () => {
  const listAlarms = (on: TestServer) => {
    const error = vi.spyOn(on.app.platform.log, 'error').mockImplementation(() => {});
    return () => error.mock.calls.map(([received]) => received as object);
  };

  it('is reported once when many codes go to neighbouring numbers in an hour', async () => {
    const own = await openTestServer({ SMS_PREFIX_ALARM: '3' });
    const alarms = listAlarms(own);
    const user = await own.signUp();
    const sendNext = async (mobile: string) => {
      later(own, 301);
      expect((await send(user, mobile)).status).toBe(200);
    };
    for (const last of ['1001', '1002']) await sendNext(`+1617555${last}`);
    for (const last of ['1001', '1002']) await sendNext(`+1617556${last}`);
    expect(alarms()).toEqual([]);
    for (const last of ['1003', '1004']) await sendNext(`+1617555${last}`);
    expect(alarms()).toMatchObject([{ alarm: 'sms_prefix', prefix: '+1617555', count: 3 }]);
  });

  it('is reported once a day when few codes are entered', async () => {
    const own = await openTestServer({ SMS_CONVERSION_ALARM: '10' });
    const alarms = listAlarms(own);
    const { user } = await verified(own);
    const sendMore = async (count: number) => {
      for (let i = 0; i < count; i++) {
        later(own, 301);
        expect((await send(user, newNumber())).status).toBe(200);
      }
    };
    // One entered code of ten is 10 per cent; one of twenty is 5.
    await sendMore(18);
    expect(alarms()).toEqual([]);
    await sendMore(3);
    expect(alarms()).toMatchObject([{ alarm: 'sms_conversion', sent: 20, verified: 1 }]);
  });

  it('ends at the daily spending limit', async () => {
    const own = await openTestServer({ SMS_SPEND_PER_DAY: '0.05', SMS_PRICE: '0.02' });
    const alarms = listAlarms(own);
    const users = [await own.signUp(), await own.signUp(), await own.signUp()];
    const statuses = [];
    for (const user of users) statuses.push((await send(user, newNumber())).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(alarms()).toMatchObject([{ alarm: 'sms_spend', textsPerDay: 2 }]);
    const [, , last] = users as [TestUser, TestUser, TestUser];
    expect((await send(last, newNumber())).error).toMatchObject({
      code: 'rate_limited',
      message: 'No more texts can be sent today. Try again tomorrow.',
    });
    later(own, 86_400);
    expect((await send(last, newNumber())).status).toBe(200);
  });
});

describe('codes of the provider (Verify)', () => {
  const open = () => openTestServer({ TWILIO_VERIFY_SERVICE_SID: 'VAdemo00000000000000000000000000' });

  it('are sent, refused and accepted like ours', async () => {
    const own = await open();
    const [user, mobile] = [await own.signUp(), newNumber()];
    expect((await send(user, mobile)).status).toBe(200);
    const code = await codeTo(own, mobile);
    expect((await verify(user, otherThan(code))).error.message).toBe('Invalid verification code');
    expect((await verify(user, code)).status).toBe(200);
    expect(await findPhone(user)).toMatchObject({ mobile, isMobileVerified: true });
  });

  it('expire, and are refused after five tries', async () => {
    const own = await open();
    const [user, mobile] = [await own.signUp(), newNumber()];
    await send(user, mobile);
    const code = await codeTo(own, mobile);
    for (let tried = 0; tried < 5; tried++) await verify(user, otherThan(code));
    expect((await verify(user, code)).error.message).toContain('Too many wrong codes');
    later(own, 601);
    expect((await verify(user, code)).error.message).toContain('expired');
    expect((await send(user, mobile)).status).toBe(200);
    expect((await verify(user, await codeTo(own, mobile, 2))).status).toBe(200);
  });
});
