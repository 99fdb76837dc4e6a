import { type Interval, intersectIntervals, MINUTE_MS, subtractIntervals } from '@dayloom/time';
import type { StoredBlock } from '../model/block.ts';

/** The rest of a planned block stays in the plan if it is at least this long. */
const MIN_REST_MS = 5 * MINUTE_MS;

const toMinute = (instant: number): number => Math.round(instant / MINUTE_MS) * MINUTE_MS;
const toInterval = ({ startsAt, endsAt }: StoredBlock): Interval => ({
  start: Date.parse(startsAt),
  end: Date.parse(endsAt),
});

/**
 * The finished blocks for work on a task in `stretches` (in order), and the planned blocks that they replace. Time in an earlier finished block is not counted twice, and work at a time without a planned block is
 * marked as unplanned. The rest of a replaced block stays in the plan, unless the task is finished.
 */
export function planWorkedBlocks(
  blocks: readonly StoredBlock[],
  stretches: readonly Interval[],
  {
    taskId,
    isFinished,
    createId,
  }: { readonly taskId: string; readonly isFinished: boolean; readonly createId: () => string },
): { readonly remove: string[]; readonly insert: StoredBlock[] } {
  const counted = blocks.filter(({ state }) => state === 'done').map(toInterval);
  const worked = subtractIntervals(
    stretches.map(({ start, end }) => ({ start: toMinute(start), end: toMinute(end) })),
    counted,
  );
  // Less than half a minute, or counted already: nothing changes.
  if (worked.length === 0) return { remove: [], insert: [] };
  const replaced = blocks.filter((block) => {
    const { start, end } = toInterval(block);
    return block.state === 'planned' && stretches.some((work) => start < work.end && end > work.start);
  });
  const workEnd = Math.max(...stretches.map(({ end }) => end));
  const rests = isFinished
    ? []
    : replaced
        .filter((block) => toInterval(block).end - workEnd >= MIN_REST_MS)
        .map((block) => ({
          ...block,
          id: createId(),
          startsAt: new Date(toMinute(workEnd)).toISOString(),
          version: block.version + 1,
        }));
  const planned = replaced.map(toInterval);
  // When a task is finished, the rest of the block under way becomes free. That it was planned stays known.
  const underWay = planned.find(({ start, end }) => start < workEnd && workEnd < end);
  const cutEnd = isFinished ? underWay?.end : undefined;
  // Work that comes before all that was planned: the task is in the plan, although this time was not.
  const [ahead] = blocks
    .filter((block) => replaced.length === 0 && block.state === 'planned')
    .filter((block) => toInterval(block).start >= workEnd)
    .map(({ endsAt }) => endsAt)
    .toSorted();
  const parts = [
    ...intersectIntervals(worked, planned).map((part) => ({ ...part, isUnplanned: false })),
    ...subtractIntervals(worked, planned).map((part) => ({ ...part, isUnplanned: true })),
  ].toSorted((a, b) => a.start - b.start);
  return {
    remove: replaced.map(({ id }) => id),
    insert: [
      ...parts.map(
        ({ start, end, isUnplanned }): StoredBlock => ({
          id: createId(),
          taskId,
          occurrenceOn: null,
          startsAt: new Date(start).toISOString(),
          endsAt: new Date(end).toISOString(),
          isPinned: false,
          state: 'done',
          isLastChance: false,
          ...(isUnplanned && { isUnplanned, ...(ahead && { plannedUntil: ahead }) }),
          ...(cutEnd !== undefined &&
            end === toMinute(workEnd) && { plannedUntil: new Date(cutEnd).toISOString() }),
          version: 1,
        }),
      ),
      ...rests,
    ],
  };
}
