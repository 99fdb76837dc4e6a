import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { purgeLog } from './operations/log.ts';

export function agentJobs(platform: Pick<Platform, 'db' | 'clock' | 'journal'>): Job[] {
  return [{ name: 'agents.purge', schema: z.object({}), cron: '23 * * * *', run: () => purgeLog(platform) }];
}
