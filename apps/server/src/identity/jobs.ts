import { z } from 'zod';
import type { Platform } from '../platform/context.ts';
import type { Job } from '../platform/jobs.ts';
import { purgeExpired } from './store/purge.ts';

export function identityJobs({ db, clock }: Platform): Job[] {
  return [
    { name: 'identity.purge', schema: z.object({}), cron: '7 * * * *', run: () => purgeExpired(db, clock()) },
  ];
}
