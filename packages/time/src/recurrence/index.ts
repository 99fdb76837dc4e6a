/** Recurrence (RFC 5545). A separate entry point, so that code for single events does not load it. */
export {
  type CalendarTime,
  type FindZone,
  findCalendarTime,
  formatLocal,
  toInstant,
} from '../calendar-time.ts';
export { expand, type Occurrence, type Override } from './expand.ts';
export { InvalidRecurrenceRule, parseDailyRule, parseRule, type RecurrenceRule } from './rule.ts';
export { RecurrenceTooCostly, type StepBudget } from './rule-times.ts';
