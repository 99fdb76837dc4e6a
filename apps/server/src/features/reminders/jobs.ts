import { z } from 'zod';
import type { Mailer } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import type { TextSender } from '../phone/operations/platform.ts';
import type { RemindersPlatform } from './operations/platform.ts';
import { refreshReminders } from './operations/refresh.ts';
import { purgeReminders, queueNextSweeps, SWEEP_JOB, sendDueReminders } from './operations/send-due.ts';

export function reminderJobs(platform: Mailer & TextSender & Pick<RemindersPlatform, 'afterChange'>): Job[] {
  return [
    {
      name: SWEEP_JOB,
      schema: z.object({}),
      cron: '* * * * *',
      isKeyed: true,
      async run() {
        await refreshReminders(platform);
        await sendDueReminders(platform);
        await queueNextSweeps(platform);
      },
    },
    {
      name: 'reminders.purge',
      schema: z.object({}),
      cron: '51 3 * * *',
      run: () => purgeReminders(platform),
    },
  ];
}
