import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import { checkPlans } from './operations/check-plans.ts';

export function planningJobs(platform: Parameters<typeof checkPlans>[0]): Job[] {
  return [
    {
      name: 'planning.check',
      schema: z.object({}),
      cron: '* * * * *',
      isKeyed: true,
      run: () => checkPlans(platform),
    },
  ];
}
