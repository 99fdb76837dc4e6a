import { beforeAll, expect, test } from 'vitest';
import { connect, demoAccounts, openGoogleClient, syncAllNow } from '#test/calendar-connections.ts';
import { newAddress, openMeetings, TUESDAY } from '#test/meeting-requests.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

const calendarId = demoAccounts.google.email;
let server: TestServer;
let maya: TestUser;
let api: Awaited<ReturnType<typeof openGoogleClient>>;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
  maya = await server.signUp();
  await connect(server, maya, 'google');
  api = await openGoogleClient(server);
});

test('in a connected calendar the provider invites nobody, and a move there reaches the attendees', async () => {
  const meetings = openMeetings(server, maya);
  const email = newAddress();
  const subjects = async () => (await meetings.mails(email)).map(({ subject }) => subject);
  const made = await meetings.askFor({ title: 'Outside', times: [TUESDAY], attendees: [email] });
  await meetings.sendMails();
  const confirmed = await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  expect(confirmed.status).toBe(200);
  await syncAllNow(server, maya);
  await meetings.sendMails();
  const find = async () => {
    const { data } = await api.events.list({ calendarId, q: 'Outside', singleEvents: true });
    return data.items ?? [];
  };
  const [there, ...more] = await find();
  expect(more).toEqual([]);
  expect(there?.attendees ?? []).toEqual([]);
  expect(there?.description).toContain(email);
  const sent = ['Confirmed: Outside, Tue, 17 November 2026, 10:00', 'Maya Okafor asks: Outside'];
  expect(await subjects()).toEqual(sent);

  await api.events.patch({
    calendarId,
    eventId: there?.id ?? '',
    requestBody: {
      start: { dateTime: '2026-11-17T15:00:00Z' },
      end: { dateTime: '2026-11-17T15:45:00Z' },
    },
  });
  await syncAllNow(server, maya);
  await meetings.followEvents();
  await meetings.sendDue();
  expect(await subjects()).toEqual(['New time: Outside, Tue, 17 November 2026, 16:00', ...sent]);
  expect((await meetings.read(made['id']))['confirmedAt']).toBe('2026-11-17T15:00:00.000Z');

  await meetings.change(made['id'], 'withdraw', {});
  await syncAllNow(server, maya);
  await meetings.sendMails();
  expect(await find()).toEqual([]);
  expect((await subjects())[0]).toBe('Cancelled: Outside');
});
