import type { Db, Tx } from '#platform/db.ts';
import { claimName } from './directory.ts';
import type { DirectoryKind, User } from './tables.ts';

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
  /** Null when the client did not send it. */
  readonly timeZone: string | null;
  readonly hours: User['hours'];
  readonly preferences: User['preferences'];
  readonly scheduling: User['scheduling'];
  readonly now: Date;
}

/** The directory's key decides about taken names, so there is no race. */
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
      time_zone: user.timeZone ?? 'UTC',
      home_time_zone: user.timeZone,
      hours: JSON.stringify(user.hours),
      subscription: null,
      send_reminders: false,
      preferences: JSON.stringify(user.preferences),
      scheduling: JSON.stringify(user.scheduling),
      message_count: 0,
      message_month_count: 0,
      last_message_at: null,
      onboarded_at: null,
      created_at: user.now,
      updated_at: user.now,
    })
    .execute();
  const claim = async (kind: DirectoryKind, value: string, taken: Exclude<InsertUserResult, 'inserted'>) => {
    if (!(await claimName(tx, kind, value, user.id, user.now))) throw new NameTaken(taken);
  };
  await claim('identity', user.subject, 'identity_taken');
  await claim('username', user.username, 'username_taken');
  await claim('canonical', user.canonicalId, 'username_taken');
  await claim('referral', user.referralCode, 'username_taken');
  // Only a verified address is claimed: nobody can block a stranger's address by entering it first.
  if (user.isEmailVerified) await claim('email', user.email.toLowerCase(), 'email_taken');
  return 'inserted';
}
