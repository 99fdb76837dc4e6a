import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { ApiErrorBody, api, type Endpoint, type Topic, topics } from '@dayloom/contracts';
import { describe, expect, it, vi } from 'vitest';
import { apiDocs } from './features/system/operations.ts';
import { eventually } from './test/eventually.ts';
import { fuzzCases } from './test/fuzz.ts';
import { openTestServer } from './test/server.ts';

const server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'fatal' });
const endpoints = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]);
const FUZZ_CASES = Number(process.env.FUZZ_CASES ?? 1_500);

describe('the authorisation matrix', () => {
  const guarded = endpoints.filter((endpoint) => endpoint.access !== 'public');

  it.each(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s needs a token',
    async (_name, endpoint) => {
      const path = `/api${endpoint.path.replace(/:\w+/g, '3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11')}`;
      for (const authorization of [undefined, 'Bearer x.y.z', 'Basic abc']) {
        const reply = await server.call(
          endpoint.method,
          path,
          undefined,
          authorization ? { authorization } : {},
        );
        expect(reply.status).toBe(401);
        expect(ApiErrorBody.parse(reply.body).code).toBe('unauthenticated');
      }
    },
  );

  const notIds = ['not-an-id', '%F0%9F%98%80', 'x'.repeat(80), 'x'.repeat(250)];
  const named = guarded.filter(({ path }) => path.includes('/:'));
  it('returns not found for unknown names and for names of other users', async () => {
    const [user, other] = [await server.signUp(), await server.signUp()];
    const theirs = (await other.call('GET', '/api/calendars')).body.calendars[0]._id;
    const found: string[] = [];
    for (const { method, path, body } of named) {
      for (const id of [theirs, '3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11', ...notIds]) {
        const reply = await user.call(
          method,
          `/api${path.replace(':domain', 'google').replace(/:\w+/g, id)}`,
        );
        const code = reply.status < 400 ? 'done' : ApiErrorBody.parse(reply.body).code;
        // Some endpoints also require a body or a new confirmation, which is missing here.
        const isMissing = body !== undefined && code === 'invalid_request';
        const isRefused = code === 'not_found' || code === 'confirmation_needed' || isMissing;
        if (!isRefused) found.push(`${method} ${path} ${id}: ${code}`);
      }
    }
    expect(found).toEqual([]);
  });
});

describe('bad input', () => {
  it(`never causes a 5xx or a stack trace (${FUZZ_CASES} cases)`, async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    // A sign-out ends its token at once, so a separate user does it. Otherwise all later calls would be
    // refused.
    const leaver = await server.signUp();
    const { task } = (await user.call('POST', '/api/tasks', { title: 'Target' })).body;
    const { eventId } = (
      await user.call('POST', '/api/events', {
        title: 'Daily',
        startsAt: '2026-11-16T10:00:00Z',
        endsAt: '2026-11-16T11:00:00Z',
        recurrenceRule: 'FREQ=DAILY',
      })
    ).body;
    const { calendars } = (await user.call('GET', '/api/calendars')).body;
    const { proposal } = (await user.call('POST', '/api/plan/proposals')).body;
    const cases = fuzzCases(apiDocs(server.app.platform).document, Number(process.env.FUZZ_SEED ?? 7), [
      task._id,
      eventId,
      calendars[0]._id,
      proposal._id,
    ]);
    const failures: string[] = [];
    const seen = new Map<number, number>();
    for (let i = 0; i < FUZZ_CASES && failures.length < 5; i++) {
      const { method, url, body, headers } = cases.next().value;
      const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const reply = await server.app.http.inject({
        method,
        url,
        payload,
        headers: {
          authorization: `Bearer ${url.startsWith('/api/auth/logout') ? leaver.token : user.token}`,
          ...headers,
        },
      });
      seen.set(reply.statusCode, (seen.get(reply.statusCode) ?? 0) + 1);
      const isRefusal = reply.statusCode >= 400;
      const hasShape = !isRefusal || ApiErrorBody.safeParse(reply.json()).success;
      if (reply.statusCode >= 500 || !hasShape || /\bat .*\.(?:ts|js):\d+/.test(reply.body)) {
        failures.push(
          `${method} ${url.slice(0, 300)} ${payload?.slice(0, 300)} -> ${reply.statusCode} ${reply.body.slice(0, 300)}`,
        );
      }
    }
    expect(failures).toEqual([]);
    // A fuzz test that is always refused, or never, proves nothing.
    expect(seen.get(200) ?? 0).toBeGreaterThan(FUZZ_CASES / 20);
    expect(seen.get(400) ?? 0).toBeGreaterThan(FUZZ_CASES / 20);
  }, 180_000);

  it('gets an error body, even outside of any route', async () => {
    const user = await server.signUp();
    const cases = [
      [await user.call('GET', '/api/nothing'), 404, 'not_found'],
      [await user.call('POST', '/api/user/profile'), 405, 'method_not_allowed'],
      [await user.call('POST', '/api/tasks/nothing/at/all'), 404, 'not_found'],
      [await user.call('GET', '/api/public-profile/qr/maya.gif'), 404, 'not_found'],
      [await user.call('POST', '/api/public-profile/qr/maya.svg'), 405, 'method_not_allowed'],
      [await user.call('GET', '/api/tasks/not-an-id'), 404, 'not_found'],
      [await user.call('GET', `/api/tasks/${'x'.repeat(4_000)}`), 404, 'not_found'],
      [await user.call('POST', '/api/tasks', undefined), 400, 'invalid_request'],
      [await server.call('GET', '/api/%zz'), 400, 'invalid_request'],
      [
        await user.call('POST', '/api/tasks', { title: 'x', notes: 'y'.repeat(2_000_000) }),
        413,
        'payload_too_large',
      ],
    ] as const;
    for (const [reply, status, code] of cases) {
      expect(reply.status).toBe(status);
      expect(ApiErrorBody.parse(reply.body).code).toBe(code);
    }
  });
});

describe('another method', () => {
  it.each([
    ['POST', '/api/user/profile', 'GET, HEAD'],
    ['PUT', '/api/tasks', 'GET, HEAD, POST'],
    ['POST', '/api/tasks/3d5f1f7e-2f2b-4a0e-9a55-0d2b6b1c7a11?x=1', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['DELETE', '/api/auth/login/', 'POST'],
  ])('%s %s gets the list of allowed methods', async (method, path, allow) => {
    const reply = await server.call(method, path);
    expect(reply.status).toBe(405);
    expect(reply.error.code).toBe('method_not_allowed');
    expect(reply.headers.allow).toBe(allow);
  });
});

describe('around the API', () => {
  it('describes itself', async () => {
    const document = (await server.call('GET', '/api/openapi.json')).body;
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/tasks', '/tasks/{id}', '/user/profile', '/auth/registerUser']),
    );
    expect(document.paths['/tasks/{id}'].patch.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/TaskChange',
    });
    const operationIds = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId: string }>).map((one) => one.operationId),
    );
    expect(operationIds).toHaveLength(endpoints.length);
    const page = await server.app.http.inject({ method: 'GET', url: '/api/docs' });
    expect(page.body).toContain('Create a task');
    expect(page.body.replaceAll(/<pre>.*?<\/pre>/gs, '')).not.toContain('`');
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
  });

  it('answers with security headers and a policy without unsafe-inline', async () => {
    const reply = await server.app.http.inject({
      method: 'GET',
      url: '/dashboard',
      headers: { accept: 'text/html' },
    });
    expect(reply.statusCode).toBe(200);
    const policy = String(reply.headers['content-security-policy']);
    const [, nonce] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(nonce).toBeTruthy();
    expect(policy).not.toContain('unsafe');
    expect(reply.body).toContain(`nonce="${nonce}"`);
    expect(reply.body).not.toContain('__CSP_NONCE__');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    const next = await server.app.http.inject({ method: 'GET', url: '/dashboard' });
    expect(String(next.headers['content-security-policy'])).not.toContain(nonce);
  });

  it.each([
    ['/r?dest=/tasks&email=ada@example.com', 200],
    ['/login?returnTo=/foo.html', 200],
    ['/r?dest=https://evil.com', 200],
    // Looks like a file, and is nobody's address.
    ['/john.doe', 404],
    // Text that cannot be decoded.
    ['/50%-off', 404],
    ['/%ff?a=%', 404],
  ])('answers %s with a page, and status %i', async (url, status) => {
    const reply = await server.app.http.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['content-type']).toContain('text/html');
  });

  describe('compresses', () => {
    const get = (url: string, encoding: string, token?: string) =>
      server.app.http.inject({
        method: 'GET',
        url,
        headers: {
          accept: '*/*',
          'accept-encoding': encoding,
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

    it.each(['br', 'gzip'] as const)('pages, answers and documents with %s', async (encoding) => {
      const user = await server.signUp();
      for (let i = 0; i < 10; i += 1) await user.call('POST', '/api/tasks', { title: `Task ${i}` });
      for (const url of ['/dashboard', '/api/tasks', '/api/openapi.json', '/api/docs']) {
        const plain = await get(url, 'identity', user.token);
        const packed = await get(url, `deflate, gzip;q=0.1, ${encoding}`, user.token);
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect([url, packed.statusCode, packed.headers['content-encoding']]).toEqual([url, 200, encoding]);
        expect(packed.headers['vary']).toContain('accept-encoding');
        expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
        const withoutNonces = (text: string) => text.replaceAll(/nonce="[^"]*"/g, '');
        expect(withoutNonces(unpack[encoding](packed.rawPayload).toString())).toBe(withoutNonces(plain.body));
      }
    });

    it('neither small answers nor what the client does not accept', async () => {
      expect((await get('/api/health', 'br')).headers['content-encoding']).toBeUndefined();
      expect((await get('/api/openapi.json', 'lzma')).headers['content-encoding']).toBeUndefined();
    });

    it('no event streams, whose messages would wait', async () => {
      const streaming = await openTestServer();
      const { token } = await streaming.signUp();
      await streaming.app.http.listen({ host: '127.0.0.1', port: 0 });
      const { port } = streaming.app.http.server.address() as AddressInfo;
      const reply = await fetch(`http://127.0.0.1:${port}/api/stream`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
      });
      const first = await reply.body?.pipeThrough(new TextDecoderStream()).getReader().read();
      expect([reply.headers.get('content-encoding'), first?.value]).toEqual([null, ': connected\n\n']);
      await streaming.app.http.close();
    });

    it('and unpacks no request: a small body stays small', async () => {
      const user = await server.signUp();
      const reply = await server.app.http.inject({
        method: 'POST',
        url: '/api/tasks',
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        payload: gzipSync(JSON.stringify({ title: 'Packed' })),
      });
      expect(reply.statusCode).toBe(400);
    });
  });

  it('returns not found for a missing file', async () => {
    const reply = await server.app.http.inject({ method: 'GET', url: '/assets/app-old.js' });
    expect(reply.statusCode).toBe(404);
  });

  it('refuses a range that a file does not have', async () => {
    const reply = await server.app.http.inject({
      method: 'GET',
      url: '/icon.svg',
      headers: { range: 'bytes=999999999-' },
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid_request' });
  });

  it('redirects other loopback names to the printed one', async () => {
    const reply = await server.app.http.inject({
      method: 'GET',
      url: '/tasks?view=today',
      headers: { accept: 'text/html', host: '127.0.0.1:3999' },
    });
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toBe('http://localhost:3999/tasks?view=today');
  });

  it('lets only our own pages call an API at another address', async () => {
    const split = await openTestServer({ API_BASE_URL: 'https://api.example.com/api' });
    const ask = (origin: string) =>
      split.app.http.inject({
        method: 'OPTIONS',
        url: '/api/tasks',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const own = await ask('http://localhost:3999');
    expect(own.statusCode).toBe(204);
    expect(own.headers['access-control-allow-origin']).toBe('http://localhost:3999');
    expect((await ask('https://evil.example.com')).headers['access-control-allow-origin']).toBeUndefined();
    const page = await split.app.http.inject({ method: 'GET', url: '/dashboard' });
    expect(String(page.headers['content-security-policy'])).toContain(
      "connect-src 'self' https://api.example.com",
    );
  });

  it('gives the browser its configuration without secrets', async () => {
    expect((await server.call('GET', '/config.json')).body).toEqual({
      productName: 'Dayloom',
      apiBaseUrl: 'http://localhost:3999/api',
      oidc: {
        authority: 'http://localhost:3999/oidc',
        clientId: 'dayloom-web',
        audience: 'https://api.dayloom',
      },
      sandbox: ['mail', 'google', 'outlook', 'caldav', 'todoist', 'payments', 'sms'],
      payments: { mode: 'sandbox', pricingTable: null },
      mail: { mode: 'sandbox' },
      sms: { mode: 'sandbox' },
      demoCaldav: {
        serverUrl: 'https://caldav.icloud.example',
        username: 'maya.demo@icloud.example',
        password: expect.stringMatching(/^[a-z]{4}(?:-[a-z]{4}){3}$/),
      },
      demoTodoistToken: expect.stringMatching(/^demo_todoist_/),
      telemetry: { analyticsUrl: null, errorReportUrl: null },
    });
  });

  it.each([
    ['an upload', '/api/calendars/import', 'text/calendar', 'BEGIN:VCALENDAR\r\n'],
    ['a form', '/api/tasks', 'application/json', '{"title":'],
  ])('logs no error when a client disconnects during %s', async (_name, path, type, beginning) => {
    const lines: { level: number; msg: string; res?: { statusCode: number } }[] = [];
    const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      const chunk = typeof text === 'string' ? text : Buffer.from(text).toString();
      for (const line of chunk.split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line));
      return true;
    });
    try {
      const loud = await openTestServer({ LOG_LEVEL: 'debug' });
      const { token } = await loud.signUp();
      await loud.app.http.listen({ host: '127.0.0.1', port: 0 });
      const { address, port } = loud.app.http.server.address() as AddressInfo;
      lines.length = 0;
      const upload = request({
        host: address,
        port,
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': 10_000 },
      });
      upload.on('error', () => {});
      upload.write(beginning);
      await eventually(() => expect(lines.some(({ msg }) => msg === 'incoming request')).toBe(true));
      lines.length = 0;
      upload.destroy();
      await eventually(() =>
        expect(lines.map(({ msg }) => msg)).toContain('The client disconnected during its request'),
      );
      expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
      expect(lines.filter(({ res }) => (res?.statusCode ?? 0) >= 500)).toEqual([]);
    } finally {
      output.mockRestore();
    }
  });

  it('limits the requests of one caller', async () => {
    const strict = await openTestServer({ RATE_LIMIT_PER_MINUTE: '5' });
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await strict.call('GET', '/api/health')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = await strict.call('GET', '/api/health');
    expect(ApiErrorBody.parse(refused.body).code).toBe('rate_limited');
    expect(refused.headers['retry-after']).toBeTruthy();
  });

  it('streams changes to their owner only', async () => {
    const [maya, jonas] = [await server.signUp(), await server.signUp()];
    await server.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.http.server.address() as { port: number };
    const abort = new AbortController();
    const listen = async (token: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/stream`, {
        headers: { authorization: `Bearer ${token}` },
        signal: abort.signal,
      });
      const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('"opened"')) text += (await reader?.read())?.value ?? '';
      return reader;
    };
    const [hers, his] = [await listen(maya.token), await listen(jonas.token)];
    // The subscription is open when the user's first own message arrives.
    const next = async (reader: typeof hers, touch: () => Promise<unknown>): Promise<string> => {
      let text = '';
      const receive = async () => {
        text = String((await reader?.read())?.value);
      };
      const received = receive();
      await eventually(async () => {
        await touch();
        expect(text).not.toBe('');
      });
      await received;
      return text;
    };
    expect(await next(hers, () => maya.call('POST', '/api/tasks', { title: 'Hers' }))).toContain(
      '"topics":["tasks"]',
    );
    expect(
      await next(his, () => jonas.call('PUT', '/api/user/update-name', { firstName: 'J', lastName: 'W' })),
    ).toContain('"topics":["profile"]');
    abort.abort();
  });

  it('begins a stream with what changed before it was open', async () => {
    const fresh = await openTestServer();
    const maya = await fresh.signUp();
    await fresh.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = fresh.app.http.server.address() as AddressInfo;
    const abort = new AbortController();
    const open = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/stream`, {
        headers: { authorization: `Bearer ${maya.token}` },
        signal: abort.signal,
      });
      const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('data: ')) text += (await reader?.read())?.value ?? '';
      const { type, unchangedMs } = JSON.parse(text.slice(text.indexOf('{'), text.indexOf('}}') + 2));
      expect([type, Object.keys(unchangedMs)]).toEqual(['opened', [...topics]]);
      return unchangedMs as Record<Topic, number>;
    };
    // Notifications are heard from the first stream of the process on.
    await open();
    const before = performance.now();
    await maya.call('POST', '/api/tasks', { title: 'Before the stream' });
    await eventually(async () => {
      const { tasks, ...others } = await open();
      expect(tasks).toBeLessThanOrEqual(performance.now() - before);
      for (const unchangedMs of Object.values(others)) expect(unchangedMs).toBeGreaterThan(tasks);
    });
    abort.abort();
    await fresh.app.http.close();
  });

  it('logs no error for a client that disconnects before the first byte', async () => {
    const leaving = await openTestServer();
    const { token } = await leaving.signUp();
    await leaving.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = leaving.app.http.server.address() as { port: number };
    const errors: unknown[] = [];
    const child = leaving.app.http.log.child.bind(leaving.app.http.log);
    vi.spyOn(leaving.app.http.log, 'child').mockImplementation((...bindings: Parameters<typeof child>) => {
      const log = child(...bindings);
      vi.spyOn(log, 'error').mockImplementation((...entry: unknown[]) => void errors.push(entry[0]));
      return log;
    });
    // At moments before, during and after authentication.
    for (let delay = 0; delay < 40; delay += 1) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET /api/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
      await pass(delay / 4);
      socket.destroy();
    }
    // The next answer comes after all of them were handled.
    await leaving.app.http.close();
    expect(errors).toEqual([]);
  });

  it('ends open streams when it stops', async () => {
    const stopping = await openTestServer();
    const { token } = await stopping.signUp();
    await stopping.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = stopping.app.http.server.address() as { port: number };
    const reply = await fetch(`http://127.0.0.1:${port}/api/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = reply.text();
    const since = performance.now();
    await stopping.app.http.close();
    expect(await text).toMatch(/^: connected\n\n/);
    expect(performance.now() - since).toBeLessThan(10_000);
  });
});
