import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { listOccurrences, openFakeProviderServer, signUpConnected } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

const NUL = '\u0000';
const HALF = '\ud800';
const DIRTY = `Re${NUL}view${HALF}`;
const fake = new FakeCalendars();
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await openFakeProviderServer(fake);
});

beforeEach(async () => {
  fake.calendars[0] = { id: 'main', name: `Ma${NUL}in`, color: null, isPrimary: true, isWritable: true };
  user = await signUpConnected(server, fake);
});

const occurrences = () => listOccurrences(user);

const event = remoteEvent('plain', { title: 'Plain' });

describe('unstorable text', () => {
  test.each([
    ['a title that is cut in the middle of a character', { title: `${'x'.repeat(499)}😀` }],
    ['notes that are', { description: `${'x'.repeat(19_999)}😀` }],
    ['a UID that is longer than any', { uid: 'u'.repeat(1_200) }],
  ])('does not come from %s', async (_what, change) => {
    fake.put('main', [event]);
    fake.put('main', [{ ...event, uid: 'long', ...change }]);
    for (let round = 0; round < 2; round += 1) {
      await syncAllNow(server, user);
      expect(await occurrences()).toHaveLength(2);
      fake.forgetCursors();
    }
    const { body } = await user.call('GET', '/api/calendar-accounts');
    for (const { sync } of body.accounts[0].calendars)
      expect(sync).toMatchObject({ state: 'in_step', failure: null });
  });

  test('is removed everywhere, and the rest of its page is stored', async () => {
    fake.put('main', [event]);
    fake.put('main', [
      {
        ...event,
        uid: `dir${NUL}ty`,
        title: DIRTY,
        description: DIRTY,
        location: DIRTY,
        recurrence: {
          rules: [`FREQ=DAILY;COUNT=2;X-NOTE=${NUL}${HALF}`],
          exceptionRules: [`FREQ=YEARLY;COUNT=1;X-NOTE=${NUL}`],
          rdates: [],
          exdates: [],
        },
        details: {
          url: `https://x.example/${NUL}`,
          organizer: { email: `a${NUL}@x.example`, name: DIRTY },
          attendees: [{ email: null, name: DIRTY, status: `ACCEPTED${NUL}` }],
          categories: [DIRTY],
        },
      },
    ]);
    await syncAllNow(server, user);
    const { body } = await user.call('GET', '/api/calendar-accounts');
    expect(body.accounts[0].calendars).toContainEqual(
      expect.objectContaining({
        name: 'Main',
        sync: expect.objectContaining({ state: 'in_step', failure: null }),
      }),
    );
    const titles = (await occurrences()).map(({ title }) => title);
    expect(new Set(titles)).toEqual(new Set(['Plain', 'Review\ufffd']));
    // Reading the same event again changes nothing, and nothing is sent.
    const { writes } = fake;
    await syncAllNow(server, user);
    expect(fake.writes).toBe(writes);
  });
});

describe('a CalDAV server with such text', () => {
  test('is fully read, written to and in sync', async () => {
    const sandboxed = await openTestServer();
    sandboxed.setTime('2026-11-16T08:00:00Z');
    const person = await sandboxed.signUp({ timeZone: 'Europe/Berlin' });
    const { demoCaldav } = (await person.call('GET', '/config.json')).body;
    const { serverUrl, username, password } = demoCaldav;
    // Another program, which writes any calendar objects.
    const put = async (name: string, ...lines: string[]) => {
      const sent = request(new URL(`/cal/17104242/home/${name}.ics`, await sandboxed.sandboxUrl()), {
        method: 'PUT',
        headers: {
          host: 'p42-caldav.icloud.example',
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
          'content-type': 'text/calendar; charset=utf-8',
        },
      });
      sent.end(
        `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${name}\r\nDTSTAMP:20261101T000000Z\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      );
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBeLessThan(300);
      answer.resume();
    };
    const at = ['DTSTART:20261118T100000Z', 'DTEND:20261118T110000Z'];
    await put('plain', ...at, 'SUMMARY:Plain text');
    await put(
      'dirty',
      ...at,
      `SUMMARY:Dir${NUL}ty text`,
      `DESCRIPTION:a${NUL}b`,
      `X-OTHER:${NUL}`,
      `RRULE:FREQ=DAILY;COUNT=2${NUL}`,
      `ATTENDEE;CN=A${NUL}da:mailto:ada@lovelace.example`,
    );
    const reply = await person.call('POST', '/api/integrations/caldav/connect', {
      serverUrl,
      username,
      password,
    });
    expect(reply.status).toBe(200);
    await syncAllNow(sandboxed, person);
    const shown = async (): Promise<Reply['body'][]> =>
      (await person.call('GET', '/api/events?from=2026-11-18T00:00:00Z&to=2026-11-19T00:00:00Z')).body
        .occurrences;
    const found = (await shown()).find(({ title }) => title === 'Dirty text');
    expect((await shown()).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Plain text', 'Dirty text']),
    );
    const changed = await person.call('PATCH', `/api/events/${found?.['eventId']}`, {
      title: 'Clean text',
      ...(found?.['recurrenceId'] && { recurrenceId: found['recurrenceId'], scope: 'all' }),
    });
    expect(changed).toMatchObject({ status: 200 });
    // It has a guest, so the change waits for a possible undo first.
    sandboxed.setTime('2026-11-16T08:01:00Z');
    await syncAllNow(sandboxed, person);
    const { body } = await person.call('GET', '/api/calendar-accounts');
    for (const { sync } of body.accounts[0].calendars)
      expect(sync).toMatchObject({ state: 'in_step', pendingWrites: 0, failure: null });
    expect((await shown()).map(({ title }) => title)).toContain('Clean text');
  });
});
