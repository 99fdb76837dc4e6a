import type { AtRisk, Task, taskViews } from '@dayloom/contracts';
import { formatDayNumber, getZone, localDayNumber, startOfDayNumber } from '@dayloom/time';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { PlannedTimeColumns } from '../model/placement-sql.ts';
import type { StoredTask } from '../model/stored-task.ts';
import type { TaskPlacements } from '../ports.ts';
import { decodeCursor, encodeCursor } from '../rules.ts';
import { toFields } from '../store/fields.ts';
import { countLiveTasks, findTask, listTaskStates } from '../store/find.ts';
import { countTasks, type Day, listTasks, type TaskFilter } from '../store/list.ts';

type View = (typeof taskViews)[number];

export interface TaskFeature extends Pick<Platform, 'db' | 'clock' | 'journal'> {
  readonly placements: TaskPlacements;
}

export async function readTask(
  { db, clock, placements }: DbContext & Pick<TaskFeature, 'placements'>,
  scope: Scope,
  id: string,
): Promise<Task> {
  const row = await findTask(db, scope, placements, id, clock());
  if (!row) throw notFound('The task');
  return toTask(row, toRisksById(row.risks));
}

export interface TaskQuery {
  readonly view: View;
  readonly project?: string | undefined;
  readonly priority?: number | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TaskList {
  readonly tasks: Task[];
  readonly nextCursor: string | null;
  readonly counts: Record<View, number>;
}

export async function readTasks(
  feature: DbContext & Pick<TaskFeature, 'placements'>,
  scope: Scope,
  query: TaskQuery,
): Promise<TaskList> {
  const { db, placements } = feature;
  const now = feature.clock();
  const { homeTimeZone } = await getCachedTimeRules(feature, scope);
  const day = getDay(homeTimeZone, now);
  const views: Record<View, TaskFilter> = {
    all: {},
    inbox: { status: 'open', isSomeday: false, isInbox: true },
    today: { status: 'open', isSomeday: false, today: day },
    upcoming: { status: 'open', isSomeday: false },
    'at-risk': { status: 'open', isSomeday: false, isAtRisk: true },
    someday: { status: 'open', isSomeday: true },
    done: { status: 'done' },
  };
  const filter = { ...views[query.view], project: query.project, priority: query.priority, words: query.q };
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const [rows, { risks, ...counts }] = await Promise.all([
    listTasks(db, scope, placements, filter, { limit: query.limit, after }, now),
    countTasks(db, scope, placements, day),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const risksById = toRisksById(risks);
  return {
    tasks: page.map((row) => toTask(row, risksById)),
    nextCursor: rows.length > query.limit && last ? encodeCursor(last.created_at, last.id) : null,
    counts,
  };
}

/** The user's day that contains the instant. */
function getDay(timeZone: string, now: Date): Day {
  const zone = getZone(timeZone);
  const dayNumber = localDayNumber(zone, now.getTime());
  return {
    date: formatDayNumber(dayNumber),
    startsAt: new Date(startOfDayNumber(zone, dayNumber)),
    endsAt: new Date(startOfDayNumber(zone, dayNumber + 1)),
  };
}

type Risks = ReadonlyMap<string, Task['risk']>;

function toRisksById(risks: readonly AtRisk[] | null): Risks {
  return new Map(risks?.map(({ taskId, shortMinutes }) => [taskId, shortMinutes > 0 ? 'unplanned' : 'late']));
}

/** A task as the API returns it. A task that was just created has no place in the plan yet. */
export function toTask(row: StoredTask & Partial<PlannedTimeColumns>, risks: Risks = new Map()): Task {
  const { block_id: blockId, block_starts_at: startsAt, block_ends_at: endsAt } = row;
  return {
    _id: row.id,
    ...toFields(row),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    planned:
      blockId && startsAt && endsAt
        ? {
            blockId,
            startsAt: startsAt.toISOString(),
            endsAt: endsAt.toISOString(),
            blockCount: row.block_count ?? 1,
            places: (row.block_places ?? []).map((place) => ({
              startsAt: new Date(place.startsAt).toISOString(),
              endsAt: new Date(place.endsAt).toISOString(),
            })),
          }
        : null,
    risk: risks.get(row.id) ?? null,
  };
}

/** Whether these tasks exist or were deleted; unknown ids are absent. */
export function listStates(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, 'live' | 'deleted'>> {
  return listTaskStates(db, scope, ids);
}

/** How many of these tasks exist. */
export function countExisting(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  ids: readonly string[],
): Promise<number> {
  return countLiveTasks(db, scope, ids);
}
