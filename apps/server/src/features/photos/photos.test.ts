import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { folderFiles } from '#integrations/files/folder-files.ts';
import { s3Files } from '#integrations/files/s3-files.ts';
import type { FileStore } from '#platform/files.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';
import { decideSquare } from './rules.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'photos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await openTestServer({ DATA_DIR: folder });

/** A picture whose left half is red and whose right half is blue. */
const picture = (width = 400, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ]);

async function send(user: TestUser, file: Buffer, type = 'image/png', query = '', on: TestServer = server) {
  const reply = await on.app.http.inject({
    method: 'PUT',
    url: `/api/user/photo${query}`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
    payload: file,
  });
  return { status: reply.statusCode, body: reply.json() };
}

const look = (url: string) => server.app.http.inject({ method: 'GET', url: new URL(url).pathname });

async function colourAt(file: Buffer, x: number, y: number) {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return (data[at] ?? 0) > 128 ? 'red' : 'blue';
}

describe('photos', () => {
  it('are re-encoded as a square, without metadata, and replace the previous one', async () => {
    const user = await server.signUp();
    const file = await picture()
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer();
    expect(file.includes('SECRET-PLACE')).toBe(true);
    const { status, body } = await send(user, file, 'image/jpeg');
    expect(status).toBe(200);
    expect(body.user.photoUrl).toMatch(/^http:\/\/localhost:3999\/api\/photos\/[0-9a-f]{32}\.webp$/);
    const shown = await look(body.user.photoUrl);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 512,
    });
    expect(shown.rawPayload.includes('SECRET-PLACE')).toBe(false);

    const second = await send(user, await picture().png().toBuffer());
    expect(second.body.user.photoUrl).not.toBe(body.user.photoUrl);
    expect((await look(body.user.photoUrl)).statusCode).toBe(404);
    expect(await readdir(path.join(folder, 'files/photos'))).toHaveLength(1);

    const removed = await user.call('DELETE', '/api/user/photo');
    expect(removed.body['user'].photoUrl).toBeNull();
    expect(await readdir(path.join(folder, 'files/photos'))).toEqual([]);
  });

  it('keep the requested square of the upright picture', async () => {
    const user = await server.signUp();
    const left = await send(user, await picture().png().toBuffer(), 'image/png', '?x=0&y=0&size=200');
    expect(await colourAt((await look(left.body.user.photoUrl)).rawPayload, 256, 256)).toBe('red');
    const right = await send(user, await picture().png().toBuffer(), 'image/png', '?x=200&y=0&size=200');
    expect(await colourAt((await look(right.body.user.photoUrl)).rawPayload, 256, 256)).toBe('blue');
    // Orientation 6: the camera was rotated, so the left side of the file is the top of the picture.
    const turned = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const top = await send(user, turned, 'image/jpeg', '?x=0&y=0&size=200');
    expect(await colourAt((await look(top.body.user.photoUrl)).rawPayload, 256, 256)).toBe('red');
  });

  it('refuse files that are no pictures, whatever their type', async () => {
    const user = await server.signUp();
    const sentence = 'This file could not be read as a picture. Use a PNG or JPG.';
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script/></svg>');
    for (const file of [
      svg,
      Buffer.from('GIF89a'),
      Buffer.from('no'),
      Buffer.alloc(0),
      (await picture().png().toBuffer()).subarray(0, 90),
    ]) {
      expect(await send(user, file)).toMatchObject({
        status: 422,
        body: { code: 'unprocessable', message: sentence },
      });
    }
    // 81 megapixels in a few kilobytes: it is never decompressed.
    const wall = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await send(user, wall)).status).toBe(422);
    expect((await send(user, Buffer.alloc(4 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await send(user, svg, 'image/svg+xml')).status).toBe(415);
    expect((await send(user, await picture().png().toBuffer(), 'image/png', '?x=1')).status).toBe(400);
    expect((await send(user, await picture().png().toBuffer(), 'image/png', '?x=0&y=0&size=0')).status).toBe(
      400,
    );
    expect((await user.call('GET', '/api/user/profile')).body['user'].photoUrl).toBeNull();
  });

  it('require a sign-in', async () => {
    expect((await server.call('PUT', '/api/user/photo', 'x')).status).toBe(401);
    expect((await server.call('DELETE', '/api/user/photo')).status).toBe(401);
    expect((await server.call('GET', '/api/photos/..%2F..%2Fetc%2Fpasswd')).status).toBe(404);
    expect((await server.call('GET', `/api/photos/${'0'.repeat(32)}.webp`)).status).toBe(404);
  });

  it.each([
    [400, 200, null, { x: 100, y: 0, size: 200 }],
    [400, 200, { x: 390, y: -5, size: 100 }, { x: 300, y: 0, size: 100 }],
    [400, 200, { x: 0, y: 0, size: 9_999 }, { x: 0, y: 0, size: 200 }],
    [1, 1, null, { x: 0, y: 0, size: 1 }],
  ])('of %d by %d keep a square inside: %o', (width, height, request, square) => {
    expect(decideSquare(width, height, request)).toEqual(square);
  });
});

/** The part of S3 that files need: requests must be signed, and paths are bucket and name. */
async function bucketServer() {
  const kept = new Map<string, { body: Buffer; type: string }>();
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signed = (request.headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 Credential=key/');
      const key = request.url ?? '';
      const found = kept.get(key);
      if (!signed) response.statusCode = 403;
      else if (!key.startsWith('/bucket/')) response.statusCode = 404;
      else if (request.method === 'PUT')
        kept.set(key, { body: Buffer.concat(chunks), type: request.headers['content-type'] ?? '' });
      else if (request.method === 'DELETE') kept.delete(key);
      else if (!found) response.statusCode = 404;
      response.end(request.method === 'GET' && response.statusCode === 200 ? found?.body : undefined);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  afterAll(() => http.close());
  return { endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, kept };
}

const { endpoint } = await bucketServer();
const access = {
  endpoint,
  bucket: 'bucket',
  region: 'eu-central-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};

describe.each<[string, FileStore]>([
  ['a folder', folderFiles(path.join(folder, 'store'))],
  ['S3', s3Files(access)],
])('files in %s', (_name, store) => {
  it('are stored, read, replaced and deleted, by valid names only', async () => {
    const file = (text: string) => ({ bytes: Buffer.from(text), contentType: 'image/webp' });
    expect(await store.find('photos/a.webp')).toBeNull();
    await store.put('photos/a.webp', file('one'));
    await store.put('photos/a.webp', file('two'));
    expect(await store.find('photos/a.webp')).toEqual(file('two'));
    await store.delete('photos/a.webp');
    await store.delete('photos/a.webp');
    expect(await store.find('photos/a.webp')).toBeNull();
    await expect(store.put('../a.webp', file('x'))).rejects.toThrow('is not the name of a stored file');
    await expect(store.find('photos/../../a.webp')).rejects.toThrow('is not the name of a stored file');
  });
});

it('a wrong S3 key, a missing bucket and an unreachable server are distinguished', async () => {
  const file = { bytes: Buffer.from('x'), contentType: 'image/webp' };
  await expect(s3Files({ ...access, accessKeyId: 'other' }).put('a.webp', file)).rejects.toMatchObject({
    kind: 'reconnect_needed',
  });
  await expect(s3Files({ ...access, bucket: 'none' }).put('a.webp', file)).rejects.toMatchObject({
    kind: 'rejected',
  });
  await expect(s3Files({ ...access, endpoint: 'http://127.0.0.1:9' }).find('a.webp')).rejects.toMatchObject({
    kind: 'unavailable',
  });
});
