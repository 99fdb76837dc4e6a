import { describe, expect, it } from 'vitest';
import { openTestServer, type Reply, type TestUser } from '#test/server.ts';

const server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });

const listEvents = async (user: TestUser, from: string, to: string): Promise<Reply['body'][]> =>
  (await user.call('GET', `/api/events?from=${from}&to=${to}`)).body.occurrences;

describe('a late undo', () => {
  it('is indexed up to the current end of the index', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    server.setTime('2026-09-16T08:00:00Z');
    const made = await user.call('POST', '/api/events', {
      title: 'Choir',
      startsAt: '2026-09-18T17:00:00Z',
      endsAt: '2026-09-18T18:00:00Z',
      timeZone: 'Europe/Berlin',
      recurrenceRule: 'FREQ=WEEKLY',
    });
    const gone = await user.call('DELETE', `/api/events/${made.body.eventId}?scope=all`);
    server.setTime('2026-11-16T08:00:00Z');
    await server.runJob('calendar.expand', { userId: user.profile._id });
    await user.call('POST', `/api/commands/${gone.body.commandId}/undo`);
    expect(await listEvents(user, '2027-12-06T00:00:00Z', '2027-12-13T00:00:00Z')).toMatchObject([
      { title: 'Choir', startsAt: '2027-12-10T18:00:00.000Z' },
    ]);
  });

  it('uses the current home zone', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const days = await user.call('POST', '/api/events', {
      title: 'Away',
      startsOn: '2026-11-19',
      endsOn: '2026-11-20',
    });
    const gone = await user.call('DELETE', `/api/events/${days.body.eventId}?scope=all`);
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    await user.call('POST', `/api/commands/${gone.body.commandId}/undo`);
    expect(await listEvents(user, '2026-11-18T00:00:00Z', '2026-11-22T00:00:00Z')).toMatchObject([
      { title: 'Away', startsOn: '2026-11-19', startsAt: '2026-11-19T05:00:00.000Z' },
    ]);
  });
});
