import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer } from '#test/server.ts';

const RANGE = 'from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' }, { isNotified: false });
});

/**
 * Real providers respell what they receive: zones, rules, texts, ends of series. None of that is a change
 * that limits an undo.
 */
describe.each(['google', 'outlook', 'apple'] as const)('an undo by the real adapter of %s', (domain) => {
  test('is complete if nothing has changed since', async () => {
    // Outlook has no Windows zone for Amsterdam.
    const user = await server.signUp({ timeZone: 'Europe/Amsterdam' });
    await connect(server, user, domain);
    const shown = async () => {
      const { body } = await user.call('GET', `/api/events?${RANGE}`);
      return (body.occurrences as Reply['body'][])
        .filter(({ title }) => /^(?:Standup|Lunch|Away)/.test(String(title)))
        .map(({ title, description, location, startsAt, endsAt, isBusy }) =>
          [startsAt, endsAt, title, description, location, isBusy].join(' | '),
        );
    };
    const find = async (title: string, position = 0) => {
      const { body } = await user.call('GET', `/api/events?${RANGE}`);
      const all = body.occurrences as Reply['body'][];
      return all.filter((it) => it['title'] === title)[position] as Reply['body'];
    };
    const add = async (event: object) => {
      expect((await user.call('POST', '/api/events', event)).status).toBe(200);
    };
    await add({
      title: 'Standup',
      description: 'Bring:\n- figures  \n\n<b>and</b> a smile',
      startsAt: '2026-12-01T09:00:00Z',
      endsAt: '2026-12-01T09:15:00Z',
      timeZone: 'Europe/Amsterdam',
      recurrenceRule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU,TH;COUNT=8;WKST=MO',
    });
    await add({
      title: 'Lunch',
      startsAt: '2026-12-02T11:00:00Z',
      endsAt: '2026-12-02T12:00:00Z',
      timeZone: 'Europe/Amsterdam',
    });
    await add({ title: 'Away', startsOn: '2026-12-03', endsOn: '2026-12-05', isBusy: true });
    await syncAllNow(server, user);
    const steps: [string, () => Promise<Reply>][] = [];
    const patch = async (title: string, change: object, position = 0) => {
      const it = await find(title, position);
      return user.call('PATCH', `/api/events/${it['eventId']}`, {
        ...(it['recurrenceId'] ? { recurrenceId: it['recurrenceId'] } : {}),
        ...change,
      });
    };
    const remove = async (title: string, scope: string, position = 0) => {
      const it = await find(title, position);
      const aim = it['recurrenceId'] ? `&recurrenceId=${encodeURIComponent(it['recurrenceId'])}` : '';
      return user.call('DELETE', `/api/events/${it['eventId']}?scope=${scope}${aim}`);
    };
    const moved = { startsAt: '2026-12-04T14:00:00Z', endsAt: '2026-12-04T15:00:00Z' };
    steps.push(
      ['move', () => patch('Lunch', { ...moved, description: ' Table  for two\n' })],
      ['rename', () => patch('Away', { title: 'Away, by train', isBusy: false })],
      ['this', () => patch('Standup', { ...moved, scope: 'this', title: 'Standup, late' }, 3)],
      ['this out', () => remove('Standup', 'this', 1)],
      ['following', () => patch('Standup', { scope: 'following', title: 'Standup II' }, 4)],
      ['following out', () => remove('Standup', 'following', 4)],
      ['all', () => patch('Standup', { scope: 'all', location: 'Room 2', description: '' }, 2)],
      ['rule', () => patch('Standup', { scope: 'all', recurrenceRule: 'FREQ=DAILY;COUNT=4' }, 0)],
      ['deletion', () => remove('Lunch', 'all')],
      ['deletion of all', () => remove('Standup', 'all')],
    );
    const undo = async (step: string, commandId: string, wanted: readonly string[]): Promise<string> => {
      const { body } = await user.call('POST', `/api/commands/${commandId}/undo`);
      await syncAllNow(server, user);
      expect({ step, notice: body.notice, shown: await shown() }).toEqual({
        step,
        notice: null,
        shown: wanted,
      });
      return body.commandId;
    };
    for (const [name, act] of steps) {
      const before = await shown();
      const done = await act();
      await syncAllNow(server, user);
      const after = await shown();
      expect({ name, isDifferent: !isDeepStrictEqual(before, after) }).toEqual({ name, isDifferent: true });
      const undone = await undo(name, done.body.commandId, before);
      const again = await undo(`${name}, again`, undone, after);
      await undo(`${name}, back`, again, before);
    }
    expect((await user.call('GET', '/api/calendar-accounts')).body.conflicts).toEqual([]);
  }, 60_000);
});
