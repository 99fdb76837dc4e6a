import type { Hints, HoursOverride, Preferences, Scheduling } from '@dayloom/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type JsonRow, readInBatch, toInstant } from '#platform/batched-statements.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { SubscriptionRecord, User, UserRow } from './tables.ts';

export async function getUser(db: Db, scope: Scope): Promise<User> {
  return db.selectFrom('users').selectAll().where('id', '=', scope.userId).executeTakeFirstOrThrow();
}

/** Users by their ids, for jobs that serve many at once. */
export function listUsers(db: Db, ids: readonly string[]): Promise<User[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .execute();
}

/**
 * The user with a public name, and which version of the row was read. It takes no scope, because the scope is created
 * from its result.
 */
export async function findUserByName(
  db: Db,
  username: string,
): Promise<{ user: User; version: string } | undefined> {
  const [row] = await readInBatch<JsonRow<User> & { readonly row_version: string }>(
    db,
    sql`
      select u.*, u.xmin::text as row_version from user_directory d join users u on u.id = d.user_id
      where d.kind = 'username' and d.value = ${username}`,
  );
  if (!row) return undefined;
  const { row_version, ...user } = row;
  return { user: toUser(user), version: row_version };
}

/** Which version of a user's row is stored: it differs after every change (PostgreSQL, system columns). */
export async function findUserVersion(db: Db, scope: Scope): Promise<string | null> {
  const [row] = await readInBatch<{ version: string }>(
    db,
    sql`select xmin::text as version from users where id = ${scope.userId}`,
  );
  return row?.version ?? null;
}

/** SQL: whether the user has this version. Nobody changes the user before the transaction ends. */
export const selectHasVersion = ({ userId }: Scope, version: string | null): RawBuilder<boolean> =>
  sql`coalesce((select xmin::text from users where id = ${userId} for share) = ${version}, false)`;

const toOptionalInstant = (text: string | null) => (text === null ? null : toInstant(text));

const toUser = (row: JsonRow<User>): User => ({
  ...row,
  mobile_code_expires_at: toOptionalInstant(row.mobile_code_expires_at),
  last_message_at: toOptionalInstant(row.last_message_at),
  onboarded_at: toOptionalInstant(row.onboarded_at),
  deletes_at: toOptionalInstant(row.deletes_at),
  created_at: toInstant(row.created_at),
  updated_at: toInstant(row.updated_at),
});

/**
 * Locks the user's row, so that two changes of one column do not overwrite each other. Rows that refer to the
 * user can still be inserted.
 */
export async function lockUser(tx: Tx, scope: Scope): Promise<User> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', scope.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export type UserTime = Pick<
  User,
  'time_zone' | 'home_time_zone' | 'hours' | 'hours_overrides' | 'scheduling'
>;

/** What planning and calendars need, with a shared lock: the row does not change until the transaction ends. */
export async function getUserTimeForShare(tx: Tx, scope: Scope): Promise<UserTime> {
  const [time] = await readInBatch<UserTime>(
    tx,
    sql`
      select time_zone, home_time_zone, hours, hours_overrides, scheduling from users
      where id = ${scope.userId} for share`,
  );
  if (!time) throw new Error('The user does not exist.');
  return time;
}

export type UserChange = Partial<
  Pick<
    UserRow,
    | 'first_name'
    | 'last_name'
    | 'bio'
    | 'time_zone'
    | 'home_time_zone'
    | 'locale'
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

/** Changes of the settings; each part is replaced as a whole. */
export interface SettingsChange {
  readonly homeTimeZone?: string;
  readonly hours?: User['hours'];
  readonly hoursOverrides?: readonly HoursOverride[];
  readonly preferences?: Preferences;
  readonly hints?: Hints;
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
      ...(change.hints && { hints: JSON.stringify(change.hints) }),
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

/** Replaces the photo and returns the name of the previous one. */
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
      // Removing the photo also hides the identity provider's picture.
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
