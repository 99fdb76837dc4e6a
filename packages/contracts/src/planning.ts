import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { HOUR_MS } from './units.ts';
import { Id, Instant, LocalDate, succeeded, TimeOfDay, weekdays } from './values.ts';

/** The date of the later occurrence of a repeating task that this is for. Null for the task itself. */
const OccurrenceDate = LocalDate.nullable();

/** A stretch of time that the plan gives to a task. */
export const Block = z
  .object({
    _id: Id,
    taskId: Id,
    title: z.string(),
    project: z.string().nullable(),
    priority: z.int(),
    startsAt: Instant,
    endsAt: Instant,
    /** Pinned by the user: replanning does not move it. */
    isPinned: z.boolean(),
    state: z.enum(['planned', 'done']),
    /** Whether its work is done: it was confirmed, or its task was completed after it. */
    isFinished: z.boolean(),
    occurrenceOn: OccurrenceDate,
    /** `2` of `3` if the task is split into chunks. */
    chunk: z.int(),
    chunkCount: z.int(),
    /** Whether no later place would meet the deadline. */
    isLastChance: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Block' });
export type Block = z.infer<typeof Block>;

export const Plan = z
  .object({
    /** Increases with every change of the plan. */
    revision: z.int(),
    plannedAt: Instant.nullable(),
    blocks: z.array(Block),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

const Place = z.object({ startsAt: Instant, endsAt: Instant });

/** One line of a plan diff. */
export const PlanChange = z
  .object({
    id: z.string(),
    taskId: Id,
    occurrenceOn: OccurrenceDate,
    title: z.string(),
    kind: z.enum(['added', 'moved', 'removed']),
    from: Place.nullable(),
    to: Place.nullable(),
    /** Why it is at the new place, in one sentence. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'PlanChange' });
export type PlanChange = z.infer<typeof PlanChange>;

export const AtRisk = z
  .object({
    taskId: Id,
    occurrenceOn: OccurrenceDate,
    title: z.string(),
    shortMinutes: z.int(),
    lateMinutes: z.int(),
    isHard: z.boolean(),
    sentence: z.string(),
  })
  .meta({ id: 'AtRisk' });
export type AtRisk = z.infer<typeof AtRisk>;

/** A computed plan that waits for the user's decision. Nothing moves before it is accepted. */
export const Proposal = z
  .object({
    _id: Id,
    state: z.enum(['pending', 'accepted', 'rejected']),
    /** The revision of the plan it was computed from; a newer revision makes it outdated. */
    baseRevision: z.int(),
    createdAt: Instant,
    changes: z.array(PlanChange),
    stayed: z.int(),
    /** What should be done within the horizon, and will be late or does not fit. */
    atRisk: z.array(AtRisk),
    /** The number of other tasks without a place, or without all of it: they may wait for a later plan. */
    notPlannedYet: z.int(),
    /** The value of the objective in the planner's units (144,000 = one point). */
    cost: z.number(),
    /** A proven lower bound of that value: no plan costs less. Null if none was computed. */
    bound: z.number().nullable(),
    /** The most by which it can be worse than the best plan: `0.02` for 2 %; `0` is proven optimal. */
    gap: z.number().min(0).nullable(),
    horizon: Place,
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

/** Why a block is where it is: the places considered, in chronological order. */
export const Explanation = z
  .object({
    summary: z.string(),
    /** Long lists are summed up. */
    places: z.array(Place.extend({ isChosen: z.boolean(), headline: z.string(), detail: z.string() })),
    /** Number of places considered, the chosen one included. */
    placesTried: z.int(),
  })
  .meta({ id: 'Explanation' });
export type Explanation = z.infer<typeof Explanation>;

/** An instant in the planner's format, in UTC: `2026-03-02T08:00:00Z`. */
const PlannerInstant = z.string();
const PlannerWindows = z.array(z.tuple([TimeOfDay, TimeOfDay]).readonly()).readonly();
/** A task's id, or that of one of its later occurrences: `ID#2026-11-25`. */
const PlannerTaskId = z.string();
const PlannerBlock = z.object({ task: PlannerTaskId, start: PlannerInstant, end: PlannerInstant });
const BusyTime = z.object({
  start: PlannerInstant,
  end: PlannerInstant,
  before: z.int().exactOptional(),
  after: z.int().exactOptional(),
});

/** The server's planning problem in the planner's format `schedbench/1`, so that the page can try changes. */
const PlanningInstance = z.object({
  format: z.literal('schedbench/1'),
  id: z.string(),
  family: z.string(),
  seed: z.int(),
  zone: z.string(),
  slotMinutes: z.int(),
  start: PlannerInstant,
  end: PlannerInstant,
  hours: z.record(z.string(), z.partialRecord(z.enum(weekdays), PlannerWindows)),
  /** By set of hours, the dates whose windows differ from their weekday's. */
  overrides: z.record(z.string(), z.record(LocalDate, PlannerWindows)),
  buffers: z.object({ before: z.int(), after: z.int() }),
  busy: z.array(BusyTime).readonly(),
  locked: z.array(PlannerBlock).readonly(),
  tasks: z
    .array(
      z.object({
        id: PlannerTaskId,
        minutes: z.int(),
        priority: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
        category: z.string(),
        hours: z.string(),
        notBefore: PlannerInstant.nullable(),
        due: PlannerInstant.nullable(),
        dueKind: z.enum(['soft', 'hard']),
        minChunk: z.int(),
        maxChunk: z.int(),
        after: z.array(PlannerTaskId).readonly(),
        prefer: PlannerWindows,
      }),
    )
    .readonly(),
  /** The movable part of the current plan. */
  previous: z.array(PlannerBlock).readonly().nullable(),
  weights: z.object({
    priority: z.object({ 1: z.number(), 2: z.number(), 3: z.number(), 4: z.number() }),
    unplanned: z.number(),
    hardMiss: z.number(),
    late: z.number(),
    flow: z.number(),
    prefer: z.number(),
    split: z.number(),
    switch: z.number(),
    move: z.number(),
    near: z.number(),
    nearMinutes: z.number(),
  }),
});

/** Details of an open task that the instance does not have. */
const PlannedTask = z.object({
  taskId: PlannerTaskId,
  title: z.string(),
  /** Minutes kept free after each block, on the grid; the blocks of the instance include them. */
  bufferMinutes: z.int(),
  /** The part of the duration that needs no more planning: finished work, and blocks that do not move. */
  settledMinutes: z.int(),
  /** The part of that which the instance has as locked blocks. */
  lockedMinutes: z.int(),
  /** What a dependent task waits for: tasks of the instance, and the end of fixed work outside of it. */
  dependents: z.object({ after: z.array(PlannerTaskId), notBefore: Instant.nullable() }),
});

/** A meeting that its owner may move: the user's own event without guests. */
const MovableMeeting = Place.extend({
  eventId: Id,
  recurrenceId: z.string().nullable(),
  title: z.string(),
});

/** A block is at most one day of work. */
export const MAX_BLOCK_HOURS = 24;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

const PlanInstant = Instant.refine((text) => {
  const year = Number(text.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}, `must be between the years ${FIRST_YEAR} and ${LAST_YEAR}`);

interface BlockTimes {
  startsAt?: string | undefined;
  endsAt?: string | undefined;
}
const getLength = ({ startsAt, endsAt }: BlockTimes) =>
  startsAt && endsAt ? Date.parse(endsAt) - Date.parse(startsAt) : null;
const isForwards = (times: BlockTimes) => (getLength(times) ?? 1) > 0;
const isWithinMaxLength = (times: BlockTimes) => (getLength(times) ?? 0) <= MAX_BLOCK_HOURS * HOUR_MS;
const backwards = { message: 'must be after startsAt', path: ['endsAt'] };
const tooLong = { message: `must be at most ${MAX_BLOCK_HOURS} hours after startsAt`, path: ['endsAt'] };

const BlockId = z.object({ id: Id });
const PlanResponse = z.object({ ...succeeded, plan: Plan, commandId: Id.nullable(), message: z.string() });
const ProposalResponse = z.object({ ...succeeded, proposal: Proposal, message: z.string() });

export const planningApi = {
  readPlan: endpoint({
    method: 'GET',
    path: '/plan',
    summary: 'The current plan, from 90 days back',
    access: 'user',
    scope: 'read:planning',
    response: z.object({
      ...succeeded,
      plan: Plan,
      /** The pending proposal, if any. */
      proposal: Proposal.nullable(),
      atRisk: z.array(AtRisk),
      message: z.string(),
    }),
  }),
  /**
   * For the product's own pages only: it covers tasks and calendars at once, so API tokens may not call it.
   */
  readInstance: endpoint({
    method: 'GET',
    path: '/plan/instance',
    summary: "The planner's instance, to try changes in the page",
    access: 'user',
    response: z.object({
      ...succeeded,
      instance: PlanningInstance,
      tasks: z.array(PlannedTask),
      meetings: z.array(MovableMeeting),
      /** The most work of one day, in the hours for work; null without a limit. */
      mostWorkMinutes: z.int().nullable(),
      message: z.string(),
    }),
  }),
  propose: endpoint({
    method: 'POST',
    path: '/plan/proposals',
    summary: 'Compute a plan for the days ahead; nothing moves yet',
    access: 'user',
    scope: 'write:planning',
    /** By default the horizon from the user's settings. */
    body: z
      .object({
        horizonDays: z.int().min(1).max(56).optional(),
        /** `first`: a first plan at once, to look at while a full search improves it. */
        effort: z.enum(['first', 'full']).default('full'),
        /** The proposal that is shown meanwhile: it can be accepted until the response arrives. */
        improves: Id.optional(),
      })
      .optional(),
    response: ProposalResponse,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/plan/proposals/:id/accept',
    summary: 'Accept a proposal, whole or in part',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    body: z
      .object({
        /** Changes to reject: their blocks stay pinned where they are. The others are applied as shown. */
        exceptChanges: z.array(z.string().max(100)).max(5_000).default([]),
      })
      .optional(),
    response: PlanResponse.extend({
      /** After a partial acceptance: what replanning around it would change next, if anything. */
      proposal: Proposal.nullable(),
    }),
  }),
  reject: endpoint({
    method: 'POST',
    path: '/plan/proposals/:id/reject',
    summary: 'Discard a proposal',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  pinTask: endpoint({
    method: 'POST',
    path: '/blocks',
    summary:
      'Place a task at a time; the block is pinned. `Idempotency-Key`, a UUID, makes a repetition safe: it becomes the id of the command.',
    access: 'user',
    scope: 'write:planning',
    body: z
      .object({
        /** The id of the block, if the caller has chosen one. */
        _id: Id.optional(),
        taskId: Id,
        startsAt: PlanInstant,
        endsAt: PlanInstant.optional(),
      })
      .refine(isForwards, backwards)
      .refine(isWithinMaxLength, tooLong),
    response: PlanResponse,
  }),
  changeBlock: endpoint({
    method: 'PATCH',
    path: '/blocks/:id',
    summary:
      'Move or resize a block (pins it), pin, unpin, complete or reopen it; a stale version is refused. `Idempotency-Key`, a UUID, makes a repetition safe: it becomes the id of the command.',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    body: z
      .object({
        startsAt: PlanInstant.optional(),
        endsAt: PlanInstant.optional(),
        isPinned: z.boolean().optional(),
        state: z.enum(['planned', 'done']).optional(),
        /** With `done`: when the work was finished, by default now. Within the block, the rest of it becomes free. */
        finishedAt: PlanInstant.optional(),
        version: z.int().min(1).max(2_147_483_647).optional(),
      })
      .refine(isForwards, backwards)
      .refine(isWithinMaxLength, tooLong),
    response: PlanResponse,
  }),
  removeBlock: endpoint({
    method: 'DELETE',
    path: '/blocks/:id',
    summary:
      'Remove a block from the plan; a stale version is refused. `Idempotency-Key`, a UUID, makes a repetition safe: it becomes the id of the command.',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    query: z.object({
      version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      /** Skips the occurrence that the block is for, of a task that repeats. */
      skipsOccurrence: z.enum(['true', 'false']).default('false'),
      /** With `skipsOccurrence`: when it was skipped, by default now. The series goes on from there. */
      madeAt: Instant.optional(),
    }),
    response: PlanResponse,
  }),
  explainBlock: endpoint({
    method: 'GET',
    path: '/blocks/:id/why',
    summary: 'Why the block is where it is',
    access: 'user',
    scope: 'read:planning',
    params: BlockId,
    response: z.object({ ...succeeded, explanation: Explanation, message: z.string() }),
  }),
};
