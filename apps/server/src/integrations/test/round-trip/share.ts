/**
 * Whether to try every object with every action (`npm run bench round-trip`), or only a share of the objects.
 */
const isWhole = process.env.ROUND_TRIP === 'all';

/** Whether the object at `index` belongs to the share of one in `size`; `position` shifts the share. */
export function isInShare(index: number, { size, position }: { size: number; position: number }): boolean {
  return isWhole || index % size === position % size;
}

/** The sample of `npm test`: each action runs with one object in 16. There are at least 16 actions, so every object is tried. */
export const SAMPLE_SIZE = 16;
