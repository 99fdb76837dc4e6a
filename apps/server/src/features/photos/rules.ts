import type { Square } from './model.ts';
/** The square to keep: the requested one, moved inside the picture, or the centre. */
export function decideSquare(width: number, height: number, input: Square | null): Square {
  const largest = Math.min(width, height);
  const size = Math.max(1, Math.min(input?.size ?? largest, largest));
  const inside = (start: number, length: number) => Math.max(0, Math.min(start, length - size));
  return input
    ? { x: inside(input.x, width), y: inside(input.y, height), size }
    : { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size };
}
