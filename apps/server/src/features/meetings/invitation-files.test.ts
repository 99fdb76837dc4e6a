import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newAddress, openMeetings, type SentMail, TUESDAY, toPage } from '#test/meeting-requests.ts';
import { readFileTwice } from '#test/read-file-twice.ts';
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

function readInvitation(mail: SentMail | undefined) {
  const file = mail?.attachments[0];
  if (!file) throw new Error('The mail has no file.');
  return readFileTwice(file.content);
}

test('the chosen time is a REQUEST to each attendee alone, a new time another one, and the end a CANCEL', async () => {
  const [ada, bob] = [newAddress(), newAddress()];
  const made = await meetings.askFor({
    title: 'Größe; Plan, "B"',
    times: [TUESDAY],
    attendees: [{ email: ada, name: 'Ada Byron' }, bob],
  });
  await meetings.sendMails();
  expect((await meetings.mails(ada))[0]?.attachments).toEqual([]);
  await meetings.answer(made['attendees'][0], { answer: 'accept' });
  await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  await meetings.sendMails();
  const [first] = await meetings.mails(ada);
  const request = readInvitation(first);
  expect(request).toEqual({
    method: 'REQUEST',
    uid: `meeting-${made['id']}@localhost`,
    sequence: 0,
    title: 'Größe; Plan, "B"',
    status: 'CONFIRMED',
    startsAt: TUESDAY,
    endsAt: '2026-11-17T09:45:00.000Z',
    organizer: maya.profile.email,
    attendees: [[ada, 'ACCEPTED']],
  });
  expect(readInvitation((await meetings.mails(bob))[0]).attendees).toEqual([[bob, 'NEEDS-ACTION']]);

  const [event] = await meetings.events();
  await maya.call('PATCH', `/api/events/${event?.['eventId']}`, {
    scope: 'all',
    startsAt: '2026-11-17T13:00:00.000Z',
    endsAt: '2026-11-17T14:00:00.000Z',
  });
  await meetings.followEvents();
  await meetings.followEvents();
  await meetings.sendDue();
  const [moved] = await meetings.mails(ada);
  expect(moved?.subject).toBe('New time: Größe; Plan, "B", Tue, 17 November 2026, 14:00');
  expect(readInvitation(moved)).toMatchObject({
    method: 'REQUEST',
    uid: request.uid,
    sequence: 1,
    startsAt: '2026-11-17T13:00:00.000Z',
    endsAt: '2026-11-17T14:00:00.000Z',
  });
  expect(await meetings.read(made['id'])).toMatchObject({
    confirmedAt: '2026-11-17T13:00:00.000Z',
    durationMinutes: 60,
  });

  await meetings.change(made['id'], 'withdraw', { message: 'I am ill' });
  expect(await meetings.events()).toEqual([]);
  await meetings.sendMails();
  const [last] = await meetings.mails(ada);
  expect(last).toMatchObject({
    subject: 'Cancelled: Größe; Plan, "B"',
    text: expect.stringContaining('I am ill'),
  });
  expect(readInvitation(last)).toMatchObject({
    method: 'CANCEL',
    uid: request.uid,
    sequence: 2,
    status: 'CANCELLED',
  });
  expect(await meetings.mails(ada)).toHaveLength(4);
});

test('a choice that is undone after its mails were sent is cancelled, and may be made again', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ attendees: [email] });
  const confirmed = await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  await meetings.sendMails();
  await meetings.undo(confirmed.body['commandId']);
  await meetings.sendMails();
  const [cancelled] = (await meetings.mails(email)).filter(({ subject }) => subject.startsWith('Cancelled'));
  expect(readInvitation(cancelled)).toMatchObject({ method: 'CANCEL', sequence: 1 });
  await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  await meetings.sendMails();
  expect(readInvitation((await meetings.mails(email))[0])).toMatchObject({ method: 'REQUEST', sequence: 2 });
});

test('a deleted event cancels the meeting, unless the deletion is undone', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ attendees: [email] });
  await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  await meetings.sendMails();
  const [event] = await meetings.events();
  const remove = () => maya.call('DELETE', `/api/events/${event?.['eventId']}?scope=all`);
  const { body } = await remove();
  await meetings.undo(body['commandId']);
  await meetings.followEvents();
  expect(await meetings.read(made['id'])).toMatchObject({ state: 'confirmed' });
  await remove();
  await meetings.followEvents();
  expect(await meetings.read(made['id'])).toMatchObject({ state: 'withdrawn' });
  await meetings.sendMails();
  const mails = await meetings.mails(email);
  expect(mails).toHaveLength(2);
  expect(readInvitation(mails[0])).toMatchObject({ method: 'CANCEL', sequence: 1, startsAt: TUESDAY });
});

test('the file of the page exists once a time is chosen', async () => {
  const made = await meetings.askFor();
  const url = `${toPage(made['attendees'][0])}/invitation.ics`;
  const load = () => server.app.http.inject({ url });
  expect((await load()).statusCode).toBe(404);
  await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  const file = await load();
  expect(file.headers['content-type']).toContain('text/calendar');
  expect(readFileTwice(file.body)).toMatchObject({ method: 'PUBLISH', sequence: 0, startsAt: TUESDAY });
  await meetings.change(made['id'], 'withdraw', {});
  expect(readFileTwice((await load()).body)).toMatchObject({ method: 'CANCEL', sequence: 1 });
});
