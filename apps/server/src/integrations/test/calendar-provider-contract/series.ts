import { expect } from 'vitest';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { KeptCopy } from './copy.ts';
import { at, event, instance, NO_RECURRENCE, series } from './fixtures.ts';
import type { Cases } from './harness.ts';
import { changedSeries, createDice } from './many-changes.ts';
import { describeEffect, describeShape, expectSame, listRecords, written } from './objects.ts';

export const seriesCases = {
  'lists instances that were changed and cancelled there': async (harness, session) => {
    const { there } = harness;
    const id = await there.add({
      title: 'Theirs',
      start: at('20261006T100000'),
      end: at('20261006T103000'),
      rule: 'FREQ=WEEKLY;COUNT=10;BYDAY=TU',
    });
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    expect(describeShape(copy.of(id))).toMatchObject({ overrides: {}, cancelled: [] });
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
    expect(describeShape(copy.of(id))).toEqual(expected);
    // A cancelled exception leaves no exception behind.
    await there.removeInstance(id, '2026-11-03T09:00:00Z');
    await copy.pull();
    const without = { ...expected, overrides: {}, cancelled: ['20261020T080000Z', '20261103T090000Z'] };
    expect(describeShape(copy.of(id))).toEqual(without);
    const [record] = listRecords(copy.of(id));
    expect(describeShape(await session.read(harness.calendarId, record?.uid ?? '', copy.of(id)))).toEqual(
      without,
    );
    const fresh = new KeptCopy(session, harness);
    await fresh.pull();
    expect(describeShape(fresh.of(id))).toEqual(without);
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
    // Cancels another instance and moves the moved one again.
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
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    expectSame(copy.of(held.find(({ masterId }) => masterId === null)?.id ?? ''), second);
    expectSame(await session.read(harness.calendarId, master.uid, held), second);
    // Cancels the moved instance.
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
      const { overrides, cancelled } = describeShape(resources);
      expect(cancelled).toEqual([]);
      // A leftover exception may stay when it equals the series.
      for (const [title] of Object.values(overrides)) expect(title).toBe('Tuesdays');
    }
  },

  'follows a series through many changes': async (harness, session) => {
    for (const seed of [1, 2, 3]) {
      const roll = createDice(seed);
      let input: RemoteEvent[] = [series(`contract-walk-${seed}`)];
      let held = await written(session, harness, input);
      for (let step = 0; step < 12; step += 1) {
        input = changedSeries(input, roll);
        held = await written(session, harness, input, held);
        expect(describeEffect(listRecords(held)), `seed ${seed}, step ${step}`).toEqual(
          describeEffect(input),
        );
      }
      const read = await session.read(harness.calendarId, input[0]?.uid ?? '', held);
      expect(describeEffect(listRecords(read))).toEqual(describeEffect(input));
    }
    const copy = new KeptCopy(session, harness);
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
      const input = {
        uid: master.uid,
        records: [longer, { ...moved, location: 'Room 3' }],
        known,
        earlier: [],
        notifiesGuests: true,
      };
      harness.there.breakOff(calls);
      const first = await session.write(harness.calendarId, input).catch(() => null);
      harness.there.breakOff(Number.POSITIVE_INFINITY);
      let second = first ?? (await session.write(harness.calendarId, input));
      if (second.outcome === 'changed_meanwhile') {
        const read = await session.read(harness.calendarId, master.uid, known);
        expect(describeShape(read).overrides['20261103T090000Z']?.[0], `after ${calls} calls`).toBe('Kept');
        second = await session.write(harness.calendarId, { ...input, known: read });
      }
      const held = second.outcome === 'written' ? second.resources : [];
      expect(describeEffect(listRecords(held)), `after ${calls} calls`).toEqual(
        describeEffect(input.records),
      );
    }
  },

  'moves a whole series, with what was changed in it': async (harness, session) => {
    const master = series('contract-moved');
    const first = await written(session, harness, [
      master,
      instance(master, at('20261103T090000', 'UTC'), { title: 'Other' }),
    ]);
    const later = { ...master, start: at('20261006T140000'), end: at('20261006T143000') };
    const input = [
      later,
      instance(later, at('20261103T130000', 'UTC'), {
        title: 'Other',
        start: at('20261103T140000'),
        end: at('20261103T143000'),
      }),
    ];
    const held = await written(session, harness, input, first);
    const { master: shape, overrides } = describeShape(held);
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
    expect(listRecords(ended)[0]?.recurrence?.rules[0]).toMatch(/UNTIL=20261027/);
    expectSame(begun, [tail]);
    const copy = new KeptCopy(session, harness);
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
    expect(listRecords(second)).toHaveLength(1);
    expect(listRecords(second)[0]?.recurrence).toBeNull();
    expectSame(await written(session, harness, [repeated], second), [repeated]);
  },
} satisfies Cases;
