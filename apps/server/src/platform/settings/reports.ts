import { z } from 'zod';
import { httpUrl } from './kinds.ts';

/** What browsers report and to which address. */
export const reportSettings = {
  ANALYTICS_URL: httpUrl
    .optional()
    .describe(
      'Address to which browsers report each opened page (a POST with `{ name, url, domain }`, compatible with Plausible). Unset: no reports.',
    ),
  ERROR_REPORT_URL: httpUrl
    .optional()
    .describe('Address to which browsers also report errors. Unset: they report only to this server.'),
  CLIENT_ERRORS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('Browser error reports accepted per minute from one network address.'),
};
