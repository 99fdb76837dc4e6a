import { HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { generateKeyPair } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { openIssuer } from '../test/issuer.ts';
import { openTestServer } from '../test/server.ts';

const issuer = await openIssuer();
const settings = { OIDC_ISSUER: issuer.name, OIDC_CLIENT_ID: 'spa' };
const server = await openTestServer(settings);
const register = (body: object, headers: Record<string, string>) =>
  server.call('POST', '/api/auth/registerUser', body, headers);

describe('an external issuer', () => {
  it('is where browsers are sent', async () => {
    expect((await server.call('GET', '/config.json')).body.oidc).toEqual({
      authority: issuer.name,
      clientId: 'spa',
      audience: 'https://api.dayloom',
    });
    const page = await server.app.http.inject({ method: 'GET', url: '/login' });
    expect(String(page.headers['content-security-policy'])).toContain(
      `connect-src 'self' ${issuer.name.slice(0, -1)}`,
    );
    expect(
      (await server.app.http.inject({ method: 'GET', url: '/oidc/.well-known/openid-configuration' }))
        .statusCode,
    ).toBe(404);
  });

  it('does not sign in apps for agents: they use API tokens', async () => {
    const { auth0Uid, headers } = await issuer.person('auth0|agent', { email: 'agent@example.com' });
    await register({ auth0Uid, email: 'agent@example.com' }, headers);
    const { body } = await server.call(
      'POST',
      '/api/user/api-tokens',
      { name: 'Agent', scopes: ['read:tasks'] },
      headers,
    );
    const list = (authorization: string) =>
      server.call(
        'POST',
        '/api/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { authorization, accept: 'application/json, text/event-stream' },
      );
    expect((await list(`Bearer ${body.token}`)).status).toBe(200);
    const refused = await list(headers.authorization);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).not.toContain('resource_metadata');
    for (const path of ['oauth-protected-resource/api/mcp', 'oauth-authorization-server'])
      expect((await server.call('GET', `/.well-known/${path}`)).status).toBe(404);
    const apps = await server.call('GET', '/api/user/connected-apps', undefined, headers);
    expect(apps.body).toMatchObject({ apps: [], hasSignIn: false });
  });

  it("is trusted: its email counts, not the client's", async () => {
    const { auth0Uid, headers } = await issuer.person('auth0|ada', {
      email: 'ada@example.com',
      given_name: 'Ada',
      family_name: 'Byron',
    });
    expect((await register({ auth0Uid, email: 'eve@example.com' }, headers)).error.code).toBe('forbidden');
    const right = await register({ auth0Uid, email: 'Ada@example.com', provider: 'auth0' }, headers);
    expect(right.body.user).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      auth0Uid: ['auth0|ada'],
    });
    expect((await server.call('GET', '/api/user/profile', undefined, headers)).status).toBe(200);
  });

  it('does not take over a verified address of another account', async () => {
    const first = await issuer.person('auth0|one', { email: 'proven@example.com', email_verified: true });
    const unproven = await issuer.person('auth0|two', { email: 'proven@example.com', email_verified: false });
    const second = await issuer.person('google-oauth2|one', {
      email: 'Proven@example.com',
      email_verified: true,
    });
    const body = { email: 'proven@example.com', firstName: 'P' };
    // An unverified claim to an email address does not lock the owner out ...
    expect((await register({ ...body, auth0Uid: unproven.auth0Uid }, unproven.headers)).status).toBe(200);
    expect((await register({ ...body, auth0Uid: first.auth0Uid }, first.headers)).status).toBe(200);
    // ... and a second identity does not get access to the account either.
    const other = await register({ ...body, auth0Uid: second.auth0Uid }, second.headers);
    expect(other.status).toBe(409);
    expect(other.error.code).toBe('email_taken');
  });

  it("may give no email: the client's is then unverified", async () => {
    const headers = { authorization: `Bearer ${await issuer.sign('auth0|bare')}` };
    const reply = await register(
      { auth0Uid: 'auth0|bare', email: 'bare@example.com', firstName: 'B' },
      headers,
    );
    expect(reply.body.user.email).toBe('bare@example.com');
  });

  it('must match in audience, issuer, key and algorithm', async () => {
    const stranger = await generateKeyPair('RS256');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const tokens = [
      await issuer.sign('auth0|x', { audience: 'https://other.example.com' }),
      await issuer.sign('auth0|x', { issuer: 'https://evil.example.com/' }),
      await issuer.sign('auth0|x', { with: stranger.privateKey }),
      `${encode({ alg: 'none' })}.${encode({ sub: 'auth0|x', iss: issuer.name, aud: 'https://api.dayloom', exp: 4_000_000_000 })}.`,
    ];
    for (const token of tokens) {
      const reply = await server.call(
        'POST',
        '/api/auth/checkuser',
        {},
        { authorization: `Bearer ${token}` },
      );
      expect(reply.status).toBe(401);
      expect(reply.error.message).toBe('Invalid token');
    }
  });

  it('that does not respond is reported as unavailable', async () => {
    const alone = await openTestServer({
      OIDC_ISSUER: 'http://127.0.0.1:9/',
      OIDC_CLIENT_ID: 'x',
      LOG_LEVEL: 'fatal',
    });
    const headers = { authorization: `Bearer ${await issuer.sign('auth0|late')}` };
    const reply = await alone.call('POST', '/api/auth/checkuser', {}, headers);
    expect(reply.status).toBe(503);
    expect(reply.error.code).toBe('unavailable');
  });
});

describe('the log', () => {
  it('contains no token, password or code', async () => {
    const lines: string[] = [];
    const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(typeof text === 'string' ? text : Buffer.from(text).toString());
      return true;
    });
    try {
      const loud = await openTestServer({ LOG_LEVEL: 'trace' });
      const user = await loud.signUp({ email: 'quiet@example.com' });
      await user.call('GET', '/api/user/profile');
      await loud.call('GET', '/auth/callback?code=a-secret-code&state=x');
      await loud.call('GET', '/oidc/reset-password?token=a-secret-link');
      await user.call('POST', '/api/user/security/confirmation', { password: 'correct horse battery' });
      const { body: offer } = await user.call('POST', '/api/user/security/two-step');
      await loud.call('GET', '/api/user/profile', undefined, { authorization: `Bearer ${user.token}x` });
      const text = lines.join('');
      expect(text.length).toBeGreaterThan(500);
      for (const secret of [
        user.token,
        user.refreshToken,
        'correct horse battery',
        'token=',
        'a-secret-code',
        'a-secret-link',
        offer['secret'],
      ])
        expect(text).not.toContain(secret);
    } finally {
      output.mockRestore();
    }
  });
});

describe('deleting an account of an external issuer', () => {
  const signUpOutside = async (subject: string, email: string) => {
    const claims = { email, email_verified: true, given_name: 'Lea', family_name: 'Ver' };
    const { headers } = await issuer.person(subject, claims);
    expect((await register({ auth0Uid: subject, email }, headers)).status).toBe(200);
    const ask = (as: Record<string, string>) =>
      server.call('POST', '/api/user/delete-account', { email }, as);
    return { headers, ask };
  };

  it('is confirmed by a mailed link that works once, within an hour', async () => {
    const email = 'leaver@example.com';
    const { headers, ask } = await signUpOutside('auth0|leaver', email);
    expect((await server.call('GET', '/api/user/account-closing', undefined, headers)).body).toMatchObject({
      confirmBy: 'sign_in_or_mail',
      deletesAt: null,
    });
    const findLink = async (count: number) =>
      /close-account#([\w-]{32})/.exec((await server.mailTo(email, count)).text)?.[1] ?? '';
    const close = (token: string) => server.call('POST', '/api/account-links/close', { token });

    const now = server.now();
    expect((await ask(headers)).body).toMatchObject({ state: 'mail_sent', deletesAt: null });
    const late = await findLink(1);
    expect((await server.call('GET', '/api/user/profile', undefined, headers)).status).toBe(200);
    server.setTime(new Date(now.getTime() + HOUR_MS).toISOString());
    expect((await close(late)).status).toBe(404);

    await ask(headers);
    const token = await findLink(2);
    expect((await close(token)).body.state).toBe('closed');
    expect((await close(token)).status).toBe(404);
    expect((await server.call('GET', '/api/user/profile', undefined, headers)).error.code).toBe(
      'account_closing',
    );
    server.setTime(now.toISOString());
  });

  it('requires no link right after a sign-in, but does later', async () => {
    const { ask } = await signUpOutside('auth0|fresh', 'fresh@example.com');
    const signedIn = async (minutesAgo: number) => {
      const signedInAt = new Date(server.now().getTime() - minutesAgo * MINUTE_MS).toISOString();
      return { authorization: `Bearer ${await issuer.sign('auth0|fresh', { signedInAt })}` };
    };
    expect((await ask(await signedIn(10))).body.state).toBe('mail_sent');
    expect((await ask(await signedIn(9))).body.state).toBe('closed');
  });

  it('accepts the ID token of a sign-in as proof if access tokens have no time', async () => {
    const { headers } = await signUpOutside('auth0|again', 'again@example.com');
    const ask = async (subject: string, { audience = 'spa', minutesAgo = 1 } = {}) => {
      const signedInAt = new Date(server.now().getTime() - minutesAgo * MINUTE_MS).toISOString();
      const idToken = await issuer.sign(subject, { audience, signedInAt });
      return server.call(
        'POST',
        '/api/user/delete-account',
        { email: 'again@example.com', idToken },
        headers,
      );
    };
    expect((await ask('auth0|again', { minutesAgo: 11 })).body.state).toBe('mail_sent');
    expect((await ask('auth0|somebody')).body.state).toBe('mail_sent');
    expect((await ask('auth0|again', { audience: 'another-app' })).body.state).toBe('mail_sent');
    expect((await ask('auth0|again')).body.state).toBe('closed');
  });

  it('asks for a new sign-in if no mail can be sent', async () => {
    const silent = await openTestServer({ ...settings, NODE_ENV: 'production', LOG_LEVEL: 'silent' });
    const email = 'silent@example.com';
    const { auth0Uid, headers } = await issuer.person('auth0|silent', { email, email_verified: true });
    const person = { firstName: 'Si', lastName: 'Lent', auth0Uid, email };
    expect((await silent.call('POST', '/api/auth/registerUser', person, headers)).status).toBe(200);
    const ask = (idToken?: string) =>
      silent.call('POST', '/api/user/delete-account', { email, idToken }, headers);
    expect((await ask()).error.code).toBe('confirmation_needed');
    const signedInAt = silent.now().toISOString();
    const idToken = await issuer.sign('auth0|silent', { audience: 'spa', signedInAt });
    expect((await ask(idToken)).body.state).toBe('closed');
  });
});
