import type { Interval } from '@dayloom/time';
import { createWallClock, type DialogueData, type DialogueTask } from './data.ts';
import type { Reference } from './references.ts';
import { isEachDay, toRange } from './when.ts';

export interface PlannedBlock {
  readonly task: DialogueTask;
  readonly place: Interval;
}

/** The planned work in a period that was named, if nothing in particular was: 'what is on 8 December', 'clear Friday'. */
export function listPlannedBlocks(
  { when, words, people, kind }: Reference,
  data: DialogueData,
): PlannedBlock[] {
  if (!when || words.length + people.length > 0 || kind !== null || isEachDay(when)) return [];
  const { start, end } = toRange(when, createWallClock(data));
  return data.tasks
    .filter(({ status }) => status === 'open')
    .flatMap((task) =>
      (task.places ?? (task.planned ? [task.planned] : [])).map((place) => ({ task, place })),
    )
    .filter(({ place }) => place.start < end && place.end > start)
    .toSorted((one, other) => one.place.start - other.place.start);
}

/** The tasks of blocks, each once. */
export const listPlannedTasks = (blocks: readonly PlannedBlock[]): DialogueTask[] => [
  ...new Set(blocks.map(({ task }) => task)),
];
