import type { Schedule } from './schedule.ts';

/** What lies in a stretch of slots, as one task sees it. */
export type Obstacle =
  | { readonly kind: 'free' | 'busy' | 'outside-hours' | 'before-release' | 'same-task' }
  | { readonly kind: 'waits' | 'pinned' | 'taken'; readonly task: number };

export interface Stretch {
  readonly start: number;
  end: number;
  readonly obstacle: Obstacle;
}

/** The slots before `before`, cut into the longest stretches with one obstacle each, in the order of time. */
export function stretchesBefore(schedule: Schedule, index: number, before: number, chunk: number): Stretch[] {
  const { model, owner } = schedule;
  const task = model.tasks[index]!;
  const open = model.hours[task.hours]!.open;
  const chunks = schedule.chunksOf(index);
  const awaited = lastPredecessor(schedule, index);
  const obstacleAt = (slot: number): Obstacle => {
    if (slot < task.releaseSlot) return { kind: 'before-release' };
    if (awaited !== -1 && slot < schedule.endOf(awaited)) return { kind: 'waits', task: awaited };
    if (open[slot] === 0) return { kind: 'outside-hours' };
    if (model.busy[slot] === 1) return { kind: 'busy' };
    const holder = owner[slot]!;
    if (holder === index || touchesOwn(slot)) return { kind: 'same-task' };
    if (holder === -1) return { kind: 'free' };
    return { kind: model.locked[slot] === holder ? 'pinned' : 'taken', task: holder };
  };
  // A slot right beside another chunk of the task has to stay free of it. The chunk in question may go.
  const touchesOwn = (slot: number): boolean =>
    [slot - 1, slot + 1].some(
      (beside) => owner[beside] === index && !(beside >= chunks[chunk]! && beside < chunks[chunk + 1]!),
    );
  const stretches: Stretch[] = [];
  for (let slot = 0; slot < before; slot++) {
    const obstacle = obstacleAt(slot);
    const last = stretches.at(-1);
    if (last && isSame(last.obstacle, obstacle)) last.end = slot + 1;
    else stretches.push({ start: slot, end: slot + 1, obstacle });
  }
  return stretches;
}

function isSame(a: Obstacle, b: Obstacle): boolean {
  return a.kind === b.kind && ('task' in a ? a.task : -1) === ('task' in b ? b.task : -1);
}

/** The task to wait for that ends last, or -1. */
function lastPredecessor(schedule: Schedule, index: number): number {
  let last = -1;
  for (const before of schedule.model.tasks[index]!.predecessors) {
    if (last === -1 || schedule.endOf(before) > schedule.endOf(last)) last = before;
  }
  return last;
}
