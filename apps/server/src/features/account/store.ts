import type { Settings, Subscription, WeeklyHours } from '@dayloom/contracts';
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
  subscription: ColumnType<SubscriptionRecord | null, string | null, string | null>;
  send_reminders: boolean;
  preferences: ColumnType<Settings['preferences'], string, string>;
  message_count: number;
  message_month_count: number;
  last_message_at: Date | null;
  onboarded_at: Date | null;
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
  }
}

export type User = Omit<UserRow, 'hours' | 'preferences' | 'subscription'> & {
  subscription: SubscriptionRecord | null;
  hours: { work: WeeklyHours; personal: WeeklyHours };
  preferences: Settings['preferences'];
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
  readonly preferences: Settings['preferences'];
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
