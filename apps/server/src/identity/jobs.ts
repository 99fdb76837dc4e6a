import { z } from 'zod';
import type { DbContext } from '../platform/context.ts';
import type { Job } from '../platform/jobs.ts';
import { purgeExpired } from './store/purge.ts';

export function identityJobs({ db, clock }: DbContext): Job[] {
  return [
    { name: 'identity.purge', schema: z.object({}), cron: '7 * * * *', run: () => purgeExpired(db, clock()) },
  ];
}
