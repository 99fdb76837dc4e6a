import { MINUTE_MS } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import {
  cookieBrowser,
  exchange,
  openSignIn,
  openTestServer,
  signInTokens,
  TEST_PASSWORD,
} from '../test/server.ts';

const server = await openTestServer();
const browser = cookieBrowser(server.app);
const NEW_PASSWORD = 'a brand new password';

const post = (url: string, fields: Record<string, string>) =>
  browser({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const get = (url: string) => browser({ method: 'GET', url });
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (await server.call('GET', `/sandbox/messages?to=${email}`)).body['messages'];

/** The mail is written after the reply, so that known and unknown addresses take equally long. */
async function resetLink(email: string, asked = 1): Promise<string> {
  const found = await expect
    .poll(async () => (await mailsTo(email)).filter(({ text }) => text.includes('/oidc/reset-password?')))
    .toHaveLength(asked)
    .then(() => mailsTo(email));
  const text = found.find((mail) => mail.text.includes('/oidc/reset-password?'))?.text ?? '';
  return /\/oidc\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? '';
}

const parseToken = (link: string) => new URL(link, 'http://x').searchParams.get('token') ?? '';
const getErrorCode = async (tokens: Promise<unknown>) => tokens.then(() => 'in').catch(() => 'out');

describe('a forgotten password', () => {
  it('is requested from the sign-in page', async () => {
    const { browser: visitor, page } = await openSignIn(server.app);
    const signIn = await visitor({ method: 'GET', url: page });
    expect(signIn.body).toContain('<a href="/oidc/forgot-password">Forgot your password?</a>');
    expect((await get('/oidc/forgot-password')).body).toContain('<label for="email">Email</label>');
  });

  it('is replaced once by a mailed link, which signs out everywhere', async () => {
    const email = 'forgetful@example.com';
    const user = await server.signUp({ email });
    const elsewhere = await signInTokens(server.app, email);
    const sent = await post('/oidc/forgot-password', { email: ' Forgetful@example.com' });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/oidc/forgot-password/sent']);

    const link = await resetLink(email);
    expect(parseToken(link).length).toBeGreaterThanOrEqual(22);
    const page = await get(link);
    expect(page.body).toContain('New password');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    // Opening the page or entering a password that is too short does not use up the link.
    const short = await post('/oidc/reset-password', { token: parseToken(link), password: 'short' });
    expect(short.statusCode).toBe(303);
    expect((await get(String(short.headers.location))).body).toContain('at least 8 characters');
    const done = await post('/oidc/reset-password', { token: parseToken(link), password: NEW_PASSWORD });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/oidc/reset-password/done']);

    expect((await user.call('GET', '/api/user/profile')).status).toBe(401);
    for (const refresh_token of [user.refreshToken, elsewhere.refresh_token])
      expect(await exchange(server.app, { grant_type: 'refresh_token', refresh_token })).toMatchObject({
        error: 'invalid_grant',
      });
    expect(await getErrorCode(signInTokens(server.app, email, TEST_PASSWORD))).toBe('out');
    const { access_token } = await signInTokens(server.app, email, NEW_PASSWORD);

    const again = await post('/oidc/reset-password', {
      token: parseToken(link),
      password: 'and another one',
    });
    expect(again.statusCode).toBe(400);
    expect(again.body).toContain('This link no longer works');
    expect((await get(link)).statusCode).toBe(400);

    const headers = { authorization: `Bearer ${access_token}` };
    const log = await server.call('GET', '/api/user/audit-log', undefined, headers);
    expect(log.body['events'].map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['password_reset', 'password_reset_requested', 'sign_in_failed', 'signed_in']),
    );
    // A mail received at the address proves its ownership.
    const overview = await server.call('GET', '/api/user/security', undefined, headers);
    expect(overview.body['security'].email.isVerified).toBe(true);
    const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Your password was changed (Dayloom)');
  });

  it('gets the same response for an unknown address', async () => {
    const known = 'known@example.com';
    await server.signUp({ email: known });
    const [one, two] = [
      await post('/oidc/forgot-password', { email: known }),
      await post('/oidc/forgot-password', { email: 'nobody@example.com' }),
    ];
    expect(one.statusCode).toBe(two.statusCode);
    expect(one.headers.location).toBe(two.headers.location);
    await resetLink(known);
    expect(await mailsTo('nobody@example.com')).toEqual([]);
  });

  it('has a link for an hour, and only the newest counts', async () => {
    const email = 'slow@example.com';
    await server.signUp({ email });
    await post('/oidc/forgot-password', { email });
    const first = await resetLink(email);
    await post('/oidc/forgot-password', { email });
    const second = await resetLink(email, 2);
    expect(second).not.toBe(first);
    expect((await get(first)).statusCode).toBe(400);
    expect((await get(second)).statusCode).toBe(200);
    const before = server.now();
    server.setTime(new Date(before.getTime() + 61 * MINUTE_MS).toISOString());
    expect((await get(second)).statusCode).toBe(400);
    const late = await post('/oidc/reset-password', { token: parseToken(second), password: NEW_PASSWORD });
    expect(late.statusCode).toBe(400);
    server.setTime(before.toISOString());
    expect(await getErrorCode(signInTokens(server.app, email))).toBe('in');
  });

  it('is limited to three mails per hour, with or without an account', async () => {
    await server.signUp({ email: 'flooded@example.com' });
    for (const email of ['flooded@example.com', 'unknown@example.com']) {
      for (let i = 0; i < 3; i++)
        expect((await post('/oidc/forgot-password', { email })).headers.location).toMatch(/sent$/);
      const held = await post('/oidc/forgot-password', { email });
      expect((await get(String(held.headers.location))).body).toContain('Too many tries');
    }
    expect((await post('/oidc/forgot-password', { email: 'not an address' })).headers.location).toBe(
      '/oidc/forgot-password?problem=email',
    );
  });

  it('shows no text of a stranger, and handles invalid input', async () => {
    const page = await get('/oidc/forgot-password?problem=%3Cscript%3E');
    expect(page.body).not.toContain('role="alert"');
    for (const token of ['', 'x'.repeat(300), 'a%00b', '<b>'])
      expect((await get(`/oidc/reset-password?token=${token}`)).statusCode).toBe(400);
    expect((await post('/oidc/reset-password', {})).statusCode).toBe(400);
  });

  it('leaves nothing usable in the database', async () => {
    const email = 'digest@example.com';
    await server.signUp({ email });
    await post('/oidc/forgot-password', { email });
    const token = parseToken(await resetLink(email));
    const rows = await server.app.platform.db.selectFrom('identity_mail_tokens').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('removes what a stranger added before the address was verified', async () => {
    const email = 'claimed@example.com';
    const stranger = await server.signUp({ email });
    const { db } = server.app.platform;
    const accountId = stranger.profile.auth0Uid[0]?.slice('dayloom|'.length) ?? '';
    await db
      .insertInto('identity_totp')
      .values({
        account_id: accountId,
        sealed_secret: 'x',
        confirmed_at: server.now(),
        last_step: 0,
        created_at: server.now(),
      })
      .execute();
    await post('/oidc/forgot-password', { email });
    const token = parseToken(await resetLink(email));
    await post('/oidc/reset-password', { token, password: NEW_PASSWORD });
    expect(await getErrorCode(signInTokens(server.app, email, NEW_PASSWORD))).toBe('in');
  });
});

describe('a server that sends no mail', () => {
  it('offers neither a password reset nor a verification', async () => {
    const silent = await openTestServer({ NODE_ENV: 'production', LOG_LEVEL: 'silent' });
    const page = await silent.app.http.inject({ method: 'GET', url: '/oidc/forgot-password' });
    expect(page.body).toContain('This server sends no mail');
    expect(page.body).not.toContain('<form');
    const user = await silent.signUp();
    const asked = await silent.app.http.inject({
      method: 'POST',
      url: '/oidc/forgot-password',
      payload: new URLSearchParams({ email: user.profile.email }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(asked.headers.location).toBe('/oidc/forgot-password');
    const sent = await user.call('POST', '/api/user/security/email-verification');
    expect(sent.error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('no mail') });
    expect((await silent.call('GET', '/config.json')).body.mail).toEqual({ mode: 'off' });
  });
});
