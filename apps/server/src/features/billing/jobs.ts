import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import { mintScope } from '#platform/scope.ts';
import {
  type BillingPlatform,
  CLOSING_JOB,
  processEvent,
  purgeEvents,
  SYNC_JOB,
  updateRenewal,
} from './operations.ts';

const Account = z.object({ userId: z.uuid() });
const Event = z.object({ eventId: z.string(), customerId: z.string().nullable() });

export function billingJobs(platform: BillingPlatform): Job[] {
  return [
    { name: SYNC_JOB, schema: Event, run: (event) => processEvent(platform, Event.parse(event)) },
    {
      name: CLOSING_JOB,
      schema: Account,
      run: (data) => updateRenewal(platform, mintScope(Account.parse(data).userId, 'system')),
    },
    {
      name: 'billing.purge-events',
      schema: z.object({}),
      cron: '41 3 * * *',
      run: () => purgeEvents(platform),
    },
  ];
}
