import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { syncAllNow } from '#test/calendar-connections.ts';
import {
  connectFakeAccount,
  getCalendarPage,
  listOccurrences,
  openFakeProviderServer,
  signUpConnected,
} from '#test/connected-person.ts';
import { eventually } from '#test/eventually.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';

const fake = new FakeCalendars();
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await openFakeProviderServer(fake);
});

beforeEach(async () => {
  fake.calendars.splice(
    0,
    fake.calendars.length,
    ...['Main', 'Team'].map((name) => ({
      id: name.toLowerCase(),
      name,
      color: null,
      isPrimary: name === 'Main',
      isWritable: true,
    })),
  );
  user = await signUpConnected(server, fake);
});

const sync = () => syncAllNow(server, user);
const listed = () => getCalendarPage(user);
const account = async (): Promise<Reply['body']> => (await listed())['accounts'][0];
const calendarNamed = async (name: string): Promise<Reply['body']> =>
  (await account())['calendars'].find((it: Reply['body']) => it['name'] === name);
const occurrences = () => listOccurrences(user);
const titles = async () => (await occurrences()).map(({ title }) => String(title)).toSorted();
const builtIn = async (): Promise<string> =>
  (await user.call('GET', '/api/calendars')).body.calendars.find(
    ({ kind }: Reply['body']) => kind === 'dayloom',
  )._id;
const discover = async () =>
  server.runJob('calendar-accounts.discover', {
    userId: user.profile._id,
    accountId: (await account())['id'],
  });

/** A new, a changed and a deleted event that have not been sent. */
const unsent = async () => {
  fake.put('main', [remoteEvent('changed', { title: 'Was' })]);
  fake.put('main', [remoteEvent('deleted', { title: 'Unwanted' })]);
  fake.put('main', [remoteEvent('kept', { title: 'In sync' })]);
  await sync();
  fake.trouble = (call) => {
    if (call === 'write' || call === 'remove') throw new ProviderFailure('unavailable', 'no answer');
  };
  const getId = async (name: string) =>
    (await occurrences()).find(({ title }) => title === name)?.['eventId'];
  await user.call('POST', '/api/events', {
    calendarId: (await calendarNamed('Main'))['calendarId'],
    title: 'New',
    startsAt: '2026-11-20T09:00:00Z',
    endsAt: '2026-11-20T10:00:00Z',
  });
  await user.call('PATCH', `/api/events/${await getId('Was')}`, { title: 'Is' });
  await user.call('DELETE', `/api/events/${await getId('Unwanted')}`);
  await sync();
  expect((await calendarNamed('Main'))['sync']).toMatchObject({ pendingWrites: 3, pendingCopies: 0 });
};

const keptEntries = async () => {
  const { conflicts } = await listed();
  expect(conflicts).toHaveLength(3);
  const of = (title: string) => conflicts.find((it: Reply['body']) => it['title'] === title);
  expect(of('New').mine[0]).toMatchObject({
    mine: { text: 'New', time: { startsAt: '2026-11-20T09:00:00.000Z', endsAt: '2026-11-20T10:00:00.000Z' } },
  });
  expect(of('Is').mine).toMatchObject([
    { field: 'the title', mine: { text: 'Is' }, theirs: { text: 'Was' } },
  ]);
  expect(of('Unwanted').mine).toMatchObject([{ mine: { text: 'deleted' } }]);
  for (const title of ['New', 'Is'])
    expect(of(title)).toMatchObject({ kind: 'not_sent', fields: ['not sent', 'from Main'] });
  expect(of('Unwanted')).toMatchObject({ kind: 'not_deleted' });
  return { made: of('New'), changed: of('Is'), deleted: of('Unwanted') };
};

describe('an unsent change of a removed calendar', () => {
  test('is kept and reported after a disconnect, and can be moved to another calendar', async () => {
    await unsent();
    const { id } = await account();
    expect((await user.call('DELETE', `/api/user/calendar/google/${id}`)).status).toBe(200);
    fake.trouble = () => {};
    const { made, changed, deleted } = await keptEntries();
    expect(await occurrences()).toEqual([]);

    const other = await server.signUp();
    const keep = `/api/sync-conflicts/${made['_id']}/keep-mine`;
    expect((await other.call('POST', keep, {})).error.code).toBe('not_found');
    expect((await user.call('POST', keep, {})).status).toBe(200);
    expect(await occurrences()).toMatchObject([{ title: 'New', calendarId: await builtIn() }]);

    // Into another calendar, after another account is connected.
    await connectFakeAccount(user);
    await sync();
    const target = (await calendarNamed('Team'))['calendarId'];
    const put = await user.call('POST', `/api/sync-conflicts/${changed['_id']}/keep-mine`, {
      calendarId: target,
    });
    expect(put.status).toBe(200);
    await sync();
    expect([...fake.calendarObjects('team').values()]).toMatchObject([[{ title: 'Is' }]]);
    const letGo = await user.call('DELETE', `/api/sync-conflicts/${deleted['_id']}`);
    expect(letGo.body.message).toBe('The change was dismissed');
    expect((await listed())['conflicts']).toEqual([]);
  });

  test('is kept and reported when the provider deletes the calendar', async () => {
    await unsent();
    fake.calendars.splice(0, 1);
    await discover();
    await keptEntries();
    expect(await titles()).toEqual([]);
    expect((await account())['calendars']).toHaveLength(1);
  });

  test('is kept and reported when the calendar is no longer synced', async () => {
    await unsent();
    const { calendarId } = await calendarNamed('Main');
    await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: false });
    fake.trouble = () => {};
    const { changed } = await keptEntries();
    // The calendar is synced again, and the kept change can still be put there.
    await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: true });
    await sync();
    expect(await titles()).toEqual(['In sync', 'Unwanted', 'Was']);
    await user.call('POST', `/api/sync-conflicts/${changed['_id']}/keep-mine`, { calendarId });
    await sync();
    expect(await titles()).toEqual(['In sync', 'Is', 'Unwanted']);
    expect(fake.calendarObjects('main').get('changed')?.[0]?.title).toBe('Is');
  });

  test('is moved once, even with simultaneous requests', async () => {
    await unsent();
    await user.call('DELETE', `/api/user/calendar/google/${(await account())['id']}`);
    fake.trouble = () => {};
    const { made, changed } = await keptEntries();
    const keep = (id: string, input: object = {}) =>
      user.call('POST', `/api/sync-conflicts/${id}/keep-mine`, input);
    const twice = await Promise.all([keep(made['_id']), keep(made['_id'])]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await titles()).toEqual(['New']);

    await connectFakeAccount(user);
    const targets = [await builtIn(), (await calendarNamed('Team'))['calendarId']];
    const apart = await Promise.all(targets.map((calendarId) => keep(changed['_id'], { calendarId })));
    expect(apart.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await titles()).filter((title) => title === 'Is')).toHaveLength(1);
  });

  test('cannot be moved to a read-only calendar or that of another user', async () => {
    await unsent();
    await user.call('DELETE', `/api/user/calendar/google/${(await account())['id']}`);
    const { made } = await keptEntries();
    const other = await server.signUp();
    const theirs = (await other.call('GET', '/api/calendars')).body.calendars[0]._id;
    const keep = `/api/sync-conflicts/${made['_id']}/keep-mine`;
    expect((await user.call('POST', keep, { calendarId: theirs })).error.code).toBe('not_found');
    fake.calendars.push({
      id: 'holidays',
      name: 'Holidays',
      color: null,
      isPrimary: false,
      isWritable: false,
    });
    await connectFakeAccount(user);
    const { calendarId } = await calendarNamed('Holidays');
    expect((await user.call('POST', keep, { calendarId })).error.code).toBe('forbidden');
    expect((await listed())['conflicts']).toHaveLength(3);
  });

  test('is kept even if the other side won a conflict before', async () => {
    fake.put('main', [remoteEvent('both', { title: 'Was' })]);
    await sync();
    const [shown] = await occurrences();
    await user.call('PATCH', `/api/events/${shown?.['eventId']}`, { title: 'Mine' });
    fake.put('main', [remoteEvent('both', { title: 'Theirs' })]);
    await sync();
    expect((await listed())['conflicts']).toMatchObject([{ kind: 'both_changed' }]);
    await user.call('DELETE', `/api/user/calendar/google/${(await account())['id']}`);
    expect((await listed())['conflicts']).toMatchObject([
      {
        kind: 'not_sent',
        fields: ['not sent', 'from Main'],
        mine: [{ mine: { text: 'Mine' }, theirs: { text: 'Theirs' } }],
      },
    ]);
  });

  test.each(['disconnected', 'left out'])(
    'is kept if it was being saved while its calendar was %s',
    async (how) => {
      fake.put('main', [remoteEvent('changed', { title: 'Was' })]);
      await sync();
      const [shown] = await occurrences();
      const { calendarId } = await calendarNamed('Main');
      const { id } = await account();
      const { db } = server.app.platform;
      const waiters = async (count: number) =>
        eventually(async () => {
          const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(db);
          expect(rows).toHaveLength(count);
        });
      // The change is written, but waits for the journal.
      const both = await db.transaction().execute(async (tx) => {
        await sql`lock table commands in share mode`.execute(tx);
        const saving = user.call('PATCH', `/api/events/${shown?.['eventId']}`, { title: 'Is' });
        await waiters(1);
        const leaving =
          how === 'disconnected'
            ? user.call('DELETE', `/api/user/calendar/google/${id}`)
            : user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: false });
        await waiters(2);
        return [saving, leaving];
      });
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
      expect((await listed())['conflicts']).toMatchObject([{ kind: 'not_sent', title: 'Is' }]);
      expect(await occurrences()).toEqual([]);
    },
  );

  test('does not include our own mirrored events', async () => {
    fake.put('team', [remoteEvent('meeting')]);
    await sync();
    const [main, team] = [await calendarNamed('Main'), await calendarNamed('Team')];
    await user.call('POST', '/api/calendar-mirrors', {
      sourceCalendarId: team['calendarId'],
      targetCalendarId: main['calendarId'],
    });
    await server.runJob('calendar-accounts.mirror', { userId: user.profile._id });
    expect((await calendarNamed('Main'))['sync']).toMatchObject({ pendingWrites: 1, pendingCopies: 1 });
    await user.call('DELETE', `/api/user/calendar/google/${(await account())['id']}`);
    expect((await listed())['conflicts']).toEqual([]);
  });
});

describe('syncing one calendar', () => {
  test('works for its owner only', async () => {
    const { calendarId } = await calendarNamed('Main');
    const path = `/api/synced-calendars/${calendarId}/sync`;
    expect((await user.call('POST', path)).status).toBe(200);
    const other = await server.signUp();
    expect((await other.call('POST', path)).error.code).toBe('not_found');
    const unknown = `/api/synced-calendars/${crypto.randomUUID()}/sync`;
    expect((await user.call('POST', unknown)).error.code).toBe('not_found');
    expect((await user.call('POST', '/api/synced-calendars/nonsense/sync')).error.code).toBe('not_found');
    // The built-in calendar has no provider.
    expect((await user.call('POST', `/api/synced-calendars/${await builtIn()}/sync`)).error.code).toBe(
      'not_found',
    );
    await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: false });
    expect((await user.call('POST', path)).error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('is not synced'),
    });
  });
});
