import type { weekdays } from '@dayloom/contracts';
import { getFirstWeekday } from '#lib/months.ts';

export type WeekStart = (typeof weekdays)[number];

/** Indexed by JavaScript's weekday number. */
const WEEKDAYS: readonly WeekStart[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The day with which weeks begin in the browser's language. */
export const getWeekStart = (): WeekStart => WEEKDAYS[getFirstWeekday()] ?? 'mon';
