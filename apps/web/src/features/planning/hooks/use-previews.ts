import { getPlannedHours, partOfDayWindows, planningApi, type Task } from '@dayloom/contracts';
import { mergeStartLimits, NO_CATEGORY, type TaskInput, toDueInstant, toStartLimits } from '@dayloom/planner';
import { MINUTE_MS } from '@dayloom/time';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { queryKeys } from '#lib/query-client.ts';
import type { PlannerWording } from '../model/planner-words.ts';
import { preview } from '../worker/preview-client.ts';
import type { PlanningData, Question } from '../worker/questions.ts';

/** The horizon starts now, so the data expire. */
const REFRESH_MS = 5 * MINUTE_MS;

/** The server's planning data, loaded while a preview is needed. Live updates refetch them. */
export function usePlanningData(isNeeded: boolean) {
  return useQuery({
    queryKey: queryKeys.planInstance,
    queryFn: ({ signal }) => call(planningApi.readInstance, {}, { signal }),
    enabled: isNeeded,
    refetchInterval: REFRESH_MS,
  });
}

/**
 * The in-page planner's result for a question; undefined without one. The last result stays until the next.
 */
export function usePreview<Asked extends Question>(question: Asked | null) {
  const { data, dataUpdatedAt, error, isFetching, isPaused } = usePlanningData(question !== null);
  const result = useQuery({
    queryKey: ['planner', dataUpdatedAt, question],
    queryFn: data && question ? ({ signal }) => preview<Asked>(data, question, signal) : skipToken,
    staleTime: Infinity,
    gcTime: 30_000,
    retry: false,
    placeholderData: (before) => before,
  });
  return {
    data,
    result: question === null ? undefined : result.data,
    /** The result is for an older question or older data. */
    isOld: result.isPlaceholderData || isFetching,
    error: error ?? result.error,
    /** The planning data come when the network is back. */
    isOffline: isPaused && data === undefined,
  };
}

/** Wording for the planner's results: task titles instead of ids. */
export function useWording(data: PlanningData | undefined): PlannerWording {
  const now = useNow();
  const formatTitle = useCallback(
    (task: string) => data?.tasks.find(({ taskId }) => taskId === task)?.title ?? 'another task',
    [data],
  );
  return { getTitle: formatTitle, now };
}

/** Converts a task, even one that is being edited, to the planner's input. */
export function toTaskInput(task: Task, { instance, tasks }: PlanningData): TaskInput {
  const known = tasks.find(({ taskId }) => taskId === task._id);
  const { zone, hours, overrides } = instance;
  // Only open tasks block their dependents.
  const waits = task.dependsOn.flatMap((id) => tasks.find(({ taskId }) => taskId === id)?.dependents ?? []);
  return {
    id: task._id,
    minutes: task.durationMinutes,
    settledMinutes: known?.settledMinutes ?? 0,
    lockedMinutes: known?.lockedMinutes ?? 0,
    priority: task.priority as TaskInput['priority'],
    category: task.project ?? NO_CATEGORY,
    hours: getPlannedHours(task.hours, task.timeOfDay),
    ...mergeStartLimits([toStartLimits(task.startAfter), ...waits]),
    due: task.dueAt ?? (task.dueOn && toDueInstant(task.dueOn, zone, hours['work'] ?? {}, overrides['work'])),
    dueKind: task.dueKind,
    isSplittable: task.isSplittable,
    minChunk: task.minChunkMinutes,
    maxChunk: task.maxChunkMinutes,
    buffer: task.bufferMinutes,
    prefer: task.timeOfDay ? [partOfDayWindows[task.timeOfDay]] : [],
  };
}
