import { z } from 'zod';
import type { DbContext } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { purgeErrors } from './operations.ts';

export function clientErrorJobs(platform: DbContext): Job[] {
  return [
    {
      name: 'client-errors.purge',
      schema: z.object({}),
      cron: '51 3 * * *',
      run: () => purgeErrors(platform),
    },
  ];
}
