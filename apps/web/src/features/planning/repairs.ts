import { calendarApi, type Task, type TaskChange, taskApi } from '@dayloom/contracts';
import { dueOfDate, type Repair } from '@dayloom/planner';
import { formatDayNumber, localDayNumber, zoneOf } from '@dayloom/time';
import { call } from '../../lib/api.ts';
import { type PlanningData, spanKey } from './worker/questions.ts';

const MINUTE_MS = 60_000;
/** A task takes a minute at least. */
const LEAST_MINUTES = 1;

type TaskRepair = Exclude<Repair, { kind: 'extend-hours' | 'move-meeting' }>;

/** What a repair changes in the task as its owner has it: the planner's minutes have the buffers in them. */
export function taskChangeOf(repair: TaskRepair, task: Task, { instance, tasks }: PlanningData): TaskChange {
  const buffer = tasks.find(({ taskId }) => taskId === task._id)?.bufferMinutes ?? 0;
  switch (repair.kind) {
    case 'drop':
      // Someday keeps everything that was said about it.
      return { isSomeday: true };
    case 'shorten':
      return { durationMinutes: Math.max(LEAST_MINUTES, task.durationMinutes - repair.byMinutes) };
    case 'split': {
      const least = Math.max(instance.slotMinutes, repair.minChunk - buffer);
      return {
        isSplittable: true,
        minChunkMinutes: least,
        maxChunkMinutes: Math.max(least, task.isSplittable ? task.maxChunkMinutes : task.durationMinutes),
      };
    }
    case 'move-deadline': {
      const due = new Date(Date.parse(repair.due) - buffer * MINUTE_MS);
      return task.dueOn === null
        ? { dueAt: due.toISOString() }
        : { dueOn: dateUntil(due.getTime(), instance), dueAt: null };
    }
    default:
      return repair satisfies never;
  }
}

/** The first date whose working hours end no earlier than the instant. */
function dateUntil(instant: number, { zone, hours }: PlanningData['instance']): string {
  const day = localDayNumber(zoneOf(zone), instant);
  const isEnough = Date.parse(dueOfDate(formatDayNumber(day), zone, hours['work'] ?? {}) ?? '') >= instant;
  return formatDayNumber(isEnough ? day : day + 1);
}

/** The meeting of the app that the planner would move. */
export function meetingOf(
  repair: Repair,
  { meetings }: PlanningData,
): PlanningData['meetings'][number] | null {
  if (repair.kind !== 'move-meeting') return null;
  const key = spanKey(repair.event.start, repair.event.end);
  return meetings.find(({ startsAt, endsAt }) => spanKey(startsAt, endsAt) === key) ?? null;
}

/** Does it by the same commands as a hand would, and answers with the one that takes it back. */
export async function carryOut(repair: Repair, data: PlanningData): Promise<string | null> {
  if (repair.kind === 'extend-hours') return null;
  if (repair.kind === 'move-meeting') {
    const meeting = meetingOf(repair, data);
    if (!meeting) return null;
    const shift = Date.parse(repair.to.start) - Date.parse(repair.event.start);
    const shifted = (instant: string) => new Date(Date.parse(instant) + shift).toISOString();
    const aim =
      meeting.recurrenceId === null
        ? { scope: 'all' as const }
        : { scope: 'this' as const, recurrenceId: meeting.recurrenceId };
    const { commandId } = await call(calendarApi.changeEvent, {
      params: { id: meeting.eventId },
      body: { startsAt: shifted(meeting.startsAt), endsAt: shifted(meeting.endsAt), ...aim },
    });
    return commandId;
  }
  const params = { id: repair.task };
  const { task } = await call(taskApi.read, { params });
  const change = taskChangeOf(repair, task, data);
  const { commandId } = await call(taskApi.change, { params, body: { ...change, version: task.version } });
  return commandId;
}
