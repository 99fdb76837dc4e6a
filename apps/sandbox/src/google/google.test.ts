import { type calendar_v3, calendar as calendarClient } from '@googleapis/calendar';
import { OAuth2Client } from 'google-auth-library';
import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { openConsent } from '../test/demo-consent.ts';
import type { Delivery } from '../webhooks.ts';

const SCOPE = 'https://www.googleapis.com/auth/calendar';
/** A Wednesday, two weeks after the end of daylight saving time in New York (2026-11-01). */
const NOW = new Date('2026-11-18T12:00:00Z');

const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

/** A sandbox, and the official client signed in to a demo account. */
async function start(account = 'demo_google_work', scopes = [SCOPE], googleCallsPerMinute?: number) {
  const delivered: Delivery[] = [];
  const { sandbox, connect } = await openConsent('google', {
    now: () => new Date(NOW),
    ...(googleCallsPerMinute !== undefined && { googleCallsPerMinute }),
    send: async (delivery) => {
      delivered.push(delivery);
      return { status: 200, body: '' };
    },
  });
  open.push(sandbox);
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: await connect(account, ...scopes) });
  const google = calendarClient({ version: 'v3', auth, rootUrl: `${sandbox.url}/`, retry: false });
  const list = async (params: Partial<calendar_v3.Params$Resource$Events$List> = {}) =>
    (await google.events.list({ calendarId: 'primary', ...params })).data;
  const steer = (path: string, body: object) =>
    fetch(`${sandbox.url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { sandbox, google, list, steer, delivered };
}

const failing = (status: number, reason?: string) =>
  expect.objectContaining({
    status,
    ...(reason && {
      response: expect.objectContaining({
        data: { error: expect.objectContaining({ errors: [expect.objectContaining({ reason })] }) },
      }),
    }),
  });

const timed = (day: string, from: string, to: string, timeZone = 'America/New_York') => ({
  start: { dateTime: `${day}T${from}:00`, timeZone },
  end: { dateTime: `${day}T${to}:00`, timeZone },
});

describe("the sandbox's Google Calendar, by the official client", () => {
  it('lists calendars, the primary one first, and events, masters and exceptions', async () => {
    const { google, list } = await start();
    const { data } = await google.calendarList.list();
    expect(data.items?.map(({ summary, primary, accessRole }) => [summary, primary, accessRole])).toEqual([
      ['maya@lumen.example', true, 'owner'],
      ['Holidays in the United States', undefined, 'reader'],
    ]);
    const { items = [], nextSyncToken } = await list();
    expect(nextSyncToken).toBeTruthy();
    expect(items.find(({ id }) => id === 'demostandup')?.recurrence).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ]);
    expect(items.find(({ summary }) => summary === 'Stand-up (moved)')).toMatchObject({
      recurringEventId: 'demostandup',
      iCalUID: 'demostandup@google.com',
    });
    // Without the cancelled instances, a client would show occurrences that do not take place.
    expect(items.some(({ status, recurringEventId }) => status === 'cancelled' && recurringEventId)).toBe(
      true,
    );
  });

  it('expands series in their zone, with moved and cancelled instances', async () => {
    const { list } = await start();
    const { items = [] } = await list({
      singleEvents: true,
      orderBy: 'startTime',
      timeMin: '2026-11-16T00:00:00-05:00',
      timeMax: '2026-11-21T00:00:00-05:00',
      q: 'stand-up',
    });
    expect(items.map(({ start, summary }) => [start?.dateTime, summary])).toEqual([
      ['2026-11-16T09:30:00-05:00', 'Stand-up'],
      ['2026-11-17T09:30:00-05:00', 'Stand-up'],
      ['2026-11-18T11:00:00-05:00', 'Stand-up (moved)'],
      ['2026-11-20T09:30:00-05:00', 'Stand-up'],
    ]);
  });

  it('keeps the wall-clock time of a series across a clock change', async () => {
    const { google } = await start();
    const { data } = await google.events.insert({
      calendarId: 'primary',
      requestBody: {
        summary: 'Early',
        ...timed('2027-03-12', '08:00', '09:00'),
        recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
      },
    });
    const instances = await google.events.instances({ calendarId: 'primary', eventId: data.id ?? '' });
    expect(instances.data.items?.map(({ start }) => start?.dateTime)).toEqual([
      '2027-03-12T08:00:00-05:00',
      '2027-03-13T08:00:00-05:00',
      '2027-03-14T08:00:00-04:00',
      '2027-03-15T08:00:00-04:00',
    ]);
  });

  it("accepts a client's id once, and changes, moves and deletes by version", async () => {
    const { google, list } = await start();
    const id = 'dalm0123456789';
    const insert = () =>
      google.events.insert({
        calendarId: 'primary',
        requestBody: { id, summary: 'Focus', ...timed('2026-11-19', '10:00', '11:00') },
      });
    const { data: made } = await insert();
    await expect(insert()).rejects.toEqual(failing(409, 'duplicate'));
    const { data: changed } = await google.events.patch({
      calendarId: 'primary',
      eventId: id,
      requestBody: { summary: 'Deep focus' },
    });
    expect(changed.start).toEqual(made.start);
    expect(changed.etag).not.toBe(made.etag);
    await expect(
      google.events.patch(
        { calendarId: 'primary', eventId: id, requestBody: { summary: 'x' } },
        { headers: { 'If-Match': made.etag ?? '' } },
      ),
    ).rejects.toEqual(failing(412, 'conditionNotMet'));
    const { data: whole } = await google.events.update({
      calendarId: 'primary',
      eventId: id,
      requestBody: { ...timed('2026-11-19', '12:00', '13:00') },
    });
    expect(whole.summary).toBeUndefined();
    const { data: other } = await google.calendars.insert({
      requestBody: { summary: 'Side', timeZone: 'Europe/Berlin' },
    });
    await google.events.move({ calendarId: 'primary', eventId: id, destination: other.id ?? '' });
    expect((await list({ calendarId: other.id ?? '' })).items?.[0]?.id).toBe(id);
    await google.events.delete({ calendarId: other.id ?? '', eventId: id });
    await expect(google.events.delete({ calendarId: other.id ?? '', eventId: id })).rejects.toEqual(
      failing(410, 'deleted'),
    );
    await expect(google.events.get({ calendarId: 'primary', eventId: 'nothing' })).rejects.toEqual(
      failing(404),
    );
  });

  it('makes the conference that a client asks for, at once or a moment later', async () => {
    const { google, list, steer } = await start();
    const insert = async (conferenceDataVersion: number, type = 'hangoutsMeet') =>
      (
        await google.events.insert({
          calendarId: 'primary',
          conferenceDataVersion,
          requestBody: {
            summary: 'Call',
            ...timed('2026-11-19', '08:00', '09:00'),
            conferenceData: { createRequest: { requestId: 'one', conferenceSolutionKey: { type } } },
          },
        })
      ).data;
    expect((await insert(0)).conferenceData).toBeUndefined();
    await expect(insert(1, 'skype')).rejects.toEqual(failing(400, 'invalid'));
    expect(await insert(1)).toMatchObject({
      hangoutLink: expect.stringMatching(/^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/),
      conferenceData: { createRequest: { status: { statusCode: 'success' } } },
    });
    await steer('faults', { provider: 'google', kind: 'pending-conference', times: 1 });
    const pending = await insert(1);
    expect(pending.conferenceData?.createRequest?.status).toEqual({ statusCode: 'pending' });
    expect(pending.hangoutLink).toBeUndefined();
    const { items = [] } = await list({ q: 'Call' });
    expect(items.find(({ id }) => id === pending.id)).toMatchObject({
      hangoutLink: expect.stringContaining('https://meet.google.com/'),
      etag: expect.not.stringMatching(pending.etag ?? ''),
    });
  });

  it('turns one instance into an exception, and cancels another', async () => {
    const { google, list } = await start();
    const eventId = 'demostandup_20261120T143000Z';
    const { data } = await google.events.patch({
      calendarId: 'primary',
      eventId,
      requestBody: { summary: 'Stand-up with guests' },
    });
    expect(data).toMatchObject({
      recurringEventId: 'demostandup',
      originalStartTime: { dateTime: '2026-11-20T09:30:00-05:00' },
    });
    await google.events.delete({ calendarId: 'primary', eventId: 'demostandup_20261117T143000Z' });
    const { items = [] } = await list({
      singleEvents: true,
      orderBy: 'startTime',
      timeMin: '2026-11-16T00:00:00-05:00',
      timeMax: '2026-11-21T00:00:00-05:00',
      q: 'stand-up',
    });
    expect(items.map(({ summary }) => summary)).toEqual([
      'Stand-up',
      'Stand-up (moved)',
      'Stand-up with guests',
    ]);
    expect((await google.events.get({ calendarId: 'primary', eventId })).data.summary).toBe(
      'Stand-up with guests',
    );
  });

  it('returns the changes since a sync token, deleted events with little more than their id', async () => {
    const { google, list, steer } = await start();
    const first = await list({ maxResults: 3 });
    expect(first.nextSyncToken).toBeUndefined();
    const pages = [first];
    while (pages.at(-1)?.nextPageToken)
      pages.push(await list({ maxResults: 3, pageToken: pages.at(-1)?.nextPageToken ?? '' }));
    const ids = pages.flatMap(({ items = [] }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const syncToken = pages.at(-1)?.nextSyncToken ?? '';
    expect((await list({ syncToken })).items).toEqual([]);

    const { data: made } = await google.events.insert({
      calendarId: 'primary',
      requestBody: { summary: 'New', ...timed('2026-11-19', '10:00', '11:00') },
    });
    await google.events.delete({ calendarId: 'primary', eventId: 'demostandup' });
    const changes = await list({ syncToken });
    expect(changes.items?.find(({ id }) => id === made.id)?.summary).toBe('New');
    expect(changes.items?.find(({ id }) => id === 'demostandup')).toMatchObject({ status: 'cancelled' });
    expect(changes.items?.find(({ id }) => id === 'demostandup')?.summary).toBeUndefined();
    expect((await list({ syncToken: changes.nextSyncToken ?? '' })).items).toEqual([]);

    await expect(list({ syncToken, timeMin: NOW.toISOString() })).rejects.toEqual(failing(400));
    await expect(list({ syncToken, singleEvents: true })).rejects.toEqual(failing(400));
    await steer('forget-sync-tokens', {});
    await expect(list({ syncToken: changes.nextSyncToken ?? '' })).rejects.toEqual(
      failing(410, 'fullSyncRequired'),
    );
    expect((await list()).nextSyncToken).toBeTruthy();
  });

  it('keeps deleted events until the bin is emptied', async () => {
    const { google, list, steer } = await start();
    await google.events.delete({ calendarId: 'primary', eventId: 'demostandup' });
    const read = async () =>
      (await google.events.get({ calendarId: 'primary', eventId: 'demostandup' })).data;
    expect(await read()).toMatchObject({ status: 'cancelled', summary: 'Stand-up' });
    const { items: before = [] } = await list({ showDeleted: true });
    expect(before.some(({ recurringEventId }) => recurringEventId === 'demostandup')).toBe(true);
    await steer('empty-bin', {});
    await expect(read()).rejects.toEqual(failing(404));
    const { items: after = [] } = await list({ showDeleted: true });
    const belongsToSeries = ({ id, recurringEventId }: calendar_v3.Schema$Event) =>
      id === 'demostandup' || recurringEventId === 'demostandup';
    expect(after).toEqual(before.filter((event) => !belongsToSeries(event)));
  });

  it('receives invitations', async () => {
    const { list, steer } = await start();
    await steer('calendars', {
      account: 'maya@lumen.example',
      title: 'Kick-off',
      startsAt: '2026-11-20T10:00',
      organizer: 'ada@elsewhere.example',
    });
    const { items = [] } = await list();
    expect(items.find(({ summary }) => summary === 'Kick-off')).toMatchObject({
      organizer: { email: 'ada@elsewhere.example' },
      attendees: [{ organizer: true }, { self: true, responseStatus: 'needsAction' }],
    });
  });

  it('ends a channel silently on request', async () => {
    const { sandbox, google, steer, delivered } = await start();
    const { data } = await google.events.watch({
      calendarId: 'primary',
      requestBody: {
        id: 'channel-2',
        type: 'web_hook',
        address: 'http://localhost:3999/api/webhooks/google',
      },
    });
    await steer('faults', { provider: 'google', kind: 'expire-channel', times: 1 });
    for (const hour of ['10', '11'])
      await google.events.insert({
        calendarId: 'primary',
        requestBody: { ...timed('2026-11-19', `${hour}:00`, `${hour}:30`) },
      });
    await sandbox.settled();
    expect(delivered.map(({ headers }) => headers['x-goog-resource-state'])).toEqual(['sync']);
    await expect(
      google.channels.stop({ requestBody: { id: 'channel-2', resourceId: data.resourceId ?? '' } }),
    ).rejects.toEqual(failing(404));
  });

  it('notifies a channel of changes, without details, until it is stopped', async () => {
    const { sandbox, google, delivered } = await start();
    const { data } = await google.events.watch({
      calendarId: 'primary',
      requestBody: {
        id: 'channel-1',
        type: 'web_hook',
        address: 'http://localhost:3999/api/webhooks/google',
        token: 'proof',
      },
    });
    await google.events.insert({
      calendarId: 'primary',
      requestBody: { ...timed('2026-11-19', '10:00', '11:00') },
    });
    await sandbox.settled();
    expect(
      delivered.map(({ headers, body }) => [
        headers['x-goog-resource-state'],
        headers['x-goog-channel-token'],
        body,
      ]),
    ).toEqual([
      ['sync', 'proof', ''],
      ['exists', 'proof', ''],
    ]);
    expect(Number(data.expiration)).toBe(NOW.getTime() + 604_800_000);
    await google.channels.stop({ requestBody: { id: 'channel-1', resourceId: data.resourceId ?? '' } });
    await google.events.insert({
      calendarId: 'primary',
      requestBody: { ...timed('2026-11-19', '12:00', '13:00') },
    });
    await sandbox.settled();
    expect(delivered).toHaveLength(2);
  });

  it('returns busy times without free and cancelled events', async () => {
    const { google } = await start('demo_google_maya');
    const { data } = await google.freebusy.query({
      requestBody: {
        timeMin: '2026-11-17T00:00:00-05:00',
        timeMax: '2026-11-22T00:00:00-05:00',
        items: [{ id: 'maya.demo@gmail.example' }, { id: 'nobody@example.com' }],
      },
    });
    // The birthday on Saturday does not block time.
    expect(data.calendars?.['maya.demo@gmail.example']?.busy).toEqual([
      { start: '2026-11-17T13:30:00.000Z', end: '2026-11-17T14:15:00.000Z' },
      { start: '2026-11-17T23:30:00.000Z', end: '2026-11-18T00:30:00.000Z' },
      { start: '2026-11-19T23:30:00.000Z', end: '2026-11-20T00:30:00.000Z' },
      { start: '2026-11-21T00:00:00.000Z', end: '2026-11-21T02:30:00.000Z' },
    ]);
    expect(data.calendars?.['nobody@example.com']?.errors?.[0]?.reason).toBe('notFound');
  });

  it('rejects what the real one rejects', async () => {
    const { google, sandbox } = await start();
    const insert = (requestBody: calendar_v3.Schema$Event, calendarId = 'primary') =>
      google.events.insert({ calendarId, requestBody });
    await expect(insert({ summary: 'No times' })).rejects.toEqual(failing(400, 'required'));
    await expect(insert(timed('2026-11-19', '11:00', '10:00'))).rejects.toEqual(
      failing(400, 'timeRangeEmpty'),
    );
    await expect(insert({ id: 'Not/An/Id', ...timed('2026-11-19', '10:00', '11:00') })).rejects.toEqual(
      failing(400),
    );
    await expect(
      insert({
        start: { dateTime: '2026-11-19T10:00:00Z' },
        end: { dateTime: '2026-11-19T11:00:00Z' },
        recurrence: ['RRULE:FREQ=DAILY'],
      }),
    ).rejects.toEqual(failing(400));
    await expect(
      insert(
        timed('2026-11-19', '10:00', '11:00'),
        'demo_holidays_demo_google_work@group.v.calendar.google.example',
      ),
    ).rejects.toEqual(failing(403, 'requiredAccessLevel'));
    const withheld = await start('demo_google_work', ['email']);
    await expect(withheld.google.calendarList.list()).rejects.toEqual(
      failing(403, 'insufficientPermissions'),
    );
    const reply = await fetch(`${sandbox.url}/calendar/v3/users/me/calendarList`, {
      headers: { authorization: 'Bearer made-up' },
    });
    expect([reply.status, await reply.json()]).toMatchObject([
      401,
      { error: { errors: [{ reason: 'authError' }] } },
    ]);
  });

  it('limits the calls of a user per minute', async () => {
    const { list } = await start('demo_google_work', [SCOPE], 2);
    await list();
    await list();
    await expect(list()).rejects.toEqual(failing(403, 'rateLimitExceeded'));
  });

  it('fails on request: token, quota, 429 with Retry-After, backend', async () => {
    const { list, steer } = await start();
    const fault = (kind: string) => steer('faults', { provider: 'google', kind, times: 1 });
    await fault('expire-token');
    await expect(list()).rejects.toEqual(failing(401));
    await fault('rate-limit');
    await expect(list()).rejects.toEqual(failing(403, 'rateLimitExceeded'));
    await fault('too-many');
    await expect(list()).rejects.toMatchObject({ status: 429 });
    await fault('error');
    await expect(list()).rejects.toEqual(failing(503));
    expect((await list()).items?.length).toBeGreaterThan(0);
  });
});
