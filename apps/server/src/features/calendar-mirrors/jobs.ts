import { z } from 'zod';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { mintScope } from '#platform/scope.ts';
import { MIRROR_JOB, queueMirrors, reconcileMirrors } from './operations/mirror-events.ts';

const UserKey = z.object({ userId: z.uuid() });

export function calendarMirrorJobs(platform: DbContext & Pick<Platform, 'jobs'>): Job[] {
  return [
    {
      name: MIRROR_JOB,
      schema: UserKey,
      isKeyed: true,
      run: (data) => reconcileMirrors(platform, mintScope(UserKey.parse(data).userId, 'system')),
    },
    {
      name: 'calendar-accounts.queue-mirrors',
      schema: z.object({}),
      cron: '*/15 * * * *',
      run: () => queueMirrors(platform),
    },
  ];
}
