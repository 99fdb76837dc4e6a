import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import {
  connectFakeAccount,
  connectForEachTest,
  getCalendar,
  getCalendarPage,
  listOccurrences,
} from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';

const HOME = 'Europe/Berlin';
const fake = new FakeCalendars();
fake.calendars.push({ id: 'team', name: 'Team', color: '#F7AD62', isPrimary: false, isWritable: true });
let server: TestServer;
let user: TestUser;

connectForEachTest(fake, (given) => {
  ({ server, user } = given);
});

const listed = () => getCalendarPage(user);
const calendarNamed = (name: string) => getCalendar(user, name);
const occurrences = () => listOccurrences(user);
const mirrorNow = () => server.runJob('calendar-accounts.mirror', { userId: user.profile._id });

describe('mirrors', () => {
  const mirror = (source: string | null, target: string) =>
    user.call('POST', '/api/calendar-mirrors', { sourceCalendarId: source, targetCalendarId: target });

  test('show busy time without details, follow changes, and can be removed', async () => {
    const [main, team] = [await calendarNamed('Main'), await calendarNamed('Team')];
    fake.put('main', [remoteEvent('secret', { title: 'Doctor', location: 'Clinic' })]);
    await syncAllNow(server, user);
    const { body } = await mirror(main['calendarId'], team['calendarId']);
    await mirrorNow();
    await syncAllNow(server, user);
    const [mirrored] = [...fake.calendarObjects('team').values()];
    expect(mirrored).toMatchObject([
      { title: 'Busy', location: '', description: '', madeBy: 'mirror', start: { at: '20261117T100000' } },
    ]);
    // A mirrored event is not shown next to its original, and takes no time of its own.
    expect((await occurrences()).map(({ title }) => title)).toEqual(['Doctor']);

    fake.put('main', [
      remoteEvent('secret', {
        title: 'Doctor',
        start: { at: '20261117T140000', timeZone: HOME },
        end: { at: '20261117T150000', timeZone: HOME },
      }),
    ]);
    await syncAllNow(server, user);
    await mirrorNow();
    await syncAllNow(server, user);
    expect([...fake.calendarObjects('team').values()][0]?.[0]?.start.at).toBe('20261117T140000');

    expect((await user.call('DELETE', `/api/calendar-mirrors/${body.mirror._id}`)).status).toBe(200);
    await syncAllNow(server, user);
    expect(fake.calendarObjects('team').size).toBe(0);
  });

  test('are removed with the account whose busy time they show', async () => {
    const main = await calendarNamed('Main');
    const [left] = (await listed())['accounts'];
    await connectFakeAccount(user);
    const stays = (await listed())['accounts'].find(({ id }: Reply['body']) => id !== left.id);
    const target = stays.calendars.find(({ name }: Reply['body']) => name === 'Team');
    fake.put('main', [remoteEvent('secret')]);
    await syncAllNow(server, user);
    expect((await mirror(main['calendarId'], target.calendarId)).status).toBe(200);
    await mirrorNow();
    await syncAllNow(server, user);
    expect(fake.calendarObjects('team').size).toBe(1);
    expect((await user.call('DELETE', `/api/user/calendar/google/${left.id}`)).status).toBe(200);
    expect((await listed())['mirrors']).toEqual([]);
    await syncAllNow(server, user);
    expect(fake.calendarObjects('team').size).toBe(0);
  });

  test('between two calendars that mirror each other reach an end', async () => {
    const [main, team] = [await calendarNamed('Main'), await calendarNamed('Team')];
    fake.put('main', [remoteEvent('a')]);
    fake.put('team', [
      remoteEvent('b', {
        title: 'Their day',
        start: { at: '20261118T090000', timeZone: HOME },
        end: { at: '20261118T100000', timeZone: HOME },
      }),
    ]);
    await syncAllNow(server, user);
    await mirror(main['calendarId'], team['calendarId']);
    await mirror(team['calendarId'], main['calendarId']);
    for (let round = 0; round < 4; round += 1) {
      await mirrorNow();
      await syncAllNow(server, user);
    }
    expect(fake.calendarObjects('main').size).toBe(2);
    expect(fake.calendarObjects('team').size).toBe(2);
    const writes = fake.writes;
    await mirrorNow();
    await syncAllNow(server, user);
    expect(fake.writes).toBe(writes);
  });

  test('ignore their own events when another tool copies them back', async () => {
    const [main, team] = [await calendarNamed('Main'), await calendarNamed('Team')];
    fake.put('main', [remoteEvent('original')]);
    await syncAllNow(server, user);
    await mirror(main['calendarId'], team['calendarId']);
    for (let round = 0; round < 3; round += 1) {
      await mirrorNow();
      await syncAllNow(server, user);
      // The other tool knows nothing of our mark.
      for (const [uid, [mirrored]] of fake.calendarObjects('team'))
        if (mirrored) fake.put('main', [{ ...mirrored, uid: `copied-${uid}`, madeBy: null }]);
      await syncAllNow(server, user);
    }
    expect(fake.calendarObjects('team').size).toBe(1);
  });

  test('pause and report when another tool undoes each write', { timeout: 60_000 }, async () => {
    const [main, team] = [await calendarNamed('Main'), await calendarNamed('Team')];
    fake.put('main', [remoteEvent('original')]);
    await syncAllNow(server, user);
    await mirror(main['calendarId'], team['calendarId']);
    const syncRun = async () => {
      await mirrorNow();
      await syncAllNow(server, user);
      for (const [, [mirrored]] of fake.calendarObjects('team'))
        if (mirrored) fake.put('team', [{ ...mirrored, title: 'Renamed by another tool' }]);
      await syncAllNow(server, user);
    };
    for (let times = 0; times < 32; times += 1) await syncRun();
    const { sync } = await calendarNamed('Team');
    expect(sync).toMatchObject({ state: 'failing', pendingWrites: 1 });
    expect(sync.failure.message).toContain('Another tool');
    const writes = fake.writes;
    await syncRun();
    expect(fake.writes).toBe(writes);
    server.setTime('2026-11-16T09:30:00Z');
    await syncRun();
    expect(fake.writes).toBe(writes + 1);
  });

  test('show planned blocks with their titles; all of it can be removed at once', async () => {
    const team = await calendarNamed('Team');
    fake.put('team', [remoteEvent('theirs', { title: 'Not ours' })]);
    await syncAllNow(server, user);
    await user.call('POST', '/api/tasks', { title: 'Write the report', durationMinutes: 60 });
    const { body } = await user.call('POST', '/api/plan/proposals');
    expect((await user.call('POST', `/api/plan/proposals/${body.proposal._id}/accept`)).status).toBe(200);
    expect((await mirror(null, team['calendarId'])).status).toBe(200);
    await mirrorNow();
    await syncAllNow(server, user);
    const titles = () =>
      [...fake.calendarObjects('team').values()]
        .flat()
        .map(({ title }) => title)
        .sort();
    expect(titles()).toEqual(['Not ours', 'Write the report']);
    // The mirrored event does not keep the planner away from the block's own time.
    expect((await occurrences()).filter(({ title }) => title === 'Write the report')).toEqual([]);

    const removed = await user.call('DELETE', '/api/calendar-accounts/created-events');
    expect(removed.body).toMatchObject({ removed: 1 });
    await syncAllNow(server, user);
    expect(titles()).toEqual(['Not ours']);
    expect((await listed())['mirrors']).toEqual([]);
  });

  test('require a writable calendar', async () => {
    const [main, holidays] = [await calendarNamed('Main'), await calendarNamed('Holidays')];
    expect((await mirror(main['calendarId'], holidays['calendarId'])).status).toBe(400);
    expect((await mirror(main['calendarId'], main['calendarId'])).status).toBe(400);
    expect((await mirror(null, crypto.randomUUID())).status).toBe(404);
  });
});

const ICS = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//test//EN',
  'BEGIN:VEVENT',
  'UID:fixture@test',
  'DTSTAMP:20261101T000000Z',
  'DTSTART:20261119T090000Z',
  'DTEND:20261119T100000Z',
  'SUMMARY:Fixture',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

describe('an imported calendar with a mirror', () => {
  test('removes the mirrored events when it is removed', async () => {
    const imported = await user.call('POST', '/api/calendars/import?name=Fixtures', ICS);
    const source = imported.body.report.calendarId;
    const target = (await calendarNamed('Main'))['calendarId'];
    await user.call('POST', '/api/calendar-mirrors', { sourceCalendarId: source, targetCalendarId: target });
    await mirrorNow();
    await syncAllNow(server, user);
    expect([...fake.calendarObjects('main').values()]).toMatchObject([[{ title: 'Busy', madeBy: 'mirror' }]]);

    const other = await server.signUp();
    expect((await other.call('DELETE', `/api/calendars/${source}`)).error.code).toBe('not_found');
    expect((await listed())['mirrors']).toHaveLength(1);
    expect((await user.call('DELETE', `/api/calendars/${source}`)).status).toBe(200);
    await syncAllNow(server, user);
    expect(fake.calendarObjects('main').size).toBe(0);
    expect((await listed())['mirrors']).toEqual([]);
  });

  test('stays mirrored if it cannot be removed', async () => {
    const source = (await calendarNamed('Team'))['calendarId'];
    const target = (await calendarNamed('Main'))['calendarId'];
    await user.call('POST', '/api/calendar-mirrors', { sourceCalendarId: source, targetCalendarId: target });
    expect((await user.call('DELETE', `/api/calendars/${source}`)).error.code).toBe('not_found');
    expect((await listed())['mirrors']).toHaveLength(1);
  });
});

describe('the target of a mirror that is temporarily not synced', () => {
  test('gets no events meanwhile, and all of them afterwards', async () => {
    const [main, team] = [await calendarNamed('Main'), await calendarNamed('Team')];
    const switchSynced = (isSynced: boolean) =>
      user.call('PATCH', `/api/synced-calendars/${main['calendarId']}`, { isSynced });
    fake.put('team', [remoteEvent('first')]);
    await syncAllNow(server, user);
    const input = { sourceCalendarId: team['calendarId'], targetCalendarId: main['calendarId'] };
    await user.call('POST', '/api/calendar-mirrors', input);
    await mirrorNow();
    await syncAllNow(server, user);
    expect(fake.calendarObjects('main').size).toBe(1);

    await switchSynced(false);
    fake.put('team', [remoteEvent('second', { end: { at: '20261117T120000', timeZone: 'Europe/Berlin' } })]);
    fake.remove('team', 'first');
    await syncAllNow(server, user);
    await mirrorNow();
    const { db } = server.app.platform;
    const { rows } =
      await sql`select 1 from events where calendar_id = ${String(main['calendarId'])}`.execute(db);
    expect(rows).toEqual([]);

    await switchSynced(true);
    await syncAllNow(server, user);
    await mirrorNow();
    await syncAllNow(server, user);
    expect([...fake.calendarObjects('main').values()]).toMatchObject([
      [{ title: 'Busy', end: { at: '20261117T120000' } }],
    ]);
  });

  test('cannot get a new mirror', async () => {
    const [main, team] = [await calendarNamed('Main'), await calendarNamed('Team')];
    await user.call('PATCH', `/api/synced-calendars/${main['calendarId']}`, { isSynced: false });
    const input = { sourceCalendarId: team['calendarId'], targetCalendarId: main['calendarId'] };
    expect((await user.call('POST', '/api/calendar-mirrors', input)).error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining("'Main' is not synced"),
    });
  });
});
