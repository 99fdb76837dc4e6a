import { type Occurrence, type Task, windowsByDate } from '@dayloom/contracts';
import { toConventions } from '@dayloom/language';
import type { DialogueData, DialogueEvent, DialogueTask } from '@dayloom/language/dialogue-data';
import {
  DAY_MS,
  getZone,
  type Interval,
  localDayNumber,
  MINUTE_MS,
  unionIntervals,
  windowsOn,
} from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { toReadableDescription } from '#features/calendar/model/plain-description.ts';
import { listBusyIntervals, listOccurrences } from '#features/calendar/operations/read-occurrences.ts';
import { listPeople } from '#features/meetings/operations/people.ts';
import { listPlannedTime } from '#features/planning/operations/planned-time.ts';
import { readTasks } from '#features/tasks/operations/read-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import type { AssistantPlatform } from './platform.ts';

/** How far back and ahead requests can be about. */
const BACK_DAYS = 120;
const AHEAD_DAYS = 200;
const FREE_DAYS = 60;
const MAX_PEOPLE = 500;
const MAX_TASKS = 500;

/** The context in which a message is understood: events, tasks, people, and the user's time. */
export async function loadDialogueData(
  platform: DbContext & Pick<AssistantPlatform, 'tasks'>,
  scope: Scope,
  { timeZone, locale }: { readonly timeZone: string; readonly locale: string },
): Promise<DialogueData> {
  const { db, clock } = platform;
  const now = clock().getTime();
  const [from, to] = [new Date(now - BACK_DAYS * DAY_MS), new Date(now + AHEAD_DAYS * DAY_MS)];
  const freeUntil = new Date(now + FREE_DAYS * DAY_MS);
  const { hours, hoursOverrides, homeTimeZone, scheduling } = await getTimeRules(platform, scope);
  const [occurrences, { tasks }, people, busy, planned] = await Promise.all([
    listOccurrences(platform, scope, from, to),
    readTasks(platform.tasks, scope, { view: 'all', limit: MAX_TASKS }),
    listPeople(platform, scope, { search: '', limit: MAX_PEOPLE }),
    listBusyIntervals(db, scope, new Date(now), freeUntil, {
      allDay: scheduling.allDayEventsBlock,
      homeTimeZone,
    }),
    listPlannedTime(platform, scope, new Date(now), freeUntil),
  ]);
  const workDates = windowsByDate(hoursOverrides, 'work');
  return {
    now,
    timeZone,
    isMonthFirst: toConventions(locale).isMonthFirst,
    events: occurrences.map(toDialogueEvent),
    tasks: tasks.map(toDialogueTask),
    people,
    hours: listHours(now, homeTimeZone, (day) => windowsOn(day, hours.work, workDates)),
    // Work that the planner may move does not make a time busy.
    busy: unionIntervals([...busy, ...planned.fixed]),
  };
}

function listHours(
  now: number,
  timeZone: string,
  getWindows: (day: number) => readonly (readonly [string, string])[],
): Interval[] {
  const zone = getZone(timeZone);
  const today = localDayNumber(zone, now);
  return Array.from({ length: FREE_DAYS }, (_, at) => today + at).flatMap((day) =>
    getWindows(day).map(([opens, closes]) => ({
      start: zone.localMsToInstant(day * DAY_MS + toMinutes(opens) * MINUTE_MS),
      end: zone.localMsToInstant(day * DAY_MS + toMinutes(closes) * MINUTE_MS),
    })),
  );
}

function toMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function toDialogueEvent(occurrence: Occurrence): DialogueEvent {
  const {
    eventId,
    recurrenceId,
    title,
    isAllDay,
    startsOn,
    endsOn,
    location,
    description: notes,
  } = occurrence;
  const { attendees, isRecurring } = occurrence;
  return {
    eventId,
    recurrenceId,
    title,
    start: Date.parse(occurrence.startsAt),
    end: Date.parse(occurrence.endsAt),
    isAllDay,
    startsOn,
    endsOn,
    location,
    notes: toReadableDescription(notes),
    attendees,
    isRecurring,
  };
}

const toInterval = (place: { readonly startsAt: string; readonly endsAt: string }): Interval => ({
  start: Date.parse(place.startsAt),
  end: Date.parse(place.endsAt),
});

function toDialogueTask(task: Task): DialogueTask {
  const { _id: id, title, project, status, dueOn, dueAt, durationMinutes, priority, planned } = task;
  const { recurrenceRule, notes } = task;
  return {
    id,
    title,
    project,
    status,
    dueOn,
    dueAt: dueAt === null ? null : Date.parse(dueAt),
    durationMinutes,
    priority,
    notes,
    isRecurring: recurrenceRule !== null,
    planned: planned && toInterval(planned),
    ...(planned && { places: planned.places.map(toInterval) }),
  };
}
