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
export function memoizeColumns(build: BuildColumns): BuildColumns {
  let before: readonly unknown[] = [];
  let columns: unknown;
  return (series, dateEnv, ranges) => {
    const given = [series, dateEnv, ranges['slotRange'], ranges['activeRange']];
    if (given.some((value, at) => value !== before[at])) columns = build(series, dateEnv, ranges);
    before = given;
    return columns;
  };
}

/**
 * The library makes a new object for each column on each move, and renders a column again for it. Here a
 * column with an unchanged description keeps its object. Null describes a column that always changes.
 */
export function memoizeByDescription<Column>(
  split: Split<Column>,
  describe: (column: Column | undefined) => string | null,
): Split<Column> {
  let before: readonly Column[] = [];
  return (whole, columns) => {
    before = split(whole, columns).map((column, at) => {
      const text = describe(column);
      return text !== null && text === describe(before[at]) ? (before[at] as Column) : column;
    });
    return before;
  };
}

/** The items that are dragged, for a column into which none was dragged. */
export const describeDrag = (drag: ColumnInteraction | null | undefined) =>
  drag && drag.segs.length === 0 ? `${drag.isEvent} ${Object.keys(drag.affectedInstances).join()}` : null;

const describeSegments = (segments: readonly unknown[] | undefined) => (segments?.length === 0 ? '' : null);

const { views } = timeGridPlugin as unknown as ViewPlugin;
const { component } = views.timeGrid;

class ColumnsView extends (component as unknown as new (...given: unknown[]) => TimeGridView) {
  constructor(...given: unknown[]) {
    super(...given);
    this.buildDayCols = memoizeColumns(this.buildDayCols);
    this.splitNowIndicatorSegs = memoizeByDescription(this.splitNowIndicatorSegs, describeSegments);
    this.splitEventDrag = memoizeByDescription(this.splitEventDrag, describeDrag);
    this.splitEventResize = memoizeByDescription(this.splitEventResize, describeDrag);
  }
}

/** Days as columns of hours. During a drag, only the columns that the item leaves and reaches are rendered. */
export const columnsPlugin = {
  ...timeGridPlugin,
  views: { ...views, timeGrid: { ...views.timeGrid, component: ColumnsView } },
} as unknown as Plugin;
