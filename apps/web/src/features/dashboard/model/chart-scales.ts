import type { CategoryFigures } from '@dayloom/contracts';
import { area, line, stack } from 'd3-shape';

/** Heights of drawings in px. Widths are per cent, so that a chart fits its card without being measured. */
export const WEEK_HEIGHT = 184;
export const TREND_HEIGHT = 56;

const MINUTES_OF_HOUR = 60;
/** The least that the axis shows, so that half an hour does not look like a full day. */
const MIN_HOURS = 2;

type Side = 'planned' | 'worked';

/** Per cent of the width. Of a day, half a bar is free on each side, and a hairline between the two bars. */
const DAY_WIDTH = 100 / 7;
const PAIR_STEP = DAY_WIDTH / 3.08;
const BAR_WIDTH = PAIR_STEP * 0.88;
const FIRST_BAR = PAIR_STEP * 0.6;

/** Where a value lies between two ends. */
const between = (from: number, to: number, share: number) => from + (to - from) * share;

/** Round steps, each up to the geometric mean with the next one. */
const STEPS = [
  [1, Math.SQRT2],
  [2, Math.sqrt(10)],
  [5, Math.sqrt(50)],
] as const;

/** An axis from 0 to a round number, with about four lines at round numbers. */
function toAxis(most: number) {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const [factor] = STEPS.find(([, bound]) => rough < power * bound) ?? [10];
  const step = power * factor;
  const lines = Math.ceil(most / step);
  return { end: lines * step, ticks: Array.from({ length: lines + 1 }, (_, line) => line * step) };
}

export interface Bar {
  readonly key: string;
  readonly side: Side;
  readonly category: CategoryFigures;
  /** Per cent of the width. */
  readonly x: number;
  readonly width: number;
  /** Pixels. */
  readonly y: number;
  readonly height: number;
}

/** The stacked bars of a week: for each day what was planned, and next to it what was done. */
export function toWeekBars(categories: readonly CategoryFigures[]) {
  const days = Array.from({ length: 7 }, (_, at) => at);
  const sides: readonly Side[] = ['planned', 'worked'];
  const stacks = sides.map((side) => ({
    side,
    layers: stack<number, CategoryFigures>()
      .keys(categories)
      .value((day, { days: own }) => (own[day]?.[`${side}Minutes`] ?? 0) / MINUTES_OF_HOUR)(days),
  }));
  const most = Math.max(
    MIN_HOURS,
    ...stacks.flatMap(({ layers }) => layers.at(-1)?.map(([, end]) => end) ?? []),
  );
  const { end: top, ticks } = toAxis(most);
  const y = (hours: number) => between(WEEK_HEIGHT, 0, hours / top);
  const bars = stacks.flatMap(({ side, layers }) =>
    layers.flatMap((layer) =>
      layer.flatMap(([start, end], day): Bar[] => {
        const height = y(start) - y(end);
        return height === 0
          ? []
          : [
              {
                key: `${side} ${layer.index} ${day}`,
                side,
                category: layer.key,
                x: day * DAY_WIDTH + FIRST_BAR + sides.indexOf(side) * PAIR_STEP,
                width: BAR_WIDTH,
                y: y(end),
                // A hairline of the surface separates the layers.
                height: Math.max(1, height - 1),
              },
            ];
      }),
    ),
  );
  return { bars, ticks: ticks.map((hours) => ({ hours, y: y(hours) })) };
}

/** The curve of shares in per cent, in a box of 100 by `TREND_HEIGHT`. Weeks without a share leave a gap. */
export function toTrend(shares: readonly (number | null)[]) {
  const points = shares.map((share, at) => ({
    share,
    // A single one is in the middle.
    x: shares.length > 1 ? between(0, 100, at / (shares.length - 1)) : 50,
    y: between(TREND_HEIGHT, 2, (share ?? 0) / 100),
  }));
  type Point = (typeof points)[number];
  const isDefined = ({ share }: Point) => share !== null;
  return {
    line:
      line<Point>(
        ({ x: left }) => left,
        ({ y: top }) => top,
      ).defined(isDefined)(points) ?? '',
    area:
      area<Point>(
        ({ x: left }) => left,
        TREND_HEIGHT,
        ({ y: top }) => top,
      ).defined(isDefined)(points) ?? '',
    points: points.filter(isDefined),
  };
}
