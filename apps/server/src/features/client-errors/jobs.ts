import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { purgeErrors } from './operations.ts';

export function clientErrorJobs(platform: Platform): Job[] {
  return [
    {
      name: 'client-errors.purge',
      schema: z.object({}),
      cron: '51 3 * * *',
      run: () => purgeErrors(platform),
    },
  ];
}
