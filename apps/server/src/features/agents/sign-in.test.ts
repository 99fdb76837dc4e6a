import { createHash, randomBytes } from 'node:crypto';
import { InsufficientScopeError, UnauthorizedError } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { AppStorage, CALLBACK, connectApp, consent, createFetch } from '#test/mcp-client.ts';
import { openTestServer, type TestUser } from '#test/server.ts';

const server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });
const ORIGIN = 'http://localhost:3999';
/** What the tools need, in the order of the contracts. */
const SCOPES = ['tasks', 'calendar', 'planning', 'bookings', 'meetings', 'settings'].flatMap((area) => [
  `read:${area}`,
  `write:${area}`,
]);
const RESOURCE = `${ORIGIN}/api/mcp`;
let user: TestUser;

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  user = await server.signUp({ timeZone: 'Europe/Berlin' });
});

/** A request without the SDK: one JSON-RPC message. */
async function call(token: string | null, method = 'tools/list', params: object = {}) {
  const reply = await server.app.http.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body };
}

const register = (metadata: object) => server.call('POST', '/oidc/register', metadata);

/** A registered app that has not asked anybody yet. */
async function registerApp(): Promise<{ clientId: string; verifier: string; challenge: string }> {
  const { status, body } = await register({ client_name: 'Plain App', redirect_uris: [CALLBACK] });
  expect(status).toBe(201);
  const verifier = randomBytes(32).toString('base64url');
  return {
    clientId: body.client_id,
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
}

const toAuthorizationUrl = (parameters: Record<string, string>) =>
  new URL(
    `${ORIGIN}/oidc/auth?${new URLSearchParams({ response_type: 'code', state: 's', ...parameters }).toString()}`,
  );

async function requestToken(fields: Record<string, string>) {
  const answer = await createFetch(server)(`${ORIGIN}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

describe('a client finds out how to sign in', () => {
  test('from a refusal that names the metadata', async () => {
    const refused = await call(null);
    expect(refused).toMatchObject({ status: 401, text: expect.stringContaining('unauthenticated') });
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer scope="${SCOPES.join(' ')}", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/api/mcp"`,
    );
    expect((await call('nonsense')).headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", /);
  });

  test.each(['', '/api/mcp'])('from the metadata of the resource at %j', async (path) => {
    const { status, body } = await server.call('GET', `/.well-known/oauth-protected-resource${path}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        resource: RESOURCE,
        authorization_servers: [`${ORIGIN}/oidc`],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Dayloom',
      },
    });
  });

  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/oidc',
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/oidc',
    '/oidc/.well-known/openid-configuration',
    '/oidc/.well-known/oauth-authorization-server',
  ])('from the metadata of the authorization server at %s', async (path) => {
    const { status, body } = await server.call('GET', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer: `${ORIGIN}/oidc`,
      authorization_endpoint: `${ORIGIN}/oidc/auth`,
      token_endpoint: `${ORIGIN}/oidc/token`,
      registration_endpoint: `${ORIGIN}/oidc/register`,
      revocation_endpoint: `${ORIGIN}/oidc/token/revocation`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  });
});

describe('an app', () => {
  test('connects by the address alone, after the user has allowed what it asks for', async () => {
    const { client, storage } = await connectApp(server, user);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('create_event');
    expect(storage.saved).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.any(String),
      scope: SCOPES.join(' '),
    });
    const { body } = await user.call('GET', '/api/user/connected-apps');
    expect(body).toEqual({
      success: true,
      address: RESOURCE,
      hasSignIn: true,
      message: 'Apps fetched',
      apps: [
        {
          _id: expect.any(String),
          name: 'Test Agent',
          redirectHost: 'a program on this computer',
          scopes: SCOPES,
          connectedAt: '2026-11-16T08:00:00.000Z',
          lastUsedAt: '2026-11-16T08:00:00.000Z',
        },
      ],
    });
    const events = (await user.call('GET', '/api/user/audit-log')).body;
    expect(JSON.stringify(events)).toContain('app_connected');
  });

  test('is named on the consent page with where it leads back to, in escaped words', async () => {
    const storage = new AppStorage('<b>Evil</b>', 'read:calendar');
    const { page, policy } = await readConsentPage(storage);
    expect(page).toContain('Connect &lt;b&gt;Evil&lt;/b&gt;?');
    expect(page).not.toContain('<b>Evil');
    expect(page).toContain('<strong>a program on this computer</strong>');
    expect(page).toContain(user.profile.email);
    expect(page).toContain('See your events and their guests');
    expect(page).not.toContain('Add, change and delete events');
    expect(policy).toContain("form-action 'self' http://127.0.0.1:6274");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  async function readConsentPage(storage: AppStorage) {
    const { clientId, challenge } = await registerApp();
    const renamed = await register({ ...storage.clientMetadata });
    return consent(
      server,
      user,
      toAuthorizationUrl({
        client_id: renamed.body.client_id ?? clientId,
        redirect_uri: CALLBACK,
        scope: 'read:calendar',
        resource: RESOURCE,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    );
  }

  test('gets nothing if the user denies it', async () => {
    const storage = new AppStorage();
    await expect(connectApp(server, user, { storage, answer: 'deny' })).rejects.toThrow(
      'The user denied the request.',
    );
    expect(storage.saved).toBeUndefined();
    expect((await user.call('GET', '/api/user/connected-apps')).body.apps).toEqual([]);
  });

  test('sees only the tools that its permissions cover, and learns which it lacks', async () => {
    const { clientId, verifier, challenge } = await registerApp();
    const url = toAuthorizationUrl({
      client_id: clientId,
      redirect_uri: CALLBACK,
      scope: 'openid profile email read:calendar unknown',
      resource: RESOURCE,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const { back } = await consent(server, user, url);
    const { body } = await requestToken({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    });
    const token = body['access_token'] ?? '';
    const { text } = await call(token);
    expect(text).toContain('list_events');
    expect(text).not.toContain('create_event');
    const refused = await call(token, 'tools/call', { name: 'create_event', arguments: { title: 'x' } });
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('forbidden') });
    expect(refused.headers['www-authenticate']).toContain(
      'error="insufficient_scope", scope="read:calendar write:calendar", resource_metadata=',
    );
    // Neither name nor address: an ID token would say who the user is.
    const claims = JSON.parse(
      Buffer.from((body['id_token'] ?? '').split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub']);
  });

  test('asks for more by the official client when a tool needs it', async () => {
    const { client } = await connectApp(server, user, { storage: await storageWith('read:calendar') });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_events']);
    await expect(client.callTool({ name: 'create_event', arguments: { title: 'Lunch' } })).rejects.toSatisfy(
      (error) => error instanceof InsufficientScopeError || error instanceof UnauthorizedError,
    );
  });

  /** The official client asks for the scope of the challenge; this app asks for less. */
  async function storageWith(scope: string): Promise<AppStorage> {
    const storage = new AppStorage();
    const redirect = storage.redirectToAuthorization;
    storage.redirectToAuthorization = (url) => {
      url.searchParams.set('scope', scope);
      redirect(url);
    };
    return storage;
  }

  test('renews its tokens, and a replayed refresh token ends the access', async () => {
    const { storage } = await connectApp(server, user);
    const old = storage.saved?.refresh_token ?? '';
    const renew = (refreshToken: string) =>
      requestToken({
        grant_type: 'refresh_token',
        client_id: storage.client?.client_id ?? '',
        refresh_token: refreshToken,
        resource: RESOURCE,
      });
    const renewed = await renew(old);
    expect(renewed).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });
    expect(renewed.body['refresh_token']).not.toBe(old);
    expect((await call(renewed.body['access_token'] ?? '')).status).toBe(200);
    expect(await renew(old)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await call(renewed.body['access_token'] ?? '')).status).toBe(401);
    expect(await renew(renewed.body['refresh_token'] ?? '')).toMatchObject({ status: 400 });
    expect((await user.call('GET', '/api/user/connected-apps')).body.apps).toEqual([]);
  });

  test('is renewed by the official client when its access token has expired', async () => {
    const { client, storage } = await connectApp(server, user);
    const before = storage.saved?.access_token;
    server.setTime('2026-11-16T09:01:00Z');
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(storage.saved?.access_token).not.toBe(before);
  });

  test('ends its own access (RFC 7009)', async () => {
    const { storage } = await connectApp(server, user);
    const token = storage.saved?.access_token ?? '';
    const revoked = await createFetch(server)(`${ORIGIN}/oidc/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: storage.client?.client_id ?? '' }),
    });
    expect(revoked.status).toBe(200);
    expect((await call(token)).status).toBe(401);
    expect((await user.call('GET', '/api/user/connected-apps')).body.apps).toEqual([]);
  });

  test('loses its access at once when the user disconnects it, and nobody else does', async () => {
    const other = await server.signUp();
    const { storage } = await connectApp(server, user);
    const kept = await connectApp(server, other);
    const [app] = (await user.call('GET', '/api/user/connected-apps')).body.apps;
    const path = `/api/user/connected-apps/${app._id}`;
    expect((await other.call('DELETE', path)).status).toBe(404);
    expect((await call(storage.saved?.access_token ?? '')).status).toBe(200);
    expect((await user.call('DELETE', path)).status).toBe(200);
    expect((await call(storage.saved?.access_token ?? '')).status).toBe(401);
    const renewal = await requestToken({
      grant_type: 'refresh_token',
      client_id: storage.client?.client_id ?? '',
      refresh_token: storage.saved?.refresh_token ?? '',
    });
    expect(renewal).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await kept.client.listTools()).tools.length).toBeGreaterThan(0);
  });

  test('that asks again replaces its earlier access', async () => {
    const storage = new AppStorage();
    await connectApp(server, user, { storage });
    const first = storage.saved?.access_token ?? '';
    storage.forgetTokens();
    await connectApp(server, user, { storage });
    expect((await call(first)).status).toBe(401);
    expect((await call(storage.saved?.access_token ?? '')).status).toBe(200);
    expect((await user.call('GET', '/api/user/connected-apps')).body.apps).toHaveLength(1);
  });

  test('is cut off when the account closes', async () => {
    const { storage } = await connectApp(server, user);
    await server.app.platform.db
      .updateTable('users')
      .set({ deletes_at: new Date('2026-11-20T00:00:00Z') })
      .where('id', '=', user.profile._id)
      .execute();
    expect((await call(storage.saved?.access_token ?? '')).status).not.toBe(200);
  });
});

describe('a token', () => {
  test('of an app is worth nothing at the ordinary API, and one of the web app nothing here', async () => {
    const { storage } = await connectApp(server, user);
    const headers = { authorization: `Bearer ${storage.saved?.access_token}` };
    for (const path of ['/api/tasks', '/api/user/profile', '/api/user/connected-apps'])
      expect((await server.call('GET', path, undefined, headers)).status).toBe(401);
    expect((await server.call('GET', '/oidc/me', undefined, headers)).status).not.toBe(200);
    expect((await call(user.token)).status).toBe(401);
  });

  test('is issued for this resource only (RFC 8707)', async () => {
    const { clientId, challenge } = await registerApp();
    const back = await createFetch(server)(
      toAuthorizationUrl({
        client_id: clientId,
        redirect_uri: CALLBACK,
        scope: 'read:calendar',
        resource: 'https://api.dayloom',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    );
    expect(new URL(String(back.headers.get('location'))).searchParams.get('error')).toBe('invalid_target');
  });

  test('needs the code verifier, once, by the client that asked', async () => {
    const { clientId, verifier, challenge } = await registerApp();
    const other = await registerApp();
    const getCode = async () => {
      const url = toAuthorizationUrl({
        client_id: clientId,
        redirect_uri: CALLBACK,
        resource: RESOURCE,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      return (await consent(server, user, url)).back.searchParams.get('code') ?? '';
    };
    const fields = {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    };
    const refused = { status: 400, body: { error: 'invalid_grant' } };
    const code = await getCode();
    expect(await requestToken({ ...fields, code, code_verifier: 'x'.repeat(43) })).toMatchObject(refused);
    expect(await requestToken({ ...fields, code, client_id: other.clientId })).toMatchObject(refused);
    const second = await getCode();
    const { status, body } = await requestToken({ ...fields, code: second });
    // Without a scope it asked for everything that agents can use.
    expect({ status, scope: body['scope'] }).toEqual({
      status: 200,
      scope: SCOPES.join(' '),
    });
    expect((await call(body['access_token'] ?? '')).status).toBe(200);
    expect(await requestToken({ ...fields, code: second })).toMatchObject(refused);
    // A replayed code ends what it had given (RFC 6749, 4.1.2).
    expect((await call(body['access_token'] ?? '')).status).toBe(401);
  });

  test.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ])('is not issued with %s', async (_what, parameters, error) => {
    const { clientId, challenge } = await registerApp();
    const asked = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      resource: RESOURCE,
      code_challenge: challenge,
      ...parameters,
    };
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
    const back = await createFetch(server)(toAuthorizationUrl(given));
    expect(new URL(String(back.headers.get('location'))).searchParams.get('error')).toBe(error);
  });

  test('is not sent to an address that was not registered', async () => {
    const { clientId, challenge } = await registerApp();
    for (const forged of [
      'https://evil.example/callback',
      'http://127.0.0.1:6274/other',
      'http://127.0.0.1.evil.example:6274/callback',
      `${CALLBACK}?x=1`,
    ]) {
      const answer = await createFetch(server)(
        toAuthorizationUrl({
          client_id: clientId,
          redirect_uri: forged,
          resource: RESOURCE,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }),
      );
      expect({ forged, status: answer.status, location: answer.headers.get('location') }).toEqual({
        forged,
        status: 400,
        location: null,
      });
    }
  });
});

describe('a registration', () => {
  test('keeps what is needed and nothing that the server would fetch', async () => {
    const { status, body } = await register({
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'client_secret_post',
      jwks_uri: 'http://169.254.169.254/latest',
      logo_uri: 'https://evil.example/logo.svg',
      sector_identifier_uri: 'http://169.254.169.254/',
      scope: 'everything',
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        client_id: expect.any(String),
        client_id_issued_at: Date.parse('2026-11-16T08:00:00Z') / 1000,
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
    });
  });

  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:33418/',
    'http://[::1]:8080/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/callback',
  ])('may lead to %s', async (redirect) => {
    const { status, body } = await register({ redirect_uris: [redirect] });
    expect(status).toBe(201);
    const { challenge } = await registerApp();
    const url = toAuthorizationUrl({
      client_id: body.client_id,
      redirect_uri: redirect,
      resource: RESOURCE,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const { back } = await consent(server, user, url);
    expect(back.href.startsWith(redirect)).toBe(true);
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
  });

  test.each([
    'http://evil.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a@evil.example/',
    'https://claude.ai/callback#x',
    'https://evil.example;script-src/callback',
    'https://evil,example/callback',
    'not an address',
    '/callback',
  ])('must not lead to %s', async (redirect) => {
    expect(await register({ redirect_uris: [redirect] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri', error_description: expect.any(String) },
    });
  });

  test.each([
    ['no address', {}, 'invalid_redirect_uri'],
    ['too many addresses', { redirect_uris: Array(21).fill(CALLBACK) }, 'invalid_redirect_uri'],
    ['a long name', { client_name: 'x'.repeat(81), redirect_uris: [CALLBACK] }, 'invalid_client_metadata'],
    [
      'another grant',
      { grant_types: ['client_credentials'], redirect_uris: [CALLBACK] },
      'invalid_client_metadata',
    ],
    ['a text', 'x', 'invalid_client_metadata'],
  ])('is refused with %s', async (_what, metadata, error) => {
    const answer = await createFetch(server)(`${ORIGIN}/oidc/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toBe(error);
  });

  test('is refused with a character that cannot be stored', async () => {
    const refused = await register({ client_name: 'a\u0000b', redirect_uris: [CALLBACK] });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('is removed after a day in which nobody allowed it anything, others may ask again', async () => {
    const { clientId } = await registerApp();
    const { storage } = await connectApp(server, user);
    const [app] = (await user.call('GET', '/api/user/connected-apps')).body.apps;
    await user.call('DELETE', `/api/user/connected-apps/${app._id}`);
    server.setTime('2026-11-17T09:00:00Z');
    await server.runJob('identity.purge', {});
    const ask = async (id = '') => {
      const url = toAuthorizationUrl({ client_id: id, redirect_uri: CALLBACK, resource: RESOURCE });
      const answer = await createFetch(server)(url);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await ask(clientId)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Remove the connection in the app, then add it again.'),
    });
    expect((await ask(storage.client?.client_id)).text).not.toContain('Remove the connection');
    // Clients register again when the token endpoint says so.
    const gone = { grant_type: 'refresh_token', client_id: clientId, refresh_token: 'x' };
    expect(await requestToken(gone)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

test("the web app's own sign-in shows no consent page, and cannot be pretended", async () => {
  const signed = await server.signUp();
  expect((await signed.call('GET', '/api/user/profile')).status).toBe(200);
  expect(await register({ client_id: 'dayloom-web', redirect_uris: [CALLBACK] })).toMatchObject({
    status: 201,
    body: { client_id: expect.not.stringContaining('dayloom-web') },
  });
});

test('pages of other sites are refused, and other methods', async () => {
  const { storage } = await connectApp(server, user);
  const authorization = `Bearer ${storage.saved?.access_token}`;
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const accept = 'application/json, text/event-stream';
  const from = (origin: string) => server.call('POST', '/api/mcp', body, { authorization, accept, origin });
  expect((await from('https://evil.example')).status).toBe(403);
  expect((await from(ORIGIN)).status).toBe(200);
  expect((await server.call('GET', '/api/mcp', undefined, { authorization })).status).toBe(405);
});

// The last one: its window ends after the time of the others.
test('registrations are limited per network address', async () => {
  server.setTime('2026-11-18T08:00:00Z');
  const statuses: number[] = [];
  for (let at = 0; at < 62; at++) {
    const { status } = await register({ redirect_uris: [CALLBACK] });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});
