import type { ChatTask, Task } from '@dayloom/contracts';
import { describeTask } from '@dayloom/language/wording';

export function toChatTask(task: Task): ChatTask {
  const { _id, title, status, durationMinutes, dueOn, dueAt, priority, project, planned } = task;
  return {
    _id,
    title,
    status,
    durationMinutes,
    dueOn,
    dueAt,
    priority,
    project,
    planned: planned && { startsAt: planned.startsAt, endsAt: planned.endsAt },
  };
}

/** 'Write the report', due Fri, 27 Nov 2026 */
export function describeChatTask(
  { title, dueOn, dueAt }: Pick<ChatTask, 'title' | 'dueOn' | 'dueAt'>,
  zone: { readonly now: number; readonly timeZone: string },
): string {
  return describeTask({ title, dueOn, dueAt: dueAt === null ? null : Date.parse(dueAt) }, zone);
}
