import type { CalendarOptions } from '@fullcalendar/react';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import type { ComponentClass } from 'react';

type Plugin = NonNullable<CalendarOptions['plugins']>[number];

/** What a column shows of a drag (`splitInteractionByCol` in the library). */
interface ColumnInteraction {
  readonly isEvent: boolean;
  readonly affectedInstances: Readonly<Record<string, unknown>>;
  readonly segs: readonly unknown[];
}
type Split<Column> = (whole: unknown, columns: number) => readonly Column[];
type SplitInteraction = Split<ColumnInteraction | null>;
type BuildColumns = (series: unknown, dateEnv: unknown, ranges: Readonly<Record<string, unknown>>) => unknown;

/** What we use of the library's view, which has no public type. */
interface TimeGridView {
  buildDayCols: BuildColumns;
  splitNowIndicatorSegs: Split<readonly unknown[]>;
  splitEventDrag: SplitInteraction;
  splitEventResize: SplitInteraction;
}
interface ViewPlugin {
  readonly views: { readonly timeGrid: { readonly component: ComponentClass } };
}

/**
 * The library means to make its columns once, but compares the ranges by their identity, which is always new. Then all
 * items are placed and rendered again on every move of a drag.
 */
export function keepColumns(build: BuildColumns): BuildColumns {
  let known: { readonly given: readonly unknown[]; readonly columns: unknown } | undefined;
  return (series, dateEnv, ranges) => {
    const given = [series, dateEnv, ranges['slotRange'], ranges['activeRange']];
    if (!known || given.some((value, at) => value !== known?.given[at]))
      known = { given, columns: build(series, dateEnv, ranges) };
    return known.columns;
  };
}

/**
 * The library makes a new object for each column on each move, and renders a column again for it. One that is the same
 * as before gets the object that it had.
 */
export function keepSame<Column>(
  split: Split<Column>,
  isSame: (one: Column, other: Column) => boolean,
): Split<Column> {
  let before: readonly Column[] = [];
  return (whole, columns) => {
    before = split(whole, columns).map((column, at) => {
      const known = before[at];
      return known !== undefined && isSame(column, known) ? known : column;
    });
    return before;
  };
}

const areEmpty = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === 0 && other.length === 0;

/** Whether nothing was dragged into the column, and the same items are dragged. */
export function isUntouched(one: ColumnInteraction | null, other: ColumnInteraction | null): boolean {
  if (one === null || other === null) return one === other;
  const [ids, others] = [Object.keys(one.affectedInstances), Object.keys(other.affectedInstances)];
  return (
    areEmpty(one.segs, other.segs) &&
    one.isEvent === other.isEvent &&
    ids.length === others.length &&
    ids.every((id) => id in other.affectedInstances)
  );
}

const { views } = timeGridPlugin as unknown as ViewPlugin;
const { component } = views.timeGrid;

class ColumnsView extends (component as unknown as new (...given: unknown[]) => TimeGridView) {
  constructor(...given: unknown[]) {
    super(...given);
    this.buildDayCols = keepColumns(this.buildDayCols);
    this.splitNowIndicatorSegs = keepSame(this.splitNowIndicatorSegs, areEmpty);
    this.splitEventDrag = keepSame(this.splitEventDrag, isUntouched);
    this.splitEventResize = keepSame(this.splitEventResize, isUntouched);
  }
}

/** Days as columns of hours. During a drag, only the columns that the item leaves and reaches are rendered. */
export const columnsPlugin = {
  ...timeGridPlugin,
  views: { ...views, timeGrid: { ...views.timeGrid, component: ColumnsView } },
} as unknown as Plugin;
