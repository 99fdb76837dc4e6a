import { MINUTE_MS } from '@dayloom/time';
import { type Block, formatInstant } from '../format/format.ts';

/** The grid of an instance: `slotCount` slots of `slotMinutes`, the first starting at `startMs` (epoch ms). */
export interface SlotGrid {
  readonly startMs: number;
  readonly slotMinutes: number;
  readonly slotCount: number;
}

/** A block's slots, end exclusive. Fractional if the block is off the grid. */
export function toSlots(grid: SlotGrid, block: Block): { start: number; end: number } {
  const scale = grid.slotMinutes * MINUTE_MS;
  return {
    start: (Date.parse(block.start) - grid.startMs) / scale,
    end: (Date.parse(block.end) - grid.startMs) / scale,
  };
}

/** The instant at which a slot starts. */
export function getSlotStart(grid: SlotGrid, slot: number): string {
  return formatInstant(grid.startMs + slot * grid.slotMinutes * MINUTE_MS);
}
