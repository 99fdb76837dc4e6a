import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as Graph from '@microsoft/microsoft-graph-types';
import { afterEach, describe, expect, it } from 'vitest';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { dashedDate } from '../calendars/provider-times.ts';
import { writeGrant } from '../oauth/grant.ts';
import { calendarProviderContract } from '../test/calendar-provider.contract.ts';
import type { CalendarHarness } from '../test/calendar-provider-contract/harness.ts';
import { grantKeeper, NOW, openSandboxCalendars, RANGE } from '../test/sandbox-calendars.ts';
import { type GraphCall, graphCalls } from './graph-calls.ts';
import { toGraphRecurrence } from './graph-recurrence.ts';
import { outlookCalendarProvider } from './outlook-calendar.ts';

type Steer = (path: string, body: object) => Promise<void>;

async function open(): Promise<CalendarHarness & { api: GraphCall; steer: Steer }> {
  const { sandbox, consents, connect, steer, notified } = await openSandboxCalendars();
  const keeper = grantKeeper((await connect('microsoft', 'demo_microsoft_maya')).grant);
  let callsLeft = Number.POSITIVE_INFINITY;
  const graphUrl = async () => {
    callsLeft -= 1;
    if (callsLeft < 0) throw new ProviderFailure('unavailable', 'It broke off.');
    return `${sandbox.url}/graph`;
  };
  // Another program at the mailbox, with a separate grant.
  const other = grantKeeper((await connect('microsoft', 'demo_microsoft_maya')).grant);
  const api = graphCalls(other, consents.microsoft.renew, async () => `${sandbox.url}/graph`);
  const calendarId = 'AAMkDemoCalendar-demo_microsoft_maya';
  const time = ({ at, timeZone }: EventTime) => ({
    dateTime: `${dashedDate(at)}T${at.includes('T') ? `${at.slice(9, 11)}:${at.slice(11, 13)}` : '00:00'}:00`,
    // Outlook's own name of the zone.
    timeZone: timeZone === 'Europe/Berlin' ? 'W. Europe Standard Time' : (timeZone ?? 'UTC'),
  });
  const occurrence = async (id: string, startsAt: string) => {
    const to = new Date(Date.parse(startsAt) + 60_000).toISOString();
    const { value } = await api<{ value: Graph.Event[] }>({
      method: 'get',
      path: `/me/events/${id}/instances?startDateTime=${startsAt}&endDateTime=${to}`,
    });
    return `/me/events/${value[0]?.id}`;
  };
  return {
    provider: outlookCalendarProvider({ graphUrl, renew: consents.microsoft.renew, pageSize: 3 }),
    grant: keeper,
    calendarId,
    readOnlyCalendarId: 'AAMkDemoShared-demo_microsoft_maya',
    range: RANGE,
    api,
    steer,
    there: {
      async add({ title, start, end, rule, description }) {
        const isAllDay = !start.at.includes('T');
        const recurrence =
          rule &&
          toGraphRecurrence(
            {
              start,
              recurrence: { rules: [rule], exceptionRules: [], rdates: [], exdates: [] },
            } as unknown as RemoteEvent,
            start.timeZone ?? 'UTC',
          );
        const made = await api<Graph.Event>({
          method: 'post',
          path: `/me/calendars/${calendarId}/events`,
          body: {
            subject: title,
            start: time(start),
            end: time(end),
            isAllDay,
            ...(recurrence && { recurrence }),
            ...(description && { body: { contentType: 'text', content: description } }),
          },
        });
        return made.id ?? '';
      },
      async rename(id, subject) {
        await api({ method: 'patch', path: `/me/events/${id}`, body: { subject } });
      },
      async remove(id) {
        await api({ method: 'delete', path: `/me/events/${id}` });
      },
      async renameInstance(id, startsAt, subject) {
        await api({ method: 'patch', path: await occurrence(id, startsAt), body: { subject } });
      },
      async removeInstance(id, startsAt) {
        await api({ method: 'delete', path: await occurrence(id, startsAt) });
      },
      async count(title) {
        const { value } = await api<{ value: Graph.Event[] }>({
          method: 'get',
          path: `/me/calendars/${calendarId}/events`,
          pageSize: 500,
        });
        return value.filter(({ subject }) => subject === title).length;
      },
      fail: (fault, times = 1) =>
        steer('faults', {
          provider: 'microsoft',
          kind: { 'expired-token': 'expire-token', 'rate-limit': 'too-many', error: 'error' }[fault],
          times,
        }),
      breakOff: (afterCalls) => {
        callsLeft = afterCalls;
      },
      forgetCursors: () => steer('forget-sync-tokens', {}),
      revoke: async () => {
        await consents.microsoft.revoke(await keeper.current());
        // A revoked token stays valid until it expires, as with the real provider.
        await steer('faults', { provider: 'microsoft', kind: 'expire-token', times: 2 });
      },
      notified,
    },
    close: () => sandbox.close(),
  };
}

calendarProviderContract("the sandbox's Outlook", open);

describe('Outlook', () => {
  const opened: CalendarHarness[] = [];
  afterEach(async () => {
    for (const harness of opened.splice(0)) await harness.close();
  });
  const start = async () => {
    const harness = await open();
    opened.push(harness);
    return { ...harness, session: harness.provider.open(harness.grant) };
  };

  it('reads the demo week: series, other zones, free time', async () => {
    const { session, calendarId } = await start();
    const records: RemoteEvent[] = [];
    for await (const { changes } of session.listChanges(calendarId, null, RANGE))
      for (const change of changes) if (change.kind === 'put') records.push(...change.resource.records);
    expect(
      records.map(({ title, start: begins, isBusy, status }) => [title, begins, isBusy, status]),
    ).toEqual(
      expect.arrayContaining([
        ['Weekly planning', { at: '20261109T100000', timeZone: 'America/New_York' }, true, 'confirmed'],
        ['Call with Berlin', { at: '20261118T160000', timeZone: 'Europe/Berlin' }, true, 'confirmed'],
        ['Tentative: interview', { at: '20261119T110000', timeZone: 'America/New_York' }, true, 'tentative'],
        ['Working elsewhere', { at: '20261120', timeZone: null }, false, 'confirmed'],
      ]),
    );
    // A series is reported once, although several of its occurrences are listed.
    expect(records.filter(({ title }) => title === 'Weekly planning')).toHaveLength(1);
    expect(records.find(({ title }) => title === 'Weekly planning')?.recurrence?.rules).toEqual([
      'FREQ=WEEKLY;BYDAY=MO',
    ]);
  });

  it('reads declined events, and events in a mailbox of another zone', async () => {
    const { session, calendarId, api } = await start();
    const made = await api<Graph.Event>({
      method: 'post',
      path: `/me/calendars/${calendarId}/events`,
      body: {
        subject: 'Holiday',
        isAllDay: true,
        start: { dateTime: '2026-12-24T00:00:00', timeZone: 'W. Europe Standard Time' },
        end: { dateTime: '2026-12-25T00:00:00', timeZone: 'W. Europe Standard Time' },
      },
    });
    const known = { id: made.id ?? '', version: '', records: [], partIds: [], raw: null };
    const [resource] = await session.read(calendarId, '', [known]);
    expect(resource?.records[0]).toMatchObject({
      isAllDay: true,
      start: { at: '20261224', timeZone: null },
      end: { at: '20261225', timeZone: null },
    });
  });

  it('explains which series Outlook cannot store, and leaves nothing behind', async () => {
    const { session, calendarId, there } = await start();
    const record: RemoteEvent = {
      uid: 'unsupported',
      recurrenceId: null,
      title: 'Odd',
      description: '',
      location: '',
      status: 'confirmed',
      isBusy: true,
      isAllDay: false,
      start: { at: '20261124T100000', timeZone: 'Europe/Berlin' },
      end: { at: '20261124T110000', timeZone: 'Europe/Berlin' },
      recurrence: { rules: ['FREQ=HOURLY'], exceptionRules: [], rdates: [], exdates: [] },
      details: {},
      zoneDefinition: null,
      madeBy: null,
    };
    await expect(
      session.write(calendarId, {
        uid: record.uid,
        records: [record],
        known: [],
        earlier: [],
        notifiesGuests: true,
      }),
    ).rejects.toMatchObject({
      kind: 'rejected',
      message:
        'Outlook cannot store this series: it repeats more often than once a day. Choose another repeat rule, or another calendar.',
    });
    expect(await there.count('Odd')).toBe(0);
  });

  it('puts floating times in the zone of the mailbox', async () => {
    const { session, calendarId } = await start();
    const outcome = await session.write(calendarId, {
      uid: 'floating',
      records: [
        {
          uid: 'floating',
          recurrenceId: null,
          title: 'Floating',
          description: '',
          location: '',
          status: 'confirmed',
          isBusy: true,
          isAllDay: false,
          start: { at: '20261124T100000', timeZone: null },
          end: { at: '20261124T110000', timeZone: null },
          recurrence: null,
          details: {},
          zoneDefinition: null,
          madeBy: null,
        },
      ],
      known: [],
      earlier: [],
      notifiesGuests: true,
    });
    expect(outcome).toMatchObject({
      resources: [{ records: [{ start: { at: '20261124T100000', timeZone: 'America/New_York' } }] }],
    });
  });

  it('keeps a UID that is longer than a transaction id may be', async () => {
    const { session, calendarId } = await start();
    const uid = `${'x'.repeat(400)}@example.com`;
    const base = { title: 'Long', description: '', location: '', status: 'confirmed' as const };
    const record: RemoteEvent = {
      ...base,
      uid,
      recurrenceId: null,
      isBusy: true,
      isAllDay: false,
      start: { at: '20261124T100000', timeZone: 'Europe/Berlin' },
      end: { at: '20261124T110000', timeZone: 'Europe/Berlin' },
      recurrence: null,
      details: {},
      zoneDefinition: null,
      madeBy: null,
    };
    await session.write(calendarId, { uid, records: [record], known: [], earlier: [], notifiesGuests: true });
    const uids: string[] = [];
    for await (const { changes } of session.listChanges(calendarId, null, RANGE))
      for (const change of changes)
        if (change.kind === 'put') uids.push(change.resource.records[0]?.uid ?? '');
    expect(uids).toContain(uid);
    expect((await session.read(calendarId, uid, []))[0]?.records[0]?.title).toBe('Long');
  });

  it('reports an event that left the range in its current state', async () => {
    const { session, calendarId, there, api } = await start();
    const id = await there.add({
      title: 'Leaving',
      start: { at: '20261124T100000', timeZone: 'Europe/Berlin' },
      end: { at: '20261124T110000', timeZone: 'Europe/Berlin' },
    });
    const range = { from: NOW, to: new Date('2026-12-31T00:00:00Z') };
    let cursor: string | null = null;
    for await (const page of session.listChanges(calendarId, null, range)) cursor = page.cursor;
    await api({
      method: 'patch',
      path: `/me/events/${id}`,
      body: {
        start: { dateTime: '2027-03-01T10:00:00', timeZone: 'UTC' },
        end: { dateTime: '2027-03-01T11:00:00', timeZone: 'UTC' },
      },
    });
    const received: unknown[] = [];
    for await (const { changes } of session.listChanges(calendarId, cursor, range)) received.push(...changes);
    expect(received).toEqual([
      expect.objectContaining({ kind: 'put', resource: expect.objectContaining({ id }) }),
    ]);
  });

  it('follows no link to another host', async () => {
    const { session, calendarId } = await start();
    const stranger = 'https://graph.example.com/v1.0/me/calendarView/delta?$deltatoken=x';
    await expect(
      session.listChanges(calendarId, stranger, RANGE)[Symbol.asyncIterator]().next(),
    ).rejects.toThrow('another address');
  });

  it('sends no more than four requests at once to one mailbox', async () => {
    const held: (() => void)[] = [];
    const fourAreHeld = Promise.withResolvers<void>();
    let [running, most, isHolding] = [0, 0, true];
    const graph = createServer((request, reply) => {
      if (request.url === '/round-trip') return reply.end();
      running += 1;
      most = Math.max(most, running);
      held.push(() => {
        running -= 1;
        reply.setHeader('content-type', 'application/json').end('{"value":[]}');
      });
      if (held.length === 4) fourAreHeld.resolve();
      if (!isHolding) held.pop()?.();
    }).listen(0, '127.0.0.1');
    await once(graph, 'listening');
    const address = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`;
    const provider = outlookCalendarProvider({
      graphUrl: async () => address,
      renew: async (grant) => grant,
    });
    const grant = grantKeeper(
      writeGrant({ accessToken: 'token', expiresAt: null, refreshToken: null, scope: '' }),
    );
    // Several jobs, each with a separate session and grant keeper.
    const sessions = Array.from({ length: 12 }, () => provider.open({ ...grant }));
    const all = Promise.all(sessions.map((session) => session.listCalendars()));
    await fourAreHeld.promise;
    // A fifth request would have been sent with the first four and would arrive before these round trips end.
    for (let roundTrips = 0; roundTrips < 5; roundTrips += 1)
      await (await fetch(`${address}/round-trip`)).arrayBuffer();
    expect(held).toHaveLength(4);
    isHolding = false;
    for (const answer of held.splice(0)) answer();
    await all;
    expect(most).toBe(4);
    graph.close();
  });
});
