import { z } from 'zod';
import { CompletionFigures, EstimateFigures, WeekFigures, weekQuery } from './dashboard.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, LocalDate, succeeded } from './values.ts';

/** A task of a weekly review. */
export const ReviewedTask = z
  .object({ _id: Id, title: z.string(), project: z.string().nullable() })
  .meta({ id: 'ReviewedTask' });

export const weeklyReviewApi = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard/review',
    summary: 'Look back on a week: what was planned, done and carried over',
    access: 'user',
    scope: 'read:planning',
    query: z.object({
      ...weekQuery,
      /** Any day of the week; this week by default. */
      date: LocalDate.optional(),
    }),
    response: z.object({
      ...succeeded,
      week: WeekFigures,
      completion: CompletionFigures,
      /** Work that was recorded without a plan. */
      unplannedMinutes: z.int(),
      /** The first ones, by when they were finished; `completion.finishedTasks` counts all. */
      finished: z.array(ReviewedTask.extend({ estimatedMinutes: z.int(), workedMinutes: z.int() })),
      carriedOver: z.object({
        count: z.int(),
        /** The first ones, most time first. */
        tasks: z.array(
          ReviewedTask.extend({
            /** Planned for the week, not finished, and still to be done. */
            missedMinutes: z.int(),
            /** Where the plan has it now. */
            plannedAt: Instant.nullable(),
          }),
        ),
      }),
      points: z.object({ week: z.int(), weekBefore: z.int() }),
      focusMinutes: z.int(),
      estimates: z.array(EstimateFigures),
      /** The week after it; null if that one is over. */
      next: z.object({ startsOn: LocalDate, capacityMinutes: z.int(), plannedMinutes: z.int() }).nullable(),
      message: z.string(),
    }),
  }),
};
