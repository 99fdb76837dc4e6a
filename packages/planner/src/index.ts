/** Places tasks in time and explains where they went. Pure: the current time, zone and seed are inputs. */

export type * from './day-plan/day-plan.ts';
export { parseDayPlan } from './day-plan/parse-day-plan.ts';
export {
  type DailyCap,
  type DayViolation,
  planDays,
  planUnderCap,
  scoreDays,
  withDailyCap,
} from './day-plan/plan-days.ts';
export { prepare } from './day-plan/prepare.ts';
export { listDaysWithRoom } from './day-plan/room.ts';
export { splitDays } from './day-plan/split-days.ts';
export {
  amount,
  describeAlternative,
  describeMerit,
  describePlace,
  duration,
  joinWords,
  type Wording,
} from './explain/describe-place.ts';
export {
  describeChunking,
  describeFix,
  describeFixEffect,
  describeGap,
  describeOverload,
  describeRisk,
  listChunking,
  withLatenessFromDeadline,
} from './explain/describe-problem.ts';
export { explain } from './explain/explain.ts';
export type { Alternative, Explanation, Merit, Reason, RuledOutPlace } from './explain/explanation.ts';
export { type ForcedChoice, whatIf } from './explain/what-if.ts';
export { withoutBuffers } from './format/buffers.ts';
export { InvalidInstance } from './format/fields.ts';
export { computeGrid, refineGrid } from './format/fine-grid.ts';
export type * from './format/format.ts';
export { DEFAULT_WEIGHTS, NO_CATEGORY } from './format/format.ts';
export { parseInstance } from './format/parse-instance.ts';
export { parsePlan } from './format/parse-plan.ts';
export { mergeStartLimits, toStartLimits } from './format/start-limits.ts';
export {
  bufferOnGrid,
  getOpenMinutes,
  type TaskInput,
  toDueInstant,
  toPlannerTask,
} from './format/task-input.ts';
export { diffPlans, type PlanDiff } from './model/diff-plans.ts';
export {
  type HardConstraint,
  type PlanScore,
  type RiskyTask,
  scorePlan,
  type Violation,
} from './model/score-plan.ts';

export { closeGaps } from './replan/close-gaps.ts';
export { computeDeadlineSlack, type DeadlineSlack } from './replan/deadline-slack.ts';
export { type ChunkProblem, diagnose } from './replan/diagnose.ts';
export { type Fix, listFixes, type RatedFix, withFix } from './replan/fixes.ts';
export { type Deadlines, findOverload, type Overload } from './replan/overload.ts';
export { type PlannedInstance, replan } from './replan/replan.ts';
export { bound, getGap } from './search/bound.ts';
export { type PlanResult, plan } from './search/plan.ts';
export type { PlanOptions } from './search/plan-options.ts';
