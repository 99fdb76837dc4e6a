import { afterEach, describe, expect, it } from 'vitest';
import type {
  CalendarProvider,
  CalendarSession,
  EventTime,
  GrantKeeper,
  KnownResource,
  RemoteEvent,
  RemoteResource,
} from '../features/calendar-accounts/ports.ts';
import { SyncCursorExpired } from '../features/calendar-accounts/ports.ts';
import { changedFields, isInstance, partsOf, regularInstance } from './calendars/family-parts.ts';
import { instantOfTime } from './calendars/told-times.ts';

/** What somebody does at the provider itself, without us. */
export interface ProviderSide {
  /** Adds an event and resolves to the id of its resource. `rule` is an RRULE without its name. */
  add(event: {
    title: string;
    start: EventTime;
    end: EventTime;
    rule?: string;
    description?: string;
  }): Promise<string>;
  rename(resourceId: string, title: string): Promise<void>;
  remove(resourceId: string): Promise<void>;
  /** Of the instance of a series that begins at an instant. */
  renameInstance(resourceId: string, startsAt: string, title: string): Promise<void>;
  removeInstance(resourceId: string, startsAt: string): Promise<void>;
  /** How many events (masters, not instances) of a title there are. */
  count(title: string): Promise<number>;
  /** Makes the next calls fail. */
  fail(fault: 'expired-token' | 'rate-limit' | 'error', times?: number): Promise<void>;
  /** Lets so many calls of ours pass and makes the next one fail. */
  breakOff(afterCalls: number): void;
  forgetCursors(): Promise<void>;
  /** The user takes the access back. */
  revoke(): Promise<void>;
  /** How many notifications have come to our address so far. */
  notified(): Promise<number>;
}

export interface CalendarHarness {
  readonly provider: CalendarProvider;
  /** The grant of an account that is connected. */
  readonly grant: GrantKeeper;
  /** A calendar that may be written, and may hold other events. */
  readonly calendarId: string;
  readonly readOnlyCalendarId: string | null;
  /** More than the events of these tests lie in. */
  readonly range: { readonly from: Date; readonly to: Date };
  readonly there: ProviderSide;
  close(): Promise<void>;
}

type ContractCase = keyof typeof cases;

/**
 * What every `CalendarProvider` has to do, whoever is behind it. `open` is called for each case and gives a fresh
 * account; `plays` tells the cases that a counterpart can play, when it cannot play all. Events lie between March 2026
 * and May 2027; the provider's clock stands at noon (UTC) of 18 November 2026.
 */
export function calendarProviderContract(
  name: string,
  open: () => Promise<CalendarHarness>,
  plays: (title: ContractCase) => boolean = () => true,
): void {
  describe(`${name} as a calendar provider`, () => {
    const opened: CalendarHarness[] = [];
    afterEach(async () => {
      for (const harness of opened.splice(0)) await harness.close();
    });
    for (const [title, run] of Object.entries(cases)) {
      if (!plays(title as ContractCase)) continue;
      it(title, async () => {
        const harness = await open();
        opened.push(harness);
        await run(harness, harness.provider.open(harness.grant));
      });
    }
  });
}

const at = (text: string, timeZone: string | null = 'Europe/Berlin'): EventTime => ({ at: text, timeZone });
const on = (text: string): EventTime => ({ at: text, timeZone: null });
const NO_RECURRENCE = { rules: [], exceptionRules: [], rdates: [], exdates: [] };

function event(uid: string, change: Partial<RemoteEvent> = {}): RemoteEvent {
  return {
    uid,
    recurrenceId: null,
    title: 'Review',
    description: 'Bring the figures.\nAnd coffee.',
    location: 'Room 2',
    status: 'confirmed',
    isBusy: true,
    isAllDay: false,
    start: at('20261124T100000'),
    end: at('20261124T110000'),
    recurrence: null,
    details: {},
    zoneDefinition: null,
    madeBy: null,
    ...change,
  };
}

/** Tuesdays at ten, over the end of summer time in Europe and America. */
const series = (uid: string, change: Partial<RemoteEvent> = {}) =>
  event(uid, {
    title: 'Tuesdays',
    start: at('20261006T100000'),
    end: at('20261006T103000'),
    recurrence: { ...NO_RECURRENCE, rules: ['FREQ=WEEKLY;COUNT=10;BYDAY=TU'] },
    ...change,
  });
const instance = (master: RemoteEvent, startsAt: EventTime, change: Partial<RemoteEvent>): RemoteEvent => ({
  ...master,
  recurrence: null,
  recurrenceId: startsAt,
  ...change,
});

/** Everything of a calendar as rounds tell it. */
class Copy {
  readonly resources = new Map<string, RemoteResource>();
  readonly #session: CalendarSession;
  readonly #harness: CalendarHarness;
  cursor: string | null = null;

  constructor(session: CalendarSession, harness: CalendarHarness) {
    this.#session = session;
    this.#harness = harness;
  }

  /** One round; answers what it told. */
  async pull(): Promise<{ put: RemoteResource[]; gone: string[]; pages: number }> {
    const { calendarId, range } = this.#harness;
    const told = { put: [] as RemoteResource[], gone: [] as string[], pages: 0 };
    let next: string | null = null;
    for await (const { changes, cursor } of this.#session.listChanges(calendarId, this.cursor, range)) {
      expect(next, 'the cursor comes with the last page only').toBeNull();
      told.pages += 1;
      for (const change of changes) {
        if (change.kind === 'put') {
          told.put.push(change.resource);
          this.resources.set(change.resource.id, change.resource);
        } else {
          told.gone.push(change.id);
          await this.#drop(change.id);
        }
      }
      next = cursor;
    }
    expect(next).not.toBeNull();
    this.cursor = next;
    return told;
  }

  async #drop(id: string): Promise<void> {
    const whole = [...this.resources.values()].find(({ partIds }) => partIds.includes(id));
    for (const resource of this.resources.values())
      if (resource.id === id || resource.masterId === id) this.resources.delete(resource.id);
    if (!whole) return;
    const uid = whole.records[0]?.uid ?? '';
    this.resources.delete(whole.id);
    for (const resource of await this.#session.read(this.#harness.calendarId, uid, [whole]))
      this.resources.set(resource.id, resource);
  }

  of(resourceId: string): RemoteResource[] {
    return [...this.resources.values()].filter(
      ({ id, masterId }) => id === resourceId || masterId === resourceId,
    );
  }

  titled(title: string): RemoteResource[] {
    return [...this.resources.values()].filter(
      ({ records, masterId }) => masterId === null && records[0]?.title === title,
    );
  }
}

const recordsOf = (resources: readonly KnownResource[]) => resources.flatMap(({ records }) => records);
/** A family in a form that does not depend on how the provider keeps it. */
function shapeOf(resources: readonly KnownResource[]) {
  const { master, overrides, cancelled } = partsOf(recordsOf(resources), 'UTC');
  const told = (record: RemoteEvent) => [
    record.title,
    new Date(instantOfTime(record.start, record, 'UTC')).toISOString(),
    new Date(instantOfTime(record.end, record, 'UTC')).toISOString(),
  ];
  return {
    master: master && told(master),
    overrides: Object.fromEntries([...overrides].map(([key, record]) => [key, told(record)])),
    cancelled: [...cancelled].sort(),
  };
}

async function written(
  session: CalendarSession,
  harness: CalendarHarness,
  records: readonly RemoteEvent[],
  known: readonly KnownResource[] = [],
): Promise<readonly RemoteResource[]> {
  const outcome = await session.write(harness.calendarId, { uid: records[0]?.uid ?? '', records, known });
  if (outcome.outcome !== 'written') throw new Error('It was changed meanwhile.');
  return outcome.resources;
}

function expectSame(held: readonly KnownResource[], wished: readonly RemoteEvent[]): void {
  const [left, right] = [partsOf(recordsOf(held), 'UTC'), partsOf(wished, 'UTC')];
  expect(left.master && right.master && [...changedFields(left.master, right.master)]).toEqual(
    right.master && [],
  );
  expect(shapeOf(held).overrides).toEqual(shapeOfRecords(wished).overrides);
  expect([...left.cancelled].sort()).toEqual([...right.cancelled].sort());
}

function shapeOfRecords(records: readonly RemoteEvent[]) {
  return shapeOf([{ id: '', version: '', records, partIds: [], raw: null }]);
}

/** What a family comes to: changes that say what the series says anyway are none. */
function effectOf(records: readonly RemoteEvent[]) {
  const { master, overrides, cancelled } = partsOf(records, 'UTC');
  if (!master) return null;
  const changed = [...overrides].filter(
    ([key, record]) => changedFields(regularInstance(master, key, 'UTC'), record).size > 0,
  );
  return {
    ...shapeOfRecords([master, ...changed.map(([, record]) => record)]),
    // Its parts may stand in any order.
    rules: master.recurrence?.rules.map((rule) => rule.split(';').sort().join(';')),
    cancelled: [...cancelled].filter((key) => isInstance(master, key, 'UTC')).sort(),
  };
}

/** A die that falls the same way each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % sides;
  };
}

/** A series as somebody changed it once more: title, hour, an instance moved, taken out or put back. */
function changedSeries(records: readonly RemoteEvent[], roll: (sides: number) => number): RemoteEvent[] {
  const { master, overrides, cancelled } = partsOf(records, 'UTC');
  if (!master?.recurrence) return [...records];
  const [changed, out] = [new Map(overrides), new Set(cancelled)];
  let now = master;
  // A Tuesday in October, before the clocks change.
  const key = `202610${['06', '13', '20'][roll(3)]}T${now.start.at.slice(9, 11) === '10' ? '08' : '12'}0000Z`;
  switch (roll(6)) {
    case 0:
      now = { ...now, title: `Tuesdays ${roll(100)}` };
      break;
    case 1: {
      const hour = now.start.at.slice(9, 11) === '10' ? '14' : '10';
      now = { ...now, start: at(`20261006T${hour}0000`), end: at(`20261006T${hour}3000`) };
      changed.clear();
      out.clear();
      break;
    }
    case 2:
      changed.delete(key);
      out.delete(key);
      break;
    case 3:
      changed.delete(key);
      out.add(key);
      break;
    default:
      out.delete(key);
      changed.set(key, {
        ...regularInstance(now, key, 'UTC'),
        title: `Moved ${roll(100)}`,
        start: at(`20261021T${10 + roll(8)}0000`),
        end: at('20261021T190000'),
      });
  }
  const exdates = [...out].sort().map((text) => at(text.slice(0, -1), 'UTC'));
  return [
    { ...now, recurrence: { ...NO_RECURRENCE, rules: master.recurrence.rules, exdates } },
    ...changed.values(),
  ];
}

type Run = (harness: CalendarHarness, session: CalendarSession) => Promise<void>;

const cases = {
  'lists calendars, with what may be done in them': async ({ calendarId, readOnlyCalendarId }, session) => {
    const calendars = await session.listCalendars();
    expect(calendars.filter(({ isPrimary }) => isPrimary).length).toBeLessThanOrEqual(1);
    expect(calendars.find(({ id }) => id === calendarId)).toMatchObject({ isWritable: true });
    if (readOnlyCalendarId !== null)
      expect(calendars.find(({ id }) => id === readOnlyCalendarId)).toMatchObject({ isWritable: false });
    for (const { name, color } of calendars) {
      expect(name).not.toBe('');
      if (color !== null) expect(color).toMatch(/^#[0-9A-F]{6}$/);
    }
  },

  'tells everything in a first round, each thing once': async (harness, session) => {
    for (let day = 10; day < 22; day += 1)
      await harness.there.add({
        title: `Day ${day}`,
        start: at(`202612${day}T100000`),
        end: at(`202612${day}T110000`),
      });
    const copy = new Copy(session, harness);
    const { put, gone } = await copy.pull();
    expect(gone).toEqual([]);
    expect(new Set(put.map(({ id }) => id)).size).toBe(put.length);
    const titles = recordsOf(put).map(({ title }) => title);
    for (let day = 10; day < 22; day += 1) expect(titles).toContain(`Day ${day}`);
    expect((await copy.pull()).put).toEqual([]);
  },

  'tells in later rounds what was added, changed and removed': async (harness, session) => {
    const { there } = harness;
    const times = { start: at('20261124T100000'), end: at('20261124T110000') };
    const kept = await there.add({ title: 'Kept', ...times });
    const renamed = await there.add({ title: 'Before', ...times });
    const removed = await there.add({ title: 'Removed', ...times });
    const copy = new Copy(session, harness);
    await copy.pull();
    await there.rename(renamed, 'After');
    await there.remove(removed);
    const added = await there.add({ title: 'Added', ...times });
    const { put, gone } = await copy.pull();
    expect(Object.fromEntries(put.map(({ id, records }) => [id, records[0]?.title]))).toEqual({
      [renamed]: 'After',
      [added]: 'Added',
    });
    expect(gone).toEqual([removed]);
    expect([kept, renamed, added].every((id) => copy.resources.has(id))).toBe(true);
  },

  'writes a single event, tells it and deletes it': async (harness, session) => {
    const titles = async () => {
      const told: RemoteEvent[] = [];
      for await (const { changes } of session.listChanges(harness.calendarId, null, harness.range))
        for (const change of changes) if (change.kind === 'put') told.push(...change.resource.records);
      return told.filter(({ title }) => title === 'Here and gone');
    };
    const wish = event('contract-single-event', { title: 'Here and gone' });
    const held = await written(session, harness, [wish]);
    const [told, ...others] = await titles();
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      title: wish.title,
      description: wish.description,
      location: wish.location,
      isBusy: true,
      isAllDay: false,
    });
    if (!told) throw new Error('It was not told.');
    expect(instantOfTime(told.start, told, 'UTC')).toBe(instantOfTime(wish.start, wish, 'UTC'));
    expect(instantOfTime(told.end, told, 'UTC')).toBe(instantOfTime(wish.end, wish, 'UTC'));
    expect(await session.remove(harness.calendarId, held)).toEqual({ outcome: 'written', resources: [] });
    expect(await titles()).toEqual([]);
  },

  'tells our own writes by the version that the write gave': async (harness, session) => {
    const copy = new Copy(session, harness);
    await copy.pull();
    const wish = series('contract-echo');
    const [first] = [await written(session, harness, [wish])];
    const second = await written(session, harness, [{ ...wish, title: 'Tuesdays (new)' }], first);
    const { put, gone } = await copy.pull();
    expect(gone).toEqual([]);
    expect(put.map(({ id, version }) => [id, version])).toEqual(
      second.map(({ id, version }) => [id, version]),
    );
  },

  'inserts once what is sent twice': async (harness, session) => {
    const wish = event('contract-twice', { title: 'Only once' });
    const [first] = await written(session, harness, [wish]);
    const [second] = await written(session, harness, [wish]);
    expect(second?.id).toBe(first?.id);
    expect(await harness.there.count('Only once')).toBe(1);
  },

  'inserts again what was deleted': async (harness, session) => {
    const wish = series('contract-again', { title: 'Back again' });
    const first = await written(session, harness, [wish]);
    await session.remove(harness.calendarId, first);
    expectSame(await written(session, harness, [wish]), [wish]);
    expect(await harness.there.count('Back again')).toBe(1);
    expectSame(await session.read(harness.calendarId, wish.uid, []), [wish]);
  },

  'knows an insert again whose answer was lost, also by its UID alone': async (harness, session) => {
    const wish = event('contract-lost', { title: 'Lost answer' });
    await written(session, harness, [wish]);
    const copy = new Copy(session, harness);
    await copy.pull();
    expect(copy.titled('Lost answer').map(({ records }) => records[0]?.uid)).toEqual(['contract-lost']);
    expectSame(await session.read(harness.calendarId, wish.uid, []), [wish]);
  },

  'changes what differs and leaves the rest': async (harness, session) => {
    const id = await harness.there.add({
      title: 'Theirs',
      description: 'Agenda: everything.',
      start: at('20261124T100000'),
      end: at('20261124T110000'),
    });
    const copy = new Copy(session, harness);
    await copy.pull();
    const [record] = recordsOf(copy.of(id));
    if (!record) throw new Error('It was not told.');
    const moved = { ...record, start: at('20261125T090000'), end: at('20261125T100000') };
    const after = await written(session, harness, [moved], copy.of(id));
    expect(recordsOf(after)[0]).toMatchObject({ title: 'Theirs', description: 'Agenda: everything.' });
    expectSame(after, [moved]);
    expectSame(await session.read(harness.calendarId, record.uid, after), [moved]);
  },

  'keeps free, tentative and busy apart': async (harness, session) => {
    const wishes = [
      event('contract-free', { isBusy: false }),
      event('contract-tentative', { status: 'tentative' }),
      event('contract-busy'),
    ];
    for (const wish of wishes) {
      const held = await written(session, harness, [wish]);
      expect(recordsOf(held)[0]).toMatchObject({ isBusy: wish.isBusy, status: wish.status });
      const busy = { ...wish, isBusy: true, status: 'confirmed' as const };
      expect(recordsOf(await written(session, harness, [busy], held))[0]).toMatchObject({
        isBusy: true,
        status: 'confirmed',
      });
    }
  },

  'refuses to write over what changed meanwhile, and tells it': async (harness, session) => {
    const wish = event('contract-stale');
    const held = await written(session, harness, [wish]);
    await harness.there.rename(held[0]?.id ?? '', 'Theirs');
    const outcome = await session.write(harness.calendarId, {
      uid: wish.uid,
      records: [{ ...wish, title: 'Ours' }],
      known: held,
    });
    expect(outcome).toEqual({ outcome: 'changed_meanwhile' });
    expect(await session.remove(harness.calendarId, held)).toEqual({ outcome: 'changed_meanwhile' });
    const read = await session.read(harness.calendarId, wish.uid, held);
    expect(recordsOf(read)[0]?.title).toBe('Theirs');
    expectSame(await written(session, harness, [{ ...wish, title: 'Ours' }], read), [
      { ...wish, title: 'Ours' },
    ]);
  },

  'does not write to what was deleted meanwhile': async (harness, session) => {
    const wish = event('contract-deleted');
    const held = await written(session, harness, [wish]);
    await harness.there.remove(held[0]?.id ?? '');
    expect(
      await session.write(harness.calendarId, {
        uid: wish.uid,
        records: [{ ...wish, title: 'Ours' }],
        known: held,
      }),
    ).toEqual({ outcome: 'changed_meanwhile' });
    expect(await session.read(harness.calendarId, wish.uid, held)).toEqual([]);
  },

  'deletes, also what is gone already': async (harness, session) => {
    const held = await written(session, harness, [series('contract-gone', { title: 'Going' })]);
    const copy = new Copy(session, harness);
    await copy.pull();
    for (const _ of [1, 2])
      expect(await session.remove(harness.calendarId, held)).toEqual({ outcome: 'written', resources: [] });
    expect(await session.read(harness.calendarId, 'contract-gone', held)).toEqual([]);
    expect(await harness.there.count('Going')).toBe(0);
    await copy.pull();
    expect(copy.titled('Going')).toEqual([]);
  },

  'tells of instances that were changed and cancelled there': async (harness, session) => {
    const { there } = harness;
    const id = await there.add({
      title: 'Theirs',
      start: at('20261006T100000'),
      end: at('20261006T103000'),
      rule: 'FREQ=WEEKLY;COUNT=10;BYDAY=TU',
    });
    const copy = new Copy(session, harness);
    await copy.pull();
    expect(shapeOf(copy.of(id))).toMatchObject({ overrides: {}, cancelled: [] });
    await there.renameInstance(id, '2026-11-03T09:00:00Z', 'With guests');
    await there.removeInstance(id, '2026-10-20T08:00:00Z');
    await copy.pull();
    const expected = {
      master: ['Theirs', '2026-10-06T08:00:00.000Z', '2026-10-06T08:30:00.000Z'],
      overrides: {
        '20261103T090000Z': ['With guests', '2026-11-03T09:00:00.000Z', '2026-11-03T09:30:00.000Z'],
      },
      cancelled: ['20261020T080000Z'],
    };
    expect(shapeOf(copy.of(id))).toEqual(expected);
    // A cancelled exception leaves no exception behind.
    await there.removeInstance(id, '2026-11-03T09:00:00Z');
    await copy.pull();
    const without = { ...expected, overrides: {}, cancelled: ['20261020T080000Z', '20261103T090000Z'] };
    expect(shapeOf(copy.of(id))).toEqual(without);
    const [record] = recordsOf(copy.of(id));
    expect(shapeOf(await session.read(harness.calendarId, record?.uid ?? '', copy.of(id)))).toEqual(without);
    const fresh = new Copy(session, harness);
    await fresh.pull();
    expect(shapeOf(fresh.of(id))).toEqual(without);
  },

  'writes instances that were changed and cancelled here': async (harness, session) => {
    const master = series('contract-series', {
      recurrence: {
        ...NO_RECURRENCE,
        rules: ['FREQ=WEEKLY;COUNT=10;BYDAY=TU'],
        exdates: [at('20261020T080000', 'UTC')],
      },
    });
    const moved = instance(master, at('20261103T090000', 'UTC'), {
      title: 'Moved',
      start: at('20261104T150000'),
      end: at('20261104T153000'),
    });
    const first = await written(session, harness, [master, moved]);
    expectSame(first, [master, moved]);
    // Another one is cancelled, the moved one moved again.
    const second = [
      {
        ...master,
        recurrence: {
          ...NO_RECURRENCE,
          rules: ['FREQ=WEEKLY;COUNT=10;BYDAY=TU'],
          exdates: [at('20261020T080000', 'UTC'), at('20261117T090000', 'UTC')],
        },
      },
      { ...moved, start: at('20261105T150000'), end: at('20261105T160000') },
    ];
    const held = await written(session, harness, second, first);
    expectSame(held, second);
    const copy = new Copy(session, harness);
    await copy.pull();
    expectSame(copy.of(held.find(({ masterId }) => masterId === null)?.id ?? ''), second);
    expectSame(await session.read(harness.calendarId, master.uid, held), second);
    // The moved one is cancelled.
    const third = [
      {
        ...master,
        recurrence: {
          ...NO_RECURRENCE,
          rules: ['FREQ=WEEKLY;COUNT=10;BYDAY=TU'],
          exdates: [at('20261020T080000', 'UTC'), at('20261103T090000', 'UTC'), at('20261117T090000', 'UTC')],
        },
      },
    ];
    expectSame(await written(session, harness, third, held), third);
  },

  'puts an instance back as the series has it': async (harness, session) => {
    const rules = ['FREQ=WEEKLY;COUNT=10;BYDAY=TU'];
    const out = { ...NO_RECURRENCE, rules, exdates: [at('20261020T080000', 'UTC')] };
    const master = series('contract-restored', { recurrence: out });
    const first = await written(session, harness, [
      master,
      instance(master, at('20261103T090000', 'UTC'), { title: 'Other' }),
    ]);
    const whole = { ...master, recurrence: { ...NO_RECURRENCE, rules } };
    const held = await written(session, harness, [whole], first);
    for (const resources of [held, await session.read(harness.calendarId, master.uid, held)]) {
      const { overrides, cancelled } = shapeOf(resources);
      expect(cancelled).toEqual([]);
      // What is left of an exception may stay, when it says what the series says.
      for (const [title] of Object.values(overrides)) expect(title).toBe('Tuesdays');
    }
  },

  'follows a series through many changes': async (harness, session) => {
    for (const seed of [1, 2, 3]) {
      const roll = dice(seed);
      let wish: RemoteEvent[] = [series(`contract-walk-${seed}`)];
      let held = await written(session, harness, wish);
      for (let step = 0; step < 12; step += 1) {
        wish = changedSeries(wish, roll);
        held = await written(session, harness, wish, held);
        expect(effectOf(recordsOf(held)), `seed ${seed}, step ${step}`).toEqual(effectOf(wish));
      }
      const read = await session.read(harness.calendarId, wish[0]?.uid ?? '', held);
      expect(effectOf(recordsOf(read))).toEqual(effectOf(wish));
    }
    const copy = new Copy(session, harness);
    await copy.pull();
    expect((await copy.pull()).put).toEqual([]);
  },

  'loses nothing when a write breaks off in the middle': async (harness, session) => {
    for (let calls = 1; calls <= 8; calls += 1) {
      const master = series(`contract-broken-${calls}`);
      const moved = instance(master, at('20261103T090000', 'UTC'), {
        title: 'Kept',
        start: at('20261104T150000'),
        end: at('20261104T153000'),
      });
      const rules = ['FREQ=WEEKLY;COUNT=10;BYDAY=TU'];
      const out = { ...NO_RECURRENCE, rules, exdates: [at('20261020T080000', 'UTC')] };
      const known = await written(session, harness, [{ ...master, recurrence: out }, moved]);
      const longer = {
        ...master,
        title: 'Longer',
        recurrence: { ...NO_RECURRENCE, rules: ['FREQ=WEEKLY;COUNT=12;BYDAY=TU'] },
      };
      const wish = { uid: master.uid, records: [longer, { ...moved, location: 'Room 3' }], known };
      harness.there.breakOff(calls);
      const first = await session.write(harness.calendarId, wish).catch(() => null);
      harness.there.breakOff(Number.POSITIVE_INFINITY);
      let second = first ?? (await session.write(harness.calendarId, wish));
      if (second.outcome === 'changed_meanwhile') {
        const read = await session.read(harness.calendarId, master.uid, known);
        expect(shapeOf(read).overrides['20261103T090000Z']?.[0], `after ${calls} calls`).toBe('Kept');
        second = await session.write(harness.calendarId, { ...wish, known: read });
      }
      const held = second.outcome === 'written' ? second.resources : [];
      expect(effectOf(recordsOf(held)), `after ${calls} calls`).toEqual(effectOf(wish.records));
    }
  },

  'moves a whole series, with what was changed in it': async (harness, session) => {
    const master = series('contract-moved');
    const first = await written(session, harness, [
      master,
      instance(master, at('20261103T090000', 'UTC'), { title: 'Other' }),
    ]);
    const later = { ...master, start: at('20261006T140000'), end: at('20261006T143000') };
    const wish = [
      later,
      instance(later, at('20261103T130000', 'UTC'), {
        title: 'Other',
        start: at('20261103T140000'),
        end: at('20261103T143000'),
      }),
    ];
    const held = await written(session, harness, wish, first);
    const { master: shape, overrides } = shapeOf(held);
    expect(shape).toEqual(['Tuesdays', '2026-10-06T12:00:00.000Z', '2026-10-06T12:30:00.000Z']);
    expect(overrides['20261103T130000Z']?.[0]).toBe('Other');
  },

  'ends one series and begins another, for this and all following': async (harness, session) => {
    const whole = series('contract-whole');
    const first = await written(session, harness, [whole]);
    const head = {
      ...whole,
      recurrence: { ...NO_RECURRENCE, rules: ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20261027T090000Z'] },
    };
    const tail = series('contract-tail', {
      title: 'Tuesdays, later',
      start: at('20261103T110000'),
      end: at('20261103T113000'),
      recurrence: { ...NO_RECURRENCE, rules: ['FREQ=WEEKLY;COUNT=6;BYDAY=TU'] },
    });
    const ended = await written(session, harness, [head], first);
    const begun = await written(session, harness, [tail]);
    expect(recordsOf(ended)[0]?.recurrence?.rules[0]).toMatch(/UNTIL=20261027/);
    expectSame(begun, [tail]);
    const copy = new Copy(session, harness);
    await copy.pull();
    expect(copy.titled('Tuesdays')).toHaveLength(1);
    expect(copy.titled('Tuesdays, later')).toHaveLength(1);
  },

  'makes a single event of a series and back': async (harness, session) => {
    const single = event('contract-single');
    const repeated = {
      ...single,
      recurrence: { ...NO_RECURRENCE, rules: ['FREQ=WEEKLY;COUNT=3;BYDAY=TU'] },
    };
    const first = await written(session, harness, [repeated]);
    const second = await written(session, harness, [single], first);
    expect(recordsOf(second)).toHaveLength(1);
    expect(recordsOf(second)[0]?.recurrence).toBeNull();
    expectSame(await written(session, harness, [repeated], second), [repeated]);
  },

  'keeps whole days what they are': async (harness, session) => {
    const wish = event('contract-days', {
      isAllDay: true,
      isBusy: false,
      start: on('20261224'),
      end: on('20261227'),
    });
    const held = await written(session, harness, [wish]);
    expectSame(held, [wish]);
    // What is called free is told as that: other whole days may be settings' to decide on.
    expect(recordsOf(held)[0]?.details.isFree).toBe(true);
    const id = await harness.there.add({
      title: 'Yearly',
      start: on('20261231'),
      end: on('20270101'),
      rule: 'FREQ=YEARLY;COUNT=3;BYMONTH=12;BYMONTHDAY=31',
    });
    const copy = new Copy(session, harness);
    await copy.pull();
    expectSame(copy.of(held[0]?.id ?? ''), [wish]);
    expect(recordsOf(copy.of(id))[0]).toMatchObject({
      isAllDay: true,
      isBusy: false,
      start: on('20261231'),
      end: on('20270101'),
    });
    expect(recordsOf(copy.of(id))[0]?.details).not.toHaveProperty('isFree');
    // A day becomes an hour and a day again.
    const hour = { ...event('contract-days'), isBusy: true };
    const changed = await written(session, harness, [hour], held);
    expectSame(changed, [hour]);
    expectSame(await written(session, harness, [wish], changed), [wish]);
  },

  'keeps the wall clock of its zone over changes of the clocks': async (harness, session) => {
    const tokyo = event('contract-tokyo', {
      start: at('20261124T090000', 'Asia/Tokyo'),
      end: at('20261124T100000', 'Asia/Tokyo'),
    });
    // In New York the clocks change between the first and the second.
    const york = series('contract-york', {
      start: at('20270307T080000', 'America/New_York'),
      end: at('20270307T090000', 'America/New_York'),
      recurrence: { ...NO_RECURRENCE, rules: ['FREQ=WEEKLY;COUNT=4;BYDAY=SU'] },
    });
    const after = instance(york, at('20270314T120000', 'UTC'), { title: 'After the change' });
    const moved = {
      ...after,
      start: at('20270314T090000', 'America/New_York'),
      end: at('20270314T100000', 'America/New_York'),
    };
    await written(session, harness, [tokyo]);
    const held = await written(session, harness, [york, moved]);
    expectSame(held, [york, moved]);
    const copy = new Copy(session, harness);
    await copy.pull();
    const read = await session.read(harness.calendarId, tokyo.uid, []);
    expect(recordsOf(read)[0]?.start).toEqual(tokyo.start);
    expectSame(copy.of(held.find(({ masterId }) => masterId === null)?.id ?? ''), [york, moved]);
  },

  'keeps our UID and our mark with what we made': async (harness, session) => {
    const marked = event('dayloom-mirror-0190a1b2', { title: 'Busy', madeBy: 'mirror' });
    const block = event('dayloom-block-0190a1b2', { title: 'Task', madeBy: 'block' });
    for (const wish of [marked, block]) await written(session, harness, [wish]);
    const copy = new Copy(session, harness);
    await copy.pull();
    const ours = recordsOf([...copy.resources.values()]).filter(({ madeBy }) => madeBy !== null);
    expect(Object.fromEntries(ours.map(({ uid, madeBy }) => [uid, madeBy]))).toEqual({
      [block.uid]: 'block',
      [marked.uid]: 'mirror',
    });
  },

  'takes texts of every script, long ones and hostile ones': async (harness, session) => {
    const texts = [
      { title: 'Café ☕ 会議 — بازبینی 👩‍👩‍👧', description: 'Zeile eins\n\nZeile drei\n\t• Punkt' },
      { title: 'a < b && c > d', description: 'if (a < b && c > d) return "x"; // <not a tag>\n&amp; &lt;' },
      { title: '=HYPERLINK("http://x")', description: '\\n is no line break; commas, semicolons; "quotes"' },
      { title: 'Long', description: 'word '.repeat(1_500).trim() },
    ];
    for (const [index, text] of texts.entries()) {
      const wish = event(`contract-text-${index}`, text);
      const held = await written(session, harness, [wish]);
      expect(recordsOf(held)[0]).toMatchObject(text);
      expect(recordsOf(await session.read(harness.calendarId, wish.uid, held))[0]).toMatchObject(text);
    }
  },

  'answers a cursor that is forgotten with the wish to start over': async (harness, session) => {
    const copy = new Copy(session, harness);
    await copy.pull();
    await harness.there.forgetCursors();
    await expect(copy.pull()).rejects.toBeInstanceOf(SyncCursorExpired);
    copy.cursor = null;
    await copy.pull();
  },

  'renews a token that is over, and goes on': async (harness, session) => {
    const before = await harness.grant.current();
    await harness.there.fail('expired-token');
    expect((await session.listCalendars()).length).toBeGreaterThan(0);
    expect(await harness.grant.current()).not.toBe(before);
  },

  'asks to connect again when the access was taken back': async (harness, session) => {
    await harness.there.revoke();
    await expect(session.listCalendars()).rejects.toMatchObject({ kind: 'reconnect_needed' });
    await expect(new Copy(session, harness).pull()).rejects.toMatchObject({ kind: 'reconnect_needed' });
  },

  'says how long to wait when it asks too often': async (harness, session) => {
    await harness.there.fail('rate-limit');
    await expect(session.listCalendars()).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 1,
    });
    await harness.there.fail('rate-limit');
    await expect(written(session, harness, [event('contract-limited')])).rejects.toMatchObject({
      kind: 'rate_limited',
    });
    await written(session, harness, [event('contract-limited')]);
  },

  'tells a failure on the other side apart, without a word of the token': async (harness, session) => {
    await harness.there.fail('error');
    const failure = await session.listCalendars().then(
      () => null,
      (error: Error) => error,
    );
    expect(failure).toMatchObject({ kind: 'unavailable' });
    // Whatever form a grant has, its secrets are the long words in it.
    const secrets = (await harness.grant.current()).match(/[\w.~+/-]{16,}/g) ?? [];
    const told = `${failure?.message} ${failure?.stack} ${JSON.stringify(failure)} ${String(failure?.cause)}`;
    for (const secret of secrets.filter((word) => !word.startsWith('http')))
      expect(told).not.toContain(secret);
  },

  'refuses to write where it may only read': async ({ readOnlyCalendarId }, session) => {
    if (readOnlyCalendarId === null) return;
    await expect(
      session.write(readOnlyCalendarId, {
        uid: 'contract-refused',
        records: [event('contract-refused')],
        known: [],
      }),
    ).rejects.toMatchObject({ kind: 'rejected' });
  },

  'tells of changes at once, until it is asked to stop': async (harness, session) => {
    const { provider, there, calendarId } = harness;
    if (provider.watchHours === null) return;
    const id = 'b6a1c0de-0000-4000-8000-000000000001';
    const wish = {
      id,
      token: 'a secret word',
      address: 'http://localhost:3999/api/webhooks/calendars',
      expiresAt: new Date('2026-11-21T12:00:00Z'),
    };
    const watch = await session.watch(calendarId, wish);
    expect(watch.expiresAt).toEqual(wish.expiresAt);
    const before = await there.notified();
    const times = { start: at('20261124T100000'), end: at('20261124T110000') };
    await there.add({ title: 'News', ...times });
    expect(await there.notified()).toBe(before + 1);
    for (const _ of [1, 2]) await session.unwatch({ id, resourceId: watch.resourceId });
    await there.add({ title: 'No news', ...times });
    expect(await there.notified()).toBe(before + 1);
  },
} satisfies Record<string, Run>;
