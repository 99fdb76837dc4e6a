import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, succeeded } from './values.ts';

/** A week of made-up events and tasks, to try the planner with. It counts like anything else until it is removed. */
export const SampleWeek = z
  .object({
    calendarId: Id,
    /** The sample's tasks that still exist. */
    tasks: z.int(),
  })
  .meta({ id: 'SampleWeek' });
export type SampleWeek = z.infer<typeof SampleWeek>;

const SampleWeekResponse = z.object({
  ...succeeded,
  /** Null if there is none. */
  sampleWeek: SampleWeek.nullable(),
  message: z.string(),
});

export const onboardingApi = {
  finish: endpoint({
    method: 'POST',
    path: '/onboarding/finish',
    summary: 'The first steps are done or skipped; they are not shown again',
    access: 'user',
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  readSampleWeek: endpoint({
    method: 'GET',
    path: '/onboarding/sample-week',
    summary: 'The sample week, if there is one',
    access: 'user',
    response: SampleWeekResponse,
  }),
  addSampleWeek: endpoint({
    method: 'POST',
    path: '/onboarding/sample-week',
    summary: 'Add a week of made-up events and tasks; there is only one at a time',
    access: 'user',
    response: SampleWeekResponse,
  }),
  removeSampleWeek: endpoint({
    method: 'DELETE',
    path: '/onboarding/sample-week',
    summary: 'Remove the sample week with its calendar, tasks and their planned time',
    access: 'user',
    response: SampleWeekResponse,
  }),
};
