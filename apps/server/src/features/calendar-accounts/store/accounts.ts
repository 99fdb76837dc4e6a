import type { CalendarDomain, SyncFailureKind } from '@dayloom/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { AccountTable } from './tables.ts';

export type AccountRow = Selectable<AccountTable>;

/** The primary account first, then in the order in which they were connected. */
export function listAccountRows(db: Db, scope: Scope): Promise<AccountRow[]> {
  return db
    .selectFrom('calendar_accounts')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findAccount(db: Db, scope: Scope, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('calendar_accounts')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockAccount(tx: Tx, scope: Scope, id: string): Promise<AccountRow | undefined> {
  return tx
    .selectFrom('calendar_accounts')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export interface NewAccount {
  readonly id: string;
  readonly domain: CalendarDomain;
  readonly subject: string;
  readonly email: string;
  /** Kept as it is for an account that is connected again. */
  readonly type: AccountRow['type'];
  readonly serverUrl: string | null;
  readonly sealedGrant: (accountId: string) => string;
}

/**
 * Saves a connected account. An existing one gets the new grant and is connected again. The first account
 * becomes the primary one. Returns its id and whether it is new.
 */
export async function saveAccount(
  tx: Tx,
  scope: Scope,
  account: NewAccount,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  // Two simultaneous connections must not both become the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calendar accounts ${scope.userId}`}, 0))`.execute(
    tx,
  );
  const rows = await listAccountRows(tx, scope);
  const known = rows.find(({ domain, subject }) => domain === account.domain && subject === account.subject);
  if (known) {
    await updateAccount(tx, scope, known.id, {
      sealed_grant: account.sealedGrant(known.id),
      email: account.email,
      server_url: account.serverUrl,
      state: 'connected',
      failure_kind: null,
      failure_message: null,
    });
    return { id: known.id, isNew: false };
  }
  await tx
    .insertInto('calendar_accounts')
    .values({
      user_id: scope.userId,
      id: account.id,
      domain: account.domain,
      subject: account.subject,
      email: account.email,
      type: account.type,
      server_url: account.serverUrl,
      is_primary: rows.length === 0,
      sealed_grant: account.sealedGrant(account.id),
      failure_kind: null,
      failure_message: null,
      created_at: now,
    })
    .execute();
  return { id: account.id, isNew: true };
}

/** The right to renew an account's grant: only its holder renews, until it expires. */
export interface RenewalClaim {
  readonly holder: string;
  readonly now: Date;
  readonly until: Date;
}

/**
 * Claims the renewal of a grant, if it is still the one that was read. False when it is claimed or already
 * renewed.
 */
export async function claimRenewal(
  db: Db,
  scope: Scope,
  { id, sealed_grant }: Pick<AccountRow, 'id' | 'sealed_grant'>,
  { holder, now, until }: RenewalClaim,
): Promise<boolean> {
  const claimed = await db
    .updateTable('calendar_accounts')
    .set({ renewal_holder: holder, renewing_until: until })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('sealed_grant', '=', sealed_grant)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<', now)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Extends the claim, or ends it when `until` is null. */
export async function changeRenewal(
  db: Db,
  scope: Scope,
  id: string,
  holder: string,
  until: Date | null,
): Promise<void> {
  await db
    .updateTable('calendar_accounts')
    .set({ renewing_until: until })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('renewal_holder', '=', holder)
    .execute();
}

/**
 * Replaces the grant that the new one was made from, even if another holder has the claim by now: the
 * provider may have invalidated the old grant. False when the grant has already been replaced.
 */
export async function replaceGrant(
  db: Db,
  scope: Scope,
  { id, sealed_grant }: Pick<AccountRow, 'id' | 'sealed_grant'>,
  fresh: string,
): Promise<boolean> {
  const replaced = await db
    .updateTable('calendar_accounts')
    .set({ sealed_grant: fresh, renewal_holder: null, renewing_until: null })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('sealed_grant', '=', sealed_grant)
    .returning('id')
    .executeTakeFirst();
  return replaced !== undefined;
}

interface AccountColumns {
  readonly sealed_grant?: string;
  readonly email?: string;
  readonly server_url?: string | null;
  readonly state?: AccountRow['state'];
  readonly failure_kind?: SyncFailureKind | null;
  readonly failure_message?: string | null;
  readonly type?: AccountRow['type'];
  /** JSON. */
  readonly tags?: string;
}

/**
 * Records that an account works, unless its state has changed since it was read: a sync run may have been refused
 * meanwhile.
 */
export async function markConnected(
  db: Db,
  scope: Scope,
  { id, state }: Pick<AccountRow, 'id' | 'state'>,
): Promise<void> {
  await db
    .updateTable('calendar_accounts')
    .set({ state: 'connected', failure_kind: null, failure_message: null })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
}

export async function updateAccount(
  db: Db,
  scope: Scope,
  id: string,
  columns: AccountColumns,
): Promise<void> {
  await db
    .updateTable('calendar_accounts')
    .set(columns)
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** Returns false when the account does not exist. */
export async function makePrimary(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  if (!(await lockAccount(tx, scope, id))) return false;
  const own = tx.updateTable('calendar_accounts').where('user_id', '=', scope.userId);
  await own.set({ is_primary: false }).where('is_primary', '=', true).execute();
  await own.set({ is_primary: true }).where('id', '=', id).execute();
  return true;
}

/** Also deletes its calendars. The oldest remaining account becomes the primary one. */
export async function deleteAccount(tx: Tx, scope: Scope, id: string): Promise<void> {
  const gone = await tx
    .deleteFrom('calendar_accounts')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('is_primary')
    .executeTakeFirst();
  if (!gone?.is_primary) return;
  const [next] = await listAccountRows(tx, scope);
  if (next) await makePrimary(tx, scope, next.id);
}

/** Accounts of all users, for jobs. */
export function listConnectedAccounts(db: Db): Promise<{ userId: string; accountId: string }[]> {
  return db
    .selectFrom('calendar_accounts')
    .select(['user_id as userId', 'id as accountId'])
    .where('state', '=', 'connected')
    .execute();
}
