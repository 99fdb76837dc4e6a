import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import { labels, projects, sections, type TodoistState } from './todoist-state.ts';

const SLOW_MS = 2_000;
const RETRY_AFTER_SECONDS = 7;

const Query = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const NewTask = z.object({
  content: z.string().min(1),
  description: z.string().default(''),
  parent_id: z.string().nullable().default(null),
  priority: z.int().min(1).max(4).default(1),
});

/** An error in the format of Todoist's API v1. */
class TodoistError extends Error {
  readonly status: number;
  readonly tag: string;

  constructor(status: number, tag: string, message: string) {
    super(message);
    this.status = status;
    this.tag = tag;
  }
}

/**
 * The part of Todoist's API v1 that the product uses: lists in pages with a cursor, and adding a task.
 * Source: https://developer.todoist.com/api/v1/.
 */
export function todoistApi(
  app: FastifyInstance,
  { state, faults, token }: { readonly state: TodoistState; readonly faults: Faults; readonly token: string },
): void {
  app.setErrorHandler((error: Error, _request, reply) => {
    const { status, tag } =
      error instanceof TodoistError ? error : new TodoistError(500, 'INTERNAL_SERVER_ERROR', error.message);
    if (status === 429) reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    return reply.code(status).send({
      error: error.message,
      error_code: status,
      error_extra: status === 429 ? { retry_after: RETRY_AFTER_SECONDS } : {},
      error_tag: tag,
      http_code: status,
    });
  });
  app.setNotFoundHandler((request) => {
    throw new TodoistError(404, 'NOT_FOUND', `The sandbox does not know ${request.method} ${request.url}.`);
  });
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== `Bearer ${token}` || faults.take('todoist', 'expire-token'))
      throw new TodoistError(401, 'UNAUTHORIZED', 'Unauthorized');
    if (faults.take('todoist', 'slow')) await sleep(SLOW_MS);
    if (faults.take('todoist', 'rate-limit') || faults.take('todoist', 'too-many'))
      throw new TodoistError(429, 'TOO_MANY_REQUESTS', 'Too many requests');
    if (faults.take('todoist', 'error')) throw new TodoistError(503, 'SERVICE_UNAVAILABLE', 'Unavailable');
  });
  const lists = {
    projects: () => projects,
    sections: () => sections,
    labels: () => labels,
    tasks: () => state.list().filter(({ checked }) => !checked),
  };
  for (const [name, list] of Object.entries(lists))
    app.get(`/${name}`, async (request) => toPage(request, list()));
  app.post('/tasks', async (request) => {
    const { content, ...more } = read(NewTask, request.body);
    return state.add(content, more);
  });
}

function toPage(request: FastifyRequest, all: readonly object[]) {
  const { cursor, limit } = read(Query, request.query);
  const from = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(from)) throw new TodoistError(400, 'INVALID_ARGUMENT_VALUE', 'Invalid cursor');
  const results = all.slice(from, from + limit);
  const next = from + results.length;
  return {
    results,
    next_cursor: next < all.length ? Buffer.from(String(next)).toString('base64url') : null,
  };
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TodoistError(400, 'INVALID_ARGUMENT_VALUE', `${issue?.path.join('.')}: ${issue?.message}`);
}
