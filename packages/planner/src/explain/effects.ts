import type { Chunks, Schedule } from '../model/schedule.ts';
import { scoreTask, TERM_NAMES, type Terms, zeroTerms } from '../model/task-terms.ts';
import type { Insertion } from '../search/insertion.ts';
import type { Effect, LateTask } from './explanation.ts';

/**
 * The effect of moving a chunk of a task to `start`, with everything else in place. Null if the place is not
 * free.
 */
export function findMoveEffect(
  schedule: Schedule,
  index: number,
  chunk: number,
  start: number,
): Effect | null {
  const old = schedule.getChunks(index);
  const length = old[chunk + 1]! - old[chunk]!;
  const moved = sortedChunks([...old.slice(0, chunk), start, start + length, ...old.slice(chunk + 2)]);
  return (
    moved &&
    tried(schedule, [index], () => {
      schedule.remove(index);
      if (!isFree(schedule, index, moved)) return false;
      schedule.place(index, moved);
      return true;
    })
  );
}

/**
 * The effect of moving the chunk to the place of another task, which gets the best place left to it. Null if
 * the chunk does not fit even then.
 */
export function findTakeoverEffect(
  schedule: Schedule,
  insertion: Insertion,
  index: number,
  chunk: number,
  start: number,
  holder: number,
): Effect | null {
  const old = schedule.getChunks(index);
  const length = old[chunk + 1]! - old[chunk]!;
  const moved = sortedChunks([...old.slice(0, chunk), start, start + length, ...old.slice(chunk + 2)]);
  // Followers of the other task would have to move with it, which is not tried here.
  if (!moved || schedule.model.tasks[holder]!.successors.some((next) => schedule.isPlaced(next))) return null;
  return tried(schedule, [index, holder], () => {
    schedule.remove(index);
    schedule.remove(holder);
    if (!isFree(schedule, index, moved)) return false;
    schedule.place(index, moved);
    schedule.place(holder, insertion.search(schedule, holder));
    return true;
  });
}

function isFree(schedule: Schedule, index: number, chunks: Chunks): boolean {
  const { model, owner } = schedule;
  const open = model.hours[model.tasks[index]!.hours]!.open;
  for (let at = 0; at < chunks.length; at += 2) {
    for (let slot = chunks[at]!; slot < chunks[at + 1]!; slot++) {
      if (owner[slot] !== -1 || open[slot] !== 1 || model.busy[slot] === 1) return false;
    }
    if (owner[chunks[at]! - 1] === index || owner[chunks[at + 1]!] === index) return false;
  }
  return true;
}

/** In chronological order; null if two chunks would touch. */
function sortedChunks(chunks: readonly number[]): Chunks | null {
  const pairs = Array.from(
    { length: chunks.length / 2 },
    (_, at) => [chunks[2 * at]!, chunks[2 * at + 1]!] as const,
  );
  pairs.sort((a, b) => a[0] - b[0]);
  return pairs.some(([start], at) => at > 0 && pairs[at - 1]![1] >= start) ? null : pairs.flat();
}

/** Makes the change, measures it and reverts it. */
function tried(schedule: Schedule, tasks: readonly number[], change: () => boolean): Effect | null {
  const total = schedule.total;
  const before = tasks.map((index) => score(schedule, index));
  schedule.begin();
  const done = change();
  const cost = schedule.total - total;
  const after = tasks.map((index) => score(schedule, index));
  schedule.rollback();
  if (!done) return null;
  const terms: Terms = zeroTerms();
  const late: LateTask[] = [];
  const unplanned: { task: string; minutes: number }[] = [];
  for (const [at, index] of tasks.entries()) {
    const was = before[at]!;
    const is = after[at]!;
    const task = schedule.model.tasks[index]!.task.id;
    for (const name of TERM_NAMES) terms[name] += is.terms[name] - was.terms[name];
    // A task that is not completely planned has no end that could be late: its lateness would be that of the
    // horizon.
    if (is.shortMinutes === 0 && is.lateMinutes > was.lateMinutes) {
      const minutes = is.lateMinutes - was.lateMinutes;
      late.push({ task, minutes, ...(was.lateMinutes > 0 ? { wasLate: true } : {}) });
    }
    if (is.shortMinutes > was.shortMinutes) {
      unplanned.push({ task, minutes: is.shortMinutes - was.shortMinutes });
    }
  }
  // The rest of the difference is between the tasks: switches.
  terms.switch = cost - TERM_NAMES.reduce((sum, name) => sum + terms[name], 0);
  const differing: Partial<Terms> = {};
  for (const name of TERM_NAMES) if (terms[name] !== 0) differing[name] = terms[name];
  return { cost, terms: differing, late, unplanned };
}

function score(schedule: Schedule, index: number) {
  return scoreTask(schedule.model, schedule.model.tasks[index]!, schedule.getChunks(index));
}
