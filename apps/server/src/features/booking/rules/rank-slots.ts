import type { Slot, SlotReason } from '@dayloom/contracts';
import {
  getZone,
  type Interval,
  localDayNumber,
  MINUTE_MS,
  subtractIntervals,
  unionIntervals,
} from '@dayloom/time';

/** Shorter free stretches are too short for work. */
const USELESS_MINUTES = 30;
/** Free stretches shorter than this need no protection. */
const LONG_MINUTES = 120;
/** The most slots of one day that are marked as preferred. */
const PREFERRED_A_DAY = 3;

/** What a booking may disturb. */
export interface RankingContext {
  readonly timeZone: string;
  /** The host's open hours in the range. */
  readonly open: readonly Interval[];
  readonly busy: readonly Interval[];
  /** Planned work that can move. */
  readonly planned: readonly Interval[];
}

const HARM: Partial<Record<SlotReason, number>> = { moves_work: 4, splits_free_time: 2 };
const GOOD: Partial<Record<SlotReason, number>> = { next_to_meeting: 1, keeps_free_time: 1 };

/** Ranks starts by least harm, then by time. The result is in order of time. */
export function rankSlots(
  starts: readonly number[],
  durationMinutes: number,
  surroundings: RankingContext,
): Slot[] {
  const lengthMs = durationMinutes * MINUTE_MS;
  const zone = getZone(surroundings.timeZone);
  const free = createFreeTime(surroundings, listMeetingEdges(surroundings.busy, starts, lengthMs));
  const planned = createOverlap(unionIntervals(surroundings.planned));
  const rated = starts.map((start) => {
    const end = start + lengthMs;
    const reasons = [
      planned(start, end) ? 'moves_work' : 'no_planned_work',
      ...free(start, end),
    ] as SlotReason[];
    const harm = reasons.reduce((sum, reason) => sum + (HARM[reason] ?? 0) - (GOOD[reason] ?? 0), 0);
    return { start, end, reasons, harm, day: localDayNumber(zone, start) };
  });
  const byHarm = rated.toSorted((a, b) => a.harm - b.harm || a.start - b.start);
  const ranks = new Map(byHarm.map(({ start }, at) => [start, at + 1]));
  const marked = new Map<number, number>();
  const preferred = new Set<number>();
  for (const { start, day, harm } of byHarm) {
    const count = marked.get(day) ?? 0;
    if (harm >= 0 || count === PREFERRED_A_DAY) continue;
    marked.set(day, count + 1);
    preferred.add(start);
  }
  return rated.map(({ start, end, reasons }) => ({
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(end).toISOString(),
    rank: ranks.get(start) ?? 0,
    preferred: preferred.has(start),
    reasons,
  }));
}

/** The instants at which both a slot and a meeting begin or end. There are few slots and many meetings. */
function listMeetingEdges(
  busy: readonly Interval[],
  starts: readonly number[],
  lengthMs: number,
): Set<number> {
  const slotEdges = new Set(starts);
  for (const start of starts) slotEdges.add(start + lengthMs);
  const found = new Set<number>();
  for (const { start, end } of busy) {
    if (slotEdges.has(start)) found.add(start);
    if (slotEdges.has(end)) found.add(end);
  }
  return found;
}

/** The effect of a slot on the free stretch around it. */
function createFreeTime({ open, busy, timeZone }: RankingContext, meetingEdges: ReadonlySet<number>) {
  const zone = getZone(timeZone);
  const stretches = subtractIntervals(open, busy);
  /** The longest stretch of each day, if it needs protection. */
  const longest = new Map<number, Interval>();
  for (const stretch of stretches) {
    if (stretch.end - stretch.start < LONG_MINUTES * MINUTE_MS) continue;
    const day = localDayNumber(zone, stretch.start);
    const known = longest.get(day);
    if (!known || stretch.end - stretch.start > known.end - known.start) longest.set(day, stretch);
  }
  const isUseless = (ms: number) => ms > 0 && ms < USELESS_MINUTES * MINUTE_MS;
  let at = 0;
  return (start: number, end: number): SlotReason[] => {
    // Starts come in order.
    while (at < stretches.length && (stretches[at] as Interval).end <= start) at += 1;
    const stretch = stretches[at];
    const reasons: SlotReason[] = [];
    if (meetingEdges.has(start) || meetingEdges.has(end)) reasons.push('next_to_meeting');
    if (!stretch || stretch.start > start) return reasons;
    if (isUseless(start - stretch.start) || isUseless(stretch.end - end)) reasons.push('splits_free_time');
    const best = longest.get(localDayNumber(zone, start));
    if (!best) return reasons;
    const isInside = best.start === stretch.start;
    if (!isInside || start === best.start || end === best.end) reasons.push('keeps_free_time');
    return reasons;
  };
}

function createOverlap(intervals: readonly Interval[]): (start: number, end: number) => boolean {
  let at = 0;
  return (start, end) => {
    while (at < intervals.length && (intervals[at] as Interval).end <= start) at += 1;
    return at < intervals.length && (intervals[at] as Interval).start < end;
  };
}
