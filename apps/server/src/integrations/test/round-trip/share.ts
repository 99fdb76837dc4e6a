/** Whether every object is tried with every action (`npm run bench round-trip`), or a share of the objects with each. */
const isWhole = process.env.ROUND_TRIP === 'all';

/** Whether the object at `index` is in a share of one in `size`; `position` shifts the share. */
export function isInShare(index: number, { size, position }: { size: number; position: number }): boolean {
  return isWhole || index % size === position % size;
}
