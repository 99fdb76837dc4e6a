import type * as Graph from '@microsoft/microsoft-graph-types';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import { badRequest, itemNotFound } from './graph-error.ts';
import { requireScope } from './graph-gate.ts';
import { toPage } from './graph-queries.ts';

function withoutSteps(task: Graph.TodoTask): Graph.TodoTask {
  const { checklistItems: _, ...rest } = task;
  return rest;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

interface DemoList {
  readonly list: Graph.TodoTaskList & { readonly id: string };
  readonly tasks: readonly Graph.TodoTask[];
}

interface Options {
  readonly now: () => Date;
  /** The public address of the API, for the links in its responses. */
  readonly apiUrl: () => string;
}

/**
 * Microsoft To Do in Graph (v1.0), as far as the product reads it: lists, and tasks with their checklist items.
 * Source: https://learn.microsoft.com/graph/api/resources/todo-overview.
 */
export function graphToDoApi(app: FastifyInstance, { now, apiUrl }: Options): void {
  const findLists = (request: FastifyRequest) =>
    demoLists(requireScope(request, ['Tasks.Read', 'Tasks.ReadWrite']).account, now());
  app.get('/me/todo/lists', async (request) =>
    toPage(
      request,
      findLists(request).map(({ list }) => list),
      apiUrl(),
    ),
  );
  app.get('/me/todo/lists/:list/tasks', async (request) => {
    const { list: id } = request.params as { list: string };
    const found = findLists(request).find(({ list }) => list.id === id);
    if (!found) throw itemNotFound();
    const { $filter, $expand = '' } = request.query as Record<string, string | undefined>;
    if ($filter !== undefined && $filter !== "status ne 'completed'")
      throw badRequest(`Invalid filter clause: ${$filter}`);
    const tasks = found.tasks.filter(({ status }) => $filter === undefined || status !== 'completed');
    return toPage(request, $expand === 'checklistItems' ? tasks : tasks.map(withoutSteps), apiUrl());
  });
}

function demoLists({ id: account }: DemoAccount, now: Date): readonly DemoList[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').toPlainDate();
  const date = (days: number) => today.add({ days }).toString();
  const due = (days: number) => ({ dateTime: `${date(days)}T00:00:00.0000000`, timeZone: 'UTC' });
  const weekday = (days: number) => DAYS[today.add({ days }).dayOfWeek - 1] ?? 'monday';
  const task = (name: string, title: string, more: Graph.TodoTask = {}): Graph.TodoTask => ({
    id: `AAMkDemoTask-${account}-${name}`,
    title,
    status: 'notStarted',
    importance: 'normal',
    isReminderOn: false,
    body: { content: '', contentType: 'text' },
    categories: [],
    checklistItems: [],
    ...more,
  });
  return [
    {
      list: {
        id: `AAMkDemoList-${account}-tasks`,
        displayName: 'Tasks',
        isOwner: true,
        isShared: false,
        wellknownListName: 'defaultList',
      },
      tasks: [
        task('offer', 'Send the offer', {
          importance: 'high',
          body: { content: '<html><body><p>With the new prices</p></body></html>', contentType: 'html' },
          categories: ['Sales'],
          // A program in New York has set it: midnight there.
          dueDateTime: { dateTime: `${date(4)}T05:00:00.0000000`, timeZone: 'UTC' },
          isReminderOn: true,
          reminderDateTime: { dateTime: `${date(4)}T14:00:00.0000000`, timeZone: 'UTC' },
          checklistItems: [
            { id: 'a', displayName: 'Check the discount', isChecked: true },
            { id: 'b', displayName: 'Ask for a signature', isChecked: false },
          ],
        }),
        task('report', 'Weekly report', {
          dueDateTime: due(2),
          recurrence: {
            pattern: { type: 'weekly', interval: 1, daysOfWeek: [weekday(2)], firstDayOfWeek: 'sunday' },
            range: { type: 'noEnd', startDate: date(2) },
          },
        }),
        task('old', 'Book the train', { status: 'completed' }),
      ],
    },
    {
      list: {
        id: `AAMkDemoList-${account}-move`,
        displayName: 'Moving house',
        isOwner: true,
        isShared: false,
        wellknownListName: 'none',
      },
      tasks: [
        task('boxes', 'Buy boxes', { importance: 'low' }),
        task('meter', 'Read the meters', { dueDateTime: due(12) }),
      ],
    },
  ];
}
