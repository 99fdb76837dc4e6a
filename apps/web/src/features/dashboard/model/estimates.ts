import { taskPoints } from '@dayloom/contracts';
import { minutesInWords } from '#lib/format-minutes.ts';
import type { Figures } from './figures.ts';

/** 'Atlas tasks take 1.4 times as long as estimated', and what that means for the open ones. */
export function sayEstimate({
  project,
  factor,
  tasks,
  openTasks,
  openMinutes,
  learnedMinutes,
}: Figures['estimates'][number]): { readonly sentence: string; readonly effect: string | null } {
  const whose = project === null ? 'Tasks without a project' : `${project} tasks`;
  const sentence =
    Math.abs(factor - 1) <= taskPoints.estimateShare
      ? `${whose} take about as long as estimated (${tasks} tasks).`
      : `${whose} take ${factor} times as long as estimated (${tasks} tasks).`;
  const difference = learnedMinutes - openMinutes;
  if (openTasks === 0 || Math.abs(factor - 1) <= taskPoints.estimateShare) return { sentence, effect: null };
  return {
    sentence,
    effect: `${openTasks === 1 ? 'The open one' : `The ${openTasks} open ones`} would need ${minutesInWords(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}.`,
  };
}
