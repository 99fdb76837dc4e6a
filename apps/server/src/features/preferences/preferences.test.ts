import { beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';
import { applyOverrides } from './rules.ts';

const server = await openTestServer();
// Monday, ten minutes before working hours in Berlin.
beforeEach(() => server.setTime('2026-11-16T07:50:00Z'));

const readSettings = async (user: TestUser) => (await user.call('GET', '/api/user/settings')).body.settings;

async function plannedAt(user: TestUser) {
  const { proposal } = (await user.call('POST', '/api/plan/proposals')).body;
  return proposal.changes.map((change: { to: { startsAt: string } }) => change.to.startsAt);
}

describe('notification preferences', () => {
  it('save only the switched ones, even two at once', async () => {
    const user = await server.signUp();
    const standard = { channels: { email: true, push: false }, subscriptions: { promotions: false } };
    expect((await readSettings(user)).preferences.notifications).toEqual(standard);
    await Promise.all([
      user.call('PATCH', '/api/user/preferences', { notifications: { channels: { push: true } } }),
      user.call('PATCH', '/api/user/preferences', { notifications: { subscriptions: { promotions: true } } }),
      user.call('PATCH', '/api/user/preferences', { notifications: { channels: { email: false } } }),
    ]);
    expect((await readSettings(user)).preferences.notifications).toEqual({
      channels: { email: false, push: true },
      subscriptions: { promotions: true },
    });
  });

  it('refuse invalid values, and require a sign-in', async () => {
    const [user, other] = [await server.signUp(), await server.signUp()];
    const reply = await user.call('PATCH', '/api/user/preferences', {
      notifications: { channels: { email: 'yes' } },
    });
    expect(reply.status).toBe(400);
    await user.call('PATCH', '/api/user/preferences', { notifications: { channels: { email: false } } });
    expect((await readSettings(other)).preferences.notifications.channels.email).toBe(true);
  });
});

describe('working hours', () => {
  it('are saved in order, and the planner follows at once', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('POST', '/api/tasks', { title: 'Write', durationMinutes: 60 });
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:00:00.000Z']);
    const reply = await user.call('PUT', '/api/user/working-hours', {
      work: {
        mon: [
          ['20:00', '24:00'],
          ['13:00', '15:00'],
        ],
        tue: [],
      },
      personal: { sun: [['10:00', '12:00']] },
    });
    expect(reply.body).toMatchObject({
      workingHours: {
        mon: [
          ['13:00', '15:00'],
          ['20:00', '24:00'],
        ],
      },
      personalHours: { sun: [['10:00', '12:00']] },
    });
    expect(reply.body.workingHours.tue).toBeUndefined();
    expect(await plannedAt(user)).toEqual(['2026-11-16T12:00:00.000Z']);
    expect((await readSettings(user)).workingHours.mon[0]).toEqual(['13:00', '15:00']);
  });

  it.each([
    [
      'an overlap',
      {
        mon: [
          ['09:00', '12:00'],
          ['11:00', '17:00'],
        ],
      },
    ],
    ['an end before its start', { mon: [['17:00', '09:00']] }],
    ['no length', { mon: [['09:00', '09:00']] }],
    ['an hour that no day has', { mon: [['09:00', '24:30']] }],
    ['an hour after midnight', { mon: [['09:00', '25:00']] }],
    ['a day that no week has', { monday: [['09:00', '17:00']] }],
  ])('refuse %s', async (_what, work) => {
    const user = await server.signUp();
    const before = (await readSettings(user)).workingHours;
    const reply = await user.call('PUT', '/api/user/working-hours', { work, personal: {} });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.error.fields ?? {})[0]).toMatch(/^work(?:\.mon|$)/);
    expect((await readSettings(user)).workingHours).toEqual(before);
  });

  it('keep their wall-clock time over a clock change', async () => {
    const user = await server.signUp({ timeZone: 'America/New_York' });
    await user.call('PUT', '/api/user/working-hours', {
      work: { sun: [['01:00', '04:00']], mon: [['09:00', '10:00']] },
      personal: {},
    });
    // Saturday noon in New York; DST ends in the night to Sunday, so 1:00 to 2:00 occurs twice.
    server.setTime('2026-10-31T16:00:00Z');
    const whole = { isSplittable: false };
    await user.call('POST', '/api/tasks', { title: 'Night shift', durationMinutes: 240, ...whole });
    await user.call('POST', '/api/tasks', { title: 'Monday', durationMinutes: 60, priority: 4 });
    expect(await plannedAt(user)).toEqual(['2026-11-01T05:00:00.000Z', '2026-11-02T14:00:00.000Z']);
  });
});

describe('the hours of single dates', () => {
  const set = (user: TestUser, from: string, until: string, work: unknown, personal: unknown = null) =>
    user.call('PUT', '/api/user/hours-overrides', { from, until, work, personal });

  it('replace the weekly ones at once for the planner, with undo and redo', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('POST', '/api/tasks', { title: 'Write', durationMinutes: 60 });
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:00:00.000Z']);
    const closed = await set(user, '2026-11-16', '2026-11-17', []);
    expect(closed.status).toBe(200);
    expect(closed.body.hoursOverrides).toEqual([
      { date: '2026-11-16', work: [], personal: null },
      { date: '2026-11-17', work: [], personal: null },
    ]);
    expect(await plannedAt(user)).toEqual(['2026-11-18T08:00:00.000Z']);
    const evening = [
      ['20:00', '21:00'],
      ['18:00', '19:30'],
    ];
    const { body } = await set(user, '2026-11-17', '2026-11-17', evening);
    expect((await readSettings(user)).hoursOverrides[1]).toEqual({
      date: '2026-11-17',
      work: evening.toReversed(),
      personal: null,
    });
    expect(await plannedAt(user)).toEqual(['2026-11-17T17:00:00.000Z']);

    const undo = async (id: string) => (await user.call('POST', `/api/commands/${id}/undo`)).body.commandId;
    const redo = await undo(body.commandId);
    expect(await plannedAt(user)).toEqual(['2026-11-18T08:00:00.000Z']);
    await undo(redo);
    expect(await plannedAt(user)).toEqual(['2026-11-17T17:00:00.000Z']);
    // Undoing the first change does not affect the later change of the 17th.
    const { body: taken } = await user.call('POST', `/api/commands/${closed.body.commandId}/undo`);
    expect(taken.notice).toBe('Dates that have changed since then keep their hours.');
    expect((await readSettings(user)).hoursOverrides).toMatchObject([{ date: '2026-11-17' }]);
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:00:00.000Z']);
    await undo(taken.commandId);
    expect((await readSettings(user)).hoursOverrides).toMatchObject([
      { date: '2026-11-16', work: [] },
      { date: '2026-11-17', work: evening.toReversed() },
    ]);
  });

  it('set the time of a deadline without a time', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('POST', '/api/tasks', { title: 'Write', durationMinutes: 60, dueOn: '2026-11-17' });
    const due = async () => (await user.call('GET', '/api/plan/instance')).body.instance.tasks[0].due;
    expect(await due()).toBe('2026-11-17T16:00:00Z');
    await set(user, '2026-11-17', '2026-11-17', [['09:00', '21:30']]);
    expect(await due()).toBe('2026-11-17T20:30:00Z');
  });

  it('are removed by null for both', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await set(user, '2026-12-24', '2027-01-01', [], []);
    await set(user, '2026-12-28', '2026-12-30', null, null);
    const dates = async () =>
      (await readSettings(user)).hoursOverrides.map(({ date }: { date: string }) => date);
    expect(await dates()).toEqual([
      '2026-12-24',
      '2026-12-25',
      '2026-12-26',
      '2026-12-27',
      '2026-12-31',
      '2027-01-01',
    ]);
  });

  it('are deleted after a year', () => {
    const day = (date: string) => ({ date, work: [], personal: null });
    const now = new Date('2027-12-27T23:30:00Z');
    const dates = [day('2026-12-26'), day('2026-12-27'), day('2027-03-01')];
    // In Berlin it is already the 28th.
    expect(applyOverrides(dates, [day('2027-12-31')], now, 'Europe/Berlin').map(({ date }) => date)).toEqual([
      '2026-12-27',
      '2027-03-01',
      '2027-12-31',
    ]);
    expect(applyOverrides(dates, [], now, 'UTC')).toEqual(dates);
  });

  it('are refused for dates that would be deleted at once', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const reply = await set(user, '2025-11-14', '2025-11-16', []);
    expect(reply.status).toBe(400);
    expect(reply.error.fields).toEqual({ from: 'must not be more than a year ago' });
    expect((await set(user, '2025-11-15', '2025-11-16', [])).body.hoursOverrides).toHaveLength(2);
  });

  it.each([
    ['a last date before the first', { from: '2026-11-17', until: '2026-11-16' }, 'until'],
    ['more than 92 days', { from: '2026-11-17', until: '2027-02-17' }, 'until'],
    ['a date that is none', { from: '2026-02-30', until: '2026-02-30' }, 'from'],
    [
      'windows that overlap',
      {
        work: [
          ['09:00', '12:00'],
          ['11:00', '13:00'],
        ],
      },
      'work',
    ],
    ['an end before its start', { personal: [['12:00', '09:00']] }, 'personal.0'],
    ['half of it', { personal: undefined }, 'personal'],
  ])('refuse %s', async (_what, change, field) => {
    const user = await server.signUp();
    const whole = { from: '2026-11-17', until: '2026-11-18', work: [], personal: null };
    const reply = await user.call('PUT', '/api/user/hours-overrides', { ...whole, ...change });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.error.fields ?? {})).toContain(field);
    expect((await readSettings(user)).hoursOverrides).toEqual([]);
  });

  it('are at most 400, and visible to their owner only', async () => {
    const [user, other] = [await server.signUp(), await server.signUp()];
    for (const month of ['2027-01', '2027-04', '2027-07', '2027-10'])
      expect((await set(user, `${month}-01`, `${month}-31`.replace('04-31', '07-01'), [])).status).toBe(200);
    await set(user, '2028-01-01', '2028-04-01', []);
    await set(user, '2028-05-01', '2028-07-31', []);
    await set(user, '2028-08-01', '2028-10-31', []);
    const full = await set(user, '2029-01-01', '2029-03-31', []);
    expect(full.status).toBe(400);
    expect(full.error.message).toMatch(/^At most 400 dates/);
    expect((await readSettings(other)).hoursOverrides).toEqual([]);
    expect((await server.call('PUT', '/api/user/hours-overrides', {})).status).toBe(401);
  });
});

describe('the home zone', () => {
  it('moves hours, whole days and deadlines, but no event with its own zone', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const create = (body: object) => user.call('POST', '/api/events', body);
    await create({ title: 'Fair', startsOn: '2026-11-20', endsOn: '2026-11-21', isBusy: true });
    await create({
      title: 'Weekly day',
      startsOn: '2026-11-18',
      endsOn: '2026-11-19',
      recurrenceRule: 'FREQ=WEEKLY;COUNT=2',
    });
    await create({ title: 'Call', startsAt: '2026-11-18T09:00:00Z', endsAt: '2026-11-18T10:00:00Z' });
    const shown = async () => {
      const { occurrences } = (
        await user.call('GET', '/api/events?from=2026-11-16T00:00:00Z&to=2026-11-30T00:00:00Z')
      ).body;
      return occurrences.map((one: { title: string; startsAt: string; startsOn: string | null }) => [
        one.title,
        one.startsAt,
        one.startsOn,
      ]);
    };
    expect(await shown()).toEqual([
      ['Weekly day', '2026-11-17T23:00:00.000Z', '2026-11-18'],
      ['Call', '2026-11-18T09:00:00.000Z', null],
      ['Fair', '2026-11-19T23:00:00.000Z', '2026-11-20'],
      ['Weekly day', '2026-11-24T23:00:00.000Z', '2026-11-25'],
    ]);
    const reply = await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    expect(reply.body.homeTimeZone).toEqual({ name: 'America/New_York' });
    expect(await shown()).toEqual([
      ['Weekly day', '2026-11-18T05:00:00.000Z', '2026-11-18'],
      ['Call', '2026-11-18T09:00:00.000Z', null],
      ['Fair', '2026-11-20T05:00:00.000Z', '2026-11-20'],
      ['Weekly day', '2026-11-25T05:00:00.000Z', '2026-11-25'],
    ]);
    await user.call('POST', '/api/tasks', { title: 'Write', durationMinutes: 60 });
    expect(await plannedAt(user)).toEqual(['2026-11-16T14:00:00.000Z']);
    // The display zone follows the browser alone.
    expect((await readSettings(user)).timeZone.name).toBe('Europe/Berlin');
  });

  it.each([
    ['floats too', '', '2026-11-17T15:00:00.000Z'],
    ['has a zone of its own', ';TZID=Asia/Tokyo', '2026-11-17T01:00:00.000Z'],
  ])('finds the changed instance of a floating series that %s', async (_, zone, startsAt) => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:float',
      'DTSTART:20261116T080000',
      'DTEND:20261116T083000',
      'RRULE:FREQ=DAILY;COUNT=3',
      'SUMMARY:Pills',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:float',
      'RECURRENCE-ID:20261117T080000',
      `DTSTART${zone}:20261117T100000`,
      `DTEND${zone}:20261117T103000`,
      'SUMMARY:Late pills',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    await user.call('POST', '/api/calendars/import?name=Float', lines.join('\r\n'));
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    const { occurrences } = (
      await user.call('GET', '/api/events?from=2026-11-15T00:00:00Z&to=2026-11-30T00:00:00Z')
    ).body;
    expect(occurrences.map((one: { title: string; startsAt: string }) => [one.title, one.startsAt])).toEqual([
      ['Pills', '2026-11-16T13:00:00.000Z'],
      ['Late pills', startsAt],
      ['Pills', '2026-11-18T13:00:00.000Z'],
    ]);
  });

  it('keeps instances that were moved and deleted here', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:float',
      'DTSTART:20261116T080000',
      'DTEND:20261116T083000',
      'RRULE:FREQ=DAILY;COUNT=4',
      'SUMMARY:Pills',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    await user.call('POST', '/api/calendars/import?name=Float', lines.join('\r\n'));
    const shown = async (): Promise<Record<string, string>[]> =>
      (await user.call('GET', '/api/events?from=2026-11-15T00:00:00Z&to=2026-11-30T00:00:00Z')).body
        .occurrences;
    const [, second, third] = await shown();
    const moved = await user.call('PATCH', `/api/events/${second?.['eventId']}`, {
      scope: 'this',
      recurrenceId: second?.['recurrenceId'],
      startsAt: '2026-11-17T09:00:00Z',
      endsAt: '2026-11-17T09:30:00Z',
      timeZone: 'Europe/Berlin',
    });
    expect(moved.status).toBe(200);
    const { eventId, recurrenceId = '' } = third ?? {};
    const at = `scope=this&recurrenceId=${encodeURIComponent(recurrenceId)}`;
    expect((await user.call('DELETE', `/api/events/${eventId}?${at}`)).status).toBe(200);
    const starts = async () => (await shown()).map(({ startsAt }) => startsAt);
    expect(await starts()).toEqual([
      '2026-11-16T07:00:00.000Z',
      '2026-11-17T09:00:00.000Z',
      '2026-11-19T07:00:00.000Z',
    ]);
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    expect(await starts()).toEqual([
      '2026-11-16T13:00:00.000Z',
      '2026-11-17T15:00:00.000Z',
      '2026-11-19T13:00:00.000Z',
    ]);
  });

  it('must be a valid zone', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    expect(
      (await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'Mars/Olympus' })).status,
    ).toBe(400);
    expect((await readSettings(user)).homeTimeZone.name).toBe('Europe/Berlin');
  });
});

describe('scheduling', () => {
  const person = async (scheduling: object = {}) => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const set = (change: object) => user.call('PATCH', '/api/user/scheduling', change);
    if (Object.keys(scheduling).length > 0) expect((await set(scheduling)).status).toBe(200);
    return { user, set };
  };
  const addTask = async (user: TestUser, fields: object) =>
    (await user.call('POST', '/api/tasks', { title: 'Work', ...fields })).body.task;

  it('gives new tasks their length, chunks and buffer', async () => {
    const { user } = await person({
      taskMinutes: 50,
      smallestChunkMinutes: 45,
      largestChunkMinutes: 90,
      taskBufferMinutes: 10,
    });
    expect(await addTask(user, {})).toMatchObject({
      durationMinutes: 50,
      isSplittable: false,
      bufferMinutes: 10,
    });
    expect(await addTask(user, { durationMinutes: 100 })).toMatchObject({
      isSplittable: true,
      minChunkMinutes: 45,
      maxChunkMinutes: 90,
    });
    expect(
      await addTask(user, { durationMinutes: 100, isSplittable: false, bufferMinutes: 0 }),
    ).toMatchObject({
      isSplittable: false,
      bufferMinutes: 0,
    });
  });

  it('keeps time free around meetings', async () => {
    const { user } = await person({ meetingBufferMinutes: 30 });
    await user.call('POST', '/api/events', {
      title: 'Meeting',
      startsAt: '2026-11-16T09:00:00Z',
      endsAt: '2026-11-16T10:00:00Z',
    });
    await addTask(user, { durationMinutes: 60 });
    expect(await plannedAt(user)).toEqual(['2026-11-16T10:30:00.000Z']);
  });

  it('plans the configured number of days', async () => {
    const { user, set } = await person({ horizonDays: 1 });
    const horizon = async () => (await user.call('POST', '/api/plan/proposals')).body.proposal.horizon.endsAt;
    expect(await horizon()).toBe('2026-11-16T23:00:00.000Z');
    await set({ horizonDays: 14 });
    expect(await horizon()).toBe('2026-11-29T23:00:00.000Z');
    const asked = await user.call('POST', '/api/plan/proposals', { horizonDays: 2 });
    expect(asked.body.proposal.horizon.endsAt).toBe('2026-11-17T23:00:00.000Z');
  });

  it('starts blocks on its grid', async () => {
    const { user, set } = await person({ gridMinutes: 5 });
    server.setTime('2026-11-16T08:07:00Z');
    await addTask(user, { durationMinutes: 20 });
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:10:00.000Z']);
    await set({ gridMinutes: 30 });
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:30:00.000Z']);
  });

  it('lets nothing move in the frozen hours', async () => {
    const { user, set } = await person();
    const accept = async () => {
      const { proposal } = (await user.call('POST', '/api/plan/proposals')).body;
      await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
    };
    await addTask(user, { title: 'First', durationMinutes: 60, priority: 4 });
    await accept();
    await addTask(user, { title: 'Urgent', durationMinutes: 60, priority: 1, dueAt: '2026-11-16T09:00:00Z' });
    const moves = async () => {
      const { proposal } = (await user.call('POST', '/api/plan/proposals')).body;
      return proposal.changes.filter((change: { kind: string }) => change.kind === 'moved').length;
    };
    expect(await moves()).toBe(1);
    await set({ freezeHours: 2 });
    expect(await moves()).toBe(0);
  });

  it('weighs moves by the stability', async () => {
    const { user, set } = await person({ stability: 'loose' });
    await addTask(user, {
      title: 'Later',
      durationMinutes: 60,
      priority: 3,
      startAfter: '2026-11-17T10:00:00Z',
    });
    const { proposal } = (await user.call('POST', '/api/plan/proposals')).body;
    await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
    const { tasks } = (await user.call('GET', '/api/tasks')).body;
    await user.call('PATCH', `/api/tasks/${tasks[0]._id}`, { startAfter: null });
    const changes = async () =>
      (await user.call('POST', '/api/plan/proposals')).body.proposal.changes.length as number;
    expect(await changes()).toBe(1);
    await set({ stability: 'steady' });
    expect(await changes()).toBe(0);
  });

  it('counts whole days as busy if configured, but not those marked as free', async () => {
    const { user, set } = await person();
    const day = (uid: string, date: string, next: string, transparency: string) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTART;VALUE=DATE:${date}`,
      `DTEND;VALUE=DATE:${next}`,
      `TRANSP:${transparency}`,
      'SUMMARY:Day',
      'END:VEVENT',
    ];
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...day('off', '20261116', '20261117', 'OPAQUE'),
      ...day('birthday', '20261117', '20261118', 'TRANSPARENT'),
      'END:VCALENDAR',
    ];
    await user.call('POST', '/api/calendars/import?name=Days', lines.join('\r\n'));
    await addTask(user, { durationMinutes: 60 });
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:00:00.000Z']);
    await set({ allDayEventsBlock: true });
    expect(await plannedAt(user)).toEqual(['2026-11-17T08:00:00.000Z']);
    // An event edited here keeps its calendar's state, but a state set here takes precedence.
    const days = async () =>
      (await user.call('GET', '/api/events?from=2026-11-16T00:00:00Z&to=2026-11-18T00:00:00Z')).body
        .occurrences as { eventId: string; isBusy: boolean }[];
    expect((await days()).map(({ isBusy }) => isBusy)).toEqual([true, false]);
    const [off, birthday] = await days();
    await user.call('PATCH', `/api/events/${birthday?.eventId}`, { title: 'Birthday of Ada' });
    expect(await plannedAt(user)).toEqual(['2026-11-17T08:00:00.000Z']);
    const { commandId } = (await user.call('PATCH', `/api/events/${off?.eventId}`, { isBusy: false })).body;
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:00:00.000Z']);
    await user.call('POST', `/api/commands/${commandId}/undo`);
    expect(await plannedAt(user)).toEqual(['2026-11-17T08:00:00.000Z']);
    await user.call('PATCH', `/api/events/${birthday?.eventId}`, { isBusy: true });
    expect(await plannedAt(user)).toEqual(['2026-11-18T08:00:00.000Z']);
  });

  it('uses the availability of new whole days if it is set, else the setting', async () => {
    const { user, set } = await person();
    await addTask(user, { durationMinutes: 60 });
    const add = (title: string, day: number, isBusy?: boolean) =>
      user.call('POST', '/api/events', {
        title,
        startsOn: `2026-11-${day}`,
        endsOn: `2026-11-${day + 1}`,
        ...(isBusy !== undefined && { isBusy }),
      });
    await add('Called free', 16, false);
    await set({ allDayEventsBlock: true });
    expect(await plannedAt(user)).toEqual(['2026-11-16T08:00:00.000Z']);
    await add('Called nothing', 16);
    expect(await plannedAt(user)).toEqual(['2026-11-17T08:00:00.000Z']);
    await add('Called busy', 17, true);
    expect(await plannedAt(user)).toEqual(['2026-11-18T08:00:00.000Z']);
  });

  it('refuses impossible values, and keeps the old ones', async () => {
    const { user, set } = await person();
    for (const change of [
      { gridMinutes: 7 },
      { horizonDays: 0 },
      { horizonDays: 57 },
      { freezeHours: -1 },
      { stability: 'rigid' },
      { smallestChunkMinutes: 180 },
    ]) {
      expect((await set(change)).status).toBe(400);
    }
    expect((await readSettings(user)).scheduling).toMatchObject({
      gridMinutes: 15,
      smallestChunkMinutes: 30,
    });
  });
});
