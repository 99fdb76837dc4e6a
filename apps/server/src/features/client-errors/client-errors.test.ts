import { beforeEach, describe, expect, it } from 'vitest';
import { openTestServer } from '#test/server.ts';

const server = await openTestServer({ LOG_LEVEL: 'silent', CLIENT_ERRORS_PER_MINUTE: '20' });
const { db } = server.app.platform;
beforeEach(() => server.setTime('2026-11-16T08:00:00Z'));

let address = 0;
const report = (change: object = {}, ip = `10.0.${++address >> 8}.${address & 255}`) =>
  server.app.http.inject({
    method: 'POST',
    url: '/api/client-errors',
    remoteAddress: ip,
    payload: {
      errorId: crypto.randomUUID().slice(0, 8).toUpperCase(),
      kind: 'app',
      message: 'x is not a function',
      stack: 'TypeError: x is not a function\n    at Week (https://plan.example.com/assets/week-a1.js:3:14)',
      path: '/calendar-flow',
      browser: 'Mozilla/5.0',
      ...change,
    },
  });
const errors = () => db.selectFrom('client_errors').selectAll().execute();

describe('a report from a browser', () => {
  it('is stored without a sign-in, and found by the id on the screen', async () => {
    expect((await report({ errorId: 'AB12CD34' })).statusCode).toBe(200);
    const found = await db
      .selectFrom('client_error_ids as i')
      .innerJoin('client_errors as e', 'e.fingerprint', 'i.fingerprint')
      .select(['e.message', 'e.occurrences'])
      .where('i.error_id', '=', 'AB12CD34')
      .execute();
    expect(found).toEqual([{ message: 'x is not a function', occurrences: 1 }]);
  });

  it('is counted instead of repeated; sent twice it counts once', async () => {
    const failure = { message: 'counted', stack: 'Error: counted\n at a.js:1:2' };
    await report({ ...failure, errorId: '11111111' });
    await report({ ...failure, errorId: '11111111' });
    await report({ ...failure, errorId: '22222222', path: '/tasks' });
    const [row] = (await errors()).filter(({ message }) => message === 'counted');
    expect(row).toMatchObject({ occurrences: 2, path: '/tasks' });
  });

  it('loses all private data', async () => {
    const token = `dlm_${'Ab3'.repeat(12)}`;
    const jwt = `eyJhbGciOiJSUzI1NiJ9.${'e30abc'.repeat(6)}.sig1nature`;
    await report({
      message: `Failed for maya.okafor@example.com with Bearer ${jwt} and ${token}, code=482913, password: "hunter2"`,
      stack: `Error at https://plan.example.com/assets/a.js?token=s3cr3tvalue:1:2\n at /oidc/callback?code=abc123def`,
      path: 'https://plan.example.com/auth/callback?code=abc123def&state=xyz#frag',
    });
    const dump = await server.dump();
    for (const secret of ['maya.okafor', jwt, token, '482913', 'hunter2', 's3cr3tvalue', 'abc123def', 'frag'])
      expect(dump).not.toContain(secret);
    expect(dump).toContain('/auth/callback');
  });

  it.each([
    ['an id of another shape', { errorId: 'not-an-id' }],
    ['an unknown kind', { kind: 'other' }],
    ['too long a message', { message: 'x'.repeat(1_001) }],
    ['too long a stack', { stack: 'x'.repeat(8_001) }],
  ])('with %s is refused', async (_what, change) => {
    expect((await report(change)).statusCode).toBe(400);
  });

  it('that is too large is not read', async () => {
    expect((await report({ stack: 'x'.repeat(70_000) })).statusCode).toBe(413);
  });

  it('is refused if one address sends too many, while others are accepted', async () => {
    const replies = [];
    for (let i = 0; i < 22; i++) replies.push((await report({}, '192.0.2.1')).statusCode);
    expect(replies.filter((status) => status === 200)).toHaveLength(20);
    expect(replies.at(-1)).toBe(429);
    expect((await report({}, '192.0.2.2')).statusCode).toBe(200);
  });

  it('is deleted after thirty days', async () => {
    await report({ message: 'old one' });
    server.setTime('2026-12-10T08:00:00Z');
    await report({ message: 'newer one' });
    server.setTime('2026-12-16T08:00:01Z');
    await server.app.jobs.find(({ name }) => name === 'client-errors.purge')?.run({});
    const messages = (await errors()).map(({ message }) => message);
    expect(messages).not.toContain('old one');
    expect(messages).toContain('newer one');
  });
});

describe('further report addresses', () => {
  const readPolicy = async (environment: Record<string, string>) => {
    const other = await openTestServer(environment);
    const page = await other.app.http.inject({ method: 'GET', url: '/dashboard' });
    const policy = String(page.headers['content-security-policy']);
    return {
      connect: /connect-src ([^;]*)/.exec(policy)?.[1],
      telemetry: (await other.call('GET', '/config.json')).body.telemetry,
    };
  };

  it('are allowed only if configured', async () => {
    expect(await readPolicy({})).toEqual({
      connect: "'self'",
      telemetry: { analyticsUrl: null, errorReportUrl: null },
    });
  });

  it('are the only ones that the policy allows', async () => {
    const places = {
      ANALYTICS_URL: 'https://stats.example.com/api/event',
      ERROR_REPORT_URL: 'https://errors.example.com/report',
    };
    expect(await readPolicy(places)).toEqual({
      connect: "'self' https://stats.example.com https://errors.example.com",
      telemetry: { analyticsUrl: places.ANALYTICS_URL, errorReportUrl: places.ERROR_REPORT_URL },
    });
  });
});
