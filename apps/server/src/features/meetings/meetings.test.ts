import { beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
});

const TUESDAY = '2026-11-24T09:00:00.000Z';
const WEDNESDAY = '2026-11-25T13:00:00.000Z';

let count = 0;
/** An address that nobody else has. */
const newAddress = () => `guest-${++count}@example.org`;

const ask = (fields: object, headers: Record<string, string> = {}, by = maya) =>
  by.call(
    'POST',
    '/api/meeting-requests',
    {
      title: 'Roadmap',
      durationMinutes: 45,
      times: [TUESDAY, WEDNESDAY],
      timeZone: 'Europe/Berlin',
      ...fields,
    },
    headers,
  );

async function askFor(fields: object, by = maya): Promise<Record<string, any>> {
  const { status, body } = await ask(fields, {}, by);
  expect(status, JSON.stringify(body)).toBe(201);
  return body['meetingRequest'];
}

const read = async (id: string, by = maya) =>
  (await by.call('GET', `/api/meeting-requests/${id}`)).body['meetingRequest'];

/** The API path of an attendee's page. */
const toPage = ({ url }: { url: string }) => `/api${new URL(url).pathname}`;
const answer = (attendee: { url: string }, body: object) => server.call('POST', toPage(attendee), body);

function pass(seconds: number): void {
  server.setTime(new Date(server.now().getTime() + seconds * 1_000).toISOString());
}

/** Lets the outbox pass and sends what is due. */
async function sendMails(): Promise<void> {
  pass(31);
  await server.runJob('mails.send-due', {});
}

async function listMails(address: string): Promise<{ subject: string; text: string }[]> {
  const { body } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(address)}`);
  return body['messages'];
}

describe('a request with one time', () => {
  test('is mailed after 30 seconds, read, accepted and confirmed', async () => {
    const email = newAddress();
    const made = await askFor({
      title: 'Lunch <b>talk</b>',
      message: 'About <script>alert(1)</script> us',
      location: 'Café',
      times: [TUESDAY],
      attendees: [{ email, name: 'Ada Byron' }],
    });
    expect(made).toMatchObject({
      state: 'open',
      times: [{ startsAt: TUESDAY, endsAt: '2026-11-24T09:45:00.000Z', isFree: true, isBest: false }],
      attendees: [{ email, name: 'Ada Byron', state: 'sent', answer: null }],
    });
    expect(Date.parse(made['sendsAt']) - server.now().getTime()).toBe(30_000);
    await server.runJob('mails.send-due', {});
    expect(await listMails(email)).toEqual([]);
    await sendMails();
    const mail = await server.mailTo(email);
    const [ada] = made['attendees'];
    expect(mail.subject).toBe('Maya Okafor asks: Lunch <b>talk</b>');
    for (const part of [
      'Hello Ada Byron',
      'Tue, 24 November 2026, 10:00 to 10:45 (Europe/Berlin)',
      '45 minutes',
      'Where: Café',
      'About <script>alert(1)</script> us',
      ada.url,
    ])
      expect(mail.text).toContain(part);

    const page = await server.call('GET', toPage(ada));
    expect(page.body).toEqual({
      success: true,
      event: {
        title: 'Lunch <b>talk</b>',
        message: 'About <script>alert(1)</script> us',
        location: 'Café',
        organizer: expect.objectContaining({ firstName: 'Maya', username: maya.profile.username }),
        durationMinutes: 45,
        times: [TUESDAY],
        state: 'viewed',
        startsAt: null,
        timeZone: 'Europe/Berlin',
        answerBy: null,
        canAnswer: true,
      },
      answer: null,
      answerTimes: [],
      reason: '',
      name: 'Ada Byron',
    });
    expect((await read(made['id'])).attendees[0].state).toBe('viewed');
    const accepted = await answer(ada, { answer: 'accept' });
    expect(accepted.body).toMatchObject({
      answer: 'accept',
      answerTimes: [TUESDAY],
      event: { state: 'answered' },
    });
    expect(await read(made['id'])).toMatchObject({
      times: [{ accepted: 1, maybe: 0, isBest: true }],
      attendees: [{ state: 'answered', answer: 'accept', times: [TUESDAY] }],
    });

    const confirmed = await maya.call('POST', `/api/meeting-requests/${made['id']}/confirm`, {
      startsAt: TUESDAY,
    });
    expect(confirmed.body['meetingRequest']).toMatchObject({
      state: 'confirmed',
      confirmedAt: TUESDAY,
      times: [{ isFree: true }],
    });
    const again = await maya.call('POST', `/api/meeting-requests/${made['id']}/confirm`, {
      startsAt: TUESDAY,
    });
    expect(again).toMatchObject({ status: 200, body: { commandId: null } });
    const events = await maya.call('GET', '/api/events?from=2026-11-24T00:00:00Z&to=2026-11-25T00:00:00Z');
    expect(events.body['occurrences']).toMatchObject([
      {
        title: 'Lunch <b>talk</b>',
        startsAt: TUESDAY,
        endsAt: '2026-11-24T09:45:00.000Z',
        location: 'Café',
        description: expect.stringContaining(`With Ada Byron (${email})`),
      },
    ]);
    expect(await listMails(email)).toHaveLength(1);
    await sendMails();
    expect((await server.mailTo(email, 2)).subject).toBe(
      'Confirmed: Lunch <b>talk</b>, Tue, 24 November 2026, 10:00',
    );
    expect((await server.call('GET', toPage(ada))).body['event']).toMatchObject({
      state: 'confirmed',
      startsAt: TUESDAY,
    });
  });
});
