import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiErrorBody } from '@dayloom/contracts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { lockWaiters } from '../test/lock-waiters.ts';
import { openTestServer } from '../test/server.ts';

const AT_ONCE = 4;
const server = await openTestServer(
  { MAX_REQUESTS_AT_ONCE: String(AT_ONCE), BODY_GRACE_SECONDS: '1', LOG_LEVEL: 'fatal' },
  { poolSize: 8 * AT_ONCE },
);
const user = await server.signUp();
const { db } = server.app.platform;
/** A GET that runs a single statement, so each blocked request is exactly one waiting lock. */
const task = `/api/tasks/${(await user.call('POST', '/api/tasks', { title: 'One' })).body.task._id}`;
const address = new URL(await server.app.http.listen({ port: 0, host: '127.0.0.1' }));
const agent = new Agent({ keepAlive: false });
const authorization = `Bearer ${user.token}`;

const name = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;
const admin = new pg.Client({
  connectionString: inject('postgresUrl').replace(/\/dayloom$/, `/${name}`),
});
await admin.connect();
afterAll(() => admin.end());

async function get(path: string): Promise<IncomingMessage> {
  const sent = request(new URL(path, address), { agent, headers: { authorization } }).end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return reply;
}

describe('more requests than the server handles at once', () => {
  it('wait for a second and are then refused, while the health check responds', async () => {
    await admin.query('begin');
    await admin.query('lock table tasks');
    const running = Array.from({ length: AT_ONCE }, () => get(task));
    await lockWaiters(db, AT_ONCE);
    const beyond = Array.from({ length: 20 }, () => get(task));
    for (let i = 0; i < 20; i++) {
      expect((await get('/api/health')).statusCode).toBe(200);
      expect((await get('/icon.svg')).statusCode).not.toBe(503);
    }
    for (const refused of await Promise.all(beyond)) {
      expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
      expect(ApiErrorBody.parse(JSON.parse(await text(refused))).code).toBe('unavailable');
    }
    const waiting = Array.from({ length: 20 }, () => get(task));
    await admin.query('rollback');
    for (const reply of await Promise.all([...running, ...waiting])) expect(reply.statusCode).toBe(200);
    expect((await get(task)).statusCode).toBe(200);
  });

  it('do not include event streams', async () => {
    const streams: IncomingMessage[] = [];
    for (let i = 0; i < 3 * AT_ONCE; i++) {
      const stream = await get('/api/stream');
      expect(stream.statusCode).toBe(200);
      streams.push(stream);
    }
    expect((await get(task)).statusCode).toBe(200);
    for (const stream of streams) stream.destroy();
  });

  it('do not include aborted ones', async () => {
    await admin.query('begin');
    await admin.query('lock table tasks');
    const given = Array.from({ length: AT_ONCE }, () =>
      request(new URL(task, address), { agent, headers: { authorization } }).end(),
    );
    await lockWaiters(db, AT_ONCE);
    for (const one of given) one.on('error', () => {}).destroy();
    await admin.query('rollback');
    await eventually(async () => expect((await get(task)).statusCode).toBe(200));
  });
});

/** Sends the head of a request and leaves its body to the test. */
async function openPost(path: string, length: number) {
  const socket = connect(Number(address.port), '127.0.0.1');
  await once(socket, 'connect');
  let reply = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    reply += String(chunk);
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${path.startsWith('/oidc') ? '' : `authorization: ${authorization}\r\n`}content-type: ${path.startsWith('/oidc') ? 'application/x-www-form-urlencoded' : 'application/json'}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  // The server may reset a connection whose body it does not read (RFC 9112, 9.6).
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return { socket, reply: () => reply, closed };
}

describe('a slow body', () => {
  it('is aborted', async () => {
    const { socket, reply, closed } = await openPost('/api/tasks', 1_000);
    // After a read: a byte for a closed connection is answered with a reset, which discards an unread reply.
    const drip = setInterval(() => setImmediate(() => reply() === '' && socket.write(' ')), 100);
    await closed;
    clearInterval(drip);
    expect(reply()).toMatch(/^HTTP\/1\.1 408 /);
    expect(reply()).toContain('request_timeout');
  });

  it('is aborted even after the response', async () => {
    const { socket, reply, closed } = await openPost('/oidc/token', 100_000);
    await eventually(() => expect(reply()).toMatch(/^HTTP\/1\.1 400 /));
    const drip = setInterval(() => socket.write(' '), 100);
    await closed;
    clearInterval(drip);
  });

  it('does not delay others', async () => {
    const posts = await Promise.all(
      Array.from({ length: 3 * AT_ONCE }, () => openPost('/oidc/token', 1_000)),
    );
    await eventually(async () => expect((await get(task)).statusCode).toBe(200));
    for (const { socket } of posts) socket.destroy();
  });

  it('may be slow if it arrives steadily', async () => {
    const body = JSON.stringify({ title: 'Slow', notes: 'x'.repeat(18_000) });
    const { socket, reply } = await openPost('/api/tasks', body.length);
    let sent = 0;
    const drip = setInterval(() => {
      socket.write(body.slice(sent, sent + 600));
      sent += 600;
      if (sent >= body.length) clearInterval(drip);
    }, 100);
    await eventually(() => expect(reply()).toMatch(/^HTTP\/1\.1 \d/));
    expect(reply()).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
