import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, LocalDate, succeeded, weekdays } from './values.ts';

/** Points for a finished task, and more for a good estimate; never for hours. */
export const taskPoints = {
  /** It was in the plan. */
  planned: 10,
  unplanned: 5,
  /** The work took at most this share more or less than estimated. */
  goodEstimate: 5,
  estimateShare: 0.2,
} as const;

/** Weeks of the completion trend, this one included. */
export const TREND_WEEKS = 6;

/** Today's finished tasks that the dashboard names; more would be a wall of words. */
export const NAMED_TASKS = 5;

const Minutes = z
  .object({
    /** Time in the plan, whether it was worked or not. Work that was recorded without a plan does not count. */
    plannedMinutes: z.int(),
    /** Finished blocks; of meetings, the time that has passed. */
    workedMinutes: z.int(),
  })
  .meta({ id: 'PlannedMinutes' });

export const CategoryFigures = z
  .object({
    /** `rest` is all projects without a category of their own. */
    kind: z.enum(['project', 'none', 'rest', 'meetings']),
    /** Only for the kind `project`. */
    project: z.string().nullable(),
    ...Minutes.shape,
    /** By day of the week, the first one first. */
    days: z.array(Minutes).length(7),
  })
  .meta({ id: 'CategoryFigures' });
export type CategoryFigures = z.infer<typeof CategoryFigures>;

export const WeekFigures = z
  .object({
    /** The first day, in the home zone. */
    startsOn: LocalDate,
    /** The projects with most time, then work without a project, the other projects as one, and meetings. */
    categories: z.array(CategoryFigures),
  })
  .meta({ id: 'WeekFigures' });
export type WeekFigures = z.infer<typeof WeekFigures>;

export const CompletionFigures = z
  .object({
    startsOn: LocalDate,
    /** Planned time that has passed or was finished early. */
    dueMinutes: z.int(),
    /** What was finished of it. */
    doneMinutes: z.int(),
    finishedTasks: z.int(),
  })
  .meta({ id: 'CompletionFigures' });
export type CompletionFigures = z.infer<typeof CompletionFigures>;

/** How long tasks of a project took, compared with their estimates. */
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

/** The same for all finished tasks. Open ones of a project with figures of its own are reckoned by those. */
export const OverallEstimate = EstimateFigures.omit({ project: true }).meta({ id: 'OverallEstimate' });
export type OverallEstimate = z.infer<typeof OverallEstimate>;

export const PlannedOverlap = z.object({
  blockId: Id,
  title: z.string(),
  startsAt: Instant,
  /** The task whose block takes its time; null where that is an event. */
  under: z.string().nullable(),
  /**
   * What it takes until planning again moves the block: nothing else; its pin goes; it leaves the plan, because it is
   * running or begins within the frozen hours. `hand`: its task is not planned automatically.
   */
  movesBy: z.enum(['planning', 'unpinning', 'removing', 'hand']),
});
export type PlannedOverlap = z.infer<typeof PlannedOverlap>;

export const weekQuery = {
  /** With which day weeks begin. */
  weekStartsOn: z.enum(weekdays).default('mon'),
};

export const dashboardApi = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard',
    summary: 'Figures of the dashboard, by days and weeks of the home zone',
    access: 'user',
    scope: 'read:planning',
    query: z.object(weekQuery),
    response: z.object({
      ...succeeded,
      today: z.object({
        date: LocalDate,
        startsAt: Instant,
        endsAt: Instant,
        /** From then on, the day is looked back on. */
        eveningAt: Instant,
        /** Working hours without meetings. */
        capacityMinutes: z.int(),
        plannedMinutes: z.int(),
        workedMinutes: z.int(),
        finishedTasks: z.int(),
        /** The first of them, by when they were finished. */
        firstFinished: z.array(z.object({ _id: Id, title: z.string() })).max(NAMED_TASKS),
      }),
      points: z.object({ thisWeek: z.int(), lastWeek: z.int() }),
      focus: z.object({ todayMinutes: z.int(), weekMinutes: z.int() }),
      week: WeekFigures,
      /** The last weeks until this one, the oldest first. */
      completion: z.array(CompletionFigures),
      /** Covers the last 90 days; only projects with at least three such tasks. */
      estimates: z.array(EstimateFigures),
      /** Null with fewer than three such tasks in all. */
      overallEstimate: OverallEstimate.nullable(),
      /** Planned blocks under events or other blocks, from now to the end of the planned days, the earliest first. */
      overlaps: z.array(PlannedOverlap),
      /** Open tasks that missed blocks of the last month, and whose blocks ahead are too short for what remains. */
      partlyPlanned: z.array(Id),
      /** The first day of the week to look back on now: at its end, and on the first day of the next one. */
      reviewWeek: LocalDate.nullable(),
      message: z.string(),
    }),
  }),
};
