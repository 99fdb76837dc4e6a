import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  calendarMultiGet,
  createObject,
  type DAVResponse,
  deleteObject,
  fetchHomeUrl,
  fetchPrincipalUrl,
  propfind,
  serviceDiscovery,
  syncCollection,
  updateObject,
} from 'tsdav';
import { afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { SERVER, secrets } from '../test/demo-consent.ts';
import { caldavAccount, caldavHosts } from './demo-caldav.ts';

const FRONT = `https://${caldavHosts.front}/`;
const HOME = `https://${caldavHosts.home}/cal/${caldavAccount.principalId}/`;
const NOW = new Date('2026-11-18T12:00:00Z');

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(stateFile: string | null = null, caldavPassword = secrets.caldavPassword) {
  const sandbox: Sandbox = await startSandbox({
    serverUrl: SERVER,
    publicUrl: SERVER,
    apiBaseUrl: `${SERVER}/api`,
    secrets: { ...secrets, caldavPassword },
    stateFile,
    now: () => NOW,
  });
  closers.push(() => sandbox.close());
  const fetch = namedFetch(sandbox.url);
  const as = (password: string) => ({
    headers: {
      authorization: `Basic ${Buffer.from(`${caldavAccount.email}:${password}`).toString('base64')}`,
    },
    fetch,
  });
  const steer = (path: string, body: object) =>
    globalThis.fetch(`${sandbox.url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const page = async () => (await globalThis.fetch(`${sandbox.url}/sandbox`)).text();
  return { sandbox, fetch, call: as(caldavPassword), as, steer, page };
}

/** Sends requests for the demo's hosts to the sandbox. (The platform's fetch cannot set the Host header.) */
function namedFetch(origin: string): typeof globalThis.fetch {
  return async (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address);
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), host: url.host };
    const method = init?.method ?? 'GET';
    const sent = request(new URL(url.pathname + url.search, origin), { method, headers });
    sent.end(init?.body as string | undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await text(answer);
    const status = answer.statusCode ?? 0;
    const shown = new Headers();
    for (const [name, values] of Object.entries(answer.headersDistinct))
      for (const value of values ?? []) shown.append(name, value);
    return new Response(status === 204 ? null : body, { status, headers: shown });
  };
}

const account = { accountType: 'caldav', serverUrl: FRONT, rootUrl: FRONT } as const;
const names = (responses: DAVResponse[]) =>
  responses.map(({ href }) => href?.split('/').filter(Boolean).at(-1));
const file = (uid: string, summary = 'Made here') =>
  `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Test//EN
BEGIN:VEVENT
UID:${uid}
DTSTAMP:20261118T120000Z
DTSTART:20261120T090000Z
DTEND:20261120T100000Z
SUMMARY:${summary}
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
const getSyncToken = (responses: DAVResponse[]) => String(responses[0]?.raw?.multistatus.syncToken);
const written = (password: string) => ({
  'content-type': 'text/calendar; charset=utf-8',
  authorization: `Basic ${Buffer.from(`${caldavAccount.email}:${password}`).toString('base64')}`,
});
const TYPED = written(secrets.caldavPassword);

describe("the sandbox's CalDAV server", () => {
  it('leads from the first host to the one with the calendars', async () => {
    const { call } = await start();
    const root = new URL(await serviceDiscovery({ account, ...call }));
    expect(root.pathname).toBe('/');
    const principalUrl = await fetchPrincipalUrl({ account, ...call });
    expect(principalUrl).toBe(`${FRONT}p/${caldavAccount.principalId}/`);
    expect(await fetchHomeUrl({ account: { ...account, principalUrl }, ...call })).toBe(HOME);
    const calendars = await propfind({ url: HOME, props: { 'd:displayname': {} }, depth: '1', ...call });
    expect(calendars.map(({ props }) => props?.['displayname']).filter(Boolean)).toEqual([
      'Home',
      'Side project',
      'Family (shared by Ada)',
      'Reminders',
    ]);
  });

  it('accepts only its passwords, and returns an error for anything unknown', async () => {
    const { fetch, as, call } = await start();
    expect((await fetch(HOME, { method: 'PROPFIND' })).status).toBe(401);
    const [wrong] = await propfind({ url: HOME, props: {}, depth: '0', ...as('another') });
    expect(wrong?.status).toBe(401);
    for (const url of [`${FRONT}cal/17104242/`, `https://${caldavHosts.home}/`, `${FRONT}caldav/v2/`]) {
      const response = await fetch(url, { method: 'PROPFIND', headers: call.headers });
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('<error')]);
    }
    const strange = await fetch(`https://${caldavHosts.home}/p/1/`, {
      method: 'PROPFIND',
      headers: call.headers,
    });
    expect(strange.status).toBe(403);
  });

  it('stores events with versions, and returns the changes since a token', async () => {
    const { fetch, call } = await start();
    const url = `${HOME}home/`;
    const sync = (syncToken: string) =>
      syncCollection({ url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken, ...call });
    const token = getSyncToken(await sync(''));
    const object = { url: `${url}made.ics`, fetch };
    const created = await createObject({
      ...object,
      data: file('made'),
      headers: { ...TYPED, 'if-none-match': '*' },
    });
    expect(created.status).toBe(201);
    const etag = created.headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const twice = { ...object, data: file('made'), headers: { ...TYPED, 'if-none-match': '*' } };
    expect((await createObject(twice)).status).toBe(412);
    expect(
      (await updateObject({ ...object, etag: '"old"', data: file('made'), headers: TYPED })).status,
    ).toBe(412);
    const other = { url: `${url}other.ics`, data: file('made'), headers: TYPED, fetch };
    expect((await createObject(other)).status).toBe(403);
    const changed = await updateObject({
      ...object,
      etag,
      data: file('made', 'Changed <here>'),
      headers: TYPED,
    });
    expect(changed.status).toBe(204);
    const [read] = await calendarMultiGet({
      url,
      props: { 'd:getetag': {}, 'c:calendar-data': {} },
      objectUrls: [`${new URL(url).pathname}made.ics`],
      depth: '1',
      ...call,
    });
    expect(read?.props?.['getetag']).toBe(changed.headers.get('etag'));
    expect(read?.props?.['calendarData']).toContain('Changed <here>');
    expect(names(await sync(token))).toEqual(['made.ics']);
    expect((await deleteObject({ ...object, etag: '"old"', headers: TYPED })).status).toBe(412);
    expect((await deleteObject({ ...object, headers: TYPED })).status).toBe(204);
    expect((await deleteObject({ ...object, headers: TYPED })).status).toBe(404);
    expect((await updateObject({ ...object, etag, data: file('made'), headers: TYPED })).status).toBe(412);
    expect((await sync(token)).map(({ status }) => status)).toEqual([404]);
  });

  it('rejects old and unknown tokens', async () => {
    const { call, steer } = await start();
    const sync = (syncToken: string) =>
      syncCollection({ url: `${HOME}home/`, props: { 'd:getetag': {} }, syncToken, ...call });
    const token = getSyncToken(await sync(''));
    await steer('forget-sync-tokens', {});
    for (const old of [token, 'data:,1']) {
      const [answer] = await sync(old);
      expect(answer?.status).toBe(403);
      expect(JSON.stringify(answer?.raw)).toMatch(/valid-sync-token|validSyncToken/);
    }
  });

  it('protects read-only calendars', async () => {
    const { fetch } = await start();
    const object = { url: `${HOME}family/mine.ics`, headers: TYPED, fetch };
    expect((await createObject({ ...object, data: file('mine') })).status).toBe(403);
    expect((await deleteObject({ ...object, url: `${HOME}family/DEMO-SCHOOL.ics` })).status).toBe(403);
  });

  it('fails on request', async () => {
    const { fetch, steer } = await start();
    const ask = async () => {
      const response = await fetch(HOME, { method: 'PROPFIND', headers: { ...TYPED, depth: '0' } });
      return [response.status, response.headers.get('retry-after')];
    };
    for (const [kind, answer] of [
      ['expire-token', [401, null]],
      ['error', [500, null]],
      ['rate-limit', [429, '1']],
      ['too-many', [503, '1']],
    ] as const) {
      await steer('faults', { provider: 'caldav', kind, times: 1 });
      expect([kind, ...(await ask())]).toEqual([kind, ...answer]);
      expect((await ask())[0]).toBe(207);
    }
  });

  it('shows its account, whose passwords survive a restart until they are revoked', async () => {
    const state = path.join(tmpdir(), `dayloom-caldav-${randomBytes(6).toString('hex')}.json`);
    closers.push(() => rmSync(state, { force: true }));
    const works = async ({ fetch }: { fetch: typeof globalThis.fetch }, password: string) =>
      (await fetch(HOME, { method: 'PROPFIND', headers: { ...written(password), depth: '0' } })).status ===
      207;
    const first = await start(state, 'aaaa-aaaa-aaaa-aaaa');
    expect(await first.page()).toContain('aaaa-aaaa-aaaa-aaaa');
    await createObject({
      url: `${HOME}home/kept.ics`,
      data: file('kept'),
      headers: written('aaaa-aaaa-aaaa-aaaa'),
      fetch: first.fetch,
    });
    await first.sandbox.close();
    const second = await start(state, 'bbbb-bbbb-bbbb-bbbb');
    expect(await second.page()).toContain('bbbb-bbbb-bbbb-bbbb');
    for (const word of ['aaaa-aaaa-aaaa-aaaa', 'bbbb-bbbb-bbbb-bbbb'])
      expect(await works(second, word)).toBe(true);
    const kept = await second.fetch(`${HOME}home/kept.ics`, { headers: written('bbbb-bbbb-bbbb-bbbb') });
    expect(await kept.text()).toContain('UID:kept');
    await second.steer('caldav/revoke-passwords', {});
    expect(await works(second, 'bbbb-bbbb-bbbb-bbbb')).toBe(false);
    const [fresh = ''] = /[a-z]{4}(?:-[a-z]{4}){3}/.exec(await second.page()) ?? [];
    expect(await works(second, fresh)).toBe(true);
  });
});
