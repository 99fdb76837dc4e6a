import { z } from 'zod';
import type { Job } from '../../platform/jobs.ts';
import { type BillingPlatform, processEvent, purgeEvents, SYNC_JOB } from './operations.ts';

const Event = z.object({ eventId: z.string(), customerId: z.string().nullable() });

export function billingJobs(platform: BillingPlatform): Job[] {
  return [
    { name: SYNC_JOB, schema: Event, run: (event) => processEvent(platform, Event.parse(event)) },
    {
      name: 'billing.purge-events',
      schema: z.object({}),
      cron: '41 3 * * *',
      run: () => purgeEvents(platform),
    },
  ];
}
