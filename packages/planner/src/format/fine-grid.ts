import { MINUTE_MS } from '@dayloom/time';
import type { Block, Instance } from './format.ts';

const FINEST_GRID = 5;

/**
 * The widest grid, at most `grid`, on which the lengths and the places are exact, as far as steps of five
 * minutes allow. A wide grid makes planning faster; on a fine one a task of 20 minutes takes 20 minutes.
 */
export function computeGrid(
  grid: number,
  lengths: readonly number[],
  places: readonly Pick<Block, 'start' | 'end'>[] = [],
): number {
  const instants = places.flatMap(({ start, end }) => [Date.parse(start), Date.parse(end)]);
  // Other instants are on no grid anyway.
  const minutes = instants.map((ms) => ms / MINUTE_MS).filter((minute) => minute % FINEST_GRID === 0);
  return [...lengths.map((length) => Math.ceil(length / FINEST_GRID) * FINEST_GRID), ...minutes].reduce(
    greatestCommonDivisor,
    grid,
  );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The same instance on the grid that the lengths need. */
export function refineGrid(instance: Instance, lengths: readonly number[]): Instance {
  const slotMinutes = computeGrid(instance.slotMinutes, lengths);
  return slotMinutes === instance.slotMinutes ? instance : { ...instance, slotMinutes };
}
