import { type OverallEstimate, taskPoints } from '@dayloom/contracts';
import { formatMinutes } from '#lib/format-minutes.ts';
import type { Figures } from './figures.ts';

/** 'Atlas tasks take 1.4 times as long as estimated', and what that means for the open ones. */
export function describeEstimate({
  project,
  factor,
  tasks,
  openTasks,
  openMinutes,
  learnedMinutes,
}: Figures['estimates'][number]): { readonly sentence: string; readonly effect: string | null } {
  const whose = project === null ? 'Tasks without a project' : `${project} tasks`;
  const sentence = isGood(factor)
    ? `${whose} take about as long as estimated (${tasks} tasks).`
    : `${whose} take ${factor} times as long as estimated (${tasks} tasks).`;
  return {
    sentence,
    effect: isGood(factor) ? null : describeEffect({ openTasks, openMinutes, learnedMinutes }),
  };
}

/** All estimates in short: '1.18×', 'too short', and what the open tasks would need, each by its project. */
export function describeOverall(
  { factor, tasks, ...open }: OverallEstimate,
  hasProjects: boolean,
): {
  readonly value: string;
  readonly meaning: string;
  readonly effect: string | null;
} {
  const meaning = isGood(factor) ? 'about right' : factor > 1 ? 'too short' : 'too long';
  return {
    value: `${factor}×`,
    meaning: `${meaning}, ${tasks} tasks`,
    effect: describeEffect(open, hasProjects),
  };
}

const isGood = (factor: number): boolean => Math.abs(factor - 1) <= taskPoints.estimateShare;

/** The time that the open tasks would need by the learned factors; null if that is their estimate. */
function describeEffect(
  {
    openTasks,
    openMinutes,
    learnedMinutes,
  }: Pick<OverallEstimate, 'openTasks' | 'openMinutes' | 'learnedMinutes'>,
  isByProject = false,
): string | null {
  const difference = learnedMinutes - openMinutes;
  if (openTasks === 0 || difference === 0) return null;
  const which = openTasks === 1 ? 'he open one' : `he ${openTasks} open ones`;
  return `${isByProject ? 'By project, t' : 'T'}${which} would need ${formatMinutes(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}.`;
}
