import { calendarAccountsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { getScope, route } from '../../../platform/http.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readSettings } from '../../account/operations/settings.ts';
import type { CalendarPlatform } from '../../calendar/operations/platform.ts';
import {
  changeSyncedCalendar,
  disconnect,
  makeAccountPrimary,
  saveConnectedCalendars,
} from '../operations/accounts.ts';
import { dismissConflict, keepMine } from '../operations/conflicts.ts';
import { connectCaldav, finishConsent, startConsent } from '../operations/connect.ts';
import { listConnections } from '../operations/connections.ts';
import { addMirror, removeMirror, removeOwnEvents } from '../operations/mirrors.ts';
import { withholdGuestNotices } from '../operations/outbound-queue.ts';
import type { AccountsPlatform } from '../operations/platform.ts';
import { subscribe, unsubscribe } from '../operations/subscriptions.ts';
import { enqueueSync, syncAll } from '../operations/sync.ts';

/** Somebody tries passwords, or makes us call addresses: not as often as everything else. */
const CONNECTS_PER_MINUTE = 30;

export function calendarAccountRoutes(
  app: FastifyInstance,
  platform: AccountsPlatform & CalendarPlatform,
): void {
  const settings = async (scope: Scope, message: string) => ({
    settings: await readSettings(platform, scope),
    message,
  });

  route(app, calendarAccountsApi.getGoogleAuthUrl, async ({ request, query }) => ({
    authUrl: await startConsent(
      platform,
      getScope(request),
      'google',
      query.state ?? '',
      query.account ?? null,
    ),
  }));
  route(app, calendarAccountsApi.getOutlookAuthUrl, async ({ request, query }) => ({
    // The page knows by it whose code comes back.
    authUrl: await startConsent(
      platform,
      getScope(request),
      'outlook',
      query.state || 'outlook',
      query.account ?? null,
    ),
  }));
  route(
    app,
    calendarAccountsApi.addGoogle,
    async ({ request, body }) => {
      await finishConsent(platform, getScope(request), 'google', body.code);
      return settings(getScope(request), 'Google Calendar connected successfully!');
    },
    { perMinute: CONNECTS_PER_MINUTE },
  );
  route(
    app,
    calendarAccountsApi.addOutlook,
    async ({ request, body }) => {
      await finishConsent(platform, getScope(request), 'outlook', body.code);
      return settings(getScope(request), 'Outlook Calendar connected successfully!');
    },
    { perMinute: CONNECTS_PER_MINUTE },
  );
  route(
    app,
    calendarAccountsApi.addCaldav,
    async ({ request, body }) => {
      const { serverUrl, username, password } = body;
      await connectCaldav(platform, getScope(request), { serverUrl: serverUrl || null, username, password });
      return settings(getScope(request), 'Apple Calendar connected successfully!');
    },
    { perMinute: CONNECTS_PER_MINUTE },
  );
  route(app, calendarAccountsApi.saveCalendars, async ({ request, body }) => {
    await saveConnectedCalendars(platform, getScope(request), body.calendars);
    return settings(getScope(request), 'Calendars saved');
  });
  route(app, calendarAccountsApi.remove, async ({ request, params }) => {
    await disconnect(platform, getScope(request), params.domain, params.calendarId);
    return settings(getScope(request), 'Calendar disconnected successfully');
  });
  route(app, calendarAccountsApi.syncAll, async ({ request }) => {
    const count = await syncAll(platform, getScope(request));
    return { message: count === 1 ? '1 calendar is synced now' : `${count} calendars are synced now` };
  });
  route(app, calendarAccountsApi.list, async ({ request }) => ({
    ...(await listConnections(platform, getScope(request))),
    message: 'Calendar accounts fetched',
  }));
  route(app, calendarAccountsApi.change, async ({ request, params }) => {
    await makeAccountPrimary(platform, getScope(request), params.id);
    return { message: 'Primary account chosen' };
  });
  route(app, calendarAccountsApi.changeCalendar, async ({ request, params, body }) => {
    await changeSyncedCalendar(platform, getScope(request), params.id, body);
    return { message: 'Calendar saved' };
  });
  route(app, calendarAccountsApi.syncCalendar, async ({ request, params }) => {
    await enqueueSync(platform, getScope(request), params.id);
    return { message: 'The calendar is synced now' };
  });
  route(
    app,
    calendarAccountsApi.subscribe,
    async ({ request, body }) => ({
      calendarId: await subscribe(platform, getScope(request), body),
      message: 'Calendar subscribed',
    }),
    { perMinute: CONNECTS_PER_MINUTE },
  );
  route(app, calendarAccountsApi.unsubscribe, async ({ request, params }) => {
    await unsubscribe(platform, getScope(request), params.id);
    return { message: 'Calendar removed' };
  });
  route(app, calendarAccountsApi.addMirror, async ({ request, body }) => ({
    mirror: await addMirror(platform, getScope(request), body),
    message: 'It is copied from now on',
  }));
  route(app, calendarAccountsApi.removeMirror, async ({ request, params }) => {
    await removeMirror(platform, getScope(request), params.id);
    return { message: 'It is copied no longer; the copies are taken out' };
  });
  route(app, calendarAccountsApi.removeOwnEvents, async ({ request }) => {
    const removed = await removeOwnEvents(platform, getScope(request));
    const many = removed === 1 ? '1 event is taken out' : `${removed} events are taken out`;
    return { removed, message: removed === 0 ? 'There was nothing to take out' : many };
  });
  route(app, calendarAccountsApi.withholdNotices, async ({ request, body }) => {
    await withholdGuestNotices(platform, getScope(request), body);
    return { message: 'The guests are not told' };
  });
  route(app, calendarAccountsApi.keepMine, async ({ request, params, body }) => {
    await keepMine(platform, getScope(request), params.id, body);
    return { message: body.calendarId ? 'It is in that calendar now' : 'Your side is back' };
  });
  route(app, calendarAccountsApi.dismissConflict, async ({ request, params }) => {
    const kind = await dismissConflict(platform, getScope(request), params.id);
    return { message: kind === 'both_changed' ? 'Their side stands' : 'It is let go' };
  });
}
