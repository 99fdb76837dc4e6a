import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, succeeded } from './values.ts';

/** The name of the sample week's calendar. */
export const SAMPLE_WEEK_NAME = 'Sample week';

/** A week of made-up events and tasks, to try the planner with. It counts like anything else until it is removed. */
export const SampleWeek = z
  .object({
    calendarId: Id,
    /** Those of the sample that still exist. */
    tasks: z.int(),
  })
  .meta({ id: 'SampleWeek' });
export type SampleWeek = z.infer<typeof SampleWeek>;

/** Short tips about parts of the app, in the order in which they are shown when several would fit. */
export const hintNames = [
  'overload',
  'undo',
  'quick-add',
  'why-here',
  'move-block',
  'booking-link',
  'shortcuts',
] as const;
export type HintName = (typeof hintNames)[number];

export const Hints = z
  .object({
    isOn: z.boolean(),
    /** Names of the hints that were shown, on any device. A later version may have retired some of them. */
    seen: z.array(z.string()),
  })
  .meta({ id: 'Hints' });
export type Hints = z.infer<typeof Hints>;

const HintsAnswer = z.object({ ...succeeded, hints: Hints, message: z.string() });

const SampleWeekAnswer = z.object({
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
  changeHints: endpoint({
    method: 'PATCH',
    path: '/onboarding/hints',
    summary: 'Turn hints on or off, or show all of them again (no names in `seen`); send only what changes',
    access: 'user',
    body: z.object({ isOn: z.boolean(), seen: z.array(z.enum(hintNames)).max(hintNames.length) }).partial(),
    response: HintsAnswer,
  }),
  takeHint: endpoint({
    method: 'POST',
    path: '/onboarding/hints/:hint/take',
    summary: 'Take the right to show a hint: of several pages and devices, only one gets it',
    access: 'user',
    params: z.object({ hint: z.enum(hintNames) }),
    response: HintsAnswer.extend({ isGranted: z.boolean() }),
  }),
  readSampleWeek: endpoint({
    method: 'GET',
    path: '/onboarding/sample-week',
    summary: 'The sample week, if there is one',
    access: 'user',
    response: SampleWeekAnswer,
  }),
  addSampleWeek: endpoint({
    method: 'POST',
    path: '/onboarding/sample-week',
    summary: 'Add a week of made-up events and tasks; there is only one at a time',
    access: 'user',
    response: SampleWeekAnswer,
  }),
  removeSampleWeek: endpoint({
    method: 'DELETE',
    path: '/onboarding/sample-week',
    summary: 'Remove the sample week with its calendar, tasks and their planned time',
    access: 'user',
    response: SampleWeekAnswer,
  }),
};
