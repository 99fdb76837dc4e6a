import { z } from 'zod';
import type { DbContext } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { purgeSecurity } from './operations.ts';

export function securityJobs(platform: DbContext): Job[] {
  return [
    {
      name: 'security.purge',
      schema: z.object({}),
      cron: '47 3 * * *',
      run: () => purgeSecurity(platform),
    },
  ];
}
