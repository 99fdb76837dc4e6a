import { calendarAccountsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { dismissConflict, keepMine } from '../operations/conflicts.ts';
import { withholdGuestNotices } from '../operations/outbound-queue.ts';
import { enqueueSync, syncAll } from '../operations/sync.ts';

export function calendarSyncRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<Platform, 'jobs' | 'journal'> & Pick<CalendarPlatform, 'outboundQueue'>,
): void {
  route(app, calendarAccountsApi.syncAll, async ({ request }) => {
    const count = await syncAll(platform, getScope(request));
    return { message: count === 1 ? '1 calendar is being synced' : `${count} calendars are being synced` };
  });
  route(app, calendarAccountsApi.syncCalendar, async ({ request, params }) => {
    await enqueueSync(platform, getScope(request), params.id);
    return { message: 'The calendar is being synced' };
  });
  route(app, calendarAccountsApi.withholdNotices, async ({ request, body }) => {
    await withholdGuestNotices(platform, getScope(request), body);
    return { message: 'The guests are not notified' };
  });
  route(app, calendarAccountsApi.keepMine, async ({ request, params, body }) => {
    await keepMine(platform, getScope(request), params.id, body);
    return {
      message: body.calendarId ? 'The change was added to that calendar' : 'Your version was restored',
    };
  });
  route(app, calendarAccountsApi.dismissConflict, async ({ request, params }) => {
    const kind = await dismissConflict(platform, getScope(request), params.id);
    return { message: kind === 'both_changed' ? 'Their version was kept' : 'The change was dismissed' };
  });
}
