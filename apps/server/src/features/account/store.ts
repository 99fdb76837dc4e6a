import { createHash } from 'node:crypto';
import type { Preferences, Scheduling, Subscription, WeeklyHours } from '@dayloom/contracts';
import type { ColumnType } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';
import { brokenConstraint } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

/** A subscription with the mode in which it was bought: one of the sandbox counts for nothing elsewhere. */
export interface SubscriptionRecord extends Subscription {
  readonly mode: 'live' | 'sandbox';
}

export interface UserRow {
  id: string;
  canonical_id: string;
  first_name: string;
  last_name: string;
  email: string;
  is_email_verified: boolean;
  bio: string;
  /** The picture of the identity provider. */
  photo_url: string | null;
  /** An uploaded photo, which stands in front of the provider's. */
  photo_name: string | null;
  mobile: string | null;
  unverified_mobile: string | null;
  mobile_code_expires_at: Date | null;
  is_mobile_demo: boolean;
  username: string;
  referral_code: string;
  referred_by: string | null;
  total_task_points: number;
  time_zone: string;
  home_time_zone: string | null;
  hours: ColumnType<{ work: WeeklyHours; personal: WeeklyHours }, string, string>;
  /** Only what differs from the defaults is sure to be there. */
  scheduling: ColumnType<Partial<Scheduling>, string | undefined, string>;
  subscription: ColumnType<SubscriptionRecord | null, string | null, string | null>;
  send_reminders: boolean;
  preferences: ColumnType<Preferences, string, string>;
  message_count: number;
  message_month_count: number;
  last_message_at: Date | null;
  onboarded_at: Date | null;
  /** Set while the account is closed: when everything of it is deleted. */
  deletes_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
  updated_at: Date;
}

type DirectoryKind = 'identity' | 'email' | 'canonical' | 'username' | 'referral' | 'mobile';

declare module '../../platform/db.ts' {
  interface Tables {
    users: UserRow;
    user_directory: {
      kind: DirectoryKind;
      value: string;
      user_id: string;
      created_at: Date;
      retired_at: Date | null;
    };
    held_usernames: { name_hash: string; held_until: Date };
  }
}

export type User = Omit<UserRow, 'hours' | 'preferences' | 'scheduling' | 'subscription' | 'deletes_at'> & {
  scheduling: Partial<Scheduling>;
  deletes_at: Date | null;
  subscription: SubscriptionRecord | null;
  hours: { work: WeeklyHours; personal: WeeklyHours };
  preferences: Preferences;
};

export interface NewUser {
  readonly id: string;
  readonly subject: string;
  readonly canonicalId: string;
  readonly username: string;
  readonly referralCode: string;
  readonly referredBy: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly photoUrl: string | null;
  /** Null when the client did not say. */
  readonly timeZone: string | null;
  readonly hours: { work: WeeklyHours; personal: WeeklyHours };
  readonly preferences: Preferences;
  readonly now: Date;
}

/** The user id that a directory name leads to. The door to everything scoped, so it takes no scope itself. */
export async function findUserIdBy(db: Db, kind: DirectoryKind, value: string): Promise<string | null> {
  const entry = await db
    .selectFrom('user_directory')
    .select('user_id')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  return entry?.user_id ?? null;
}

/** The account of an identity, also a closed one. */
export async function findAccountOf(
  db: Db,
  subject: string,
): Promise<{ userId: string; deletesAt: Date | null } | null> {
  const row = await db
    .selectFrom('user_directory as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['u.id', 'u.deletes_at'])
    .where('d.kind', '=', 'identity')
    .where('d.value', '=', subject)
    .executeTakeFirst();
  return row ? { userId: row.id, deletesAt: row.deletes_at } : null;
}

/** `identity_taken`, `email_taken` and `username_taken` are decided by the directory's key, not by a look first. */
export type InsertUserResult = 'inserted' | 'identity_taken' | 'email_taken' | 'username_taken';

export async function insertUser(db: Db, user: NewUser): Promise<InsertUserResult> {
  try {
    return await db.transaction().execute((tx) => insertUserIn(tx, user));
  } catch (error) {
    if (error instanceof NameTaken) return error.result;
    throw error;
  }
}

class NameTaken extends Error {
  readonly result: Exclude<InsertUserResult, 'inserted'>;
  constructor(result: Exclude<InsertUserResult, 'inserted'>) {
    super(result);
    this.result = result;
  }
}

async function insertUserIn(tx: Tx, user: NewUser): Promise<'inserted'> {
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      canonical_id: user.canonicalId,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      is_email_verified: user.isEmailVerified,
      bio: '',
      photo_url: user.photoUrl,
      photo_name: null,
      mobile: null,
      unverified_mobile: null,
      mobile_code_expires_at: null,
      is_mobile_demo: false,
      username: user.username,
      referral_code: user.referralCode,
      referred_by: user.referredBy,
      total_task_points: 0,
      time_zone: user.timeZone ?? 'UTC',
      home_time_zone: user.timeZone,
      hours: JSON.stringify(user.hours),
      subscription: null,
      send_reminders: false,
      preferences: JSON.stringify(user.preferences),
      message_count: 0,
      message_month_count: 0,
      last_message_at: null,
      onboarded_at: null,
      created_at: user.now,
      updated_at: user.now,
    })
    .execute();
  const claim = async (kind: DirectoryKind, value: string, taken: Exclude<InsertUserResult, 'inserted'>) => {
    try {
      await tx
        .insertInto('user_directory')
        .values({ kind, value, user_id: user.id, created_at: user.now, retired_at: null })
        .execute();
    } catch (error) {
      if (brokenConstraint(error) === 'user_directory_key') throw new NameTaken(taken);
      throw error;
    }
  };
  await claim('identity', user.subject, 'identity_taken');
  await claim('username', user.username, 'username_taken');
  await claim('canonical', user.canonicalId, 'username_taken');
  await claim('referral', user.referralCode, 'username_taken');
  // Only a proven address is claimed: nobody can keep a stranger's address by typing it first.
  if (user.isEmailVerified) await claim('email', user.email.toLowerCase(), 'email_taken');
  return 'inserted';
}

/** Claims the user's address in the directory, unless another account has it. */
export async function claimEmail(db: Db, scope: Scope, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { email } = await getUser(tx, scope);
    const claimed = await tx
      .insertInto('user_directory')
      .values({
        kind: 'email',
        value: email.toLowerCase(),
        user_id: scope.userId,
        created_at: now,
        retired_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!claimed) return;
    await tx
      .updateTable('users')
      .set({ is_email_verified: true, updated_at: now })
      .where('id', '=', scope.userId)
      .execute();
  });
}

export async function getUser(db: Db, scope: Scope): Promise<User> {
  return db.selectFrom('users').selectAll().where('id', '=', scope.userId).executeTakeFirstOrThrow();
}

/** The same, held until the transaction ends, so that two changes of one column add up. */
export async function lockUser(tx: Tx, scope: Scope): Promise<User> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', scope.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Closes an open account, or opens one whose time has not come. */
export async function saveDeletesAt(
  db: Db,
  scope: Scope,
  deletesAt: Date | null,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ deletes_at: deletesAt, updated_at: now })
    .where('id', '=', scope.userId)
    .where((eb) => (deletesAt ? eb('deletes_at', 'is', null) : eb('deletes_at', '>', now)))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function listDueAccounts(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('deletes_at', '<=', now).execute();
  return rows.map(({ id }) => id);
}

export async function findDueAccount(db: Db, scope: Scope, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', scope.userId)
    .where('deletes_at', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every table of users hangs on this row, so all of it goes with it. Nothing happens when it is gone already. */
export async function deleteUser(db: Db, scope: Scope, now: Date, heldUntil: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('users')
      .where('id', '=', scope.userId)
      .where('deletes_at', '<=', now)
      .returning('username')
      .executeTakeFirst();
    if (!gone) return;
    await tx
      .updateTable('users')
      .set({ referred_by: null })
      .where('referred_by', '=', scope.userId)
      .execute();
    await tx.deleteFrom('held_usernames').where('held_until', '<', now).execute();
    const held = { held_until: heldUntil };
    await tx
      .insertInto('held_usernames')
      .values({ name_hash: hashOf(gone.username), ...held })
      .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(held))
      .execute();
  });
}

export async function isUsernameHeld(db: Db, username: string, now: Date): Promise<boolean> {
  const held = await db
    .selectFrom('held_usernames')
    .select('held_until')
    .where('name_hash', '=', hashOf(username))
    .where('held_until', '>', now)
    .executeTakeFirst();
  return held !== undefined;
}

function hashOf(username: string): string {
  return createHash('sha256').update(username).digest('base64url');
}

export async function listIdentities(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('user_directory')
    .select('value')
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'identity')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.value);
}

export async function listIdentityEntries(
  db: Db,
  scope: Scope,
): Promise<{ value: string; created_at: Date }[]> {
  return db
    .selectFrom('user_directory')
    .select(['value', 'created_at'])
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'identity')
    .orderBy('created_at')
    .execute();
}

/** False when the identity belongs to an account already, be it this one. */
export async function insertIdentity(db: Db, scope: Scope, subject: string, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('user_directory')
    .values({ kind: 'identity', value: subject, user_id: scope.userId, created_at: now, retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Removes an identity of the user, unless it is the last one. The user's row is locked meanwhile, so that two
 * removals at once do not leave none.
 */
export async function deleteIdentity(
  db: Db,
  scope: Scope,
  subject: string,
): Promise<'deleted' | 'unknown' | 'last'> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', scope.userId).forUpdate().execute();
    const identities = await listIdentities(tx, scope);
    if (!identities.includes(subject)) return 'unknown';
    if (identities.length === 1) return 'last';
    await tx
      .deleteFrom('user_directory')
      .where('user_id', '=', scope.userId)
      .where('kind', '=', 'identity')
      .where('value', '=', subject)
      .execute();
    return 'deleted';
  });
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
  readonly preferences?: Preferences;
  readonly scheduling?: Scheduling;
}

export async function updateSettings(db: Db, scope: Scope, change: SettingsChange, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({
      ...(change.homeTimeZone !== undefined && { home_time_zone: change.homeTimeZone }),
      ...(change.hours && { hours: JSON.stringify(change.hours) }),
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
    const { photo_name } = await tx
      .selectFrom('users')
      .select('photo_name')
      .where('id', '=', scope.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('users')
      // Who removes a photo does not want to see the provider's either.
      .set({ photo_name: name, photo_url: null, updated_at: now })
      .where('id', '=', scope.userId)
      .execute();
    return photo_name;
  });
}

/**
 * Takes a username for the user and retires the one they had, which stays theirs and leads to the new one.
 * `taken` is decided by the directory's key.
 */
export async function replaceUsername(
  db: Db,
  scope: Scope,
  username: string,
  now: Date,
): Promise<'changed' | 'taken' | 'too_many'> {
  return db
    .transaction()
    .execute(async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select('username')
        .where('id', '=', scope.userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (user.username === username) return 'changed';
      const claimed = await tx
        .insertInto('user_directory')
        .values({
          kind: 'username',
          value: username,
          user_id: scope.userId,
          created_at: now,
          retired_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'value'])
            .doUpdateSet({ retired_at: null })
            .where('user_directory.user_id', '=', scope.userId),
        )
        .returning('value')
        .executeTakeFirst();
      if (!claimed) return 'taken';
      const { count } = await tx
        .selectFrom('user_directory')
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('kind', '=', 'username')
        .where('user_id', '=', scope.userId)
        .executeTakeFirstOrThrow();
      if (Number(count) > MAX_USERNAMES) throw new TooManyNames();
      await tx
        .updateTable('user_directory')
        .set({ retired_at: now })
        .where('kind', '=', 'username')
        .where('value', '=', user.username)
        .execute();
      await tx
        .updateTable('users')
        .set({ username, updated_at: now })
        .where('id', '=', scope.userId)
        .execute();
      return 'changed';
    })
    .catch((error: unknown) => {
      if (error instanceof TooManyNames) return 'too_many';
      throw error;
    });
}

/** Old names are kept for their owner; without a limit one person could take all of them. */
const MAX_USERNAMES = 10;

class TooManyNames extends Error {}

/** The present username of whoever has, or once had, this one. */
export async function findUsernameBy(db: Db, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('user_directory')
    .innerJoin('users', 'users.id', 'user_directory.user_id')
    .select('users.username')
    .where('user_directory.kind', '=', 'username')
    .where('user_directory.value', '=', username)
    .executeTakeFirst();
  return row?.username ?? null;
}

export async function countReferred(db: Db, scope: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('referred_by', '=', scope.userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Gives a proven number to the user and resolves to the account that had it until now, if any: a number
 * belongs to whoever proved it last. The directory's key settles two proofs at the same moment.
 */
export async function claimMobile(
  tx: Tx,
  scope: Scope,
  { mobile, isDemo }: { mobile: string; isDemo: boolean },
  now: Date,
): Promise<string | null> {
  await releaseMobile(tx, scope, now);
  const held = { user_id: scope.userId, created_at: now };
  await tx
    .insertInto('user_directory')
    .values({ kind: 'mobile', value: mobile, retired_at: null, ...held })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doUpdateSet(held))
    .execute();
  const previous = await tx
    .updateTable('users')
    .set({ mobile: null, send_reminders: false, updated_at: now })
    .where('mobile', '=', mobile)
    .where('id', '!=', scope.userId)
    .returning('id')
    .executeTakeFirst();
  await tx
    .updateTable('users')
    .set({
      mobile,
      is_mobile_demo: isDemo,
      unverified_mobile: null,
      mobile_code_expires_at: null,
      updated_at: now,
    })
    .where('id', '=', scope.userId)
    .execute();
  return previous?.id ?? null;
}

/** Forgets the user's number, verified or not, and what was switched on for it. */
export async function releaseMobile(tx: Tx, scope: Scope, now: Date): Promise<void> {
  await tx
    .deleteFrom('user_directory')
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'mobile')
    .execute();
  await tx
    .updateTable('users')
    .set({
      mobile: null,
      unverified_mobile: null,
      mobile_code_expires_at: null,
      send_reminders: false,
      updated_at: now,
    })
    .where('id', '=', scope.userId)
    .execute();
}
