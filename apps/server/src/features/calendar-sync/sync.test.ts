import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { syncAllNow, syncNow } from '#test/calendar-connections.ts';
import { connectForEachTest, getCalendar, getCalendarPage, listOccurrences } from '#test/connected-person.ts';
import { eventually } from '#test/eventually.ts';
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

describe('a pull', () => {
  test('adds events page by page, unchanged, and removes them', async () => {
    for (let day = 17; day < 28; day += 1)
      fake.put('main', [
        remoteEvent(`e${day}`, {
          title: `Day ${day}`,
          start: { at: `202611${day}T100000`, timeZone: HOME },
          end: { at: `202611${day}T110000`, timeZone: HOME },
        }),
      ]);
    await syncAllNow(server, user);
    const before = await occurrences();
    expect(before).toHaveLength(11);
    fake.put('main', [
      remoteEvent('e17', {
        title: 'Day 17, moved',
        start: { at: '20261117T120000', timeZone: HOME },
        end: { at: '20261117T130000', timeZone: HOME },
      }),
    ]);
    fake.remove('main', 'e18');
    await syncAllNow(server, user);
    const after = await occurrences();
    expect(after).toHaveLength(10);
    const moved = after.find(({ title }) => title === 'Day 17, moved');
    expect(moved?.['startsAt']).toBe('2026-11-17T11:00:00.000Z');
    // The event keeps its id, for pages that have it open.
    expect(moved?.['eventId']).toBe(before.find(({ title }) => title === 'Day 17')?.['eventId']);
  });

  test('lists everything again after a lost sync token, and removes deleted events', async () => {
    fake.put('main', [remoteEvent('kept')]);
    fake.put('main', [remoteEvent('lost', { title: 'Lost' })]);
    await syncAllNow(server, user);
    fake.remove('main', 'lost');
    fake.forgetCursors();
    await syncAllNow(server, user);
    expect((await occurrences()).map(({ title }) => title)).toEqual(['Review']);
  });

  test('shows an event with an invalid rule once, and skips one without a time', async () => {
    const rule = {
      rules: ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
      exceptionRules: [],
      rdates: [],
      exdates: [],
    };
    fake.put('main', [remoteEvent('endless', { title: 'Endless', recurrence: rule })]);
    fake.put('main', [
      remoteEvent('nowhere', { title: 'Nowhere', start: { at: '20269999T100000', timeZone: HOME } }),
    ]);
    fake.put('main', [
      remoteEvent('hostile', { title: '<script>alert(1)</script>', description: 'x'.repeat(50_000) }),
    ]);
    await syncAllNow(server, user);
    const titles = new Set((await occurrences()).map(({ title }) => title));
    expect(titles).toEqual(new Set(['<script>alert(1)</script>', 'Endless']));
  });

  test('applies a cancelled instance that arrives before its series', async () => {
    const series = { rules: ['FREQ=DAILY;COUNT=3'], exceptionRules: [], rdates: [], exdates: [] };
    const part = { version: '1', holds: 'record', partIds: [], raw: null } as const;
    const at = { at: '20261118T100000', timeZone: HOME };
    const cancelled = remoteEvent('', {
      recurrenceId: at,
      start: at,
      end: at,
      status: 'cancelled',
      title: '',
    });
    const { calendarId } = await calendarNamed('Main');
    const open = fake.provider.open.bind(fake.provider);
    const spy = vi.spyOn(fake.provider, 'open').mockImplementation((grant) => ({
      ...open(grant),
      async *listChanges() {
        const [early, late] = [
          { ...part, id: 'series_2', masterId: 'series', records: [cancelled] },
          { ...part, id: 'series', masterId: null, records: [remoteEvent('daily', { recurrence: series })] },
        ];
        yield { changes: [{ kind: 'put', resource: early }], cursor: null };
        yield { changes: [{ kind: 'put', resource: late }], cursor: '1' };
      },
    }));
    try {
      await syncNow(server, { userId: user.profile._id, calendarId });
    } finally {
      spy.mockRestore();
    }
    expect((await occurrences()).map(({ startsAt }) => startsAt)).toEqual([
      '2026-11-17T09:00:00.000Z',
      '2026-11-19T09:00:00.000Z',
    ]);
  });

  test('skips only the event with an impossible date', async () => {
    const recurrence = {
      rules: ['FREQ=DAILY;COUNT=3'],
      exceptionRules: [],
      rdates: [{ at: '20269999T100000', timeZone: HOME }],
      exdates: [
        { at: 'fooT', timeZone: 'UTC' },
        { at: '20261118T100000', timeZone: HOME },
      ],
    };
    fake.put('main', [remoteEvent('odd', { recurrence })]);
    fake.put('main', [remoteEvent('sound', { title: 'Sound' })]);
    await syncAllNow(server, user);
    expect((await calendarNamed('Main'))['sync'].failure).toBeNull();
    const titles = (await occurrences()).map(({ title }) => String(title));
    expect(titles.toSorted()).toEqual(['Review', 'Review', 'Sound']);
  });

  test('keeps an all-day event busy that the user made busy', async () => {
    const { calendarId } = await calendarNamed('Main');
    const day = { title: 'Away', startsOn: '2026-11-20', endsOn: '2026-11-21', isBusy: true, calendarId };
    expect((await user.call('POST', '/api/events', day)).status).toBe(200);
    await syncAllNow(server, user);
    expect(await occurrences()).toMatchObject([{ title: 'Away', isBusy: true }]);
    const [uid, records] = [...fake.calendarObjects('main')][0] ?? ['', []];
    fake.put(
      'main',
      records.map((record) => ({ ...record, uid, title: 'Away, by train', isBusy: false })),
    );
    await syncAllNow(server, user);
    expect(await occurrences()).toMatchObject([{ title: 'Away, by train', isBusy: true }]);
    const writes = fake.writes;
    await syncAllNow(server, user);
    expect(fake.writes).toBe(writes);
    expect((await calendarNamed('Main'))['sync'].pendingWrites).toBe(0);
  });

  test('keeps an all-day event free that its calendar marks as free', async () => {
    const day = {
      isAllDay: true,
      isBusy: false,
      start: { at: '20261118', timeZone: null },
      end: { at: '20261119', timeZone: null },
    };
    fake.put('main', [remoteEvent('holiday', { ...day, title: 'Off' })]);
    fake.put('main', [remoteEvent('birthday', { ...day, title: 'Birthday', details: { isFree: true } })]);
    await syncAllNow(server, user);
    const busy = async () =>
      (await occurrences()).flatMap(({ title, isBusy }) => (isBusy ? [String(title)] : []));
    expect(await busy()).toEqual([]);
    await user.call('PATCH', '/api/user/scheduling', { allDayEventsBlock: true });
    expect(await busy()).toEqual(['Off']);
    // An event marked as free here stays free, even if the provider changes it.
    const off = (await occurrences()).find(({ title }) => title === 'Off');
    await user.call('PATCH', `/api/events/${off?.['eventId']}`, { isBusy: false });
    await syncAllNow(server, user);
    fake.put('main', [remoteEvent('holiday', { ...day, title: 'Off, all of it' })]);
    fake.put('main', [remoteEvent('birthday', { ...day, title: 'Birthday' })]);
    await syncAllNow(server, user);
    expect(await busy()).toEqual(['Birthday']);
  });

  test('keeps nothing of a calendar that is not synced, and restores it completely', async () => {
    fake.put('main', [remoteEvent('a')]);
    await syncAllNow(server, user);
    const { calendarId } = await calendarNamed('Main');
    await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: false });
    expect(await occurrences()).toEqual([]);
    expect((await calendarNamed('Main'))['sync'].state).toBe('paused');
    await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: true });
    await syncAllNow(server, user);
    expect(await occurrences()).toHaveLength(1);
  });
});

describe('simultaneous changes', () => {
  test('do not turn an edit in progress into a deletion', async () => {
    fake.put('main', [remoteEvent('busy')]);
    await syncAllNow(server, user);
    const [mine] = await occurrences();
    await user.call('PATCH', `/api/events/${mine?.['eventId']}`, { title: 'First' });
    const { db } = server.app.platform;
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Like an edit: delete and insert the rows in one transaction.
    const saving = db.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('events')
        .where('id', '=', mine?.['eventId'])
        .returningAll()
        .executeTakeFirstOrThrow();
      const changed = { ...row, title: 'Second', details: JSON.stringify(row.details), recurrence: null };
      await tx.insertInto('events').values(changed).execute();
      begun.resolve();
      await finish.promise;
    });
    await begun.promise;
    const calls: string[] = [];
    fake.trouble = (call) => void calls.push(call);
    const syncRun = syncAllNow(server, user);
    await eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db);
      expect(rows).not.toEqual([]);
    });
    finish.resolve();
    await Promise.all([saving, syncRun]);
    expect(calls).not.toContain('remove');
    expect(fake.calendarObjects('main').get('busy')?.[0]?.title).toBe('Second');
  });

  test('lose nothing at the provider when sync is turned off while a change waits', async () => {
    fake.put('main', [remoteEvent('kept')]);
    await syncAllNow(server, user);
    const [mine] = await occurrences();
    await user.call('PATCH', `/api/events/${mine?.['eventId']}`, { title: 'Mine' });
    // The write succeeds, but its response is lost.
    fake.trouble = (call, when) => {
      if (call === 'write' && when === 'after') throw new ProviderFailure('unavailable', 'no answer');
    };
    await syncAllNow(server, user);
    fake.trouble = () => {};
    const { calendarId } = await calendarNamed('Main');
    await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: false });
    await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: true });
    await syncAllNow(server, user);
    expect(fake.calendarObjects('main').get('kept')?.[0]?.title).toBe('Mine');
    expect((await occurrences()).map(({ title }) => title)).toEqual(['Mine']);
  });

  test('leave nothing of a calendar that is turned off during a sync run', async () => {
    for (let day = 17; day < 27; day += 1) fake.put('main', [remoteEvent(`e${day}`)]);
    const { calendarId } = await calendarNamed('Main');
    const open = fake.provider.open.bind(fake.provider);
    const spy = vi.spyOn(fake.provider, 'open').mockImplementation((grant) => {
      const session = open(grant);
      return {
        ...session,
        async *listChanges(...asked) {
          let pages = 0;
          for await (const page of session.listChanges(...asked)) {
            yield page;
            pages += 1;
            if (pages === 1)
              await user.call('PATCH', `/api/synced-calendars/${calendarId}`, { isSynced: false });
          }
        },
      };
    });
    try {
      await syncNow(server, { userId: user.profile._id, calendarId });
    } finally {
      spy.mockRestore();
    }
    expect(await occurrences()).toEqual([]);
    expect((await calendarNamed('Main'))['sync'].state).toBe('paused');
  });

  test('add the events of an incomplete list, and delete none', async () => {
    fake.put('main', [remoteEvent('kept')]);
    const { calendarId } = await calendarNamed('Main');
    await syncNow(server, { userId: user.profile._id, calendarId });
    const open = fake.provider.open.bind(fake.provider);
    const spy = vi.spyOn(fake.provider, 'open').mockImplementation((grant) => ({
      ...open(grant),
      async *listChanges() {
        const resource = {
          id: 'new',
          version: '1',
          holds: 'record',
          masterId: null,
          records: [remoteEvent('new')],
          partIds: [],
          raw: null,
        } as const;
        yield { changes: [{ kind: 'put', resource }], cursor: null };
      },
    }));
    try {
      await syncNow(server, { userId: user.profile._id, calendarId });
    } finally {
      spy.mockRestore();
    }
    expect((await occurrences()).length).toBe(2);
    expect((await calendarNamed('Main'))['sync'].failure).toMatchObject({ kind: 'unavailable' });
  });

  test('retry the discovery of calendars after a failure', async () => {
    await user.call('GET', '/api/user/getGoogleCalendarAuthUrl');
    fake.trouble = (call) => {
      if (call === 'listCalendars') throw new ProviderFailure('unavailable', 'no answer');
    };
    const code = 'slow';
    expect((await user.call('POST', '/api/user/addCalendar', { code })).status).toBe(200);
    const slow = async () =>
      (await listed())['accounts'].find(({ email }: Reply['body']) => String(email).startsWith(code));
    expect(await slow()).toMatchObject({ calendars: [], failure: { kind: 'unavailable' } });
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'calendar-accounts.discover'
        and data ->> 'userId' = ${user.profile._id}
    `.execute(server.app.platform.db);
    expect(rows).toHaveLength(1);
    fake.trouble = () => {};
    await server.runJob('calendar-accounts.discover', rows[0]?.data ?? {});
    expect(await slow()).toMatchObject({ failure: null, calendars: [{}, {}, {}] });
  });
});

describe('conflicts', () => {
  /** Changes the title of an event on both sides before the next sync. */
  const changeBothSides = async () => {
    fake.put('main', [remoteEvent('both')]);
    await syncAllNow(server, user);
    const [mine] = await occurrences();
    await user.call('PATCH', `/api/events/${mine?.['eventId']}`, { title: 'Mine' });
    fake.put('main', [remoteEvent('both', { title: 'Theirs' })]);
    await syncAllNow(server, user);
    return (await listed())['conflicts'];
  };

  test("keep the provider's version, and report ours", async () => {
    const conflicts = await changeBothSides();
    expect(conflicts).toMatchObject([
      {
        title: 'Mine',
        fields: ['the title'],
        mine: [
          {
            field: 'the title',
            mine: { text: 'Mine', time: null },
            theirs: { text: 'Theirs', time: null },
          },
        ],
      },
    ]);
    expect((await occurrences()).map(({ title }) => title)).toEqual(['Theirs']);
    expect((await user.call('DELETE', `/api/sync-conflicts/${conflicts[0]._id}`)).status).toBe(200);
    expect((await listed())['conflicts']).toEqual([]);
  });

  test('show times as instants and days as dates, in any zone', async () => {
    fake.put('main', [remoteEvent('moved')]);
    await syncAllNow(server, user);
    const [mine] = await occurrences();
    await user.call('PATCH', `/api/events/${mine?.['eventId']}`, {
      startsAt: '2026-11-17T12:00:00Z',
      endsAt: '2026-11-17T13:00:00Z',
      timeZone: HOME,
    });
    const [start, end] = [
      { at: '20261118', timeZone: null },
      { at: '20261120', timeZone: null },
    ];
    fake.put('main', [remoteEvent('moved', { isAllDay: true, isBusy: false, start, end })]);
    await syncAllNow(server, user);
    const [conflict] = (await listed())['conflicts'];
    expect(conflict.mine).toContainEqual({
      field: 'the time',
      mine: {
        text: '',
        time: {
          kind: 'instants',
          startsAt: '2026-11-17T12:00:00.000Z',
          endsAt: '2026-11-17T13:00:00.000Z',
        },
      },
      theirs: { text: '', time: { kind: 'days', startsOn: '2026-11-18', endsOn: '2026-11-19' } },
    });
  });

  test('show a deletion next to the changed event, and the repeat rule in words', async () => {
    const series = (rule: string) => ({
      recurrence: { rules: [rule], exceptionRules: [], rdates: [], exdates: [] },
    });
    fake.put('main', [remoteEvent('rhythm', series('FREQ=WEEKLY'))]);
    fake.put('main', [remoteEvent('gone', { title: 'Lunch' })]);
    await syncAllNow(server, user);
    const all = await occurrences();
    const getId = (title: string) => all.find((each) => each['title'] === title)?.['eventId'];
    await user.call('PATCH', `/api/events/${getId('Review')}`, {
      recurrenceRule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4',
      recurrenceId: all.find(({ title }) => title === 'Review')?.['recurrenceId'],
      scope: 'all',
    });
    await user.call('PATCH', `/api/events/${getId('Lunch')}`, { title: 'Long lunch' });
    fake.put('main', [remoteEvent('rhythm', series('FREQ=DAILY;UNTIL=20261201T090000Z'))]);
    fake.remove('main', 'gone');
    await syncAllNow(server, user);
    const lines = (await listed())['conflicts'].flatMap(({ mine }: Reply['body']) => mine);
    expect(lines).toEqual(
      expect.arrayContaining([
        {
          field: 'the repetition',
          mine: { text: 'every 2 weeks on Tue, Thu, 4 times', time: null },
          theirs: { text: 'every day until 2026-12-01', time: null },
        },
        {
          field: 'the event',
          mine: {
            text: 'Long lunch',
            time: {
              kind: 'instants',
              startsAt: '2026-11-17T09:00:00.000Z',
              endsAt: '2026-11-17T10:00:00.000Z',
            },
          },
          theirs: { text: 'deleted', time: null },
        },
      ]),
    );
  });

  test('can be resolved with our version, which can be undone', async () => {
    const [conflict] = await changeBothSides();
    const other = await server.signUp();
    expect((await other.call('POST', `/api/sync-conflicts/${conflict._id}/keep-mine`)).error.code).toBe(
      'not_found',
    );
    expect((await user.call('POST', `/api/sync-conflicts/${conflict._id}/keep-mine`)).status).toBe(200);
    await syncAllNow(server, user);
    expect(fake.calendarObjects('main').get('both')?.[0]?.title).toBe('Mine');
    const { body } = await user.call('GET', '/api/commands');
    const kept = body.commands.find(({ summary }: { summary: string }) => summary.startsWith('Kept'));
    await user.call('POST', `/api/commands/${kept._id}/undo`);
    await syncAllNow(server, user);
    expect(fake.calendarObjects('main').get('both')?.[0]?.title).toBe('Theirs');
  });

  test('report a refused change with the reason, and revert it', async () => {
    fake.put('main', [remoteEvent('guarded')]);
    await syncAllNow(server, user);
    const [mine] = await occurrences();
    await user.call('PATCH', `/api/events/${mine?.['eventId']}`, { title: 'Not allowed' });
    fake.trouble = (call) => {
      if (call === 'write')
        throw new ProviderFailure('rejected', 'Only the organizer may change this event.');
    };
    await syncAllNow(server, user);
    expect((await occurrences()).map(({ title }) => title)).toEqual(['Review']);
    const [conflict] = (await listed())['conflicts'];
    expect(conflict).toMatchObject({ title: 'Not allowed', fields: ['refused'] });
    expect(conflict.mine[0].theirs.text).toContain('Only the organizer may change this event.');
  });
});

describe('failures', () => {
  test('are reported with the next step, and end', async () => {
    fake.trouble = (call) => {
      if (call === 'listChanges')
        throw new ProviderFailure('rate_limited', 'slow down', { retryAfterSeconds: 90 });
    };
    await syncAllNow(server, user);
    const { sync } = await calendarNamed('Main');
    expect(sync).toMatchObject({ state: 'failing', failure: { kind: 'rate_limited' } });
    expect(Date.parse(sync.failure.retryAt) - server.now().getTime()).toBeGreaterThanOrEqual(90_000);
    fake.trouble = () => {};
    await syncAllNow(server, user);
    expect((await calendarNamed('Main'))['sync']).toMatchObject({ state: 'in_step', failure: null });
  });

  test('of one event delay no other event and no pull', async () => {
    for (const title of ['Unlucky', 'Lucky']) {
      await user.call('POST', '/api/events', {
        calendarId: (await calendarNamed('Main'))['calendarId'],
        title,
        startsAt: '2026-11-20T09:00:00Z',
        endsAt: '2026-11-20T10:00:00Z',
      });
      // The oldest change is sent first.
      server.setTime('2026-11-16T08:00:01Z');
    }
    fake.put('main', [remoteEvent('news', { title: 'News' })]);
    let writes = 0;
    fake.trouble = (call, when) => {
      if (call !== 'write' || when !== 'before') return;
      writes += 1;
      if (writes === 1) throw new ProviderFailure('unavailable', 'no answer');
    };
    await syncAllNow(server, user);
    const there = () =>
      [...fake.calendarObjects('main').values()].map(([first]) => first?.title ?? '').toSorted();
    expect(there()).toEqual(['Lucky', 'News']);
    expect(new Set((await occurrences()).map(({ title }) => title))).toEqual(
      new Set(['Lucky', 'News', 'Unlucky']),
    );
    expect((await calendarNamed('Main'))['sync']).toMatchObject({
      state: 'failing',
      pendingWrites: 1,
      failure: { kind: 'unavailable' },
    });
    server.setTime('2026-11-16T08:01:00Z');
    await syncAllNow(server, user);
    expect(there()).toEqual(['Lucky', 'News', 'Unlucky']);
    expect((await calendarNamed('Main'))['sync']).toMatchObject({ state: 'in_step', pendingWrites: 0 });
  });

  test('refuse to undo a change of a removed calendar', async () => {
    fake.put('main', [remoteEvent('left')]);
    await syncAllNow(server, user);
    const [mine] = await occurrences();
    const removed = await user.call('DELETE', `/api/events/${mine?.['eventId']}`);
    const [account] = (await listed())['accounts'];
    await user.call('DELETE', `/api/user/calendar/google/${account.id}`);
    const undone = await user.call('POST', `/api/commands/${removed.body.commandId}/undo`);
    expect(undone.error).toMatchObject({
      code: 'not_found',
      message: 'The calendar of this event no longer exists here. Nothing was changed.',
    });
  });

  test('include how far a calendar is behind', async () => {
    server.setTime('2026-11-16T10:00:00Z');
    const { sync } = await calendarNamed('Main');
    expect(sync.lagSeconds).toBeGreaterThan(6_000);
    await server.runJob('calendar-accounts.queue-due', {});
  });

  test('of a dead worker last no longer than its lease', async () => {
    const { calendarId } = await calendarNamed('Main');
    fake.put('main', [remoteEvent('late')]);
    const lease = (until: string) =>
      server.app.platform.db
        .updateTable('calendar_syncs')
        .set({ leased_until: new Date(until) })
        .where('calendar_id', '=', calendarId)
        .execute();
    await lease('2026-11-16T08:02:00Z');
    await syncAllNow(server, user);
    expect(await occurrences()).toEqual([]);
    server.setTime('2026-11-16T08:02:01Z');
    await syncAllNow(server, user);
    expect(await occurrences()).toHaveLength(1);
  });
});
