import { calendarAccountsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { getScope, route } from '#platform/http.ts';
import type { Scope } from '#platform/scope.ts';
import { readSettings, type SettingsSources } from '../account/operations/settings.ts';
import {
  changeSyncedCalendar,
  disconnect,
  makeAccountPrimary,
  saveConnectedCalendars,
} from './operations/accounts.ts';
import { connectCaldav, finishConsent, startConsent } from './operations/connect.ts';
import { listConnections } from './operations/connections.ts';
import type { AccountsPlatform } from './operations/platform.ts';
import { subscribe, unsubscribe } from './operations/subscriptions.ts';

/** A stricter limit, because these requests try passwords or make us call addresses. */
const CONNECTS_PER_MINUTE = 30;

export function calendarAccountRoutes(
  app: FastifyInstance,
  platform: AccountsPlatform & SettingsSources,
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
    // The page uses `state` to recognise the code that comes back.
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
}
