import { invitationsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http.ts';
import { answerOnPage, readGuestPage } from './operations/guest-page.ts';
import type { InvitationsPlatform } from './operations/platform.ts';

const MOST_BYTES = 1024;

/** Calls without sign-in, by a guest's capability link. */
export function invitationRoutes(app: FastifyInstance, platform: InvitationsPlatform): void {
  const writing = { perMinute: platform.config.bookingLimits.attemptsPerMinute, bytes: MOST_BYTES };
  route(app, invitationsApi.read, ({ params }) => readGuestPage(platform, params.token));
  route(
    app,
    invitationsApi.answer,
    ({ params, body }) => answerOnPage(platform, params.token, body.answer),
    writing,
  );
}
