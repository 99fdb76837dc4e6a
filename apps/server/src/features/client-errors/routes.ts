import { clientErrorsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/context.ts';
import { route } from '#platform/http.ts';
import { VERSION } from '../system/operations.ts';
import { reportError } from './operations.ts';

/** A report is small: whoever sends more has something else in mind. */
const LARGEST_REPORT_BYTES = 65_536;

/** Open to everybody, for whoever is signed out crashes too; held short for each address instead. */
export function clientErrorRoutes(app: FastifyInstance, platform: Platform): void {
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
