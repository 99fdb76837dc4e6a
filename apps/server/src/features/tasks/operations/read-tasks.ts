import type { Task, taskViews } from '@dayloom/contracts';
import { formatDayNumber, getZone, localDayNumber, startOfDayNumber } from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { TaskPlacements } from '../ports.ts';
import { decodeCursor, encodeCursor } from '../rules.ts';
import { type StoredTask, toFields } from '../store/fields.ts';
import { findTask } from '../store/find.ts';
import { countTasks, listTasks, type TaskFilter } from '../store/list.ts';

type View = (typeof taskViews)[number];

export interface TaskFeature extends Pick<Platform, 'db' | 'clock' | 'journal'> {
  readonly placements: TaskPlacements;
}

export async function readTask(feature: TaskFeature, scope: Scope, id: string): Promise<Task> {
  const row = await findTask(feature.db, scope, id);
  if (!row) throw notFound('The task');
  const [task] = await withPlacements(feature, scope, [row]);
  return task as Task;
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

export async function findTasks(feature: TaskFeature, scope: Scope, query: TaskQuery): Promise<TaskList> {
  const { homeTimeZone: timeZone } = await getTimeRules(feature, scope);
  const zone = getZone(timeZone);
  const dayNumber = localDayNumber(zone, feature.clock().getTime());
  const [startsAt, endsAt] = [
    new Date(startOfDayNumber(zone, dayNumber)),
    new Date(startOfDayNumber(zone, dayNumber + 1)),
  ];
  const date = formatDayNumber(dayNumber);
  const [plannedToday, atRisk] = await Promise.all([
    feature.placements.listPlanned(scope, startsAt, endsAt),
    feature.placements.listAtRisk(scope),
  ]);
  const views: Record<View, TaskFilter> = {
    all: {},
    inbox: { status: 'open', isSomeday: false, isInbox: true },
    today: { status: 'open', isSomeday: false, dueBy: { date, endsAt, orIds: plannedToday } },
    upcoming: { status: 'open', isSomeday: false },
    'at-risk': { status: 'open', isSomeday: false, ids: atRisk },
    someday: { status: 'open', isSomeday: true },
    done: { status: 'done' },
  };
  const filter = { ...views[query.view], project: query.project, priority: query.priority, words: query.q };
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const [rows, counts] = await Promise.all([
    listTasks(feature.db, scope, filter, { limit: query.limit, after }),
    countTasks(feature.db, scope, { date, endsAt, plannedToday, atRisk }),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    tasks: await withPlacements(feature, scope, page),
    nextCursor: rows.length > query.limit && last ? encodeCursor(last.created_at, last.id) : null,
    counts,
  };
}

async function withPlacements(
  feature: TaskFeature,
  scope: Scope,
  rows: readonly StoredTask[],
): Promise<Task[]> {
  const placements = await feature.placements.find(
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    _id: row.id,
    ...toFields(row),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(placements.get(row.id) ?? { planned: null, risk: null }),
  }));
}
