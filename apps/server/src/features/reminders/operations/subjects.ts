import { windowsByDate } from '@dayloom/contracts';
import { toDueInstant } from '@dayloom/planner';
import { DAY_MS, HOUR_MS } from '@dayloom/time';
import type { TimeRules } from '#features/account/operations/time-rules.ts';
import { listRemindableBookings } from '#features/booking/operations/remindable-bookings.ts';
import { listRemindableEvents } from '#features/calendar/operations/remindable-events.ts';
import { listRemindableRequests } from '#features/meetings/operations/remindable-requests.ts';
import { listPlannedBlocks } from '#features/planning/operations/read-plan.ts';
import { listWork } from '#features/tasks/operations/occurrences.ts';
import { listPlannableTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { Subject } from '../model/reminder.ts';
import { getUsefulUntil, toAllDayTime } from '../rules/wanted-reminders.ts';

/** How long after a deadline a reminder of it is still useful. */
const OVERDUE_USEFUL_MS = DAY_MS;
const ALL_DAY_USEFUL_MS = 12 * HOUR_MS;
/** Nobody is reminded of what began earlier. */
const MAX_LASTING_MS = 31 * DAY_MS;

type RemindableEvent = Awaited<ReturnType<typeof listRemindableEvents>>[number];

export interface SubjectQuery {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
  readonly rules: TimeRules;
}

/** Everything that begins or is due in the range. */
export async function listSubjects(db: Db, scope: Scope, query: SubjectQuery): Promise<Subject[]> {
  const { from, to } = query;
  const [events, bookings, requests, blocks, tasks] = await Promise.all([
    // Whole days begin at midnight. Their reminders come later on that day.
    listRemindableEvents(db, scope, new Date(from.getTime() - DAY_MS), to),
    listRemindableBookings(db, scope, from, to),
    listRemindableRequests(db, scope, from, to),
    listPlannedBlocks(db, scope, { from, to }),
    listTaskSubjects(db, scope, query),
  ]);
  const bookedEventIds = new Set(bookings.map(({ eventId }) => eventId));
  const calendars = new Map(events.map(({ id, calendarId }) => [id, calendarId]));
  return [
    ...events
      .filter(({ id }) => !bookedEventIds.has(id))
      .map((event) => toSubject(event, query.rules))
      .filter(({ startsAt }) => startsAt >= from && startsAt < to),
    ...bookings.map(
      (booking): Subject => ({
        kind: 'booking',
        id: booking.id,
        occurrence: '',
        startsAt: booking.startsAt,
        usefulUntil: getUsefulUntil(booking.startsAt, booking.endsAt),
        content: {
          title: booking.title,
          detail: `with ${booking.name}`,
          endsAt: booking.endsAt.toISOString(),
        },
        ownId: booking.eventId,
        calendarId: calendars.get(booking.eventId ?? '') ?? null,
      }),
    ),
    ...requests.map(
      (request): Subject => ({
        kind: 'meetingRequest',
        id: request.id,
        occurrence: '',
        startsAt: request.expiresAt,
        usefulUntil: request.expiresAt,
        content: {
          title: request.title,
          detail: `${request.missing} ${request.missing === 1 ? 'person has' : 'people have'} not answered`,
          endsAt: null,
        },
        ownId: null,
        calendarId: null,
      }),
    ),
    ...blocks.map(
      (block): Subject => ({
        kind: 'block',
        id: block.id,
        occurrence: '',
        startsAt: block.startsAt,
        usefulUntil: getUsefulUntil(block.startsAt, block.endsAt),
        content: { title: block.title, detail: '', endsAt: block.endsAt.toISOString() },
        ownId: null,
        calendarId: null,
      }),
    ),
    ...tasks,
  ];
}

/** Whole days that began before an instant and last beyond it, such as a trip. */
export async function listOngoingAllDay(
  db: Db,
  scope: Scope,
  { at, rules }: { readonly at: Date; readonly rules: TimeRules },
): Promise<Subject[]> {
  const events = await listRemindableEvents(db, scope, new Date(at.getTime() - MAX_LASTING_MS), at);
  return events
    .filter(({ isAllDay, endsAt }) => isAllDay && endsAt > at)
    .map((event) => toSubject(event, rules));
}

function toSubject(event: RemindableEvent, { homeTimeZone }: TimeRules): Subject {
  const startsAt = event.isAllDay ? toAllDayTime(event.startsAt, homeTimeZone) : event.startsAt;
  return {
    kind: event.isAllDay ? 'allDayEvent' : 'event',
    id: event.id,
    occurrence: event.recurrenceId,
    startsAt,
    usefulUntil: event.isAllDay
      ? new Date(startsAt.getTime() + ALL_DAY_USEFUL_MS)
      : getUsefulUntil(startsAt, event.endsAt),
    content: { title: event.title, detail: event.location, endsAt: event.endsAt.toISOString() },
    ownId: event.masterId ?? event.id,
    calendarId: event.calendarId,
  };
}

/** Deadlines of open tasks, and of the later occurrences of those that repeat. */
async function listTaskSubjects(
  db: Db,
  scope: Scope,
  { from, to, now, rules }: SubjectQuery,
): Promise<Subject[]> {
  const { homeTimeZone, hours, hoursOverrides } = rules;
  const open = await listPlannableTasks(db, scope);
  const work = listWork(
    open.filter(({ due_on, due_at }) => due_on !== null || due_at !== null),
    { homeTimeZone, hours, hoursOverrides, now },
    { until: to, datesInPlan: new Map(), toId: (taskId, occurrenceOn) => `${taskId}#${occurrenceOn}` },
  );
  const workDates = windowsByDate(hoursOverrides, 'work');
  return work.flatMap((task): Subject[] => {
    const due =
      task.due_at?.toISOString() ??
      (task.due_on === null ? null : toDueInstant(task.due_on, homeTimeZone, hours.work, workDates));
    if (due === null) return [];
    const startsAt = new Date(due);
    if (startsAt < from || startsAt >= to) return [];
    return [
      {
        kind: 'task',
        id: task.taskId,
        occurrence: task.occurrenceOn ?? '',
        startsAt,
        usefulUntil: new Date(startsAt.getTime() + OVERDUE_USEFUL_MS),
        content: { title: task.title, detail: '', endsAt: null },
        ownId: task.taskId,
        calendarId: null,
      },
    ];
  });
}
