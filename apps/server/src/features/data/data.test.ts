import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readCalendar } from '@dayloom/time/icalendar';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { mintScope } from '#platform/scope.ts';
import { openTestServer, signInTokens, type TestServer, type TestUser } from '#test/server.ts';
import { exportedTables } from './model/exported-tables.ts';
import { deleteAccountNow } from './operations/deleting.ts';
import { exportChunks } from './operations/export.ts';

const server = await openTestServer({}, { poolSize: 4 });
const START = '2026-11-16T08:00:00Z';
beforeEach(() => server.setTime(START));
const { db } = server.app.platform;

async function readExport(user: TestUser) {
  const reply = await server.app.http.inject({
    method: 'GET',
    url: '/api/user/export',
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/zip');
  expect(reply.headers['content-disposition']).toBe('attachment; filename="dayloom-2026-11-16.zip"');
  const files = unzipSync(new Uint8Array(reply.rawPayload));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return { names: Object.keys(files), text, json: (name: string) => JSON.parse(text(`json/${name}.json`)) };
}

async function listUserTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'user_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** A user with rows in as many tables as possible. */
async function signUpWithData(email?: string) {
  const user = await server.signUp({ timeZone: 'Europe/Berlin', ...(email && { email }) });
  const { task } = (
    await user.call('POST', '/api/tasks', {
      title: 'Write *the* report',
      notes: '## Outline\n\n- facts',
      project: 'work',
      durationMinutes: 60,
      dueOn: '2026-11-20',
    })
  ).body;
  await user.call('POST', '/api/tasks', { title: 'After it', dependsOn: [task._id] });
  await user.call('POST', '/api/events', {
    title: 'Stand-up; daily',
    startsAt: '2026-11-16T09:00:00Z',
    endsAt: '2026-11-16T09:15:00Z',
    recurrenceRule: 'FREQ=DAILY;COUNT=3',
    timeZone: 'Europe/Berlin',
  });
  await user.call('POST', '/api/meeting-requests', {
    title: 'Roadmap',
    durationMinutes: 30,
    times: ['2026-11-19T09:00:00Z'],
    attendees: ['ada@example.org'],
    timeZone: 'Europe/Berlin',
  });
  const { proposal } = (await user.call('POST', '/api/plan/proposals')).body;
  await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
  const { token } = (
    await user.call('POST', '/api/user/api-tokens', { name: 'Script', scopes: ['read:tasks'] })
  ).body;
  return { user, token: String(token) };
}

describe('the export', () => {
  it('names every table that has rows of a user', async () => {
    const named = exportedTables.flatMap(({ name, owner }) => (owner === 'user_id' ? [name] : []));
    expect(named.toSorted()).toEqual(await listUserTables());
  });

  it('contains everything: rows, journal, calendars, tasks with notes', async () => {
    const { user } = await signUpWithData();
    const { names, text, json } = await readExport(user);
    expect(names).toEqual(expect.arrayContaining(['README.md', 'tasks.md', 'calendars/Dayloom.ics']));
    for (const { name } of exportedTables) expect(json(name)).toEqual(expect.any(Array));
    expect(json('users')).toMatchObject([{ id: user.profile._id, email: user.profile.email }]);
    expect(json('tasks').map(({ title }: { title: string }) => title)).toContain('Write *the* report');
    expect(json('commands').length).toBeGreaterThanOrEqual(4);
    expect(json('blocks').length).toBeGreaterThan(0);
    expect(json('meeting_requests')).toMatchObject([{ title: 'Roadmap' }]);
    const [attendee] = json('meeting_attendees');
    expect(attendee).toMatchObject({ email: 'ada@example.org', answer: null });
    expect(Object.keys(attendee).filter((name) => name.includes('token'))).toEqual([]);
    expect(text('tasks.md')).toContain('- [ ] Write \\*the\\* report (60 min, p3, due 2026-11-20)');
    expect(text('tasks.md')).toContain('  ## Outline');
    const { eventList: events, problems } = readCalendar(text('calendars/Dayloom.ics'), {
      floatingTimeZone: 'UTC',
    });
    expect(problems).toEqual([]);
    expect(events).toMatchObject([{ summary: 'Stand-up; daily', rrules: ['FREQ=DAILY;COUNT=3'] }]);
  });

  it('can be imported again: series with changed instances, whole days, floating times', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:series',
      'DTSTART;TZID=America/New_York:20261116T090000',
      'DTEND;TZID=America/New_York:20261116T100000',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=America/New_York:20261117T090000',
      'SUMMARY:Series',
      'ATTENDEE;PARTSTAT=ACCEPTED;CN=Zoe:mailto:zoe@example.com',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:series',
      'RECURRENCE-ID;TZID=America/New_York:20261118T090000',
      'DTSTART;TZID=America/New_York:20261118T140000',
      'DTEND;TZID=America/New_York:20261118T150000',
      'SUMMARY:Moved',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:day',
      'DTSTART;VALUE=DATE:20261120',
      'DTEND;VALUE=DATE:20261121',
      'SUMMARY:Day',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:float',
      'DTSTART:20261119T080000',
      'DTEND:20261119T083000',
      'SUMMARY:Floating',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    await user.call('POST', '/api/calendars/import?name=Trip%2F..', lines.join('\r\n'));
    const shown = async (who: TestUser) => {
      const range = 'from=2026-11-16T00:00:00Z&to=2026-11-23T00:00:00Z';
      const { occurrences } = (await who.call('GET', `/api/events?${range}`)).body;
      return occurrences.map((one: Record<string, unknown>) => [one.title, one.startsAt, one.endsAt]);
    };
    const { names, text } = await readExport(user);
    const file = names.find((name) => name.includes('Trip')) ?? '';
    expect(file).toBe('calendars/Trip.ics');
    const other = await server.signUp({ timeZone: 'Europe/Berlin' });
    await other.call('POST', '/api/calendars/import?name=Again', text(file));
    expect(await shown(other)).toEqual(await shown(user));
    expect(await shown(other)).toHaveLength(5);
  });

  it('contains no secret and nothing of other users', async () => {
    const stranger = await signUpWithData('stranger@example.com');
    const { user, token } = await signUpWithData();
    const { names, text } = await readExport(user);
    const all = names.map(text).join('\n');
    expect(all).not.toContain(token.slice(4, -4));
    expect(all).not.toContain('token_hash');
    expect(all).not.toContain('password');
    expect(all).not.toContain('stranger@example.com');
    expect(all).not.toContain(stranger.user.profile._id);
  });

  it('requires its owner, and runs once at a time', async () => {
    expect((await server.call('GET', '/api/user/export')).status).toBe(401);
    const { user } = await signUpWithData();
    const replies = await Promise.all([1, 2, 3].map(() => user.call('GET', '/api/user/export')));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    expect((await user.call('GET', '/api/user/export')).status).toBe(200);
  });

  it('of 20,000 events is streamed', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const { calendars } = (await user.call('GET', '/api/calendars')).body;
    const [userId, calendarId] = [user.profile._id, calendars[0]._id];
    await sql`
      insert into events (user_id, id, calendar_id, uid, title, description, location, status, is_busy, is_all_day,
        starts_at, ends_at, start_local, end_local, time_zone, created_at, updated_at)
      select ${userId}, gen_random_uuid(), ${calendarId}, 'uid-' || n, 'Event ' || n,
        (select string_agg(md5(n::text || i::text), ' ') from generate_series(1, 60) i), '', 'confirmed', true, false,
        timestamptz '2026-01-01 09:00Z' + n * interval '10 minutes', timestamptz '2026-01-01 09:10Z' + n * interval '10 minutes',
        to_char(timestamp '2026-01-01 10:00' + n * interval '10 minutes', 'YYYYMMDD"T"HH24MISS'),
        to_char(timestamp '2026-01-01 10:10' + n * interval '10 minutes', 'YYYYMMDD"T"HH24MISS'),
        'Europe/Berlin', now(), now()
      from generate_series(1, 20000) n`.execute(db);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = async () => {
      // What a finalizer releases between the two is no longer counted.
      collect();
      await setImmediate();
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = await held();
    let [most, bytes, chunks] = [0, 0, 0];
    for await (const chunk of exportChunks(server.app.platform, mintScope(userId, 'user'))) {
      bytes += chunk.length;
      chunks += 1;
      if (chunks % 400 === 0) most = Math.max(most, (await held()) - before);
    }
    const MB = 1_048_576;
    // Nearly 100 MB of text, in JSON and .ics, and still more than 30 MB when compressed.
    expect(bytes).toBeGreaterThan(30 * MB);
    expect(most).toBeLessThan(20 * MB);
  }, 120_000);

  it('releases its connection when the client disconnects', async () => {
    const { user } = await signUpWithData();
    for (let i = 0; i < 6; i++) {
      for await (const _ of exportChunks(server.app.platform, mintScope(user.profile._id, 'user'))) break;
    }
    expect((await user.call('GET', '/api/tasks')).status).toBe(200);
  });
});

const PASSWORD = 'correct horse battery';
const closeAccount = (user: TestUser, change: object = {}) =>
  user.call('POST', '/api/user/delete-account', {
    email: user.profile.email,
    password: PASSWORD,
    ...change,
  });
const linkIn = (text: string, page: string) => new RegExp(`/${page}#([\\w-]{32})`).exec(text)?.[1] ?? '';

async function isThere({ profile }: TestUser): Promise<boolean> {
  const rows = await db.selectFrom('users').select('id').where('id', '=', profile._id).execute();
  return rows.length > 0;
}

async function work(on: TestServer, name: string, data: object = {}) {
  const job = on.app.jobs.find((candidate) => candidate.name === name);
  await job?.run(data);
}

describe('closing an account', () => {
  it('requires the address and the password, and counts wrong ones', async () => {
    const user = await server.signUp();
    const wrongAddress = await closeAccount(user, { email: 'somebody@example.com' });
    expect(wrongAddress.error).toMatchObject({
      code: 'invalid_request',
      fields: { email: expect.any(String) },
    });
    expect((await closeAccount(user, { password: undefined })).error.code).toBe('confirmation_needed');
    for (const password of ['wrong', '']) {
      const reply = await closeAccount(user, { password });
      expect(reply.error).toMatchObject({ code: 'invalid_request', fields: { password: 'is wrong' } });
    }
    for (let i = 0; i < 8; i++) await closeAccount(user, { password: 'wrong' });
    // Now even the correct password is refused, so that a stolen session cannot guess further.
    expect((await closeAccount(user)).status).toBe(429);
    server.setTime('2026-11-16T08:11:00Z');
    expect((await closeAccount(user)).body.state).toBe('closed');
  });

  it('accepts a confirmation of this session, by passkey, instead of the password', async () => {
    const user = await server.signUp();
    const elsewhere = await signInTokens(server.app, user.profile.email);
    const confirmation = await user.call('POST', '/api/user/security/confirmation', { password: PASSWORD });
    expect(confirmation.status).toBe(200);
    const body = { email: user.profile.email };
    const other = await server.call('POST', '/api/user/delete-account', body, {
      authorization: `Bearer ${elsewhere.access_token}`,
    });
    expect(other.error.code).toBe('confirmation_needed');
    server.setTime('2026-11-16T08:10:01Z');
    expect((await user.call('POST', '/api/user/delete-account', body)).error.code).toBe(
      'confirmation_needed',
    );
    server.setTime('2026-11-16T08:09:59Z');
    expect((await user.call('POST', '/api/user/delete-account', body)).body.state).toBe('closed');
  });

  it('blocks access, names the deletion date, and can be cancelled by signing in', async () => {
    const { user, token } = await signUpWithData();
    const reply = await closeAccount(user, { email: user.profile.email.toUpperCase() });
    expect(reply.body).toMatchObject({ state: 'closed', deletesAt: '2026-11-23T08:00:00.000Z' });
    const shut = await user.call('GET', '/api/user/profile');
    expect(shut.status).toBe(403);
    expect(shut.error).toMatchObject({
      code: 'account_closing',
      message: expect.stringContaining('2026-11-23'),
    });
    const byToken = await server.call('GET', '/api/tasks', undefined, { authorization: `Bearer ${token}` });
    expect(byToken.error.code).toBe('account_closing');
    const status = await user.call('GET', '/api/user/account-closing');
    expect(status.body).toMatchObject({ confirmBy: 'password', deletesAt: '2026-11-23T08:00:00.000Z' });
    expect((await user.call('POST', '/api/user/keep-account')).status).toBe(200);
    expect((await user.call('GET', '/api/tasks')).body.tasks).toHaveLength(2);
    // The account is no longer closed, and other accounts cannot be kept.
    expect((await user.call('POST', '/api/user/keep-account')).status).toBe(404);
  });

  it('mails a link that reopens it once', async () => {
    const user = await server.signUp();
    await closeAccount(user);
    const mail = await server.mailTo(user.profile.email, 2);
    expect(mail.subject).toContain('2026-11-23');
    const token = linkIn(mail.text, 'keep-account');
    expect(token).not.toBe('');
    expect(await server.dump()).not.toContain(token);
    const keep = () => server.call('POST', '/api/account-links/keep', { token });
    expect((await server.call('POST', '/api/account-links/close', { token })).status).toBe(404);
    expect((await keep()).status).toBe(200);
    expect((await user.call('GET', '/api/user/profile')).status).toBe(200);
    expect((await keep()).status).toBe(404);
  });

  it('can be repeated after it was cancelled; only the newest link counts', async () => {
    const user = await server.signUp();
    await closeAccount(user);
    const first = linkIn((await server.mailTo(user.profile.email, 2)).text, 'keep-account');
    await user.call('POST', '/api/user/keep-account');
    await closeAccount(user);
    const second = linkIn((await server.mailTo(user.profile.email, 3)).text, 'keep-account');
    expect((await server.call('POST', '/api/account-links/keep', { token: first })).status).toBe(404);
    expect((await server.call('POST', '/api/account-links/keep', { token: second })).status).toBe(200);
  });
});

describe('deleting an account', () => {
  it('removes all rows and sign-ins of the account, and nothing else', async () => {
    const bystander = await signUpWithData();
    const { user } = await signUpWithData('gone@example.com');
    const checkout = await user.call('POST', '/api/user/checkout');
    expect(checkout.status).toBe(200);
    const referred = await server.signUp();
    await db
      .updateTable('users')
      .set({ referred_by: user.profile._id })
      .where('id', '=', referred.profile._id)
      .execute();
    await closeAccount(user);

    server.setTime('2026-11-23T07:59:59Z');
    await work(server, 'data.delete-account', { userId: user.profile._id });
    expect(await isThere(user)).toBe(true);
    const token = linkIn((await server.mailTo('gone@example.com', 2)).text, 'keep-account');

    server.setTime('2026-11-23T08:00:00Z');
    expect((await server.call('POST', '/api/account-links/keep', { token })).status).toBe(404);
    await work(server, 'data.delete-account', { userId: user.profile._id });
    // Repeated, as after a crash between the work and its acknowledgement.
    await work(server, 'data.delete-account', { userId: user.profile._id });

    for (const table of await listUserTables()) {
      const { rows } = await sql<{ count: string }>`
        select count(*) from ${sql.table(table)} where user_id = ${user.profile._id}`.execute(db);
      expect(`${table}: ${rows[0]?.count}`).toBe(`${table}: 0`);
    }
    const dump = await server.dump();
    expect(dump).not.toContain('gone@example.com');
    expect(dump.replace(/^.*pgboss.*$/gm, '')).not.toContain(user.profile.canonicalId);
    server.setTime(START);
    expect((await user.call('GET', '/api/user/profile')).status).toBe(401);
    expect((await bystander.user.call('GET', '/api/tasks')).body.tasks).toHaveLength(2);
  });

  it('waits for an unavailable payment provider, and ends the subscription first', async () => {
    const user = await server.signUp();
    const { url } = (await user.call('POST', '/api/user/checkout')).body;
    await server.app.http.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await user.call('POST', '/api/user/billing/refresh');
    await closeAccount(user);
    server.setTime('2026-11-23T08:00:00Z');
    const fault = (times: number) =>
      server.call('POST', '/sandbox/faults', { provider: 'stripe', kind: 'error', times });
    await fault(9);
    await work(server, 'data.delete-account', { userId: user.profile._id });
    expect(await isThere(user)).toBe(true);
    const page = () => server.app.http.inject({ method: 'GET', url: '/sandbox/payments' });
    expect((await page()).body).toContain(user.profile.email);
    await fault(0);
    await work(server, 'data.delete-account', { userId: user.profile._id });
    expect(await isThere(user)).toBe(false);
    expect((await page()).body).not.toContain(user.profile.email);
  });

  describe('when a provider fails', () => {
    const dueUser = async () => {
      const user = await server.signUp();
      await closeAccount(user);
      server.setTime('2026-11-23T08:00:00Z');
      return user;
    };
    /** Deletes with an ending that fails. Returns the queued jobs and the number of logged errors. */
    async function deleteWith(user: TestUser, failure: Error, isRetry = false) {
      const enqueue = vi.fn<(name: string, data: object, options?: { startAfter?: Date }) => Promise<void>>(
        async () => {},
      );
      const error = vi.fn();
      const platform = {
        ...server.app.platform,
        jobs: { ...server.app.platform.jobs, enqueue },
        log: { error } as unknown as typeof server.app.platform.log,
        endings: [{ name: 'billing', end: () => Promise.reject(failure) }],
      };
      await deleteAccountNow(platform, { userId: user.profile._id, isRetry });
      return { queued: enqueue.mock.calls, received: error.mock.calls.length };
    }

    it.each([
      ['rate_limited', { retryAfterSeconds: 90 }, '2026-11-23T08:01:30.000Z'],
      ['unavailable', {}, '2026-11-23T08:05:00.000Z'],
    ] as const)('%s: tries again if that may help', async (kind, options, startAfter) => {
      const user = await dueUser();
      const { queued, received } = await deleteWith(user, new ProviderFailure(kind, 'Later', options));
      expect(queued).toEqual([
        [
          'data.delete-account',
          { userId: user.profile._id, isRetry: true },
          { startAfter: new Date(startAfter) },
        ],
      ]);
      expect(received).toBe(0);
      expect(await isThere(user)).toBe(true);
    });

    it('leaves a second failure to the next hour, so that attempts do not pile up', async () => {
      const user = await dueUser();
      const failure = new ProviderFailure('unavailable', 'Still away');
      expect((await deleteWith(user, failure, true)).queued).toEqual([]);
      expect(await isThere(user)).toBe(true);
    });

    it.each(['rejected', 'reconnect_needed'] as const)('%s: logs an error', async (kind) => {
      const user = await dueUser();
      expect(await deleteWith(user, new ProviderFailure(kind, 'No'))).toEqual({ queued: [], received: 1 });
      expect(await isThere(user)).toBe(true);
      // Once the cause is fixed, the next hourly run succeeds.
      await work(server, 'data.delete-account', { userId: user.profile._id });
      expect(await isThere(user)).toBe(false);
    });

    it('does not hide our own errors', async () => {
      const user = await dueUser();
      await expect(deleteWith(user, new TypeError('x is undefined'))).rejects.toThrow('x is undefined');
      expect(await isThere(user)).toBe(true);
    });
  });

  it('is started for every account that is due', async () => {
    const [due, later] = [await server.signUp(), await server.signUp()];
    await closeAccount(due);
    server.setTime('2026-11-18T08:00:00Z');
    await closeAccount(later);
    server.setTime('2026-11-23T08:00:00Z');
    await server.app.work();
    await work(server, 'data.delete-due-accounts');
    await expect.poll(() => isThere(due), { timeout: 10_000 }).toBe(false);
    expect(await isThere(later)).toBe(true);
  });

  it('reserves the username for a while, as a hash', async () => {
    const user = await server.signUp({ firstName: 'Ottoline', lastName: 'Quill' });
    expect(user.profile.publicProfileLink).toMatch(/ottoline-quill$/);
    await closeAccount(user);
    server.setTime('2026-11-23T08:00:00Z');
    await work(server, 'data.delete-account', { userId: user.profile._id });
    expect(await server.dump()).not.toContain('ottoline');
    server.setTime(START);
    const next = await server.signUp({ firstName: 'Ottoline', lastName: 'Quill' });
    expect(next.profile.publicProfileLink).toMatch(/ottoline-quill-\d+$/);
  });
});
