import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MINUTE_MS } from './units.ts';
import { Id, Instant, line, succeeded } from './values.ts';

export const focusModes = ['focus', 'short', 'long'] as const;

/** Focus sessions until the long break. */
export const FOCUS_SESSIONS_PER_CYCLE = 4;
const MAX_MINUTES = 180;

const Length = z.int().min(1).max(MAX_MINUTES);

/** A session with more pauses keeps the last stretches. */
export const MAX_STRETCHES = 60;

/** Time of a session that was worked without a pause. */
const stretch = { startedAt: Instant, endedAt: Instant };
const WorkedStretch = z.object(stretch);
export type WorkedStretch = z.infer<typeof WorkedStretch>;
const Stretches = z.array(WorkedStretch).max(MAX_STRETCHES);

const sessionTime = {
  ...stretch,
  worked: Stretches.min(1).optional().meta({
    description: 'When it was worked between its pauses, in order. Without it there was no pause.',
  }),
};

const timer = {
  mode: z.enum(focusModes),
  /** Finished focus sessions of the current round. */
  finished: z.int().min(0).max(FOCUS_SESSIONS_PER_CYCLE),
  /** When the running session ends; null while it is paused, and `leftMs` has what is left. */
  endsAt: Instant.nullable(),
  leftMs: z
    .int()
    .min(0)
    .max(MAX_MINUTES * MINUTE_MS),
  worked: Stretches.default([]).meta({
    description: 'When the session was worked on before its last pause, in order.',
  }),
  /** Minutes of each mode. */
  lengths: z.object({ focus: Length, short: Length, long: Length }),
  /** The task that is worked on. */
  taskId: Id.nullable(),
  /** The session before, which every device asks about until it is recorded. */
  question: z
    .object({ ...sessionTime, taskId: Id, title: line(300) })
    .nullable()
    .default(null),
};

/** The user's focus timer, the same on every device. */
export const FocusTimer = z
  .object({
    ...timer,
    /** Increases with every change; 0 until the first. */
    version: z.int().min(0).max(2_147_483_646),
  })
  .meta({ id: 'FocusTimer' });
export type FocusTimer = z.infer<typeof FocusTimer>;

/** The work of a session on a task, until its user has said how it went. */
export type FocusQuestion = NonNullable<FocusTimer['question']>;

/** What becomes of the task after a session on it. */
export const focusOutcomes = ['done', 'more', 'stopped'] as const;
export type FocusOutcome = (typeof focusOutcomes)[number];

/** Longer sessions were left running by mistake. */
export const MAX_FOCUS_HOURS = 12;

export const NewFocusSession = z
  .object({
    /** Chosen by the caller, so that a repeated request records one session. */
    _id: Id,
    taskId: Id.nullable(),
    ...sessionTime,
    outcome: z.enum(focusOutcomes).default('stopped'),
    madeAt: Instant.optional().meta({
      description: 'When the outcome was said, by default now: with `done`, the task is done at that time.',
    }),
    moreMinutes: z.int().min(5).max(480).default(25).meta({
      description: 'With the outcome `more`: minutes of work that the task needs from now on.',
    }),
  })
  .refine(({ startedAt, endedAt }) => Date.parse(startedAt) < Date.parse(endedAt), {
    message: 'must be after startedAt',
    path: ['endedAt'],
  })
  .meta({ id: 'NewFocusSession' });
export type NewFocusSession = z.infer<typeof NewFocusSession>;

export const focusApi = {
  read: endpoint({
    method: 'GET',
    path: '/focus',
    summary: "The focus timer, and today's focus time",
    access: 'user',
    scope: 'read:tasks',
    response: z.object({
      ...succeeded,
      /** The server's time, against which `endsAt` is to be read. */
      now: Instant,
      timer: FocusTimer,
      task: z.object({ _id: Id, title: z.string() }).nullable(),
      /** In the home zone's day. */
      todayMinutes: z.int(),
      todaySessions: z.int(),
      message: z.string(),
    }),
  }),
  setTimer: endpoint({
    method: 'PUT',
    path: '/focus/timer',
    summary: 'Change the focus timer; a stale version is refused, and a task that does not exist is left out',
    access: 'user',
    scope: 'write:tasks',
    body: FocusTimer,
    response: z.object({ ...succeeded, timer: FocusTimer, message: z.string() }),
  }),
  record: endpoint({
    method: 'POST',
    path: '/focus/sessions',
    summary: 'Record a focus session; on a task it counts as work. Undo with its command',
    access: 'user',
    scope: 'write:tasks',
    body: NewFocusSession,
    response: z.object({
      ...succeeded,
      commandId: Id.nullable(),
      taskWas: z.enum(['open', 'done', 'deleted']).nullable().meta({
        description:
          'The task before the session was recorded; null without one, and for a repeated request that does not complete it.',
      }),
      message: z.string(),
    }),
  }),
};
