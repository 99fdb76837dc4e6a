import { HOUR_MS } from '@dayloom/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

/** Outlook stores Windows zone names: Vienna is returned as Berlin. */
const ZONES = ['Europe/Vienna', 'America/Detroit', 'Asia/Kolkata'];
const RANGE = 'from=2026-11-16T00:00:00Z&to=2027-04-30T00:00:00Z';

let server: TestServer;
let user: TestUser;
let account: Reply['body'];

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
  server.setTime('2026-11-16T08:00:00Z');
});

const occurrences = async (title: string, of = user): Promise<Reply['body'][]> =>
  (await of.call('GET', `/api/events?${RANGE}`)).body.occurrences.filter(
    (each: Reply['body']) => each['title'] === title,
  );
const sends = async (): Promise<number> => {
  const rows = await server.app.platform.db.selectFrom('event_links').selectAll().execute();
  return rows.reduce((sum, row) => sum + row.sends, 0);
};
const expectInSync = async () => {
  const { body } = await user.call('GET', '/api/calendar-accounts');
  expect(body.conflicts).toEqual([]);
  for (const { sync } of body.accounts[0].calendars)
    expect(sync).toMatchObject({ state: 'in_step', pendingWrites: 0, failure: null });
};

describe.each(ZONES)('events sent to Outlook in %s', (timeZone) => {
  const make = async (title: string, recurrenceRule?: string, calendarId?: string): Promise<void> => {
    const reply = await user.call('POST', '/api/events', {
      title,
      startsAt: '2026-11-18T14:00:00Z',
      endsAt: '2026-11-18T15:00:00Z',
      timeZone,
      ...(recurrenceRule && { recurrenceRule }),
      ...(calendarId && { calendarId }),
    });
    expect(reply.status).toBe(200);
  };

  beforeAll(async () => {
    user = await server.signUp({ timeZone });
    account = await connect(server, user, 'outlook');
  });

  test.each([undefined, 'FREQ=WEEKLY'])(
    'keeps its zone and its times, and is not sent again (%s)',
    async (rule) => {
      const title = `Kept ${timeZone} ${rule}`;
      await make(title, rule);
      const before = await occurrences(title);
      await syncAllNow(server, user);
      const sent = await sends();
      for (let round = 0; round < 3; round += 1) await syncAllNow(server, user);
      expect(await sends()).toBe(sent);
      expect(await occurrences(title)).toEqual(
        before.map((each) => expect.objectContaining({ startsAt: each['startsAt'], timeZone })),
      );
      await expectInSync();
    },
  );

  test('conflicts only with real changes there', async () => {
    const title = `Both ${timeZone}`;
    await make(title, 'FREQ=WEEKLY');
    await syncAllNow(server, user);
    const other = await server.signUp({ timeZone: 'Europe/Berlin' });
    await connect(server, other, 'outlook');
    const [there] = await occurrences(title, other);
    await other.call('PATCH', `/api/events/${there?.['eventId']}`, {
      title: `${title}!`,
      recurrenceId: there?.['recurrenceId'],
      scope: 'all',
    });
    // One instance is moved there, after the DST change.
    const late = (await occurrences(`${title}!`, other)).find(({ startsAt }) => startsAt >= '2027-04-01');
    const shifted = new Date(Date.parse(late?.['startsAt']) + HOUR_MS).toISOString();
    await other.call('PATCH', `/api/events/${late?.['eventId']}`, {
      startsAt: shifted,
      endsAt: new Date(Date.parse(shifted) + HOUR_MS).toISOString(),
      timeZone: 'Europe/Berlin',
      recurrenceId: late?.['recurrenceId'],
      scope: 'this',
    });
    const [here] = await occurrences(title);
    const moved = await user.call('PATCH', `/api/events/${here?.['eventId']}`, {
      location: 'Room 2',
      recurrenceId: here?.['recurrenceId'],
      scope: 'all',
    });
    expect(moved.status).toBe(200);
    const mine = (await occurrences(title)).map(({ startsAt }) =>
      startsAt === late?.['startsAt'] ? shifted : startsAt,
    );
    await syncAllNow(server, other);
    await syncAllNow(server, user);
    await syncAllNow(server, user);
    const after = await occurrences(`${title}!`);
    expect(after.map(({ startsAt }) => startsAt)).toEqual(mine);
    // An instance that was changed separately stays unchanged.
    expect(after.filter(({ location }) => location !== 'Room 2').map(({ startsAt }) => startsAt)).toEqual([
      shifted,
    ]);
    const sent = await sends();
    await syncAllNow(server, user);
    expect(await sends()).toBe(sent);
    await expectInSync();
  });

  test('is written once as mirrored busy time', async () => {
    const own = (await user.call('GET', '/api/calendars')).body.calendars.find(
      (each: Reply['body']) =>
        !account['calendars'].some((it: Reply['body']) => it['calendarId'] === each['_id']),
    );
    const target = account['calendars'].find((each: Reply['body']) => each['isWritable']);
    await make(`Copied ${timeZone}`, undefined, own._id);
    const mirror = await user.call('POST', '/api/calendar-mirrors', {
      sourceCalendarId: own._id,
      targetCalendarId: target.calendarId,
    });
    expect(mirror.status).toBe(200);
    const syncRun = async () => {
      await server.runJob('calendar-accounts.mirror', { userId: user.profile._id });
      await syncAllNow(server, user);
    };
    await syncRun();
    const sent = await sends();
    expect(sent).toBeGreaterThan(0);
    for (let times = 0; times < 3; times += 1) await syncRun();
    expect(await sends()).toBe(sent);
    await user.call('DELETE', '/api/calendar-accounts/created-events');
    await syncAllNow(server, user);
    await expectInSync();
  });
});
