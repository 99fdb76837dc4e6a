import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { succeeded } from './values.ts';

/** Where a failure was caught: the crash screen, a part of a page, the start, or not at all. */
export const clientErrorKinds = ['app', 'feature', 'start', 'error', 'rejection'] as const;

export const clientErrorsApi = {
  report: endpoint({
    method: 'POST',
    path: '/client-errors',
    summary: 'Report an error in the browser, with the error id on its screen',
    access: 'public',
    body: z
      .object({
        /** Eight characters, as shown on the screen. */
        errorId: z.string().regex(/^[0-9A-F]{8}$/, 'must be the eight characters of an error id'),
        kind: z.enum(clientErrorKinds),
        message: z.string().max(1_000),
        stack: z.string().max(8_000),
        path: z.string().max(500),
        browser: z.string().max(400),
      })
      .meta({ id: 'ClientErrorInput' }),
    response: z.object({ ...succeeded, message: z.string() }),
  }),
};
