import './tables.ts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

export interface Consent {
  readonly id: string;
  readonly mobile: string;
  readonly isGiven: boolean;
  /** `booking`: a visitor of the user agreed to a reminder. */
  readonly source: 'settings' | 'text' | 'unverified' | 'booking';
  readonly wording: string;
  readonly networkAddress: string | null;
  readonly userAgent: string | null;
  readonly now: Date;
}

export async function insertConsent(db: Db, scope: Scope, consent: Consent): Promise<void> {
  await db
    .insertInto('sms_consents')
    .values({
      user_id: scope.userId,
      id: consent.id,
      mobile: consent.mobile,
      is_given: consent.isGiven,
      source: consent.source,
      wording: consent.wording,
      network_address: consent.networkAddress,
      user_agent: consent.userAgent,
      created_at: consent.now,
    })
    .execute();
}

/** The user's latest consent for this number. */
export async function findConsent(
  db: Db,
  scope: Scope,
  mobile: string,
): Promise<Pick<Consent, 'isGiven' | 'source'> | null> {
  const row = await db
    .selectFrom('sms_consents')
    .select(['is_given', 'source'])
    .where('user_id', '=', scope.userId)
    .where('mobile', '=', mobile)
    .where('source', '<>', 'booking')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { isGiven: row.is_given, source: row.source } : null;
}

/** An opt-out belongs to a number and not to a user: even unverified numbers can opt out. */
export async function findOptOut(db: Db, mobile: string): Promise<'text' | 'provider' | null> {
  const row = await db
    .selectFrom('sms_opt_outs')
    .select('source')
    .where('mobile', '=', mobile)
    .executeTakeFirst();
  return row?.source ?? null;
}

export async function insertOptOut(
  db: Db,
  mobile: string,
  source: 'text' | 'provider',
  now: Date,
): Promise<void> {
  await db
    .insertInto('sms_opt_outs')
    .values({ mobile, source, opted_out_at: now })
    .onConflict((conflict) =>
      // A STOP that we received ourselves takes precedence over the provider's report.
      source === 'text' ? conflict.column('mobile').doUpdateSet({ source }) : conflict.doNothing(),
    )
    .execute();
}

export async function deleteOptOut(db: Db, mobile: string): Promise<void> {
  await db.deleteFrom('sms_opt_outs').where('mobile', '=', mobile).execute();
}

/** Records a received text; false when it is already known. The unique key decides. */
export async function noteInbound(
  db: Db,
  text: { id: string; mobile: string; keyword: string | null; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('sms_inbound')
    .values({ id: text.id, mobile: text.mobile, keyword: text.keyword, received_at: text.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteInboundBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sms_inbound').where('received_at', '<', before).execute();
}
