import { describe, expect, it } from 'vitest';
import {
  cookieBrowser,
  openSignIn,
  openTestServer,
  signInTokens,
  signUpTokens,
  toPath,
} from '../test/server.ts';

const server = await openTestServer({ LOG_LEVEL: 'fatal' });
const secure = await openTestServer({ PUBLIC_URL: 'https://plan.example.com', LOG_LEVEL: 'fatal' });

const AUTHORIZATION =
  '/oidc/auth?client_id=dayloom-web&response_type=code&scope=openid&redirect_uri=http://localhost:3999/auth/callback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256';

const inject = (method: 'GET' | 'HEAD' | 'POST', url: string, fields?: Record<string, string>) =>
  server.app.http.inject({
    method,
    url,
    headers: {
      accept: 'text/html',
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(fields && { payload: new URLSearchParams(fields).toString() }),
  });

describe('a hostile request', () => {
  it.each(['//', '///', '//x', '//x/y?z', '/\\', '//[', '//%'])(
    'for %s causes no server error',
    async (url) => {
      // A client library would rewrite the URL.
      const reply = await server.app.http.inject({
        method: 'GET',
        url: '/',
        headers: { accept: 'text/html' },
      });
      const { statusCode } = await new Promise<{ statusCode: number }>((resolve, reject) => {
        server.app.http.inject(
          { method: 'GET', url: { pathname: url } as never, headers: { accept: 'text/html' } },
          (error, answer) => (error ? reject(error) : resolve(answer as { statusCode: number })),
        );
      });
      expect(reply.statusCode).toBeLessThan(500);
      expect(statusCode).toBeLessThan(500);
    },
  );

  it.each([
    ['GET', '/oidc/auth?client_id=%00'],
    ['GET', '/oidc/auth?client_id=dayloom-web&response_type=code&scope=openid%00'],
    ['GET', '/oidc/auth?client_id=dayloom-web&request_uri=%00'],
    ['GET', '/oidc/auth/%00'],
    ['GET', `${AUTHORIZATION}&state=%00`],
    ['GET', '/oidc/interaction/%00'],
    ['GET', '/oidc/session/end?client_id=%00'],
    ['GET', '/oidc/session/end?id_token_hint=%00'],
    ['GET', '/oidc/session/end/success?client_id=%00'],
    ['GET', '/oidc/me?access_token=%00'],
    ['GET', '/oidc/verify-email?token=%00'],
    ['GET', '/oidc/reset-password?token=%00'],
    ['HEAD', '/sandbox'],
    ['HEAD', '/sandbox/'],
  ] as const)('%s %s causes no server error', async (method, url) => {
    expect((await inject(method, url)).statusCode).toBeLessThan(500);
  });

  it.each([
    ['/oidc/token', { grant_type: 'refresh_token', refresh_token: '\0', client_id: 'dayloom-web' }],
    ['/oidc/token', { grant_type: 'authorization_code', code: 'a\0b', client_id: 'dayloom-web' }],
    ['/oidc/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: '\0' }],
    ['/oidc/token/revocation', { token: '\0', client_id: 'dayloom-web' }],
    ['/oidc/session/end/confirm', { xsrf: '\0', logout: 'yes' }],
    ['/oidc/interaction/%00', { email: 'a', password: 'b' }],
    ['/oidc/reset-password', { token: '\0', password: 'long enough' }],
  ] as [string, Record<string, string>][])('POST %s with %j causes no server error', async (url, fields) => {
    expect((await inject('POST', url, fields)).statusCode).toBeLessThan(500);
  });
});

describe("the provider's metadata", () => {
  it.each([{}, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' }])(
    'uses the configured address, whatever the request contains (%j)',
    async (forwarded) => {
      for (const [{ app }, origin] of [
        [server, 'http://localhost:3999'],
        [secure, 'https://plan.example.com'],
      ] as const) {
        const reply = await app.http.inject({
          method: 'GET',
          url: '/oidc/.well-known/openid-configuration',
          headers: { host: 'evil.example', ...forwarded },
        });
        expect(reply.json()).toMatchObject({
          issuer: `${origin}/oidc`,
          authorization_endpoint: `${origin}/oidc/auth`,
          token_endpoint: `${origin}/oidc/token`,
          jwks_uri: `${origin}/oidc/jwks`,
          end_session_endpoint: `${origin}/oidc/session/end`,
        });
        expect(reply.body).not.toContain('evil');
      }
    },
  );
});

describe('cookies', () => {
  it.each([
    ['over https', secure, true],
    ['over http', server, undefined],
  ] as const)('are Secure %s: %s', async (_name, { app }, isSecure) => {
    const signIn = await openSignIn(app, { screen_hint: 'signup' });
    const started = await cookieBrowser(app)({ method: 'GET', url: toPath(signIn.page) });
    const created = await signIn.post(signIn.page, {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'secure@example.com',
      password: 'a long password',
    });
    const resumed = await signIn.browser({ method: 'GET', url: toPath(String(created.headers.location)) });
    const cookies = [...started.cookies, ...created.cookies, ...resumed.cookies];
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) {
      expect(cookie.httpOnly).toBe(true);
      expect(cookie.secure).toBe(isSecure);
    }
  });
});

describe('the pages of the provider', () => {
  it('send their forms only to the provider, which may redirect to the app', async () => {
    const { browser, page } = await openSignIn(server.app);
    const reply = await browser({ method: 'GET', url: page });
    expect(reply.headers['content-security-policy']).toContain(
      "form-action 'self' http://localhost:3999 http://127.0.0.1:3999",
    );
    const other = await openSignIn(secure.app);
    const strict = await other.browser({ method: 'GET', url: toPath(other.page) });
    expect(strict.headers['content-security-policy']).toContain(
      "form-action 'self' https://plan.example.com;",
    );
  });
});

describe('signing out by POST', () => {
  const person = { firstName: 'Ada', lastName: 'Byron', email: 'out@example.com' };

  it('requires no further click', async () => {
    await signUpTokens(server.app, person);
    const signIn = await openSignIn(server.app);
    const tokens = await signIn.finish(
      await signIn.post(signIn.page, { email: person.email, password: 'correct horse battery' }),
    );
    const reply = await signIn.post('/oidc/session/end', {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'http://localhost:3999/',
      state: 'abc',
    });
    expect(reply).toMatchObject({
      statusCode: 303,
      headers: { location: 'http://localhost:3999/?state=abc' },
    });
    const authorization = `Bearer ${tokens.access_token}`;
    expect((await server.call('GET', '/api/user/profile', undefined, { authorization })).status).toBe(401);
    // The provider's browser session has ended too: the next sign-in asks for the password.
    const again = await signIn.browser({
      method: 'GET',
      url: `${AUTHORIZATION}&prompt=none`,
    });
    expect(String(again.headers.location)).toContain('error=login_required');
  });

  it('does nothing for the form of another site, which has no cookie', async () => {
    const tokens = await signInTokens(server.app, person.email);
    const reply = await cookieBrowser(server.app)({ method: 'POST', url: '/oidc/session/end' });
    expect(reply.statusCode).toBeLessThan(500);
    const authorization = `Bearer ${tokens.access_token}`;
    expect((await server.call('GET', '/api/auth/login', undefined, { authorization })).status).not.toBe(401);
  });
});
