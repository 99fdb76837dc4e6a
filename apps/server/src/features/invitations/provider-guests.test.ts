import { calendar } from '@googleapis/calendar';
import type * as Graph from '@microsoft/microsoft-graph-types';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allowOtherProgram, connect, demoAccounts, syncAllNow } from '#test/calendar-connections.ts';
import { openInvitations } from '#test/invited-events.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let guests: ReturnType<typeof openInvitations>;
let ada: string;
let bo: string;
let token: string;

/** Connects an account, whose calendar new events go to, and gives another program access to it. */
async function open(domain: 'google' | 'outlook') {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
  maya = await server.signUp();
  guests = openInvitations(server, maya);
  await connect(server, maya, domain);
  const { url, accessToken } = await allowOtherProgram(server, domain);
  token = accessToken;
  return url;
}

/** Lets the outbox pass, and syncs. Nobody may get a mail from us. */
async function send() {
  await guests.send();
  await syncAllNow(server, maya);
}

const times = { startsAt: '2026-12-08T09:00:00.000Z', endsAt: '2026-12-08T10:00:00.000Z' };
const invite = () => guests.createFor({ ...times, attendees: [{ email: ada, name: 'Ada' }, { email: bo }] });
const shown = async () =>
  (await guests.events()).find(({ title, startsAt }) => title === 'Roadmap' && startsAt === times.startsAt);
const subjects = async (address: string) => {
  const { body } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(address)}`);
  return body.messages.map(({ subject }: { subject: string }) => subject).toReversed();
};

describe('in a Google calendar', () => {
  const calendarId = demoAccounts.google.email;
  let api: ReturnType<typeof calendar>;

  beforeAll(async () => {
    const rootUrl = `${await open('google')}/`;
    api = calendar({ version: 'v3', rootUrl, headers: { authorization: `Bearer ${token}` }, retry: false });
  });

  beforeEach(() => {
    [ada, bo] = [guests.newAddress(), guests.newAddress()];
  });

  const find = async () => {
    const { data } = await api.events.list({ calendarId, timeMin: times.startsAt, timeMax: times.endsAt });
    const event = data.items?.find(
      ({ summary, attendees }) => summary === 'Roadmap' && attendees?.some(({ email }) => email === ada),
    );
    if (!event?.id) throw new Error('Google has no such event.');
    return { ...event, id: event.id };
  };

  test('Google invites the guests, and only Google', async () => {
    const { pendingNotice, eventId } = await invite();
    expect(pendingNotice).toMatchObject({ guests: 2, canWithhold: true });
    await send();
    expect(await subjects(ada)).toEqual(['Invitation: Roadmap']);
    const event = await find();
    expect(event.attendees?.map(({ email, displayName }) => [email, displayName])).toEqual([
      [ada, 'Ada'],
      [bo, undefined],
    ]);
    await guests.remove(eventId);
    await send();
    expect(await subjects(ada)).toEqual(['Invitation: Roadmap', 'Canceled event: Roadmap']);
  });

  test('answers at Google show here, and stay when guests come and go', async () => {
    const { eventId } = await invite();
    await send();
    const event = await find();
    const attendees = event.attendees?.map((guest) =>
      guest.email === ada ? { ...guest, responseStatus: 'accepted', comment: 'Glad to come' } : guest,
    );
    await api.events.patch({ calendarId, eventId: event.id, requestBody: { attendees: attendees ?? [] } });
    await syncAllNow(server, maya);
    expect(await shown()).toMatchObject({
      attendees: [
        { email: ada, name: 'Ada', status: 'accepted' },
        { email: bo, status: 'needsAction' },
      ],
    });
    const cy = guests.newAddress();
    const { body } = await guests.change(eventId, { attendees: [{ email: ada }, { email: cy }] });
    await send();
    expect((await find()).attendees).toMatchObject([
      { email: ada, responseStatus: 'accepted', comment: 'Glad to come' },
      { email: cy },
    ]);
    expect(await subjects(cy)).toEqual([expect.stringMatching(/invitation: Roadmap$/i)]);
    await guests.undo(body['commandId']);
    await send();
    expect((await find()).attendees).toMatchObject([
      { email: ada, responseStatus: 'accepted', comment: 'Glad to come' },
      { email: bo },
    ]);
    await guests.remove(eventId);
    await send();
  });
});

describe('in an Outlook calendar', () => {
  let ask: (method: string, path: string, body?: object) => Promise<Graph.Event>;

  beforeAll(async () => {
    const url = await open('outlook');
    ask = async (method, path, body) => {
      const reply = await fetch(`${url}/graph/v1.0${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await reply.json()) as Graph.Event;
    };
  });

  beforeEach(() => {
    [ada, bo] = [guests.newAddress(), guests.newAddress()];
  });

  test('Outlook invites the guests, and only Outlook; removed ones are gone there', async () => {
    const { eventId } = await invite();
    await send();
    expect(await subjects(ada)).toEqual(['Invitation: Roadmap']);
    expect((await shown())?.['attendees']).toMatchObject([
      { email: ada, name: 'Ada', status: 'needsAction' },
      { email: bo, status: 'needsAction' },
    ]);
    const changed = await guests.change(eventId, { attendees: [{ email: ada }] });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await send();
    expect((await shown())?.['attendees']).toMatchObject([{ email: ada, name: 'Ada' }]);
    const path = `/me/calendarView?startDateTime=${times.startsAt}&endDateTime=${times.endsAt}`;
    const { value } = (await ask('GET', path)) as unknown as { value: Graph.Event[] };
    const event = value.find(({ subject }) => subject === 'Roadmap');
    expect(event?.attendees?.map(({ emailAddress }) => emailAddress?.address)).toEqual([ada]);
  });

  test('answers at Outlook show here, and stay when the event and its guests change', async () => {
    const { eventId } = await invite();
    await send();
    const respond = async (guest: string, response: string) => {
      const reply = await fetch(`${await server.sandboxUrl()}/sandbox/calendars/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: demoAccounts.outlook.email, title: 'Roadmap', guest, response }),
      });
      expect(reply.status).toBe(200);
      await syncAllNow(server, maya);
    };
    const find = async () => {
      const all = (await guests.events()).filter(({ title }) => title === 'Roadmap');
      return all.find(({ attendees }) => attendees.some(({ email }: { email: string }) => email === ada));
    };
    await respond(ada, 'accepted');
    await respond(bo, 'tentativelyAccepted');
    expect((await find())?.['attendees']).toMatchObject([
      { email: ada, name: 'Ada', status: 'accepted' },
      { email: bo, status: 'tentative' },
    ]);
    await respond(bo, 'declined');
    const cy = guests.newAddress();
    await guests.change(eventId, {
      location: 'Room 5',
      attendees: [{ email: ada }, { email: bo }, { email: cy }],
    });
    await send();
    await syncAllNow(server, maya);
    expect(await find()).toMatchObject({
      location: 'Room 5',
      attendees: [
        { email: ada, status: 'accepted' },
        { email: bo, status: 'declined' },
        { email: cy, status: 'needsAction' },
      ],
    });
  });
});
