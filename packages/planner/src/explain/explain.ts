import { getZone, localDayNumber, MINUTE_MS } from '@dayloom/time';
import { type Block, type Instance, NO_CATEGORY, type Plan } from '../format/format.ts';
import { toSchedule } from '../model/plan-blocks.ts';
import type { Schedule } from '../model/schedule.ts';
import { getSlotStart, toSlots } from '../model/slot-grid.ts';
import { type SlotModel, toModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';
import { Insertion } from '../search/insertion.ts';
import { listAlternatives } from './alternatives.ts';
import { findMoveEffect, findTakeoverEffect } from './effects.ts';
import type { Effect, Explanation, Merit, Reason, RuledOutPlace } from './explanation.ts';
import { listObstaclesBefore, type ObstacleRun } from './obstacles.ts';

/** Readers do not take in more places than these, so further days are summed up. */
const MAX_PLACES = 8;
/** Number of places whose effect is computed: each costs a search. */
const MAX_TRIALS = 6;

interface Entry {
  readonly start: number;
  readonly end: number;
  readonly reason: Reason;
}

/**
 * Why a block of a plan is where it is: the earlier places in chronological order with what ruled each out,
 * the merits of its own place, and the next best places with their effects.
 *
 * @param plan A feasible plan of the instance.
 * @throws {RangeError} if the block is not part of the plan.
 */
export function explain(instance: Instance, plan: Plan, block: Block): Explanation {
  const model = toModel(instance);
  const index = model.taskIndex.get(block.task) ?? -1;
  const { start, end } = toSlots(model, block);
  const { schedule, insertion } = getTrialSchedule(model, plan);
  const task = model.tasks[index];
  const chunk = task
    ? schedule
        .getChunks(index)
        .findIndex((slot, at, all) => at % 2 === 0 && slot === start && all[at + 1] === end)
    : -1;
  if (!task || chunk < 0) throw new RangeError(`no block of task '${block.task}' starts at ${block.start}`);
  const stretches = listObstaclesBefore(schedule, index, start, chunk);
  const needed = end - start;
  const entries = ruledOut(schedule, insertion, task, chunk, stretches, needed);
  const earlier = summedUp(schedule, task, entries, stretches, start, needed).map(
    ({ start: from, end: to, reason }): RuledOutPlace => ({
      start: getSlotStart(model, from),
      end: getSlotStart(model, to),
      reason,
    }),
  );
  const isFirst = entries.every(({ reason }) => reason.kind !== 'costs-more' && reason.kind !== 'as-good');
  const isBest = entries.every(
    ({ reason }) =>
      !(reason.kind === 'as-good' || reason.kind === 'taken') || (reason.effect?.cost ?? 0) >= 0,
  );
  return {
    block,
    earlier,
    placesTried: entries.length,
    merits: listMerits(schedule, task, chunk, { isFirst, isBest }),
    alternatives: listAlternatives(schedule, insertion, task, chunk),
  };
}

interface TrialSchedule {
  readonly schedule: Schedule;
  readonly insertion: Insertion;
}

const trialSchedules = new WeakMap<Plan, TrialSchedule>();

/** Cached per plan, as an interface asks about one block after another. Every trial change is reverted. */
function getTrialSchedule(model: SlotModel, plan: Plan): TrialSchedule {
  let workshop = trialSchedules.get(plan);
  if (workshop?.schedule.model !== model) {
    workshop = { schedule: toSchedule(model, plan.blocks), insertion: new Insertion(model) };
    trialSchedules.set(plan, workshop);
  }
  return workshop;
}

/** One entry per stretch. Closed hours between two entries, such as nights, need no entry. */
function ruledOut(
  schedule: Schedule,
  insertion: Insertion,
  task: TaskModel,
  chunk: number,
  stretches: readonly ObstacleRun[],
  needed: number,
): Entry[] {
  const { model } = schedule;
  const entries: Entry[] = [];
  const own = schedule.getChunks(task.index)[chunk]!;
  const getId = (index: number): string => model.tasks[index]!.task.id;
  let trials = MAX_TRIALS;
  for (const { start, end, obstacle } of stretches) {
    const add = (reason: Reason): void => {
      entries.push({ start, end, reason });
    };
    switch (obstacle.kind) {
      case 'free': {
        // Directly before the block, its current room counts too.
        const room = end - start + (end === own ? needed : 0);
        const effect = room >= needed ? findMoveEffect(schedule, task.index, chunk, start) : null;
        if (effect) add({ kind: effect.cost > 0 ? 'costs-more' : 'as-good', effect });
        else {
          const [freeMinutes, neededMinutes] = [
            (end - start) * model.slotMinutes,
            needed * model.slotMinutes,
          ];
          add({ kind: 'too-short', freeMinutes, neededMinutes });
        }
        break;
      }
      case 'taken': {
        const effect: Effect | null =
          trials-- > 0
            ? findTakeoverEffect(schedule, insertion, task.index, chunk, start, obstacle.task)
            : null;
        add({ kind: 'taken', task: getId(obstacle.task), effect });
        break;
      }
      case 'pinned':
      case 'waits':
        add({ kind: obstacle.kind, task: getId(obstacle.task) });
        break;
      case 'before-release':
        add({ kind: 'before-release', notBefore: task.task.notBefore ?? model.instance.start });
        break;
      default:
        add({ kind: obstacle.kind });
    }
  }
  // Closed hours are listed only if nothing else ruled places out.
  const open = entries.filter(({ reason }) => reason.kind !== 'outside-hours');
  return open.length > 0 ? open : entries;
}

/**
 * If there are too many entries, days without a place for the block become one entry each, or one for several
 * days.
 */
function summedUp(
  schedule: Schedule,
  task: TaskModel,
  entries: readonly Entry[],
  stretches: readonly ObstacleRun[],
  before: number,
  needed: number,
): Entry[] {
  if (entries.length <= MAX_PLACES) return [...entries];
  const { model } = schedule;
  const summed = (some: readonly Entry[]): Entry => toFullEntry(schedule, task, some, stretches, needed);
  const zone = getZone(model.instance.zone);
  const toDay = (slot: number): number =>
    localDayNumber(zone, model.startMs + slot * model.slotMinutes * MINUTE_MS);
  const lastDay = toDay(before);
  let found: Entry[] = [];
  let day: Entry[] = [];
  const flush = (): void => {
    found.push(...(day.length > 1 ? [summed(day)] : day));
    day = [];
  };
  for (const entry of entries) {
    const { kind } = entry.reason;
    const isListed =
      kind === 'costs-more' || kind === 'as-good' || kind === 'before-release' || kind === 'waits';
    // The block's own day stays in full, as readers look there first.
    if (isListed || toDay(entry.start) === lastDay || (day[0] && toDay(day[0].start) !== toDay(entry.start)))
      flush();
    if (isListed || toDay(entry.start) === lastDay) found.push(entry);
    else day.push(entry);
  }
  flush();
  for (let at = 0; found.length > MAX_PLACES && at + 1 < found.length; at++) {
    // Merge as many neighbouring days as needed.
    let last = at;
    while (isSummary(found[at]!) && last + 1 < found.length && isSummary(found[last + 1]!)) {
      if (found.length - (last - at) <= MAX_PLACES) break;
      last++;
    }
    if (last === at) continue;
    found = found.toSpliced(at, last + 1 - at, summed(found.slice(at, last + 1)));
  }
  return found.length <= MAX_PLACES ? found : withoutMiddle(found);
}

/** The first and the last entries, with one between them that counts those left out. */
function withoutMiddle(entries: readonly Entry[]): Entry[] {
  const head = MAX_PLACES / 2;
  const tail = entries.length - (MAX_PLACES - head - 1);
  const left = entries.slice(head, tail);
  const more: Entry = {
    start: left[0]!.start,
    end: left.at(-1)!.end,
    reason: { kind: 'more', places: left.length },
  };
  return [...entries.slice(0, head), more, ...entries.slice(tail)];
}

function isSummary({ reason }: Entry): boolean {
  return reason.kind !== 'costs-more' && reason.kind !== 'as-good';
}

function toFullEntry(
  { model, owner }: Schedule,
  task: TaskModel,
  entries: readonly Entry[],
  stretches: readonly ObstacleRun[],
  needed: number,
): Entry {
  const start = entries[0]!.start;
  const end = entries.at(-1)!.end;
  let [busy, taken, own, free, longest] = [0, 0, 0, 0, 0];
  for (let at = getRunAt(stretches, start); at < stretches.length; at++) {
    const stretch = stretches[at]!;
    const length = Math.min(stretch.end, end) - Math.max(stretch.start, start);
    if (length <= 0) break;
    const { kind } = stretch.obstacle;
    if (kind === 'busy') busy += length;
    else if (kind === 'free') {
      free += length;
      longest = Math.max(longest, length);
    } else if (kind === 'taken' || kind === 'pinned') taken += length;
    else if (kind === 'same-task') {
      // The gap next to another part of the task belongs to no task.
      const [from, to] = [Math.max(stretch.start, start), Math.min(stretch.end, end)];
      for (let slot = from; slot < to; slot++) if (owner[slot] === task.index) own++;
    }
  }
  const { slotMinutes } = model;
  return {
    start,
    end,
    reason: {
      kind: 'full',
      busyMinutes: busy * slotMinutes,
      takenMinutes: taken * slotMinutes,
      ownMinutes: own * slotMinutes,
      freeMinutes: free * slotMinutes,
      longestFreeMinutes: longest * slotMinutes,
      neededMinutes: needed * slotMinutes,
    },
  };
}

/** Index of the stretch that contains a slot, by bisection: stretches follow each other without gaps. */
function getRunAt(stretches: readonly ObstacleRun[], slot: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.end <= slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listMerits(
  schedule: Schedule,
  task: TaskModel,
  chunk: number,
  { isFirst, isBest }: { isFirst: boolean; isBest: boolean },
): Merit[] {
  const { model, owner } = schedule;
  const chunks = schedule.getChunks(task.index);
  const start = chunks[chunk]!;
  const end = chunks[chunk + 1]!;
  const merits: Merit[] = [];
  if (isFirst) merits.push({ kind: 'first-fit' });
  if (task.task.due !== null) {
    const minutes = (Date.parse(task.task.due) - model.startMs) / MINUTE_MS - end * model.slotMinutes;
    const isDone = schedule.isComplete(task.index) && schedule.getEnd(task.index) === end;
    merits.push(
      minutes >= 0
        ? { kind: 'in-time', minutesBeforeDue: minutes, dueKind: task.task.dueKind, isDone }
        : { kind: 'late', minutes: -minutes, isBest },
    );
  }
  if (end === schedule.latestEnd(task.index) && end < model.slotCount) merits.push({ kind: 'last-chance' });
  const kept = model.instance.previous?.some((old) => {
    const slots = old.task === task.task.id ? toSlots(model, old) : null;
    return slots?.start === start && slots.end === end;
  });
  if (kept) merits.push({ kind: 'kept' });
  if (task.disliked && !task.disliked.subarray(start, end).includes(1))
    merits.push({ kind: 'preferred-time' });
  for (const beside of task.task.category === NO_CATEGORY ? [] : [start - 1, end]) {
    const neighbour = model.tasks[owner[beside] ?? -1];
    if (neighbour && neighbour.index !== task.index && neighbour.category === task.category) {
      merits.push({ kind: 'same-category', task: neighbour.task.id });
      break;
    }
  }
  return merits;
}
