import { z } from 'zod';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { purgeLog } from './operations/log.ts';

export function agentJobs(platform: DbContext & Pick<Platform, 'journal'>): Job[] {
  return [{ name: 'agents.purge', schema: z.object({}), cron: '23 * * * *', run: () => purgeLog(platform) }];
}
