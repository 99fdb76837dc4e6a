import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { afterEach, describe, expect, it } from 'vitest';
import type { EventTime } from '#features/calendar/model/event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { openConsent } from '../../../../sandbox/src/test/demo-consent.ts';
import { dashedDate } from '../calendars/provider-times.ts';
import { readGrant, writeGrant } from '../oauth/grant.ts';
import { calendarProviderContract } from '../test/calendar-provider.contract.ts';
import type { CalendarHarness } from '../test/calendar-provider-contract/harness.ts';
import { grantKeeper, openSandboxCalendars, RANGE } from '../test/sandbox-calendars.ts';
import { googleCalendarProvider } from './google-calendar.ts';

const HOLIDAYS = 'demo_holidays_demo_google_work@group.v.calendar.google.example';

async function open(): Promise<
  CalendarHarness & { api: calendar_v3.Calendar; steer: (path: string, body: object) => Promise<void> }
> {
  const world = await openSandboxCalendars();
  const { sandbox, consents, connect, steer, notified } = world;
  const { grant, email } = await connect('google', 'demo_google_work');
  const keeper = grantKeeper(grant);
  let callsLeft = Number.POSITIVE_INFINITY;
  const apiUrl = async () => {
    callsLeft -= 1;
    if (callsLeft < 0) throw new ProviderFailure('unavailable', 'It broke off.');
    return sandbox.url;
  };
  // Another program at the calendar, with Google's own client and a separate grant.
  const other = readGrant((await connect('google', 'demo_google_work')).grant);
  const api = calendar({
    version: 'v3',
    rootUrl: `${sandbox.url}/`,
    headers: { authorization: `Bearer ${other.accessToken}` },
    retry: false,
  });
  const calendarId = email;
  const time = ({ at, timeZone }: EventTime) =>
    at.includes('T')
      ? {
          dateTime: `${dashedDate(at)}T${at.slice(9, 11)}:${at.slice(11, 13)}:${at.slice(13, 15)}`,
          timeZone,
        }
      : { date: dashedDate(at) };
  const instanceId = (id: string, startsAt: string) => `${id}_${startsAt.replace(/[-:]/g, '')}`;
  return {
    provider: googleCalendarProvider({ apiUrl, renew: consents.google.renew, pageSize: 5 }),
    grant: keeper,
    calendarId,
    readOnlyCalendarId: HOLIDAYS,
    range: RANGE,
    api,
    steer,
    there: {
      async add({ title, start, end, rule, description }) {
        const { data } = await api.events.insert({
          calendarId,
          requestBody: {
            summary: title,
            start: time(start),
            end: time(end),
            ...(rule && { recurrence: [`RRULE:${rule}`] }),
            ...(description && { description }),
          },
        });
        return data.id ?? '';
      },
      async rename(eventId, summary) {
        await api.events.patch({ calendarId, eventId, requestBody: { summary } });
      },
      async remove(eventId) {
        await api.events.delete({ calendarId, eventId });
      },
      async renameInstance(id, startsAt, summary) {
        await api.events.patch({
          calendarId,
          eventId: instanceId(id, startsAt),
          requestBody: { summary },
        });
      },
      async removeInstance(id, startsAt) {
        await api.events.delete({ calendarId, eventId: instanceId(id, startsAt) });
      },
      async count(title) {
        const { data } = await api.events.list({ calendarId });
        return data.items?.filter(({ summary, recurringEventId }) => summary === title && !recurringEventId)
          .length as number;
      },
      fail: (fault, times = 1) =>
        steer('faults', {
          provider: 'google',
          kind: { 'expired-token': 'expire-token', 'rate-limit': 'too-many', error: 'error' }[fault],
          times,
        }),
      breakOff: (afterCalls) => {
        callsLeft = afterCalls;
      },
      forgetCursors: () => steer('forget-sync-tokens', {}),
      revoke: async () => consents.google.revoke(await keeper.current()),
      notified,
    },
    close: () => sandbox.close(),
  };
}

calendarProviderContract("the sandbox's Google Calendar", open);

describe('Google Calendar', () => {
  const opened: CalendarHarness[] = [];
  afterEach(async () => {
    for (const harness of opened.splice(0)) await harness.close();
  });
  const start = async () => {
    const harness = await open();
    opened.push(harness);
    return { ...harness, session: harness.provider.open(harness.grant) };
  };

  const NINE = { dateTime: '2026-11-24T09:00:00', timeZone: 'Europe/Berlin' };
  const TEN = { dateTime: '2026-11-24T10:00:00', timeZone: 'Europe/Berlin' };
  const record = async (requestBody: calendar_v3.Schema$Event) => {
    const { api, session, calendarId } = await start();
    const { data } = await api.events.insert({ calendarId, requestBody });
    const known = { id: data.id ?? '', version: '', records: [], partIds: [], raw: null };
    const [resource] = await session.read(calendarId, data.iCalUID ?? '', [known]);
    return resource?.records[0];
  };

  it('recognises a quota error with status 403', async () => {
    const { session, steer } = await start();
    await steer('faults', { provider: 'google', kind: 'rate-limit', times: 1 });
    await expect(session.listCalendars()).rejects.toMatchObject({
      kind: 'rate_limited',
      providerCode: 'rateLimitExceeded',
    });
  });

  it('asks to reconnect if a fresh token is refused too, or calendars were not granted', async () => {
    const { session, steer } = await start();
    await steer('faults', { provider: 'google', kind: 'expire-token', times: 2 });
    await expect(session.listCalendars()).rejects.toMatchObject({ kind: 'reconnect_needed' });
    const { sandbox, connect } = await openConsent('google');
    const accessToken = await connect('demo_google_work', 'email');
    const provider = googleCalendarProvider({
      apiUrl: async () => sandbox.url,
      renew: async (grant) => grant,
    });
    const grant = writeGrant({ accessToken, expiresAt: null, refreshToken: null, scope: 'email' });
    await expect(provider.open(grantKeeper(grant)).listCalendars()).rejects.toMatchObject({
      kind: 'reconnect_needed',
      providerCode: 'insufficientPermissions',
    });
    await sandbox.close();
  });

  it('reads declined events, guests and the link of the call', async () => {
    const declined = await record({
      summary: 'Party',
      start: NINE,
      end: TEN,
      attendees: [
        { email: 'maya@lumen.example', self: true, responseStatus: 'declined' },
        { email: 'sam@lumen.example', displayName: 'Sam', responseStatus: 'accepted' },
      ],
      source: { url: 'https://party.example/', title: 'Party' },
    });
    expect(declined).toMatchObject({
      isBusy: false,
      details: {
        url: 'https://party.example/',
        organizer: { email: 'maya@lumen.example', name: null },
        attendees: [
          { email: 'maya@lumen.example', name: null, status: 'DECLINED' },
          { email: 'sam@lumen.example', name: 'Sam', status: 'ACCEPTED' },
        ],
      },
    });
  });

  it('reads RDATE and EXDATE lines in their zones', async () => {
    const held = await record({
      start: NINE,
      end: TEN,
      recurrence: [
        'EXDATE;TZID=America/New_York:20261208T030000,20261215T030000',
        'RRULE:FREQ=WEEKLY;COUNT=5',
        'RDATE;TZID=Europe/Berlin:20261125T090000',
      ],
    });
    expect(held?.recurrence).toEqual({
      rules: ['FREQ=WEEKLY;COUNT=5'],
      exceptionRules: [],
      rdates: [{ at: '20261125T090000', timeZone: 'Europe/Berlin' }],
      exdates: [
        { at: '20261208T030000', timeZone: 'America/New_York' },
        { at: '20261215T030000', timeZone: 'America/New_York' },
      ],
    });
  });

  it("keeps Google's texts of an instance if only its time changes", async () => {
    const { api, session, calendarId } = await start();
    const description = '<b>Agenda</b><ul><li>One</li></ul>';
    const { data } = await api.events.insert({
      calendarId,
      requestBody: { start: NINE, end: TEN, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'], description },
    });
    const blank = { id: data.id ?? '', version: '', records: [], partIds: [], raw: null };
    const known = await session.read(calendarId, data.iCalUID ?? '', [blank]);
    const [master] = known.flatMap(({ records }) => records);
    if (!master) throw new Error('It was not read.');
    const moved = {
      ...master,
      recurrence: null,
      recurrenceId: { at: '20261201T080000', timeZone: 'UTC' },
      start: { at: '20261201T110000', timeZone: 'Europe/Berlin' },
      end: { at: '20261201T120000', timeZone: 'Europe/Berlin' },
    };
    const input = { uid: master.uid, records: [master, moved], known, earlier: [], notifiesGuests: true };
    expect((await session.write(calendarId, input)).outcome).toBe('written');
    const { data: instance } = await api.events.get({ calendarId, eventId: `${data.id}_20261201T080000Z` });
    expect(instance.start?.dateTime).toContain('T11:00:00');
    expect(instance.description).toBe(description);
  });

  it('gives a changed instance of a moved series what it had in any earlier state', async () => {
    const { api, session, calendarId } = await start();
    const { data } = await api.events.insert({
      calendarId,
      requestBody: { start: NINE, end: TEN, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] },
    });
    const instanceId = `${data.id}_20261201T080000Z`;
    await api.events.patch({
      calendarId,
      eventId: instanceId,
      requestBody: { summary: 'Other', colorId: '2' },
    });
    const changed = await session.read(calendarId, data.iCalUID ?? '', []);
    const [master, other] = changed.flatMap(({ records }) => records);
    if (!master || !other) throw new Error('They were not read.');
    await api.events.delete({ calendarId, eventId: data.id ?? '' });
    const hourLater = {
      start: { ...master.start, at: '20261124T100000' },
      end: { ...master.end, at: '20261124T110000' },
    };
    const input = {
      uid: 'moved@dayloom.example',
      records: [
        { ...master, ...hourLater, uid: 'moved@dayloom.example' },
        { ...other, uid: 'moved@dayloom.example', recurrenceId: { at: '20261201T090000', timeZone: 'UTC' } },
      ],
      known: [],
      earlier: [changed.filter(({ masterId }) => masterId === null), changed],
      notifiesGuests: true,
    };
    const outcome = await session.write(calendarId, input);
    if (outcome.outcome !== 'written') throw new Error('It was not written.');
    const [made] = outcome.resources;
    const { data: instance } = await api.events.get({
      calendarId,
      eventId: `${made?.id}_20261201T090000Z`,
    });
    expect(instance).toMatchObject({ summary: 'Other', colorId: '2' });
  });

  it('deletes only one of the instances that the user was invited to without the series', async () => {
    const { api, session, calendarId } = await start();
    const { data: series } = await api.events.insert({
      calendarId,
      requestBody: { start: NINE, end: TEN, recurrence: ['RRULE:FREQ=DAILY;COUNT=5'], summary: 'Choir' },
    });
    const { data: days } = await api.events.instances({ calendarId, eventId: series.id ?? '' });
    const eventIds = (days.items ?? []).slice(1, 3).map(({ id }) => id ?? '');
    for (const eventId of eventIds)
      await api.events.patch({ calendarId, eventId, requestBody: { summary: `Invited to ${eventId}` } });
    const uid = series.iCalUID ?? '';
    const blanks = eventIds.map((id) => ({ id, version: '', records: [], partIds: [], raw: null }));
    const known = await session.read(calendarId, uid, blanks);
    expect(known.map(({ id }) => id)).toEqual(eventIds);
    const records = known.flatMap((resource) => (resource.id === eventIds[0] ? [] : resource.records));
    const input = { uid, records, known, earlier: [], notifiesGuests: true };
    expect((await session.write(calendarId, input)).outcome).toBe('written');
    const { data: after } = await api.events.instances({ calendarId, eventId: series.id ?? '' });
    const ids = (items: calendar_v3.Schema$Event[] = []) => items.map(({ id }) => id ?? '').sort();
    expect(ids(after.items)).toEqual(ids(days.items).filter((id) => id !== eventIds[0]));
  });

  it('does not recognise a copy of our event as ours', async () => {
    const held = await record({
      start: NINE,
      end: TEN,
      extendedProperties: { private: { dayloomUid: 'of another event' } },
    });
    expect(held?.uid).toMatch(/@google\.com$/);
  });
});
