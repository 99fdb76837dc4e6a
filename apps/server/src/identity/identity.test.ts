import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cookieBrowser, exchange, getSubject, openTestServer, signUpTokens, toPath } from '../test/server.ts';

const server = await openTestServer({ SIGN_IN_TRIES: '3', SIGN_UPS_PER_TEN_MINUTES: '500' });
/** The pair of RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const ORIGIN = 'http://localhost:3999';

async function openSignIn(browser = cookieBrowser(server.app), prompt = {}) {
  const query = new URLSearchParams({
    client_id: 'dayloom-web',
    response_type: 'code',
    redirect_uri: `${ORIGIN}/auth/callback`,
    scope: 'openid profile email offline_access',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...prompt,
  });
  const start = await browser({ method: 'GET', url: `/oidc/auth?${query.toString()}` });
  return { browser, page: String(start.headers.location) };
}

const form = (fields: Record<string, string>) => ({
  payload: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

describe('the embedded identity provider', () => {
  it('issues a signed access token for our API, and an ID token with name and email', async () => {
    const tokens = await signUpTokens(server.app, {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
    });
    const [, payload = ''] = tokens.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({ iss: `${ORIGIN}/oidc`, aud: 'https://api.dayloom' });
    expect(claims.sub).toMatch(/^dayloom\|[0-9a-f-]{36}$/);
    const identity = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
    expect(identity).toMatchObject({ email: 'ada@example.com', given_name: 'Ada', family_name: 'Byron' });
  });

  it('rotates refresh tokens: the old one is refused', async () => {
    const { refresh_token } = await signUpTokens(server.app, {
      firstName: 'Rio',
      lastName: 'Tate',
      email: 'rio@example.com',
    });
    const fresh = await exchange(server.app, { grant_type: 'refresh_token', refresh_token });
    expect(fresh).toMatchObject({ access_token: expect.any(String) });
    expect(fresh.refresh_token).not.toBe(refresh_token);
    expect(await exchange(server.app, { grant_type: 'refresh_token', refresh_token })).toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('revokes the grant if a refresh token is used twice at once', async () => {
    for (let round = 0; round < 20; round++) {
      const user = await server.signUp();
      const fields = { grant_type: 'refresh_token', refresh_token: user.refreshToken };
      const answers = await Promise.all([exchange(server.app, fields), exchange(server.app, fields)]);
      const given = answers.filter((answer) => 'access_token' in answer);
      expect(given.length).toBeLessThanOrEqual(1);
      expect(answers).toContainEqual(expect.objectContaining({ error: 'invalid_grant' }));
      // One of the two requests may come from a thief, so all tokens of the grant are revoked, as after a
      // replay.
      for (const { access_token, refresh_token } of given) {
        expect(
          await server.call('GET', '/api/user/profile', undefined, {
            authorization: `Bearer ${access_token}`,
          }),
        ).toMatchObject({ status: 401 });
        expect(await exchange(server.app, { grant_type: 'refresh_token', refresh_token })).toMatchObject({
          error: 'invalid_grant',
        });
      }
      expect((await user.call('GET', '/api/user/profile')).status).toBe(401);
    }
  });

  it('issues tokens once for a code that is exchanged twice at once', async () => {
    for (let round = 0; round < 10; round++) {
      const signIn = await openSignIn();
      const created = await signIn.browser({
        method: 'POST',
        url: `${signIn.page}/create-account`,
        ...form({
          firstName: 'Cleo',
          lastName: 'Dee',
          email: `${randomUUID()}@example.com`,
          password: 'a long password',
        }),
      });
      const back = await signIn.browser({ method: 'GET', url: toPath(String(created.headers.location)) });
      const fields = {
        grant_type: 'authorization_code',
        code: new URL(String(back.headers.location)).searchParams.get('code') ?? '',
        redirect_uri: `${ORIGIN}/auth/callback`,
        code_verifier: VERIFIER,
      };
      const answers = await Promise.all([exchange(server.app, fields), exchange(server.app, fields)]);
      const given = answers.filter((answer) => 'access_token' in answer);
      expect(given.length).toBeLessThanOrEqual(1);
      expect(answers).toContainEqual(expect.objectContaining({ error: 'invalid_grant' }));
      for (const { refresh_token } of given) {
        expect(await exchange(server.app, { grant_type: 'refresh_token', refresh_token })).toMatchObject({
          error: 'invalid_grant',
        });
      }
    }
  });

  it('signs in with the right password and reveals nothing with a wrong one', async () => {
    await signUpTokens(server.app, {
      firstName: 'Kim',
      lastName: 'Lee',
      email: 'Kim@Example.com',
      password: 'a long password',
    });
    const wrong = await openSignIn();
    for (const email of ['kim@example.com', 'no@example.com']) {
      const refused = await wrong.browser({
        method: 'POST',
        url: wrong.page,
        ...form({ email, password: 'wrong guess' }),
      });
      expect(refused.statusCode).toBe(303);
      expect(refused.headers.location).toBe(wrong.page);
      const again = await wrong.browser({ method: 'GET', url: wrong.page });
      expect(again.statusCode).toBe(200);
      expect(again.body).toContain('Wrong email or password.');
      expect(again.body).toContain(`value="${email}"`);
      expect(again.body).not.toContain('wrong guess');
    }
    // The message is shown once: a later visit shows no new refusal.
    const later = await wrong.browser({ method: 'GET', url: wrong.page });
    expect(later.body).not.toContain('Wrong email or password');
    expect(later.body).toContain('value="no@example.com"');
    const { rows } = await sql<{ found: boolean }>`
      select true as found from identity_payloads where payload::text like '%wrong guess%'
    `.execute(server.app.platform.db);
    expect(rows).toEqual([]);

    const right = await openSignIn();
    const done = await right.browser({
      method: 'POST',
      url: right.page,
      ...form({ email: 'KIM@example.com', password: 'a long password' }),
    });
    expect(done.statusCode).toBe(303);
    const back = await right.browser({ method: 'GET', url: toPath(String(done.headers.location)) });
    expect(String(back.headers.location)).toContain(`${ORIGIN}/auth/callback?code=`);
  });

  it('lets somebody else sign in to the same browser, although the first one never signed out', async () => {
    const person = { firstName: 'Ida', lastName: 'Lee', password: 'a long password' };
    const { browser, page } = await openSignIn();
    const send = (url: string, fields: Record<string, string>) =>
      browser({ method: 'POST', url: toPath(url), ...form(fields) });
    const follow = (reply: Awaited<ReturnType<typeof browser>>) =>
      browser({ method: 'GET', url: toPath(String(reply.headers.location)) });
    const first = { ...person, email: `${randomUUID()}@example.com` };
    const code = await follow(await send(`${page}/create-account`, first));
    expect(String(code.headers.location)).toContain(`${ORIGIN}/auth/callback?code=`);

    const email = `${randomUUID()}@example.com`;
    const next = await openSignIn(browser, { prompt: 'login' });
    const asked = await follow(await send(`${next.page}/create-account`, { ...person, email }));
    // A form that the page sends by itself ends the first session.
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.body) ?? [];
    const ended = await send('/oidc/session/end/confirm', { xsrf, logout: 'yes' });
    const back = await follow(ended);
    expect(String(back.headers.location)).toContain(`${ORIGIN}/auth/callback?code=`);
    const tokens = await exchange(server.app, {
      grant_type: 'authorization_code',
      code: new URL(String(back.headers.location)).searchParams.get('code') ?? '',
      redirect_uri: `${ORIGIN}/auth/callback`,
      code_verifier: VERIFIER,
    });
    const [, claims = ''] = tokens.id_token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ email });
  });

  it('throttles guessing for ten minutes', async () => {
    await signUpTokens(server.app, {
      firstName: 'Lu',
      lastName: 'Xi',
      email: 'lu@example.com',
      password: 'a long password',
    });
    const { browser, page } = await openSignIn();
    for (let i = 0; i < 3; i++)
      await browser({ method: 'POST', url: page, ...form({ email: 'lu@example.com', password: `${i}` }) });
    const right = form({ email: 'lu@example.com', password: 'a long password' });
    expect((await browser({ method: 'POST', url: page, ...right })).statusCode).toBe(429);
    server.setTime('2026-11-16T08:11:00Z');
    expect((await browser({ method: 'POST', url: page, ...right })).statusCode).toBe(303);
  });

  it('includes no text of a stranger in mails', async () => {
    const email = 'victim@example.com';
    await signUpTokens(server.app, { firstName: 'Win at http://x.example', lastName: 'Now', email });
    await expect
      .poll(async () => (await server.call('GET', `/sandbox/messages?to=${email}`)).body['messages'])
      .toMatchObject([{ text: expect.stringMatching(/^Hello,\n/) }]);
  });

  it('asks for everything on one page, which leads to the terms', async () => {
    const { browser, page } = await openSignIn();
    const { body } = await browser({ method: 'GET', url: `${page}/create-account` });
    const fields = [...body.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name);
    expect(fields).toEqual(['firstName', 'lastName', 'email', 'password']);
    for (const address of ['/policies/terms-and-conditions', '/policies/privacy-policy'])
      expect(body).toContain(`href="${address}"`);
  });

  it('refuses a second account for an address, short passwords and blank names, and keeps the input', async () => {
    await signUpTokens(server.app, { firstName: 'Bo', lastName: 'Ek', email: 'bo@example.com' });
    const { browser, page } = await openSignIn();
    const send = async (fields: Record<string, string>) => {
      const url = `${page}/create-account`;
      const sent = await browser({ method: 'POST', url, ...form(fields) });
      expect(sent.statusCode).toBe(303);
      expect(sent.headers.location).toBe(url);
      return browser({ method: 'GET', url });
    };
    // The second as it is pasted from an address book.
    for (const email of ['BO@example.com', '\u202Abo@example.com\u202C\u00A0']) {
      const twin = await send({ firstName: 'Bo', lastName: 'Ek', email, password: 'another password' });
      expect(twin.body).toContain('An account with this email address already exists');
    }
    const short = await send({
      firstName: 'Bo "<b>',
      lastName: 'Ek',
      email: 'bo2@example.com',
      password: 'short',
    });
    expect(short.body).toContain('The password needs at least 8 characters.');
    expect(short.body).toContain('value="Bo &quot;&lt;b&gt;"');
    expect(short.body).not.toContain('short"');
    const nameless = await send({
      firstName: ' ',
      lastName: 'Ek',
      email: 'bo2@example.com',
      password: 'long enough',
    });
    expect(nameless.body).toContain('Enter your first name.');
    const nul = await send({
      firstName: 'B\u0000o',
      lastName: 'Ek',
      email: 'bo2@example.com',
      password: 'long enough',
    });
    expect(nul.body).toContain('Use plain text');
    await send({ firstName: 'Bo', lastName: 'Ek', email: 'bo', password: 'long enough' });
    const signIn = await browser({ method: 'GET', url: page });
    expect(signIn.body).not.toContain('role="alert"');
  });

  it('reports an unknown sign-in as expired', async () => {
    const reply = await cookieBrowser(server.app)({ method: 'GET', url: '/oidc/interaction/unknown' });
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain('This sign-in has expired');
  });

  it('mails a link that verifies the address once', async () => {
    const user = await server.signUp({ email: 'link@example.com' });
    const mail = await server.mailTo('link@example.com');
    const [link] = /\/oidc\/verify-email\?token=[\w-]+/.exec(mail.text) ?? [];
    const open = () => server.app.http.inject({ method: 'GET', url: link ?? '' });
    expect((await open()).body).toContain('Your email address is confirmed');
    expect((await open()).statusCode).toBe(400);
    const { is_email_verified } = await server.app.platform.db
      .selectFrom('users')
      .select('is_email_verified')
      .where('id', '=', user.profile._id)
      .executeTakeFirstOrThrow();
    expect(is_email_verified).toBe(true);
    expect(getSubject(user.token)).toBe(user.profile.auth0Uid[0]);
  });
});

describe('the bearer rule', () => {
  it('refuses requests without a token, with an invalid one, and with one for another audience', async () => {
    expect((await server.call('GET', '/api/user/profile')).error).toMatchObject({
      code: 'unauthenticated',
      message: 'Authentication required',
    });
    for (const token of ['nonsense', 'a.b.c', `${(await server.signUp()).token}x`]) {
      const reply = await server.call('GET', '/api/user/profile', undefined, {
        authorization: `Bearer ${token}`,
      });
      expect(reply.status).toBe(401);
      expect(reply.error.message).toBe('Invalid token');
    }
  });

  it('refuses an expired token', async () => {
    const user = await server.signUp();
    const before = server.now();
    server.setTime(new Date(Date.now() + HOUR_MS).toISOString());
    expect((await user.call('GET', '/api/user/profile')).error.message).toBe('Invalid token');
    server.setTime(before.toISOString());
  });

  it('ends the refresh tokens on logout', async () => {
    const user = await server.signUp();
    expect((await user.call('POST', '/api/auth/logout')).body).toMatchObject({ success: true });
    expect(
      await exchange(server.app, { grant_type: 'refresh_token', refresh_token: user.refreshToken }),
    ).toMatchObject({ error: 'invalid_grant' });
  });
});
