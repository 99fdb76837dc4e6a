import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newAddress, openMeetings, TUESDAY } from '#test/meeting-requests.ts';
import { deliverMail, writeReplyMail } from '#test/reply-mail.ts';
import { openTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let meetings: ReturnType<typeof openMeetings>;
let ada: string;
let id: string;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  meetings = openMeetings(server, await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' }));
  ada = newAddress();
  id = (await meetings.askFor({ attendees: [ada, newAddress()] }))['id'];
});

const confirm = async () => {
  expect((await meetings.change(id, 'confirm', { startsAt: TUESDAY })).status).toBe(200);
  await meetings.sendMails();
  server.setTime('2026-11-16T09:00:00Z');
};
const answers = async () =>
  (await meetings.read(id))['attendees'].map(({ answer, times }: { answer: string; times: string[] }) => [
    answer,
    times,
  ]);
const reply = async (given: Partial<Parameters<typeof writeReplyMail>[0]>) => {
  const mail = writeReplyMail({ uid: `meeting-${id}@localhost`, from: ada, ...given });
  return (await deliverMail(server, mail)).body['recorded'];
};
/** The organizer's events as they must be once the first attendee has answered: nothing else may differ. */
const withAnswer = (events: Awaited<ReturnType<typeof meetings.events>>, status: string) =>
  events.map((event) => ({
    ...event,
    attendees: event['attendees'].map((attendee: object, at: number) =>
      at === 0 ? { ...attendee, status } : attendee,
    ),
  }));

test('an answer by mail to a chosen time is the attendee’s answer, and the latest one counts', async () => {
  await confirm();
  const before = await meetings.events();
  expect(before.map(({ attendees }) => attendees.map(({ status }: any) => status))).toEqual([
    ['needsAction', 'needsAction'],
  ]);
  const none = [null, []];
  expect(await reply({ stamp: '20261116T081000Z' })).toBe(1);
  expect(await answers()).toEqual([['accept', [TUESDAY]], none]);
  expect(await meetings.events()).toEqual(withAnswer(before, 'accepted'));
  expect(await reply({ status: 'DECLINED', stamp: '20261116T082000Z' })).toBe(1);
  expect(await answers()).toEqual([['decline', []], none]);
  expect(await meetings.events()).toEqual(withAnswer(before, 'declined'));
  expect(await reply({ status: 'TENTATIVE', stamp: '20261116T081500Z' })).toBe(0);
  expect(await reply({ status: 'TENTATIVE', stamp: '20261116T083000Z' })).toBe(1);
  expect(await answers()).toEqual([['maybe', [TUESDAY]], none]);
  expect(await meetings.events()).toEqual(withAnswer(before, 'tentative'));
});

test('an answer that comes twice, is forged, or is to nothing known changes nothing', async () => {
  expect(await reply({ status: 'DECLINED' })).toBe(0);
  await confirm();
  await reply({ status: 'DECLINED', stamp: '20261116T081000Z' });
  const before = [await meetings.read(id), await meetings.events()];
  expect(await reply({ status: 'DECLINED', stamp: '20261116T081000Z' })).toBe(0);
  expect(await reply({ from: newAddress(), stamp: '20261116T082000Z' })).toBe(0);
  expect(await reply({ from: newAddress(), attendee: ada, stamp: '20261116T082000Z' })).toBe(0);
  expect(await reply({ uid: `meeting-${crypto.randomUUID()}@localhost` })).toBe(0);
  expect(await reply({ uid: 'meeting-------------------------------------@localhost' })).toBe(0);
  expect(await reply({ uid: `meeting-${id}@elsewhere.example`, stamp: '20261116T082000Z' })).toBe(0);
  expect([await meetings.read(id), await meetings.events()]).toEqual(before);
});

test('a click on the page counts more than a mail that was written before', async () => {
  await confirm();
  const before = await meetings.events();
  const [attendee] = (await meetings.read(id))['attendees'];
  await meetings.answer(attendee, { answer: 'accept' });
  expect(await reply({ status: 'DECLINED', stamp: '20261116T085900Z' })).toBe(0);
  expect((await answers())[0]).toEqual(['accept', [TUESDAY]]);
  expect(await meetings.events()).toEqual(withAnswer(before, 'accepted'));
});
