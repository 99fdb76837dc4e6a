import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readGuestsAgain } from '#migrations/0033_guests-of-connected-calendars.ts';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { openInvitations } from '#test/invited-events.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
});

async function open(domain: 'google' | 'outlook' | 'apple') {
  maya = await server.signUp();
  await connect(server, maya, domain);
  const guests = openInvitations(server, maya);
  const attendees = [{ email: guests.newAddress() }];
  const { eventId } = await guests.createFor({ attendees });
  await guests.send();
  await syncAllNow(server, maya);
  const find = async () => (await guests.events()).find((event) => event['eventId'] === eventId);
  return { guests, eventId, find };
}

/** The state of a server that did not know yet who of the people is the user. */
async function forgetUser(): Promise<void> {
  const without = (column: string) => sql`${sql.ref(column)} =
    replace(${sql.ref(column)}::text, ', "isSelf": true', '')::jsonb`;
  await sql`update events set ${without('details')}`.execute(server.app.platform.db);
  await sql`update event_links set ${without('base')}`.execute(server.app.platform.db);
}

describe.each(['google', 'outlook', 'apple'] as const)('at %s', (domain) => {
  test('events from before guests could be invited become those of their organizer', async () => {
    const { guests, eventId, find } = await open(domain);
    expect((await find())?.['organizer']).toBeUndefined();
    await forgetUser();
    await syncAllNow(server, maya);
    expect((await find())?.['organizer']).toBeDefined();
    await readGuestsAgain(server.app.platform.db as unknown as Kysely<unknown>);
    await syncAllNow(server, maya);
    expect((await find())?.['organizer']).toBeUndefined();
    const added = guests.newAddress();
    const { status } = await guests.change(eventId, { attendees: [{ email: added }] });
    expect(status).toBe(200);
  });
});

test('calendars that were connected before are asked who invites their guests', async () => {
  const { guests, eventId } = await open('apple');
  await sql`update calendars set invites_guests = null`.execute(server.app.platform.db);
  const attendees = [{ email: guests.newAddress() }];
  expect((await guests.change(eventId, { attendees })).status).toBe(422);
  const canInvite = async () => {
    const { body } = await maya.call('GET', '/api/calendars');
    return body.calendars.find(({ name }: { name: string }) => name === 'Home')['canInvite'];
  };
  expect(await canInvite()).toBe(false);
  await server.runJob('calendar-accounts.queue-unfinished-discovery', {});
  const { body } = await maya.call('GET', '/api/calendar-accounts');
  await server.runJob('calendar-accounts.discover', {
    userId: maya.profile['_id'],
    accountId: body.accounts[0].id,
  });
  expect(await canInvite()).toBe(true);
  expect((await guests.change(eventId, { attendees })).status).toBe(200);
});
