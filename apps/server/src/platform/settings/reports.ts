import { z } from 'zod';
import { httpUrl } from './kinds.ts';

/** What browsers report and to which address. */
export const reportSettings = {
  ANALYTICS_URL: httpUrl
    .optional()
    .describe(
      'Where browsers tell which page was opened (a POST with `{ name, url, domain }`, as Plausible takes it). Unset: nowhere.',
    ),
  ERROR_REPORT_URL: httpUrl
    .optional()
    .describe('Where browsers send their failures beside this server. Unset: only to this server.'),
  CLIENT_ERRORS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('Reports of failures in the browser that one network address may send a minute.'),
};
