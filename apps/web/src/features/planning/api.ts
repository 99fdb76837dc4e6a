import { planningApi, type Task, taskApi } from '@dayloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type CallOptions, call } from '#lib/api.ts';
import { useOptimistic } from '#lib/optimistic.ts';
import { optimisticTasks } from '#lib/optimistic-entities.ts';
import { optimisticPlan } from '#lib/optimistic-plan.ts';
import { queryKeys } from '#lib/query-client.ts';
import type { BlockChange } from './model/block-changes.ts';
import { remainingMinutes } from './model/plan-items.ts';

const UNPLANNED_LIMIT = 200;

export const fetchPlan = (options: CallOptions = {}) => call(planningApi.readPlan, {}, options);

/** The plan, the open proposal, and what is at risk. */
export function usePlan() {
  const select = useOptimistic(optimisticPlan);
  return useQuery({ queryKey: queryKeys.plan, queryFn: ({ signal }) => fetchPlan({ signal }), select });
}

export const openTasksKey = [...queryKeys.tasks, 'unplanned'] as const;
export type OpenTasksResponse = Awaited<ReturnType<typeof fetchOpenTasks>>;
const fetchOpenTasks = (signal?: AbortSignal) =>
  call(taskApi.list, { query: { view: 'upcoming', limit: UNPLANNED_LIMIT } }, { signal });

export interface UnplannedTask extends Task {
  /** The estimate minus finished work. */
  remainingMinutes: number;
}

/** The order in which a person would look at them: by deadline, then by priority. */
const compareUrgency = (one: Task, other: Task) =>
  getLimit(one).localeCompare(getLimit(other)) || one.priority - other.priority;
/** A date without a time ends with its day; no deadline comes after all. */
const getLimit = ({ dueAt, dueOn }: Task) => dueAt ?? `${dueOn ?? '9999-12-31'}T24`;

/** The open tasks that are not planned, the most urgent first, and whether any tasks exist. */
export function useUnplannedTasks() {
  const blocks = usePlan().data?.plan.blocks;
  const withChanges = useOptimistic(optimisticTasks);
  const select = useCallback(
    ({ tasks, counts, nextCursor }: OpenTasksResponse) => ({
      /** More open tasks exist than were loaded. */
      isCut: Boolean(nextCursor),
      unplanned: withChanges(tasks)
        .filter(({ planned, status }) => planned === null && status === 'open')
        .sort(compareUrgency)
        .map((task): UnplannedTask => ({ ...task, remainingMinutes: remainingMinutes(task, blocks ?? []) })),
      hasTasks: tasks.length > 0 || (counts.all ?? 0) > (counts.done ?? 0),
    }),
    [blocks, withChanges],
  );
  return useQuery({
    queryKey: openTasksKey,
    queryFn: ({ signal }) => fetchOpenTasks(signal),
    select,
  });
}

export const toTaskKey = (id: string) => [...queryKeys.tasks, 'one', id] as const;
export type TaskResponse = Awaited<ReturnType<typeof fetchTask>>;
const fetchTask = (id: string, signal?: AbortSignal) => call(taskApi.read, { params: { id } }, { signal });

export function useTask(id: string) {
  return useQuery({ queryKey: toTaskKey(id), queryFn: ({ signal }) => fetchTask(id, signal) });
}

/** Below the plan's key: a new plan has new reasons. The version changes when the block moves. */
export function useExplanation(blockId: string, version: number) {
  return useQuery({
    queryKey: [...queryKeys.plan, 'why', blockId, version],
    queryFn: ({ signal }) => call(planningApi.explainBlock, { params: { id: blockId } }, { signal }),
  });
}

/** A new request ends the search of the previous one. */
export const proposePlan = (
  body: { effort: 'first' } | { effort: 'full'; improves?: string; horizonDays?: number },
  signal?: AbortSignal,
) => call(planningApi.propose, { body }, signal ? { signal } : {});
export const acceptProposal = (id: string, exceptChanges: string[]) =>
  call(planningApi.accept, { params: { id }, body: { exceptChanges } });
export const rejectProposal = (id: string) => call(planningApi.reject, { params: { id } });
export const pinTask = (
  body: { _id: string; taskId: string; startsAt: string; endsAt: string },
  options: CallOptions,
) => call(planningApi.pinTask, { body }, options);
export const changeBlock = (id: string, body: BlockChange & { version?: number }, options: CallOptions) =>
  call(planningApi.changeBlock, { params: { id }, body }, options);
export const removeBlock = (
  id: string,
  query: {
    version: number | undefined;
    skipsOccurrence: 'true' | undefined;
    madeAt: string | undefined;
  },
  options: CallOptions,
) => call(planningApi.removeBlock, { params: { id }, query }, options);
