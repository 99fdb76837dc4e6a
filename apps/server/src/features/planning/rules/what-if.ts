import {
  bufferOnGrid,
  type Instance,
  NO_CATEGORY,
  type RiskyTask,
  toPlannerTask,
  withoutBuffers,
} from '@dayloom/planner';
import { type Interval, MINUTE_MS } from '@dayloom/time';
import { findDue, type Snapshot } from './snapshot.ts';
import type { Solution } from './solve.ts';

/** A task that does not exist. */
export interface HypotheticalTask {
  readonly title: string;
  readonly durationMinutes: number;
  readonly dueOn: string | null;
  readonly dueAt: Date | null;
  readonly hours: 'work' | 'personal';
}

/** What is supposed: tasks to do, and times that are taken. */
export interface Scenario {
  readonly tasks: readonly HypotheticalTask[];
  readonly busy: readonly Interval[];
}

const PREFIX = 'supposed-';
const PRIORITY = 3;

const toSupposedId = (at: number): string => `${PREFIX}${at}`;

/** The instance with the tasks that are supposed. They may be split like new tasks of the user. */
export function addHypotheticalTasks(
  instance: Instance,
  tasks: readonly HypotheticalTask[],
  snapshot: Snapshot,
): Instance {
  const { smallestChunkMinutes, largestChunkMinutes, taskBufferMinutes } = snapshot.scheduling;
  const added = tasks.flatMap(({ durationMinutes, dueOn, dueAt, hours }, at) => {
    const input = {
      id: toSupposedId(at),
      minutes: durationMinutes,
      settledMinutes: 0,
      lockedMinutes: 0,
      priority: PRIORITY,
      category: NO_CATEGORY,
      hours,
      notBefore: null,
      due: findDue({ due_on: dueOn, due_at: dueAt }, snapshot),
      dueKind: 'soft',
      isSplittable: durationMinutes > largestChunkMinutes,
      minChunk: smallestChunkMinutes,
      maxChunk: largestChunkMinutes,
      buffer: taskBufferMinutes,
      after: [],
      prefer: [],
    } as const;
    return toPlannerTask(input, instance.slotMinutes) ?? [];
  });
  return { ...instance, tasks: [...instance.tasks, ...added] };
}

/** Where a supposed task would be, and what of it would be missing or late. */
export function findHypothetical(
  { blocks, atRisk }: Pick<Solution, 'blocks' | 'atRisk'>,
  at: number,
  { scheduling, slotMinutes }: Pick<Snapshot, 'scheduling' | 'slotMinutes'>,
) {
  const id = toSupposedId(at);
  const own = blocks.filter(({ task }) => task === id);
  const buffer = bufferOnGrid(scheduling.taskBufferMinutes, slotMinutes);
  const open = own.reduce(
    (sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / MINUTE_MS,
    0,
  );
  const risk = atRisk.find(({ task }) => task === id);
  return {
    blocks: withoutBuffers(own, () => ({ buffer, open: open - buffer * own.length })).map(
      ({ start, end }) => ({
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(end).toISOString(),
      }),
    ),
    shortMinutes: risk?.shortMinutes ?? 0,
    lateMinutes: risk?.lateMinutes ?? 0,
  };
}

/** The other tasks that would be later or shorter than they are now. */
export function listWorsened(before: readonly RiskyTask[], after: readonly RiskyTask[]): RiskyTask[] {
  const now = new Map(before.map((risk) => [risk.task, risk]));
  return after.filter(({ task, shortMinutes, lateMinutes }) => {
    const current = now.get(task);
    return (
      !task.startsWith(PREFIX) &&
      (shortMinutes > (current?.shortMinutes ?? 0) || lateMinutes > (current?.lateMinutes ?? 0))
    );
  });
}
