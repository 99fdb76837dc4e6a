import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newAddress, openMeetings, TUESDAY, WEDNESDAY } from '#test/meeting-requests.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let meetings: ReturnType<typeof openMeetings>;

beforeAll(async () => {
  server = await openTestServer(
    { MEETING_REQUESTS_PER_HOUR: '3', MEETING_ATTENDEES_PER_HOUR: '20' },
    { poolSize: 4 },
  );
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  meetings = openMeetings(server, maya);
});

const subjects = async (address: string) => (await meetings.mails(address)).map(({ subject }) => subject);

test('undo within 30 seconds removes a request without a mail, and redo sends it', async () => {
  const email = newAddress();
  const { body } = await meetings.ask({ attendees: [email] });
  const { id } = body['meetingRequest'];
  meetings.pass(20);
  const undone = await meetings.undo(body['commandId']);
  expect(undone.status).toBe(200);
  await meetings.sendMails();
  expect(await meetings.mails(email)).toEqual([]);
  expect((await maya.call('GET', `/api/meeting-requests/${id}`)).status).toBe(404);
  expect((await meetings.open(body['meetingRequest'].attendees[0])).status).toBe(404);
  expect((await meetings.undo(undone.body['commandId'])).status).toBe(200);
  await meetings.sendMails();
  expect(await subjects(email)).toEqual(['Maya Okafor asks: Roadmap']);
  const { attendees } = await meetings.read(id);
  expect((await meetings.open(attendees[0])).status).toBe(200);
});

test('undo after that withdraws it, with a mail, and cannot be undone itself', async () => {
  const email = newAddress();
  const { body } = await meetings.ask({ attendees: [email] });
  await meetings.sendMails();
  const undone = await meetings.undo(body['commandId']);
  await meetings.sendMails();
  expect(await subjects(email)).toEqual(['Withdrawn: Roadmap', 'Maya Okafor asks: Roadmap']);
  expect(await meetings.read(body['meetingRequest'].id)).toMatchObject({ state: 'withdrawn' });
  expect((await meetings.undo(undone.body['commandId'])).status).toBe(422);
});

test('an attendee who answered before the mail left is notified too', async () => {
  const [early, other] = [newAddress(), newAddress()];
  const { body } = await meetings.ask({ attendees: [early, other] });
  await meetings.answer(body['meetingRequest'].attendees[0], { answer: 'accept' });
  await meetings.undo(body['commandId']);
  await meetings.sendMails();
  expect(await subjects(early)).toEqual(['Withdrawn: Roadmap']);
  expect(await subjects(other)).toEqual([]);
});

test('a withdrawal notifies those who were asked, with the message, and can be undone before', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ attendees: [email] });
  await meetings.sendMails();
  const first = await meetings.change(made['id'], 'withdraw', { message: 'Never mind' });
  expect(first.body['meetingRequest']).toMatchObject({
    state: 'withdrawn',
    attendees: [{ state: 'withdrawn' }],
  });
  await meetings.undo(first.body['commandId']);
  await meetings.sendMails();
  expect(await subjects(email)).toEqual(['Maya Okafor asks: Roadmap']);
  expect(await meetings.read(made['id'])).toMatchObject({ state: 'open' });
  await meetings.change(made['id'], 'withdraw', { message: 'Never mind' });
  const again = await meetings.change(made['id'], 'withdraw', {});
  expect(again).toMatchObject({ status: 200, body: { commandId: null } });
  await meetings.sendMails();
  const [mail] = await meetings.mails(email);
  expect(mail).toMatchObject({ subject: 'Withdrawn: Roadmap', text: expect.stringContaining('Never mind') });
});

test('nobody is notified of a request that is withdrawn before its mails are sent', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ attendees: [email] });
  await meetings.change(made['id'], 'withdraw', {});
  await meetings.sendMails();
  expect(await meetings.mails(email)).toEqual([]);
});

test('a choice that is undone within 30 seconds leaves no event and no mail', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ attendees: [email] });
  await meetings.sendMails();
  const confirmed = await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  expect(await meetings.events()).toHaveLength(1);
  const undone = await meetings.undo(confirmed.body['commandId']);
  await meetings.sendMails();
  expect(await meetings.events()).toEqual([]);
  expect(await meetings.read(made['id'])).toMatchObject({ state: 'open', confirmedAt: null });
  expect(await subjects(email)).toEqual(['Maya Okafor asks: Roadmap']);
  await meetings.undo(undone.body['commandId']);
  await meetings.sendMails();
  expect(await meetings.events()).toMatchObject([{ startsAt: TUESDAY }]);
  expect(await subjects(email)).toEqual([
    'Confirmed: Roadmap, Tue, 17 November 2026, 10:00',
    'Maya Okafor asks: Roadmap',
  ]);
});

test('a request that is undone after a time was chosen takes the event with it', async () => {
  const [asked, unasked] = [newAddress(), newAddress()];
  const quick = await meetings.ask({ attendees: [unasked] });
  await meetings.change(quick.body['meetingRequest'].id, 'confirm', { startsAt: TUESDAY });
  await meetings.undo(quick.body['commandId']);
  expect(await meetings.events()).toEqual([]);
  const { body } = await meetings.ask({ attendees: [asked] });
  await meetings.sendMails();
  expect(await meetings.mails(unasked)).toEqual([]);
  await meetings.change(body['meetingRequest'].id, 'confirm', { startsAt: TUESDAY });
  await meetings.sendMails();
  await meetings.undo(body['commandId']);
  await meetings.sendMails();
  expect(await meetings.events()).toEqual([]);
  expect((await subjects(asked))[0]).toBe('Cancelled: Roadmap');
});

test('a cancelled meeting that is brought back within 30 seconds is as before', async () => {
  const email = newAddress();
  const made = await meetings.askFor({ attendees: [email] });
  await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  await meetings.sendMails();
  const withdrawn = await meetings.change(made['id'], 'withdraw', {});
  expect(await meetings.events()).toEqual([]);
  await meetings.undo(withdrawn.body['commandId']);
  await meetings.sendMails();
  expect(await meetings.events()).toMatchObject([{ startsAt: TUESDAY }]);
  expect(await meetings.read(made['id'])).toMatchObject({ state: 'confirmed', confirmedAt: TUESDAY });
  expect(await subjects(email)).toEqual(['Confirmed: Roadmap, Tue, 17 November 2026, 10:00']);
});

test('two processes that send at once send each mail once', async () => {
  const emails = Array.from({ length: 8 }, newAddress);
  await meetings.askFor({ attendees: emails });
  meetings.pass(31);
  await Promise.all([meetings.sendDue(), meetings.sendDue(), meetings.sendDue()]);
  for (const email of emails) expect(await meetings.mails(email)).toHaveLength(1);
});

test('the same Idempotency-Key makes one request', async () => {
  const email = newAddress();
  const key = { 'idempotency-key': 'one' };
  const fields = { attendees: [email] };
  const [first, second] = await Promise.all([meetings.ask(fields, key), meetings.ask(fields, key)]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body['meetingRequest'].id).toBe(first.body['meetingRequest'].id);
  expect([first, second].filter(({ body }) => body['commandId'] !== null)).toHaveLength(1);
  expect((await meetings.ask({ ...fields, title: 'Other' }, key)).status).toBe(422);
  await meetings.sendMails();
  expect(await meetings.mails(email)).toHaveLength(1);
});

test('a user can ask only so often and so many in an hour', async () => {
  const limited = { status: 429, body: { code: 'rate_limited' } };
  const many = (length: number) => Array.from({ length }, newAddress);
  const { body } = await meetings.ask({ attendees: many(15) });
  expect(await meetings.ask({ attendees: many(6) })).toMatchObject(limited);
  // An undone request has asked nobody.
  await meetings.undo(body['commandId']);
  const made = await meetings.askFor({ attendees: many(16) });
  await meetings.sendMails();
  // Asking again counts too.
  expect(await meetings.change(made['id'], 'times', { times: ['2026-11-20T09:00:00Z'] })).toMatchObject(
    limited,
  );
  await meetings.askFor({ attendees: many(2) });
  await meetings.askFor({ attendees: many(2) });
  expect(await meetings.ask({ attendees: many(1) })).toMatchObject(limited);
  meetings.pass(3_601);
  expect((await meetings.ask({ times: [WEDNESDAY] })).status).toBe(201);
});
