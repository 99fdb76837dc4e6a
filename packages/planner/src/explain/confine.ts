import { MINUTE_MS } from '@dayloom/time';
import type { Instance, Opening } from '../format/format.ts';
import { getSlotStart } from '../model/slot-grid.ts';
import { toModel } from '../model/slot-model.ts';

/** The instants between which the movable blocks of a task must be. */
export interface Confinement {
  readonly task: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Gives some tasks their own set of hours: the part of their hours between two instants. Everything else
 * about the tasks stays, deadlines included. So the costs of plans of both instances can be compared.
 */
export function confine(instance: Instance, confinements: readonly Confinement[]): Instance {
  if (confinements.length === 0) return instance;
  const model = toModel(instance);
  const slotAt = (instant: string): number =>
    (Date.parse(instant) - model.startMs) / (model.slotMinutes * MINUTE_MS);
  const hours = { ...instance.hours };
  const opened: Opening[] = [...(instance.opened ?? [])];
  const named = new Map<string, string>();
  const own = new Map<string, string>();
  for (const { task, from, to } of confinements) {
    const index = model.taskIndex.get(task);
    if (index === undefined) continue;
    const set = model.hours[model.tasks[index]!.hours]!;
    const first = Math.max(0, Math.ceil(slotAt(from)));
    const last = Math.min(model.slotCount, Math.floor(slotAt(to)));
    const key = JSON.stringify([set.name, first, last]);
    let name = named.get(key);
    if (name === undefined) {
      name = key;
      while (Object.hasOwn(hours, name)) name += ' ';
      named.set(key, name);
      hours[name] = {};
      for (let slot = first; slot < last; slot++) {
        if (set.open[slot] === 0) continue;
        const start = slot;
        while (slot < last && set.open[slot] === 1) slot++;
        opened.push({
          hours: name,
          start: getSlotStart(model, start),
          end: getSlotStart(model, slot),
        });
      }
    }
    own.set(task, name);
  }
  const tasks = instance.tasks.map((task) => ({ ...task, hours: own.get(task.id) ?? task.hours }));
  return { ...instance, hours, opened, tasks };
}

/** Confinements that keep the predecessors of the given blocks before them. */
export function beforeBlocks(
  instance: Instance,
  blocks: readonly { readonly task: string; readonly start: string }[],
): Confinement[] {
  const after = new Map(instance.tasks.map((task) => [task.id, task.after]));
  const limits = new Map<string, string>();
  for (const { task, start } of blocks) {
    for (const before of after.get(task) ?? []) {
      const limit = limits.get(before);
      if (limit === undefined || Date.parse(start) < Date.parse(limit)) limits.set(before, start);
    }
  }
  return Array.from(limits, ([task, to]) => ({ task, from: instance.start, to }));
}
