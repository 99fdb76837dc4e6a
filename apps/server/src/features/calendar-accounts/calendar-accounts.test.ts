import { beforeAll, describe, expect, test } from 'vitest';
import { askConsent, connect, demoAccounts, sendCode, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
const WEEK = 'from=2026-11-16T00:00:00Z&to=2026-11-23T00:00:00Z';

beforeAll(async () => {
  server = await openTestServer();
});

const listTitles = async (user: TestUser) => {
  const { body } = await user.call('GET', `/api/events?${WEEK}`);
  return body.occurrences.map(({ title }: { title: string }) => title) as string[];
};

describe('connecting an account', () => {
  test('redirects to the provider with PKCE and the given state', async () => {
    const user = await server.signUp();
    const state = 'tab=accounts&intent=calendar';
    const { status, body } = await user.call(
      'GET',
      `/api/user/getGoogleCalendarAuthUrl?state=${encodeURIComponent(state)}`,
    );
    expect(status).toBe(200);
    const url = new URL(body.authUrl);
    expect(url.searchParams.get('state')).toBe(state);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3999/settings');
    const again = await user.call('GET', '/api/user/getGoogleCalendarAuthUrl');
    // A second tab does not invalidate the code of the first.
    expect(new URL(again.body.authUrl).searchParams.get('code_challenge')).toBe(
      url.searchParams.get('code_challenge'),
    );
    const outlook = await user.call('GET', '/api/integrations/outlook/auth-url');
    expect(new URL(outlook.body.authUrl).searchParams.get('state')).toBe('outlook');
    expect(new URL(outlook.body.authUrl).searchParams.get('login_hint')).toBeNull();
  });

  test('makes the provider offer the reconnected account first', async () => {
    const user = await server.signUp();
    for (const path of ['user/getGoogleCalendarAuthUrl', 'integrations/outlook/auth-url']) {
      const { body } = await user.call(
        'GET',
        `/api/${path}?account=${encodeURIComponent('maya+x@lumen.example')}`,
      );
      expect(new URL(body.authUrl).searchParams.get('login_hint')).toBe('maya+x@lumen.example');
    }
  });

  test.each(['google', 'outlook'] as const)(
    'adds the calendars of %s, and makes the first account primary',
    async (domain) => {
      const user = await server.signUp({ timeZone: 'America/New_York' });
      const account = await connect(server, user, domain);
      expect(account).toMatchObject({
        email: demoAccounts[domain].email,
        domain,
        type: 'work',
        tags: [],
        isPrimary: true,
        state: 'connected',
      });
      expect(account['calendars'].length).toBeGreaterThan(0);
      for (const { sync } of account['calendars'])
        expect(sync).toMatchObject({ state: 'in_step', failure: null });
      const { body } = await user.call('GET', '/api/user/profile');
      expect(body.user.settings.calendars).toEqual([
        {
          id: account['id'],
          email: demoAccounts[domain].email,
          domain,
          type: 'work',
          tags: [],
          isPrimary: true,
        },
      ]);
      expect((await listTitles(user)).length).toBeGreaterThan(3);
    },
  );

  test('exchanges a code once, even if the page sends it twice at once', async () => {
    const user = await server.signUp();
    const back = await askConsent(server, user, 'google');
    const replies = await Promise.all([sendCode(user, 'google', back), sendCode(user, 'google', back)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await sendCode(user, 'google', back)).status).toBe(200);
    const { body } = await user.call('GET', '/api/calendar-accounts');
    expect(body.accounts).toHaveLength(1);
  });

  test('refuses the code of another user', async () => {
    const [maya, eve] = [await server.signUp(), await server.signUp()];
    const back = await askConsent(server, maya, 'google');
    await eve.call('GET', '/api/user/getGoogleCalendarAuthUrl');
    const stolen = await sendCode(eve, 'google', back);
    expect(stolen.error).toMatchObject({
      code: 'invalid_code',
      message: 'Failed to connect Google Calendar',
    });
    expect((await eve.call('GET', '/api/calendar-accounts')).body.accounts).toEqual([]);
  });

  test('explains a missing permission and an invalid code', async () => {
    const user = await server.signUp();
    const back = await askConsent(server, user, 'google', { scopes: ['openid', 'email'] });
    const withheld = await sendCode(user, 'google', back);
    expect(withheld.error).toMatchObject({
      code: 'invalid_code',
      message: 'Failed to connect Google Calendar',
    });
    expect(withheld.error.fields?.['scope']).toBeTruthy();
    await user.call('GET', '/api/integrations/outlook/auth-url');
    const made = await user.call('POST', '/api/integrations/outlook/connect', { code: 'made-up' });
    expect(made.error).toMatchObject({ code: 'invalid_code', message: 'Failed to connect Outlook Calendar' });
    expect((await user.call('POST', '/api/user/addCalendar', { code: '' })).status).toBe(400);
    expect((await askConsent(server, user, 'google', { deny: true })).searchParams.get('error')).toBe(
      'access_denied',
    );
  });

  test('never returns tokens, and encrypts them in the database', async () => {
    const user = await server.signUp();
    await connect(server, user, 'google');
    const answers = JSON.stringify([
      (await user.call('GET', '/api/user/profile')).body,
      (await user.call('GET', '/api/calendar-accounts')).body,
    ]);
    expect(answers).not.toMatch(/token|grant|verifier/i);
    const row = await server.app.platform.db
      .selectFrom('calendar_accounts')
      .select(['id', 'sealed_grant'])
      .where('user_id', '=', user.profile._id)
      .executeTakeFirstOrThrow();
    const grant = server.app.platform.secrets.open(row.sealed_grant, `calendar-grant:${row.id}`);
    const { accessToken, refreshToken } = JSON.parse(grant);
    const dump = await server.dump();
    for (const token of [accessToken, refreshToken]) {
      expect(token).toEqual(expect.any(String));
      expect(dump).not.toContain(token);
    }
  });

  test('lets a second account block time only with Premium, and lists it after the primary', async () => {
    const user = await server.signUp();
    await connect(server, user, 'google');
    const outlook = await connect(server, user, 'outlook');
    expect(outlook['isPrimary']).toBe(false);
    expect(outlook['mayBlockTime']).toBe(false);
    const own = outlook['calendars'].find((it: { isWritable: boolean }) => it.isWritable);
    expect(own.blocksTime).toBe(false);
    const refused = await user.call('PATCH', `/api/calendars/${own.calendarId}`, { blocksTime: true });
    expect(refused.error.code).toBe('limit_reached');

    expect(
      (await user.call('PATCH', `/api/calendar-accounts/${outlook['id']}`, { isPrimary: true })).status,
    ).toBe(200);
    const { body } = await user.call('GET', '/api/user/settings');
    expect(body.settings.calendars.map(({ domain }: { domain: string }) => domain)).toEqual([
      'outlook',
      'google',
    ]);
  });
});

describe('the list of connected accounts', () => {
  test('saves type and tags by id, and nothing else', async () => {
    const user = await server.signUp();
    const account = await connect(server, user, 'google');
    const id = account['id'];
    const saved = await user.call('PUT', '/api/user/calendars', {
      calendars: [
        {
          id,
          email: 'eve@example.com',
          domain: 'outlook',
          type: 'other',
          tags: [' Team '],
          isPrimary: false,
        },
      ],
    });
    expect(saved.body.settings.calendars).toEqual([
      {
        id,
        email: demoAccounts.google.email,
        domain: 'google',
        type: 'other',
        tags: ['Team'],
        isPrimary: true,
      },
    ]);
    const wrong = await user.call('PUT', '/api/user/calendars', {
      calendars: [{ id, type: 'holiday', tags: [] }],
    });
    expect(wrong.status).toBe(400);
    const unknown = await user.call('PUT', '/api/user/calendars', {
      calendars: [{ id: crypto.randomUUID(), type: 'work', tags: [] }],
    });
    expect(unknown.error).toMatchObject({ code: 'not_found', message: 'Calendar not found' });
  });

  test('disconnects, revokes the access, and removes the events', async () => {
    const user = await server.signUp();
    const account = await connect(server, user, 'google');
    const other = await server.signUp();
    const path = `/api/user/calendar/google/${account['id']}`;
    expect((await other.call('DELETE', path)).error.message).toBe('Calendar not found');
    expect((await user.call('DELETE', `/api/user/calendar/yahoo/${account['id']}`)).error.message).toBe(
      'Unsupported calendar domain',
    );
    const noUuid = await user.call('DELETE', '/api/user/calendar/google/not-an-id');
    expect([noUuid.status, noUuid.error.message]).toEqual([404, 'Calendar not found']);
    const gone = await user.call('DELETE', path);
    expect(gone.body).toMatchObject({
      message: 'Calendar disconnected successfully',
      settings: { calendars: [] },
    });
    expect(await listTitles(user)).toEqual([]);
    expect((await user.call('DELETE', path)).error).toMatchObject({
      code: 'not_found',
      message: 'Calendar not found',
    });
  });

  test('is invisible to other users', async () => {
    const [maya, eve] = [await server.signUp(), await server.signUp()];
    const account = await connect(server, maya, 'google');
    const [calendar] = account['calendars'];
    for (const [method, path, body] of [
      ['PATCH', `/api/calendar-accounts/${account['id']}`, { isPrimary: true }],
      ['PATCH', `/api/synced-calendars/${calendar.calendarId}`, { isSynced: false }],
      ['POST', '/api/calendar-mirrors', { sourceCalendarId: null, targetCalendarId: calendar.calendarId }],
      ['DELETE', `/api/calendar-subscriptions/${calendar.calendarId}`, undefined],
    ] as const) {
      expect((await eve.call(method, path, body)).error.code, `${method} ${path}`).toBe('not_found');
    }
    expect((await eve.call('GET', '/api/calendar-accounts')).body.accounts).toEqual([]);
  });
});

describe('two-way sync', () => {
  test.each(['google', 'outlook', 'apple'] as const)(
    'creates, moves and deletes events at %s',
    async (domain) => {
      const user = await server.signUp({ timeZone: 'America/New_York' });
      const account = await connect(server, user, domain);
      const calendar = account['calendars'].find((it: { isDefault: boolean }) => it.isDefault);
      expect(calendar).toBeTruthy();
      const made = await user.call('POST', '/api/events', {
        title: 'Board prep',
        startsAt: '2026-11-19T15:00:00Z',
        endsAt: '2026-11-19T16:00:00Z',
        timeZone: 'America/New_York',
      });
      const waiting = await user.call('GET', '/api/calendar-accounts');
      const status = () =>
        waiting.body.accounts[0].calendars.find(
          (it: { calendarId: string }) => it.calendarId === calendar.calendarId,
        );
      expect(status().sync.pendingWrites).toBe(1);
      await syncAllNow(server, user);

      // A second user who connects the same account sees the same events.
      const witness = await server.signUp({ timeZone: 'America/New_York' });
      await connect(server, witness, domain);
      expect(await listTitles(witness)).toContain('Board prep');

      await user.call('PATCH', `/api/events/${made.body.eventId}`, { title: 'Board prep (final)' });
      await syncAllNow(server, user);
      await syncAllNow(server, witness);
      const titles = await listTitles(witness);
      expect(titles).toContain('Board prep (final)');
      expect(titles).not.toContain('Board prep');

      const seen = (await witness.call('GET', `/api/events?${WEEK}`)).body.occurrences.find(
        ({ title }: { title: string }) => title === 'Board prep (final)',
      );
      await witness.call('PATCH', `/api/events/${seen.eventId}`, {
        startsAt: '2026-11-19T17:00:00Z',
        endsAt: '2026-11-19T18:00:00Z',
        timeZone: 'America/New_York',
      });
      await syncAllNow(server, witness);
      await syncAllNow(server, user);
      const mine = (await user.call('GET', `/api/events?${WEEK}`)).body.occurrences.filter(
        ({ title }: { title: string }) => title === 'Board prep (final)',
      );
      expect(mine).toHaveLength(1);
      expect(mine[0].startsAt).toBe('2026-11-19T17:00:00.000Z');

      const removed = await user.call('DELETE', `/api/events/${made.body.eventId}`);
      await syncAllNow(server, user);
      await syncAllNow(server, witness);
      expect(await listTitles(witness)).not.toContain('Board prep (final)');
      // Undone after it was sent: the event returns on both sides.
      await user.call('POST', `/api/commands/${removed.body.commandId}/undo`);
      await syncAllNow(server, user);
      await syncAllNow(server, witness);
      expect(await listTitles(witness)).toContain('Board prep (final)');
    },
  );

  test('says that a calendar is read-only', async () => {
    const user = await server.signUp();
    const account = await connect(server, user, 'google');
    const holidays = account['calendars'].find((it: { isWritable: boolean }) => !it.isWritable);
    expect(holidays.blocksTime).toBe(false);
    const refused = await user.call('POST', '/api/events', {
      calendarId: holidays.calendarId,
      title: 'Mine',
      startsOn: '2026-11-20',
      endsOn: '2026-11-21',
    });
    expect(refused.error.code).toBe('forbidden');
    expect(
      (await user.call('PATCH', `/api/synced-calendars/${holidays.calendarId}`, { isDefault: true })).status,
    ).toBe(403);
  });

  test('accepts the built-in calendar for new events again, but none that is not synced', async () => {
    const user = await server.signUp();
    const account = await connect(server, user, 'google');
    const calendars = async () =>
      (await user.call('GET', '/api/calendars')).body.calendars as {
        _id: string;
        kind: string;
        isDefault: boolean;
      }[];
    const own = account['calendars'].find((it: { isDefault: boolean }) => it.isDefault).calendarId as string;
    const builtIn = (await calendars()).find(({ kind }) => kind === 'dayloom')?._id;
    const choose = (id: string | undefined, body: object) =>
      user.call('PATCH', `/api/synced-calendars/${id}`, body);
    expect((await choose(builtIn, { isDefault: true })).status).toBe(200);
    expect((await calendars()).filter(({ isDefault }) => isDefault).map(({ _id }) => _id)).toEqual([builtIn]);
    // It is not synced, and other users cannot choose it.
    expect((await choose(builtIn, { isSynced: false })).status).toBe(404);
    const eve = await server.signUp();
    expect((await eve.call('PATCH', `/api/synced-calendars/${builtIn}`, { isDefault: true })).status).toBe(
      404,
    );

    await choose(own, { isDefault: true });
    await choose(own, { isSynced: false });
    expect((await calendars()).map(({ _id }) => _id)).not.toContain(own);
    const made = await user.call('POST', '/api/events', {
      title: 'Mine',
      startsAt: '2026-11-19T15:00:00Z',
      endsAt: '2026-11-19T16:00:00Z',
    });
    expect(made.status).toBe(200);
    const { body } = await user.call('GET', `/api/events?${WEEK}`);
    expect(body.occurrences.find(({ title }: { title: string }) => title === 'Mine').calendarId).toBe(
      builtIn,
    );
  });

  test('fetches changes in a job after a push notification', async () => {
    const user = await server.signUp();
    const account = await connect(server, user, 'google');
    const calendar = account['calendars'].find((it: { isDefault: boolean }) => it.isDefault);
    expect(calendar.sync.isPushed).toBe(true);
    const channel = await server.app.platform.db
      .selectFrom('calendar_channels')
      .select('id')
      .where('calendar_id', '=', calendar.calendarId)
      .executeTakeFirstOrThrow();
    const forged = await server.call('POST', '/api/webhooks/google-calendar', '', {
      'x-goog-channel-id': channel.id,
      'x-goog-channel-token': 'guess',
      'x-goog-resource-state': 'exists',
    });
    expect(forged.status).toBe(404);
    const graph = await server.call('POST', '/api/webhooks/microsoft-graph', {
      value: [{ subscriptionId: 'nobody', clientState: 'guess' }],
    });
    expect(graph.status).toBe(404);
  });
});

describe('a revoked access', () => {
  test('asks to reconnect, which loses nothing', async () => {
    const user = await server.signUp({ timeZone: 'America/New_York' });
    const account = await connect(server, user, 'google');
    await user.call('PUT', '/api/user/calendars', {
      calendars: [{ id: account['id'], type: 'personal', tags: [] }],
    });
    const made = await user.call('POST', '/api/events', {
      title: 'Written while away',
      startsAt: '2026-11-19T15:00:00Z',
      endsAt: '2026-11-19T16:00:00Z',
    });
    expect(made.status).toBe(200);
    const { db, secrets } = server.app.platform;
    const spoiled = JSON.stringify({ accessToken: 'gone', expiresAt: null, refreshToken: 'gone', scope: '' });
    await db
      .updateTable('calendar_accounts')
      .set({ sealed_grant: secrets.seal(spoiled, `calendar-grant:${account['id']}`) })
      .where('id', '=', account['id'])
      .execute();
    await syncAllNow(server, user);
    const broken = (await user.call('GET', '/api/calendar-accounts')).body.accounts[0];
    expect(broken).toMatchObject({ state: 'reconnect_needed', failure: { kind: 'reconnect_needed' } });
    expect(broken.failure.message).toContain('Reconnect');
    expect(await listTitles(user)).toContain('Written while away');

    const again = await connect(server, user, 'google');
    expect(again).toMatchObject({
      id: account['id'],
      type: 'personal',
      state: 'connected',
      failure: null,
    });
    const own = again['calendars'].find((it: { isDefault: boolean }) => it.isDefault);
    expect(own.sync.pendingWrites).toBe(0);
    expect((await listTitles(user)).filter((title) => title === 'Written while away')).toHaveLength(1);
  });
});
