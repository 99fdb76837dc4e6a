import { type Migration, Migrator } from 'kysely/migration';
import * as platform from '../migrations/0001_platform.ts';
import * as identity from '../migrations/0002_identity.ts';
import * as tasks from '../migrations/0003_tasks.ts';
import * as calendars from '../migrations/0004_calendars.ts';
import * as planning from '../migrations/0005_planning.ts';
import * as accountSafety from '../migrations/0006_account-safety.ts';
import * as billing from '../migrations/0007_billing.ts';
import * as phone from '../migrations/0008_phone.ts';
import * as accountData from '../migrations/0009_account-data.ts';
import * as profile from '../migrations/0010_profile.ts';
import * as calendarSync from '../migrations/0011_calendar-sync.ts';
import * as syncQueues from '../migrations/0012_sync-queues.ts';
import * as planBounds from '../migrations/0013_plan-bounds.ts';
import * as syncConflictKind from '../migrations/0014_sync-conflict-kind.ts';
import * as syncHistory from '../migrations/0015_sync-history.ts';
import * as subscriptionProblems from '../migrations/0016_subscription-problems.ts';
import * as hoursOverrides from '../migrations/0017_hours-overrides.ts';
import * as replacedObjects from '../migrations/0018_replaced-objects.ts';
import * as guestNotices from '../migrations/0019_guest-notices.ts';
import * as indexedUntil from '../migrations/0020_indexed-until.ts';
import * as wholeEvents from '../migrations/0021_whole-events.ts';
import * as taskTimeOfDay from '../migrations/0022_task-time-of-day.ts';
import * as taskOccurrences from '../migrations/0023_occurrences-of-tasks.ts';
import * as tasksNotPlannedYet from '../migrations/0024_tasks-not-planned-yet.ts';
import * as booking from '../migrations/0025_booking.ts';
import * as meetings from '../migrations/0026_meetings.ts';
import * as followedEvents from '../migrations/0027_followed-events.ts';
import * as invitations from '../migrations/0028_invitations.ts';
import * as conferences from '../migrations/0030_conferences.ts';
import * as bookingVisitors from '../migrations/0031_booking-visitors.ts';
import * as flexibleDays from '../migrations/0032_flexible-days.ts';
import * as connectedCalendarGuests from '../migrations/0033_guests-of-connected-calendars.ts';
import * as assistant from '../migrations/0034_assistant.ts';
import * as agents from '../migrations/0035_agents.ts';
import * as runningTurns from '../migrations/0036_running-turns.ts';
import * as requestCounts from '../migrations/0037_request-counts.ts';
import * as causes from '../migrations/0038_causes.ts';
import * as reminders from '../migrations/0041_reminders.ts';
import * as planChecks from '../migrations/0042_plan-checks.ts';
import * as focus from '../migrations/0045_focus.ts';
import * as workWithoutAPlan from '../migrations/0046_work-without-a-plan.ts';
import * as dueByUser from '../migrations/0047_due-by-user.ts';
import * as sampleWeeks from '../migrations/0051_sample-weeks.ts';
import * as firstEstimates from '../migrations/0052_first-estimates.ts';
import * as offeredPlans from '../migrations/0053_offered-plans.ts';
import * as planAfterWork from '../migrations/0054_plan-after-work.ts';
import * as textsByDay from '../migrations/0055_texts-by-day.ts';
import * as replanningSwitchedOn from '../migrations/0056_replanning-switched-on.ts';
import * as hints from '../migrations/0058_hints.ts';
import * as usageTexts from '../migrations/0059_texts-of-use.ts';
import * as usageMails from '../migrations/0060_mails-of-use.ts';
import * as singleChangeNote from '../migrations/0068_one-note-of-changes.ts';
import * as linkIds from '../migrations/0069_ids-of-links.ts';
import * as attendeeLinkUses from '../migrations/0070_uses-of-attendee-links.ts';
import * as workedStretches from '../migrations/0071_worked-stretches.ts';
import * as finishedEarly from '../migrations/0074_finished-early.ts';
import * as focusQuestion from '../migrations/0075_focus-question.ts';
import * as plannedTasks from '../migrations/0076_planned-tasks.ts';
import * as locale from '../migrations/0077_locale.ts';
import * as changesNotedOnce from '../migrations/0078_changes-noted-once.ts';
import type { Db } from './db.ts';

/** Append-only: a migration that has run anywhere never changes. */
const migrations: Record<string, Migration> = {
  '0001_platform': platform,
  '0002_identity': identity,
  '0003_tasks': tasks,
  '0004_calendars': calendars,
  '0005_planning': planning,
  '0006_account-safety': accountSafety,
  '0007_billing': billing,
  '0008_phone': phone,
  '0009_account-data': accountData,
  '0010_profile': profile,
  '0011_calendar-sync': calendarSync,
  '0012_sync-queues': syncQueues,
  '0013_plan-bounds': planBounds,
  '0014_sync-conflict-kind': syncConflictKind,
  '0015_sync-history': syncHistory,
  '0016_subscription-problems': subscriptionProblems,
  '0017_hours-overrides': hoursOverrides,
  '0018_replaced-objects': replacedObjects,
  '0019_guest-notices': guestNotices,
  '0020_indexed-until': indexedUntil,
  '0021_whole-events': wholeEvents,
  '0022_task-time-of-day': taskTimeOfDay,
  '0023_occurrences-of-tasks': taskOccurrences,
  '0024_tasks-not-planned-yet': tasksNotPlannedYet,
  '0025_booking': booking,
  '0026_meetings': meetings,
  '0027_followed-events': followedEvents,
  '0028_invitations': invitations,
  '0030_conferences': conferences,
  '0031_booking-visitors': bookingVisitors,
  '0032_flexible-days': flexibleDays,
  '0033_guests-of-connected-calendars': connectedCalendarGuests,
  '0034_assistant': assistant,
  '0035_agents': agents,
  '0036_running-turns': runningTurns,
  '0037_request-counts': requestCounts,
  '0038_causes': causes,
  '0041_reminders': reminders,
  '0042_plan-checks': planChecks,
  '0045_focus': focus,
  '0046_work-without-a-plan': workWithoutAPlan,
  '0047_due-by-user': dueByUser,
  '0051_sample-weeks': sampleWeeks,
  '0052_first-estimates': firstEstimates,
  '0053_offered-plans': offeredPlans,
  '0054_plan-after-work': planAfterWork,
  '0055_texts-by-day': textsByDay,
  '0056_replanning-switched-on': replanningSwitchedOn,
  '0058_hints': hints,
  '0059_texts-of-use': usageTexts,
  '0060_mails-of-use': usageMails,
  '0068_one-note-of-changes': singleChangeNote,
  '0069_ids-of-links': linkIds,
  '0070_uses-of-attendee-links': attendeeLinkUses,
  '0071_worked-stretches': workedStretches,
  '0074_finished-early': finishedEarly,
  '0075_focus-question': focusQuestion,
  '0076_planned-tasks': plannedTasks,
  '0077_locale': locale,
  '0078_changes-noted-once': changesNotedOnce,
};

/**
 * Brings the schema up to date. Several processes may start at once: Kysely's migrator holds an advisory
 * lock, so one process migrates while the others wait and then find nothing to do. With `to`, migrates only up to that
 * migration.
 */
export async function migrate(db: Db, to?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error });
}

export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name);
