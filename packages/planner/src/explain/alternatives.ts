import { lateCost, type Schedule } from '../model/schedule.ts';
import { getSlotStart } from '../model/slot-grid.ts';
import type { TaskModel } from '../model/task-model.ts';
import type { Insertion } from '../search/insertion.ts';
import { findMoveEffect, findTakeoverEffect } from './effects.ts';
import type { Alternative } from './explanation.ts';

/** Readers do not compare more than these. */
const MOST = 3;
/** The exact effect of each is computed, which takes a search where another task has to make room. */
const MAX_FREE_TRIALS = 4;
const MAX_TAKEN_TRIALS = 2;

interface Candidate {
  readonly start: number;
  /** The task in that place, or -1. */
  readonly holder: number;
  /** Cost of the place for the block alone. */
  readonly cost: number;
}

/** The next best places for a chunk: free ones, and those of single other tasks that can move elsewhere. */
export function listAlternatives(
  schedule: Schedule,
  insertion: Insertion,
  task: TaskModel,
  chunk: number,
): Alternative[] {
  const { model } = schedule;
  const length = schedule.getChunks(task.index)[chunk + 1]! - schedule.getChunks(task.index)[chunk]!;
  const { free, taken } = candidatesFor(schedule, task, chunk, length);
  const found: Alternative[] = [];
  for (const { start, holder } of [...free.all, ...taken.all]) {
    const effect =
      holder < 0
        ? findMoveEffect(schedule, task.index, chunk, start)
        : findTakeoverEffect(schedule, insertion, task.index, chunk, start, holder);
    if (effect === null) continue;
    found.push({
      start: getSlotStart(model, start),
      end: getSlotStart(model, start + length),
      displaced: holder < 0 ? null : model.tasks[holder]!.task.id,
      effect,
    });
  }
  return found.sort((a, b) => a.effect.cost - b.effect.cost).slice(0, MOST);
}

/** Not available: pinned, another part of the task, or the gap next to one. */
const CLOSED = -3;

/** The cheapest candidates, `most` at most. Of two with the same cost, the earlier offer comes first. */
class Cheapest {
  readonly all: Candidate[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Candidates that cost this much or more are not kept. */
  get limit(): number {
    return this.all.length < this.#most ? Number.POSITIVE_INFINITY : this.all.at(-1)!.cost;
  }

  offer(candidate: Candidate): void {
    let at = this.all.length;
    while (at > 0 && this.all[at - 1]!.cost > candidate.cost) at--;
    this.all.splice(at, 0, candidate);
    if (this.all.length > this.#most) this.all.pop();
  }
}

/**
 * The cheapest starts for a stretch as long as the chunk: one in each free stretch, and one in each stretch
 * of another movable task. There are thousands of stretches, and only a few are worth computing exactly.
 */
function candidatesFor(
  schedule: Schedule,
  task: TaskModel,
  chunk: number,
  length: number,
): { free: Cheapest; taken: Cheapest } {
  const { model, owner } = schedule;
  const { runs } = model.hours[task.hours]!;
  const chunks = schedule.getChunks(task.index);
  const own = chunks[chunk]!;
  const from = Math.max(task.releaseSlot, schedule.earliestStart(task.index));
  const to = schedule.latestEnd(task.index);
  const otherEnd = chunks.reduce((end, slot, at) => (at >> 1 === chunk ? end : Math.max(end, slot)), 0);
  const kept = new Map(Array.from(task.keepSlots, (slot, at) => [slot, task.keepCosts[at]!]));
  const hasOthers = chunks.length > 2 || task.lockedBlocks.length > 0;
  const isOwn = (slot: number): boolean => slot >= own && slot < own + length;
  const isOther = (slot: number): boolean => owner[slot] === task.index && !isOwn(slot);
  const getHolder = (slot: number): number => {
    if (hasOthers && (isOther(slot) || isOther(slot - 1) || isOther(slot + 1))) return CLOSED;
    // The chunk's own slots count as free: it may move by less than its length.
    if (isOwn(slot)) return -1;
    return model.locked[slot] === -1 ? owner[slot]! : CLOSED;
  };
  const costAt = (slot: number): number => {
    const waiting = slot * model.slotMinutes - task.releaseMinute;
    return (
      (waiting > 0 ? task.flowRate * waiting : 0) +
      (task.disliked?.[slot] === 1 ? task.dislikeCost : 0) -
      (kept.size > 0 ? (kept.get(slot) ?? 0) : 0)
    );
  };
  const switchAt = (slot: number, holder: number): number => {
    const beside = isOwn(slot) ? -1 : (owner[slot] ?? -1);
    return beside === holder ? 0 : schedule.switchCost(beside, task.index);
  };
  const isComplete = schedule.isComplete(task.index);
  const free = new Cheapest(MAX_FREE_TRIALS);
  const taken = new Cheapest(MAX_TAKEN_TRIALS);
  for (let run = 0; run < runs.length; run += 2) {
    const end = Math.min(runs[run + 1]!, to);
    let best: Candidate | null = null;
    let cheapest = 0;
    let holder = -2;
    let reach = 0;
    let sum = 0;
    const close = (): void => {
      if (best !== null) (holder < 0 ? free : taken).offer(best);
      best = null;
      reach = 0;
      sum = 0;
    };
    for (let slot = Math.max(runs[run]!, from); slot < end; slot++) {
      const here = getHolder(slot);
      if (here !== holder) {
        close();
        holder = here;
        cheapest = (holder < 0 ? free : taken).limit;
      }
      if (here === CLOSED) continue;
      sum += costAt(slot);
      if (reach === length) sum -= costAt(slot - length);
      else reach++;
      const start = slot + 1 - length;
      // The remaining terms are never negative, so a higher sum cannot win.
      if (reach < length || start === own || sum >= cheapest) continue;
      const late = isComplete && task.lateRate > 0 ? lateCost(model, task, Math.max(otherEnd, slot + 1)) : 0;
      let cost = sum + late;
      // Inside a stretch both neighbours are the same task, so there is no switch.
      if (owner[start - 1] !== holder) cost += switchAt(start - 1, holder);
      if (owner[slot + 1] !== holder) cost += switchAt(slot + 1, holder);
      if (cost >= cheapest) continue;
      cheapest = cost;
      best = { start, holder, cost };
    }
    close();
  }
  return { free, taken };
}
