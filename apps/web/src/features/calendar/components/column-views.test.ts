import { expect, test, vi } from 'vitest';
import { columnsPlugin, describeDrag, memoizeByDescription, memoizeColumns } from './column-views.ts';

const interaction = (segs: readonly unknown[] = [], ids: readonly string[] = ['a']) => ({
  isEvent: true,
  affectedInstances: Object.fromEntries(ids.map((id) => [id, {}])),
  segs,
});

test('columns are made again only for other days', () => {
  const build = vi.fn((..._given: unknown[]) => ({}));
  const kept = memoizeColumns(build);
  const [series, zone, slotRange, activeRange] = [{}, {}, {}, {}];
  const columns = kept(series, zone, { slotRange, activeRange });
  expect(kept(series, zone, { slotRange, activeRange })).toBe(columns);
  expect(kept(series, zone, { slotRange, activeRange: {} })).not.toBe(columns);
  expect(kept({}, zone, { slotRange, activeRange })).not.toBe(columns);
  expect(build).toHaveBeenCalledTimes(3);
});

test('of a drag, only the columns that the item leaves and reaches change', () => {
  const moves = [
    [interaction(['here']), interaction(), interaction(), null],
    [interaction(), interaction(['here']), interaction(), null],
    [interaction(), interaction(['lower']), interaction([], ['a', 'b']), null],
    [null, null, null, null],
  ];
  const kept = memoizeByDescription((move) => moves[move as number] ?? [], describeDrag);
  const shown = moves.map((_, move) => kept(move, 4));
  const areKept = shown.slice(1).map((columns, move) => columns.map((one, at) => one === shown[move]?.[at]));
  expect(areKept).toEqual([
    [false, false, true, true],
    [true, false, false, true],
    [false, false, false, true],
  ]);
  // The shown columns equal those of the library.
  expect(shown).toEqual(moves);
});

test('the view of the library has what is replaced', () => {
  const { views } = columnsPlugin as unknown as {
    views: { timeGrid: { component: new (props: object) => Record<string, unknown> } };
  };
  const view = new views.timeGrid.component({});
  const before = new (Object.getPrototypeOf(views.timeGrid.component))({});
  const names = ['buildDayCols', 'splitNowIndicatorSegs', 'splitEventDrag', 'splitEventResize'];
  for (const name of names) expect([name, typeof before[name]]).toEqual([name, 'function']);
  const { splitEventDrag } = view as { splitEventDrag: (drag: object, columns: number) => unknown[] };
  const [first, second] = [interaction([{ col: 0 }]), interaction([{ col: 0 }])];
  const [shown, again] = [splitEventDrag(first, 2), splitEventDrag(second, 2)];
  expect(again).toEqual(shown);
  expect(again.map((column, at) => column === shown[at])).toEqual([false, true]);
});
