import { expect } from 'vitest';
import type { RemoteEvent } from '../../features/calendar/model/event.ts';
import { instantOfTime } from '../calendars/told-times.ts';
import { Copy } from './copy.ts';
import { at, event, series } from './fixtures.ts';
import type { Cases } from './harness.ts';
import { expectSame, recordsOf, written } from './objects.ts';

/** Single events: what goes out, once, over nothing that changed meanwhile. */
export const writingCases = {
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
    expect(await session.remove(harness.calendarId, { known: held, notifiesGuests: true })).toEqual({
      outcome: 'written',
      resources: [],
    });
    expect(await titles()).toEqual([]);
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
    await session.remove(harness.calendarId, { known: first, notifiesGuests: true });
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
      earlier: [],
      notifiesGuests: true,
    });
    expect(outcome).toEqual({ outcome: 'changed_meanwhile' });
    expect(await session.remove(harness.calendarId, { known: held, notifiesGuests: true })).toEqual({
      outcome: 'changed_meanwhile',
    });
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
        earlier: [],
        notifiesGuests: true,
      }),
    ).toEqual({ outcome: 'changed_meanwhile' });
    expect(await session.read(harness.calendarId, wish.uid, held)).toEqual([]);
  },

  'deletes, also what is gone already': async (harness, session) => {
    const held = await written(session, harness, [series('contract-gone', { title: 'Going' })]);
    const copy = new Copy(session, harness);
    await copy.pull();
    for (const _ of [1, 2])
      expect(await session.remove(harness.calendarId, { known: held, notifiesGuests: true })).toEqual({
        outcome: 'written',
        resources: [],
      });
    expect(await session.read(harness.calendarId, 'contract-gone', held)).toEqual([]);
    expect(await harness.there.count('Going')).toBe(0);
    await copy.pull();
    expect(copy.titled('Going')).toEqual([]);
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
} satisfies Cases;
