import { preferencesApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext, Platform } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { setHoursOfDates } from './operations/hours-of-dates.ts';
import { changePreferences, setHomeTimeZone, setScheduling, setWorkingHours } from './operations/settings.ts';

export function preferencesRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<Platform, 'jobs' | 'journal'>,
): void {
  route(app, preferencesApi.changePreferences, async ({ request, body }) => ({
    preferences: await changePreferences(platform, getScope(request), body),
    message: 'Preferences saved',
  }));
  route(app, preferencesApi.setWorkingHours, async ({ request, body }) => ({
    ...(await setWorkingHours(platform, getScope(request), body)).saved,
    message: 'Working hours saved',
  }));
  route(app, preferencesApi.setHoursOfDates, async ({ request, body }) => ({
    ...(await setHoursOfDates(platform, getScope(request), body)),
    message: 'Hours saved',
  }));
  route(app, preferencesApi.setHomeTimeZone, async ({ request, body }) => ({
    ...(await setHomeTimeZone(platform, getScope(request), body.timeZoneName)),
    message: 'Home zone saved',
  }));
  route(app, preferencesApi.setScheduling, async ({ request, body }) => ({
    scheduling: (await setScheduling(platform, getScope(request), body)).saved,
    message: 'Scheduling saved',
  }));
}
