import type { Settings } from '@dayloom/contracts';
import type { Scope } from '#platform/scope.ts';

/** Reads the rows of `settings.calendars`, which the calendar-accounts feature stores. */
export type ConnectedCalendars = (scope: Scope) => Promise<Settings['calendars']>;

/** The points of a user's finished tasks, which the dashboard feature computes. */
export type TaskPoints = (scope: Scope) => Promise<number>;
