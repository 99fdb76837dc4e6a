import { taskApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { getScope, readIdempotencyKey, route } from '#platform/http.ts';
import { changeTask, createTask, createTasks, deleteTask } from './operations/change-tasks.ts';
import { readTask, readTasks, type TaskFeature } from './operations/read-tasks.ts';

export function taskRoutes(app: FastifyInstance, feature: TaskFeature): void {
  route(app, taskApi.list, async ({ request, query }) => ({
    ...(await readTasks(feature, getScope(request), query)),
    message: 'Tasks fetched',
  }));
  route(app, taskApi.create, async ({ request, body }) => ({
    ...(await createTask(feature, getScope(request), body, readIdempotencyKey(request))),
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
      ...(await changeTask(feature, getScope(request), params.id, body, readIdempotencyKey(request))),
      message: 'Task saved',
    }));
  route(app, taskApi.remove, async ({ request, params, query }) => ({
    commandId: await deleteTask(feature, getScope(request), params.id, {
      version: query.version,
      ...readIdempotencyKey(request),
    }),
    message: 'Task deleted',
  }));
}
