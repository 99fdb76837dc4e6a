import { z } from 'zod';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { listUsersToReindex, moveWindow } from './operations/occurrence-index.ts';

const EXPAND = 'calendar.expand';
const UserId = z.object({ userId: z.uuid() });

/** Every night, expands the series of users whose window has fallen behind. */
export function calendarJobs(platform: DbContext & Pick<Platform, 'jobs'>): Job[] {
  return [
    {
      name: 'calendar.expand-nightly',
      schema: z.object({}),
      cron: '37 2 * * *',
      async run() {
        for (const userId of await listUsersToReindex(platform))
          await platform.jobs.enqueue(EXPAND, { userId });
      },
    },
    {
      name: EXPAND,
      schema: UserId,
      run: (data) => moveWindow(platform, UserId.parse(data).userId),
    },
  ];
}
