import { randomUUID } from 'node:crypto';
import type { SampleWeek } from '@dayloom/contracts';
import { formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { addImportedCalendar, removeFilledCalendar } from '#features/calendar/operations/calendars.ts';
import { importFile } from '#features/calendar/operations/import-file.ts';
import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import { createTasks, deleteTasks } from '#features/tasks/operations/change-tasks.ts';
import { countExisting, type TaskFeature } from '#features/tasks/operations/read-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { isSampleEvent, listSampleTasks, SAMPLE_TASKS, writeSampleCalendar } from '../rules/sample-week.ts';
import { deleteSampleWeek, findSampleWeek, insertSampleWeek } from '../store.ts';

/** What the sample week is made with. */
export interface SampleWeekPlatform extends CalendarPlatform {
  readonly tasks: TaskFeature;
}

export async function readSampleWeek(
  { db, tasks }: Pick<SampleWeekPlatform, 'db' | 'tasks'>,
  scope: Scope,
): Promise<SampleWeek | null> {
  const week = await findSampleWeek(db, scope);
  if (!week) return null;
  return { calendarId: week.calendarId, tasks: await countExisting(tasks, scope, week.taskIds) };
}

/** Adds the sample week. It records all ids first, so that an interrupted call can be repeated or cleaned up. */
export async function addSampleWeek(
  platform: DbContext & Pick<SampleWeekPlatform, 'config' | 'log' | 'tasks'>,
  scope: Scope,
): Promise<SampleWeek | null> {
  const { homeTimeZone } = await getTimeRules(platform, scope);
  const zone = getZone(homeTimeZone);
  const startsOn = formatDayNumber(localDayNumber(zone, platform.clock().getTime()));
  await platform.db.transaction().execute(async (tx) => {
    const calendarId = randomUUID();
    const taskIds = Array.from({ length: SAMPLE_TASKS }, () => randomUUID());
    if (await insertSampleWeek(tx, scope, { calendarId, taskIds, startsOn }))
      await addImportedCalendar(tx, scope, { id: calendarId, name: 'Sample week' }, platform.clock());
  });
  const week = await findSampleWeek(platform.db, scope);
  if (!week) throw new AppError('version_conflict', 'The sample week was removed meanwhile.');
  const file = Buffer.from(writeSampleCalendar(week.startsOn, zone));
  await importFile(platform, scope, { calendarId: week.calendarId }, toChunks(file));
  await createTasks(platform.tasks, scope, listSampleTasks(week.startsOn, week.taskIds));
  return readSampleWeek(platform, scope);
}

/**
 * Removes what is left of the sample week, with the planned time of its tasks. Events that its user added to its
 * calendar stay. Does nothing if there is none.
 */
export async function removeSampleWeek(
  platform: Pick<SampleWeekPlatform, 'db' | 'journal' | 'outboundQueue' | 'tasks'>,
  scope: Scope,
): Promise<void> {
  const week = await findSampleWeek(platform.db, scope);
  if (!week) return;
  await deleteTasks(platform.tasks, scope, week.taskIds);
  await removeFilledCalendar(platform, scope, week.calendarId, {
    isFilled: isSampleEvent,
    otherName: 'My events',
    summary: 'Removed the meetings of the sample week',
  });
  await deleteSampleWeek(platform.db, scope);
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
