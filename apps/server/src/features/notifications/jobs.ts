import { z } from 'zod';
import type { DbContext } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { purgeNotifications } from './operations/notifications.ts';

export function notificationJobs(platform: DbContext): Job[] {
  return [
    {
      name: 'notifications.purge',
      schema: z.object({}),
      cron: '47 3 * * *',
      run: () => purgeNotifications(platform),
    },
  ];
}
