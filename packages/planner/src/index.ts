/** Places tasks in time and explains where they went. Pure: time, zone and seed are part of the question. */

export {
  describeAlternative,
  describeMerit,
  describePlace,
  duration,
  listed,
  type Wording,
} from './explain/describe-place.ts';
export {
  describeChunking,
  describeGap,
  describeOverload,
  describeRepair,
  describeRepairEffect,
  describeRisk,
} from './explain/describe-problem.ts';
export { explain } from './explain/explain.ts';
export type {
  Alternative,
  Effect,
  Explanation,
  Merit,
  Reason,
  RuledOutPlace,
} from './explain/explanation.ts';
export { type Choice, type WhatIf, whatIf } from './explain/what-if.ts';
export { withoutBuffers } from './format/buffers.ts';
export { InvalidInstance } from './format/fields.ts';
export type * from './format/format.ts';
export { DEFAULT_WEIGHTS, NO_CATEGORY } from './format/format.ts';
export { parseInstance } from './format/parse-instance.ts';
export { parsePlan } from './format/parse-plan.ts';
export { bufferOnGrid, dueOfDate, openMinutesOf, taskOfWish, type Wish } from './format/wish.ts';
export type * from './life/day-plan.ts';
export { type ChanceOptions, type FinishChance, finishChances } from './life/finish-chances.ts';
export { parseDayPlan } from './life/parse-day-plan.ts';
export { type DayScore, type DayViolation, planDays, scoreDays } from './life/plan-days.ts';
export { prepare } from './life/prepare.ts';
export { diffPlans, type MovedBlock, type PlanDiff } from './model/diff-plans.ts';
export {
  type HardConstraint,
  type PlanScore,
  type RiskyTask,
  scorePlan,
  type Violation,
} from './model/score-plan.ts';
export type { Terms } from './model/task-terms.ts';
export { type ChunkProblem, type Diagnosis, diagnose } from './repair/diagnose.ts';
export { type Deadlines, findOverload, type Overload } from './repair/overload.ts';
export { type RatedRepair, type Repair, type RepairOptions, repairs, withRepair } from './repair/repairs.ts';
export { type Change, type Planned, type Replanned, type ReplanOptions, replan } from './repair/replan.ts';
export { type BoundOptions, bound, gapOf } from './search/bound.ts';
export { type PlanResult, plan } from './search/plan.ts';
export type { PlanOptions, PlanProgress } from './search/plan-options.ts';
