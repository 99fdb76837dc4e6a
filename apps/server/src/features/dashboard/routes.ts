import { dashboardApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { readDashboard } from './operations/read-dashboard.ts';

export function dashboardRoutes(app: FastifyInstance, platform: DbContext): void {
  route(app, dashboardApi.read, async ({ request }) => ({
    ...(await readDashboard(platform, getScope(request))),
    message: 'Figures fetched',
  }));
}
