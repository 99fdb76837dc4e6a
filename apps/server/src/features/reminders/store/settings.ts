import './tables.ts';
import type { Reminder, ReminderSubject } from '@dayloom/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredSettings } from './tables.ts';

export async function readSettings(db: Db, scope: Scope): Promise<StoredSettings> {
  const row = await db
    .selectFrom('reminder_users')
    .select('settings')
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  return row?.settings ?? {};
}

/** The settings of several users, by user id. */
export async function listSettings(db: Db, userIds: readonly string[]): Promise<Map<string, StoredSettings>> {
  const rows = await db
    .selectFrom('reminder_users')
    .select(['user_id', 'settings'])
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(rows.map(({ user_id, settings }) => [user_id, settings]));
}

/** Locks the user's settings, so that of two changes neither is lost. */
export async function lockSettings(tx: Tx, scope: Scope): Promise<StoredSettings> {
  await tx
    .insertInto('reminder_users')
    .values({ user_id: scope.userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { settings } = await tx
    .selectFrom('reminder_users')
    .select('settings')
    .where('user_id', '=', scope.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return settings;
}

export async function saveSettings(tx: Tx, scope: Scope, settings: StoredSettings): Promise<void> {
  await tx
    .updateTable('reminder_users')
    .set({ settings: JSON.stringify(settings) })
    .where('user_id', '=', scope.userId)
    .execute();
}

export interface Override {
  readonly subject: ReminderSubject;
  readonly subjectId: string;
  readonly reminders: readonly Reminder[];
}

export async function listOverrides(db: Db, scope: Scope): Promise<Override[]> {
  return db
    .selectFrom('reminder_overrides')
    .select(['subject', 'subject_id as subjectId', 'reminders'])
    .where('user_id', '=', scope.userId)
    .execute();
}

/** Null removes what was set. */
export async function saveOverride(
  db: Db,
  scope: Scope,
  { subject, subjectId }: Omit<Override, 'reminders'>,
  reminders: readonly Reminder[] | null,
): Promise<void> {
  if (reminders === null) {
    await db
      .deleteFrom('reminder_overrides')
      .where('user_id', '=', scope.userId)
      .where('subject', '=', subject)
      .where('subject_id', '=', subjectId)
      .execute();
    return;
  }
  const value = JSON.stringify(reminders);
  await db
    .insertInto('reminder_overrides')
    .values({ user_id: scope.userId, subject, subject_id: subjectId, reminders: value })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'subject', 'subject_id']).doUpdateSet({ reminders: value }),
    )
    .execute();
}

/** Gives an event the reminders of another one, if that has own ones. */
export async function copyOverride(
  db: Db,
  scope: Scope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`
    insert into reminder_overrides (user_id, subject, subject_id, reminders)
    select user_id, subject, ${to}, reminders from reminder_overrides
    where user_id = ${scope.userId} and subject = 'event' and subject_id = ${from}
    on conflict do nothing`.execute(db);
}
