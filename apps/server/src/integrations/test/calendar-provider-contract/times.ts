import { expect } from 'vitest';
import { KeptCopy } from './copy.ts';
import { at, event, instance, NO_RECURRENCE, on, series } from './fixtures.ts';
import type { Cases } from './harness.ts';
import { expectSame, listRecords, written } from './objects.ts';

export const timesCases = {
  'keeps whole days what they are': async (harness, session) => {
    const input = event('contract-days', {
      isAllDay: true,
      isBusy: false,
      start: on('20261224'),
      end: on('20261227'),
    });
    const held = await written(session, harness, [input]);
    expectSame(held, [input]);
    // A day marked as free is reported as free. Settings may decide about other whole days.
    expect(listRecords(held)[0]?.details.isFree).toBe(true);
    const id = await harness.there.add({
      title: 'Yearly',
      start: on('20261231'),
      end: on('20270101'),
      rule: 'FREQ=YEARLY;COUNT=3;BYMONTH=12;BYMONTHDAY=31',
    });
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    expectSame(copy.of(held[0]?.id ?? ''), [input]);
    expect(listRecords(copy.of(id))[0]).toMatchObject({
      isAllDay: true,
      isBusy: false,
      start: on('20261231'),
      end: on('20270101'),
    });
    expect(listRecords(copy.of(id))[0]?.details).not.toHaveProperty('isFree');
    // A day becomes an hour and then a day again.
    const hour = { ...event('contract-days'), isBusy: true };
    const changed = await written(session, harness, [hour], held);
    expectSame(changed, [hour]);
    expectSame(await written(session, harness, [input], changed), [input]);
  },

  'keeps the wall clock of its zone over changes of the clocks': async (harness, session) => {
    const tokyo = event('contract-tokyo', {
      start: at('20261124T090000', 'Asia/Tokyo'),
      end: at('20261124T100000', 'Asia/Tokyo'),
    });
    // In New York the clocks change between the first and the second instance.
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
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    const read = await session.read(harness.calendarId, tokyo.uid, []);
    expect(listRecords(read)[0]?.start).toEqual(tokyo.start);
    expectSame(copy.of(held.find(({ masterId }) => masterId === null)?.id ?? ''), [york, moved]);
  },
} satisfies Cases;
