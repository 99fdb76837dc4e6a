import { describe, expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { connectForEachTest, getCalendarPage, listOccurrences } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';
import type { RemoteEvent } from '../calendar/model/event.ts';

const HOME = 'Europe/Berlin';
const fake = new FakeCalendars();
fake.calendars.push({ id: 'team', name: 'Team', color: '#F7AD62', isPrimary: false, isWritable: true });
let server: TestServer;
let user: TestUser;

connectForEachTest(fake, (given) => {
  ({ server, user } = given);
});

const daily = { rules: ['FREQ=DAILY;COUNT=6'], exceptionRules: [], rdates: [], exdates: [] };

const sync = () => syncAllNow(server, user);
const occurrences = () => listOccurrences(user);
const titles = async () => (await occurrences()).map(({ title }) => String(title));
const conflicts = async (): Promise<Reply['body'][]> => (await getCalendarPage(user))['conflicts'];
const undo = (commandId: string) => user.call('POST', `/api/commands/${commandId}/undo`);
const change = async (input: object, position = 0): Promise<string> => {
  const target = (await occurrences())[position];
  const reply = await user.call('PATCH', `/api/events/${target?.['eventId']}`, input);
  expect(reply.status).toBe(200);
  return reply.body.commandId;
};
const remove = async (query = '', position = 0): Promise<string> => {
  const target = (await occurrences())[position];
  const reply = await user.call('DELETE', `/api/events/${target?.['eventId']}${query}`);
  expect(reply.status).toBe(200);
  return reply.body.commandId;
};
/** Changes an existing event at the provider. */
const edit = (uid: string, input: Partial<RemoteEvent>, calendar = 'main') =>
  fake.put(
    calendar,
    (fake.calendarObjects(calendar).get(uid) ?? []).map((record) => ({ ...record, ...input })),
  );
const there = (uid: string, calendar = 'main') =>
  fake
    .calendarObjects(calendar)
    .get(uid)
    ?.find(({ recurrenceId }) => recurrenceId === null);

describe('an undo after the provider changed the event', () => {
  test('restores its field and leaves the others', async () => {
    fake.put('main', [remoteEvent('a')]);
    await sync();
    const commandId = await change({ title: 'Mine' });
    await sync();
    edit('a', { location: 'Room 7' });
    await sync();
    const reply = await undo(commandId);
    expect(reply).toMatchObject({ status: 200, body: { message: 'Undone', notice: null } });
    await sync();
    expect(there('a')).toMatchObject({ title: 'Review', location: 'Room 7' });
    expect(await conflicts()).toEqual([]);
    // Redo restores its own field and keeps the later changes.
    edit('a', { description: 'Bring the figures' });
    await sync();
    await undo(reply.body.commandId);
    await sync();
    expect(there('a')).toMatchObject({ title: 'Mine', location: 'Room 7', description: 'Bring the figures' });
    expect(await conflicts()).toEqual([]);
  });

  test('leaves a field that both changed, and reports the other version', async () => {
    fake.put('main', [remoteEvent('a')]);
    await sync();
    const commandId = await change({ title: 'Mine', location: 'Room 2' });
    await sync();
    edit('a', { title: 'Theirs' });
    await sync();
    const { body } = await undo(commandId);
    expect(body.notice).toContain("'Theirs' was changed since");
    await sync();
    expect(there('a')).toMatchObject({ title: 'Theirs', location: '' });
    expect(await conflicts()).toMatchObject([
      {
        fields: ['the title'],
        mine: [{ field: 'the title', mine: { text: 'Review' }, theirs: { text: 'Theirs' } }],
      },
    ]);
    const [conflict] = await conflicts();
    await user.call('POST', `/api/sync-conflicts/${conflict?.['_id']}/keep-mine`);
    await sync();
    expect(there('a')).toMatchObject({ title: 'Review', location: '' });
  });

  test('handles a change that has not been pulled yet', async () => {
    fake.put('main', [remoteEvent('a')]);
    await sync();
    const commandId = await change({ title: 'Mine' });
    await sync();
    edit('a', { title: 'Theirs' });
    await undo(commandId);
    await sync();
    expect(there('a')).toMatchObject({ title: 'Theirs' });
    expect(await conflicts()).toMatchObject([
      { mine: [{ mine: { text: 'Review' }, theirs: { text: 'Theirs' } }] },
    ]);
  });

  test('does not restore an event that was deleted or moved away there', async () => {
    fake.put('main', [remoteEvent('a')]);
    await sync();
    const commandId = await change({ title: 'Mine' });
    await sync();
    const moved = { ...remoteEvent('a'), title: 'Mine' };
    fake.remove('main', 'a');
    fake.put('team', [moved]);
    await sync();
    const { body } = await undo(commandId);
    expect(body.notice).toContain("'Review' was deleted since");
    await sync();
    expect(fake.calendarObjects('main').has('a')).toBe(false);
    expect(await titles()).toEqual(['Mine']);
    const [conflict] = await conflicts();
    expect(conflict).toMatchObject({
      title: 'Review',
      mine: [{ field: 'the event', theirs: { text: 'deleted' } }],
    });
    await user.call('POST', `/api/sync-conflicts/${conflict?.['_id']}/keep-mine`);
    await sync();
    expect(there('a')).toMatchObject({ title: 'Review' });
  });

  test('keeps a new event that was changed there', async () => {
    const { calendarId } = (await user.call('GET', '/api/calendar-accounts')).body.accounts[0].calendars.find(
      (it: Reply['body']) => it['name'] === 'Main',
    );
    const made = await user.call('POST', '/api/events', {
      title: 'Lunch',
      calendarId,
      startsAt: '2026-11-18T11:00:00Z',
      endsAt: '2026-11-18T12:00:00Z',
    });
    await sync();
    const [uid = ''] = [...fake.calendarObjects('main').keys()];
    edit(uid, { description: 'The table is booked' });
    await sync();
    expect((await undo(made.body.commandId)).body.notice).toContain("'Lunch' was changed since");
    await sync();
    expect(there(uid)).toMatchObject({ description: 'The table is booked' });
    const [conflict] = await conflicts();
    expect(conflict).toMatchObject({ mine: [{ mine: { text: 'deleted' } }] });
    await user.call('POST', `/api/sync-conflicts/${conflict?.['_id']}/keep-mine`);
    await sync();
    expect(fake.calendarObjects('main').size).toBe(0);
  });

  test('restores a deleted event, unless another one replaced it', async () => {
    fake.put('main', [remoteEvent('a')]);
    await sync();
    const first = await remove();
    await sync();
    expect(fake.calendarObjects('main').size).toBe(0);
    const { body } = await undo(first);
    expect(body.notice).toBeNull();
    await sync();
    expect(there('a')).toMatchObject({ title: 'Review' });
    await undo(body.commandId);
    await sync();
    expect(fake.calendarObjects('main').size).toBe(0);
  });

  test('ignores differences in spelling', async () => {
    // Like Outlook, which has no zone for Amsterdam and ends each text with a line break.
    fake.spelling = (records) =>
      records.map((record) => ({
        ...record,
        start: { ...record.start, timeZone: HOME },
        end: { ...record.end, timeZone: HOME },
        description: record.description && `${record.description}\n--`,
        details: { categories: ['Dayloom'] },
      }));
    fake.put('main', [remoteEvent('a')]);
    await sync();
    const moved = await change({
      startsAt: '2026-11-17T13:00:00Z',
      endsAt: '2026-11-17T14:00:00Z',
      timeZone: 'Europe/Amsterdam',
      description: 'Bring the figures',
    });
    await sync();
    expect(there('a')).toMatchObject({ start: { timeZone: HOME } });
    // Meanwhile, both sides change other fields.
    const placed = await change({ location: 'Room 2' });
    edit('a', { title: 'Theirs' });
    await sync();
    for (const id of [moved, placed]) expect((await undo(id)).body.notice).toBeNull();
    await sync();
    expect(there('a')).toMatchObject({
      title: 'Theirs',
      location: '',
      description: '',
      start: { at: '20261117T100000', timeZone: HOME },
    });
    expect(await conflicts()).toEqual([]);
  });
});

describe('an undo in a series', () => {
  const series = async () => {
    fake.put('main', [remoteEvent('s', { recurrence: daily })]);
    await sync();
    expect(await occurrences()).toHaveLength(6);
  };
  const targetInstance = async (position: number, scope: string) => ({
    scope,
    recurrenceId: (await occurrences())[position]?.['recurrenceId'],
  });

  test('leaves an instance that the provider changed since', async () => {
    await series();
    const commandId = await change({ ...(await targetInstance(2, 'this')), title: 'Mine' }, 2);
    await sync();
    fake.put(
      'main',
      (fake.calendarObjects('main').get('s') ?? []).map((record) =>
        record.recurrenceId ? { ...record, title: 'Theirs' } : { ...record, location: 'Room 7' },
      ),
    );
    await sync();
    expect((await undo(commandId)).body.notice).toContain('was changed since');
    await sync();
    expect((await titles()).filter((title) => title === 'Theirs')).toHaveLength(1);
    expect(there('s')).toMatchObject({ location: 'Room 7' });
    expect(await conflicts()).toHaveLength(1);
  });

  test('restores one instance and leaves another that the provider changed', async () => {
    await series();
    const commandId = await change({ ...(await targetInstance(2, 'this')), title: 'Mine' }, 2);
    await sync();
    const at = { at: '20261121T090000', timeZone: 'UTC' };
    const other = remoteEvent('s', {
      recurrenceId: at,
      title: 'Theirs',
      start: { at: '20261121T100000', timeZone: HOME },
      end: { at: '20261121T110000', timeZone: HOME },
    });
    fake.put('main', [...(fake.calendarObjects('main').get('s') ?? []), other]);
    await sync();
    expect((await undo(commandId)).body.notice).toBeNull();
    await sync();
    expect(await titles()).toEqual(['Review', 'Review', 'Review', 'Review', 'Theirs', 'Review']);
  });

  test('restores a deleted instance and keeps later changes', async () => {
    await series();
    const { scope, recurrenceId } = await targetInstance(1, 'this');
    const commandId = await remove(`?scope=${scope}&recurrenceId=${recurrenceId}`, 1);
    await sync();
    edit('s', { title: 'Theirs' });
    await sync();
    expect((await undo(commandId)).body.notice).toBeNull();
    await sync();
    expect(await titles()).toEqual(Array(6).fill('Theirs'));
  });

  test('keeps both parts of a split series if one was changed, without duplicates', async () => {
    await series();
    const commandId = await change({ ...(await targetInstance(3, 'following')), title: 'Mine' }, 3);
    await sync();
    const after = [...fake.calendarObjects('main').keys()].find((uid) => uid !== 's') ?? '';
    edit(after, { title: 'Theirs' });
    await sync();
    expect((await undo(commandId)).body.notice).toContain('was changed since');
    await sync();
    expect(await titles()).toEqual(['Review', 'Review', 'Review', 'Theirs', 'Theirs', 'Theirs']);
    expect((await conflicts()).length).toBeGreaterThan(0);
    for (const { _id } of await conflicts())
      expect((await user.call('POST', `/api/sync-conflicts/${_id}/keep-mine`)).status).toBe(200);
    await sync();
    expect(await titles()).toEqual(Array(6).fill('Review'));
  });

  test('joins a split series again if nothing conflicts', async () => {
    await series();
    const commandId = await change({ ...(await targetInstance(3, 'following')), title: 'Mine' }, 3);
    await sync();
    edit('s', { location: 'Room 7' });
    await sync();
    const { body } = await undo(commandId);
    expect(body.notice).toBeNull();
    await sync();
    expect(await titles()).toEqual(Array(6).fill('Review'));
    expect(there('s')).toMatchObject({ location: 'Room 7' });
    await undo(body.commandId);
    await sync();
    expect((await titles()).filter((title) => title === 'Mine')).toHaveLength(3);
    expect(await occurrences()).toHaveLength(6);
  });

  test('of the whole series keeps the instance that the provider moved', async () => {
    await series();
    const commandId = await change({ scope: 'all', title: 'Mine' });
    await sync();
    const at = { at: '20261119T090000', timeZone: 'UTC' };
    const moved = remoteEvent('s', {
      recurrenceId: at,
      title: 'Mine',
      start: { at: '20261119T150000', timeZone: HOME },
      end: { at: '20261119T160000', timeZone: HOME },
    });
    fake.put('main', [...(fake.calendarObjects('main').get('s') ?? []), moved]);
    await sync();
    expect((await undo(commandId)).body.notice).toBeNull();
    await sync();
    const shown = await occurrences();
    expect(shown).toHaveLength(6);
    expect(shown.filter(({ title }) => title === 'Review')).toHaveLength(5);
    expect(shown.map(({ startsAt }) => startsAt)).toContain('2026-11-19T14:00:00.000Z');
  });
});

describe('an undo in a local calendar', () => {
  test('leaves later changes of another tab, and reports the other version', async () => {
    const builtIn = (await user.call('GET', '/api/calendars')).body.calendars.find(
      ({ kind }: Reply['body']) => kind === 'dayloom',
    );
    await user.call('POST', '/api/events', {
      title: 'Review',
      calendarId: builtIn._id,
      startsOn: '2026-11-18',
      endsOn: '2026-11-19',
    });
    const first = await change({ title: 'First', isBusy: true });
    await change({ title: 'Second', location: 'Room 2' });
    expect((await undo(first)).body.notice).toContain("'Second' was changed since");
    expect(await occurrences()).toMatchObject([{ title: 'Second', location: 'Room 2', isBusy: false }]);
    expect(await conflicts()).toMatchObject([
      { mine: [{ mine: { text: 'Review' }, theirs: { text: 'Second' } }] },
    ]);
    const [conflict] = await conflicts();
    await user.call('POST', `/api/sync-conflicts/${conflict?.['_id']}/keep-mine`);
    expect(await occurrences()).toMatchObject([{ title: 'Review', location: 'Room 2', isBusy: false }]);
  });

  test('never reuses a version number', async () => {
    await user.call('POST', '/api/events', {
      title: 'Review',
      startsAt: '2026-11-18T11:00:00Z',
      endsAt: '2026-11-18T12:00:00Z',
    });
    const commandId = await change({ title: 'First' });
    const held = (await occurrences())[0];
    await undo(commandId);
    await change({ title: 'Second' });
    const late = await user.call('PATCH', `/api/events/${held?.['eventId']}`, {
      title: 'Late',
      version: held?.['version'],
    });
    expect(late.error.code).toBe('version_conflict');
  });
});
