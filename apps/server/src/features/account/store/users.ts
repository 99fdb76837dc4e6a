import type { HoursOverride, Preferences, Scheduling } from '@dayloom/contracts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { SubscriptionRecord, User, UserRow } from './tables.ts';

export async function getUser(db: Db, scope: Scope): Promise<User> {
  return db.selectFrom('users').selectAll().where('id', '=', scope.userId).executeTakeFirstOrThrow();
}

/** The same, held until the transaction ends, so that two changes of one column add up. Rows may still be added. */
export async function lockUser(tx: Tx, scope: Scope): Promise<User> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', scope.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** The same, as it stays until the transaction ends; others may hold it so too. */
export async function getUserForShare(tx: Tx, scope: Scope): Promise<User> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', scope.userId)
    .forShare()
    .executeTakeFirstOrThrow();
}

export type UserChange = Partial<
  Pick<
    UserRow,
    | 'first_name'
    | 'last_name'
    | 'bio'
    | 'time_zone'
    | 'home_time_zone'
    | 'onboarded_at'
    | 'unverified_mobile'
    | 'mobile_code_expires_at'
    | 'send_reminders'
  >
>;

export async function updateUser(db: Db, scope: Scope, change: UserChange, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', scope.userId)
    .execute();
}

/** What a user has set; each part is written whole. */
export interface SettingsChange {
  readonly homeTimeZone?: string;
  readonly hours?: User['hours'];
  readonly hoursOverrides?: readonly HoursOverride[];
  readonly preferences?: Preferences;
  readonly scheduling?: Scheduling;
}

export async function updateSettings(db: Db, scope: Scope, change: SettingsChange, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({
      ...(change.homeTimeZone !== undefined && { home_time_zone: change.homeTimeZone }),
      ...(change.hours && { hours: JSON.stringify(change.hours) }),
      ...(change.hoursOverrides && { hours_overrides: JSON.stringify(change.hoursOverrides) }),
      ...(change.preferences && { preferences: JSON.stringify(change.preferences) }),
      ...(change.scheduling && { scheduling: JSON.stringify(change.scheduling) }),
      updated_at: now,
    })
    .where('id', '=', scope.userId)
    .execute();
}

export async function saveSubscription(
  db: Db,
  scope: Scope,
  subscription: SubscriptionRecord | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ subscription: subscription && JSON.stringify(subscription), updated_at: now })
    .where('id', '=', scope.userId)
    .execute();
}

/** Puts a photo in place of the last one, whose name it answers. */
export async function replacePhoto(
  db: Db,
  scope: Scope,
  name: string | null,
  now: Date,
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const { photo_name } = await lockUser(tx, scope);
    await tx
      .updateTable('users')
      // Who removes a photo does not want to see the provider's either.
      .set({ photo_name: name, photo_url: null, updated_at: now })
      .where('id', '=', scope.userId)
      .execute();
    return photo_name;
  });
}

export async function countReferred(db: Db, scope: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('referred_by', '=', scope.userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
