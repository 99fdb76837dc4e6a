import { MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { syncAllNow } from '#test/calendar-connections.ts';
import { connectForEachTest, getCalendarPage } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';

const none = { added: 0, moved: 0, changed: 0, removed: 0 };
const fake = new FakeCalendars();
let server: TestServer;
let user: TestUser;

connectForEachTest(fake, (given) => {
  ({ server, user } = given);
});

const sync = () => syncAllNow(server, user);
const listed = () => getCalendarPage(user);
const history = async (): Promise<Reply['body'][]> => (await listed())['history'];
const later = (minutes: number) =>
  server.setTime(new Date(server.now().getTime() + minutes * MINUTE_MS).toISOString());
const eventId = async (title: string): Promise<string> =>
  (
    await user.call('GET', '/api/events?from=2026-11-16T00:00:00Z&to=2026-12-16T00:00:00Z')
  ).body.occurrences.find((it: Reply['body']) => it['title'] === title).eventId;
const write = (title: string) =>
  user.call('POST', '/api/events', {
    title,
    startsAt: '2026-11-20T09:00:00Z',
    endsAt: '2026-11-20T10:00:00Z',
  });
const failProvider = (kind: ProviderFailure['kind'] = 'unavailable') => {
  fake.trouble = () => {
    throw new ProviderFailure(kind, 'no answer');
  };
};

describe('the sync history', () => {
  test('counts received events by kind of change', async () => {
    expect(await history()).toEqual([]);
    for (const uid of ['one', 'two', 'three', 'four']) fake.put('main', [remoteEvent(uid)]);
    await sync();
    later(20);
    const { start, end } = remoteEvent('one');
    const at = (time: string) => ({ ...start, at: `20261118T${time}` });
    fake.put('main', [remoteEvent('one', { start: at('100000'), end: at('110000') })]);
    fake.put('main', [remoteEvent('two', { end: { ...end, at: '20261117T120000' } })]);
    fake.put('main', [remoteEvent('three', { title: 'Retro' })]);
    fake.remove('main', 'four');
    fake.put('main', [remoteEvent('five')]);
    await sync();
    const [second, first, ...more] = await history();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ happenedAt: '2026-11-16T08:00:00.000Z', read: { ...none, added: 4 } });
    expect(second).toMatchObject({
      happenedAt: '2026-11-16T08:20:00.000Z',
      read: { added: 1, moved: 2, changed: 1, removed: 1 },
      events: none,
      failure: null,
    });
  });

  test('counts an occurrence moved to another day as a moved series', async () => {
    const recurrence = { rules: ['FREQ=DAILY;COUNT=5'], exceptionRules: [], rdates: [], exdates: [] };
    const master = remoteEvent('series', { recurrence });
    fake.put('main', [master]);
    await sync();
    later(20);
    const recurrenceId = { ...master.start, at: '20261118T100000' };
    const instance = (start: string, end: string) =>
      remoteEvent('series', {
        recurrenceId,
        start: { ...master.start, at: start },
        end: { ...master.end, at: end },
      });
    fake.put('main', [master, instance('20261118T150000', '20261118T160000')]);
    await sync();
    expect((await history())[0]).toMatchObject({ read: { ...none, moved: 1 } });
  });

  test('says so when a series is not shown in full', async () => {
    const rule = (rules: string) => ({
      recurrence: { rules: [rules], exceptionRules: [], rdates: [], exdates: [] },
    });
    fake.put('main', [remoteEvent('hourly', rule('FREQ=HOURLY'))]);
    fake.put('main', [remoteEvent('each minute', rule('FREQ=MINUTELY'))]);
    fake.put('main', [remoteEvent('nonsense', rule('FREQ=NEVER'))]);
    await sync();
    expect(await history()).toMatchObject([{ read: { ...none, added: 3 }, cut: 2 }]);
  });

  test('counts sent events, and not their echo', async () => {
    await write('Mine');
    await sync();
    await user.call('PATCH', `/api/events/${await eventId('Mine')}`, { title: 'Ours' });
    await sync();
    await user.call('PATCH', `/api/events/${await eventId('Ours')}`, {
      startsAt: '2026-11-20T11:00:00Z',
      endsAt: '2026-11-20T12:00:00Z',
    });
    await sync();
    later(5);
    await user.call('DELETE', `/api/events/${await eventId('Ours')}`);
    await sync();
    expect(await history()).toMatchObject([
      {
        happenedAt: '2026-11-16T08:05:00.000Z',
        events: { added: 1, moved: 1, changed: 1, removed: 1 },
        read: none,
      },
    ]);
  });

  test('counts a write once even if its response was lost', async () => {
    let isLost = true;
    fake.trouble = (call, when) => {
      if (call !== 'write' || when !== 'after' || !isLost) return;
      isLost = false;
      throw new ProviderFailure('unavailable', 'no answer');
    };
    await write('Mine');
    await sync();
    later(2);
    await sync();
    expect(fake.calendarObjects('main').size).toBe(1);
    expect(await history()).toMatchObject([{ events: { ...none, added: 1 }, read: none, failure: null }]);
  });

  test('counts mirrored events under their source', async () => {
    const [main, holidays] = (await listed())['accounts'][0].calendars;
    // In the provider's order.
    expect([main.name, holidays.name]).toEqual(['Main', 'Holidays']);
    const builtIn = (await user.call('GET', '/api/calendars')).body.calendars.find(
      ({ kind }: Reply['body']) => kind === 'dayloom',
    );
    await user.call('POST', '/api/events', {
      title: 'Secret',
      calendarId: builtIn._id,
      startsAt: '2026-11-20T09:00:00Z',
      endsAt: '2026-11-20T10:00:00Z',
    });
    await user.call('POST', '/api/calendar-mirrors', {
      sourceCalendarId: builtIn._id,
      targetCalendarId: main.calendarId,
    });
    await server.runJob('calendar-accounts.mirror', { userId: user.profile._id });
    await sync();
    expect(await history()).toMatchObject([
      { calendarId: main.calendarId, copies: { ...none, added: 1 }, events: none, blocks: none },
    ]);
  });

  test('counts edits on both sides as conflicts', async () => {
    fake.put('main', [remoteEvent('both')]);
    await sync();
    later(20);
    await user.call('PATCH', `/api/events/${await eventId('Review')}`, { title: 'Mine' });
    fake.put('main', [remoteEvent('both', { title: 'Theirs' })]);
    await sync();
    expect((await listed())['conflicts']).toHaveLength(1);
    expect((await history())[0]).toMatchObject({ conflicts: 1, failure: null });
  });

  test('counts a refused change once, however often it is tried', async () => {
    fake.trouble = (call, when) => {
      if (call === 'write' && when === 'before') throw new ProviderFailure('rejected', 'Too long.');
    };
    await write('Mine');
    await sync();
    later(24 * 60 - 30);
    await sync();
    expect(await history()).toMatchObject([{ refused: 1, failure: null }]);
  });

  test('shows when the sync fails, with the waiting changes, and when it works again', async () => {
    await write('In sync');
    await sync();
    later(20);
    failProvider('reconnect_needed');
    await write('Kept one');
    await write('Kept two');
    await sync();
    later(30);
    await sync();
    expect((await listed())['accounts'][0].state).toBe('reconnect_needed');
    const failed = await history();
    expect(failed).toHaveLength(2);
    expect(failed[0]).toMatchObject({
      happenedAt: '2026-11-16T08:20:00.000Z',
      failure: { kind: 'reconnect_needed', waiting: 2 },
      isRecovery: false,
    });
    expect(failed[0]?.['failure'].message).toContain('Reconnect');
    fake.trouble = () => {};
    // The effect of reconnecting; a new sandbox code would connect another account.
    await server.app.platform.db
      .updateTable('calendar_accounts')
      .set({ state: 'connected' })
      .where('user_id', '=', user.profile._id)
      .execute();
    await sync();
    expect((await history())[0]).toMatchObject({
      happenedAt: '2026-11-16T08:50:00.000Z',
      events: { ...none, added: 2 },
      isRecovery: true,
      failure: null,
    });
  });

  test('adds no entry for the same failure, but one for another', async () => {
    failProvider();
    await sync();
    later(30);
    await sync();
    const writable = async () => {
      const [main] = (await listed())['accounts'][0].calendars;
      return (await history()).filter(({ calendarId }) => calendarId === main.calendarId);
    };
    expect(await writable()).toMatchObject([{ failure: { kind: 'unavailable', waiting: 0 } }]);
    failProvider('rate_limited');
    later(30);
    await sync();
    fake.trouble = () => {};
    later(30);
    await sync();
    expect(await writable()).toMatchObject([
      { isRecovery: true, failure: null },
      { failure: { kind: 'rate_limited' } },
      { failure: { kind: 'unavailable' } },
    ]);
  });

  test('is deleted after a day, and with its calendar', async () => {
    await write('Mine');
    await sync();
    const rows = async () =>
      (
        await sql`select 1 from sync_history where user_id = ${user.profile._id}`.execute(
          server.app.platform.db,
        )
      ).rows.length;
    later(24 * 60 - 1);
    expect(await history()).toHaveLength(1);
    await server.runJob('calendar-accounts.purge-history', {});
    expect(await rows()).toBe(1);
    later(2);
    expect(await history()).toEqual([]);
    await server.runJob('calendar-accounts.purge-history', {});
    expect(await rows()).toBe(0);
    await write('Another');
    await sync();
    expect(await rows()).toBe(1);
    const { id } = (await listed())['accounts'][0];
    await user.call('DELETE', `/api/user/calendar/google/${id}`);
    expect(await rows()).toBe(0);
  });

  test('is visible to its user only', async () => {
    await write('Mine');
    await sync();
    const eve = await server.signUp();
    expect((await eve.call('GET', '/api/calendar-accounts')).body.history).toEqual([]);
  });
});
