import { MINUTE } from '@dayloom/time';
import { formatInstant, type Plan } from '../format/format.ts';
import { chunksByTask } from '../model/plan-blocks.ts';
import { type SlotModel, toModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';
import { Random } from '../search/random.ts';
import type { DayPlan } from './day-plan.ts';
import { factorFor, prepare } from './prepare.ts';

const DEFAULT_SAMPLES = 1000;

export interface FinishChance {
  readonly task: string;
  /** Share of the samples in which it is finished by its due date; 0 to 1. Without a due date: by the horizon's end. */
  readonly chance: number;
  /** By when it is finished in 80 of 100 samples; null if that is not within the horizon. */
  readonly likelyEnd: string | null;
}

export interface ChanceOptions {
  readonly samples?: number;
  readonly seed?: number;
}

/**
 * How sure it is that tasks finish in time, by sampling. In each sample a task takes its planned minutes times
 * `exp(spread * normal)`; what it takes less ends it sooner, what it takes more goes on in the free time of its hours
 * after its last block, in which nothing is planned. Tasks without a full place in the plan have no chance.
 */
export function finishChances(
  days: DayPlan,
  plan: Plan,
  { samples = DEFAULT_SAMPLES, seed = 1 }: ChanceOptions = {},
): FinishChance[] {
  const model = toModel(prepare(days));
  const random = new Random(seed);
  const placed = chunksByTask(model, plan.blocks);
  const isTaken = new Uint8Array(model.slotCount);
  for (const chunks of placed.values())
    for (let at = 0; at < chunks.length; at += 2) isTaken.fill(1, chunks[at], chunks[at + 1]);
  return model.tasks.map((task): FinishChance => {
    const slots = workSlots(model, task, placed.get(task.index) ?? []);
    const planned = task.task.minutes / model.slotMinutes;
    if (slots.length < planned) return { task: task.task.id, chance: 0, likelyEnd: null };
    const spare = spareSlots(model, task, slots.at(-1) ?? 0, isTaken);
    const { spread } = factorFor(days.durations, task.task.category);
    const due = task.dueMinute ?? model.horizonMinutes;
    const ends = Float64Array.from({ length: samples }, () =>
      endAfter(model, slots, spare, planned * Math.exp(spread * normal(random))),
    ).sort();
    const inTime = ends.filter((minute) => minute <= due).length;
    const likely = ends[Math.ceil(samples * 0.8) - 1]!;
    return {
      task: task.task.id,
      chance: inTime / samples,
      likelyEnd: likely === Infinity ? null : formatInstant(model.startMs + Math.ceil(likely) * MINUTE),
    };
  });
}

/** The slots of all its blocks, pinned ones included, in the order of time. */
function workSlots(model: SlotModel, task: TaskModel, chunks: readonly number[]): number[] {
  const spans = task.lockedBlocks.map(({ start, end }) => [start, end]);
  for (let at = 0; at < chunks.length; at += 2) spans.push([chunks[at]!, chunks[at + 1]!]);
  return spans
    .sort((a, b) => a[0]! - b[0]!)
    .flatMap(([start, end]) => Array.from({ length: end! - start! }, (_, at) => start! + at))
    .filter((slot) => slot < model.slotCount);
}

function spareSlots(model: SlotModel, task: TaskModel, after: number, isTaken: Uint8Array): number[] {
  const { runs } = model.hours[task.hours]!;
  const found: number[] = [];
  for (let run = 0; run < runs.length; run += 2) {
    for (let slot = Math.max(runs[run]!, after + 1); slot < runs[run + 1]!; slot++)
      if (isTaken[slot] === 0) found.push(slot);
  }
  return found;
}

/** Minutes from the start of the horizon until so much work is done; infinite if there is no room for it. */
function endAfter(
  { slotMinutes }: SlotModel,
  slots: readonly number[],
  spare: readonly number[],
  work: number,
): number {
  const last = Math.max(0, Math.ceil(work - 1e-9) - 1);
  const slot = last < slots.length ? slots[last] : spare[last - slots.length];
  return slot === undefined ? Infinity : (slot + (work - last)) * slotMinutes;
}

/** Box and Muller's way from two even numbers to a normal one. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
