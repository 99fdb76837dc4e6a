import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newAddress, openMeetings, TUESDAY, WEDNESDAY } from '#test/meeting-requests.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let meetings: ReturnType<typeof openMeetings>;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  meetings = openMeetings(server, maya);
});

interface Links {
  readonly url: string;
  readonly shortUrl: string;
}

const follow = ({ shortUrl }: Links) => server.call('GET', `/api/links/${shortUrl.split('/p/')[1]}`);
const renew = (user: TestUser, id: string, attendeeId: string) =>
  user.call('POST', `/api/meeting-requests/${id}/attendees/${attendeeId}/link`);

test('the short link of an attendee leads to the own page, and counts', async () => {
  const made = await meetings.askFor({ attendees: [newAddress(), newAddress()] });
  const [ada, bo] = made['attendees'];
  expect(ada.shortUrl).toMatch(/\/p\/[\w-]{22,}$/);
  for (let time = 0; time < 2; time += 1)
    expect(await follow(ada)).toMatchObject({
      status: 200,
      body: { success: true, target: { kind: 'page', path: new URL(ada.url).pathname } },
    });
  const { attendees } = await meetings.read(made['id']);
  expect(attendees).toEqual([
    { ...ada, linkUses: 2 },
    { ...bo, linkUses: 0 },
  ]);
});

test('it ends 30 days after the last time, and with the request itself', async () => {
  const made = await meetings.askFor({ times: [TUESDAY] });
  const undone = await meetings.ask({ times: [WEDNESDAY] });
  const [ada] = made['attendees'];
  const [bo] = undone.body['meetingRequest'].attendees;
  await meetings.undo(undone.body['commandId']);
  expect((await follow(bo)).status).toBe(404);
  // The page still shows the outcome of the request.
  await meetings.change(made['id'], 'withdraw', {});
  expect((await follow(ada)).status).toBe(200);
  server.setTime('2026-12-17T08:59:00Z');
  expect((await follow(ada)).status).toBe(200);
  server.setTime('2026-12-17T09:00:00Z');
  expect((await follow(ada)).status).toBe(404);
});

test('a new link ends the earlier one, keeps the answer, and is mailed', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ times: [TUESDAY], attendees: [email, newAddress()] });
  const [before, other] = made['attendees'];
  await meetings.sendMails();
  await meetings.answer(before, { answer: 'maybe', reason: 'Perhaps' });
  await follow(before);
  const { status, body } = await renew(maya, made['id'], before.id);
  expect(status).toBe(200);
  const [after, otherAfter] = body['meetingRequest'].attendees;
  expect(otherAfter).toEqual(other);
  expect(after.url).not.toBe(before.url);
  expect(after).toEqual({
    ...before,
    url: after.url,
    shortUrl: after.shortUrl,
    state: 'answered',
    answer: 'maybe',
    times: [TUESDAY],
    reason: 'Perhaps',
    answeredAt: expect.any(String),
  });
  expect((await follow(before)).status).toBe(404);
  expect((await meetings.open(before)).status).toBe(404);
  expect((await meetings.answer(before, { answer: 'decline' })).status).toBe(404);
  expect((await meetings.open(after)).body).toMatchObject({ answer: 'maybe', reason: 'Perhaps' });
  await meetings.sendMails();
  const [mail, ...earlier] = await meetings.mails(email);
  expect(mail?.subject).toBe('New link: Roadmap');
  expect(mail?.text).toContain(after.url);
  expect(earlier).toHaveLength(1);
});

test('who has not had a mail yet gets the first one with the new link', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ attendees: [email] });
  const [before] = made['attendees'];
  const { body } = await renew(maya, made['id'], before.id);
  await meetings.sendMails();
  const mails = await meetings.mails(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Maya Okafor asks: Roadmap']);
  expect(mails[0]?.text).toContain(body['meetingRequest'].attendees[0].url);
  expect(mails[0]?.text).not.toContain(before.url);
});

test('it is for the organizer of a request that still runs, within the limits of mail', async () => {
  const made = await meetings.askFor({ times: [TUESDAY] });
  const [ada] = made['attendees'];
  const stranger = await server.signUp();
  expect((await renew(stranger, made['id'], ada.id)).status).toBe(404);
  expect((await renew(maya, made['id'], crypto.randomUUID())).status).toBe(404);
  expect((await renew(maya, 'not-an-id', ada.id)).status).toBe(404);
  await meetings.sendMails();
  await meetings.change(made['id'], 'withdraw', {});
  expect(await renew(maya, made['id'], ada.id)).toMatchObject({
    status: 409,
    error: { code: 'meeting_closed' },
  });
  expect((await meetings.open(ada)).status).toBe(200);
});
