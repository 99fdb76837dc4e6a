import { calendarAccountsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext, Platform } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { addMirror, removeMirror, removeOwnEvents } from './operations/mirrors.ts';

export function calendarMirrorRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<Platform, 'jobs'>,
): void {
  route(app, calendarAccountsApi.addMirror, async ({ request, body }) => ({
    mirror: await addMirror(platform, getScope(request), body),
    message: 'Mirror added',
  }));
  route(app, calendarAccountsApi.removeMirror, async ({ request, params }) => {
    await removeMirror(platform, getScope(request), params.id);
    return { message: 'Mirror removed. Its events are being deleted.' };
  });
  route(app, calendarAccountsApi.removeOwnEvents, async ({ request }) => {
    const removed = await removeOwnEvents(platform, getScope(request));
    const many = removed === 1 ? '1 event is being removed' : `${removed} events are being removed`;
    return { removed, message: removed === 0 ? 'There was nothing to remove' : many };
  });
}
