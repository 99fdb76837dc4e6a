import { focusApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext, Platform } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { recordSession } from './operations/record-session.ts';
import { readFocus, setTimer } from './operations/timer.ts';

export function focusRoutes(app: FastifyInstance, platform: DbContext & Pick<Platform, 'journal'>): void {
  route(app, focusApi.read, async ({ request }) => ({
    ...(await readFocus(platform, getScope(request))),
    message: 'Timer fetched',
  }));
  route(app, focusApi.setTimer, async ({ request, body }) => ({
    timer: await setTimer(platform, getScope(request), body),
    message: 'Timer saved',
  }));
  route(app, focusApi.record, async ({ request, body }) => ({
    ...(await recordSession(platform, getScope(request), body)),
    message: 'Session recorded',
  }));
}
