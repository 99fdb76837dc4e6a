import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { DemoAccount } from '../oauth/demo-accounts.ts';
import type { OauthProvider } from '../oauth/oauth-provider.ts';
import { GoogleError, invalid } from './google-error.ts';
import { googleGate, requireScope } from './google-gate.ts';

const SCOPE = 'https://www.googleapis.com/auth/tasks';

/** A task as the Google Tasks API v1 describes it. */
interface Task {
  readonly kind: 'tasks#task';
  readonly id: string;
  readonly title: string;
  readonly notes?: string;
  readonly parent?: string;
  /** Only the date counts; the time is midnight in UTC. */
  readonly due?: string;
  readonly status: 'needsAction' | 'completed';
  readonly completed?: string;
  readonly hidden?: true;
}

const Flag = (byDefault: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(byDefault)
    .transform((text) => text === 'true');
const Query = z.object({
  maxResults: z.coerce.number().int().min(1).max(100).default(20),
  pageToken: z.string().optional(),
  showCompleted: Flag('true'),
  showHidden: Flag('false'),
  showAssigned: Flag('false'),
});

interface Options {
  readonly oauth: OauthProvider;
  readonly faults: Faults;
  readonly now: () => Date;
  readonly callsPerMinute?: number | undefined;
}

/**
 * The part of the Google Tasks API (v1) that the product uses: lists and tasks, in pages.
 * Source: https://developers.google.com/workspace/tasks/reference/rest.
 */
export function googleTasksApi(app: FastifyInstance, options: Options): void {
  googleGate(app, options);
  const reader = (request: FastifyRequest) => requireScope(request, [`${SCOPE}.readonly`, SCOPE]).account;
  const findLists = (request: FastifyRequest) => demoLists(reader(request), options.now());
  const about = ({ id, title }: DemoList) => ({ kind: 'tasks#taskList', id, title });

  app.get('/users/@me/lists', async (request) => ({
    kind: 'tasks#taskLists',
    ...toPage(request, findLists(request).map(about)),
  }));
  app.get('/users/@me/lists/:list', async (request) => about(getList(findLists(request), request)));
  app.get('/lists/:list/tasks', async (request) => {
    const { showCompleted, showHidden } = read(request.query);
    const tasks = getList(findLists(request), request).tasks.filter(
      ({ status, hidden }) => (showCompleted || status !== 'completed') && (showHidden || !hidden),
    );
    return { kind: 'tasks#tasks', ...toPage(request, tasks) };
  });
}

function getList(lists: readonly DemoList[], request: FastifyRequest): DemoList {
  const { list: id } = request.params as { list: string };
  const list = id === '@default' ? lists[0] : lists.find((one) => one.id === id);
  if (!list) throw new GoogleError(404, 'notFound', 'Task list not found.');
  return list;
}

function toPage<Item>(request: FastifyRequest, all: readonly Item[]) {
  const { maxResults, pageToken } = read(request.query);
  const from = pageToken === undefined ? 0 : Number(Buffer.from(pageToken, 'base64url').toString());
  if (!Number.isInteger(from)) throw invalid('Invalid page token.');
  const items = all.slice(from, from + maxResults);
  const next = from + items.length;
  return {
    items,
    ...(next < all.length && { nextPageToken: Buffer.from(String(next)).toString('base64url') }),
  };
}

function read(query: unknown): z.output<typeof Query> {
  const parsed = Query.safeParse(query ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`Invalid value for ${issue?.path.join('.')}: ${issue?.message}`);
}

interface DemoList {
  readonly id: string;
  readonly title: string;
  readonly tasks: readonly Task[];
}

function demoLists({ id: account }: DemoAccount, now: Date): readonly DemoList[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').toPlainDate();
  const due = (days: number) => `${today.add({ days }).toString()}T00:00:00.000Z`;
  const task = (name: string, title: string, more: Partial<Task> = {}): Task => ({
    kind: 'tasks#task',
    id: `${account}-${name}`,
    title,
    status: 'needsAction',
    ...more,
  });
  const done = { status: 'completed', completed: now.toISOString(), hidden: true } as const;
  return [
    {
      id: `${account}-own`,
      title: 'My Tasks',
      tasks: [
        task('board', 'Prepare the board meeting', { notes: 'Slides and figures', due: due(5) }),
        task('slides', 'Draft the slides', { parent: `${account}-board` }),
        task('figures', 'Collect the figures', { parent: `${account}-board` }),
        task('receipts', 'Hand in the receipts', done),
        task('flowers', 'Order flowers', { due: due(1) }),
        task('empty', ''),
      ],
    },
    {
      id: `${account}-shopping`,
      title: 'Shopping',
      tasks: [
        task('bulbs', 'Light bulbs'),
        task('rest', 'The rest of a finished list', { parent: `${account}-gone` }),
      ],
    },
  ];
}
