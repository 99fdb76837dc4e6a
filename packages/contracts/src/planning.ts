import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, succeeded } from './values.ts';

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
    /** Pinned by the user: replanning leaves it alone. */
    isPinned: z.boolean(),
    state: z.enum(['planned', 'done']),
    /** `2` of `3` when the task is cut into chunks. */
    chunk: z.int(),
    chunkCount: z.int(),
    /** There is no later place that still meets the deadline. */
    isLastChance: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Block' });
export type Block = z.infer<typeof Block>;

export const Plan = z
  .object({
    /** Counts up with every change of the plan. */
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
    title: z.string(),
    kind: z.enum(['added', 'moved', 'removed']),
    from: Place.nullable(),
    to: Place.nullable(),
    /** Why the new place, in one sentence. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'PlanChange' });
export type PlanChange = z.infer<typeof PlanChange>;

export const AtRisk = z
  .object({
    taskId: Id,
    title: z.string(),
    shortMinutes: z.int(),
    lateMinutes: z.int(),
    isHard: z.boolean(),
    sentence: z.string(),
  })
  .meta({ id: 'AtRisk' });
export type AtRisk = z.infer<typeof AtRisk>;

/** A plan that was worked out and waits for a yes. Nothing moves before it is accepted. */
export const Proposal = z
  .object({
    _id: Id,
    state: z.enum(['pending', 'accepted', 'rejected']),
    /** The revision of the plan it was worked out against; a newer plan makes it outdated. */
    baseRevision: z.int(),
    createdAt: Instant,
    changes: z.array(PlanChange),
    stayed: z.int(),
    atRisk: z.array(AtRisk),
    /** The objective's value, in units of the planner (144,000 = one point). */
    cost: z.number(),
    /** A proven lower bound of that value: no plan costs less. Null where none was worked out. */
    bound: z.number().nullable(),
    /** By how much it can be worse than the best possible plan at most: `0.02` for 2 %, `0` is proven to be the best. */
    gap: z.number().min(0).nullable(),
    horizon: Place,
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

/** Why a block sits where it does: the places that were looked at, in order of time. */
export const Explanation = z
  .object({
    summary: z.string(),
    places: z.array(Place.extend({ isChosen: z.boolean(), headline: z.string(), detail: z.string() })),
  })
  .meta({ id: 'Explanation' });
export type Explanation = z.infer<typeof Explanation>;

/** A block is work of one day. */
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
const lengthOf = ({ startsAt, endsAt }: BlockTimes) =>
  startsAt && endsAt ? Date.parse(endsAt) - Date.parse(startsAt) : null;
const isForwards = (times: BlockTimes) => (lengthOf(times) ?? 1) > 0;
const isOfOneDay = (times: BlockTimes) => (lengthOf(times) ?? 0) <= MAX_BLOCK_HOURS * 3_600_000;
const backwards = { message: 'must be after startsAt', path: ['endsAt'] };
const tooLong = { message: `must be at most ${MAX_BLOCK_HOURS} hours after startsAt`, path: ['endsAt'] };

const BlockId = z.object({ id: Id });
const PlanAnswer = z.object({ ...succeeded, plan: Plan, commandId: Id.nullable(), message: z.string() });
const ProposalAnswer = z.object({ ...succeeded, proposal: Proposal, message: z.string() });

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
      /** The proposal that waits for an answer, if any. */
      proposal: Proposal.nullable(),
      atRisk: z.array(AtRisk),
      message: z.string(),
    }),
  }),
  propose: endpoint({
    method: 'POST',
    path: '/plan/proposals',
    summary: 'Work out a plan for the days ahead; nothing moves yet',
    access: 'user',
    scope: 'write:planning',
    /** Without a number of days: as many as the user plans ahead. */
    body: z.object({ horizonDays: z.int().min(1).max(56).optional() }).optional(),
    response: ProposalAnswer,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/plan/proposals/:id/accept',
    summary: 'Make a proposal the plan, whole or in part',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    body: z
      .object({
        /** Changes to leave out: their blocks stay pinned where they were. The others happen as shown. */
        exceptChanges: z.array(z.string().max(100)).max(5_000).default([]),
      })
      .optional(),
    response: PlanAnswer.extend({
      /** After an answer in part: what planning around it would change next, if anything. */
      proposal: Proposal.nullable(),
    }),
  }),
  reject: endpoint({
    method: 'POST',
    path: '/plan/proposals/:id/reject',
    summary: 'Leave the plan as it is',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  pinTask: endpoint({
    method: 'POST',
    path: '/blocks',
    summary: 'Put a task at a time; the block is pinned',
    access: 'user',
    scope: 'write:planning',
    body: z
      .object({ taskId: Id, startsAt: PlanInstant, endsAt: PlanInstant.optional() })
      .refine(isForwards, backwards)
      .refine(isOfOneDay, tooLong),
    response: PlanAnswer,
  }),
  changeBlock: endpoint({
    method: 'PATCH',
    path: '/blocks/:id',
    summary: 'Move or resize a block (pins it), pin, unpin, complete or reopen it',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    body: z
      .object({
        startsAt: PlanInstant.optional(),
        endsAt: PlanInstant.optional(),
        isPinned: z.boolean().optional(),
        state: z.enum(['planned', 'done']).optional(),
        version: z.int().min(1).max(2_147_483_647).optional(),
      })
      .refine(isForwards, backwards)
      .refine(isOfOneDay, tooLong),
    response: PlanAnswer,
  }),
  removeBlock: endpoint({
    method: 'DELETE',
    path: '/blocks/:id',
    summary: 'Take a block out of the plan',
    access: 'user',
    scope: 'write:planning',
    params: BlockId,
    response: PlanAnswer,
  }),
  explainBlock: endpoint({
    method: 'GET',
    path: '/blocks/:id/why',
    summary: 'Why the block sits where it does',
    access: 'user',
    scope: 'read:planning',
    params: BlockId,
    response: z.object({ ...succeeded, explanation: Explanation, message: z.string() }),
  }),
};
