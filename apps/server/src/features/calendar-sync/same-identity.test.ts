import { expect, test, vi } from 'vitest';
import { syncAllNow, syncNow } from '#test/calendar-connections.ts';
import { connectForEachTest, getCalendarPage, listOccurrences } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import type { Reply, TestServer, TestUser } from '#test/server.ts';
import type { ChangePage } from './model/calendar-session.ts';
import type { RemoteResource } from './model/resource.ts';

const fake = new FakeCalendars();
const wholeObject = { version: '1', holds: 'object', masterId: null, partIds: [], raw: null } as const;
let server: TestServer;
let user: TestUser;

connectForEachTest(fake, (given) => {
  ({ server, user } = given);
});

async function mainCalendar(): Promise<Reply['body']> {
  const { accounts } = await getCalendarPage(user);
  return accounts[0].calendars.find(({ name }: Reply['body']) => name === 'Main');
}

/** Syncs with a provider that returns exactly these pages. */
async function syncPages(...pages: readonly ChangePage[]): Promise<void> {
  const { calendarId } = await mainCalendar();
  const open = fake.provider.open.bind(fake.provider);
  const spy = vi.spyOn(fake.provider, 'open').mockImplementation((grant) => ({
    ...open(grant),
    async *listChanges() {
      yield* pages;
    },
  }));
  try {
    await syncNow(server, { userId: user.profile._id, calendarId });
  } finally {
    spy.mockRestore();
  }
}

function put(id: string, change: Partial<RemoteResource>): ChangePage['changes'][number] {
  return { kind: 'put', resource: { ...wholeObject, id, records: [], ...change } };
}

const titles = async () => (await listOccurrences(user)).map(({ title }) => String(title)).toSorted();

test('two versions of one instance in an object leave its calendar in sync', async () => {
  const recurrence = { rules: ['FREQ=DAILY;COUNT=2'], exceptionRules: [], rdates: [], exdates: [] };
  const instance = { recurrenceId: { at: '20261118T090000', timeZone: 'UTC' } };
  const sameInstance = { recurrenceId: { at: '20261118T100000', timeZone: 'Europe/Berlin' } };
  fake.put('main', [
    remoteEvent('twice', { recurrence }),
    remoteEvent('twice', { ...instance, title: 'One version' }),
    remoteEvent('twice', { ...sameInstance, title: 'Another version' }),
  ]);
  fake.put('main', [remoteEvent('sound', { title: 'Sound' })]);
  for (let round = 0; round < 2; round += 1) {
    await syncAllNow(server, user);
    expect((await mainCalendar())['sync']).toMatchObject({ state: 'in_step', failure: null });
    expect(await titles()).toEqual(['Another version', 'Review', 'Sound']);
    fake.forgetCursors();
  }
});

test.each(['in one page', 'in two pages'] as const)(
  'two objects of one UID are two events, %s',
  async (how) => {
    const first = put('/a.ics', { records: [remoteEvent('same', { title: 'First' })] });
    const second = put('/b.ics', { records: [remoteEvent('same', { title: 'Second' })] });
    const pages =
      how === 'in one page'
        ? [{ changes: [first, second], cursor: '1' }]
        : [
            { changes: [first], cursor: null },
            { changes: [second], cursor: '1' },
          ];
    await syncPages(...pages);
    expect((await mainCalendar())['sync']).toMatchObject({ state: 'in_step', failure: null });
    expect(await titles()).toEqual(['First', 'Second']);
    const changed = { records: [remoteEvent('same', { title: 'Second, changed' })], version: '2' };
    await syncPages({ changes: [put('/b.ics', changed)], cursor: '2' });
    expect(await titles()).toEqual(['First', 'Second, changed']);
    await syncPages({ changes: [{ kind: 'gone', id: '/a.ics' }], cursor: '3' });
    expect(await titles()).toEqual(['Second, changed']);
  },
);

test('two changed instances with one original start leave their calendar in sync', async () => {
  const recurrence = { rules: ['FREQ=DAILY;COUNT=2'], exceptionRules: [], rdates: [], exdates: [] };
  const record = { holds: 'record' } as const;
  const instance = (title: string) =>
    remoteEvent('twice', { recurrenceId: { at: '20261118T090000', timeZone: 'UTC' }, title });
  const page = (version: string): ChangePage => ({
    changes: [
      put('twice', { ...record, version, records: [remoteEvent('twice', { recurrence })] }),
      put('twice_1', { ...record, version, masterId: 'twice', records: [instance('One')] }),
      put('twice_2', { ...record, version, masterId: 'twice', records: [instance('Another')] }),
    ],
    cursor: version,
  });
  for (const version of ['1', '2']) {
    await syncPages(page(version));
    expect((await mainCalendar())['sync']).toMatchObject({ state: 'in_step', failure: null });
    expect(await titles()).toEqual(['Another', 'Review']);
  }
});

test('an object that was renamed at its server stays the same event', async () => {
  await syncPages({ changes: [put('/a.ics', { records: [remoteEvent('same')] })], cursor: '1' });
  const [before] = await listOccurrences(user);
  await syncPages({
    changes: [{ kind: 'gone', id: '/a.ics' }, put('/b.ics', { records: [remoteEvent('same')] })],
    cursor: '2',
  });
  expect(await listOccurrences(user)).toEqual([before]);
});
