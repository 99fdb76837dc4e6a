import { accountApi } from './account.ts';
import { agentsApi } from './agents.ts';
import { apiTokensApi } from './api-tokens.ts';
import { billingApi } from './billing.ts';
import { bookingApi } from './booking.ts';
import { calendarApi } from './calendar.ts';
import { calendarAccountsApi } from './calendar-accounts.ts';
import { chatApi } from './chat.ts';
import { clientErrorsApi } from './client-errors.ts';
import { dashboardApi } from './dashboard.ts';
import { dataApi } from './data.ts';
import { focusApi } from './focus.ts';
import { hintsApi } from './hints.ts';
import { invitationsApi } from './invitations.ts';
import { journalApi } from './journal.ts';
import { meetingsApi } from './meetings.ts';
import { notificationsApi } from './notifications.ts';
import { onboardingApi } from './onboarding.ts';
import { phoneApi } from './phone.ts';
import { photoApi } from './photo.ts';
import { planningApi } from './planning.ts';
import { preferencesApi } from './preferences.ts';
import { remindersApi } from './reminders.ts';
import { securityApi, signInApi } from './security.ts';
import { systemApi } from './system.ts';
import { taskApi } from './task.ts';
import { taskImportApi } from './task-import.ts';
import { weeklyReviewApi } from './weekly-review.ts';

export * from './account.ts';
export * from './agents.ts';
export * from './api-tokens.ts';
export * from './billing.ts';
export * from './booking.ts';
export * from './calendar.ts';
export * from './calendar-accounts.ts';
export * from './chat.ts';
export * from './client-errors.ts';
export * from './dashboard.ts';
export * from './data.ts';
export * from './endpoint.ts';
export * from './entitlements.ts';
export * from './errors.ts';
export * from './event-types.ts';
export * from './focus.ts';
export * from './hints.ts';
export * from './invitations.ts';
export * from './journal.ts';
export * from './meetings.ts';
export * from './notifications.ts';
export * from './onboarding.ts';
export * from './phone.ts';
export * from './photo.ts';
export * from './planning.ts';
export * from './preferences.ts';
export * from './reminders.ts';
export * from './security.ts';
export * from './system.ts';
export * from './task.ts';
export * from './task-import.ts';
export * from './values.ts';
export * from './weekly-review.ts';

/** The whole REST API by feature. The docs, the authorisation matrix and the fuzz test are based on it. */
export const api = {
  account: accountApi,
  photos: photoApi,
  preferences: preferencesApi,
  apiTokens: apiTokensApi,
  agents: agentsApi,
  billing: billingApi,
  tasks: taskApi,
  taskImport: taskImportApi,
  calendar: calendarApi,
  calendarAccounts: calendarAccountsApi,
  booking: bookingApi,
  meetings: meetingsApi,
  invitations: invitationsApi,
  phone: phoneApi,
  reminders: remindersApi,
  notifications: notificationsApi,
  planning: planningApi,
  focus: focusApi,
  dashboard: dashboardApi,
  hints: hintsApi,
  onboarding: onboardingApi,
  weeklyReview: weeklyReviewApi,
  chat: chatApi,
  journal: journalApi,
  security: { ...securityApi, ...signInApi },
  data: dataApi,
  clientErrors: clientErrorsApi,
  system: systemApi,
};
