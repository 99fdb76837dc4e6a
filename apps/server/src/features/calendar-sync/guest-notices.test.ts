import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, demoAccounts, openGoogleClient, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

const RANGE = 'from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z';
/** Not a Google user: she can only be reached by mail. */
const GUEST = 'ada@elsewhere.example';
const calendarId = demoAccounts.google.email;
let server: TestServer;
let user: TestUser;
let api: Awaited<ReturnType<typeof openGoogleClient>>;
let added = 0;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
  user = await server.signUp();
  await connect(server, user, 'google');
  api = await openGoogleClient(server);
});

/** An event that another program created, with or without a guest. */
let event: { title: string; googleId: string; eventId: string };

async function addEvent(attendees: object[]): Promise<typeof event> {
  const title = `Meeting ${(added += 1)}`;
  const { data } = await api.events.insert({
    calendarId,
    requestBody: {
      summary: title,
      description: '<b>Agenda</b>',
      visibility: 'private',
      start: { dateTime: '2026-12-08T10:00:00Z' },
      end: { dateTime: '2026-12-08T11:00:00Z' },
      attendees,
    },
  });
  await syncAllNow(server, user);
  const { body } = await user.call('GET', `/api/events?${RANGE}`);
  const shown = body.occurrences.find((each: Reply['body']) => each['title'] === title);
  return { title, googleId: data.id ?? '', eventId: shown.eventId };
}

const atGoogle = async () => (await api.events.get({ calendarId, eventId: event.googleId })).data;
const mails = async (): Promise<string[]> =>
  (await server.call('GET', `/sandbox/messages?to=${GUEST}`)).body.messages
    .map(({ subject }: { subject: string }) => subject)
    .filter((subject: string) => subject.includes(event.title));
const moved = { startsAt: '2026-12-09T10:00:00Z', endsAt: '2026-12-09T11:00:00Z' };
const move = () => user.call('PATCH', `/api/events/${event.eventId}`, moved);
const wait = async (seconds: number) => {
  server.setTime(new Date(server.now().getTime() + seconds * 1_000).toISOString());
  await syncAllNow(server, user);
};

describe('a change of an event with guests', () => {
  beforeEach(async () => {
    event = await addEvent([
      { email: calendarId, self: true, organizer: true, responseStatus: 'accepted' },
      { email: GUEST, responseStatus: 'accepted' },
    ]);
  });

  test('waits 30 seconds before the guests are notified', async () => {
    const { etag } = await atGoogle();
    const { body } = await move();
    expect(body.pendingNotice).toMatchObject({
      guests: expect.any(Number),
      notifiedAt: new Date(server.now().getTime() + 30_000).toISOString(),
      canWithhold: true,
    });
    await wait(29);
    expect((await atGoogle()).etag).toBe(etag);
    expect(await mails()).toEqual([]);
    await wait(2);
    expect((await atGoogle()).start?.dateTime).toMatch(/^2026-12-09T/);
    expect(await mails()).toEqual([`Updated invitation: ${event.title}`]);
  });

  test('is not sent earlier by Sync now', async () => {
    const { etag } = await atGoogle();
    await move();
    const { body } = await user.call('GET', '/api/calendar-accounts');
    const [{ calendars }] = body.accounts;
    const { calendarId: own } = calendars.find(({ isDefault }: Reply['body']) => isDefault);
    expect((await user.call('POST', '/api/task/syncAllCalendarEvents')).status).toBe(200);
    await server.runJob('calendar-accounts.sync', { userId: user.profile._id, calendarId: own });
    expect((await atGoogle()).etag).toBe(etag);
    await wait(31);
    expect((await atGoogle()).etag).not.toBe(etag);
  });

  test('that is undone in time sends nothing', async () => {
    const before = await atGoogle();
    const { body } = await move();
    await wait(10);
    expect((await user.call('POST', `/api/commands/${body.commandId}/undo`)).body.notice).toBeNull();
    await wait(60);
    expect(await atGoogle()).toEqual(before);
    expect(await mails()).toEqual([]);
  });

  test('is sent without notifying the guests if the user chooses so in time', async () => {
    const { body } = await move();
    const { calendarId: own, uids } = body.pendingNotice;
    const withhold = () =>
      user.call('POST', '/api/calendar-accounts/withhold-notices', { calendarId: own, uids });
    expect((await withhold()).status).toBe(200);
    await wait(31);
    expect((await atGoogle()).start?.dateTime).toMatch(/^2026-12-09T/);
    expect(await mails()).toEqual([]);
    expect(await withhold()).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  });

  test('notifies the guests of a deletion, and its undo restores the event with them', async () => {
    const before = await atGoogle();
    const { body } = await user.call('DELETE', `/api/events/${event.eventId}`);
    await wait(31);
    expect((await atGoogle()).status).toBe('cancelled');
    expect(await mails()).toEqual([`Canceled event: ${event.title}`]);
    await user.call('POST', `/api/commands/${body.commandId}/undo`);
    await wait(31);
    const { etag: _, updated: __, sequence: ___, ...back } = await atGoogle();
    expect(before).toMatchObject(back);
    expect(back).toMatchObject({ status: 'confirmed', visibility: 'private', description: '<b>Agenda</b>' });
    expect(await mails()).toEqual([`Updated invitation: ${event.title}`, `Canceled event: ${event.title}`]);
  });
});

test('a change of an event without guests is sent at once', async () => {
  event = await addEvent([]);
  const { body } = await move();
  expect(body.pendingNotice).toBeNull();
  await syncAllNow(server, user);
  expect((await atGoogle()).start?.dateTime).toMatch(/^2026-12-09T/);
});
