import { DAY_MS } from '@dayloom/time';
import { URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { softwareAuthenticator } from '#test/authenticator.ts';
import { eventually } from '#test/eventually.ts';
import {
  exchange,
  openSignIn,
  openTestServer,
  type SignIn,
  signInTokens,
  TEST_PASSWORD,
  type TestUser,
  toPath,
} from '#test/server.ts';
import { purgeSecurity } from './operations.ts';

const server = await openTestServer();
const ORIGIN = 'http://localhost:3999';

const as = (token: string) => ({
  call: (method: string, path: string, body?: unknown) =>
    server.call(method, path, body, { authorization: `Bearer ${token}` }),
});
const confirmed = async (user: Pick<TestUser, 'call'>) => {
  const reply = await user.call('POST', '/api/user/security/confirmation', { password: TEST_PASSWORD });
  expect(reply.status).toBe(200);
};
const listKinds = async (user: Pick<TestUser, 'call'>): Promise<string[]> =>
  (await user.call('GET', '/api/user/audit-log')).body['events'].map(({ kind }: { kind: string }) => kind);
/** Mail is sent in the background: waits until `count` mails have arrived, the newest first. */
async function mailsTo(email: string, count: number): Promise<{ subject: string; text: string }[]> {
  const read = async () =>
    (await server.call('GET', `/sandbox/messages?to=${email}`)).body['messages'] as {
      subject: string;
      text: string;
    }[];
  await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return read();
}
const later = (seconds: number) =>
  server.setTime(new Date(server.now().getTime() + seconds * 1000).toISOString());

describe('the overview', () => {
  it('shows how the account is protected', async () => {
    const user = await server.signUp({ email: 'over@example.com' });
    const { security } = (await user.call('GET', '/api/user/security')).body;
    expect(security).toMatchObject({
      email: { address: 'over@example.com', isVerified: false },
      signInMethods: [{ subject: user.profile.auth0Uid[0], provider: 'dayloom', isCurrent: true }],
      own: { passkeys: [], twoStep: { isOn: false, since: null, recoveryCodesLeft: 0 } },
      managedBy: null,
    });
  });
});

describe('the password', () => {
  it('is changed with the current one, and all other sessions end', async () => {
    const email = 'change@example.com';
    const user = await server.signUp({ email });
    const other = await signInTokens(server.app, email);
    const change = (currentPassword: string, newPassword: string) =>
      user.call('PUT', '/api/user/security/password', { currentPassword, newPassword });
    const wrong = await change('not it', 'long enough now');
    expect(wrong.status).toBe(400);
    expect(wrong.error.fields).toEqual({ currentPassword: 'Wrong password.' });
    const short = await change(TEST_PASSWORD, 'short');
    expect(short.error.fields).toEqual({ newPassword: 'The password needs at least 8 characters.' });
    expect((await as(other.access_token).call('GET', '/api/user/profile')).status).toBe(200);

    expect((await change(TEST_PASSWORD, 'long enough now')).status).toBe(200);
    expect((await as(other.access_token).call('GET', '/api/user/profile')).error.message).toBe(
      'Invalid token',
    );
    expect(
      await exchange(server.app, { grant_type: 'refresh_token', refresh_token: other.refresh_token }),
    ).toMatchObject({ error: 'invalid_grant' });
    expect((await user.call('GET', '/api/user/profile')).status).toBe(200);
    expect(
      await exchange(server.app, { grant_type: 'refresh_token', refresh_token: user.refreshToken }),
    ).toMatchObject({ access_token: expect.any(String) });
    await signInTokens(server.app, email, 'long enough now');
    expect(await listKinds(user)).toContain('password_changed');
    expect((await mailsTo(email, 2))[0]?.subject).toBe('Your password was changed (Dayloom)');
  });

  it('is protected against guessing', async () => {
    const user = await server.signUp({ email: 'guessed@example.com' });
    const confirm = (password: string) => user.call('POST', '/api/user/security/confirmation', { password });
    for (let i = 0; i < 10; i++) expect((await confirm(`guess ${i}`)).status).toBe(400);
    expect((await confirm(TEST_PASSWORD)).error.code).toBe('rate_limited');
    const change = { currentPassword: TEST_PASSWORD, newPassword: 'something else' };
    expect((await user.call('PUT', '/api/user/security/password', change)).status).toBe(429);
    later(601);
    expect((await confirm(TEST_PASSWORD)).status).toBe(200);
  });
});

describe('the email address', () => {
  it('is verified by the newest link, which can be requested once a minute', async () => {
    const email = 'verify@example.com';
    const user = await server.signUp({ email });
    const send = () => user.call('POST', '/api/user/security/email-verification');
    await mailsTo(email, 1);
    expect((await send()).body['message']).toBe('Message sent');
    await mailsTo(email, 2);
    expect((await send()).error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('minute'),
    });
    later(61);
    expect((await send()).status).toBe(200);
    const links = (await mailsTo(email, 3)).map(
      ({ text }) => /\/oidc\/verify-email\?token=[\w-]+/.exec(text)?.[0] ?? '',
    );
    expect(links).toHaveLength(3);
    const open = (url = '') => server.app.http.inject({ method: 'GET', url });
    expect((await open(links[2])).statusCode).toBe(400);
    expect((await open(links[0])).statusCode).toBe(200);
    expect((await user.call('GET', '/api/user/security')).body['security'].email.isVerified).toBe(true);
    expect((await send()).body['message']).toBe('Your email address is already verified');
    expect(await listKinds(user)).toContain('email_verified');
  });

  it('has a link that is valid for a day', async () => {
    const email = 'tardy@example.com';
    await server.signUp({ email });
    const [mail] = await mailsTo(email, 1);
    const url = /\/oidc\/verify-email\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    later(24 * 3600 + 1);
    expect((await server.app.http.inject({ method: 'GET', url })).statusCode).toBe(400);
  });
});

describe('a confirmation', () => {
  it('is required for each change of the protection, and is valid for ten minutes in its session', async () => {
    const email = 'confirm@example.com';
    const user = await server.signUp({ email });
    const other = as((await signInTokens(server.app, email)).access_token);
    const guarded = [
      ['POST', '/api/user/security/passkeys/options'],
      ['DELETE', '/api/user/security/passkeys/3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11'],
      ['POST', '/api/user/security/two-step'],
      ['DELETE', '/api/user/security/two-step'],
      ['POST', '/api/user/security/two-step/recovery-codes'],
      ['DELETE', '/api/user/sign-in-methods/google%7C1'],
    ] as const;
    for (const [method, path] of guarded) {
      const reply = await user.call(method, path);
      expect([reply.status, reply.error.code]).toEqual([403, 'confirmation_needed']);
    }
    expect((await user.call('POST', '/api/user/security/confirmation', { password: 'x' })).status).toBe(400);
    await confirmed(user);
    expect((await user.call('POST', '/api/user/security/two-step')).status).toBe(200);
    expect((await other.call('POST', '/api/user/security/two-step')).error.code).toBe('confirmation_needed');
    later(601);
    expect((await user.call('POST', '/api/user/security/two-step')).error.code).toBe('confirmation_needed');
  });
});

/** Adds a software passkey for the user. */
async function addPasskey(user: Pick<TestUser, 'call'>, name = 'Laptop') {
  const key = softwareAuthenticator(ORIGIN);
  await confirmed(user);
  const { options } = (await user.call('POST', '/api/user/security/passkeys/options')).body;
  const added = await user.call('POST', '/api/user/security/passkeys', {
    name,
    passkey: key.create(options as never),
  });
  expect(added.error.message).toBe('Passkey added');
  return { key, id: added.body['passkey']._id as string };
}

const signInOptions = async ({ browser, page }: SignIn) =>
  (await browser({ method: 'POST', url: `${page}/passkey/options` })).json() as { challenge: string };
const withPasskey = (signIn: SignIn, passkey: object) =>
  signIn.post(`${signIn.page}/passkey`, { passkey: JSON.stringify(passkey) });

describe('passkeys', () => {
  it('are added, renamed and removed', async () => {
    const email = 'keys@example.com';
    const user = await server.signUp({ email });
    const { id } = await addPasskey(user, ' My laptop ');
    const path = `/api/user/security/passkeys/${id}`;
    expect((await user.call('PATCH', path, { name: 'Work laptop' })).status).toBe(200);
    expect((await user.call('PATCH', path, { name: ' ' })).error.message).toContain(
      'Give the passkey a name.',
    );
    const passkeys = async () => (await user.call('GET', '/api/user/security')).body['security'].own.passkeys;
    expect(await passkeys()).toMatchObject([
      { _id: id, name: 'Work laptop', isSynced: false, lastUsedAt: null },
    ]);

    const stranger = await server.signUp();
    await confirmed(stranger);
    expect((await stranger.call('PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.call('DELETE', path)).status).toBe(404);

    later(1);
    expect((await user.call('DELETE', path)).status).toBe(200);
    expect((await user.call('DELETE', path)).status).toBe(404);
    expect(await passkeys()).toEqual([]);
    expect((await listKinds(user)).filter((kind) => kind !== 'account_created')).toEqual([
      'passkey_removed',
      'passkey_added',
    ]);
    const subjects = (await mailsTo(email, 3)).map(({ subject }) => subject);
    expect(subjects).toContain('A passkey was added (Dayloom)');
  });

  it('are created once from a challenge of the same session, on this host, by a verified user', async () => {
    const email = 'makes@example.com';
    const user = await server.signUp({ email });
    const other = as((await signInTokens(server.app, email)).access_token);
    await confirmed(user);
    await confirmed(other);
    const options = async () =>
      (await user.call('POST', '/api/user/security/passkeys/options')).body['options'] as never;
    const add = (who: Pick<TestUser, 'call'>, passkey: object) =>
      who.call('POST', '/api/user/security/passkeys', { name: 'Key', passkey });
    const refused = async (who: Pick<TestUser, 'call'>, passkey: object) => {
      const reply = await add(who, passkey);
      expect([reply.status, reply.error.code]).toEqual([400, 'invalid_request']);
    };
    const key = softwareAuthenticator(ORIGIN);
    const first = key.create(await options());
    expect((await add(user, first)).status).toBe(200);
    await refused(user, first);
    await refused(other, softwareAuthenticator(ORIGIN).create(await options()));
    await refused(
      user,
      softwareAuthenticator(ORIGIN).create(await options(), { origin: 'https://evil.example' }),
    );
    await refused(user, softwareAuthenticator('https://evil.example').create(await options()));
    await refused(user, softwareAuthenticator(ORIGIN).create(await options(), { isVerified: false }));
    const late = await options();
    later(301);
    await confirmed(user);
    await refused(user, softwareAuthenticator(ORIGIN).create(late));
    // Existing passkeys are excluded, so that the browser offers another device.
    const { options: next } = (await user.call('POST', '/api/user/security/passkeys/options')).body;
    expect(next.excludeCredentials).toHaveLength(1);
    expect(next).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('sign in without a name, with each proof once', async () => {
    const email = 'keyed@example.com';
    const user = await server.signUp({ email });
    const { key } = await addPasskey(user);
    later(1);
    const signIn = await openSignIn(server.app);
    const proof = key.get(await signInOptions(signIn));
    const tokens = await signIn.finish(await withPasskey(signIn, proof));
    expect((await as(tokens.access_token).call('GET', '/api/user/profile')).body['user'].email).toBe(email);
    const { events } = (await user.call('GET', '/api/user/audit-log')).body;
    expect(events[0]).toMatchObject({ kind: 'signed_in', detail: "Passkey 'Laptop'" });
    expect(
      (await user.call('GET', '/api/user/security')).body['security'].own.passkeys[0].lastUsedAt,
    ).not.toBe(null);

    const refused = async (make: (options: { challenge: string }) => object) => {
      const next = await openSignIn(server.app);
      const reply = await withPasskey(next, make(await signInOptions(next)));
      expect(reply.headers.location).toBe(next.page);
      const shown = await next.browser({ method: 'GET', url: next.page });
      expect(shown.body).toContain('This passkey is unknown, or it took too long.');
    };
    await refused(() => proof);
    await refused((options) => key.get(options, { origin: 'https://evil.example' }));
    await refused((options) => key.get(options, { isVerified: false }));
    await refused((options) => softwareAuthenticator(ORIGIN).get(options));
    await refused((options) => ({ ...softwareAuthenticator(ORIGIN).get(options), id: key.get(options).id }));
    await refused(() => ({ response: {} }));
    // A counter that goes back means that the passkey was cloned.
    await refused((options) => key.get(options, { counter: 1 }));
    const last = await openSignIn(server.app);
    const options = await signInOptions(last);
    const elsewhere = await openSignIn(server.app);
    expect((await withPasskey(elsewhere, key.get(options, { counter: 50 }))).headers.location).toBe(
      elsewhere.page,
    );
    await last.finish(await withPasskey(last, key.get(options, { counter: 51 })));
  });

  it("confirm the user, if they are the user's own", async () => {
    const user = await server.signUp();
    const { key } = await addPasskey(user);
    later(601);
    const stranger = await server.signUp();
    const { key: strange } = await addPasskey(stranger);
    later(601);
    const confirm = async (who: TestUser, with_: typeof key) => {
      const { options } = (await who.call('POST', '/api/user/security/confirmation/options')).body;
      return who.call('POST', '/api/user/security/confirmation', { passkey: with_.get(options) });
    };
    expect((await confirm(user, strange)).status).toBe(400);
    expect((await user.call('POST', '/api/user/security/two-step')).status).toBe(403);
    expect((await confirm(user, key)).status).toBe(200);
    expect((await user.call('POST', '/api/user/security/two-step')).status).toBe(200);
  });

  it('are offered on the sign-in page, by a script in a file', async () => {
    const { browser, page } = await openSignIn(server.app);
    const reply = await browser({ method: 'GET', url: page });
    expect(reply.body).toContain('autocomplete="username webauthn"');
    expect(reply.body).toContain('src="/oidc/passkey.js"');
    expect(reply.headers['content-security-policy']).not.toContain('unsafe');
    const script = await browser({ method: 'GET', url: '/oidc/passkey.js' });
    expect(script.body).toContain("ask('conditional')");
    expect(
      (await browser({ method: 'POST', url: '/oidc/interaction/unknown/passkey/options' })).statusCode,
    ).toBe(404);
  });
});

/** Enables two-step sign-in and returns the generator of its codes. */
async function turnOn(user: Pick<TestUser, 'call'>) {
  await confirmed(user);
  const offer = (await user.call('POST', '/api/user/security/two-step')).body;
  const totp = URI.parse(offer['uri']) as import('otpauth').TOTP;
  const code = (seconds = 0) => totp.generate({ timestamp: server.now().getTime() + seconds * 1000 });
  const on = await user.call('POST', '/api/user/security/two-step/confirmation', { code: code() });
  expect(on.error.message).toBe('Two-step sign-in is on');
  return { offer, code, recoveryCodes: on.body['recoveryCodes'] as string[] };
}

async function afterPassword(email: string) {
  const signIn = await openSignIn(server.app);
  const first = await signIn.post(signIn.page, { email, password: TEST_PASSWORD });
  return { signIn, first, send: (code: string) => signIn.post(`${signIn.page}/code`, { code }) };
}

describe('two-step sign-in', () => {
  it('starts with a secret as QR code and text, and is on after a first code', async () => {
    const email = 'step@example.com';
    const user = await server.signUp({ email });
    await confirmed(user);
    const early = await user.call('POST', '/api/user/security/two-step/confirmation', { code: '123456' });
    expect(early.error.code).toBe('unprocessable');
    const { secret, uri, qrCode } = (await user.call('POST', '/api/user/security/two-step')).body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`otpauth://totp/Dayloom:${encodeURIComponent(email)}`);
    expect(qrCode).toMatch(/^<\?xml|^<svg/);
    const wrong = await user.call('POST', '/api/user/security/two-step/confirmation', { code: '000000' });
    expect(wrong.error.fields).toHaveProperty('code');
    // Until it is confirmed, sign-in works as before.
    await signInTokens(server.app, email);

    const { offer, recoveryCodes } = await turnOn(user);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
    expect((await user.call('GET', '/api/user/security')).body['security'].own.twoStep).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    });
    expect((await user.call('POST', '/api/user/security/two-step')).error.code).toBe('unprocessable');
    const stored = JSON.stringify([
      await server.app.platform.db.selectFrom('identity_totp').selectAll().execute(),
      await server.app.platform.db.selectFrom('identity_recovery_codes').selectAll().execute(),
    ]);
    for (const plain of [
      offer['secret'],
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(plain);
  });

  it('asks for a code after the password, and accepts each code once', async () => {
    const email = 'twice@example.com';
    const user = await server.signUp({ email });
    const { code } = await turnOn(user);
    const { signIn, first } = await afterPassword(email);
    expect(first.headers.location).toBe(`${signIn.page}/code`);
    // The password alone gives no access: not to the app, and not past the code.
    const resumed = await signIn.browser({
      method: 'GET',
      url: toPath(signIn.page.replace('interaction', 'auth')),
    });
    expect(String(resumed.headers.location)).not.toContain('code=');
    const next = await afterPassword(email);
    const page = await next.signIn.browser({ method: 'GET', url: `${next.signIn.page}/code` });
    expect(page.body).toContain('<label for="code">Verification code</label>');
    expect(page.body).toContain('autocomplete="one-time-code"');
    const wrong = await next.send('000000');
    expect(
      (await next.signIn.browser({ method: 'GET', url: String(wrong.headers.location) })).body,
    ).toContain('Wrong code');
    // The code that enabled two-step sign-in has already been used.
    expect((await next.send(code())).headers.location).toBe(`${next.signIn.page}/code`);
    later(30);
    const good = await next.send(code().replace(/(...)/, '$1 '));
    await next.signIn.finish(good);
    const replay = await afterPassword(email);
    expect((await replay.send(code())).headers.location).toBe(`${replay.signIn.page}/code`);
    expect(await listKinds(user)).toEqual(
      expect.arrayContaining(['totp_turned_on', 'sign_in_failed', 'signed_in']),
    );
  });

  it('accepts codes within 30 seconds, and no others', async () => {
    const email = 'drift@example.com';
    const { code } = await turnOn(await server.signUp({ email }));
    later(300);
    const { signIn, send } = await afterPassword(email);
    for (const seconds of [-90, -60, 60, 90]) {
      expect((await send(code(seconds))).headers.location).toBe(`${signIn.page}/code`);
    }
    await signIn.finish(await send(code(-30)));
    const second = await afterPassword(email);
    await second.signIn.finish(await second.send(code(30)));
  });

  it('is protected against guessing, and requires a recent password', async () => {
    const email = 'brute@example.com';
    const { code } = await turnOn(await server.signUp({ email }));
    later(60);
    const { signIn, send } = await afterPassword(email);
    for (let i = 0; i < 5; i++) await send(`00000${i}`);
    const held = await send(code());
    expect((await signIn.browser({ method: 'GET', url: String(held.headers.location) })).body).toContain(
      'Too many tries',
    );
    later(601);
    const late = await send(code());
    expect(late.headers.location).toBe(signIn.page);
    expect((await signIn.browser({ method: 'GET', url: signIn.page })).body).toContain('That took too long');
    // The code page cannot be reached without the password.
    const fresh = await openSignIn(server.app);
    const straight = await fresh.post(`${fresh.page}/code`, { code: code() });
    expect(straight.headers.location).toBe(fresh.page);
  });

  it('accepts each recovery code once, and can create new ones', async () => {
    const email = 'lost@example.com';
    const user = await server.signUp({ email });
    const { recoveryCodes } = await turnOn(user);
    const [one = '', two = ''] = recoveryCodes;
    const first = await afterPassword(email);
    await first.signIn.finish(await first.send(one.toLowerCase()));
    const again = await afterPassword(email);
    expect((await again.send(one)).headers.location).toBe(`${again.signIn.page}/code`);
    const left = async () =>
      (await user.call('GET', '/api/user/security')).body['security'].own.twoStep.recoveryCodesLeft;
    expect(await left()).toBe(9);
    expect(await listKinds(user)).toContain('recovery_code_used');

    const renewed = await user.call('POST', '/api/user/security/two-step/recovery-codes');
    expect(renewed.body['recoveryCodes']).toHaveLength(10);
    expect(await left()).toBe(10);
    expect((await again.send(two)).headers.location).toBe(`${again.signIn.page}/code`);
    await again.signIn.finish(await again.send(renewed.body['recoveryCodes'][0]));
  });

  it('is turned off with a confirmation; a passkey replaces both steps', async () => {
    const email = 'off@example.com';
    const user = await server.signUp({ email });
    await turnOn(user);
    const { key } = await addPasskey(user);
    const signIn = await openSignIn(server.app);
    await signIn.finish(await withPasskey(signIn, key.get(await signInOptions(signIn))));
    expect((await user.call('DELETE', '/api/user/security/two-step')).status).toBe(200);
    expect((await user.call('DELETE', '/api/user/security/two-step')).error.code).toBe('unprocessable');
    expect((await user.call('POST', '/api/user/security/two-step/recovery-codes')).error.code).toBe(
      'unprocessable',
    );
    await signInTokens(server.app, email);
    expect(await listKinds(user)).toContain('totp_turned_off');
  });
});

describe('sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const listSessions = async (user: Pick<TestUser, 'call'>) =>
    (await user.call('GET', '/api/user/sessions')).body['sessions'] as {
      _id: string;
      device: string;
      isCurrent: boolean;
      lastSeenAt: string;
    }[];

  it('are listed with their devices, and end at once', async () => {
    const email = 'many@example.com';
    const user = await server.signUp({ email });
    const before = server.now().toISOString();
    later(60);
    const tokens = await signInTokens(server.app, email, TEST_PASSWORD, FIREFOX);
    const other = as(tokens.access_token);
    const [latest, first] = await listSessions(user);
    expect(latest).toMatchObject({ device: 'Firefox on Linux', address: 'this machine', isCurrent: false });
    expect(first).toMatchObject({ isCurrent: true, createdAt: before });
    later(360);
    await user.call('GET', '/api/user/profile');
    expect((await listSessions(user))[0]).toMatchObject({
      isCurrent: true,
      lastSeenAt: server.now().toISOString(),
    });

    const stranger = await server.signUp();
    const path = `/api/user/sessions/${latest?._id}`;
    expect((await stranger.call('DELETE', path)).status).toBe(404);
    expect((await other.call('GET', '/api/user/profile')).status).toBe(200);
    expect((await user.call('DELETE', path)).status).toBe(200);
    expect((await other.call('GET', '/api/user/profile')).error).toMatchObject({
      code: 'unauthenticated',
      message: 'Invalid token',
    });
    expect(
      await exchange(server.app, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    ).toMatchObject({ error: 'invalid_grant' });
    expect((await user.call('DELETE', path)).status).toBe(404);
    const { events } = (await user.call('GET', '/api/user/audit-log')).body;
    expect(events[0]).toMatchObject({ kind: 'session_revoked', detail: 'Firefox on Linux' });
  });

  it('end at once in every process, also in one that has verified their token', async () => {
    const other = await server.openOther();
    const user = await server.signUp();
    const session = await signInTokens(server.app, user.profile.email);
    const script = (
      await user.call('POST', '/api/user/api-tokens', { name: 'Script', scopes: ['read:tasks'] })
    ).body;
    const tokens = [session.access_token, script.token, user.token];
    const listStatuses = () =>
      Promise.all(
        [server.app, other].map((app) =>
          Promise.all(
            tokens.map(async (token) => {
              const headers = { authorization: `Bearer ${token}` };
              return (await app.http.inject({ method: 'GET', url: '/api/tasks', headers })).statusCode;
            }),
          ),
        ),
      );
    const allowed = [200, 200, 200];
    expect(await listStatuses()).toEqual([allowed, allowed]);
    const latest = (await listSessions(user)).find(({ isCurrent }) => !isCurrent);
    expect((await user.call('DELETE', `/api/user/sessions/${latest?._id}`)).status).toBe(200);
    expect((await user.call('DELETE', `/api/user/api-tokens/${script.apiToken._id}`)).status).toBe(200);
    const ended = [401, 401, 200];
    expect(await listStatuses()).toEqual([ended, ended]);
  });

  it('end all others, with the cookies of their browsers', async () => {
    const email = 'others@example.com';
    const user = await server.signUp({ email });
    const signIn = await openSignIn(server.app);
    await signIn.finish(await signIn.post(signIn.page, { email, password: TEST_PASSWORD }));
    await signInTokens(server.app, email);
    expect(await listSessions(user)).toHaveLength(3);
    expect((await user.call('DELETE', '/api/user/sessions')).body['revoked']).toBe(2);
    expect(await listSessions(user)).toMatchObject([{ isCurrent: true }]);
    expect((await user.call('DELETE', '/api/user/sessions')).body['revoked']).toBe(0);
    // The provider's cookie of an ended session does not sign in again.
    const query = new URLSearchParams({
      client_id: 'dayloom-web',
      response_type: 'code',
      redirect_uri: `${ORIGIN}/auth/callback`,
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const back = await signIn.browser({ method: 'GET', url: `/oidc/auth?${query.toString()}` });
    expect(String(back.headers.location)).toContain('/oidc/interaction/');
  });

  it('end when the provider signs out', async () => {
    const email = 'leaves@example.com';
    const user = await server.signUp({ email });
    const signIn = await openSignIn(server.app);
    const tokens = await signIn.finish(await signIn.post(signIn.page, { email, password: TEST_PASSWORD }));
    const asked = await signIn.browser({ method: 'GET', url: '/oidc/session/end?client_id=dayloom-web' });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';
    await signIn.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' });
    await expect.poll(() => listSessions(user)).toHaveLength(1);
    expect((await as(tokens.access_token).call('GET', '/api/user/profile')).status).toBe(401);
  });
});

describe('the security log', () => {
  it('shows what happened, when and from where, page by page, to its owner only', async () => {
    const email = 'log@example.com';
    const user = await server.signUp({ email });
    for (let i = 0; i < 3; i++) {
      later(1);
      await signInTokens(server.app, email);
    }
    later(1);
    await signInTokens(server.app, email, 'wrong password').catch(() => {});
    const page = (query: string) => user.call('GET', `/api/user/audit-log?${query}`);
    // The refusal does not wait for its line in the log.
    const first = await eventually(async () => {
      const { body } = await page('limit=3');
      const kinds = body['events'].map(({ kind }: { kind: string }) => kind);
      expect(kinds).toEqual(['sign_in_failed', 'signed_in', 'signed_in']);
      return body;
    });
    expect(first['events'][0]).toMatchObject({
      detail: 'Wrong password',
      address: 'this machine',
      createdAt: server.now().toISOString(),
    });
    const second = (await page(`limit=3&cursor=${first['nextCursor']}`)).body;
    expect(second['events']).toHaveLength(2);
    expect(second['nextCursor']).toBe(null);
    expect((await page('limit=0')).status).toBe(400);
    expect((await page('cursor=nonsense')).error.message).toContain('cursor');
    expect(await listKinds(await server.signUp())).toEqual(['account_created']);
  });

  it('is kept for 400 days', async () => {
    const email = 'old@example.com';
    const user = await server.signUp({ email });
    await signInTokens(server.app, email);
    const { db } = server.app.platform;
    const count = async () => {
      const rows = await db
        .selectFrom('security_events')
        .select('id')
        .where('user_id', '=', user.profile._id)
        .execute();
      return rows.length;
    };
    const inDays = (days: number) => new Date(server.now().getTime() + days * DAY_MS);
    await purgeSecurity({ ...server.app.platform, clock: () => inDays(399) });
    expect(await count()).toBe(2);
    await purgeSecurity({ ...server.app.platform, clock: () => inDays(401) });
    expect(await count()).toBe(0);
  });
});
