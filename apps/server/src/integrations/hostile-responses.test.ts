import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRemoteEvent } from '../features/calendar/model/remote-event.ts';
import type { CalendarProviders } from '../features/calendar-accounts/ports.ts';
import { syncAllNow } from '../test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '../test/server.ts';
import { googleCalendarProvider } from './google/google-calendar.ts';
import { toResource as toGoogleResource } from './google/google-event.ts';
import { toResource as toOutlookResource } from './microsoft/graph-event.ts';
import { outlookCalendarProvider } from './microsoft/outlook-calendar.ts';
import { writeGrant } from './oauth/grant.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A provider that replies as each test says. */
class Provider {
  readonly #server: Server;
  url = '';
  /** The reply to listing a calendar, by calendar. */
  readonly lists = new Map<string, Answer>();
  /** The reply to reading or changing an event. */
  event: Answer = json({}, 404);

  constructor(paths: { readonly calendars: string; toList(path: string): string | null }, calendars: object) {
    this.#server = createServer((request, response) => {
      const path = new URL(request.url ?? '', 'http://localhost').pathname;
      const list = paths.toList(path);
      if (path === paths.calendars) json(calendars)(request, response);
      else if (list !== null && request.method === 'GET')
        (this.lists.get(list) ?? json({}, 404))(request, response);
      else this.event(request, response);
    });
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function json(body: unknown, status = 200): Answer {
  return text(JSON.stringify(body), status);
}

function text(body: string, status = 200): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };
}

/** A response that never ends. */
const endless =
  (before: string, piece: string): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(before);
    const block = piece.repeat(20_000);
    const more = () => {
      while (response.writable && response.write(block));
      if (response.writable) response.once('drain', more);
    };
    more();
  };

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const grant = writeGrant({ accessToken: 'a', refreshToken: 'r', expiresAt: null, scope: '' });
const consent = (name: string): NonNullable<CalendarProviders['google']>['consent'] => ({
  authorizationUrl: async ({ state }) =>
    `https://provider.example/consent?state=${encodeURIComponent(state)}`,
  exchange: async (code) => ({
    subject: `${name} ${code}`,
    email: `${name}.${code}@provider.example`,
    grant,
  }),
  mayReadTasks: () => false,
  revoke: async () => {},
});
/** Hostile answers to an import are in `found-tasks.test.ts`. */
const tasks = { name: 'Tasks', list: async () => [] };

const google = new Provider(
  {
    calendars: '/calendar/v3/users/me/calendarList',
    toList: (path) => /^\/calendar\/v3\/calendars\/(\w+)\/events$/.exec(path)?.[1] ?? null,
  },
  {
    items: [
      { id: 'main', summary: 'Main', primary: true, accessRole: 'owner' },
      { id: 'other', summary: 'Other', accessRole: 'owner' },
    ],
  },
);
const outlook = new Provider(
  {
    calendars: '/v1.0/me/calendars',
    toList: (path) => /^\/v1\.0\/me\/calendars\/(\w+)\/calendarView\/delta$/.exec(path)?.[1] ?? null,
  },
  {
    value: [
      { id: 'main', name: 'Main', isDefaultCalendar: true, canEdit: true },
      { id: 'other', name: 'Other', canEdit: true },
    ],
  },
);

const toVersion = (content: unknown) =>
  `"${createHash('sha256').update(JSON.stringify(content)).digest('hex')}"`;

/** The format of each provider. */
const spellings = {
  google: {
    provider: google,
    items: 'items',
    next: 'nextPageToken',
    // A word for the same host, whatever it looks like.
    elsewhere: /does not end/,
    event: (id: string, title: unknown, more: object = {}) => ({
      id,
      etag: toVersion([title, more]),
      iCalUID: `${id}@elsewhere.example`,
      status: 'confirmed',
      summary: title,
      start: { dateTime: '2026-12-01T10:00:00Z' },
      end: { dateTime: '2026-12-01T11:00:00Z' },
      ...more,
    }),
    last: (_calendar: string) => ({ nextSyncToken: 'next' }),
    recurrence: (lines: unknown) => ({ recurrence: lines }),
    start: (dateTime: unknown) => ({ start: { dateTime }, end: { dateTime } }),
  },
  outlook: {
    provider: outlook,
    items: 'value',
    next: '@odata.nextLink',
    elsewhere: /another address/,
    event: (id: string, title: unknown, more: object = {}) => ({
      id,
      '@odata.etag': toVersion([title, more]),
      iCalUId: `${id}@elsewhere.example`,
      type: 'singleInstance',
      subject: title,
      start: { dateTime: '2026-12-01T10:00:00.0000000', timeZone: 'UTC' },
      end: { dateTime: '2026-12-01T11:00:00.0000000', timeZone: 'UTC' },
      ...more,
    }),
    last: (calendar: string) => ({
      '@odata.deltaLink': `${outlook.url}/v1.0/me/calendars/${calendar}/calendarView/delta?$deltatoken=next`,
    }),
    recurrence: (lines: unknown) => ({ type: 'seriesMaster', recurrence: lines }),
    start: (dateTime: unknown) => ({
      start: { dateTime, timeZone: 'UTC' },
      end: { dateTime, timeZone: 'UTC' },
    }),
  },
} as const;

beforeAll(async () => {
  await google.open();
  await outlook.open();
});
afterAll(async () => {
  await google.close();
  await outlook.close();
});

describe.each(['google', 'outlook'] as const)('hostile responses of %s', (domain) => {
  const { provider, items, next, elsewhere, event, last, recurrence, start } = spellings[domain];
  const honest = (calendar: string, ...events: object[]) => json({ [items]: events, ...last(calendar) });
  const kept = [event('kept1', 'Kept 1'), event('kept2', 'Kept 2')];
  /** Forces a full listing, in which a missing event counts as deleted. */
  const forgetful =
    (answer: Answer): Answer =>
    (request, response) =>
      /syncToken=|deltatoken=/i.test(request.url ?? '')
        ? json(
            { error: { code: 410, message: 'Sync token is no longer valid, a full sync is required.' } },
            410,
          )(request, response)
        : answer(request, response);
  let server: TestServer;
  let user: TestUser;
  let accounts = 0;

  beforeAll(async () => {
    const renew = async (stale: string) => stale;
    server = await openTestServer(
      { RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' },
      {
        calendarProviders: (own) => ({
          ...own,
          google: {
            calendars: googleCalendarProvider({ apiUrl: async () => google.url, renew }),
            consent: consent('google'),
            tasks,
          },
          outlook: {
            calendars: outlookCalendarProvider({ graphUrl: async () => outlook.url, renew }),
            consent: consent('outlook'),
            tasks,
          },
        }),
      },
    );
    server.setTime('2026-11-20T12:00:00Z');
  });

  beforeEach(async () => {
    user = await server.signUp({ timeZone: 'UTC' });
    provider.lists.set('main', honest('main', ...kept));
    provider.lists.set('other', honest('other', event('other1', 'Other 1')));
    provider.event = json({}, 404);
    accounts += 1;
    const [ask, connect] =
      domain === 'google'
        ? ['/api/user/getGoogleCalendarAuthUrl', '/api/user/addCalendar']
        : ['/api/integrations/outlook/auth-url', '/api/integrations/outlook/connect'];
    expect((await user.call('GET', ask)).status).toBe(200);
    expect((await user.call('POST', connect, { code: `code${accounts}` })).status).toBe(200);
    await syncAllNow(server, user);
    expect(await shown()).toEqual(['Kept 1', 'Kept 2', 'Other 1']);
  });

  const shown = async (): Promise<string[]> => {
    const { status, body } = await user.call(
      'GET',
      '/api/events?from=2026-11-01T00:00:00Z&to=2027-11-01T00:00:00Z',
    );
    expect(status).toBe(200);
    return [...new Set<string>(body.occurrences.map(({ title }: Reply['body']) => title))].sort();
  };
  const getSync = async (name: string): Promise<Reply['body']> => {
    const { status, body } = await user.call('GET', '/api/calendar-accounts');
    expect(status).toBe(200);
    const calendars = body.accounts.flatMap((account: Reply['body']) => account.calendars);
    return calendars.find((calendar: Reply['body']) => calendar.name === name).sync;
  };
  const recovers = async () => {
    provider.lists.set('main', honest('main', ...kept, event('late', 'Late')));
    await syncAllNow(server, user);
    expect((await getSync('Main')).failure).toBeNull();
    expect(await shown()).toEqual(['Kept 1', 'Kept 2', 'Late', 'Other 1', 'Other 2']);
  };

  const pages: readonly (readonly [string, Answer, RegExp])[] = [
    ['no JSON at all', text('<html>Busy</html>'), /cannot be read/],
    ['half of an answer', text(`{"${items}": [{"id": "a"`), /cannot be read/],
    ['nothing', text(''), /cannot be read/],
    ['null', json(null), /cannot be read/],
    ['a number', json(7), /cannot be read/],
    ['a list', json([]), /cannot be read/],
    ['an object without a list', json({}), /cannot be read/],
    ['a list that is an object', json({ [items]: { 0: kept[0] }, ...last('main') }), /cannot be read/],
    ['a list that is null', json({ [items]: null, ...last('main') }), /cannot be read/],
    ['a list without an end', json({ [items]: [] }), /cannot be read/],
    ['a next page that is no text', json({ [items]: [], [next]: { at: 1 } }), /cannot be read/],
    ['a next page that is empty', json({ [items]: [], [next]: '' }), /cannot be read/],
    ['arrays in arrays, a million deep', text(`{"${items}": ${nested(1_000_000)}}`), /cannot be read/],
    ['a list that goes on and on', endless(`{"${items}": [0`, ',0'), /cannot be read/],
    ['a text that goes on and on', endless(`{"${items}": "`, 'long'), /cannot be read/],
  ];

  it.each(pages)('%s: reported, nothing is lost, other calendars continue', async (_name, answer, words) => {
    provider.lists.set('other', honest('other', event('other1', 'Other 1'), event('other2', 'Other 2')));
    for (const hostile of [answer, forgetful(answer)]) {
      provider.lists.set('main', hostile);
      const before = process.memoryUsage().rss;
      await syncAllNow(server, user);
      expect(process.memoryUsage().rss - before, 'memory').toBeLessThan(600 * 1_048_576);
      expect((await getSync('Main')).failure?.message).toMatch(words);
      expect(await shown()).toEqual(['Kept 1', 'Kept 2', 'Other 1', 'Other 2']);
    }
    await recovers();
  });

  it('a page that points to itself: reported, and not requested again', async () => {
    let asked = 0;
    const link =
      domain === 'google' ? 'again' : `${outlook.url}/v1.0/me/calendars/main/calendarView/delta?again`;
    provider.lists.set('other', honest('other', event('other2', 'Other 2')));
    provider.lists.set('main', (request, response) => {
      asked += 1;
      json({ [items]: [], [next]: link })(request, response);
    });
    await syncAllNow(server, user);
    expect(asked).toBeLessThan(5);
    expect((await getSync('Main')).failure?.message).toMatch(/does not end/);
    expect(await shown()).toEqual(['Kept 1', 'Kept 2', 'Other 1', 'Other 2']);
  });

  it('a page that points to another host: the token is not sent', async () => {
    provider.lists.set('main', json({ [items]: [], [next]: 'https://elsewhere.example/v1.0/me/events' }));
    await syncAllNow(server, user);
    expect((await getSync('Main')).failure?.message).toMatch(elsewhere);
    expect(await shown()).toEqual(['Kept 1', 'Kept 2', 'Other 1']);
  });

  const oddities: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['a text', 'event'],
    ['a number', 5],
    ['a list', [[]]],
    ['no fields', {}],
    ['an id that is an object', { ...event('x', 'X'), id: { at: 1 } }],
    ['an id of a megabyte', event('i'.repeat(1_000_000), 'X')],
    [
      'a UID of a megabyte',
      event('x', 'X', { iCalUID: 'u'.repeat(1_000_000), iCalUId: 'u'.repeat(1_000_000) }),
    ],
    [
      'a version of a megabyte',
      event('x', 'X', { etag: 'e'.repeat(1_000_000), '@odata.etag': 'e'.repeat(1_000_000) }),
    ],
    ['a title of a megabyte', event('x', 'X'.repeat(1_000_000))],
    ['a title that is a number', event('x', 5)],
    ['a title that is an object', event('x', { text: 'X' })],
    ['no times', event('x', 'X', { start: null, end: null })],
    ['times that are texts', event('x', 'X', { start: 'now', end: 'then' })],
    ['times that are lists', event('x', 'X', { start: [], end: [] })],
    ['a date out of range', event('x', 'X', start('+275760-09-13T00:00:00.001Z'))],
    ['a year of five digits', event('x', 'X', start('99999-01-01T00:00:00Z'))],
    ['a date that is none', event('x', 'X', start('2026-02-31T25:61:00Z'))],
    [
      'a zone that is none',
      event('x', 'X', { ...start('2026-12-01T10:00:00'), originalStartTimeZone: 'Mars' }),
    ],
    ['rules that are a text', event('x', 'X', recurrence('RRULE:FREQ=DAILY'))],
    ['rules that are numbers', event('x', 'X', recurrence([1, 2]))],
    [
      'rules of junk',
      event('x', 'X', recurrence(['RRULE', ':', 'RRULE:FREQ=', 'EXDATE:x', 'RDATE:/P', '\u0000'])),
    ],
    [
      'a pattern of junk',
      event('x', 'X', recurrence({ pattern: { type: 'weekly', daysOfWeek: 'monday' }, range: 5 })),
    ],
    [
      'a day of the month that no month has',
      event(
        'x',
        'X',
        recurrence({
          pattern: { type: 'absoluteMonthly', interval: 1, dayOfMonth: 1e9 },
          range: { type: 'noEnd' },
        }),
      ),
    ],
    ['guests that are a text', event('x', 'X', { attendees: 'all' })],
    ['guests that are null', event('x', 'X', { attendees: [null] })],
    [
      'properties of other types',
      event('x', 'X', {
        extendedProperties: { private: { dayloomUid: 5 } },
        singleValueExtendedProperties: {},
        transactionId: 7,
      }),
    ],
    ['a body that is a number', event('x', 'X', { description: 1, body: { content: 1 } })],
    ['a thing nested deep', JSON.parse(`{"id": "x", "deep": ${nested(50_000)}}`)],
  ];

  it('one event of any shape: the others are read, and stored ones stay', async () => {
    for (const [index, [name, odd]] of oddities.entries()) {
      const news = event(`news${index}`, `News ${index}`);
      let sent: string;
      try {
        sent = JSON.stringify([...kept, odd, news]);
      } catch {
        sent = `[${[...kept, news].map((each) => JSON.stringify(each)).join()},{"id":"x","deep":${nested(50_000)}}]`;
      }
      provider.lists.set('main', text(`{"${items}": ${sent}, ${JSON.stringify(last('main')).slice(1)}`));
      await syncAllNow(server, user);
      const { failure } = await getSync('Main');
      expect({ name, failure }).toEqual({ name, failure: null });
      expect(await shown()).toEqual(expect.arrayContaining(['Kept 1', 'Kept 2', `News ${index}`]));
    }
  });

  it('a stored event that is no longer readable: stays, and is reported', async () => {
    const broken = event('kept1', { text: 'no title' });
    provider.lists.set('main', honest('main', broken, event('late', 'Late')));
    await syncAllNow(server, user);
    expect(await shown()).toEqual(['Kept 1', 'Kept 2', 'Late', 'Other 1'].sort());
    expect((await getSync('Main')).problems).toEqual({ count: 1, first: 'An event cannot be read' });
    provider.lists.set('main', honest('main', event('kept1', 'Readable again')));
    await syncAllNow(server, user);
    expect(await shown()).toContain('Readable again');
    expect((await getSync('Main')).problems).toBeNull();
  });

  it('the same id twice: one event', async () => {
    provider.lists.set('main', honest('main', ...kept, event('kept1', 'First'), event('kept1', 'Second')));
    await syncAllNow(server, user);
    expect(await shown()).toEqual(['Kept 2', 'Other 1', 'Second']);
  });

  it('an expired sync token: everything is listed again', async () => {
    provider.lists.set('main', forgetful(honest('main', kept[0] ?? {}, event('late', 'Late'))));
    await syncAllNow(server, user);
    expect((await getSync('Main')).failure).toBeNull();
    expect(await shown()).toEqual(['Kept 1', 'Late', 'Other 1']);
  });

  it.each([
    ['changed', 'PATCH'],
    ['deleted', 'DELETE'],
  ] as const)('an event deleted there (410) while it is %s here: deleted here too', async (_what, method) => {
    const { body } = await user.call('GET', '/api/events?from=2026-11-01T00:00:00Z&to=2027-01-01T00:00:00Z');
    const one = body.occurrences.find(({ title }: Reply['body']) => title === 'Kept 1');
    provider.event = json(
      { error: { code: 'ErrorItemNotFound', message: 'Resource has been deleted' } },
      410,
    );
    provider.lists.set('main', honest('main'));
    const reply =
      method === 'PATCH'
        ? await user.call('PATCH', `/api/events/${one.eventId}`, { title: 'Renamed' })
        : await user.call('DELETE', `/api/events/${one.eventId}`);
    expect(reply.status).toBe(200);
    await syncAllNow(server, user);
    expect((await getSync('Main')).failure).toBeNull();
    const left = await shown();
    expect(left).toContain('Kept 2');
    expect(left).not.toContain('Kept 1');
  });
});

it('events of any shape can be read, and the result can be stored or is skipped', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      '2026-12-01T10:00:00Z',
      '2026-12-01',
      'seriesMaster',
      'weekly',
      'RRULE:FREQ=DAILY',
      'UTC',
    ),
  );
  const keys = (
    'id etag status summary start end recurrence attendees recurringEventId type subject body isAllDay originalStart ' +
    'seriesMasterId cancelledOccurrences date dateTime timeZone pattern range exceptionOccurrences extendedProperties'
  ).split(' ');
  const object = fc.dictionary(
    fc.constantFrom(...keys),
    fc.oneof(value, fc.dictionary(fc.constantFrom(...keys), value), fc.array(value, { maxLength: 2 })),
    { maxKeys: keys.length },
  );
  fc.assert(
    fc.property(object, (event) => {
      for (const resource of [toGoogleResource(event, 'Europe/Berlin'), toOutlookResource(event)])
        for (const record of resource?.records ?? []) {
          const place = { id: 'a', calendarId: 'b', homeTimeZone: 'Europe/Berlin' };
          expect(JSON.stringify(readRemoteEvent(record, place))).not.toContain(String.raw`\u0000`);
        }
    }),
    { numRuns: 3_000 },
  );
});
