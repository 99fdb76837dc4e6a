import { dashboardApi, weeklyReviewApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { readDashboard } from './operations/read-dashboard.ts';
import { readReview } from './operations/read-review.ts';

export function dashboardRoutes(app: FastifyInstance, platform: DbContext): void {
  route(app, dashboardApi.read, async ({ request, query }) => ({
    ...(await readDashboard(platform, getScope(request), query.weekStartsOn)),
    message: 'Figures fetched',
  }));
  route(app, weeklyReviewApi.read, async ({ request, query }) => ({
    ...(await readReview(platform, getScope(request), query)),
    message: 'Review fetched',
  }));
}
