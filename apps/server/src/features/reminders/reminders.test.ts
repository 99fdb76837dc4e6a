import { randomUUID } from 'node:crypto';
import type { Notification, Reminder, ReminderSettings } from '@dayloom/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';

const server = await openTestServer({ BILLING: 'off' });

let minutes = 0;
/** Every test has a day of its own, at noon in UTC. */
function newDay(): (time: string) => string {
  minutes += 1;
  const day = new Date(Date.UTC(2026, 0, 4 + minutes * 3)).toISOString().slice(0, 10);
  server.setTime(`${day}T06:00:00Z`);
  return (time) => `${day}T${time}:00Z`;
}

const sweep = () => server.runJob('reminders.sweep', {});
const sendMails = () => server.runJob('mails.send-due', {});

async function at(instant: string) {
  server.setTime(instant);
  await sweep();
  await sendMails();
}

async function notifications(user: TestUser): Promise<Notification[]> {
  return (await user.call('GET', '/api/notifications')).body['notifications'];
}

const titles = async (user: TestUser) =>
  (await notifications(user)).map(({ kind, title }) => `${kind} ${title}`);

const mails = async (user: TestUser): Promise<{ subject: string; text: string }[]> =>
  (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(user.profile.email)}`)).body[
    'messages'
  ];
const reminderMails = async (user: TestUser) =>
  (await mails(user)).filter(({ subject }) => subject.startsWith('Reminder: '));

const defaults = (change: Partial<ReminderSettings['defaults']>) => ({ defaults: change });
const setDefaults = (user: TestUser, change: Partial<ReminderSettings['defaults']>) =>
  user.call('PATCH', '/api/reminders/settings', defaults(change));

const app = (...minutesBefore: number[]): Reminder[] =>
  minutesBefore.map((before) => ({ minutesBefore: before, channels: ['app'] }));

async function addEvent(user: TestUser, event: object): Promise<string> {
  const reply = await user.call('POST', '/api/events', { title: 'Standup', ...event });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body['eventId'] ?? reply.body['event']?._id;
}

describe('a reminder of an event', () => {
  it('comes ten minutes before by default, once, and leads to its day', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'America/New_York' });
    await addEvent(user, { startsAt: time('15:00'), endsAt: time('15:30'), location: 'Room 4' });
    await at(time('14:49'));
    expect(await notifications(user)).toEqual([]);
    await at(time('14:50'));
    await at(time('14:51'));
    const [only, ...others] = await notifications(user);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      kind: 'event',
      title: 'Standup',
      text: 'Room 4',
      at: new Date(time('15:00')).toISOString(),
      path: `/calendar-flow?date=${time('15:00').slice(0, 10)}`,
      readAt: null,
    });
  });

  it('whose mail cannot be sent in time is dropped with a note, and nobody else is notified', async () => {
    const time = newDay();
    const [user, other] = [await server.signUp(), await server.signUp()];
    for (const person of [user, other])
      await setDefaults(person, { event: [{ minutesBefore: 0, channels: ['email'] }] });
    await addEvent(user, { startsAt: time('15:00'), endsAt: time('15:30') });
    await addEvent(other, { startsAt: time('16:00'), endsAt: time('16:30') });
    // The mails of signing up would use up the faults.
    for (const { profile } of [user, other]) await server.mailTo(profile.email);
    await server.call('POST', '/sandbox/faults', { provider: 'mail', kind: 'undeliverable', times: 3 });
    for (const moment of ['15:00', '15:01']) await at(time(moment));
    expect(await notifications(user)).toEqual([]);
    // The next attempt would come after the event.
    await at(time('15:06'));
    const text = 'The email about it could not be sent in time.';
    expect(await notifications(user)).toMatchObject([
      { kind: 'event', title: 'Standup', text, readAt: null },
    ]);
    await at(time('16:00'));
    expect(await reminderMails(user)).toEqual([]);
    expect(await reminderMails(other)).toHaveLength(1);
    expect(await notifications(other)).toEqual([]);
    // Nobody sends mails for an hour.
    await addEvent(other, { startsAt: time('18:00'), endsAt: time('18:30') });
    server.setTime(time('18:00'));
    await sweep();
    await at(time('19:00'));
    expect(await reminderMails(other)).toHaveLength(1);
    expect(await notifications(other)).toMatchObject([{ title: 'Standup', text }]);
    expect(await notifications(user)).toHaveLength(1);
  });

  it('moves with it, is dropped with it, and comes again after it was sent and the event moved', async () => {
    const time = newDay();
    const user = await server.signUp();
    const id = await addEvent(user, { startsAt: time('15:00'), endsAt: time('15:30') });
    const gone = await addEvent(user, { title: 'Gone', startsAt: time('15:00'), endsAt: time('15:30') });
    await at(time('14:00'));
    const move = (to: string, until: string, version: number) =>
      user.call('PATCH', `/api/events/${id}`, { startsAt: time(to), endsAt: time(until), version });
    expect((await move('16:00', '16:30', 1)).status).toBe(200);
    expect((await user.call('DELETE', `/api/events/${gone}`)).status).toBe(200);
    await at(time('14:50'));
    expect(await titles(user)).toEqual([]);
    await at(time('15:50'));
    expect(await titles(user)).toEqual(['event Standup']);
    expect((await move('18:00', '18:30', 2)).status).toBe(200);
    await at(time('17:50'));
    expect(await titles(user)).toEqual(['event Standup', 'event Standup']);
  });

  it('comes late, once, for a deleted event that an undo brings back after it was due', async () => {
    const time = newDay();
    const user = await server.signUp();
    const [soon, sent, later] = [
      await addEvent(user, { title: 'Soon', startsAt: time('15:00'), endsAt: time('15:30') }),
      await addEvent(user, { title: 'Sent', startsAt: time('14:30'), endsAt: time('15:30') }),
      await addEvent(user, { title: 'Later', startsAt: time('17:00'), endsAt: time('17:30') }),
    ];
    await at(time('14:20'));
    expect(await titles(user)).toEqual(['event Sent']);
    const remove = async (id: string) => (await user.call('DELETE', `/api/events/${id}`)).body['commandId'];
    const undo = (command: string) => user.call('POST', `/api/commands/${command}/undo`);
    const commands = [await remove(soon), await remove(sent), await remove(later)];
    await at(time('14:45'));
    await at(time('14:54'));
    expect(await titles(user)).toEqual(['event Sent']);
    for (const command of commands) expect((await undo(command)).status).toBe(200);
    await at(time('14:55'));
    await at(time('14:56'));
    expect(await titles(user)).toEqual(['event Soon', 'event Sent']);
    await at(time('16:50'));
    await at(time('16:51'));
    expect(await titles(user)).toEqual(['event Later', 'event Soon', 'event Sent']);
  });

  it('follows each occurrence of a series, with the series’ own reminders', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const id = await addEvent(user, {
      startsAt: time('09:00'),
      endsAt: time('09:30'),
      timeZone: 'Europe/Berlin',
      recurrenceRule: 'FREQ=DAILY;COUNT=3',
    });
    const own = await user.call('PUT', `/api/reminders/event/${id}`, { reminders: app(30) });
    expect(own.body).toMatchObject({ reminders: app(30), inherited: [{ minutesBefore: 10 }] });
    const next = (days: number, clock: string) =>
      new Date(Date.parse(time(clock)) + days * DAY_MS).toISOString();
    await at(time('08:30'));
    expect(await titles(user)).toHaveLength(1);
    await at(next(1, '08:30'));
    await at(next(1, '08:50'));
    expect(await titles(user)).toHaveLength(2);
    await at(next(2, '08:31'));
    await at(next(3, '08:31'));
    expect(await titles(user)).toHaveLength(3);
    expect((await user.call('PUT', `/api/reminders/event/${id}`, { reminders: null })).body).toMatchObject({
      reminders: null,
    });
  });

  it('keeps own reminders on both parts of a series that is split', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const id = await addEvent(user, {
      startsAt: time('09:00'),
      endsAt: time('09:30'),
      timeZone: 'Europe/Berlin',
      recurrenceRule: 'FREQ=DAILY;COUNT=4',
    });
    await user.call('PUT', `/api/reminders/event/${id}`, { reminders: app(30) });
    const next = (days: number, clock: string) =>
      new Date(Date.parse(time(clock)) + days * DAY_MS).toISOString();
    const { body } = await user.call('PATCH', `/api/events/${id}`, {
      scope: 'following',
      recurrenceId: next(1, '09:00'),
      title: 'Late standup',
      startsAt: next(1, '10:00'),
      endsAt: next(1, '10:30'),
    });
    expect(body.eventId).not.toBe(id);
    const own = await user.call('GET', `/api/reminders/event/${body.eventId}`);
    expect(own.body.reminders).toEqual(app(30));
    await at(time('08:30'));
    await at(next(1, '09:29'));
    expect(await titles(user)).toEqual(['event Standup']);
    await at(next(1, '09:30'));
    expect(await titles(user)).toEqual(['event Late standup', 'event Standup']);
    // They are their own from now on.
    await user.call('PUT', `/api/reminders/event/${body.eventId}`, { reminders: [] });
    expect((await user.call('GET', `/api/reminders/event/${id}`)).body.reminders).toEqual(app(30));
  });

  it('counts from nine o’clock for whole days, and follows the reminders of its calendar', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'America/New_York' });
    const date = time('00:00').slice(0, 10);
    const next = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
    await setDefaults(user, { allDayEvent: app(60) });
    await addEvent(user, { title: 'Fair', isAllDay: true, startsOn: date, endsOn: next });
    await at(time('12:59'));
    expect(await titles(user)).toEqual([]);
    await at(time('13:00'));
    expect(await titles(user)).toEqual(['allDayEvent Fair']);

    const [calendar] = (await user.call('GET', '/api/calendars')).body['calendars'];
    await user.call('PUT', `/api/reminders/calendar/${calendar._id}`, { reminders: [] });
    await addEvent(user, { title: 'Quiet', startsAt: time('16:00'), endsAt: time('16:30') });
    await at(time('15:55'));
    expect(await titles(user)).toEqual(['allDayEvent Fair']);
  });
});

describe('a reminder of a booking', () => {
  it('is the usual one of bookings, unless its calendar or its event has others', async () => {
    server.setTime('2026-11-16T06:00:00Z');
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await setDefaults(user, { booking: app(20), event: app(10) });
    await server.call('POST', '/api/booking/create', {
      username: user.profile.username,
      eventType: '30-min',
      startsAt: '2026-11-17T10:00:00.000Z',
      timeZone: 'Europe/Berlin',
      name: 'Ada Byron',
      email: 'ada@example.org',
    });
    const range = 'from=2026-11-17T00:00:00Z&to=2026-11-18T00:00:00Z';
    const [booked] = (await user.call('GET', `/api/events?${range}`)).body['occurrences'];
    const { eventId, calendarId } = booked;
    const readOwn = async () => (await user.call('GET', `/api/reminders/event/${eventId}`)).body;
    expect(await readOwn()).toMatchObject({ reminders: null, inherited: app(20) });
    await user.call('PUT', `/api/reminders/calendar/${calendarId}`, { reminders: app(60, 30) });
    expect(await readOwn()).toMatchObject({ reminders: null, inherited: app(60, 30) });
    await at('2026-11-17T08:59:00Z');
    expect(await notifications(user)).toEqual([]);
    await at('2026-11-17T09:00:00Z');
    expect(await notifications(user)).toMatchObject([
      { kind: 'booking', title: '30 minutes: Maya Okafor and Ada Byron' },
    ]);
    await user.call('PUT', `/api/reminders/event/${eventId}`, { reminders: app(15) });
    await at('2026-11-17T09:30:00Z');
    expect(await notifications(user)).toHaveLength(1);
    await at('2026-11-17T09:45:00Z');
    expect(await notifications(user)).toHaveLength(2);
  });
});

describe('reminders by channel and kind', () => {
  it('come late, once, for blocks that an undo brings back after they were due', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'Etc/UTC' });
    await setDefaults(user, { task: [], block: app(10) });
    const place = async (title: string, startsAt: string) => {
      const { task } = (await user.call('POST', '/api/tasks', { title, durationMinutes: 15 })).body;
      const { plan, commandId } = (
        await user.call('POST', '/api/blocks', { taskId: task._id, startsAt: time(startsAt) })
      ).body;
      const blockId: string = plan.blocks.find(({ taskId }: { taskId: string }) => taskId === task._id)._id;
      return { taskId: task._id as string, blockId, commandId: commandId as string };
    };
    const undo = async (command: string) =>
      expect((await user.call('POST', `/api/commands/${command}/undo`)).status).toBe(200);
    const remove = async (id: string): Promise<string> =>
      (await user.call('DELETE', `/api/blocks/${id}`)).body.commandId;
    const [soon, sent, replaced] = [
      await place('Soon', '10:00'),
      await place('Sent', '09:45'),
      await place('Replaced', '11:00'),
    ];
    await at(time('09:35'));
    expect(await titles(user)).toEqual(['block Sent']);
    const commands = [await remove(soon.blockId), await remove(sent.blockId)];
    await at(time('09:44'));
    await at(time('09:54'));
    expect(await titles(user)).toEqual(['block Sent']);
    for (const command of commands) await undo(command);
    await at(time('09:55'));
    await at(time('09:56'));
    expect(await titles(user)).toEqual(['block Soon', 'block Sent']);

    // The task was reminded of for that time already, by the block in its place.
    const removed = await remove(replaced.blockId);
    await sweep();
    const { commandId } = (
      await user.call('POST', '/api/blocks', { taskId: replaced.taskId, startsAt: time('11:00') })
    ).body;
    await at(time('10:50'));
    const all = ['block Replaced', 'block Soon', 'block Sent'];
    expect(await titles(user)).toEqual(all);
    await undo(commandId);
    await undo(removed);
    await at(time('10:57'));
    await at(time('10:58'));
    expect(await titles(user)).toEqual(all);
  });

  it('remind of deadlines, planned blocks and their changes', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'Etc/UTC' });
    await setDefaults(user, { task: app(60), block: app(5) });
    const task = (await user.call('POST', '/api/tasks', { title: 'Report', dueAt: time('17:00') })).body[
      'task'
    ];
    await user.call('POST', '/api/blocks', { taskId: task._id, startsAt: time('10:00') });
    await at(time('09:55'));
    expect(await titles(user)).toEqual(['block Report']);
    await at(time('16:00'));
    expect(await titles(user)).toEqual(['task Report', 'block Report']);
    const [entry] = await notifications(user);
    expect(entry?.path).toBe(`/tasks?task=${task._id}`);

    const other = (await user.call('POST', '/api/tasks', { title: 'Soon done', dueAt: time('19:00') })).body[
      'task'
    ];
    await sweep();
    await user.call('PATCH', `/api/tasks/${other._id}`, { status: 'done' });
    await at(time('18:05'));
    expect(await titles(user)).toHaveLength(2);
  });

  it('of a kind that does not exist are refused, and nothing is saved', async () => {
    const user = await server.signUp();
    const before = (await user.call('GET', '/api/reminders/settings')).body;
    const change = { event: [{ minutesBefore: 5, channels: ['app'] }], meetings: [] };
    expect(await user.call('PATCH', '/api/reminders/settings', { defaults: change })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect((await user.call('GET', '/api/reminders/settings')).body).toEqual(before);
  });

  it('go by mail with a link that stops them by one click', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'America/New_York' });
    await setDefaults(user, { event: [{ minutesBefore: 30, channels: ['email'] }] });
    await addEvent(user, { startsAt: time('15:00'), endsAt: time('16:00') });
    await at(time('14:30'));
    await sendMails();
    const [mail, ...more] = await reminderMails(user);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Reminder: Standup');
    expect(mail?.text).toContain('Starts at 10:00 AM');
    const [link = ''] = /http\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '') ?? [];
    const path = new URL(link).pathname;

    const page = await server.app.http.inject({ method: 'GET', url: path });
    expect(page.body).toContain('Stop reminders by email');
    const settings = async () => (await user.call('GET', '/api/reminders/settings')).body['settings'];
    expect((await settings()).mailsReminders).toBe(true);
    const clicked = await server.app.http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.statusCode).toBe(200);
    expect((await settings()).mailsReminders).toBe(false);
    const repeated = await server.app.http.inject({ method: 'POST', url: path });
    expect(repeated.statusCode).toBe(200);
    const forged = path.replace('reminders.', 'briefing.');
    expect((await server.app.http.inject({ method: 'POST', url: forged })).statusCode).toBe(404);
    // A browser follows a link that lost its end: it shows a page, not data.
    for (const url of [path.slice(0, -5), path + 'x'.repeat(300), path + 'x'.repeat(4_000)]) {
      const broken = await server.app.http.inject({
        method: 'GET',
        url,
        headers: { accept: 'text/html,application/xhtml+xml' },
      });
      expect({ status: broken.statusCode, type: broken.headers['content-type'] }).toEqual({
        status: 404,
        type: 'text/html; charset=utf-8',
      });
      expect(broken.body).toContain('<h1>This link does not work</h1>');
      expect(broken.body).toContain('This link is not complete. Copy all of it from the mail.');
      expect((await server.app.http.inject({ method: 'POST', url })).statusCode).toBe(404);
    }
    await addEvent(user, { startsAt: time('18:00'), endsAt: time('19:00') });
    await at(time('17:30'));
    expect(await reminderMails(user)).toHaveLength(1);
    expect(await titles(user)).toEqual([]);
    await server.app.platform.db.deleteFrom('users').where('id', '=', user.profile._id).execute();
    expect((await server.app.http.inject({ method: 'POST', url: path })).statusCode).toBe(200);
  });

  it('are not sent to people who want no mail, or whose account is closed', async () => {
    const time = newDay();
    const [user, closed] = [await server.signUp(), await server.signUp()];
    await user.call('PATCH', '/api/user/preferences', { notifications: { channels: { email: false } } });
    expect((await user.call('GET', '/api/reminders/settings')).body).toMatchObject({
      reachable: ['app'],
      mail: 'refused',
    });
    for (const person of [user, closed]) {
      await setDefaults(person, { event: [{ minutesBefore: 30, channels: ['email'] }] });
      await addEvent(person, { startsAt: time('15:00'), endsAt: time('16:00') });
    }
    await sweep();
    await server.app.platform.db
      .updateTable('users')
      .set({ deletes_at: new Date(time('23:00')) })
      .where('id', '=', closed.profile._id)
      .execute();
    await at(time('14:30'));
    expect([await reminderMails(user), await reminderMails(closed)]).toEqual([[], []]);
  });
});

describe('a reminder that was missed', () => {
  it('is sent late as long as it is of use, and noted afterwards', async () => {
    const time = newDay();
    const user = await server.signUp();
    await setDefaults(user, { event: [{ minutesBefore: 10, channels: ['app', 'email'] }] });
    await addEvent(user, { title: 'Running', startsAt: time('15:00'), endsAt: time('16:00') });
    await addEvent(user, { title: 'Over', startsAt: time('12:00'), endsAt: time('12:30') });
    await sweep();
    // The server is away from six until a quarter past three.
    await at(time('15:15'));
    await sendMails();
    expect((await titles(user)).sort()).toEqual(['event Running', 'missed Over']);
    expect((await reminderMails(user)).map(({ subject }) => subject)).toEqual(['Reminder: Running']);
    expect((await reminderMails(user))[0]?.text).toContain('Started at 3:00 PM');
  });

  it('is not sent for something that is made when it would be past', async () => {
    const time = newDay();
    const user = await server.signUp();
    await at(time('14:00'));
    await addEvent(user, { startsAt: time('14:05'), endsAt: time('15:00') });
    await at(time('14:01'));
    expect(await titles(user)).toEqual([]);
  });

  it('comes at once when a change puts it into the past, as long as its subject is ahead', async () => {
    const time = newDay();
    const user = await server.signUp();
    const id = await addEvent(user, { startsAt: time('16:00'), endsAt: time('16:30') });
    const other = await addEvent(user, { title: 'Over', startsAt: time('16:00'), endsAt: time('16:30') });
    await at(time('14:54'));
    await user.call('PATCH', `/api/events/${id}`, {
      startsAt: time('15:00'),
      endsAt: time('15:30'),
      version: 1,
    });
    // What has already begun needs no reminder.
    await user.call('PATCH', `/api/events/${other}`, {
      startsAt: time('14:50'),
      endsAt: time('15:20'),
      version: 1,
    });
    await at(time('14:55'));
    await at(time('14:56'));
    expect(await titles(user)).toEqual(['event Standup']);
    await at(time('15:50'));
    expect(await titles(user)).toEqual(['event Standup']);
  });

  it('comes at once when more notice is asked for than there is left', async () => {
    const time = newDay();
    const user = await server.signUp();
    await addEvent(user, { startsAt: time('15:00'), endsAt: time('15:30') });
    await at(time('14:44'));
    // Both are late, and one is enough.
    await setDefaults(user, {
      event: [
        { minutesBefore: 60, channels: ['app'] },
        { minutesBefore: 30, channels: ['app'] },
      ],
    });
    await at(time('14:45'));
    expect(await titles(user)).toEqual(['event Standup']);
    await at(time('14:51'));
    expect(await titles(user)).toEqual(['event Standup']);
  });

  it('is not repeated when one time of its series is edited right after it', async () => {
    const time = newDay();
    const user = await server.signUp();
    const id = await addEvent(user, {
      startsAt: time('15:00'),
      endsAt: time('15:30'),
      recurrenceRule: 'FREQ=DAILY;COUNT=3',
    });
    await at(time('14:50'));
    expect(await titles(user)).toEqual(['event Standup']);
    server.setTime(time('14:51'));
    const { body } = await user.call('GET', `/api/events?from=${time('14:00')}&to=${time('16:00')}`);
    const [{ recurrenceId, version }] = body['occurrences'];
    const edited = await user.call('PATCH', `/api/events/${id}`, {
      location: 'Room 9',
      recurrenceId,
      scope: 'this',
      version,
    });
    expect(edited.status).toBe(200);
    await at(time('14:51'));
    await at(time('14:55'));
    expect(await titles(user)).toEqual(['event Standup']);
  });

  it('is decided for each user: one whose reminders cannot be made holds up nobody', async () => {
    const time = newDay();
    const [user, broken] = [await server.signUp(), await server.signUp()];
    await addEvent(broken, { title: 'Long', startsAt: time('12:00'), endsAt: time('18:00') });
    await at(time('08:00'));
    const store = (settings: string) =>
      server.app.platform.db
        .updateTable('reminder_users')
        .set({ settings })
        .where('user_id', '=', broken.profile._id)
        .execute();
    await store('{"defaults":{"event":7}}');
    await addEvent(broken, { title: 'Longer', startsAt: time('12:00'), endsAt: time('18:00') });
    for (const clock of ['08:05', '11:55', '12:45']) await at(time(clock));
    await addEvent(user, { startsAt: time('12:50'), endsAt: time('13:50') });
    await at(time('12:46'));
    expect(await titles(user)).toEqual([]);
    // What became due meanwhile was not missed for good.
    await store('{}');
    await at(time('12:47'));
    expect((await titles(broken)).sort()).toEqual(['event Long', 'event Longer']);
  });

  it('is found after days away, although it had no row yet', async () => {
    const time = newDay();
    const user = await server.signUp();
    const later = (clock: string) => new Date(Date.parse(time(clock)) + 3 * DAY_MS).toISOString();
    await addEvent(user, { startsAt: later('15:00'), endsAt: later('16:00') });
    await sweep();
    await at(later('15:20'));
    expect(await titles(user)).toEqual(['event Standup']);
  });
});

describe('the daily mails', () => {
  it('have the hours of the locale that the browser names', async () => {
    server.setTime('2026-02-06T12:00:00Z');
    await sweep();
    const user = await server.signUp({ timeZone: 'UTC' });
    await user.call('PATCH', '/api/reminders/settings', { briefing: { isOn: true, at: '07:00' } });
    await addEvent(user, {
      title: 'Retro',
      startsAt: '2026-02-07T13:00:00Z',
      endsAt: '2026-02-07T14:00:00Z',
    });
    for (const language of ['de-DE,de;q=0.9', '*', 'not a locale', '']) {
      const headers = { 'accept-language': language };
      expect((await user.call('GET', '/api/user/profile', undefined, headers)).status).toBe(200);
    }
    await at('2026-02-07T07:00:00Z');
    const [briefing] = (await mails(user)).filter(({ subject }) => subject.startsWith('Your day'));
    expect(briefing?.text).toContain('13:00–14:00  Retro');
  });

  it('come once a day at the user’s hour, also over a change of the clock', async () => {
    server.setTime('2026-03-06T12:00:00Z');
    // What was due before the first sweep of a server is past.
    await sweep();
    const user = await server.signUp({ timeZone: 'America/New_York' });
    await user.call('PATCH', '/api/reminders/settings', {
      briefing: { isOn: true, at: '02:30' },
      summary: { isOn: true, at: '18:00' },
    });
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    await addEvent(user, {
      title: 'Retro',
      startsAt: '2026-03-08T17:00:00Z',
      endsAt: '2026-03-08T18:00:00Z',
    });
    await addEvent(user, { title: 'Sprint', startsOn: '2026-03-08', endsOn: '2026-03-10' });
    for (
      let instant = Date.parse('2026-03-07T00:00:00Z');
      instant < Date.parse('2026-03-10T00:00:00Z');
      instant += 1_800_000
    )
      await at(new Date(instant).toISOString());
    const subjects = (await mails(user))
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith('Your '));
    expect(subjects.toReversed()).toEqual([
      'Your evening summary: Friday, March 6',
      'Your day: Saturday, March 7',
      'Your evening summary: Saturday, March 7',
      'Your day: Sunday, March 8',
      'Your evening summary: Sunday, March 8',
      'Your day: Monday, March 9',
      'Your evening summary: Monday, March 9',
    ]);
    const sunday = (await mails(user)).find(({ subject }) => subject === 'Your day: Sunday, March 8');
    expect(sunday?.text).toContain('1:00 PM–2:00 PM  Retro');
    expect(sunday?.text).toMatch(/Stop these mails: http\S+\/unsubscribe\/briefing\./);
    // In the mails of its days and of the evenings before, not in those of the days after it.
    const findAbout = async (line: string) =>
      (await mails(user)).filter(({ text }) => text.includes(line)).map(({ subject }) => subject);
    expect((await findAbout('  Retro')).toReversed()).toEqual([
      'Your evening summary: Saturday, March 7',
      'Your day: Sunday, March 8',
    ]);
    expect((await findAbout('All day  Sprint')).toReversed()).toEqual([
      'Your evening summary: Saturday, March 7',
      'Your day: Sunday, March 8',
      'Your evening summary: Sunday, March 8',
      'Your day: Monday, March 9',
    ]);
  });

  it('come late when the server was away over midnight', async () => {
    const time = newDay();
    const user = await server.signUp({ timeZone: 'Etc/UTC' });
    await user.call('PATCH', '/api/reminders/settings', { summary: { isOn: true, at: '23:30' } });
    await at(time('23:00'));
    server.setTime(time('23:45'));
    await user.call('POST', '/api/tasks', { title: 'Noted while no worker was there' });
    // Planned and only ticked, it is done; the other one is not.
    for (const [title, hour, status] of [
      ['Ticked', 20, 'done'],
      ['Left', 21, 'open'],
    ]) {
      const { task } = (await user.call('POST', '/api/tasks', { title, durationMinutes: 15 })).body;
      const place = { startsAt: time(`${hour}:00`), endsAt: time(`${hour}:30`) };
      await user.call('POST', '/api/blocks', { taskId: task._id, ...place });
      await user.call('PATCH', `/api/tasks/${task._id}`, { status });
    }
    await at(new Date(Date.parse(time('23:00')) + 70 * MINUTE_MS).toISOString());
    const [summary, ...others] = (await mails(user)).filter(({ subject }) => subject.includes('summary'));
    expect(others).toEqual([]);
    expect(summary?.text).toContain('Done\n- Ticked\n\nNot done yet\n- Left\n');
  });
});

describe('a daily mail that was missed', () => {
  it('is noted behind the bell, once', async () => {
    const time = newDay();
    await sweep();
    const user = await server.signUp({ timeZone: 'Etc/UTC' });
    await user.call('PATCH', '/api/reminders/settings', { briefing: { isOn: true, at: '08:00' } });
    await at(time('07:00'));
    // The server is away for longer than the mail is of use.
    for (const moment of ['15:00', '15:01']) await at(time(moment));
    expect(await notifications(user)).toMatchObject([
      {
        kind: 'missed',
        title: 'Your daily briefing was not sent',
        text: 'The server could not send it in time.',
        path: '/dashboard',
      },
    ]);
    expect((await mails(user)).filter(({ subject }) => subject.startsWith('Your day'))).toEqual([]);
  });
});

describe('a move to another home zone while reminders wait', () => {
  const move = (user: TestUser, timeZoneName: string) =>
    user.call('PUT', '/api/user/home-time-zone', { timeZoneName });
  const inHours = (day: string, hours: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + hours * HOUR_MS).toISOString();

  it('moves those of whole days and dates, and leaves those of instants', async () => {
    const time = newDay();
    const day = time('00:00').slice(0, 10);
    const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await setDefaults(user, { allDayEvent: app(0), task: app(60), event: app(10) });
    await addEvent(user, {
      title: 'Fair',
      isAllDay: true,
      startsOn: next,
      endsOn: inHours(next, 24).slice(0, 10),
    });
    await addEvent(user, { title: 'Call', startsAt: inHours(next, 12), endsAt: inHours(next, 13) });
    await user.call('POST', '/api/tasks', { title: 'Letter', dueAt: inHours(next, 15) });
    await at(inHours(day, 7));
    await move(user, 'America/New_York');
    // Nine o'clock in Berlin.
    await at(inHours(next, 8));
    await at(inHours(next, 9));
    expect(await titles(user)).toEqual([]);
    await at(inHours(next, 11.9));
    expect(await titles(user)).toEqual(['event Call']);
    // Nine o'clock in New York.
    await at(inHours(next, 14));
    expect((await titles(user)).toSorted()).toEqual(['allDayEvent Fair', 'event Call', 'task Letter']);
    // Back again: nothing comes twice.
    await move(user, 'Europe/Berlin');
    for (const hours of [14.5, 15, 16, 20]) await at(inHours(next, hours));
    expect(await titles(user)).toHaveLength(3);
  });

  it('sends the daily mails of a date once', async () => {
    const time = newDay();
    const day = time('00:00').slice(0, 10);
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('PATCH', '/api/reminders/settings', { briefing: { isOn: true, at: '08:00' } });
    await addEvent(user, { title: 'Fair', startsAt: inHours(day, 20), endsAt: inHours(day, 21) });
    await addEvent(user, { title: 'Fair', startsAt: inHours(day, 44), endsAt: inHours(day, 45) });
    for (const [hours, zone] of [
      [7.5, 'America/New_York'],
      [13.5, 'Asia/Tokyo'],
      [24, 'America/New_York'],
    ] as const) {
      await at(inHours(day, hours));
      await move(user, zone);
      await at(inHours(day, hours + 0.1));
    }
    for (const hours of [30, 36, 38]) await at(inHours(day, hours));
    const briefings = (await mails(user)).filter(({ subject }) => subject.startsWith('Your day'));
    const subjects = briefings.map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(new Set(subjects).size).toBe(2);
  });
});

describe('the list behind the bell', () => {
  it('counts what is unread, and marks one or all as read', async () => {
    const time = newDay();
    const user = await server.signUp();
    await setDefaults(user, { event: app(10, 5) });
    await addEvent(user, { startsAt: time('15:00'), endsAt: time('15:30') });
    await at(time('14:50'));
    await at(time('14:55'));
    const list = await user.call('GET', '/api/notifications');
    expect(list.body).toMatchObject({ unread: 2 });
    const [first] = list.body['notifications'];
    expect((await user.call('POST', '/api/notifications/read', { ids: [first._id] })).body).toMatchObject({
      unread: 1,
    });
    const stranger = await server.signUp();
    await stranger.call('POST', '/api/notifications/read', {});
    expect((await user.call('GET', '/api/notifications')).body['unread']).toBe(1);
    expect((await stranger.call('GET', '/api/notifications')).body).toMatchObject({
      notifications: [],
      unread: 0,
    });
    expect((await user.call('POST', '/api/notifications/read', {})).body['unread']).toBe(0);
    expect((await user.call('POST', '/api/notifications/read', { ids: ['x'] })).status).toBe(400);
  });
});

describe('settings of reminders', () => {
  it('begin with the defaults, keep what is not sent, and refuse what cannot be', async () => {
    const user = await server.signUp();
    const first = (await user.call('GET', '/api/reminders/settings')).body;
    expect(first['settings'].defaults.event).toEqual([{ minutesBefore: 10, channels: ['app', 'push'] }]);
    expect(first).toMatchObject({ reachable: ['app', 'email'], mail: 'sent' });
    await setDefaults(user, { event: app(5) });
    const changed = (await setDefaults(user, { task: [] })).body['settings'];
    expect(changed.defaults).toMatchObject({ event: app(5), task: [], block: [{ minutesBefore: 5 }] });
    const refused = [
      defaults({ event: [{ minutesBefore: -1, channels: ['app'] }] }),
      defaults({ event: [{ minutesBefore: 5, channels: [] }] }),
      defaults({ event: [...app(5), ...app(5)] }),
      defaults({ event: app(1, 2, 3, 4, 5, 6) }),
      { briefing: { isOn: true, at: '25:00' } },
    ];
    for (const body of refused)
      expect((await user.call('PATCH', '/api/reminders/settings', body)).status, JSON.stringify(body)).toBe(
        400,
      );
  });

  it('are out of reach of others', async () => {
    const [user, stranger] = [await server.signUp(), await server.signUp()];
    const task = (await user.call('POST', '/api/tasks', { title: 'Mine' })).body['task'];
    const path = `/api/reminders/task/${task._id}`;
    expect((await user.call('PUT', path, { reminders: app(15) })).status).toBe(200);
    expect((await stranger.call('GET', path)).status).toBe(404);
    expect((await stranger.call('PUT', path, { reminders: [] })).status).toBe(404);
    expect((await user.call('GET', path)).body['reminders']).toEqual(app(15));
    for (const subject of ['calendar', 'event', 'task'])
      expect((await user.call('GET', `/api/reminders/${subject}/${randomUUID()}`)).status).toBe(404);
    expect((await user.call('GET', `/api/reminders/person/${randomUUID()}`)).status).toBe(404);
  });
});

it('is sent although a mail of somebody else cannot be composed, which is tried again while it is of use', async () => {
  const time = newDay();
  const [user, other] = [await server.signUp(), await server.signUp()];
  await addEvent(user, { startsAt: time('15:00'), endsAt: time('15:30') });
  await at(time('14:00'));
  const row = {
    user_id: other.profile._id,
    kind: 'briefing' as const,
    subject_id: '',
    occurrence: 'no date',
    minutes_before: 0,
    channel: 'email' as const,
    starts_at: new Date(time('14:10')),
    due_at: new Date(time('14:10')),
    useful_until: new Date(time('14:55')),
    content: JSON.stringify({ title: '', detail: '', endsAt: null }),
  };
  await server.app.platform.db.insertInto('reminders').values(row).execute();
  const readState = () =>
    server.app.platform.db
      .selectFrom('reminders')
      .select(['state', 'due_at', 'note'])
      .where('user_id', '=', row.user_id)
      .where('occurrence', '=', row.occurrence)
      .executeTakeFirstOrThrow();
  await at(time('14:50'));
  expect(await titles(user)).toEqual(['event Standup']);
  expect(await readState()).toEqual({ state: 'pending', due_at: new Date(time('15:00')), note: null });
  await at(time('15:00'));
  expect(await readState()).toMatchObject({ state: 'dropped', note: 'too_late' });
});
