import { DAY_MS } from '../units.ts';
import type { Zone } from '../zone.ts';
import type { RecurrenceRule } from './rule.ts';
import { wallClockTimes } from './rule-parts.ts';
import type { StepBudget } from './rule-times.ts';

/** The instants of one rule, ascending and unique. */
export type RuleStream = Iterable<number>;

/** A range of instants, end exclusive. */
export interface InstantRange {
  from: number;
  to: number;
}

/**
 * Converts the wall-clock times of a rule to instants and applies COUNT and UNTIL. Instants outside the range
 * may be omitted. `counted`: occurrences that count for COUNT although the rule does not give them.
 */
export function* streamRule(
  rule: RecurrenceRule,
  startLocal: number,
  zone: Zone,
  range: InstantRange,
  budget: StepBudget,
  counted: number,
): Generator<number> {
  const { until } = rule;
  // COUNT requires all times from the beginning.
  const from = rule.count === null ? localAround(zone, range.from, Math.min) : startLocal;
  const last = until?.kind === 'local' ? until.localMs : Number.POSITIVE_INFINITY;
  const end = Math.min(range.to, until?.kind === 'instant' ? until.instant : range.to);
  const to = Math.min(last, localAround(zone, end, Math.max));
  let left = (rule.count ?? Number.POSITIVE_INFINITY) - counted;
  for (const at of inZone(wallClockTimes(rule, startLocal, { from, to }, budget), zone)) {
    if (until && (until.kind === 'instant' ? at > until.instant : at + zone.offsetMsAt(at) > until.localMs))
      return;
    if (left <= 0) return;
    left -= 1;
    yield at;
  }
}

/** The first or last wall-clock time that an instant can have. Clock changes are at most one day. */
function localAround(zone: Zone, instant: number, pick: (...offsets: number[]) => number): number {
  if (!Number.isFinite(instant)) return instant;
  return instant + pick(...[instant - DAY_MS, instant, instant + DAY_MS].map((at) => zone.offsetMsAt(at)));
}

/**
 * Local times -> instants. A time in a gap moves forward, possibly past later ones, so it is delayed until
 * its turn. If another time gives the same instant, both are one occurrence.
 */
function* inZone(times: Iterable<number>, zone: Zone): Generator<number> {
  const held: number[] = [];
  let last = Number.NaN;
  for (const local of times) {
    const at = zone.localMsToInstant(local);
    if (at + zone.offsetMsAt(at) !== local) {
      held.push(at);
      continue;
    }
    while (held.length > 0 && (held[0] as number) <= at) {
      const first = held.shift() as number;
      if (first !== last && first !== at) yield (last = first);
    }
    if (at !== last) yield (last = at);
  }
  for (const first of held) if (first !== last) yield (last = first);
}
