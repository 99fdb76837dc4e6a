import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import { mintScope } from '#platform/scope.ts';
import { purgeConsents } from './operations/consents.ts';
import { discoverCalendars, queueDiscovery, queueUnfinishedDiscovery } from './operations/discover.ts';
import { type AccountsPlatform, DISCOVER_JOB } from './operations/platform.ts';

const AccountKey = z.object({ userId: z.uuid(), accountId: z.uuid() });
const Nothing = z.object({});

export function calendarAccountJobs(platform: AccountsPlatform): Job[] {
  return [
    {
      name: DISCOVER_JOB,
      schema: AccountKey,
      isKeyed: true,
      run(data) {
        const { userId, accountId } = AccountKey.parse(data);
        return discoverCalendars(platform, mintScope(userId, 'system'), accountId);
      },
    },
    {
      name: 'calendar-accounts.queue-discovery',
      schema: Nothing,
      cron: '23 4 * * *',
      run: () => queueDiscovery(platform),
    },
    {
      name: 'calendar-accounts.queue-unfinished-discovery',
      schema: Nothing,
      cron: '*/10 * * * *',
      run: () => queueUnfinishedDiscovery(platform),
    },
    {
      name: 'calendar-accounts.purge-consents',
      schema: Nothing,
      cron: '11 3 * * *',
      run: () => purgeConsents(platform),
    },
  ];
}
