import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { listRecipients } from '#features/account/operations/mail.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { listQuietCalendars } from '#features/calendar/operations/remindable-events.ts';
import type { Scope } from '#platform/scope.ts';
import { getMostMinutesBefore, listWanted } from '../rules/wanted-reminders.ts';
import {
  findCoverage,
  findLastSweep,
  limitCoverage,
  listOutdated,
  replacePending,
  saveCoverage,
  saveSweep,
  takeChanges,
} from '../store/reminders.ts';
import { findSettings } from '../store/settings.ts';
import type { RemindersPlatform } from './platform.ts';
import { loadOwnReminders, toSettings } from './settings.ts';
import { listSubjects } from './subjects.ts';

/** How far ahead reminders have rows. */
const HORIZON_MS = 2 * DAY_MS;
/** The rows of a user are made again before they reach less far than this. */
const LEAST_AHEAD_MS = DAY_MS;
/** What becomes due while its change waits to be taken in is sent; what was due longer ago is not. */
const SLACK_MS = 2 * MINUTE_MS;
const BATCH = 200;
/** In one run; the rest follows a minute later. */
const MOST_BATCHES = 50;

/**
 * Makes the rows of all users whose calendar, tasks, plan or settings have changed, or whose rows end soon.
 * Another worker may be making those of one of them.
 */
export async function refreshReminders(platform: RemindersPlatform): Promise<void> {
  const { db, clock, log } = platform;
  const lastSweep = await findLastSweep(db);
  const beganAt = clock();
  const skipped = new Set<string>();
  let isAnotherAtWork = false;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const until = new Date(clock().getTime() + LEAST_AHEAD_MS);
    const scopes = await listOutdated(db, until, { except: [...skipped], limit: BATCH });
    for (const scope of scopes) {
      try {
        if (await refreshUser(platform, scope, lastSweep)) continue;
        isAnotherAtWork = true;
      } catch (error) {
        log.warn({ err: error, userId: scope.userId }, 'The reminders of a user could not be made');
        // What becomes due until it works must not count as past then.
        await limitCoverage(db, scope, findBeginning(lastSweep, beganAt));
      }
      skipped.add(scope.userId);
    }
    if (scopes.length === 0) break;
  }
  // Only if all changes until then were taken in: what they make due must not count as past.
  if (!isAnotherAtWork) await saveSweep(db, beganAt);
}

/**
 * What was due before was either sent, or too late to be asked for. A last time in the future says nothing: the clock
 * was set back.
 */
function findBeginning(lastSweep: Date | null, now: Date): Date {
  const isSetBack = lastSweep !== null && lastSweep.getTime() > now.getTime() + SLACK_MS;
  const before = now.getTime() - (isSetBack ? DAY_MS : SLACK_MS);
  return new Date(Math.min(before, lastSweep?.getTime() ?? before));
}

/** Makes one user's rows what they should be. False if another worker is doing it. */
export async function refreshUser(
  platform: RemindersPlatform,
  scope: Scope,
  lastSweep: Date | null,
): Promise<boolean> {
  const now = platform.clock();
  const until = new Date(now.getTime() + HORIZON_MS);
  const isDone = await platform.db.transaction().execute(async (tx) => {
    if (!(await takeChanges(tx, scope))) return false;
    const people = await listRecipients({ db: tx }, [scope.userId]);
    const [{ coveredUntil, earliest }, stored, own, quiet, rules] = await Promise.all([
      findCoverage(tx, scope),
      findSettings(tx, scope),
      loadOwnReminders(tx, scope),
      listQuietCalendars(tx, scope),
      getTimeRules({ db: tx }, scope),
    ]);
    const settings = toSettings(stored);
    const isClosed = people.get(scope.userId)?.isClosed ?? true;
    const from = new Date(
      Math.min(now.getTime() - DAY_MS, ...[coveredUntil, earliest].flatMap((at) => at?.getTime() ?? [])),
    );
    const to = new Date(until.getTime() + getMostMinutesBefore(settings, own) * MINUTE_MS + 1);
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
    const since = Math.min(findBeginning(lastSweep, now).getTime(), coveredUntil?.getTime() ?? Infinity);
    await replacePending(tx, scope, {
      wanted: all.filter(({ dueAt }) => dueAt.getTime() > since),
      kept: all.filter(({ dueAt }) => dueAt.getTime() <= since),
    });
    await saveCoverage(tx, scope, until);
    return true;
  });
  if (isDone) await platform.afterChange(scope);
  return isDone;
}
