import type { SlotModel } from '../model/slot-model.ts';

/**
 * By slot, what losing it would cost all later work in waiting alone: work is ordered by weight, and each
 * piece moves to the next slot. A good start for `SlotPrices`, computed in one pass.
 */
export function computeStartPrices(model: SlotModel): Float64Array {
  const { tasks, hours, slotCount, slotMinutes, weights } = model;
  const open = hours.map(({ runs }) => {
    const mask = new Uint8Array(slotCount);
    for (let run = 0; run < runs.length; run += 2) mask.fill(1, runs[run], runs[run + 1]);
    return mask;
  });
  const coming = tasks.filter((task) => task.slots > 0).sort((a, b) => a.releaseSlot - b.releaseSlot);
  const left = Int32Array.from(tasks, (task) => task.slots);
  // By set of hours, the released tasks, the heaviest last.
  const ready = hours.map((): number[] => []);
  const rates = new Float64Array(slotCount);
  const from = new Int32Array(slotCount).fill(-1);
  let next = 0;
  for (let slot = 0; slot < slotCount; slot++) {
    for (; next < coming.length && coming[next]!.releaseSlot <= slot; next++) {
      const { index, hours: set, flowRate } = coming[next]!;
      const list = ready[set]!;
      let at = list.length;
      while (at > 0 && tasks[list[at - 1]!]!.flowRate >= flowRate) at--;
      list.splice(at, 0, index);
    }
    let chosen = -1;
    for (const [set, list] of ready.entries()) {
      if (open[set]![slot] === 0) continue;
      while (list.length > 0 && left[list.at(-1)!] === 0) list.pop();
      const task = list.at(-1) ?? -1;
      if (task >= 0 && (chosen < 0 || tasks[task]!.flowRate > tasks[chosen]!.flowRate)) chosen = task;
    }
    if (chosen < 0) continue;
    left[chosen]!--;
    rates[slot] = tasks[chosen]!.flowRate;
    from[slot] = tasks[chosen]!.hours;
  }
  const prices = new Float64Array(slotCount);
  // If not everything fits, the last slot is worth the cost of leaving out the least important task.
  const nextPrice = new Float64Array(hours.length);
  for (const { index, hours: set, weight } of coming) {
    if (left[index] === 0) continue;
    const cost = weight * weights.unplanned * slotMinutes;
    nextPrice[set] = nextPrice[set] === 0 ? cost : Math.min(nextPrice[set]!, cost);
  }
  const nextSlot = new Int32Array(hours.length).fill(-1);
  for (let slot = slotCount - 1; slot >= 0; slot--) {
    const set = from[slot]!;
    if (set >= 0) {
      const gap = nextSlot[set]! < 0 ? 1 : nextSlot[set]! - slot;
      prices[slot] = nextPrice[set]! + rates[slot]! * gap * slotMinutes;
    }
    for (const [at, mask] of open.entries()) {
      if (mask[slot] === 0) continue;
      nextPrice[at] = prices[slot]!;
      nextSlot[at] = slot;
    }
  }
  return prices;
}
