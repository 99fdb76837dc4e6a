import { Id, taskApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { getScope, route } from '#platform/http.ts';
import {
  changeTask,
  createTask,
  createTasks,
  deleteTask,
  type Repeatable,
} from './operations/change-tasks.ts';
import { findTasks, readTask, type TaskFeature } from './operations/read-tasks.ts';

export function taskRoutes(app: FastifyInstance, feature: TaskFeature): void {
  route(app, taskApi.list, async ({ request, query }) => ({
    ...(await findTasks(feature, getScope(request), query)),
    message: 'Tasks fetched',
  }));
  route(app, taskApi.create, async ({ request, body }) => ({
    ...(await createTask(feature, getScope(request), body, readKey(request))),
    message: 'Task added',
  }));
  route(app, taskApi.import, async ({ request, body }) => ({
    commandId: await createTasks(feature, getScope(request), body.tasks),
    message: 'Tasks added',
  }));
  route(app, taskApi.read, async ({ request, params }) => ({
    task: await readTask(feature, getScope(request), params.id),
    commandId: null,
    message: 'Task fetched',
  }));
  for (const endpoint of [taskApi.change, taskApi.put])
    route(app, endpoint, async ({ request, params, body }) => ({
      ...(await changeTask(feature, getScope(request), params.id, body, readKey(request))),
      message: 'Task saved',
    }));
  route(app, taskApi.remove, async ({ request, params, query }) => ({
    commandId: await deleteTask(feature, getScope(request), params.id, {
      version: query.version,
      ...readKey(request),
    }),
    message: 'Task deleted',
  }));
}

/** `Idempotency-Key` of https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header: here a UUID. */
function readKey({ headers }: FastifyRequest): Repeatable {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  const parsed = Id.safeParse(key);
  if (parsed.success) return { key: parsed.data };
  throw new AppError('invalid_request', 'Idempotency-Key: is not a UUID', {
    fields: { 'Idempotency-Key': 'is not a UUID' },
  });
}
