import { z } from 'zod';
import { proposePlan } from '#features/planning/operations/proposals.ts';
import type { Platform } from '#platform/context.ts';
import type { Job } from '#platform/jobs.ts';
import { mintScope } from '#platform/scope.ts';
import { reportConferenceLinks } from './operations/conference-links.ts';
import { followChangedEvents } from './operations/follow-events.ts';
import { REPLAN_JOB } from './operations/host-calendars.ts';
import { endExpiredBookings, mergeAvailabilityCounts, purgeLinks } from './operations/housekeeping.ts';
import type { BookingWriter } from './operations/platform.ts';

export function bookingJobs(platform: BookingWriter & Pick<Platform, 'compute' | 'db' | 'log'>): Job[] {
  return [
    {
      name: REPLAN_JOB,
      schema: z.object({ userId: z.string() }),
      isKeyed: true,
      async run({ userId }) {
        await proposePlan(platform, mintScope(userId, 'system'));
      },
    },
    {
      name: 'booking.end-lapsed',
      schema: z.object({}),
      cron: '* * * * *',
      run: () => endExpiredBookings(platform),
    },
    {
      name: 'booking.follow-events',
      schema: z.object({}),
      cron: '* * * * *',
      run: () => followChangedEvents(platform),
    },
    {
      name: 'booking.report-conference-links',
      schema: z.object({}),
      cron: '* * * * *',
      run: () => reportConferenceLinks(platform),
    },
    {
      name: 'booking.purge-links',
      schema: z.object({}),
      cron: '29 3 * * *',
      run: () => purgeLinks(platform),
    },
    {
      name: 'booking.join-availability-counts',
      schema: z.object({}),
      cron: '17 3 * * *',
      run: () => mergeAvailabilityCounts(platform),
    },
  ];
}
