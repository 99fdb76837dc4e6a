import { accountApi } from './account.ts';
import { billingApi } from './billing.ts';
import { calendarApi } from './calendar.ts';
import { journalApi } from './journal.ts';
import { planningApi } from './planning.ts';
import { preferencesApi } from './preferences.ts';
import { systemApi } from './system.ts';
import { taskApi } from './task.ts';

export * from './account.ts';
export * from './billing.ts';
export * from './calendar.ts';
export * from './endpoint.ts';
export * from './entitlements.ts';
export * from './errors.ts';
export * from './journal.ts';
export * from './planning.ts';
export * from './preferences.ts';
export * from './system.ts';
export * from './task.ts';
export * from './values.ts';

/** The whole REST API by feature. Docs, the authorisation matrix and the fuzz test walk it. */
export const api = {
  account: accountApi,
  preferences: preferencesApi,
  billing: billingApi,
  tasks: taskApi,
  calendar: calendarApi,
  planning: planningApi,
  journal: journalApi,
  system: systemApi,
};
