import { calendarAccountsApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { route } from '#platform/http.ts';
import { queueNotifiedSyncs } from '../operations/watch.ts';

/** Enough for a thousand Graph notifications with long ids. */
const MAX_BYTES = 1_048_576;

/** Microsoft Graph, changeNotificationCollection. */
const Notices = z.object({
  value: z
    .array(
      z.object({
        subscriptionId: z.string().max(200),
        clientState: z.string().max(200).nullish(),
        lifecycleEvent: z.string().max(100).nullish(),
      }),
    )
    .max(1_000),
});

/** Receives change notifications of providers. The response is immediate; jobs do the work. */
export async function calendarWebhookRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<Platform, 'jobs' | 'secrets'>,
): Promise<void> {
  await app.register(async (scope) => {
    // Google sends no body with a JSON content type, so bodies are parsed below.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    route(scope, calendarAccountsApi.receiveGoogle, async ({ request }) => {
      const id = getHeader(request, 'x-goog-channel-id');
      const token = getHeader(request, 'x-goog-channel-token');
      if ((await queueNotifiedSyncs(platform, [{ channel: { id }, token }])) === 0) throw unknownChannel();
      return {};
    });
    route(scope, calendarAccountsApi.receiveGraph, async ({ request, reply, query }) => {
      // Graph's validation handshake: returns the token as plain text, so that no browser interprets it as
      // HTML.
      if (query.validationToken !== undefined) {
        return reply.type('text/plain; charset=utf-8').send(query.validationToken);
      }
      const notices = Notices.safeParse(parseJson(request.body));
      if (!notices.success)
        throw new AppError('invalid_request', 'This is not a notification of Microsoft Graph.');
      const known = await queueNotifiedSyncs(
        platform,
        notices.data.value.map(({ subscriptionId, clientState, lifecycleEvent }) => ({
          channel: { resourceId: subscriptionId },
          token: clientState ?? '',
          isOver: lifecycleEvent === 'subscriptionRemoved' || lifecycleEvent === 'reauthorizationRequired',
        })),
      );
      if (known === 0 && notices.data.value.length > 0) throw unknownChannel();
      return {};
    });
  });
}

function unknownChannel(): AppError {
  return new AppError('not_found', 'This notification belongs to no subscription.');
}

function getHeader(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}
