import { findZoneName } from '@dayloom/time';
import type * as Graph from '@microsoft/microsoft-graph-types';
import { z } from 'zod';
import type { AccountTasks } from '#features/calendar-accounts/ports.ts';
import type { FoundDue, FoundTask } from '#features/tasks/model/found-task.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { READ_ALL_MS, readPages } from '../calendars/found-tasks.ts';
import { getTimeInstant, wallClock } from '../calendars/provider-times.ts';
import type { RenewGrant } from '../oauth/grant.ts';
import { graphCalls } from './graph-calls.ts';
import { findProblem, toFailure } from './graph-failure.ts';
import { parseGraphRule } from './graph-recurrence.ts';
import { extractText } from './html-body.ts';

const NAME = 'Microsoft To Do';
const PAGE = 100;
const MEMBERS = { items: 'value', next: '@odata.nextLink' };
const PRIORITIES = { low: 4, normal: null, high: 2 } as const;

interface ToDoAccess {
  /** Address of Graph if it is not Microsoft's, found on first use. */
  readonly graphUrl?: () => Promise<string>;
  /** `renew` of the account's consent. */
  readonly renew: RenewGrant;
}

const text = z.string().catch('');
const time = z.object({ dateTime: z.string(), timeZone: z.string() }).nullable().catch(null);
const TaskList = z.object({ id: z.string().min(1), displayName: text, wellknownListName: text });
const days = z.enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']);
const Recurrence = z.object({
  pattern: z.object({
    type: z.enum([
      'daily',
      'weekly',
      'absoluteMonthly',
      'relativeMonthly',
      'absoluteYearly',
      'relativeYearly',
    ]),
    interval: z.int().min(1).max(999).optional(),
    month: z.int().min(0).max(12).optional(),
    dayOfMonth: z.int().min(0).max(31).optional(),
    daysOfWeek: z.array(days).optional(),
    firstDayOfWeek: days.optional(),
    index: z.enum(['first', 'second', 'third', 'fourth', 'last']).optional(),
  }),
  range: z
    .object({
      type: z.enum(['endDate', 'noEnd', 'numbered']),
      endDate: z.iso.date().optional(),
      numberOfOccurrences: z.int().min(0).max(999).optional(),
    })
    .optional()
    .catch(undefined),
});
const Task = z.object({
  id: z.string().min(1),
  title: text,
  status: text,
  importance: z.enum(['low', 'normal', 'high']).catch('normal'),
  body: z.object({ content: text, contentType: text }).nullable().catch(null),
  categories: z.array(z.string()).catch([]),
  dueDateTime: time,
  isReminderOn: z.boolean().catch(false),
  reminderDateTime: time,
  recurrence: z.unknown().optional(),
  checklistItems: z.array(z.object({ displayName: text, isChecked: z.boolean().catch(false) })).catch([]),
});

/**
 * Microsoft To Do by Graph (https://learn.microsoft.com/graph/api/resources/todotask): lists, their open tasks with the
 * steps (`checklistItems`), page by page. A due time stands for a date: midnight in its zone.
 */
export function microsoftToDo({ graphUrl, renew }: ToDoAccess): AccountTasks {
  return {
    name: NAME,
    async list(grant, { homeTimeZone }) {
      const call = graphCalls(grant, renew, graphUrl);
      const signal = AbortSignal.timeout(READ_ALL_MS);
      const get = (path: string) => (link: string | undefined) =>
        call<unknown>({ method: 'get', path: link ?? path, pageSize: PAGE });
      try {
        const found: FoundTask[] = [];
        for (const one of await readPages(NAME, MEMBERS, signal, get('/me/todo/lists'))) {
          const { data: list } = TaskList.safeParse(one);
          if (!list) continue;
          const path = `/me/todo/lists/${encodeURIComponent(list.id)}/tasks?$filter=${encodeURIComponent("status ne 'completed'")}&$expand=checklistItems`;
          const project = list.wellknownListName === 'defaultList' ? null : list.displayName;
          for (const received of await readPages(NAME, MEMBERS, signal, get(path))) {
            const { data: task } = Task.safeParse(received);
            if (task && task.status !== 'completed') found.push(toFoundTask(task, project, homeTimeZone));
          }
        }
        return found;
      } catch (error) {
        throw toTaskFailure(error);
      }
    },
  };
}

/** Graph's failures in the words of an import. */
function toTaskFailure(error: unknown): unknown {
  const { status = null, code = '' } = findProblem(error) ?? {};
  if (status === 401 || status === 403)
    return new ProviderFailure('reconnect_needed', `${NAME} does not give us access.`);
  if (/MailboxNotEnabledForRESTAPI|MailboxNotSupported/i.test(code))
    return new ProviderFailure('rejected', 'This Microsoft account has no To Do.');
  const failure = toFailure(error);
  if (!(failure instanceof ProviderFailure) || failure === error) return failure;
  const { kind, retryAfterSeconds } = failure;
  const words = {
    rate_limited: 'asks us to wait',
    unavailable: 'does not respond',
    rejected: 'rejects our request',
    reconnect_needed: 'does not give us access',
  }[kind];
  return new ProviderFailure(kind, `${NAME} ${words}.`, {
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  });
}

function toFoundTask(task: z.infer<typeof Task>, project: string | null, homeTimeZone: string): FoundTask {
  const { body, categories, reminderDateTime: reminder } = task;
  const note = body?.contentType === 'html' ? extractText(body.content) : (body?.content ?? '');
  const on = task.dueDateTime && toDate(task.dueDateTime, homeTimeZone);
  const remindedAt = task.isReminderOn && reminder ? toWallClock(reminder, homeTimeZone) : null;
  const kept = [
    categories.length > 0 && `Categories: ${categories.join(', ')}`,
    remindedAt && `Reminder: ${remindedAt.slice(0, 16).replace('T', ' ')}`,
  ];
  // An unreadable date is passed on, so that it is reported to the user.
  const due: FoundDue | null = task.dueDateTime && { on: on ?? task.dueDateTime.dateTime };
  return {
    id: task.id,
    title: task.title,
    notes: [note, kept.filter(Boolean).join('\n')],
    project,
    priority: PRIORITIES[task.importance],
    durationMinutes: null,
    due,
    repeats: toRepeats(task.recurrence, on),
    subtasks: task.checklistItems.map(({ displayName, isChecked }) => ({
      title: displayName,
      done: isChecked,
    })),
  };
}

type GraphTime = NonNullable<z.infer<typeof time>>;

/** Midnight in its own zone is that date. Clients that convert it send an instant, whose date is that in the home zone. */
function toDate(received: GraphTime, homeTimeZone: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}T00:00(?::00(?:\.0*)?)?$/.test(received.dateTime))
    return received.dateTime.slice(0, 10);
  return toWallClock(received, homeTimeZone)?.slice(0, 10) ?? null;
}

/** `2026-11-27T09:30:00` at home. */
function toWallClock({ dateTime, timeZone }: GraphTime, homeTimeZone: string): string | null {
  const [whole] = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.exec(dateTime) ?? [];
  const zone = findZoneName(timeZone);
  if (whole === undefined || zone === null) return null;
  try {
    const time = { at: whole.replaceAll(/[-:]/g, ''), timeZone: zone };
    return wallClock(getTimeInstant(time, { zoneDefinition: null }, 'UTC'), homeTimeZone);
  } catch {
    return null;
  }
}

function toRepeats(received: unknown, on: string | null): FoundTask['repeats'] {
  if (received === null || received === undefined) return null;
  const { data } = Recurrence.safeParse(received);
  if (!data || on === null) return { words: '' };
  const { pattern, range } = data;
  // Every week on the day of its date.
  const isPlain = pattern.type === 'weekly' && (pattern.daysOfWeek ?? []).length === 0;
  const recurrence = {
    pattern: isPlain ? { ...pattern, type: 'daily', interval: (pattern.interval ?? 1) * 7 } : pattern,
    range,
  } as Graph.PatternedRecurrence;
  const rule = parseGraphRule(recurrence, { at: on.replaceAll('-', ''), timeZone: null });
  return rule === null ? { words: '' } : { rule };
}
