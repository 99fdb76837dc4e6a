import { expect } from 'vitest';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { getTimeInstant } from '#integrations/calendars/provider-times.ts';
import { KeptCopy } from './copy.ts';
import { at, event, series } from './fixtures.ts';
import type { Cases } from './harness.ts';
import { expectSame, listRecords, written } from './objects.ts';

/** Single events: written once, and never over a concurrent change. */
export const writingCases = {
  'writes a single event, lists it and deletes it': async (harness, session) => {
    const titles = async () => {
      const received: RemoteEvent[] = [];
      for await (const { changes } of session.listChanges(harness.calendarId, null, harness.range))
        for (const change of changes) if (change.kind === 'put') received.push(...change.resource.records);
      return received.filter(({ title }) => title === 'Here and gone');
    };
    const input = event('contract-single-event', { title: 'Here and gone' });
    const held = await written(session, harness, [input]);
    const [received, ...others] = await titles();
    expect(others).toEqual([]);
    expect(received).toMatchObject({
      title: input.title,
      description: input.description,
      location: input.location,
      isBusy: true,
      isAllDay: false,
    });
    if (!received) throw new Error('It was not listed.');
    expect(getTimeInstant(received.start, received, 'UTC')).toBe(getTimeInstant(input.start, input, 'UTC'));
    expect(getTimeInstant(received.end, received, 'UTC')).toBe(getTimeInstant(input.end, input, 'UTC'));
    expect(await session.remove(harness.calendarId, { known: held, notifiesGuests: true })).toEqual({
      outcome: 'written',
      resources: [],
    });
    expect(await titles()).toEqual([]);
  },

  'inserts once what is sent twice': async (harness, session) => {
    const input = event('contract-twice', { title: 'Only once' });
    const [first] = await written(session, harness, [input]);
    const [second] = await written(session, harness, [input]);
    expect(second?.id).toBe(first?.id);
    expect(await harness.there.count('Only once')).toBe(1);
  },

  'inserts again what was deleted': async (harness, session) => {
    const input = series('contract-again', { title: 'Back again' });
    const first = await written(session, harness, [input]);
    await session.remove(harness.calendarId, { known: first, notifiesGuests: true });
    expectSame(await written(session, harness, [input]), [input]);
    expect(await harness.there.count('Back again')).toBe(1);
    expectSame(await session.read(harness.calendarId, input.uid, []), [input]);
  },

  'knows an insert again whose answer was lost, also by its UID alone': async (harness, session) => {
    const input = event('contract-lost', { title: 'Lost answer' });
    await written(session, harness, [input]);
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    expect(copy.titled('Lost answer').map(({ records }) => records[0]?.uid)).toEqual(['contract-lost']);
    expectSame(await session.read(harness.calendarId, input.uid, []), [input]);
  },

  'changes what differs and leaves the rest': async (harness, session) => {
    const id = await harness.there.add({
      title: 'Theirs',
      description: 'Agenda: everything.',
      start: at('20261124T100000'),
      end: at('20261124T110000'),
    });
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    const [record] = listRecords(copy.of(id));
    if (!record) throw new Error('It was not listed.');
    const moved = { ...record, start: at('20261125T090000'), end: at('20261125T100000') };
    const after = await written(session, harness, [moved], copy.of(id));
    expect(listRecords(after)[0]).toMatchObject({ title: 'Theirs', description: 'Agenda: everything.' });
    expectSame(after, [moved]);
    expectSame(await session.read(harness.calendarId, record.uid, after), [moved]);
  },

  'keeps free, tentative and busy apart': async (harness, session) => {
    const inputs = [
      event('contract-free', { isBusy: false }),
      event('contract-tentative', { status: 'tentative' }),
      event('contract-busy'),
    ];
    for (const input of inputs) {
      const held = await written(session, harness, [input]);
      expect(listRecords(held)[0]).toMatchObject({ isBusy: input.isBusy, status: input.status });
      const busy = { ...input, isBusy: true, status: 'confirmed' as const };
      expect(listRecords(await written(session, harness, [busy], held))[0]).toMatchObject({
        isBusy: true,
        status: 'confirmed',
      });
    }
  },

  'refuses to write over what changed meanwhile, and reports it': async (harness, session) => {
    const input = event('contract-stale');
    const held = await written(session, harness, [input]);
    await harness.there.rename(held[0]?.id ?? '', 'Theirs');
    const outcome = await session.write(harness.calendarId, {
      uid: input.uid,
      records: [{ ...input, title: 'Ours' }],
      known: held,
      earlier: [],
      notifiesGuests: true,
    });
    expect(outcome).toEqual({ outcome: 'changed_meanwhile' });
    expect(await session.remove(harness.calendarId, { known: held, notifiesGuests: true })).toEqual({
      outcome: 'changed_meanwhile',
    });
    const read = await session.read(harness.calendarId, input.uid, held);
    expect(listRecords(read)[0]?.title).toBe('Theirs');
    expectSame(await written(session, harness, [{ ...input, title: 'Ours' }], read), [
      { ...input, title: 'Ours' },
    ]);
  },

  'does not write to what was deleted meanwhile': async (harness, session) => {
    const input = event('contract-deleted');
    const held = await written(session, harness, [input]);
    await harness.there.remove(held[0]?.id ?? '');
    expect(
      await session.write(harness.calendarId, {
        uid: input.uid,
        records: [{ ...input, title: 'Ours' }],
        known: held,
        earlier: [],
        notifiesGuests: true,
      }),
    ).toEqual({ outcome: 'changed_meanwhile' });
    expect(await session.read(harness.calendarId, input.uid, held)).toEqual([]);
  },

  'deletes, also what is gone already': async (harness, session) => {
    const held = await written(session, harness, [series('contract-gone', { title: 'Going' })]);
    const copy = new KeptCopy(session, harness);
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
    const withMarks = event('dayloom-mirror-0190a1b2', { title: 'Busy', madeBy: 'mirror' });
    const block = event('dayloom-block-0190a1b2', { title: 'Task', madeBy: 'block' });
    for (const input of [withMarks, block]) await written(session, harness, [input]);
    const copy = new KeptCopy(session, harness);
    await copy.pull();
    const ours = listRecords([...copy.resources.values()]).filter(({ madeBy }) => madeBy !== null);
    expect(Object.fromEntries(ours.map(({ uid, madeBy }) => [uid, madeBy]))).toEqual({
      [block.uid]: 'block',
      [withMarks.uid]: 'mirror',
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
      const input = event(`contract-text-${index}`, text);
      const held = await written(session, harness, [input]);
      expect(listRecords(held)[0]).toMatchObject(text);
      expect(listRecords(await session.read(harness.calendarId, input.uid, held))[0]).toMatchObject(text);
    }
  },
} satisfies Cases;
