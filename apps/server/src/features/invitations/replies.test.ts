import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openInvitations } from '#test/invited-events.ts';
import { deliverMail, writeReplyMail } from '#test/reply-mail.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let guests: ReturnType<typeof openInvitations>;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  guests = openInvitations(server, maya);
  ada = guests.newAddress();
  bo = guests.newAddress();
});

const invite = async (fields: object = {}): Promise<string> => {
  const { eventId } = await guests.createFor({ attendees: [{ email: ada }, { email: bo }], ...fields });
  await guests.send();
  return eventId;
};

/** Answers the latest mail with an invitation, as a mail program does. */
async function answerByMail(to: string, answer: string): Promise<Reply> {
  const { body } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`);
  const { sentAt, subject } = body['messages'].find((mail: { attachments: { content: string }[] }) =>
    mail.attachments.some(({ content }) => content.includes('METHOD:REQUEST')),
  );
  return server.call('POST', '/sandbox/inbox/answer', { to, sentAt, subject, answer });
}

const statuses = async (): Promise<string[][]> =>
  (await guests.events()).map(({ attendees }) => attendees.map(({ status }: { status: string }) => status));

const toMail = (answer: Omit<Parameters<typeof writeReplyMail>[0], 'from'> & { from?: string }): string =>
  writeReplyMail({ from: ada, attendee: ada, ...answer });

const deliver = (mail: string, secret?: string | null): Promise<Reply> => deliverMail(server, mail, secret);

const getUid = async (): Promise<string> =>
  /^UID:(.*)$/m.exec((await guests.files(ada))[0] ?? '')?.[1]?.trim() ?? '';

test('a guest answers with a mail, and can change the answer', async () => {
  await invite();
  guests.pass(60);
  expect((await answerByMail(ada, 'ACCEPTED')).status).toBe(200);
  expect(await statuses()).toEqual([['accepted', 'needsAction']]);
  guests.pass(60);
  await answerByMail(ada, 'TENTATIVE');
  await answerByMail(bo, 'DECLINED');
  expect(await statuses()).toEqual([['tentative', 'declined']]);
});

test('the open stream shows the organizer an answer at once', async () => {
  await invite();
  const messages: unknown[] = [];
  const stop = server.app.platform.hub.subscribe(maya.profile._id, (message) => messages.push(message));
  await expect
    .poll(async () => {
      await deliver(toMail({ uid: await getUid(), stamp: `20261116T0801${String(messages.length + 10)}Z` }));
      await guests.answer(ada, 'declined');
      return messages.length;
    })
    .toBeGreaterThan(0);
  stop();
  expect(messages[0]).toEqual({ type: 'changed', topics: ['events'] });
});

test('an answer that arrives late, twice or for an earlier time does not count', async () => {
  const eventId = await invite();
  const uid = await getUid();
  const at = (stamp: string, status: string, sequence = 0) =>
    deliver(toMail({ uid, stamp, status, sequence }));
  server.setTime('2026-11-16T09:00:00Z');
  expect((await at('20261116T081000Z', 'DECLINED')).body).toMatchObject({ recorded: 1 });
  expect((await at('20261116T080900Z', 'ACCEPTED')).body).toMatchObject({ recorded: 0 });
  expect((await at('20261116T081000Z', 'ACCEPTED')).body).toMatchObject({ recorded: 0 });
  expect(await statuses()).toEqual([['declined', 'needsAction']]);
  await guests.change(eventId, { startsAt: '2026-11-25T09:00:00Z', endsAt: '2026-11-25T10:00:00Z' });
  await guests.send();
  expect((await at('20261116T090500Z', 'ACCEPTED')).body).toMatchObject({ recorded: 0 });
  expect(await statuses()).toEqual([['needsAction', 'needsAction']]);
  expect((await at('20261116T090500Z', 'ACCEPTED', 1)).body).toMatchObject({ recorded: 1 });
  expect(await statuses()).toEqual([['accepted', 'needsAction']]);
});

test('an answer after a change of the title counts, although it names the invitation before', async () => {
  const eventId = await invite();
  await guests.change(eventId, { title: 'Budget' });
  await guests.send();
  expect((await deliver(toMail({ uid: await getUid() }))).body).toMatchObject({ recorded: 1 });
  expect(await statuses()).toEqual([['accepted', 'needsAction']]);
});

test('a wrong clock of a guest cannot outrank later answers', async () => {
  await invite();
  const uid = await getUid();
  await deliver(toMail({ uid, stamp: '20361116T080000Z', sequence: 99, status: 'DECLINED' }));
  expect(await statuses()).toEqual([['declined', 'needsAction']]);
  server.setTime('2026-11-16T10:00:00Z');
  await deliver(toMail({ uid, stamp: '20261116T095900Z', status: 'ACCEPTED' }));
  expect(await statuses()).toEqual([['accepted', 'needsAction']]);
});

test('an answer to one occurrence is for that one', async () => {
  await invite({ recurrenceRule: 'FREQ=WEEKLY;COUNT=3' });
  const uid = await getUid();
  const second = ['RECURRENCE-ID:20261201T090000Z'];
  server.setTime('2026-11-16T09:00:00Z');
  await deliver(toMail({ uid, stamp: '20261116T080200Z', status: 'DECLINED', more: second }));
  await deliver(toMail({ uid, stamp: '20261116T080100Z', status: 'ACCEPTED' }));
  expect(await statuses()).toEqual([
    ['accepted', 'needsAction'],
    ['declined', 'needsAction'],
    ['accepted', 'needsAction'],
  ]);
  await guests.send();
  expect(await guests.subjects(bo)).toHaveLength(1);
});

describe('is ignored and loses nothing:', () => {
  beforeEach(async () => {
    await invite();
  });

  const cases: Record<string, (uid: string) => string> = {
    'a forged sender': (uid) => toMail({ uid, from: bo }),
    'somebody who is not invited': (uid) =>
      toMail({ uid, from: 'eve@example.org', attendee: 'eve@example.org' }),
    'an unknown event': () => toMail({ uid: 'unknown@example.org' }),
    'another method': (uid) => toMail({ uid, method: 'COUNTER' }),
    'a delegation': (uid) => toMail({ uid, status: 'DELEGATED' }),
    'two attendees': (uid) => toMail({ uid, more: [`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${bo}`] }),
    'an occurrence that does not exist': (uid) => toMail({ uid, more: ['RECURRENCE-ID:20300101T090000Z'] }),
    'no iCalendar object': () => 'From: <ada@example.org>\r\nSubject: Hello\r\n\r\nHello',
    'broken MIME': (uid) =>
      `Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:${uid}`,
    'deep nesting': () =>
      Array.from(
        { length: 500 },
        (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
      ).join(''),
    'binary noise': () =>
      Array.from({ length: 2_000 }, (_, at) => String.fromCharCode((at * 7919) % 256)).join(''),
    nothing: () => ' ',
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const { status, body } = await deliver(cases[name]?.(await getUid()) ?? '');
    expect({ status, recorded: body['recorded'] }).toEqual({ status: 200, recorded: 0 });
    expect(await statuses()).toEqual([['needsAction', 'needsAction']]);
  });
});

test('a mail that is too large, or comes from nobody we know, is refused', async () => {
  expect((await deliver('x'.repeat(2 * 1_048_576 + 1))).status).toBe(413);
  expect((await deliver(toMail({ uid: 'a' }), null)).status).toBe(403);
  expect((await deliver(toMail({ uid: 'a' }), 'wrong')).status).toBe(403);
});
