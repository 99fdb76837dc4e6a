import type { Schedule } from '../model/schedule.ts';

/** What occupies a stretch of slots, as seen by one task. */
export type Obstacle =
  | { readonly kind: 'free' | 'busy' | 'outside-hours' | 'before-release' | 'same-task' }
  | { readonly kind: 'waits' | 'pinned' | 'taken'; readonly task: number };

export interface ObstacleRun {
  readonly start: number;
  end: number;
  readonly obstacle: Obstacle;
}

/**
 * The slots before `before`, cut into the longest stretches with one obstacle each, in chronological order.
 */
export function listObstaclesBefore(
  schedule: Schedule,
  index: number,
  before: number,
  chunk: number,
): ObstacleRun[] {
  const { model, owner } = schedule;
  const task = model.tasks[index]!;
  const open = model.hours[task.hours]!.open;
  const chunks = schedule.getChunks(index);
  const awaited = lastPredecessor(schedule, index);
  const awaitedUntil = awaited === -1 ? 0 : schedule.getEnd(awaited);
  // A slot next to another chunk of the task has to stay free. The chunk in question may move.
  const isOther = (slot: number): boolean =>
    owner[slot] === index && !(slot >= chunks[chunk]! && slot < chunks[chunk + 1]!);
  const stretches: ObstacleRun[] = [];
  let last = '';
  let lastTask = -1;
  for (let slot = 0; slot < before; slot++) {
    let kind: Obstacle['kind'];
    let holder = -1;
    if (slot < task.releaseSlot) kind = 'before-release';
    else if (slot < awaitedUntil) [kind, holder] = ['waits', awaited];
    else if (open[slot] === 0) kind = 'outside-hours';
    else if (model.busy[slot] === 1) kind = 'busy';
    else if (owner[slot] === index) kind = 'same-task';
    else if (owner[slot] === -1) kind = isOther(slot - 1) || isOther(slot + 1) ? 'same-task' : 'free';
    else [kind, holder] = [model.locked[slot] === owner[slot] ? 'pinned' : 'taken', owner[slot]!];
    if (kind === last && holder === lastTask) stretches.at(-1)!.end = slot + 1;
    else stretches.push({ start: slot, end: slot + 1, obstacle: toObstacle(kind, holder) });
    last = kind;
    lastTask = holder;
  }
  return stretches;
}

function toObstacle(kind: Obstacle['kind'], task: number): Obstacle {
  return kind === 'waits' || kind === 'pinned' || kind === 'taken' ? { kind, task } : { kind };
}

/** The predecessor that ends last, or -1. */
function lastPredecessor(schedule: Schedule, index: number): number {
  let last = -1;
  for (const before of schedule.model.tasks[index]!.predecessors) {
    if (last === -1 || schedule.getEnd(before) > schedule.getEnd(last)) last = before;
  }
  return last;
}
