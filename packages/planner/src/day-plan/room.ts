import { getZone, localDayNumber, MINUTE_MS } from '@dayloom/time';
import type { Instance } from '../format/format.ts';
import { toModel } from '../model/slot-model.ts';

/** The days, by number, on which the set of hours has a free stretch of `minutes`. */
export function listDaysWithRoom(
  instance: Instance,
  { hours, minutes }: { readonly hours: string; readonly minutes: number },
  days: readonly number[],
): number[] {
  const zone = getZone(instance.zone);
  const model = toModel(instance);
  const { runs } = model.hours.find(({ name }) => name === hours) ?? { runs: [] };
  const found = new Set<number>();
  for (let run = 0; run < runs.length; run += 2) {
    const [from = 0, to = 0] = [runs[run], runs[run + 1]];
    if ((to - from) * model.slotMinutes < minutes) continue;
    found.add(localDayNumber(zone, model.startMs + from * model.slotMinutes * MINUTE_MS));
  }
  return days.filter((day) => found.has(day));
}
