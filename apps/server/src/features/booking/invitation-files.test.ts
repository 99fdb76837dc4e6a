import { beforeAll, expect, test } from 'vitest';
import { readFileTwice } from '#test/read-file-twice.ts';
import { openTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});

test('the invitation of a booking is replaced by each later one, for the visitor and for guests', async () => {
  const host = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  const [email, guest] = ['ada@example.org', 'guest@example.org'];
  const { body } = await server.call('POST', '/api/booking/create', {
    username: host.profile.username,
    eventType: '30-min',
    startsAt: '2026-11-18T09:00:00.000Z',
    timeZone: 'America/New_York',
    name: 'Ada Größe; "B", C',
    email,
    guests: [guest],
    notes: `Line one\n${'long '.repeat(60)}`,
  });
  const { id, manageUrl } = body['booking'];
  const visit = `/api/booking/visits/${manageUrl.split('/').at(-1)}`;
  const readFiles = async () => {
    await server.runJob('mails.send-due', {});
    const mailed = await Promise.all(
      [email, guest].map(async (address) => {
        const { body: inbox } = await server.call('GET', `/sandbox/messages?to=${address}`);
        return String(inbox['messages'][0].attachments[0].content);
      }),
    );
    const own = await server.app.http.inject({ url: `${visit}/invitation.ics` });
    return [...mailed, own.body].map((text) => readFileTwice(text));
  };
  const common = {
    uid: `booking-${id}@localhost`,
    title: '30 minutes: Maya Okafor and Ada Größe; "B", C',
    organizer: host.profile.email,
  };
  const [visitorFile, guestFile, pageFile] = await readFiles();
  const first = {
    ...common,
    sequence: 0,
    status: 'CONFIRMED',
    startsAt: '2026-11-18T09:00:00.000Z',
    endsAt: '2026-11-18T09:30:00.000Z',
  };
  expect(visitorFile).toMatchObject({ ...first, method: 'REQUEST' });
  expect(guestFile).toMatchObject({ ...first, method: 'REQUEST' });
  expect(pageFile).toMatchObject({ ...first, method: 'PUBLISH' });
  await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-19T13:00:00.000Z' });
  const moved = {
    ...common,
    sequence: 1,
    status: 'CONFIRMED',
    startsAt: '2026-11-19T13:00:00.000Z',
    endsAt: '2026-11-19T13:30:00.000Z',
  };
  expect(await readFiles()).toMatchObject([
    { ...moved, method: 'REQUEST' },
    { ...moved, method: 'REQUEST' },
    { ...moved, method: 'PUBLISH' },
  ]);
  await server.call('POST', `${visit}/cancel`, { message: 'I am ill' });
  const cancelled = { ...moved, sequence: 2, status: 'CANCELLED', method: 'CANCEL' };
  expect(await readFiles()).toMatchObject([cancelled, cancelled, cancelled]);
});
