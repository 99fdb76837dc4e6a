import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { ChangePage } from '#features/calendar-sync/model/calendar-session.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { measureLongestHold } from '#test/event-loop.ts';
import { startSandbox } from '../../../../sandbox/src/sandbox.ts';
import { SERVER, secrets } from '../../../../sandbox/src/test/demo-consent.ts';
import { type GuardedFetch, guardedFetch } from '../http/guarded-fetch.ts';
import { caldavSide, calendarText } from '../test/caldav-side.ts';
import { grantKeeper, NOW, RANGE } from '../test/sandbox-calendars.ts';
import { caldavPasswords } from './caldav-account.ts';
import { caldavCalendarProvider } from './caldav-calendar.ts';
import { demoCaldavHosts } from './demo-hosts.ts';

const USER = 'maya.demo@icloud.example';
const HOME = '/cal/17104242/home/';
const login = { serverUrl: 'caldav.icloud.example', username: USER, password: secrets.caldavPassword };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function demo(
  change: (fetch: GuardedFetch) => GuardedFetch = (fetch) => fetch,
  stateFile: string | null = null,
  maxBytes = 10_000_000,
) {
  const sandbox = await startSandbox({
    serverUrl: SERVER,
    publicUrl: SERVER,
    apiBaseUrl: `${SERVER}/api`,
    secrets,
    stateFile,
    now: () => NOW,
  });
  const plain = guardedFetch({ findDemoHost: demoCaldavHosts(async () => sandbox.url), maxBytes });
  const fetch = change(plain);
  closers.push(
    () => plain.close(),
    () => sandbox.close(),
  );
  const access = { fetch, clock: () => NOW };
  const passwords = caldavPasswords(access);
  const open = async () => {
    const { grant } = await passwords.signIn(login);
    return caldavCalendarProvider(access).open(grantKeeper(grant));
  };
  const there = caldavSide(plain, {
    collection: `https://p42-caldav.icloud.example${HOME}`,
    authorization: `Basic ${Buffer.from(`${USER}:${secrets.caldavPassword}`).toString('base64')}`,
  });
  return { sandbox, access, passwords, open, there };
}

async function pages(received: AsyncIterable<ChangePage>): Promise<ChangePage[]> {
  const all: ChangePage[] = [];
  for await (const page of received) all.push(page);
  return all;
}

const listResources = (received: readonly ChangePage[]): RemoteResource[] =>
  received.flatMap(({ changes }) =>
    changes.flatMap((change) => (change.kind === 'put' ? [change.resource] : [])),
  );
const listTitles = (received: readonly ChangePage[]) =>
  listResources(received)
    .flatMap(({ records }) => records.slice(0, 1).map(({ title }) => title))
    .sort((a, b) => (a < b ? -1 : 1));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function createPasswords() {
  const fetch = guardedFetch({ allowsPrivate: true, timeoutMs: 500 });
  closers.push(() => fetch.close());
  return caldavPasswords({ fetch, clock: () => NOW });
}

describe('signing in to CalDAV', () => {
  it('finds the calendars of an account on two hosts, in any spelling', async () => {
    const { passwords } = await demo();
    for (const serverUrl of [
      'caldav.icloud.example',
      ' https://caldav.icloud.example/ ',
      'https://caldav.icloud.example/p/17104242/',
      'https://caldav.icloud.example/nothing/here',
    ]) {
      const account = await passwords.signIn({ ...login, serverUrl });
      expect(account).toMatchObject({ subject: 'caldav.icloud.example/p/17104242/', email: USER });
      expect(JSON.parse(account.grant)).toMatchObject({
        homeUrl: 'https://p42-caldav.icloud.example/cal/17104242/',
        addresses: [USER],
      });
    }
  });

  it.each([
    ['empty elements', '<d:a/>'.repeat(1_500_000)],
    ['nested elements', '<a>'.repeat(1_500_000)],
    ['attributes', `<a ${Array.from({ length: 500_000 }, (_, i) => `a${i}="x"`).join(' ')}/>`],
    ['entities', `<d:href>${'&lt;'.repeat(2_000_000)}</d:href>`],
  ])('is not delayed by a response with many %s', async (_what, content) => {
    const url = await serve((_request, response) => {
      response.writeHead(207, { 'content-type': 'text/xml' });
      response.end(`<d:multistatus xmlns:d="DAV:">${content}</d:multistatus>`);
    });
    const fetch = guardedFetch({ allowsPrivate: true });
    closers.push(() => fetch.close());
    const held = await measureLongestHold(() =>
      expect(
        caldavPasswords({ fetch, clock: () => NOW }).signIn({ ...login, serverUrl: url }),
      ).rejects.toMatchObject({ kind: 'rejected' }),
    );
    expect(held, 'event loop, milliseconds').toBeLessThan(500);
  });

  it('uses iCloud if no server is given', async () => {
    const asked: string[] = [];
    const fetch: GuardedFetch = Object.assign(
      async (url: string | URL) => {
        asked.push(String(url));
        return new Response('', { status: 401 });
      },
      { close: () => {} },
    );
    await expect(
      caldavPasswords({ fetch, clock: () => NOW }).signIn({ ...login, serverUrl: null }),
    ).rejects.toMatchObject({ kind: 'reconnect_needed' });
    expect(asked[0]).toBe('https://caldav.icloud.com/.well-known/caldav');
  });

  it('distinguishes a wrong password from a wrong address', async () => {
    const { passwords } = await demo();
    await expect(passwords.signIn({ ...login, password: 'abcd-efgh' })).rejects.toMatchObject({
      kind: 'reconnect_needed',
    });
    for (const serverUrl of ['ftp://caldav.icloud.example', 'https://a:b@caldav.icloud.example', 'https://'])
      await expect(passwords.signIn({ ...login, serverUrl })).rejects.toMatchObject({
        kind: 'rejected',
        providerCode: 'address',
      });
  });

  it.each([
    'http://127.0.0.1:5232',
    'https://localhost/dav',
    '192.168.1.10',
    'http://[::1]/',
    'http://169.254.169.254',
  ])('does not go to %s', async (serverUrl) => {
    const fetch = guardedFetch();
    closers.push(() => fetch.close());
    await expect(
      caldavPasswords({ fetch, clock: () => NOW }).signIn({ ...login, serverUrl }),
    ).rejects.toMatchObject({ kind: 'rejected', providerCode: 'address' });
  });

  it('recognises a web page, a silent server and an endless redirect', async () => {
    const page = await serve((_request, reply) =>
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome'),
    );
    await expect(createPasswords().signIn({ ...login, serverUrl: page })).rejects.toMatchObject({
      providerCode: 'address',
      message: 'There is no calendar server at this address. Ask your provider for its CalDAV address.',
    });
    const round = await serve((request, reply) => reply.writeHead(302, { location: request.url }).end());
    await expect(createPasswords().signIn({ ...login, serverUrl: round })).rejects.toMatchObject({
      providerCode: 'address',
    });
    const silent = await serve(() => {});
    await expect(createPasswords().signIn({ ...login, serverUrl: silent })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    const busy = await serve((_request, reply) => reply.writeHead(503, { 'retry-after': '7' }).end());
    await expect(createPasswords().signIn({ ...login, serverUrl: busy })).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 7,
    });
  });

  it('sends the password to no host that the given one redirects to', async () => {
    const words: (string | undefined)[] = [];
    const thief = await serve((request, reply) => {
      words.push(request.headers.authorization);
      reply.writeHead(401).end();
    });
    const elsewhere = thief.replace('127.0.0.1', 'localhost');
    const redirecting = await serve((_request, reply) => reply.writeHead(301, { location: elsewhere }).end());
    await expect(createPasswords().signIn({ ...login, serverUrl: redirecting })).rejects.toMatchObject({
      kind: 'rejected',
      providerCode: 'address',
    });
    const principal = (href: string) =>
      `<multistatus xmlns="DAV:"><response><href>/</href><propstat><prop><current-user-principal><href>${href}</href></current-user-principal></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`;
    const pointing = await serve((_request, reply) =>
      reply.writeHead(207, { 'content-type': 'application/xml' }).end(principal(`${elsewhere}/me/`)),
    );
    await expect(createPasswords().signIn({ ...login, serverUrl: pointing })).rejects.toMatchObject({
      kind: 'rejected',
      providerCode: 'address',
    });
    expect(words).toEqual([undefined]);
  });
});

describe('a password for CalDAV', () => {
  const principal = (href: string) =>
    `<multistatus xmlns="DAV:"><response><href>/</href><propstat><prop><current-user-principal><href>${href}</href></current-user-principal></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`;
  /** A server reachable by https that replies as the test says. */
  const known = async (answer: RequestListener) => {
    const seen: (string | undefined)[] = [];
    const origin = await serve((request, reply) => {
      seen.push(`${request.headers.host} ${request.headers.authorization !== undefined}`);
      answer(request, reply);
    });
    const fetch = guardedFetch({ findDemoHost: async (url) => (url.protocol === 'https:' ? origin : null) });
    closers.push(() => fetch.close());
    const signIn = () =>
      caldavPasswords({ fetch, clock: () => NOW }).signIn({
        ...login,
        serverUrl: 'https://caldav.icloud.example/dav/',
      });
    return { seen, signIn };
  };

  it.each(['http://dav.example.com', 'http://1.1.1.1/dav', 'http://127.0.0.1:5232'])(
    'does not go to %s',
    async (serverUrl) => {
      const fetch = guardedFetch();
      closers.push(() => fetch.close());
      await expect(
        caldavPasswords({ fetch, clock: () => NOW }).signIn({ ...login, serverUrl }),
      ).rejects.toMatchObject({ providerCode: 'address', message: expect.stringContaining('unencrypted') });
    },
  );

  it.each(['http://caldav.icloud.example/me/', 'http://p42-caldav.icloud.example/me/'])(
    'is not sent if the server names %s',
    async (href) => {
      const { seen, signIn } = await known((_request, reply) =>
        reply.writeHead(207, { 'content-type': 'application/xml' }).end(principal(href)),
      );
      await expect(signIn()).rejects.toMatchObject({
        providerCode: 'address',
        message: expect.stringContaining('unencrypted'),
      });
      expect(seen).toEqual(['caldav.icloud.example true']);
    },
  );

  it('is sent to another host of the same domain by https, and to no other', async () => {
    for (const [host, isPasswordSent] of [
      ['p42-caldav.icloud.example', true],
      ['caldav.icloud.example.attacker.example', false],
      ['icloud.example', false],
    ] as const) {
      const { seen, signIn } = await known((request, reply) => {
        if (request.headers.host !== 'caldav.icloud.example') reply.writeHead(401).end();
        else
          reply.writeHead(207, { 'content-type': 'application/xml' }).end(principal(`https://${host}/me/`));
      });
      await expect(signIn()).rejects.toMatchObject({
        kind: isPasswordSent ? 'reconnect_needed' : 'rejected',
      });
      expect(seen.slice(1)).toEqual(isPasswordSent ? [`${host} true`] : []);
    }
  });
});

describe('CalDAV calendars', () => {
  it('lists calendars with events, their colours and rights', async () => {
    const session = await (await demo()).open();
    expect(await session.listCalendars()).toEqual([
      { id: HOME, name: 'Home', color: '#1BADF8', isPrimary: true, isWritable: true },
      {
        id: '/cal/17104242/work/',
        name: 'Side project',
        color: '#FF9500',
        isPrimary: false,
        isWritable: true,
      },
      {
        id: '/cal/17104242/family/',
        name: 'Family (shared by Ada)',
        color: '#63DA38',
        isPrimary: false,
        isWritable: false,
      },
    ]);
  });

  it('reads the demo week: a series with a moved and a cancelled instance, days, floating events', async () => {
    const session = await (await demo()).open();
    const received = await pages(session.listChanges(HOME, null, RANGE));
    expect(listTitles(received)).toEqual(['Meditate', 'Morning run', 'Parents visiting']);
    const run = listResources(received).find(({ records }) => records[0]?.title === 'Morning run');
    expect(run?.records).toMatchObject([
      {
        start: { at: '20261109T070000', timeZone: 'America/New_York' },
        recurrence: { exdates: [{ at: '20261120T070000', timeZone: 'America/New_York' }] },
      },
      { title: 'Morning run (late)', recurrenceId: { at: '20261118T120000', timeZone: 'UTC' } },
    ]);
    const float = listResources(received).find(({ records }) => records[0]?.title === 'Meditate');
    expect(float?.records[0]?.start).toEqual({ at: '20261117T063000', timeZone: null });
  });

  it('changes only what differs', async () => {
    const { open, there } = await demo();
    const session = await open();
    const before = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Other//EN',
      'X-WR-CALNAME:Kept',
      'BEGIN:VTIMEZONE',
      'TZID:Custom/Zone',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0130',
      'TZOFFSETTO:+0130',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:kept@elsewhere.example',
      'DTSTAMP:20261101T000000Z',
      'SEQUENCE:4',
      'SUMMARY;LANGUAGE=en:Board',
      'DTSTART;TZID=Custom/Zone:20261124T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'ORGANIZER;CN="Ada, L.";SENT-BY="mailto:x@y.example":mailto:ada@lovelace.example',
      'ATTENDEE;CN=Maya;PARTSTAT=ACCEPTED;RSVP=TRUE;X-NUM-GUESTS=2:mailto:maya.demo@icloud.example',
      'ATTACH;FMTTYPE=text/plain;VALUE=BINARY;ENCODING=BASE64:aGVsbG8=',
      'X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M',
      'X-RECURRENCE-EXCEPTION:20261201T083000Z',
      'DESCRIPTION:Agenda\\, long\\nwith lines',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Wake up',
      'TRIGGER:-PT10M',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    const id = await there.put('kept.ics', before);
    const [known] = await session.read(HOME, 'kept@elsewhere.example', [
      { id, version: '', records: [], partIds: [], raw: null },
    ]);
    if (!known) throw new Error('It is not there.');
    expect(known.raw).not.toContain('X-RECURRENCE-EXCEPTION');
    const [master] = known.records as [RemoteEvent];
    const moved: RemoteEvent = {
      ...master,
      recurrence: null,
      recurrenceId: { at: '20261201T083000', timeZone: 'UTC' },
      title: 'Board (moved)',
      start: { at: '20261202T100000', timeZone: 'Custom/Zone' },
      end: { at: '20261202T110000', timeZone: 'Custom/Zone' },
    };
    const outcome = await session.write(HOME, {
      uid: master.uid,
      records: [{ ...master, title: 'Board; all' }, moved],
      known: [known],
      earlier: [],
      notifiesGuests: true,
    });
    const after = (await there.get(id)).replace(/\r\n[ \t]/g, '').split('\r\n');
    const at = after.indexOf('BEGIN:VEVENT', after.indexOf('END:VEVENT'));
    const stamps = /^(?:DTSTAMP|LAST-MODIFIED):/;
    expect(after.slice(0, at).filter((line) => !stamps.test(line))).toEqual(
      before
        .split('\r\n')
        .slice(0, -2)
        .filter((line) => !stamps.test(line) && !line.startsWith('X-RECURRENCE'))
        .map((line) => line.replace('SUMMARY;LANGUAGE=en:Board', 'SUMMARY:Board\\; all')),
    );
    expect(after.slice(at)).toEqual(
      expect.arrayContaining([
        'RECURRENCE-ID;TZID=Custom/Zone:20261201T100000',
        'DTSTART;TZID=Custom/Zone:20261202T100000',
        'DURATION:PT1H',
        'SUMMARY:Board (moved)',
        'TRIGGER:-PT10M',
        'ATTENDEE;CN=Maya;PARTSTAT=ACCEPTED;RSVP=TRUE;X-NUM-GUESTS=2:mailto:maya.demo@icloud.example',
      ]),
    );
    expect(after.slice(at).join()).not.toMatch(/RRULE|DTEND/);
    expect(after.filter((line) => line === 'BEGIN:VTIMEZONE')).toHaveLength(1);
    expect(outcome).toMatchObject({ outcome: 'written', resources: [{ id }] });
  });

  it('invites nobody, and marks our own events', async () => {
    const { open, there } = await demo();
    const session = await open();
    const [first] = listResources(await pages(session.listChanges('/cal/17104242/work/', null, RANGE)));
    const guest = { email: 'jonas@weber.example', name: 'Jonas', status: 'NEEDS-ACTION' };
    const record: RemoteEvent = {
      ...(first?.records[0] as RemoteEvent),
      uid: 'dayloom-mirror-1 @ odd/name',
      details: { attendees: [guest] },
      madeBy: 'mirror',
    };
    const outcome = await session.write(HOME, {
      uid: record.uid,
      records: [record],
      known: [],
      earlier: [],
      notifiesGuests: true,
    });
    const [held] = outcome.outcome === 'written' ? outcome.resources : [];
    expect(held?.id).toMatch(/^\/cal\/17104242\/home\/[0-9a-f]{40}\.ics$/);
    const text = await there.get(held?.id ?? '');
    expect(text).toContain('X-DAYLOOM-MADE-BY:mirror');
    expect(text).not.toContain('ATTENDEE');
  });

  it('reads the object after a write without an ETag', async () => {
    const withoutEtag = (fetch: GuardedFetch): GuardedFetch =>
      Object.assign(
        async (...call: Parameters<GuardedFetch>) => {
          const response = await fetch(...call);
          response.headers.delete('etag');
          return response;
        },
        { close: () => fetch.close() },
      );
    const session = await (await demo(withoutEtag)).open();
    const [first] = listResources(await pages(session.listChanges(HOME, null, RANGE)));
    const record = { ...(first?.records[0] as RemoteEvent), uid: 'no-etag', title: 'Without' };
    const outcome = await session.write(HOME, {
      uid: 'no-etag',
      records: [record],
      known: [],
      earlier: [],
      notifiesGuests: true,
    });
    expect(outcome).toMatchObject({
      resources: [
        { version: expect.stringMatching(/^"home-\d+"$/), raw: expect.stringContaining('no-etag') },
      ],
    });
  });

  it('uses ctag and ETags if a server has no sync token', async () => {
    const withoutSync = (fetch: GuardedFetch): GuardedFetch =>
      Object.assign(
        async (...call: Parameters<GuardedFetch>) => {
          if (call[1]?.body?.includes('sync-collection')) return new Response('', { status: 501 });
          const response = await fetch(...call);
          if (!call[1]?.body?.includes('supported-report-set')) return response;
          const text = (await response.text()).replace(
            /<D:(sync-token|supported-report-set)>[^]*?<\/D:\1>/g,
            '',
          );
          return new Response(text, response);
        },
        { close: () => fetch.close() },
      );
    const { open, there } = await demo(withoutSync);
    const session = await open();
    const first = await pages(session.listChanges(HOME, null, RANGE));
    expect(listTitles(first)).toEqual(['Meditate', 'Morning run', 'Parents visiting']);
    const cursor = first.at(-1)?.cursor ?? '';
    expect(await pages(session.listChanges(HOME, cursor, RANGE))).toEqual([{ changes: [], cursor }]);
    const time = { at: '20261124T100000', timeZone: 'UTC' };
    await there.add({ title: 'New', start: time, end: time });
    const float = listResources(first).find(({ records }) => records[0]?.title === 'Meditate');
    await there.remove(float?.id ?? '');
    const second = await pages(session.listChanges(HOME, cursor, RANGE));
    expect(listTitles(second)).toEqual(['New']);
    expect(second.flatMap(({ changes }) => changes)).toContainEqual({ kind: 'gone', id: float?.id });
  });

  it('reports that an event was cancelled, and that it takes place again', async () => {
    const { open, there } = await demo();
    const session = await open();
    const time = { at: '20261124T100000', timeZone: 'UTC' };
    const id = await there.add({ title: 'Off', start: time, end: time });
    const cursor = (await pages(session.listChanges(HOME, null, RANGE))).at(-1)?.cursor ?? '';
    const text = await there.get(id);
    await there.put('other-1.ics', text.replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY'));
    const off = await pages(session.listChanges(HOME, cursor, RANGE));
    expect(off[0]?.changes).toEqual([{ kind: 'gone', id }]);
    await there.put('other-1.ics', text);
    expect(listTitles(await pages(session.listChanges(HOME, off[0]?.cursor ?? '', RANGE)))).toEqual(['Off']);
  });

  it('treats declined events as free', async () => {
    const { open, there } = await demo();
    const session = await open();
    const at = ['DTSTAMP:20261101T000000Z', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'];
    await there.put(
      'declined.ics',
      calendarText(
        'UID:declined',
        ...at,
        'SUMMARY:No',
        `ATTENDEE;PARTSTAT=DECLINED:MAILTO:${USER.toUpperCase()}`,
      ),
    );
    const received = listResources(await pages(session.listChanges(HOME, null, RANGE)));
    expect(received.find(({ records }) => records[0]?.title === 'No')?.records[0]?.isBusy).toBe(false);
  });

  it('reads hostile objects and continues', async () => {
    const { open, there } = await demo();
    const session = await open();
    const at = ['DTSTAMP:20261101T000000Z', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'];
    await there.put(
      'rule.ics',
      calendarText('UID:rule', ...at, 'SUMMARY:Rule', 'RRULE:FREQ=SECONDLY;COUNT=999999999'),
    );
    await there.put('none.ics', calendarText('UID:none', 'DTSTAMP:20261101T000000Z', 'SUMMARY:Never'));
    await there.put(
      'script.ics',
      calendarText('UID:script', ...at, 'SUMMARY:<script>alert(1)</script> & ]]>'),
    );
    // Longer than one piece of the client's parser.
    const long = `${'word <&> '.repeat(40_000)}end`;
    await there.put('long.ics', calendarText('UID:long', ...at, 'SUMMARY:Long', `DESCRIPTION:${long}`));
    await there.put(
      'lines.ics',
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:lines\r\n${at.join('\r\n')}\r\nSUMMARY:Lines\r\nBEGIN:VALARM\r\n`,
    );
    const received = await pages(session.listChanges(HOME, null, RANGE));
    expect(listTitles(received)).toEqual([
      '<script>alert(1)</script> & ]]>',
      'Lines',
      'Long',
      'Meditate',
      'Morning run',
      'Parents visiting',
      'Rule',
    ]);
    const held = listResources(received).find(
      ({ records }) => records[0]?.title === 'Long',
    ) as RemoteResource;
    expect(held.records[0]?.description).toBe(long);
    // A later write keeps the whole text too.
    const record = held.records[0] as RemoteEvent;
    await session.write(HOME, {
      uid: 'long',
      records: [{ ...record, title: 'Longer' }],
      known: [held],
      earlier: [],
      notifiesGuests: true,
    });
    expect((await there.get(held.id)).replace(/\r\n[ \t]/g, '')).toContain(`DESCRIPTION:${long}`);
  });

  it('skips objects that are too large, and reads the rest', async () => {
    const { open, there } = await demo((fetch) => fetch, null, 20_000);
    const session = await open();
    const at = ['DTSTAMP:20261101T000000Z', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'];
    const attachment = `ATTACH;VALUE=BINARY;ENCODING=BASE64:${'AAAA'.repeat(10_000)}`;
    await there.put('giant.ics', calendarText('UID:giant', ...at, 'SUMMARY:Giant', attachment));
    for (const name of ['one', 'two'])
      await there.put(`${name}.ics`, calendarText(`UID:${name}`, ...at, `SUMMARY:${name}`));
    const received = await pages(session.listChanges(HOME, null, RANGE));
    expect(listTitles(received)).toEqual(['Meditate', 'Morning run', 'Parents visiting', 'one', 'two']);
    // An event that has become too large does not count as deleted.
    await there.put('one.ics', calendarText('UID:one', ...at, 'SUMMARY:one', attachment));
    const cursor = received.at(-1)?.cursor ?? '';
    expect((await pages(session.listChanges(HOME, cursor, RANGE)))[0]?.changes).toEqual([]);
  });

  it('reports a server that suddenly returns a web page', async () => {
    let isDown = false;
    const closing = (fetch: GuardedFetch): GuardedFetch =>
      Object.assign(
        async (...call: Parameters<GuardedFetch>) =>
          isDown
            ? new Response('<html>Back soon', { headers: { 'content-type': 'text/html' } })
            : fetch(...call),
        { close: () => fetch.close() },
      );
    const session = await (await demo(closing)).open();
    const [page] = await pages(session.listChanges(HOME, null, RANGE));
    isDown = true;
    await expect(pages(session.listChanges(HOME, page?.cursor ?? '', RANGE))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await expect(session.listCalendars()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('reads ten thousand events in pages, and one change alone', async () => {
    const lines = ['DTSTAMP:20261101T000000Z', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'];
    const files = Array.from({ length: 10_000 }, (_, index) => {
      const uid = `many-${index}`;
      const ical = calendarText(`UID:${uid}`, ...lines, 'SUMMARY:One of many');
      return [uid, { eventId: uid, uid, ical, etag: `"home-${index}"`, change: index }] as const;
    });
    const home = {
      id: 'home',
      name: 'Home',
      color: '#1BADF8FF',
      readonly: false,
      has_vevent: true,
      has_vtodo: false,
      files: Object.fromEntries(files),
      change: 10_000,
      oldestChange: 0,
      synctoken: 'https://caldav.icloud.example/ns/sync/10000',
    };
    const stateFile = path.join(mkdtempSync(path.join(tmpdir(), 'dayloom-caldav-')), 'sandbox.json');
    closers.push(() => rmSync(path.dirname(stateFile), { recursive: true, force: true }));
    writeFileSync(stateFile, JSON.stringify({ 'caldav-calendars': { calendars: { home }, passwords: [] } }));
    let calls = 0;
    const counted = (fetch: GuardedFetch): GuardedFetch =>
      Object.assign(
        async (...call: Parameters<GuardedFetch>) => {
          calls += 1;
          return fetch(...call);
        },
        { close: () => fetch.close() },
      );
    const { open, there } = await demo(counted, stateFile);
    const session = await open();
    calls = 0;
    let events = 0;
    let cursor: string | null = null;
    for await (const page of session.listChanges(HOME, null, RANGE)) {
      expect(page.changes.length).toBeLessThanOrEqual(50);
      events += page.changes.length;
      cursor = page.cursor;
    }
    expect(events).toBe(10_000);
    // The home, the calendar's state, the list, and two hundred batches of fifty.
    expect(calls).toBe(203);
    await there.rename(`${HOME}many-77.ics`, 'Another');
    calls = 0;
    expect(listTitles(await pages(session.listChanges(HOME, cursor, RANGE)))).toEqual(['Another']);
    expect(calls).toBe(2);
  });
});
