import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type GuardOptions, guardedFetch, sharesLogin } from './guarded-fetch.ts';
import { isPublicAddress } from './public-address.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: (...call: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((request, reply) => void listener(request, reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(options: GuardOptions = {}) {
  const fetch = guardedFetch(options);
  closers.push(() => fetch.close());
  return fetch;
}

const ADDRESS = { kind: 'rejected', providerCode: 'address' };

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['1.1.1.1', '17.253.144.10', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    'allows %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('guardedFetch', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'https://10.0.0.1:8443/dav',
    'file:///etc/passwd',
    'ftp://1.1.1.1/',
    'http://name:word@1.1.1.1/',
    'nothing',
  ])('does not go to %s', async (url) => {
    await expect(open()(url)).rejects.toMatchObject(ADDRESS);
  });

  it('checks the resolved address of each connection (DNS rebinding)', async () => {
    let calls = 0;
    const inside = await serve((_request, reply) => reply.end('secret'));
    const fetch = open({
      resolve: async () => {
        calls += 1;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const { port } = new URL(inside);
    await expect(fetch(`http://rebinding.example:${port}/`)).rejects.toMatchObject(ADDRESS);
    expect(calls).toBe(1);
  });

  it('uses the public ones of several addresses', async () => {
    const tried: string[] = [];
    const fetch = open({
      timeoutMs: 200,
      resolve: async (name) => {
        tried.push(name);
        return [
          { address: '10.0.0.1', family: 4 },
          { address: '::1', family: 6 },
        ];
      },
    });
    await expect(fetch('https://both.example/')).rejects.toMatchObject(ADDRESS);
    expect(tried).toEqual(['both.example']);
  });

  it('reaches private addresses if allowed: in general, or for one origin', async () => {
    const inside = await serve((_request, reply) => reply.end('hello'));
    for (const options of [{ allowsPrivate: true }, { allowedOrigins: [inside] }])
      expect(await (await open(options)(inside)).text()).toBe('hello');
    const elsewhere = await serve((_request, reply) => reply.end('secret'));
    await expect(open({ allowedOrigins: [inside] })(elsewhere)).rejects.toMatchObject(ADDRESS);
  });

  it('does not reuse a connection that was allowed for one origin', async () => {
    const inside = await serve((_request, reply) => reply.end('hello'));
    const fetch = open({ allowedOrigins: [inside] });
    await (await fetch(inside)).text();
    await expect(fetch(inside.replace('127.0.0.1', 'localhost'))).rejects.toMatchObject(ADDRESS);
  });

  it('checks each redirect, and follows five', async () => {
    const secret = await serve((_request, reply) => reply.end('secret'));
    const server = await serve((request, reply) => {
      const left = Number(new URL(request.url ?? '', 'http://x').searchParams.get('left'));
      if (request.url === '/inside') reply.writeHead(302, { location: secret }).end();
      else if (left > 0) reply.writeHead(307, { location: `/?left=${left - 1}` }).end();
      else reply.end('there');
    });
    const fetch = open({ allowedOrigins: [server] });
    await expect(fetch(`${server}/inside`)).rejects.toMatchObject(ADDRESS);
    const answer = await fetch(`${server}/?left=5`);
    expect([await answer.text(), answer.url]).toEqual(['there', `${server}/?left=0`]);
    await expect(fetch(`${server}/?left=6`)).rejects.toMatchObject(ADDRESS);
    expect((await fetch(`${server}/?left=1`, { redirect: 'manual' })).status).toBe(307);
  });

  it('keeps method and body of WebDAV, and sends the password to no other host', async () => {
    const seen: {
      host: string | undefined;
      method: string | undefined;
      word: string | undefined;
      body: string;
    }[] = [];
    const note = async (request: IncomingMessage) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push({
        host: request.headers.host?.split(':')[0],
        method: request.method,
        word: request.headers.authorization,
        body,
      });
    };
    const other = await serve(async (request, reply) => {
      await note(request);
      reply.end();
    });
    const elsewhere = other.replace('127.0.0.1', 'localhost');
    const server = await serve(async (request, reply) => {
      await note(request);
      reply.writeHead(301, { location: request.url === '/same' ? '/other' : elsewhere }).end();
    });
    const fetch = open({ allowsPrivate: true });
    await fetch(`${server}/same`, {
      method: 'PROPFIND',
      headers: { Authorization: 'Basic word' },
      body: '<propfind/>',
    });
    expect(seen).toEqual([
      { host: '127.0.0.1', method: 'PROPFIND', word: 'Basic word', body: '<propfind/>' },
      { host: '127.0.0.1', method: 'PROPFIND', word: 'Basic word', body: '<propfind/>' },
      { host: 'localhost', method: 'PROPFIND', word: undefined, body: '<propfind/>' },
    ]);
  });

  it('sends a password by http only in the private network, if allowed', async () => {
    const words: (string | undefined)[] = [];
    const server = await serve((request, reply) => {
      words.push(request.headers.authorization);
      reply.end();
    });
    const { port } = new URL(server);
    const secret = { headers: { authorization: 'Basic word' } };
    const clear = { ...ADDRESS, message: expect.stringContaining('unencrypted') };
    const isPublic: GuardOptions['resolve'] = async () => [{ address: '192.88.98.1', family: 4 }];
    const inside: GuardOptions['resolve'] = async () => [{ address: '127.0.0.1', family: 4 }];
    await expect(open()('http://dav.example/', secret)).rejects.toMatchObject(clear);
    await expect(open({ resolve: isPublic })('http://dav.example/', secret)).rejects.toMatchObject(clear);
    await expect(
      open({ allowsPrivate: true, resolve: isPublic })(`http://dav.example:${port}/`, secret),
    ).rejects.toMatchObject(clear);
    await expect(open({ allowsPrivate: true })('http://1.1.1.1/', secret)).rejects.toMatchObject(clear);
    expect(words).toEqual([]);
    const fetch = open({ allowsPrivate: true, resolve: inside });
    await fetch(server, secret);
    await fetch(`http://radicale.home:${port}/`, secret);
    await fetch(server);
    expect(words).toEqual(['Basic word', 'Basic word', undefined]);
  });

  it('sends a password only over a connection checked for it', async () => {
    const words: (string | undefined)[] = [];
    const server = await serve((request, reply) => {
      words.push(request.headers.authorization);
      reply.end();
    });
    const { port } = new URL(server);
    let address = '127.0.0.1';
    const fetch = open({ allowsPrivate: true, resolve: async () => [{ address, family: 4 }] });
    const url = `http://localhost:${port}/`;
    await (await fetch(url)).text();
    address = '192.88.98.1';
    await expect(fetch(url, { headers: { authorization: 'Basic word' } })).rejects.toMatchObject(ADDRESS);
    expect(words).toEqual([undefined]);
  });

  it.each([
    ['https://caldav.icloud.com/', 'https://p42-caldav.icloud.com:443/', true],
    ['https://caldav.icloud.com/', 'http://p42-caldav.icloud.com/', false],
    ['https://caldav.icloud.com/', 'https://p42-caldav.icloud.com.evil.example/', false],
    ['https://caldav.icloud.com/', 'https://evilicloud.com/', false],
    ['https://dav.example.com/', 'https://dav.example.com:8443/', true],
    ['https://dav.example.com/', 'http://dav.example.com/', false],
    ['https://dav.example.com/', 'https://other.example.com/', false],
  ])('%s and %s share a login: %s', (from, to, shared) => {
    expect(sharesLogin(new URL(from), new URL(to))).toBe(shared);
  });

  it('sends requests for a demo host to the sandbox, with its name', async () => {
    const server = await serve((request, reply) => reply.end(`${request.headers.host} ${request.url}`));
    const fetch = open({ findDemoHost: async (url) => (url.hostname === 'demo.example' ? server : null) });
    expect(await (await fetch('https://demo.example/a?b=c')).text()).toBe('demo.example /a?b=c');
  });

  it('decompresses, and stops at the limit, even for a compression bomb', async () => {
    const packed = [1_048_576, 20_000_000].map((size) => gzipSync(Buffer.alloc(size)));
    const server = await serve((request, reply) => {
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end(packed[Number(request.url?.slice(1))]);
    });
    const fetch = open({ allowsPrivate: true, maxBytes: 1_048_576 });
    expect((await (await fetch(`${server}/0`)).arrayBuffer()).byteLength).toBe(1_048_576);
    await expect((await fetch(`${server}/1`)).text()).rejects.toMatchObject({
      kind: 'rejected',
      providerCode: 'too_large',
    });
  });

  it('waits longer for the first byte if configured', async () => {
    const url = await serve((_request, reply) => {
      setTimeout(() => reply.end('late'), 400);
    });
    const fetch = open({ allowsPrivate: true, timeoutMs: 100 });
    await expect(fetch(url)).rejects.toMatchObject({ kind: 'unavailable' });
    const answer = await fetch(url, { firstByteMs: 20_000 });
    expect(await answer.text()).toBe('late');
  });

  it('stops waiting after the timeout', async () => {
    const server = await serve((request, reply) => {
      if (request.url === '/half') reply.writeHead(200, { 'content-length': '10' }).write('half');
      if (request.url === '/broken') {
        reply.writeHead(200, { 'content-length': '10' }).write('half');
        setImmediate(() => reply.destroy());
      }
    });
    const fetch = open({ allowsPrivate: true, timeoutMs: 100 });
    await expect(fetch(server)).rejects.toMatchObject({ kind: 'unavailable' });
    for (const path of ['/half', '/broken'])
      await expect((await fetch(server + path)).text()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('limits the total time, for slow bodies and redirects too', async () => {
    const server = await serve((request, reply) => {
      if (request.url === '/around') {
        setTimeout(() => reply.writeHead(302, { location: '/around' }).end(), 60);
        return;
      }
      reply.writeHead(200);
      const dripping = setInterval(() => reply.write('.'), 20);
      reply.once('close', () => clearInterval(dripping));
    });
    const fetch = open({ allowsPrivate: true, timeoutMs: 10_000, totalMs: 200 });
    const slow = { kind: 'unavailable', providerCode: 'too_slow', retryAfterSeconds: 900 };
    const since = performance.now();
    await expect((await fetch(`${server}/drip`)).text()).rejects.toMatchObject(slow);
    await expect(fetch(`${server}/around`)).rejects.toMatchObject(slow);
    expect(performance.now() - since).toBeLessThan(9_000);
  });

  it('reveals nothing about the address', async () => {
    const failure = await open({ allowsPrivate: true })('http://127.0.0.1:1/secret-feed').catch(
      (error: Error & { cause?: unknown }) => error,
    );
    expect(failure).toMatchObject({ kind: 'unavailable' });
    expect(`${(failure as Error).message} ${String((failure as Error).cause)}`).not.toMatch(/secret|127/);
  });
});
