import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { regularInstance, splitParts } from '#integrations/calendars/object-parts.ts';
import { at, NO_RECURRENCE } from './fixtures.ts';

/** A die with a reproducible sequence. */
export function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % sides;
  };
}

/** Applies one random change to a series: title, hour, or an instance moved, cancelled or restored. */
export function changedSeries(
  records: readonly RemoteEvent[],
  roll: (sides: number) => number,
): RemoteEvent[] {
  const { master, overrides, cancelled } = splitParts(records, 'UTC');
  if (!master?.recurrence) return [...records];
  const [changed, out] = [new Map(overrides), new Set(cancelled)];
  let now = master;
  // A Tuesday in October, before the end of summer time.
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
