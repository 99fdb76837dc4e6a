/** Places tasks in time and explains where they went. Pure: time, zone and seed are part of the question. */
export { InvalidInstance } from './fields.ts';
export type * from './format.ts';
export { parseInstance } from './parse-instance.ts';
export { type PlanOptions, type PlanProgress, type PlanResult, plan } from './plan.ts';
export {
  type HardConstraint,
  type PlanScore,
  type RiskyTask,
  scorePlan,
  type Terms,
  type Violation,
} from './score-plan.ts';
