/** Places tasks in time and explains where they went. Pure: time, zone and seed are part of the question. */
export { type BoundOptions, bound, gapOf } from './bound.ts';
export { withoutBuffers } from './buffers.ts';
export { describeAlternative, describeMerit, describePlace, type Wording } from './describe-place.ts';
export {
  describeChunking,
  describeGap,
  describeOverload,
  describeRepair,
  describeRepairEffect,
  describeRisk,
} from './describe-problem.ts';
export { type ChunkProblem, type Diagnosis, diagnose } from './diagnose.ts';
export { diffPlans, type MovedBlock, type PlanDiff } from './diff-plans.ts';
export { explain } from './explain.ts';
export type { Alternative, Effect, Explanation, Merit, Reason, RuledOutPlace } from './explanation.ts';
export { InvalidInstance } from './fields.ts';
export type * from './format.ts';
export { DEFAULT_WEIGHTS, NO_CATEGORY } from './format.ts';
export type * from './life/day-plan.ts';
export { type ChanceOptions, type FinishChance, finishChances } from './life/finish-chances.ts';
export { parseDayPlan } from './life/parse-day-plan.ts';
export { type DayScore, type DayViolation, planDays, scoreDays } from './life/plan-days.ts';
export { prepare } from './life/prepare.ts';
export { type Deadlines, findOverload, type Overload } from './overload.ts';
export { parseInstance } from './parse-instance.ts';
export { parsePlan } from './parse-plan.ts';
export { type PlanOptions, type PlanProgress, type PlanResult, plan } from './plan.ts';
export { type RatedRepair, type Repair, type RepairOptions, repairs, withRepair } from './repairs.ts';
export { type Change, type Planned, type Replanned, type ReplanOptions, replan } from './replan.ts';
export {
  type HardConstraint,
  type PlanScore,
  type RiskyTask,
  scorePlan,
  type Violation,
} from './score-plan.ts';
export type { Terms } from './task-terms.ts';
export { type Choice, type WhatIf, whatIf } from './what-if.ts';
export { bufferOnGrid, dueOfDate, openMinutesOf, taskOfWish, type Wish } from './wish.ts';
