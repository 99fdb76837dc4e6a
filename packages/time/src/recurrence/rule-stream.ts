import { DAY } from '../civil-date.ts';
import type { Zone } from '../zone.ts';
import type { RecurrenceRule } from './rule.ts';
import { type StepBudget, walkRule } from './rule-times.ts';

/** The instants of one rule, ascending, without repeats. */
export type RuleStream = Iterable<number>;

/**
 * Puts the wall-clock times of a rule into its zone and ends it by COUNT and UNTIL. Instants before `from` may be
 * left out. `countedStart`: DTSTART's instant where it counts as the first occurrence even if the rule does not
 * produce it (the caller then shows it), else null.
 */
export function* streamRule(
  rule: RecurrenceRule,
  startLocal: number,
  zone: Zone,
  from: number,
  budget: StepBudget,
  countedStart: number | null,
): Generator<number> {
  const most = rule.count ?? Number.POSITIVE_INFINITY;
  const { until } = rule;
  // Offsets are less than a day apart, and a skipped day moves a time by one more.
  const walk = walkRule(rule, startLocal, from - 2 * DAY, budget);
  let emitted = 0;
  let hasStarted = countedStart === null;
  for (const at of inZone(walk.times, zone)) {
    if (until && (until.kind === 'instant' ? at > until.instant : at + zone.offsetMsAt(at) > until.localMs))
      return;
    if (!hasStarted) {
      hasStarted = true;
      if (at !== countedStart && walk.passed === 0) emitted += 1;
      // What was passed over unseen began with the first period, whose first time may have been DTSTART.
      else if (walk.passed > 0 && !startMatches(rule, startLocal, budget)) emitted += 1;
    }
    if (emitted + walk.passed >= most) return;
    emitted += 1;
    yield at;
  }
}

function startMatches(rule: RecurrenceRule, startLocal: number, budget: StepBudget): boolean {
  for (const time of walkRule(rule, startLocal, startLocal, budget).times) return time === startLocal;
  return false;
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
