import { taskApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { route, scopeOf } from '../../platform/http.ts';
import { changeTask, createTask, deleteTask, findTasks, readTask, type TaskFeature } from './operations.ts';

export function taskRoutes(app: FastifyInstance, feature: TaskFeature): void {
  route(app, taskApi.list, async ({ request, query }) => ({
    ...(await findTasks(feature, scopeOf(request), query)),
    message: 'Tasks fetched',
  }));
  route(app, taskApi.create, async ({ request, body }) => ({
    ...(await createTask(feature, scopeOf(request), body)),
    message: 'Task added',
  }));
  route(app, taskApi.read, async ({ request, params }) => ({
    task: await readTask(feature, scopeOf(request), params.id),
    commandId: null,
    message: 'Task fetched',
  }));
  for (const endpoint of [taskApi.change, taskApi.put])
    route(app, endpoint, async ({ request, params, body }) => ({
      ...(await changeTask(feature, scopeOf(request), params.id, body)),
      message: 'Task saved',
    }));
  route(app, taskApi.remove, async ({ request, params, query }) => ({
    commandId: await deleteTask(feature, scopeOf(request), params.id, query.version),
    message: 'Task deleted',
  }));
}
