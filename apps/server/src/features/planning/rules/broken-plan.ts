import { MINUTE_MS } from '@dayloom/time';
import { type StoredBlock, toWorkId } from '../model/block.ts';
import { listBlockOverlaps } from './overlaps.ts';
import { isFixed, type Snapshot } from './snapshot.ts';

/** How long after its end a block may still be confirmed before its work counts as not done. */
export const GRACE_MS = 15 * MINUTE_MS;

/**
 * Why the plan no longer holds. `collision`: busy time lies on a block. `overrun`: another block runs into it.
 * `unfinished`: its work was not done.
 */
export interface PlanProblem {
  readonly kind: 'collision' | 'overrun' | 'unfinished';
  /** Identifies the problem, so that each one leads to one proposal. */
  readonly key: string;
  /** False for unfinished work that is not planned automatically: only its user can give it a time. */
  readonly isPlannable: boolean;
  readonly sentence: string;
}

/**
 * What a new plan would fix, and other work that was not done. Blocks that planning leaves where they are do not count, nor does work that is
 * planned again already. `past` are the blocks of the last days.
 */
export function listPlanProblems(snapshot: Snapshot, past: readonly StoredBlock[]): PlanProblem[] {
  const now = snapshot.now.getTime();
  const open = new Map(snapshot.tasks.filter((task) => !task.is_someday).map((task) => [task.id, task]));
  const byId = new Map([...open].filter(([, task]) => task.is_automatic));
  const ahead = snapshot.blocks.filter(
    ({ state, endsAt }) => state === 'planned' && Date.parse(endsAt) > now,
  );
  const collisions = ahead.flatMap((block): PlanProblem[] => {
    const task = byId.get(toWorkId(block));
    if (!task || isFixed(block, snapshot)) return [];
    const [start, end] = [Date.parse(block.startsAt), Date.parse(block.endsAt)];
    const hit = snapshot.busy.find((busy) => busy.start < end && busy.end > start);
    const sentence = `A meeting landed on '${task.title}'`;
    return hit
      ? [{ kind: 'collision', isPlannable: true, key: `${block.id} ${hit.start} ${hit.end}`, sentence }]
      : [];
  });
  // Work that is not planned automatically takes time too.
  const titles = new Map(snapshot.tasks.map(({ taskId, title }) => [taskId, title]));
  const shown = ahead.filter(({ taskId }) => titles.has(taskId));
  const overruns = [...listBlockOverlaps(shown, snapshot)].flatMap(([block, other]): PlanProblem[] => {
    const task = byId.get(toWorkId(block));
    if (!task || isFixed(block, snapshot)) return [];
    const sentence = `'${titles.get(other.taskId)}' runs into '${task.title}'`;
    return [{ kind: 'overrun', isPlannable: true, key: `${block.id} ${other.id} ${other.endsAt}`, sentence }];
  });
  const sum = (blocks: readonly StoredBlock[]) =>
    blocks.reduce((all, { startsAt, endsAt }) => all + Date.parse(endsAt) - Date.parse(startsAt), 0);
  const unfinished = [...new Set(past.map(toWorkId))].flatMap((work): PlanProblem[] => {
    const task = open.get(work);
    if (!task) return [];
    const missed = past.filter(
      (block) =>
        toWorkId(block) === work && block.state === 'planned' && Date.parse(block.endsAt) + GRACE_MS <= now,
    );
    if (missed.length === 0) return [];
    const isForWork = (block: StoredBlock) => toWorkId(block) === work;
    const done = sum(snapshot.blocks.filter((block) => isForWork(block) && block.state === 'done'));
    const planned = sum(ahead.filter(isForWork));
    if (task.duration_minutes * MINUTE_MS - done <= planned) return [];
    const sentence = `'${task.title}' was not finished`;
    const key = missed.map(({ id }) => id).join(' ');
    return [{ kind: 'unfinished', isPlannable: byId.has(work), key, sentence }];
  });
  return [...collisions, ...overruns, ...unfinished];
}

/** The break, or `3 blocks of your plan no longer hold`. Without any, work was recorded. */
export function describePlanProblems([first, ...others]: readonly PlanProblem[]): string {
  if (!first) return 'A focus session ended';
  if (others.length > 0) return `${others.length + 1} blocks of your plan no longer hold`;
  return first.sentence;
}
