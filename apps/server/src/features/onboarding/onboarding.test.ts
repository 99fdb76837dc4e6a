import { describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';

const server = await openTestServer();
// A Thursday, 14:00 in New York.
server.setTime('2026-11-19T19:00:00Z');

const readAll = async (user: TestUser) => {
  const [tasks, calendars, events, plan] = await Promise.all([
    user.call('GET', '/api/tasks?view=all&limit=100'),
    user.call('GET', '/api/calendars'),
    user.call('GET', '/api/events?from=2026-11-15T00:00:00Z&to=2026-12-15T00:00:00Z'),
    user.call('GET', '/api/plan'),
  ]);
  return {
    tasks: tasks.body.tasks as { title: string; dueOn: string | null }[],
    calendars: (calendars.body.calendars as { name: string; kind: string }[]).sort((a, b) =>
      a.kind.localeCompare(b.kind),
    ),
    events: events.body.occurrences as { title: string; startsAt: string; endsAt: string }[],
    blocks: plan.body.plan.blocks as { title: string }[],
  };
};

describe('the first steps', () => {
  it('are over once they are done or skipped', async () => {
    const user = await server.signUp();
    const isOnboarded = async () =>
      (await user.call('GET', '/api/user/profile')).body.user.settings.isOnboarded;
    expect(await isOnboarded()).toBe(false);
    expect((await user.call('POST', '/api/onboarding/finish')).status).toBe(200);
    expect(await isOnboarded()).toBe(true);
  });
});

describe('hints', () => {
  const readHints = async (user: TestUser) =>
    (await user.call('GET', '/api/user/profile')).body.user.settings.hints;

  it('are granted once over all devices, also to pages that ask at the same time', async () => {
    const user = await server.signUp();
    const other = await server.signUp();
    expect(await readHints(user)).toEqual({ isOn: true, seen: [] });
    const take = async () => (await user.call('POST', '/api/onboarding/hints/undo/take')).body.isGranted;
    expect((await Promise.all([take(), take(), take()])).toSorted()).toEqual([false, false, true]);
    expect(await take()).toBe(false);
    expect(await readHints(user)).toEqual({ isOn: true, seen: ['undo'] });
    expect(await readHints(other)).toEqual({ isOn: true, seen: [] });
    expect((await user.call('POST', '/api/onboarding/hints/no-such-hint/take')).status).toBe(404);
  });

  it('can be turned off, and be shown again', async () => {
    const user = await server.signUp();
    const take = async (hint: string) =>
      (await user.call('POST', `/api/onboarding/hints/${hint}/take`)).body.isGranted;
    expect(await take('undo')).toBe(true);
    const off = await user.call('PATCH', '/api/onboarding/hints', { isOn: false });
    expect(off.body.hints).toEqual({ isOn: false, seen: ['undo'] });
    expect(await take('quick-add')).toBe(false);
    const again = await user.call('PATCH', '/api/onboarding/hints', { isOn: true, seen: [] });
    expect(again.body.hints).toEqual({ isOn: true, seen: [] });
    expect(await take('undo')).toBe(true);
    expect((await user.call('PATCH', '/api/onboarding/hints', { seen: ['made up'] })).status).toBe(400);
    expect(await readHints(user)).toEqual({ isOn: true, seen: ['undo'] });
  });
});

describe('the sample week', () => {
  it('has events and tasks on the next working days, in the home zone, once', async () => {
    const user = await server.signUp({ timeZone: 'America/New_York' });
    expect((await user.call('GET', '/api/onboarding/sample-week')).body.sampleWeek).toBeNull();
    const { status, body } = await user.call('POST', '/api/onboarding/sample-week');
    expect([status, body.sampleWeek.tasks]).toEqual([200, 8]);
    const added = await readAll(user);
    expect(added.calendars).toMatchObject([{ kind: 'dayloom' }, { name: 'Sample week', kind: 'imported' }]);
    expect(added.events).toHaveLength(13);
    // Thursday is the first working day: its planning was at ten in New York, which is 15:00 UTC.
    expect(added.events.find(({ title }) => title === 'Team planning')?.startsAt).toBe(
      '2026-11-19T15:00:00.000Z',
    );
    // The fifth one is Wednesday: the weekend is left out.
    expect(added.events.find(({ title }) => title === 'Board meeting')?.startsAt).toBe(
      '2026-11-25T16:00:00.000Z',
    );
    expect(added.tasks.find(({ title }) => title === 'Finish the quarterly report')?.dueOn).toBe(
      '2026-11-24',
    );
    // Again, and at once twice: nothing is doubled.
    const again = () => user.call('POST', '/api/onboarding/sample-week');
    expect((await Promise.all([again(), again()])).map((answer) => answer.status)).toEqual([200, 200]);
    expect(await readAll(user)).toEqual(added);
  });

  it('is removed completely, with its planned time, and nothing else is', async () => {
    const user = await server.signUp({ timeZone: 'America/New_York' });
    await user.call('POST', '/api/tasks', { title: 'My own', durationMinutes: 60 });
    await user.call('POST', '/api/events', {
      title: 'My meeting',
      startsAt: '2026-11-20T15:00:00Z',
      endsAt: '2026-11-20T16:00:00Z',
    });
    const before = await readAll(user);
    await user.call('POST', '/api/onboarding/sample-week');
    const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
    await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
    const [one] = (await user.call('GET', '/api/tasks?q=expenses')).body.tasks;
    await user.call('DELETE', `/api/tasks/${one._id}`);
    expect((await user.call('GET', '/api/onboarding/sample-week')).body.sampleWeek.tasks).toBe(7);
    const { status, body } = await user.call('DELETE', '/api/onboarding/sample-week');
    expect([status, body.sampleWeek]).toEqual([200, null]);
    const { blocks, tasks, ...rest } = await readAll(user);
    expect(rest).toEqual({ calendars: before.calendars, events: before.events });
    expect(tasks.map(({ title }) => title)).toEqual(['My own']);
    expect(blocks.map(({ title }) => title)).toEqual(['My own']);
    // Twice is fine, and another one can be added.
    expect((await user.call('DELETE', '/api/onboarding/sample-week')).status).toBe(200);
    expect((await user.call('POST', '/api/onboarding/sample-week')).body.sampleWeek.tasks).toBe(8);
  });

  it('leaves what its user put into its calendar, in a calendar of another name', async () => {
    const user = await server.signUp();
    const { calendarId } = (await user.call('POST', '/api/onboarding/sample-week')).body.sampleWeek;
    const wedding = { title: 'My wedding', startsAt: '2026-11-28T10:00:00Z', endsAt: '2026-11-28T14:00:00Z' };
    await user.call('POST', '/api/events', { ...wedding, calendarId });
    expect((await user.call('DELETE', '/api/onboarding/sample-week')).status).toBe(200);
    const { calendars, events, tasks } = await readAll(user);
    expect(calendars).toMatchObject([{ kind: 'dayloom' }, { name: 'My events', kind: 'imported' }]);
    expect([events.map(({ title }) => title), tasks]).toEqual([['My wedding'], []]);
    expect((await user.call('GET', '/api/onboarding/sample-week')).body.sampleWeek).toBeNull();
  });

  it('whose calendar was removed by hand is removed all the same; others have none of it', async () => {
    const user = await server.signUp();
    const other = await server.signUp();
    const { sampleWeek } = (await user.call('POST', '/api/onboarding/sample-week')).body;
    await user.call('DELETE', `/api/calendars/${sampleWeek.calendarId}`);
    expect((await other.call('GET', '/api/onboarding/sample-week')).body.sampleWeek).toBeNull();
    await other.call('DELETE', '/api/onboarding/sample-week');
    expect((await user.call('GET', '/api/onboarding/sample-week')).body.sampleWeek.tasks).toBe(8);
    expect((await user.call('DELETE', '/api/onboarding/sample-week')).status).toBe(200);
    expect((await readAll(user)).tasks).toEqual([]);
  });
});
