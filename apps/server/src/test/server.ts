import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ApiErrorBody, Profile } from '@dayloom/contracts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { Sandbox as RunningSandbox } from '../../../sandbox/src/sandbox.ts';
import { type App, type AppOptions, buildApp } from '../app.ts';
import { sandboxSecrets } from '../integrations/sandbox/sandbox-process.ts';
import type { Clock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db.ts';
import type { Sandbox, SandboxSecrets } from '../platform/sandbox.ts';
import { eventually } from './eventually.ts';

export interface TestUser {
  readonly profile: Profile;
  readonly token: string;
  readonly refreshToken: string;
  /** Calls the API as this user. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  /** `any`, because tests read replies of every shape. */
  readonly body: Record<string, any>;
  readonly error: ApiErrorBody;
  readonly headers: LightMyRequestResponse['headers'];
}

export interface TestServer {
  readonly app: App;
  /** Another process on the same database, with the same settings and clock. */
  openOther(): Promise<App>;
  readonly queries: string[];
  readonly secrets: SandboxSecrets;
  /** The address of the sandbox, which starts on first use. */
  sandboxUrl(): Promise<string>;
  /** The content of the whole database as text. */
  dump(): Promise<string>;
  /** Runs one job now, like a worker. */
  runJob(name: string, data: object): Promise<void>;
  setTime(instant: string): void;
  now(): Date;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Waits for `count` mails to an address (or text messages to a number) and returns the latest. */
  mailTo(address: string, count?: number): Promise<{ subject: string; text: string; sentAt: string }>;
  /** Signs up through the real identity pages and registers the account. */
  signUp(name?: {
    firstName?: string;
    lastName?: string;
    email?: string;
    timeZone?: string;
    /** Lunch and buffers. False by default: days are easier to calculate without them. */
    hasBreaks?: boolean;
  }): Promise<TestUser>;
}

const START = '2026-11-16T08:00:00Z';

/** The real app on a separate database. It closes after the tests of the file. */
export async function openTestServer(
  environment: Record<string, string> = {},
  {
    poolSize = 2,
    isNotified = true,
    ...replaced
  }: Pick<AppOptions, 'calendarProviders' | 'passwordCost'> & {
    /** Two race already, and each connection costs CPU: it reads the catalogue of its database. */
    poolSize?: number;
    /** Whether the sandbox's services call the server. Tests with many users of one account sync by themselves. */
    isNotified?: boolean;
  } = {},
): Promise<TestServer> {
  const template = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // A copy of the files takes a quarter of the time of a copy through the log.
  await administer(template, `create database ${name} template dayloom strategy file_copy`);
  const databaseUrl = template.replace(/\/dayloom$/, `/${name}`);

  let now = new Date(START);
  const clock: Clock = () => new Date(now);
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
    PORT: '3999',
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...environment,
  });
  const queries: string[] = [];
  const database = openDatabase(databaseUrl, poolSize, (sql) => queries.push(sql));
  const sandbox = createTestSandbox(config.publicUrl, clock, () => app, { isNotified });
  const open = (own: typeof database) =>
    buildApp({
      config,
      database: own,
      databaseUrl,
      clock,
      sandbox,
      ...replaced,
    });
  const app: App = await open(database);
  const closers = [() => database.close(), () => app.close()];
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    await administer(template, `drop database ${name} with (force)`);
  });

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const isText = typeof body === 'string';
    const reply = await app.http.inject({
      method: method,
      url: path,
      ...(body !== undefined && { payload: body as string | object }),
      headers: {
        ...(body !== undefined && { 'content-type': isText ? 'text/calendar' : 'application/json' }),
        ...headers,
      },
    });
    const json = reply.headers['content-type']?.toString().startsWith('application/json') ? reply.json() : {};
    return { status: reply.statusCode, body: json, error: json, headers: reply.headers };
  };

  const clearBreaks = (userId: string) =>
    sql`update users set scheduling = '{}' where id = ${userId}`.execute(database.db);
  return {
    app,
    async openOther() {
      const own = openDatabase(databaseUrl, poolSize);
      const other = await open(own);
      closers.push(
        () => own.close(),
        () => other.close(),
      );
      return other;
    },
    queries,
    secrets: sandbox.secrets,
    sandboxUrl: async () => (await sandbox.address()).url,
    async dump() {
      const tables = await sql<{ name: string }>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
        database.db,
      );
      const texts: string[] = [];
      for (const { name } of tables.rows) {
        const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
          database.db,
        );
        texts.push(...rows.map(({ row }) => row));
      }
      return texts.join('\n');
    },
    async runJob(name, data) {
      const job = app.jobs.find((candidate) => candidate.name === name);
      if (!job) throw new Error(`There is no job '${name}'.`);
      await job.run(job.schema.parse(data));
    },
    setTime: (instant) => {
      now = new Date(instant);
    },
    now: clock,
    call,
    mailTo: (address, count = 1) =>
      eventually(async () => {
        const { body } = await call('GET', `/sandbox/messages?to=${encodeURIComponent(address)}`);
        if (body.messages.length < count) throw new Error(`${address} has ${body.messages.length} messages`);
        return body.messages[0];
      }),
    async signUp({
      firstName = 'Maya',
      lastName = 'Okafor',
      email = `${randomUUID()}@example.com`,
      timeZone,
      hasBreaks = false,
    } = {}) {
      const tokens = await signUpTokens(app, { firstName, lastName, email });
      const bearer = { authorization: `Bearer ${tokens.access_token}` };
      const subject = getSubject(tokens.access_token);
      const registered = await call(
        'POST',
        '/api/auth/registerUser',
        {
          firstName,
          lastName,
          auth0Uid: subject,
          email,
          photoUrl: null,
          provider: 'dayloom',
          timeZoneName: timeZone,
        },
        bearer,
      );
      if (registered.status !== 200)
        throw new Error(`Registration failed: ${JSON.stringify(registered.body)}`);
      if (!hasBreaks) await clearBreaks(registered.body.user._id);
      return {
        profile: registered.body.user,
        token: tokens.access_token,
        refreshToken: tokens.refresh_token,
        call: (method, path, body, headers) => call(method, path, body, { ...bearer, ...headers }),
      };
    },
  };
}

/** Runs a statement on the databases themselves. */
async function administer(anyUrl: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: anyUrl.replace(/[^/]+$/, 'postgres') });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

/** The sandbox of a real server, run in the test's process. It starts on first use. */
function createTestSandbox(
  publicUrl: string,
  now: Clock,
  app: () => App,
  { isNotified }: { readonly isNotified: boolean },
): Sandbox {
  let starting: Promise<RunningSandbox> | undefined;
  const secrets = sandboxSecrets();
  const send = async (delivery: { url: string; headers: Record<string, string>; body: string }) => {
    if (!isNotified) return { status: 202, body: '' };
    const reply = await app().http.inject({
      method: 'POST',
      url: toPath(delivery.url),
      headers: delivery.headers,
      payload: delivery.body,
    });
    return { status: reply.statusCode, body: reply.body };
  };
  return {
    secrets,
    async address() {
      starting ??= import('../../../sandbox/src/sandbox.ts').then(({ startSandbox }) =>
        startSandbox({
          // Many users of a test file share one minute.
          googleCallsPerMinute: 100_000,
          serverUrl: publicUrl,
          publicUrl,
          apiBaseUrl: `${publicUrl}/api`,
          secrets,
          stateFile: null,
          now,
          send,
          validate: async (address) => {
            const reply = await app().http.inject({ method: 'POST', url: toPath(address) });
            return { status: reply.statusCode, text: reply.body };
          },
        }),
      );
      return starting;
    },
    async close() {
      await (await starting)?.close();
    },
  };
}

export function getSubject(accessToken: string): string {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sub;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** A sign-in that a browser has begun: authorization code + PKCE, with cookies. */
export interface SignIn {
  readonly browser: ReturnType<typeof cookieBrowser>;
  /** The address of the provider's first page. */
  readonly page: string;
  /** Sends a form and returns the redirect without following it. */
  post(url: string, fields: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Follows the redirect of the last form until the tokens arrive. */
  finish(from: LightMyRequestResponse): Promise<Tokens>;
}

export async function openSignIn(
  app: App,
  { userAgent, ...params }: { userAgent?: string; screen_hint?: string } = {},
): Promise<SignIn> {
  const origin = app.platform.config.publicUrl;
  const browser = cookieBrowser(app, userAgent);
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'dayloom-web',
    response_type: 'code',
    redirect_uri: `${origin}/auth/callback`,
    scope: 'openid profile email offline_access',
    audience: 'https://api.dayloom',
    state: 'xyz',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...params,
  });
  const start = await browser({ method: 'GET', url: `/oidc/auth?${query.toString()}` });
  return {
    browser,
    page: start.headers.location ?? '',
    post: (url, fields) =>
      browser({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    async finish(from) {
      const target = String(from.headers.location);
      if (from.statusCode !== 303 || !target.includes('/oidc/auth/'))
        throw new Error(`Sign-in failed: ${from.statusCode} ${target} ${from.body.slice(0, 500)}`);
      const resumed = await browser({ method: 'GET', url: toPath(target) });
      const code = new URL(String(resumed.headers.location)).searchParams.get('code') ?? '';
      return exchange(app, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${origin}/auth/callback`,
        code_verifier: verifier,
      });
    },
  };
}

export const TEST_PASSWORD = 'correct horse battery';

export async function signUpTokens(
  app: App,
  person: { firstName: string; lastName: string; email: string; password?: string },
): Promise<Tokens> {
  const signIn = await openSignIn(app, { screen_hint: 'signup' });
  return signIn.finish(await signIn.post(signIn.page, { password: TEST_PASSWORD, ...person }));
}

/** Signs in with the password in a new browser. */
export async function signInTokens(
  app: App,
  email: string,
  password = TEST_PASSWORD,
  userAgent?: string,
): Promise<Tokens> {
  const signIn = await openSignIn(app, userAgent === undefined ? {} : { userAgent });
  return signIn.finish(await signIn.post(signIn.page, { email, password }));
}

export async function exchange(app: App, fields: Record<string, string>): Promise<Tokens> {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/oidc/token',
    payload: new URLSearchParams({ client_id: 'dayloom-web', ...fields }).toString(),
    // Browsers send an Origin header with every POST, also to the same origin.
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.platform.config.publicUrl },
  });
  return reply.json();
}

export function toPath(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return `${pathname}${search}`;
}

export function cookieBrowser(app: App, userAgent = 'lightMyRequest') {
  const jar = new Map<string, string>();
  return async (options: InjectOptions) => {
    const own = options.headers?.['cookie'];
    const cookie = [...[...jar].map(([name, value]) => `${name}=${value}`), ...(own ? [own] : [])].join('; ');
    const reply = await app.http.inject({
      ...options,
      headers: { 'user-agent': userAgent, ...options.headers, ...(cookie && { cookie }) },
    });
    for (const { name, value } of reply.cookies) jar.set(name, value);
    return reply;
  };
}
