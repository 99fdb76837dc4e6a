import { expect } from 'vitest';
import { SyncCursorExpired } from '#features/calendar-sync/model/calendar-session.ts';
import { KeptCopy } from './copy.ts';
import { at, series } from './fixtures.ts';
import type { Cases } from './harness.ts';
import { listRecords, written } from './objects.ts';

export const listingCases = {
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

  'lists everything in a first sync, each thing once': async (harness, session) => {
    for (let day = 10; day < 22; day += 1)
      await harness.there.add({
        title: `Day ${day}`,
        start: at(`202612${day}T100000`),
        end: at(`202612${day}T110000`),
      });
    const copy = new KeptCopy(session, harness);
    const { put, gone } = await copy.pull();
    expect(gone).toEqual([]);
    expect(new Set(put.map(({ id }) => id)).size).toBe(put.length);
    const titles = listRecords(put).map(({ title }) => title);
    for (let day = 10; day < 22; day += 1) expect(titles).toContain(`Day ${day}`);
    expect((await copy.pull()).put).toEqual([]);
  },

  'lists in later sync runs what was added, changed and removed': async (harness, session) => {
    const { there } = harness;
    const times = { start: at('20261124T100000'), end: at('20261124T110000') };
    const kept = await there.add({ title: 'Kept', ...times });
    const renamed = await there.add({ title: 'Before', ...times });
    const removed = await there.add({ title: 'Removed', ...times });
    const copy = new KeptCopy(session, harness);
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

  'lists our own writes with the version that the write returned': async (harness, session) => {
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    const input = series('contract-echo');
    const [first] = [await written(session, harness, [input])];
    const second = await written(session, harness, [{ ...input, title: 'Tuesdays (new)' }], first);
    const { put, gone } = await copy.pull();
    expect(gone).toEqual([]);
    expect(put.map(({ id, version }) => [id, version])).toEqual(
      second.map(({ id, version }) => [id, version]),
    );
  },

  'asks to start over when a cursor is forgotten': async (harness, session) => {
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    await harness.there.forgetCursors();
    await expect(copy.pull()).rejects.toBeInstanceOf(SyncCursorExpired);
    copy.cursor = null;
    await copy.pull();
  },
} satisfies Cases;
