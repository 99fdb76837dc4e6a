import { meetingsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext } from '#platform/context.ts';
import { route } from '#platform/http.ts';
import { answerInvitation, readInvitation, writeInvitationFile } from '../operations/invitations.ts';
import type { MeetingsPlatform } from '../operations/platform.ts';

const MAX_BYTES = 16 * 1024;

/** Calls without sign-in, by an attendee's capability link. */
export function publicMeetingRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<MeetingsPlatform, 'config' | 'outboundQueue' | 'secrets'>,
): void {
  const writing = { perMinute: platform.config.bookingLimits.attemptsPerMinute, bytes: MAX_BYTES };
  route(app, meetingsApi.readInvitation, ({ params }) => readInvitation(platform, params));
  route(
    app,
    meetingsApi.answerInvitation,
    ({ params, body }) => answerInvitation(platform, params, body),
    writing,
  );
  route(app, meetingsApi.downloadInvitation, async ({ params, reply }) =>
    reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invitation.ics"')
      .send(await writeInvitationFile(platform, params)),
  );
}
