import { Client, type Context, type Middleware } from '@microsoft/microsoft-graph-client';
import type * as Graph from '@microsoft/microsoft-graph-types';
import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lengths-of-time.ts';
import type { Sandbox } from '../sandbox.ts';
import { openConsent } from '../test/demo-consent.ts';
import type { Delivery } from '../webhooks.ts';

/** A Wednesday. */
const NOW = new Date('2026-11-18T12:00:00Z');
const WEEK = { startDateTime: '2026-11-16T00:00:00Z', endDateTime: '2026-11-23T00:00:00Z' };
const CALENDAR = '/me/calendar';

const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

/**
 * The official client sends its token to https hosts only, so the last middleware redirects calls to the
 * sandbox.
 */
class ToSandbox implements Middleware {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }
  async execute(context: Context): Promise<void> {
    const address = (context.request as string).replace('https://graph.microsoft.com', `${this.#url}/graph`);
    context.response = await fetch(address, context.options);
  }
}

class WithToken implements Middleware {
  readonly #token: string;
  #next: Middleware | undefined;
  constructor(token: string) {
    this.#token = token;
  }
  async execute(context: Context): Promise<void> {
    context.options = {
      ...context.options,
      headers: {
        ...(context.options?.headers as Record<string, string>),
        authorization: `Bearer ${this.#token}`,
      },
    };
    await this.#next?.execute(context);
  }
  setNext(next: Middleware): void {
    this.#next = next;
  }
}

async function start(scopes = ['Calendars.ReadWrite', 'User.Read'], validation = (word: string) => word) {
  const delivered: Delivery[] = [];
  const { sandbox, connect } = await openConsent('microsoft', {
    now: () => new Date(NOW),
    send: async (delivery) => {
      delivered.push(delivery);
      return { status: 202, body: '' };
    },
    validate: async (address) => ({
      status: 200,
      text: validation(new URL(address).searchParams.get('validationToken') ?? ''),
    }),
  });
  open.push(sandbox);
  const chain = new WithToken(await connect('demo_microsoft_maya', ...scopes));
  chain.setNext(new ToSandbox(sandbox.url));
  const graph = Client.initWithMiddleware({ middleware: chain });
  const steer = (path: string, body: object) =>
    fetch(`${sandbox.url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const view = async (range: object = WEEK, prefer = 'odata.maxpagesize=100'): Promise<Graph.Event[]> =>
    (
      await graph
        .api(`${CALENDAR}/calendarView`)
        .query(range as never)
        .header('Prefer', prefer)
        .get()
    ).value;
  /** Follows a delta query to its last page. */
  const round = async (link: string, size = 100) => {
    const value: (Graph.Event & { '@removed'?: object })[] = [];
    let next = link;
    for (;;) {
      const page = await graph.api(next).header('Prefer', `odata.maxpagesize=${size}`).get();
      value.push(...page.value);
      if (page['@odata.deltaLink']) return { value, deltaLink: toGraph(page['@odata.deltaLink']) };
      next = toGraph(page['@odata.nextLink']);
    }
  };
  const toGraph = (link: string) => link.replace(`${sandbox.url}/graph`, 'https://graph.microsoft.com');
  return { sandbox, graph, view, round, steer, delivered };
}

const first = `${CALENDAR}/calendarView/delta?startDateTime=${WEEK.startDateTime}&endDateTime=${WEEK.endDateTime}`;

const meeting = (day: string, from: string, to: string, timeZone = 'Eastern Standard Time'): Graph.Event => ({
  subject: 'Meeting',
  start: { dateTime: `${day}T${from}:00`, timeZone },
  end: { dateTime: `${day}T${to}:00`, timeZone },
});

describe("the sandbox's Outlook calendar, by the official client", () => {
  it('identifies the caller, and lists the calendars with their permissions', async () => {
    const { graph } = await start();
    expect(await graph.api('/me').get()).toMatchObject({ mail: 'maya.demo@outlook.example' });
    const { value } = await graph.api('/me/calendars').get();
    expect(
      value.map(({ name, isDefaultCalendar, canEdit }: Graph.Calendar) => [name, isDefaultCalendar, canEdit]),
    ).toEqual([
      ['Calendar', true, true],
      ['Team holidays', false, false],
    ]);
  });

  it('lists a week with expanded series, in the requested zone', async () => {
    const { view } = await start();
    const inZone = await view(WEEK, 'outlook.timezone="Eastern Standard Time", odata.maxpagesize=50');
    expect(inZone.map(({ subject, type, start: begins }) => [subject, type, begins?.dateTime])).toEqual([
      ['Weekly planning', 'occurrence', '2026-11-16T10:00:00.0000000'],
      ['Contract review', 'singleInstance', '2026-11-17T14:00:00.0000000'],
      ['Call with Berlin', 'singleInstance', '2026-11-18T10:00:00.0000000'],
      ['Tentative: interview', 'singleInstance', '2026-11-19T11:00:00.0000000'],
      ['Working elsewhere', 'singleInstance', '2026-11-20T00:00:00.0000000'],
    ]);
    const [planning] = await view();
    expect(planning?.start).toEqual({ dateTime: '2026-11-16T15:00:00.0000000', timeZone: 'UTC' });
  });

  it('keeps the wall-clock time of a series across a clock change', async () => {
    const { graph } = await start();
    const made: Graph.Event = await graph.api('/me/events').post({
      ...meeting('2027-03-12', '08:00', '09:00'),
      recurrence: {
        pattern: { type: 'daily', interval: 1 },
        range: {
          type: 'numbered',
          startDate: '2027-03-12',
          numberOfOccurrences: 4,
          recurrenceTimeZone: 'Eastern Standard Time',
        },
      },
    });
    const { value } = await graph
      .api(`/me/events/${made.id}/instances`)
      .query({ startDateTime: '2027-03-01T00:00:00Z', endDateTime: '2027-04-01T00:00:00Z' })
      .get();
    expect(value.map((event: Graph.Event) => event.start?.dateTime)).toEqual([
      '2027-03-12T13:00:00.0000000',
      '2027-03-13T13:00:00.0000000',
      '2027-03-14T12:00:00.0000000',
      '2027-03-15T12:00:00.0000000',
    ]);
  });

  it('accepts a transaction once, and changes and deletes by version', async () => {
    const { graph } = await start();
    const body = { ...meeting('2026-11-19', '10:00', '11:00'), transactionId: 'once' };
    const made = await graph.api('/me/events').post(body);
    expect((await graph.api('/me/events').post(body)).id).toBe(made.id);
    const changed = await graph.api(`/me/events/${made.id}`).patch({ subject: 'Focus' });
    expect(changed).toMatchObject({ subject: 'Focus', start: made.start });
    await expect(
      graph.api(`/me/events/${made.id}`).header('If-Match', made['@odata.etag']).patch({ subject: 'x' }),
    ).rejects.toMatchObject({ statusCode: 412 });
    await graph.api(`/me/events/${made.id}`).delete();
    await expect(graph.api(`/me/events/${made.id}`).get()).rejects.toMatchObject({
      statusCode: 404,
      code: 'ErrorItemNotFound',
    });
  });

  it('turns one occurrence into an exception, and removes another', async () => {
    const { graph, view } = await start();
    const weeks = { startDateTime: '2026-11-16T00:00:00Z', endDateTime: '2026-12-07T00:00:00Z' };
    const series = (await view(weeks)).filter(({ subject }) => subject === 'Weekly planning');
    await graph.api(`/me/events/${series[1]?.id}`).patch(meeting('2026-11-24', '10:00', '10:30'));
    await graph.api(`/me/events/${series[2]?.id}`).delete();
    const after = (await view(weeks)).filter(({ seriesMasterId }) => seriesMasterId);
    expect(after.map(({ type, start: begins }) => [type, begins?.dateTime])).toEqual([
      ['occurrence', '2026-11-16T15:00:00.0000000'],
      ['exception', '2026-11-24T15:00:00.0000000'],
    ]);
  });

  it('returns the changed and removed occurrences of a series on request', async () => {
    const { graph, view } = await start();
    const weeks = { startDateTime: '2026-11-16T00:00:00Z', endDateTime: '2026-12-07T00:00:00Z' };
    const series = (await view(weeks)).filter(({ subject }) => subject === 'Weekly planning');
    const id = series[0]?.seriesMasterId ?? '';
    const master = () =>
      graph
        .api(`/me/events/${id}`)
        .select('id,recurrence,cancelledOccurrences,exceptionOccurrences')
        .expand('exceptionOccurrences')
        .get();
    await graph.api(`/me/events/${series[1]?.id}`).patch(meeting('2026-11-24', '10:00', '10:30'));
    expect(await master()).toMatchObject({
      cancelledOccurrences: [],
      exceptionOccurrences: [{ id: series[1]?.id, originalStart: '2026-11-23T15:00:00.000Z' }],
    });
    expect((await graph.api(`/me/events/${id}`).get()).cancelledOccurrences).toBeUndefined();
    // A deleted exception does not come back as a regular occurrence.
    await graph.api(`/me/events/${series[1]?.id}`).delete();
    expect(await master()).toMatchObject({
      cancelledOccurrences: [`OID.${id}.2026-11-23`],
      exceptionOccurrences: [],
    });
    expect((await view(weeks)).map(({ start: begins }) => begins?.dateTime)).not.toContain(
      '2026-11-23T15:00:00.0000000',
    );
    // A new recurrence restores all occurrences.
    await graph.api(`/me/events/${id}`).patch({ recurrence: (await master()).recurrence });
    expect((await master()).cancelledOccurrences).toEqual([]);
  });

  it('uses the last day of a short month, and the n-th of several weekdays', async () => {
    const { graph, view } = await start();
    const post = (subject: string, day: string, pattern: Graph.RecurrencePattern) =>
      graph.api('/me/events').post({
        ...meeting(day, '10:00', '11:00', 'UTC'),
        subject,
        recurrence: { pattern, range: { type: 'noEnd', startDate: day } },
      });
    await post('Month end', '2026-12-31', { type: 'absoluteMonthly', interval: 1, dayOfMonth: 31 });
    await post('Last workday', '2026-12-31', {
      type: 'relativeMonthly',
      interval: 1,
      index: 'last',
      daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    });
    const year = { startDateTime: '2026-12-01T00:00:00Z', endDateTime: '2027-03-02T00:00:00Z' };
    const days = async (title: string) =>
      (await view(year))
        .filter(({ subject }) => subject === title)
        .map(({ start: begins }) => begins?.dateTime?.slice(0, 10));
    expect(await days('Month end')).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
    expect(await days('Last workday')).toEqual(['2026-12-31', '2027-01-29', '2027-02-26']);
  });

  it('finds events by our own property, and reports one that left the range', async () => {
    const { graph, round } = await start();
    const id = 'String {0d1c8a52-7b3e-4f7a-9f0e-5a2f64c1b7d3} Name probe';
    const made = await graph.api('/me/events').post({
      ...meeting('2026-11-19', '10:00', '11:00'),
      singleValueExtendedProperties: [{ id, value: "it's" }],
    });
    const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${id}' and ep/value eq 'it''s')`;
    const { value } = await graph.api('/me/events').filter(encodeURIComponent(filter)).get();
    expect(value.map((event: Graph.Event) => event.id)).toEqual([made.id]);
    await expect(graph.api('/me/events').filter("subject eq 'x'").get()).rejects.toMatchObject({
      statusCode: 400,
    });
    const { deltaLink } = await round(first);
    await graph.api(`/me/events/${made.id}`).patch(meeting('2027-03-19', '10:00', '11:00'));
    expect((await round(deltaLink)).value).toEqual([{ id: made.id, '@removed': { reason: 'changed' } }]);
  });

  it('returns changes by delta query, removed events by id, and starts over with an old token', async () => {
    const { graph, round, steer } = await start();
    const all = await round(first, 2);
    expect(all.value).toHaveLength(5);
    expect((await round(all.deltaLink)).value).toEqual([]);
    const made = await graph.api('/me/events').post(meeting('2026-11-19', '10:00', '11:00'));
    await graph.api('/me/events').post(meeting('2027-01-19', '10:00', '11:00'));
    const gone = all.value.find(({ subject }) => subject === 'Contract review');
    await graph.api(`/me/events/${gone?.id}`).delete();
    const second = await round(all.deltaLink);
    // Events outside the range are not reported.
    expect(second.value.map(({ id }) => id)).toEqual([made.id, gone?.id]);
    expect(second.value[1]).toEqual({ id: gone?.id, '@removed': { reason: 'deleted' } });
    await expect(graph.api(`${first}&$select=subject`).get()).rejects.toMatchObject({ statusCode: 400 });
    await steer('forget-sync-tokens', {});
    await expect(round(second.deltaLink)).rejects.toMatchObject({
      statusCode: 410,
      code: 'syncStateNotFound',
    });
    expect((await round(first)).value.length).toBe(5);
  });

  it('ends a subscription silently on request', async () => {
    const { sandbox, graph, steer, delivered } = await start();
    const made = await graph.api('/subscriptions').post({
      changeType: 'created,updated,deleted',
      notificationUrl: 'http://localhost:3999/api/webhooks/microsoft',
      lifecycleNotificationUrl: 'http://localhost:3999/api/webhooks/microsoft/lifecycle',
      resource: '/me/events',
      clientState: 'proof',
      expirationDateTime: new Date(NOW.getTime() + 3 * DAY_MS).toISOString(),
    });
    await steer('faults', { provider: 'microsoft', kind: 'expire-channel', times: 1 });
    for (const hour of ['10', '11'])
      await graph.api('/me/events').post(meeting('2026-11-19', `${hour}:00`, `${hour}:30`));
    await sandbox.settled();
    expect(delivered).toEqual([]);
    await expect(graph.api(`/subscriptions/${made.id}`).delete()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('notifies validated subscribers, and reports on the lifecycle address', async () => {
    const { sandbox, graph, steer, delivered } = await start();
    const input = {
      changeType: 'created,updated,deleted',
      notificationUrl: 'http://localhost:3999/api/webhooks/microsoft',
      lifecycleNotificationUrl: 'http://localhost:3999/api/webhooks/microsoft/lifecycle',
      resource: '/me/events',
      clientState: 'proof',
      expirationDateTime: new Date(NOW.getTime() + 3 * DAY_MS).toISOString(),
    };
    const made = await graph.api('/subscriptions').post(input);
    expect(made.clientState).toBeUndefined();
    await graph.api('/me/events').post(meeting('2026-11-19', '10:00', '11:00'));
    await sandbox.settled();
    expect(JSON.parse(delivered[0]?.body ?? '').value[0]).toMatchObject({
      changeType: 'created',
      clientState: 'proof',
      subscriptionId: made.id,
    });
    await expect(
      graph
        .api(`/subscriptions/${made.id}`)
        .patch({ expirationDateTime: new Date(NOW.getTime() + 8 * DAY_MS).toISOString() }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await steer('lifecycle', { kind: 'subscriptionRemoved' });
    await sandbox.settled();
    expect(JSON.parse(delivered.at(-1)?.body ?? '').value[0]).toMatchObject({
      lifecycleEvent: 'subscriptionRemoved',
    });
    await expect(graph.api(`/subscriptions/${made.id}`).delete()).rejects.toMatchObject({ statusCode: 404 });
    const mute = await start(undefined, () => 'something else');
    await expect(mute.graph.api('/subscriptions').post(input)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('rejects what the real one rejects', async () => {
    const { graph } = await start();
    const { value } = await graph.api('/me/calendars').get();
    await expect(
      graph.api(`/me/calendars/${value[1].id}/events`).post(meeting('2026-11-19', '10:00', '11:00')),
    ).rejects.toMatchObject({ statusCode: 403 });
    await expect(graph.api('/me/events').post({ subject: 'No times' })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(
      graph.api('/me/events').post(meeting('2026-11-19', '10:00', '11:00', 'Nowhere Standard Time')),
    ).rejects.toMatchObject({ statusCode: 400 });
    await expect(
      graph.api('/me/events').post({ ...meeting('2026-11-19', '10:00', '11:00'), isAllDay: true }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await expect(graph.api('/me/messages').get()).rejects.toMatchObject({ statusCode: 404 });
    const readOnly = await start(['Calendars.Read']);
    await expect(
      readOnly.graph.api('/me/events').post(meeting('2026-11-19', '10:00', '11:00')),
    ).rejects.toMatchObject({ statusCode: 403 });
  });

  it('returns busy times', async () => {
    const { graph } = await start();
    const { value } = await graph.api('/me/calendar/getSchedule').post({
      schedules: ['maya.demo@outlook.example', 'nobody@example.com'],
      startTime: { dateTime: '2026-11-17T00:00:00', timeZone: 'UTC' },
      endTime: { dateTime: '2026-11-18T00:00:00', timeZone: 'UTC' },
    });
    expect(value[0].scheduleItems).toEqual([
      {
        status: 'busy',
        start: { dateTime: '2026-11-17T19:00:00.0000000', timeZone: 'UTC' },
        end: { dateTime: '2026-11-17T20:30:00.0000000', timeZone: 'UTC' },
      },
    ]);
    expect(value[1].error.responseCode).toBe('ErrorMailRecipientNotFound');
  });

  it('accepts four concurrent calls, without aborted ones', async () => {
    const { graph, steer } = await start();
    await steer('faults', { provider: 'microsoft', kind: 'slow', times: 5 });
    const calls = (count: number, signal?: AbortSignal) =>
      Array.from({ length: count }, () =>
        graph
          .api('/me/calendars')
          .options(signal ? { signal } : {})
          .get(),
      );
    const answers = await Promise.allSettled(calls(5));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { statusCode: 429 },
    });
    await steer('faults', { provider: 'microsoft', kind: 'slow', times: 4 });
    await Promise.allSettled(calls(4, AbortSignal.timeout(200)));
    const after = async () => (await graph.api('/me/calendars').get()).value.length;
    await expect.poll(after, { timeout: 10_000 }).toBe(2);
  });

  it('fails on request: token, 429 with Retry-After, service', async () => {
    const { graph, steer } = await start();
    for (const [kind, statusCode] of [
      ['expire-token', 401],
      ['rate-limit', 429],
      ['error', 503],
    ] as const) {
      await steer('faults', { provider: 'microsoft', kind, times: 1 });
      await expect(graph.api('/me/calendars').get()).rejects.toMatchObject({ statusCode });
    }
    expect((await graph.api('/me/calendars').get()).value).toHaveLength(2);
  });
});
