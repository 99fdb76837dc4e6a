import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import type { TextSender } from './operations/platform.ts';
import { purgeTexts, sendDueMessages } from './operations/texts.ts';

export function phoneJobs(platform: TextSender): Job[] {
  return [
    {
      name: 'phone.send-due',
      schema: z.object({}),
      cron: '* * * * *',
      run: () => sendDueMessages(platform),
    },
    {
      name: 'phone.purge',
      schema: z.object({}),
      cron: '23 3 * * *',
      run: () => purgeTexts(platform),
    },
  ];
}
