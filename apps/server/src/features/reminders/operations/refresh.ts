import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { listRecipients } from '#features/account/operations/mail.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { listQuietCalendars } from '#features/calendar/operations/remindable-events.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { getMaxMinutesBefore, listWanted } from '../rules/wanted-reminders.ts';
import {
  claimChanges,
  findLastSweep,
  limitCoverage,
  listOutdated,
  readCoverage,
  replacePending,
  saveCoverage,
  saveSweep,
} from '../store/reminders.ts';
import { readSettings } from '../store/settings.ts';
import type { RemindersPlatform } from './platform.ts';
import { loadOwnReminders, toSettings } from './settings.ts';
import { listSubjects } from './subjects.ts';

/** Reminders are stored this far ahead. */
const HORIZON_MS = 2 * DAY_MS;
/** A user's reminders are computed again before they reach less far ahead than this. */
const MIN_AHEAD_MS = DAY_MS;
/** A reminder that became due this long before its change was handled is still sent, an older one is not. */
const SLACK_MS = 2 * MINUTE_MS;
const BATCH = 200;
/** Per run; the rest follows a minute later. */
const MAX_BATCHES = 50;

/**
 * Computes the reminders of users whose calendar, tasks, plan or settings have changed, or whose reminders
 * end soon. Skips users whose reminders another worker computes.
 */
export async function refreshReminders(
  platform: DbContext & Pick<RemindersPlatform, 'afterChange' | 'log'>,
): Promise<void> {
  const { db, clock, log } = platform;
  const lastSweep = await findLastSweep(db);
  const beganAt = clock();
  const skipped = new Set<string>();
  let isAnotherAtWork = false;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const until = new Date(clock().getTime() + MIN_AHEAD_MS);
    const scopes = await listOutdated(db, until, { except: [...skipped], limit: BATCH });
    for (const scope of scopes) {
      try {
        if (await refreshUser(platform, scope, lastSweep)) continue;
        isAnotherAtWork = true;
      } catch (error) {
        log.warn({ err: error, userId: scope.userId }, 'The reminders of a user could not be computed');
        // Reminders that become due before the next attempt must not count as past then.
        await limitCoverage(db, scope, computeBeginning(lastSweep, beganAt));
      }
      skipped.add(scope.userId);
    }
    if (scopes.length === 0) break;
  }
  // Recorded only when all earlier changes were handled, because a reminder that they make due must not count as past.
  if (!isAnotherAtWork) await saveSweep(db, beganAt);
}

/**
 * Reminders that were due before it were sent, or were added too late. A last sweep in the future means
 * that the clock was set back.
 */
function computeBeginning(lastSweep: Date | null, now: Date): Date {
  const isSetBack = lastSweep !== null && lastSweep.getTime() > now.getTime() + SLACK_MS;
  const before = now.getTime() - (isSetBack ? DAY_MS : SLACK_MS);
  return new Date(Math.min(before, lastSweep?.getTime() ?? before));
}

/** Computes one user's reminders. False if another worker is doing it. */
export async function refreshUser(
  platform: DbContext & Pick<RemindersPlatform, 'afterChange'>,
  scope: Scope,
  lastSweep: Date | null,
): Promise<boolean> {
  const now = platform.clock();
  const until = new Date(now.getTime() + HORIZON_MS);
  const isDone = await platform.db.transaction().execute(async (tx) => {
    if (!(await claimChanges(tx, scope))) return false;
    const people = await listRecipients({ db: tx }, [scope.userId]);
    const [{ coveredUntil, earliest }, stored, own, quiet, rules] = await Promise.all([
      readCoverage(tx, scope),
      readSettings(tx, scope),
      loadOwnReminders(tx, scope),
      listQuietCalendars(tx, scope),
      getTimeRules({ db: tx }, scope),
    ]);
    const settings = toSettings(stored);
    const isClosed = people.get(scope.userId)?.isClosed ?? true;
    const from = new Date(
      Math.min(now.getTime() - DAY_MS, ...[coveredUntil, earliest].flatMap((at) => at?.getTime() ?? [])),
    );
    const to = new Date(until.getTime() + getMaxMinutesBefore(settings, own) * MINUTE_MS + 1);
    const subjects = isClosed ? [] : await listSubjects(tx, scope, { from, to, now, rules });
    const all = isClosed
      ? []
      : listWanted(subjects, {
          settings,
          own,
          quietCalendars: new Set(quiet),
          homeTimeZone: rules.homeTimeZone,
          now,
          until,
        });
    const since = Math.min(computeBeginning(lastSweep, now).getTime(), coveredUntil?.getTime() ?? Infinity);
    await replacePending(tx, scope, {
      wanted: all.filter(({ dueAt }) => dueAt.getTime() > since),
      kept: all.filter(({ dueAt }) => dueAt.getTime() <= since),
      now,
    });
    await saveCoverage(tx, scope, until);
    return true;
  });
  if (isDone) await platform.afterChange(scope);
  return isDone;
}
