import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LocalDate, succeeded } from './values.ts';

/** Points for a finished task, and more for a good estimate; never for hours. */
export const taskPoints = {
  /** It was in the plan. */
  planned: 10,
  unplanned: 5,
  /** The work took at most this share more or less than estimated. */
  goodEstimate: 5,
  estimateShare: 0.2,
} as const;

export const DASHBOARD_DAYS = 28;

export const DayFigures = z
  .object({
    /** In the home zone. */
    date: LocalDate,
    plannedMinutes: z.int(),
    /** Confirmed work: finished blocks. */
    workedMinutes: z.int(),
    finishedTasks: z.int(),
  })
  .meta({ id: 'DayFigures' });
export type DayFigures = z.infer<typeof DayFigures>;

export const ProjectFigures = z
  .object({
    /** Null: tasks without a project. */
    project: z.string().nullable(),
    plannedMinutes: z.int(),
    workedMinutes: z.int(),
  })
  .meta({ id: 'ProjectFigures' });
export type ProjectFigures = z.infer<typeof ProjectFigures>;

/** How long tasks of a project took, beside their estimates. */
export const EstimateFigures = z
  .object({
    project: z.string().nullable(),
    /** Finished tasks with confirmed work. */
    tasks: z.int(),
    /** The middle one of worked / estimated: `1.5` for half as long again. */
    factor: z.number(),
    openTasks: z.int(),
    openMinutes: z.int(),
    /** What the estimates of the open tasks would be with the factor. */
    learnedMinutes: z.int(),
  })
  .meta({ id: 'EstimateFigures' });
export type EstimateFigures = z.infer<typeof EstimateFigures>;

export const dashboardApi = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard',
    summary: 'Figures of the dashboard, by days and weeks of the home zone',
    access: 'user',
    scope: 'read:planning',
    response: z.object({
      ...succeeded,
      today: z.object({
        date: LocalDate,
        /** Working hours without meetings. */
        capacityMinutes: z.int(),
        plannedMinutes: z.int(),
        workedMinutes: z.int(),
      }),
      points: z.object({ total: z.int(), thisWeek: z.int(), lastWeek: z.int() }),
      focus: z.object({ todayMinutes: z.int(), weekMinutes: z.int() }),
      /** The last days until today, the oldest first. */
      days: z.array(DayFigures),
      /** This week, from Monday, by project; most work first. */
      projects: z.array(ProjectFigures),
      /** Of the last 90 days; only projects with at least three such tasks. */
      estimates: z.array(EstimateFigures),
      message: z.string(),
    }),
  }),
};
