import type { Square } from './model.ts';
/** The square to keep: what was asked for, pushed inside the picture, or the middle of it. */
export function decideSquare(width: number, height: number, wish: Square | null): Square {
  const largest = Math.min(width, height);
  const size = Math.max(1, Math.min(wish?.size ?? largest, largest));
  const inside = (start: number, length: number) => Math.max(0, Math.min(start, length - size));
  return wish
    ? { x: inside(wish.x, width), y: inside(wish.y, height), size }
    : { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size };
}
