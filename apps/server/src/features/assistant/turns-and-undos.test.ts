import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openFakeProviderServer, signUpConnected } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import type { TestServer, TestUser } from '#test/server.ts';

const fake = new FakeCalendars();
let server: TestServer;

beforeAll(async () => {
  server = await openFakeProviderServer(fake, {
    PREMIUM_DAILY_MESSAGES: '100000',
    PREMIUM_MONTHLY_MESSAGES: '100000',
  });
});

const EVENTS = ['Dentist', 'Budget review', 'Yoga class', 'Team sync'] as const;
const TASKS = ['Tax return', 'Buy milk'] as const;
const anEvent = fc.constantFrom(...EVENTS);
const aTask = fc.constantFrom(...TASKS);
const aDay = fc.constantFrom('tomorrow', 'Thursday', 'Friday', 'next Tuesday');
const anHour = fc.integer({ min: 8, max: 17 });
const aLength = fc.constantFrom(15, 30, 45);

/** What people may say: about events at the provider, some with guests or in a series, and about tasks and settings. */
const aRequest = fc.oneof(
  fc.tuple(anEvent, aDay, anHour).map(([title, day, hour]) => `move the ${title} to ${day} at ${hour}:00`),
  fc.tuple(anEvent, aLength).map(([title, minutes]) => `push the ${title} back by ${minutes} minutes`),
  fc.tuple(anEvent, aLength).map(([title, minutes]) => `make the ${title} ${minutes} minutes longer`),
  anEvent.map((title) => `rename the ${title} to ${title} again`),
  anEvent.map((title) => `cancel the ${title}`),
  anEvent.map((title) => `invite zed@example.org to the ${title}`),
  fc.constant('cancel all Team syncs'),
  fc.constant('change the location of the Dentist to Room 9'),
  fc.constant('swap the Dentist and the Yoga class'),
  fc
    .tuple(anEvent, anEvent, aDay)
    .map(([one, other, day]) => `cancel the ${one} and move the ${other} to ${day}`),
  fc.tuple(aDay, anHour).map(([day, hour]) => `schedule a haircut ${day} at ${hour}:00`),
  aTask.map((title) => `mark ${title} as done`),
  aTask.map((title) => `delete the task ${title}`),
  fc.tuple(aTask, aDay).map(([title, day]) => `make ${title} due ${day}`),
  fc.constant('add buy stamps, call the bank to my errands list'),
  fc.constant('set my working hours to 10-6'),
  fc.constant('keep lunch free from 12 to 1'),
  fc.constant('plan my week'),
);
type Step = { readonly text: string; readonly answer: 'yes' | 'no' } | 'undo' | 'sync';
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ text: aRequest, answer: fc.constantFrom<'yes' | 'no'>('yes', 'yes', 'no') }),
  },
  { weight: 1, arbitrary: fc.constant<Step>('undo') },
  { weight: 2, arbitrary: fc.constant<Step>('sync') },
);

/** Everything that turns may change, whole: the objects at the provider, and our own. */
async function readAll(user: TestUser) {
  const read = async (path: string) => (await user.call('GET', path)).body;
  const { occurrences } = await read('/api/events?from=2026-11-01T00:00:00Z&to=2027-02-01T00:00:00Z');
  const { tasks } = await read('/api/tasks?limit=200');
  const { settings } = await read('/api/user/settings');
  const { plan } = await read('/api/plan');
  const { workingHours, personalHours, scheduling, hoursOverrides } = settings;
  return {
    provider: Object.fromEntries(fake.calendarObjects('main')),
    occurrences: occurrences.map(withoutMarks).toSorted(byText),
    tasks: tasks.map(withoutMarks).toSorted(byText),
    settings: { workingHours, personalHours, scheduling, hoursOverrides },
    blocks: plan.blocks.map(withoutMarks),
  };
}

/** Versions and times of the last change go on with every undo. */
const withoutMarks = ({ version: _version, updatedAt: _at, ...rest }: Record<string, unknown>) => rest;
const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

async function setUp(): Promise<TestUser> {
  const user = await signUpConnected(server, fake);
  const details = {
    organizer: { email: 'maya@example.org', name: 'Maya', isSelf: true as const },
    attendees: [{ email: 'ana@example.org', name: 'Ana Silva', status: 'ACCEPTED' }],
    categories: ['Work'],
  };
  fake.put('main', [remoteEvent('dentist', { title: 'Dentist', location: 'Main Street 1' })]);
  fake.put('main', [remoteEvent('budget', { title: 'Budget review', details })]);
  fake.put('main', [remoteEvent('yoga', { title: 'Yoga class', description: 'Bring a mat' })]);
  fake.put('main', [
    remoteEvent('sync', {
      title: 'Team sync',
      recurrence: { rules: ['FREQ=WEEKLY;COUNT=4'], exceptionRules: [], rdates: [], exdates: [] },
    }),
  ]);
  await syncAllNow(server, user);
  for (const title of TASKS)
    expect(await user.call('POST', '/api/tasks', { title, durationMinutes: 60 })).toMatchObject({
      status: 200,
    });
  return user;
}

async function say(user: TestUser, text: string, conversationId: string | undefined) {
  const { status, body } = await user.call('POST', '/api/chat/turns', {
    text,
    ...(conversationId && { conversationId }),
  });
  expect({ text, status }).toEqual({ text, status: 200 });
  return body;
}

test('turns that are all undone, with syncs in between, leave everything as it was', async () => {
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 9 }), async (steps) => {
      const user = await setUp();
      const before = await readAll(user);
      const turns: string[] = [];
      let conversationId: string | undefined;
      for (const step of steps) {
        if (step === 'sync') await syncAllNow(server, user);
        else if (step === 'undo') {
          const last = turns.pop();
          if (last)
            expect(await user.call('POST', `/api/chat/turns/${last}/undo`)).toMatchObject({ status: 200 });
        } else {
          const { turn, conversationId: id } = await say(user, step.text, conversationId);
          conversationId = id;
          const isWaiting = turn.state === 'waiting';
          if (isWaiting && step.answer === 'yes') {
            const applied = await user.call('POST', `/api/chat/turns/${turn.id}/apply`);
            if (applied.body['turn']?.isUndoable) turns.push(turn.id);
          } else if (isWaiting) await user.call('POST', `/api/chat/turns/${turn.id}/discard`);
          else if (turn.isUndoable) turns.push(turn.id);
        }
      }
      await syncAllNow(server, user);
      undone += turns.length;
      for (const id of turns.toReversed())
        expect(await user.call('POST', `/api/chat/turns/${id}/undo`)).toMatchObject({ status: 200 });
      await syncAllNow(server, user);
      expect(await readAll(user)).toEqual(before);
    }),
    // `TURN_RUNS=100` tries more.
    { numRuns: Number(process.env.TURN_RUNS ?? 4) },
  );
  expect(undone).toBeGreaterThan(0);
}, 600_000);
