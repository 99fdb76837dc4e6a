export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Another hour counts more than another day, so that left and right stay at their hour. */
const ASIDE = 3;

/**
 * The index of the next box in a direction; -1 if there is none. Up and down go through the boxes of the same column by
 * their tops, left and right to the nearest box of another column.
 */
export function nextInDirection(boxes: readonly Rect[], from: number, direction: Direction): number {
  const box = boxes[from];
  if (!box) return -1;
  const isVertical = direction === 'up' || direction === 'down';
  const others = boxes
    .map((other, index) => ({ other, index }))
    .filter(({ other }) => (other.left < box.right && other.right > box.left) === isVertical);
  if (isVertical) {
    const column = others.toSorted((a, b) => a.other.top - b.other.top || a.other.left - b.other.left);
    const position = column.findIndex(({ index }) => index === from);
    return column[position + (direction === 'down' ? 1 : -1)]?.index ?? -1;
  }
  const sign = direction === 'right' ? 1 : -1;
  let [best, nearest] = [-1, Number.POSITIVE_INFINITY];
  for (const { other, index } of others) {
    const along = sign * (other.left - box.left);
    const distance = along + Math.abs(other.top - box.top) * ASIDE;
    if (along > 0 && distance < nearest) [best, nearest] = [index, distance];
  }
  return best;
}
