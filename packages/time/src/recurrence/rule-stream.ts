import { DAY } from '../civil-date.ts';
import type { Zone } from '../zone.ts';
import type { RecurrenceRule } from './rule.ts';
import { wallClockTimes } from './rule-parts.ts';
import type { StepBudget } from './rule-times.ts';

/** The instants of one rule, ascending, without repeats. */
export type RuleStream = Iterable<number>;

/** Instants wanted, the end excluded. */
export interface InstantRange {
  from: number;
  to: number;
}

/** Offsets are less than a day apart, and a skipped day moves a time by one more. */
const MARGIN = 2 * DAY;

/**
 * Puts the wall-clock times of a rule into its zone and ends it by COUNT and UNTIL. Instants outside the range may
 * be left out. `countedStart`: DTSTART's instant where it counts as the first occurrence even if the rule does not
 * produce it (the caller then shows it), else null.
 */
export function* streamRule(
  rule: RecurrenceRule,
  startLocal: number,
  zone: Zone,
  range: InstantRange,
  budget: StepBudget,
  countedStart: number | null,
): Generator<number> {
  const { until } = rule;
  // To keep a count, everything from the beginning has to be seen.
  const from = rule.count === null ? range.from - MARGIN : startLocal;
  const end = until ? (until.kind === 'instant' ? until.instant : until.localMs) : Number.POSITIVE_INFINITY;
  const to = Math.min(range.to, end) + MARGIN;
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  let isFirst = true;
  for (const at of inZone(wallClockTimes(rule, startLocal, { from, to }, budget), zone)) {
    if (until && (until.kind === 'instant' ? at > until.instant : at + zone.offsetMsAt(at) > until.localMs))
      return;
    if (isFirst && countedStart !== null && at !== countedStart) left -= 1;
    isFirst = false;
    if (left <= 0) return;
    left -= 1;
    yield at;
  }
}

/**
 * Local times -> instants. A time inside a gap moves forward, past times that follow it on the wall clock: it is
 * held until its turn, and met again it is one occurrence.
 */
function* inZone(times: Iterable<number>, zone: Zone): Generator<number> {
  let held: number[] = [];
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
  held = [];
}
