import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import { mintScope } from '#platform/scope.ts';
import { jobNames, type SyncPlatform } from './operations/platform.ts';
import { queueDueSyncs, syncCalendar } from './operations/sync.ts';
import { purgeHistory } from './operations/sync-report.ts';

const CalendarKey = z.object({ userId: z.uuid(), calendarId: z.uuid() });
const Nothing = z.object({});

export function calendarSyncJobs(platform: SyncPlatform): Job[] {
  return [
    {
      name: jobNames.sync,
      schema: CalendarKey,
      isKeyed: true,
      concurrency: { atOnce: 8, perUser: 3 },
      run(data) {
        const { userId, calendarId } = CalendarKey.parse(data);
        return syncCalendar(platform, mintScope(userId, 'system'), calendarId, 'short');
      },
    },
    ...[jobNames.syncWhole, jobNames.syncFeed].map(
      (name): Job => ({
        name,
        schema: CalendarKey,
        isKeyed: true,
        concurrency: { atOnce: 6, perUser: 2 },
        run(data) {
          const { userId, calendarId } = CalendarKey.parse(data);
          return syncCalendar(platform, mintScope(userId, 'system'), calendarId, 'long');
        },
      }),
    ),
    {
      name: 'calendar-accounts.queue-due',
      schema: Nothing,
      cron: '* * * * *',
      run: () => queueDueSyncs(platform),
    },
    {
      name: 'calendar-accounts.purge-history',
      schema: Nothing,
      cron: '37 * * * *',
      run: () => purgeHistory(platform),
    },
  ];
}
