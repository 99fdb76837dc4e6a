import { type HoursOverride, type Scheduling, type WeeklyHours, windowsByDate } from '@dayloom/contracts';
import { computeGrid, toDueInstant } from '@dayloom/planner';
import { getZone, HOUR_MS, type Interval, localDayNumber, MINUTE_MS, startOfDayNumber } from '@dayloom/time';
import type { PlannedWork } from '#features/tasks/model/planned-work.ts';
import { type StoredBlock, toWorkId } from '../model/block.ts';

/** Everything a plan depends on. */
export interface Snapshot {
  readonly now: Date;
  readonly timeZone: string;
  readonly hours: { readonly work: WeeklyHours; readonly personal: WeeklyHours };
  readonly hoursOverrides: readonly HoursOverride[];
  readonly scheduling: Scheduling;
  /** The open tasks, with the later occurrences of those that repeat. */
  readonly tasks: readonly PlannedWork[];
  /** All future blocks and all finished ones. */
  readonly blocks: readonly StoredBlock[];
  readonly busy: readonly Interval[];
  readonly horizonDays: number;
  /** The grid of the instance: the user's, or a finer one that the tasks need. */
  readonly slotMinutes: number;
}

/**
 * The widest grid on which every task can have the length that it was given, and every block of the plan can
 * stay.
 */
export function computeSlotMinutes({
  now,
  scheduling,
  tasks,
  blocks,
}: Pick<Snapshot, 'now' | 'scheduling' | 'tasks' | 'blocks'>): number {
  const done = sumMinutes(blocks.filter(({ state }) => state === 'done'));
  const lengths = tasks
    .filter((task) => task.is_automatic && !task.is_someday)
    .flatMap(({ id, duration_minutes, is_splittable, min_chunk_minutes, max_chunk_minutes }) => [
      Math.max(0, duration_minutes - (done.get(id) ?? 0)),
      ...(is_splittable ? [min_chunk_minutes, max_chunk_minutes] : []),
    ]);
  const ahead = blocks.filter(
    ({ state, startsAt }) => state === 'planned' && Date.parse(startsAt) > now.getTime(),
  );
  const places = ahead.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }));
  return computeGrid(scheduling.gridMinutes, lengths, places);
}

/** What the horizon depends on. */
export type HorizonContext = Pick<Snapshot, 'now' | 'timeZone' | 'horizonDays' | 'scheduling'>;

/**
 * From the next grid step to the midnight at the end of the last day, in the home zone. If less than one step
 * is left until then, a day is added.
 */
export function getHorizon({ now, timeZone, horizonDays, scheduling }: HorizonContext): {
  start: number;
  end: number;
} {
  const slot = scheduling.gridMinutes * MINUTE_MS;
  const start = Math.ceil(now.getTime() / slot) * slot;
  const zone = getZone(timeZone);
  const today = localDayNumber(zone, start);
  const slotsUntil = (day: number) => Math.floor((startOfDayNumber(zone, day) - start) / slot);
  const slots = slotsUntil(today + horizonDays) || slotsUntil(today + horizonDays + 1);
  return { start, end: start + slots * slot };
}

/** The number of days from today to an earlier result of `getHorizon`. */
export function daysUntil(end: Date, { timeZone, ...context }: Omit<HorizonContext, 'horizonDays'>): number {
  const { start } = getHorizon({ ...context, timeZone, horizonDays: 1 });
  const zone = getZone(timeZone);
  return Math.max(1, localDayNumber(zone, end.getTime() - 1) + 1 - localDayNumber(zone, start));
}

/** What decides whether a block may move. */
export type MoveRules = Pick<Snapshot, 'now' | 'scheduling' | 'blocks'> & {
  /** Blocks of other tasks are not shown, and stop nothing. */
  readonly tasks: readonly Pick<PlannedWork, 'taskId'>[];
};

/**
 * Whether replanning must not move the block: it is pinned, it is running, or it starts in the frozen hours. One whose
 * time has come while the block before it takes longer has not begun.
 */
export function isFixed(block: StoredBlock, rules: MoveRules): boolean {
  const startsAt = Date.parse(block.startsAt);
  const now = rules.now.getTime();
  if (block.isPinned) return true;
  const frozen = rules.scheduling.freezeHours * HOUR_MS;
  if (startsAt <= now) return frozen > 0 || !isHeldUp(block, rules);
  return startsAt < now + frozen;
}

function isHeldUp(block: StoredBlock, { now, blocks, tasks }: MoveRules): boolean {
  const before = blocks.find(
    (other) => isRunning(other, now) && Date.parse(other.startsAt) < Date.parse(block.startsAt),
  );
  return before !== undefined && tasks.some(({ taskId }) => taskId === before.taskId);
}

function isRunning({ state, startsAt, endsAt }: StoredBlock, now: Date): boolean {
  return state === 'planned' && Date.parse(startsAt) <= now.getTime() && Date.parse(endsAt) > now.getTime();
}

/**
 * Whether planning leaves a future block where it is: it is fixed, or after the horizon. A block after the
 * horizon that is late is planned again.
 */
export function isLeftAlone(block: StoredBlock, snapshot: Snapshot): boolean {
  if (isFixed(block, snapshot)) return true;
  if (Date.parse(block.startsAt) < getHorizon(snapshot).end) return false;
  const task = snapshot.tasks.find(({ id }) => id === toWorkId(block));
  const due = task ? findDue(task, snapshot) : null;
  return due === null || Date.parse(block.endsAt) <= Date.parse(due);
}

/** An instant in the planner's format: `2026-03-02T08:00:00Z`. */
export function formatInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function getBufferAfterEvents({ meetingBufferMinutes, afterEventMinutes }: Scheduling): number {
  return Math.max(meetingBufferMinutes, afterEventMinutes);
}

export function findDue(
  task: Pick<PlannedWork, 'due_on' | 'due_at'>,
  { timeZone, hours, hoursOverrides }: Snapshot,
): string | null {
  if (task.due_at) return task.due_at.toISOString();
  if (task.due_on === null) return null;
  return toDueInstant(task.due_on, timeZone, hours.work, windowsByDate(hoursOverrides, 'work'));
}

/** Minutes of each task, or of each later occurrence. */
export function sumMinutes(blocks: readonly StoredBlock[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const block of blocks) {
    const minutes = Math.round((Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS);
    const work = toWorkId(block);
    sums.set(work, (sums.get(work) ?? 0) + minutes);
  }
  return sums;
}
