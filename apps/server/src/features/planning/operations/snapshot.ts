import type { DbContext } from '../../../platform/context.ts';
import type { Scope } from '../../../platform/scope.ts';
import { getTimeRules } from '../../account/operations/time-rules.ts';
import { listBusyIntervals } from '../../calendar/operations/read-occurrences.ts';
import { listPlannableTasks } from '../../tasks/operations.ts';
import type { StoredBlock } from '../model/block.ts';
import { type Frame, isLeftAlone, type Snapshot } from '../rules/snapshot.ts';
import { listBlocksForPlanning } from '../store/blocks.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Functions of this module run in the compute thread. */
export const SOLVER = new URL('../rules/solve.ts', import.meta.url);

/** Everything a plan depends on, read at one moment. `getDays` determines the horizon in days. */
export async function loadSnapshot(
  platform: DbContext,
  scope: Scope,
  getDays: (frame: Omit<Frame, 'horizonDays'>) => number = ({ scheduling }) => scheduling.horizonDays,
): Promise<Snapshot> {
  const { db, clock } = platform;
  const now = clock();
  const { hours, hoursOverrides, homeTimeZone, scheduling } = await getTimeRules(platform, scope);
  const horizonDays = getDays({ now, timeZone: homeTimeZone, scheduling });
  // With its buffer, an event just before or after the horizon may reach into it.
  const from = new Date(now.getTime() - scheduling.meetingBufferMinutes * MINUTE_MS);
  const to = new Date(now.getTime() + (horizonDays + 1) * DAY_MS);
  const [tasks, blocks, busy] = await Promise.all([
    listPlannableTasks(db, scope),
    listBlocksForPlanning(db, scope, now),
    listBusyIntervals(db, scope, from, to, { allDay: scheduling.allDayEventsBlock, homeTimeZone }),
  ]);
  return {
    now,
    timeZone: homeTimeZone,
    hours,
    hoursOverrides,
    scheduling,
    tasks,
    blocks,
    busy,
    horizonDays,
  };
}

/** The blocks that a plan may remove: planned, in the future, not left alone, and of automatic tasks. */
export function listMovable(snapshot: Snapshot): StoredBlock[] {
  const open = new Set(
    snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday).map((task) => task.id),
  );
  return snapshot.blocks.filter(
    (block) =>
      block.state === 'planned' &&
      Date.parse(block.endsAt) > snapshot.now.getTime() &&
      !isLeftAlone(block, snapshot) &&
      open.has(block.taskId),
  );
}
