import { z } from 'zod';
import type { Job } from '../../platform/jobs.ts';
import { mintScope } from '../../platform/scope.ts';
import { purgeConsents } from './operations/connect.ts';
import { purgeHistory } from './operations/connections.ts';
import { discoverCalendars, queueDiscovery } from './operations/discover.ts';
import { queueMirrors, reconcileMirrors } from './operations/mirrors.ts';
import { type AccountsPlatform, jobNames } from './operations/platform.ts';
import { queueDue, syncCalendar } from './operations/sync.ts';

const CalendarOf = z.object({ userId: z.uuid(), calendarId: z.uuid() });
const AccountOf = z.object({ userId: z.uuid(), accountId: z.uuid() });
const UserOf = z.object({ userId: z.uuid() });
const Nothing = z.object({});

export function calendarAccountJobs(platform: AccountsPlatform): Job[] {
  return [
    {
      name: jobNames.sync,
      schema: CalendarOf,
      isKeyed: true,
      concurrency: { atOnce: 8, ofOneUser: 3 },
      run(data) {
        const { userId, calendarId } = CalendarOf.parse(data);
        return syncCalendar(platform, mintScope(userId, 'system'), calendarId, 'short');
      },
    },
    ...[jobNames.syncWhole, jobNames.syncFeed].map(
      (name): Job => ({
        name,
        schema: CalendarOf,
        isKeyed: true,
        concurrency: { atOnce: 6, ofOneUser: 2 },
        run(data) {
          const { userId, calendarId } = CalendarOf.parse(data);
          return syncCalendar(platform, mintScope(userId, 'system'), calendarId, 'long');
        },
      }),
    ),
    {
      name: jobNames.discover,
      schema: AccountOf,
      isKeyed: true,
      run(data) {
        const { userId, accountId } = AccountOf.parse(data);
        return discoverCalendars(platform, mintScope(userId, 'system'), accountId);
      },
    },
    {
      name: jobNames.mirror,
      schema: UserOf,
      isKeyed: true,
      run: (data) => reconcileMirrors(platform, mintScope(UserOf.parse(data).userId, 'system')),
    },
    {
      name: 'calendar-accounts.queue-due',
      schema: Nothing,
      cron: '* * * * *',
      run: () => queueDue(platform),
    },
    {
      name: 'calendar-accounts.queue-mirrors',
      schema: Nothing,
      cron: '*/15 * * * *',
      run: () => queueMirrors(platform),
    },
    {
      name: 'calendar-accounts.queue-discovery',
      schema: Nothing,
      cron: '23 4 * * *',
      run: () => queueDiscovery(platform),
    },
    {
      name: 'calendar-accounts.purge-history',
      schema: Nothing,
      cron: '37 * * * *',
      run: () => purgeHistory(platform),
    },
    {
      name: 'calendar-accounts.purge-consents',
      schema: Nothing,
      cron: '11 3 * * *',
      run: () => purgeConsents(platform),
    },
  ];
}
