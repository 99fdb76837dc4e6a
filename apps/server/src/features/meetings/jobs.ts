import { z } from 'zod';
import type { Job } from '#platform/jobs.ts';
import { followEvents } from './operations/follow-events.ts';
import { purgeMeetings, reportAnswers } from './operations/housekeeping.ts';
import type { MeetingsPlatform } from './operations/platform.ts';
import { remindDue } from './operations/reminders.ts';

export function meetingJobs(platform: MeetingsPlatform): Job[] {
  const job = (name: string, cron: string, run: () => Promise<void>): Job => ({
    name,
    schema: z.object({}),
    cron,
    run,
  });
  return [
    job('meetings.report-answers', '* * * * *', () => reportAnswers(platform)),
    job('meetings.follow-events', '* * * * *', () => followEvents(platform)),
    job('meetings.remind', '*/5 * * * *', () => remindDue(platform)),
    job('meetings.purge', '53 3 * * *', () => purgeMeetings(platform)),
  ];
}
