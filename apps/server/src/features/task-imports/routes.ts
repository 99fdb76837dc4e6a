import { taskImportApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { getScope, route } from '#platform/http.ts';
import { allowAccount, readAccount, readTodoist, type TaskImportsPlatform } from './operations/read-tasks.ts';

/** A stricter limit, because these requests make us call others, with a token that could be a guess. */
const READS_PER_MINUTE = 12;

export function taskImportRoutes(app: FastifyInstance, platform: TaskImportsPlatform): void {
  const limits = { perMinute: READS_PER_MINUTE };
  route(
    app,
    taskImportApi.readTodoist,
    async ({ request, body }) => ({
      found: await readTodoist(platform, getScope(request), body.token),
      message: 'Tasks read',
    }),
    limits,
  );
  route(
    app,
    taskImportApi.readAccount,
    async ({ request, params }) => {
      const answer = await readAccount(platform, getScope(request), params.id);
      return { ...answer, message: answer.found ? 'Tasks read' : 'A permission is needed first' };
    },
    limits,
  );
  route(
    app,
    taskImportApi.allowAccount,
    async ({ request, params, body }) => ({
      found: await allowAccount(platform, getScope(request), params.id, body.code),
      message: 'Tasks read',
    }),
    limits,
  );
}
