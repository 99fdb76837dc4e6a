import { z } from 'zod';
import type { DbContext } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { purgeOldTasks } from './operations/purge-tasks.ts';

export function taskJobs(platform: DbContext): Job[] {
  return [
    {
      name: 'tasks.purge',
      schema: z.object({}),
      cron: '17 3 * * *',
      run: () => purgeOldTasks(platform),
    },
  ];
}
