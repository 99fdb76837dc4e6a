import { type Interval, MINUTE_MS, subtractIntervals } from '@dayloom/time';
import type { StoredBlock } from '../model/block.ts';
import { confirmedMinutes } from './confirmed.ts';

/** What is left of a planned block after the work is kept from this length on. */
const LEAST_REST_MS = 5 * MINUTE_MS;

const toMinute = (instant: number): number => Math.round(instant / MINUTE_MS) * MINUTE_MS;
const toInterval = ({ startsAt, endsAt }: StoredBlock): Interval => ({
  start: Date.parse(startsAt),
  end: Date.parse(endsAt),
});

/**
 * Which blocks of a task stand for work in `work` (instants in ms), and which planned ones they replace. Time
 * that a finished block already counts is not counted again. What is left of a planned block after the work
 * stays in the plan, unless the task is finished.
 */
export function planWorkedBlocks(
  blocks: readonly StoredBlock[],
  work: Interval,
  {
    taskId,
    isFinished,
    createId,
  }: { readonly taskId: string; readonly isFinished: boolean; readonly createId: () => string },
): { readonly remove: string[]; readonly insert: StoredBlock[] } {
  const counted = blocks.filter(({ state }) => state === 'done').map(toInterval);
  const worked = subtractIntervals([{ start: toMinute(work.start), end: toMinute(work.end) }], counted);
  const replaced = blocks.filter((block) => {
    const { start, end } = toInterval(block);
    return block.state === 'planned' && start < work.end && end > work.start;
  });
  const rests = isFinished
    ? []
    : replaced
        .filter((block) => toInterval(block).end - work.end >= LEAST_REST_MS)
        .map((block) => ({
          ...block,
          id: createId(),
          startsAt: new Date(toMinute(work.end)).toISOString(),
          version: block.version + 1,
        }));
  return {
    remove: replaced.map(({ id }) => id),
    insert: [
      ...worked.map(
        ({ start, end }): StoredBlock => ({
          id: createId(),
          taskId,
          occurrenceOn: null,
          startsAt: new Date(start).toISOString(),
          endsAt: new Date(end).toISOString(),
          isPinned: false,
          state: 'done',
          isLastChance: false,
          version: 1,
        }),
      ),
      ...rests,
    ],
  };
}

/** Minutes of confirmed work with what is inserted. */
export const sumWithWork = (blocks: readonly StoredBlock[], inserted: readonly StoredBlock[]): number =>
  confirmedMinutes([...blocks, ...inserted]);
