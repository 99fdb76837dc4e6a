import { hintsApi, onboardingApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { markOnboarded } from '#features/account/operations/settings.ts';
import { getScope, route } from '#platform/http.ts';
import { changeHints, takeHint } from './operations/hints.ts';
import {
  addSampleWeek,
  readSampleWeek,
  removeSampleWeek,
  type SampleWeekPlatform,
} from './operations/sample-week.ts';

export function onboardingRoutes(app: FastifyInstance, platform: SampleWeekPlatform): void {
  route(app, onboardingApi.finish, async ({ request }) => {
    await markOnboarded(platform, getScope(request));
    return { message: 'The first steps are over' };
  });
  route(app, hintsApi.change, async ({ request, body }) => ({
    hints: await changeHints(platform, getScope(request), body),
    message: 'Hints saved',
  }));
  route(app, hintsApi.take, async ({ request, params }) => {
    const taken = await takeHint(platform, getScope(request), params.hint);
    return {
      ...taken,
      message: taken.isGranted ? 'The hint is yours to show' : 'The hint is not to be shown',
    };
  });
  route(app, onboardingApi.readSampleWeek, async ({ request }) => ({
    sampleWeek: await readSampleWeek(platform, getScope(request)),
    message: 'Sample week fetched',
  }));
  route(app, onboardingApi.addSampleWeek, async ({ request }) => ({
    sampleWeek: await addSampleWeek(platform, getScope(request)),
    message: 'Sample week added',
  }));
  route(app, onboardingApi.removeSampleWeek, async ({ request }) => {
    await removeSampleWeek(platform, getScope(request));
    return { sampleWeek: null, message: 'Sample week removed' };
  });
}
