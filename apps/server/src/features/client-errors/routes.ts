import { clientErrorsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext, Platform } from '#platform/context.ts';
import { route } from '#platform/http.ts';
import { VERSION } from '../system/operations.ts';
import { reportError } from './operations.ts';

/** Genuine reports are small. */
const LARGEST_REPORT_BYTES = 65_536;

/** Needs no sign-in, because errors also happen before it. Requests are limited per address instead. */
export function clientErrorRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<Platform, 'config' | 'log'>,
): void {
  route(
    app,
    clientErrorsApi.report,
    async ({ body }) => {
      await reportError(platform, body, VERSION);
      return { message: 'Reported' };
    },
    { perMinute: platform.config.CLIENT_ERRORS_PER_MINUTE, bytes: LARGEST_REPORT_BYTES },
  );
}
