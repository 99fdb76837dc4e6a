import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { App } from '#app.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
/** Another process: it has booked nobody yet and remembers nothing. */
let other: App;

beforeAll(async () => {
  server = await openTestServer();
  other = await server.openOther();
});

const startsAt = '2026-11-18T10:00:00.000Z';
const visitor = { timeZone: 'UTC', name: 'Ada Byron', email: 'ada@example.org', notes: 'About <b>x</b>' };
/** The guard of a booking in one round trip (`requireConditions`). */
const isGuard = (query: string) => query.startsWith('select 1 / (case');
const isRead = (query: string) => query.includes('coalesce(json_agg(r)');

interface Request {
  readonly user: TestUser;
  readonly more?: object;
  readonly headers?: Record<string, string>;
}

const toBody = ({ user, more }: Request) => ({
  username: user.profile.username,
  eventType: '30-min',
  startsAt,
  ...visitor,
  ...more,
});

const bookHere = (request: Request) =>
  server.call('POST', '/api/booking/create', toBody(request), request.headers);

async function bookElsewhere(request: Request): Promise<{ status: number; body: Record<string, any> }> {
  const reply = await other.http.inject({
    method: 'POST',
    url: '/api/booking/create',
    payload: toBody(request),
    ...(request.headers && { headers: request.headers }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** A host whom this process has booked: first it reads the offer, then it remembers more. */
async function signUpKnown(): Promise<TestUser> {
  const user = await server.signUp({ firstName: 'Maya', timeZone: 'UTC' });
  for (const at of ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'])
    expect((await bookHere({ user, more: { startsAt: at } })).status).toBe(201);
  return user;
}

/** All rows of a host, without ids, times of writing and sealed texts. */
async function listRows(user: TestUser): Promise<string[]> {
  const names = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'user_id' and table_schema = 'public' order by 1`.execute(server.app.platform.db);
  const rows: string[] = [];
  for (const { name } of names.rows) {
    const found = await sql<{ row: object }>`
      select to_jsonb(t) as row from ${sql.table(name)} t where user_id = ${user.profile._id}`.execute(
      server.app.platform.db,
    );
    rows.push(...found.rows.map(({ row }) => `${name} ${JSON.stringify(row)}`));
  }
  return rows
    .filter(
      (row) => !/^(?:availability_changes|sessions|security_events|user_directory|identities) /.test(row),
    )
    .map((row) =>
      row
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
        .replaceAll(/[\w-]{22,}/g, 'LONG')
        .replaceAll(user.profile.username, 'NAME')
        .replaceAll(/"(token_hash|sealed_token|request_hash)":"[^"]*"/g, 'TOKEN')
        .replaceAll(/"transaction":"\d+"/g, 'TRANSACTION')
        .replaceAll(/"(?:created_at|updated_at|changed_at)": ?"[^"]*"/g, 'WRITTEN'),
    )
    .toSorted();
}

test('a booking of a known host reads nothing first, and writes what any other booking writes', async () => {
  const known = await signUpKnown();
  server.queries.length = 0;
  const booked = await bookHere({ user: known });
  expect([booked.status, booked.body['booking'].status]).toEqual([201, 'CONFIRMED']);
  const own = server.queries.filter((query) => !query.includes('request_counts'));
  expect(own.filter(isGuard)).toHaveLength(1);
  expect(own.filter(isRead)).toEqual([]);
  // What is written comes after it.
  expect(own.findIndex(isGuard)).toBeLessThan(
    own.findIndex((query) => query.includes('insert into bookings')),
  );
  const others = await signUpKnown();
  expect((await bookElsewhere({ user: others })).status).toBe(201);
  expect(await listRows(known)).toEqual(await listRows(others));
});

const change =
  (path: string, body: object, method = 'POST') =>
  async (user: TestUser): Promise<void> => {
    const { status, error } = await user.call(method, path, body);
    expect(status, JSON.stringify(error)).toBeLessThan(300);
  };

async function renameCalendar(user: TestUser): Promise<void> {
  const { body } = await user.call('GET', '/api/calendars');
  await change(`/api/calendars/${body['calendars'][0]._id}`, { name: 'Mine' }, 'PATCH')(user);
}

async function changeEventType(user: TestUser, fields: object): Promise<void> {
  const { body } = await user.call('GET', '/api/event-types');
  const one = body['eventTypes'].find(({ slug }: { slug: string }) => slug === '30-min');
  await change(`/api/event-types/${one._id}`, { ...fields, version: one.version }, 'PATCH')(user);
}

const addEvent = (start: string, end: string, more: object = {}) =>
  change('/api/events', { title: 'Dentist', startsAt: start, endsAt: end, timeZone: 'UTC', ...more });

/** Plans a task at the time of the booking: the block is pinned there. */
async function addFixedTask(user: TestUser): Promise<void> {
  const { body } = await user.call('POST', '/api/tasks', { title: 'Call', durationMinutes: 30 });
  await change('/api/blocks', { taskId: body['task']._id, startsAt })(user);
}

/** What happens to a host between two bookings. */
const circumstances: [string, number, (user: TestUser) => Promise<void>][] = [
  ['nothing', 201, async () => {}],
  ['an event at the time', 409, addEvent('2026-11-18T10:15:00Z', '2026-11-18T10:20:00Z')],
  [
    'an event before and one after',
    201,
    async (user) => {
      await addEvent('2026-11-18T09:00:00Z', startsAt)(user);
      await addEvent('2026-11-18T10:30:00Z', '2026-11-18T11:00:00Z')(user);
    },
  ],
  [
    'an event of the whole day',
    201,
    change('/api/events', {
      title: 'Fair',
      isAllDay: true,
      startsOn: '2026-11-18',
      endsOn: '2026-11-19',
    }),
  ],
  [
    'a series that comes to the time',
    409,
    addEvent('2026-11-11T10:00:00Z', '2026-11-11T11:00:00Z', {
      recurrenceRule: 'FREQ=WEEKLY',
    }),
  ],
  [
    'other hours',
    400,
    change('/api/user/working-hours', { work: { wed: [['12:00', '17:00']] }, personal: {} }, 'PUT'),
  ],
  ['another length', 201, (user) => changeEventType(user, { durations: [45] })],
  ['another title', 201, (user) => changeEventType(user, { title: 'Coffee' })],
  [
    'buffers that reach an event',
    409,
    async (user) => {
      await changeEventType(user, { bufferAfterMinutes: 30 });
      await addEvent('2026-11-18T10:45:00Z', '2026-11-18T11:00:00Z')(user);
    },
  ],
  ['approval', 201, (user) => changeEventType(user, { needsApproval: true })],
  [
    'a daily cap that is reached',
    409,
    async (user) => {
      expect((await bookHere({ user, more: { startsAt: '2026-11-18T14:00:00.000Z' } })).status).toBe(201);
      await changeEventType(user, { dailyCap: 1 });
    },
  ],
  ['a task that takes place then', 409, addFixedTask],
  [
    'planned work that can move',
    201,
    async (user) => {
      await addFixedTask(user);
      await sql`update blocks set is_pinned = false where user_id = ${user.profile._id}`.execute(
        server.app.platform.db,
      );
    },
  ],
  [
    'a hard deadline that needs the day',
    409,
    change('/api/tasks', {
      title: 'Report',
      durationMinutes: 480,
      dueAt: '2026-11-18T17:00:00Z',
      dueKind: 'hard',
      startAfter: '2026-11-18T09:00:00Z',
      isSplittable: true,
      minChunkMinutes: 15,
      maxChunkMinutes: 480,
    }),
  ],
  [
    'a hold of somebody else',
    409,
    async (user) => {
      const hold = await server.call('POST', '/api/booking/holds', toBody({ user }));
      expect(hold.status).toBe(201);
    },
  ],
  ['another name of the calendar', 201, renameCalendar],
  [
    'the end of the event type',
    404,
    async (user) => {
      const { body } = await user.call('GET', '/api/event-types');
      const one = body['eventTypes'].find(({ slug }: { slug: string }) => slug === '30-min');
      await change(`/api/event-types/${one._id}`, {}, 'DELETE')(user);
    },
  ],
];

test.each(circumstances)('after %s, a known host is booked like any other', async (_name, status, apply) => {
  const [known, others] = [await signUpKnown(), await signUpKnown()];
  await apply(known);
  await apply(others);
  const [here, elsewhere] = [await bookHere({ user: known }), await bookElsewhere({ user: others })];
  expect([here.status, elsewhere.status], JSON.stringify(here.body)).toEqual([status, status]);
  const plain = ({ booking, ...body }: Record<string, any>) => ({
    ...body,
    ...(booking && { booking: { ...booking, id: 'ID', manageUrl: 'LINK' } }),
    requestId: 'ID',
  });
  expect(plain(here.body)).toEqual(plain(elsewhere.body));
  expect(await listRows(known)).toEqual(await listRows(others));
});

test("the visitor's own hold ends with the booking, and an expired one does not keep its time", async () => {
  const user = await signUpKnown();
  const { body } = await server.call('POST', '/api/booking/holds', toBody({ user }));
  server.queries.length = 0;
  expect((await bookHere({ user, more: { holdId: body['hold'].id } })).status).toBe(201);
  expect(server.queries.filter(isRead)).toEqual([]);
  const later = '2026-11-18T12:00:00.000Z';
  await server.call('POST', '/api/booking/holds', toBody({ user, more: { startsAt: later } }));
  await sql`update bookings set hold_expires_at = ${server.now()} where user_id = ${user.profile._id} and status = 'HELD'`.execute(
    server.app.platform.db,
  );
  expect((await bookHere({ user, more: { startsAt: later } })).status).toBe(201);
  const { rows } = await sql<{ status: string }>`
    select status from bookings where user_id = ${user.profile._id} and starts_at::date = '2026-11-18'`.execute(
    server.app.platform.db,
  );
  expect(rows.map((row) => row.status)).toEqual(['CONFIRMED', 'CONFIRMED']);
});

test('a request that is repeated with its key is booked once', async () => {
  const user = await signUpKnown();
  const headers = { 'idempotency-key': 'the-same' };
  const replies = await Promise.all([1, 2, 3].map(() => bookHere({ user, headers })));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(replies.map(({ body }) => body['booking'].id)).size).toBe(1);
});

test('of many requests for one time of a known host, one is booked', async () => {
  const user = await signUpKnown();
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? bookHere({ user }) : bookElsewhere({ user }))),
  );
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
});
