import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import { type DataPlatform, DELETE_JOB, deleteAccountNow, deleteDueAccounts } from './operations/deleting.ts';

const Account = z.object({ userId: z.uuid(), isRetry: z.boolean().default(false) });

export function dataJobs(platform: DataPlatform): Job[] {
  return [
    {
      name: 'data.delete-due-accounts',
      schema: z.object({}),
      cron: '23 * * * *',
      run: () => deleteDueAccounts(platform),
    },
    {
      name: DELETE_JOB,
      schema: Account,
      run: (data) => deleteAccountNow(platform, Account.parse(data)),
    },
  ];
}
