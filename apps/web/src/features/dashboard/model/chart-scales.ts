import type { CategoryFigures } from '@dayloom/contracts';
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line, stack } from 'd3-shape';

/** Heights of drawings in px. Widths are per cent, so that a chart fits its card without being measured. */
export const WEEK_HEIGHT = 184;
export const TREND_HEIGHT = 56;

const MINUTES_OF_HOUR = 60;
/** The least that the axis shows, so that half an hour does not look like a full day. */
const MIN_HOURS = 2;

type Side = 'planned' | 'worked';

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
  const y = scaleLinear([0, most], [WEEK_HEIGHT, 0]).nice(4);
  const x = scaleBand(days, [0, 100]).padding(0);
  const pair = scaleBand(sides, [0, x.bandwidth()]).paddingOuter(0.6).paddingInner(0.12);
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
                x: (x(day) ?? 0) + (pair(side) ?? 0),
                width: pair.bandwidth(),
                y: y(end),
                // A hairline of the surface separates the layers.
                height: Math.max(1, height - 1),
              },
            ];
      }),
    ),
  );
  return { bars, ticks: y.ticks(4).map((hours) => ({ hours, y: y(hours) })) };
}

/** The curve of shares in per cent, in a box of 100 by `TREND_HEIGHT`. Weeks without a share leave a gap. */
export function toTrend(shares: readonly (number | null)[]) {
  const x = scaleLinear([0, shares.length - 1], [0, 100]);
  const y = scaleLinear([0, 100], [TREND_HEIGHT, 2]);
  const points = shares.map((share, at) => ({ share, x: x(at), y: y(share ?? 0) }));
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
