import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reminder } from '@dayloom/contracts';
import { afterAll, expect, it } from 'vitest';
import { openMeetings } from '#test/meeting-requests.ts';
import { openTestServer, type TestUser } from '#test/server.ts';

const server = await openTestServer({ BILLING: 'off', ALLOW_PRIVATE_ADDRESSES: '1', LOG_LEVEL: 'fatal' });

/** A push service that counts what it gets, by the path of the browser. What is in a push has tests of its own. */
const pushes: string[] = [];
const service = createServer((request, response) => {
  pushes.push(request.url ?? '');
  request.resume().on('end', () => response.writeHead(201).end());
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
afterAll(() => service.close());

let people = 0;

/** Somebody in New York on 16 November who can be reached by every channel. */
async function reachable() {
  people += 1;
  server.setTime('2026-11-16T14:00:00Z');
  const user = await server.signUp({ timeZone: 'America/New_York' });
  const mobile = `+1212555${String(5_000 + people)}`;
  await user.call('POST', '/api/user/generate-otp', { mobile });
  const { text } = await server.mailTo(mobile);
  await user.call('POST', '/api/user/verify-otp', { otpCode: /\d{6}/.exec(text)?.[0] });
  await user.call('PUT', '/api/user/sms-reminders', { enabled: true, consent: true });
  await user.call('PATCH', '/api/user/preferences', { notifications: { channels: { push: true } } });
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const subscribed = await user.call('POST', '/api/push/subscriptions', {
    endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}/${people}`,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  });
  expect(subscribed.status, JSON.stringify(subscribed.body)).toBe(200);
  return { user, mobile, browser: `/${people}` };
}
type Person = Awaited<ReturnType<typeof reachable>>;

const textsTo = async (address: string): Promise<{ subject: string; text: string }[]> =>
  (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(address)}`)).body['messages'];

/** What each channel has brought. */
async function readChannels({ user, mobile, browser }: Person) {
  const { notifications } = (await user.call('GET', '/api/notifications')).body;
  return {
    app: notifications.map(({ kind, title, path }: any) => ({ kind, title, path })),
    email: (await textsTo(user.profile.email))
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith('Reminder: ')),
    push: pushes.filter((path) => path === browser).length,
    sms: (await textsTo(mobile))
      .map(({ text }) => text.replace(/ http\S+$/, ' LINK'))
      .filter((text) => !text.includes('code')),
  };
}

async function runAt(instant: string) {
  server.setTime(instant);
  for (const job of ['reminders.sweep', 'mails.send-due', 'phone.send-due']) await server.runJob(job, {});
}

const everywhere: Reminder[] = [{ minutesBefore: 30, channels: ['app', 'email', 'push', 'sms'] }];

interface Case {
  readonly make: (user: TestUser) => Promise<string>;
  readonly due: string;
  readonly expected: (id: string) => object;
}

const cases: Record<string, Case> = {
  event: {
    make: async (user) => {
      const { body } = await user.call('POST', '/api/events', {
        title: 'Standup',
        startsAt: '2026-11-16T19:00:00Z',
        endsAt: '2026-11-16T19:30:00Z',
      });
      return body['event']?._id;
    },
    due: '2026-11-16T18:30:00Z',
    expected: () => ({
      title: 'Standup',
      path: '/calendar-flow?date=2026-11-16',
      when: 'Starts at 2:00 PM.',
    }),
  },
  task: {
    make: async (user) => {
      const { body } = await user.call('POST', '/api/tasks', {
        title: 'Report',
        dueAt: '2026-11-16T19:00:00Z',
      });
      return body['task']._id;
    },
    due: '2026-11-16T18:30:00Z',
    expected: (id) => ({
      title: 'Report',
      path: `/tasks?task=${id}`,
      when: 'Due on Mon, Nov 16 at 2:00 PM. Reply 1 done, 2 later, 3 replan. LINK',
    }),
  },
  block: {
    make: async (user) => {
      const { task } = (await user.call('POST', '/api/tasks', { title: 'Draft', durationMinutes: 60 })).body;
      await user.call('POST', '/api/blocks', { taskId: task._id, startsAt: '2026-11-16T19:00:00Z' });
      return task._id;
    },
    due: '2026-11-16T18:30:00Z',
    expected: () => ({
      title: 'Draft',
      path: '/calendar-flow?date=2026-11-16',
      when: 'Starts at 2:00 PM. Reply 1 done, 2 later, 3 replan. LINK',
    }),
  },
  booking: {
    make: async (user) => {
      const { status, body } = await server.call('POST', '/api/booking/create', {
        username: user.profile.username,
        eventType: '30-min',
        startsAt: '2026-11-17T19:00:00.000Z',
        timeZone: 'Europe/Berlin',
        name: 'Ada Byron',
        email: 'ada@example.org',
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return body['booking'].id;
    },
    due: '2026-11-17T18:30:00Z',
    expected: () => ({
      title: '30 minutes: Maya Okafor and Ada Byron',
      path: '/bookings',
      when: 'Starts at 2:00 PM.',
    }),
  },
  meetingRequest: {
    make: async (user) => {
      const meetings = openMeetings(server, user);
      const made = await meetings.askFor({
        times: ['2026-11-18T15:00:00.000Z'],
        timeZone: 'America/New_York',
      });
      await meetings.sendMails();
      return made['_id'] ?? made['id'];
    },
    due: '2026-11-18T14:30:00Z',
    expected: (id) => ({
      title: 'Roadmap',
      path: `/bookings?view=requests&request=${id}`,
      when: 'Closes at 10:00 AM.',
    }),
  },
};

it.each(Object.entries(cases))(
  '%s: each channel brings its reminder once',
  async (kind, { make, due, expected }) => {
    const person = await reachable();
    await person.user.call('PATCH', '/api/reminders/settings', { defaults: { [kind]: everywhere } });
    const { title, path, when } = expected(await make(person.user)) as Record<string, string>;
    await runAt(new Date(Date.parse(due) - 60_000).toISOString());
    expect(await readChannels(person)).toEqual({ app: [], email: [], push: 0, sms: [] });
    for (const later of [0, 60_000]) await runAt(new Date(Date.parse(due) + later).toISOString());
    expect(await readChannels(person)).toEqual({
      app: [{ kind, title, path }],
      email: [`Reminder: ${title}`],
      push: 1,
      sms: [`Dayloom: ${title}. ${when}`],
    });
  },
);

it('the reminders of a calendar go by its channels, not by those of the defaults', async () => {
  const person = await reachable();
  const { user } = person;
  await user.call('PATCH', '/api/reminders/settings', {
    defaults: { event: [{ minutesBefore: 30, channels: ['app'] }] },
  });
  const [calendar] = (await user.call('GET', '/api/calendars')).body['calendars'];
  await user.call('PUT', `/api/reminders/calendar/${calendar._id}`, {
    reminders: [{ minutesBefore: 20, channels: ['email', 'push', 'sms'] }],
  });
  await cases['event']?.make(user);
  await runAt('2026-11-16T18:30:00Z');
  expect(await readChannels(person)).toEqual({ app: [], email: [], push: 0, sms: [] });
  await runAt('2026-11-16T18:40:00Z');
  expect(await readChannels(person)).toEqual({
    app: [],
    email: ['Reminder: Standup'],
    push: 1,
    sms: ['Dayloom: Standup. Starts at 2:00 PM.'],
  });
});
