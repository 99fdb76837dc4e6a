import { HOLIDAYS } from '../holidays.ts';
import type { Rule } from './chart.ts';
import { everyYear } from './series.ts';
import { timeRule, type Value, when } from './values.ts';

export const HOLIDAY_RULES: readonly Rule<Value>[] = HOLIDAYS.map(([words, dayInYear]) =>
  timeRule([new RegExp(words)], () => when(everyYear(dayInYear), ['weekday', 'day', 'month'])),
);
