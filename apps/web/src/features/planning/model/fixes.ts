import {
  calendarApi,
  type HoursOverride,
  type HoursSet,
  preferencesApi,
  type Task,
  type TaskChange,
  taskApi,
} from '@dayloom/contracts';
import { type Fix, type Opening, toDueInstant } from '@dayloom/planner';
import {
  type ClockWindow,
  DAY_MS,
  formatDayNumber,
  getZone,
  HOUR_MS,
  localDayNumber,
  MINUTE_MS,
  windowsOn,
} from '@dayloom/time';
import { call } from '#lib/api.ts';
import { type PlanningData, parseWorkId, spanKey } from '../worker/questions.ts';

/** Minimum duration of a task. */
const MIN_MINUTES = 1;

type TaskFix = Exclude<Fix, { kind: 'extend-hours' | 'move-meeting' }>;

const getBuffer = (task: string, { tasks }: PlanningData): number =>
  tasks.find(({ taskId }) => taskId === task)?.bufferMinutes ?? 0;

/** Excludes the buffer that the planner's minutes include; at least one step of its grid. */
const toMinChunk = (minChunk: number, buffer: number, { slotMinutes }: PlanningData['instance']): number =>
  Math.max(slotMinutes, minChunk - buffer);

/** The fix for display, with the task's own numbers (without buffers). */
export function toDisplayedFix(fix: Fix, data: PlanningData): Fix {
  switch (fix.kind) {
    case 'split':
      return { ...fix, minChunk: toMinChunk(fix.minChunk, getBuffer(fix.task, data), data.instance) };
    case 'move-deadline': {
      const due = new Date(Date.parse(fix.due) - getBuffer(fix.task, data) * MINUTE_MS);
      return { ...fix, due: due.toISOString() };
    }
    default:
      return fix;
  }
}

/** The change to the task: the planner's minutes include buffers, the task's do not. */
export function toTaskChange(fix: TaskFix, task: Task, data: PlanningData): TaskChange {
  const { instance } = data;
  const buffer = getBuffer(task._id, data);
  switch (fix.kind) {
    case 'drop':
      // Someday keeps all other fields.
      return { isSomeday: true };
    case 'shorten':
      return { durationMinutes: Math.max(MIN_MINUTES, task.durationMinutes - fix.byMinutes) };
    case 'split': {
      const least = toMinChunk(fix.minChunk, buffer, instance);
      return {
        isSplittable: true,
        minChunkMinutes: least,
        maxChunkMinutes: Math.max(least, task.isSplittable ? task.maxChunkMinutes : task.durationMinutes),
      };
    }
    case 'move-deadline': {
      const due = new Date(Date.parse(fix.due) - buffer * MINUTE_MS);
      return task.dueOn === null
        ? { dueAt: due.toISOString() }
        : { dueOn: dateUntil(due.getTime(), instance), dueAt: null };
    }
    default:
      return fix satisfies never;
  }
}

/** The first date whose working hours end no earlier than the instant. */
function dateUntil(instant: number, { zone, hours, overrides }: PlanningData['instance']): string {
  const day = localDayNumber(getZone(zone), instant);
  const workEnd = toDueInstant(formatDayNumber(day), zone, hours['work'] ?? {}, overrides['work']);
  const isEnough = Date.parse(workEnd ?? '') >= instant;
  return formatDayNumber(isEnough ? day : day + 1);
}

/** The calendar event that the planner would move. */
export function findMeeting(fix: Fix, { meetings }: PlanningData): PlanningData['meetings'][number] | null {
  if (fix.kind !== 'move-meeting') return null;
  const key = spanKey(fix.event.start, fix.event.end);
  return meetings.find(({ startsAt, endsAt }) => spanKey(startsAt, endsAt) === key) ?? null;
}

type Windows = NonNullable<HoursOverride['work']>;

/** The hours of the opening's dates with the opening added; the other set of hours stays unchanged. */
export function addOpening(
  { hours: name, start, end }: Opening,
  { instance }: PlanningData,
): HoursOverride[] {
  const set: HoursSet = name === 'work' ? name : 'personal';
  const { hours, overrides } = instance;
  const zone = getZone(instance.zone);
  const local = (instant: string) => Date.parse(instant) + zone.offsetMsAt(Date.parse(instant));
  const [from, to] = [local(start), local(end)];
  const first = Math.floor(from / DAY_MS);
  const own = (date: string, of: HoursSet) => copied(overrides[of]?.[date]) ?? null;
  return Array.from({ length: Math.ceil(to / DAY_MS) - first }, (_, index) => {
    const day = first + index;
    const date = formatDayNumber(day);
    const clock = (at: number) => clockTime(Math.min(Math.max(0, at - day * DAY_MS), DAY_MS));
    const before = copied(windowsOn(day, hours[set] ?? {}, overrides[set])) ?? [];
    const windows = joined([...before, [clock(from), clock(to)]]);
    return { date, work: own(date, 'work'), personal: own(date, 'personal'), [set]: windows };
  });
}

const clockTime = (ms: number): string =>
  [Math.floor(ms / HOUR_MS), Math.floor(ms / MINUTE_MS) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

const copied = (windows: readonly ClockWindow[] | undefined): Windows | undefined =>
  windows?.map(([from, to]) => [from, to]);

/** Sorted, with adjacent or overlapping windows merged. */
function joined(windows: Windows): Windows {
  const result: Windows = [];
  for (const [from, to] of windows.toSorted(([a], [b]) => a.localeCompare(b))) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], to > last[1] ? to : last[1]];
    else result.push([from, to]);
  }
  return result;
}

async function open(opening: Opening, data: PlanningData): Promise<string[]> {
  const commands: string[] = [];
  for (const { date, work, personal } of addOpening(opening, data)) {
    const body = { from: date, until: date, work, personal };
    commands.push((await call(preferencesApi.setHoursOfDates, { body })).commandId);
  }
  return commands;
}

/** Applies a fix through the usual API commands. Returns the command ids for undo. */
export async function applyFix(fix: Fix, data: PlanningData): Promise<string | string[] | null> {
  if (fix.kind === 'extend-hours') return open(fix.opening, data);
  if (fix.kind === 'move-meeting') {
    const meeting = findMeeting(fix, data);
    if (!meeting) return null;
    const shift = Date.parse(fix.to.start) - Date.parse(fix.event.start);
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
  const { taskId, occurrenceOn } = parseWorkId(fix.task);
  const params = { id: taskId };
  const { task } = await call(taskApi.read, { params });
  const change = occurrenceOn === null ? toTaskChange(fix, task, data) : { skipsOccurrence: occurrenceOn };
  const { commandId } = await call(taskApi.change, { params, body: { ...change, version: task.version } });
  return commandId;
}
