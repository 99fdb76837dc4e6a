import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

declare module '#platform/db.ts' {
  interface Tables {
    billing_accounts: {
      user_id: string;
      customer_id: string;
      subscription_id: string | null;
      has_subscribed: boolean;
      past_due_since: Date | null;
      updated_at: Date;
    };
    billing_events: {
      id: string;
      type: string;
      customer_id: string | null;
      received_at: Date;
      processed_at: Date | null;
    };
  }
}

export interface BillingAccount {
  readonly customerId: string;
  readonly hasSubscribed: boolean;
  readonly pastDueSince: Date | null;
}

export async function findBillingAccount(db: Db, scope: Scope): Promise<BillingAccount | null> {
  const row = await db
    .selectFrom('billing_accounts')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  return row
    ? { customerId: row.customer_id, hasSubscribed: row.has_subscribed, pastDueSince: row.past_due_since }
    : null;
}

/** The user of a payment provider's customer, for webhooks. */
export async function findUserIdOfCustomer(db: Db, customerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('billing_accounts')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Assigns a customer to the user, replacing one of another mode. */
export async function saveCustomer(db: Db, scope: Scope, customerId: string, now: Date): Promise<void> {
  const fresh = {
    customer_id: customerId,
    subscription_id: null,
    has_subscribed: false,
    past_due_since: null,
    updated_at: now,
  };
  await db
    .insertInto('billing_accounts')
    .values({ user_id: scope.userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
}

/**
 * Locks the user's billing account for the rest of the transaction, so that syncs do not overtake each other.
 */
export async function lockBillingAccount(tx: Tx, scope: Scope): Promise<BillingAccount | null> {
  const row = await tx
    .selectFrom('billing_accounts')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .forUpdate()
    .executeTakeFirst();
  return row
    ? { customerId: row.customer_id, hasSubscribed: row.has_subscribed, pastDueSince: row.past_due_since }
    : null;
}

export async function saveSubscription(
  tx: Tx,
  scope: Scope,
  change: { subscriptionId: string | null; hasSubscribed: boolean; pastDueSince: Date | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('billing_accounts')
    .set({
      subscription_id: change.subscriptionId,
      has_subscribed: change.hasSubscribed,
      past_due_since: change.pastDueSince,
      updated_at: now,
    })
    .where('user_id', '=', scope.userId)
    .execute();
}

/**
 * Records an event; `processed` when it has been processed before. The unique key decides, so there is no
 * race.
 */
export async function recordEvent(
  db: Db,
  event: { id: string; type: string; customerId: string | null },
  now: Date,
): Promise<'new' | 'pending' | 'processed'> {
  const inserted = await db
    .insertInto('billing_events')
    .values({
      id: event.id,
      type: event.type,
      customer_id: event.customerId,
      received_at: now,
      processed_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return 'new';
  const known = await db
    .selectFrom('billing_events')
    .select('processed_at')
    .where('id', '=', event.id)
    .executeTakeFirst();
  return known?.processed_at ? 'processed' : 'pending';
}

export async function markEventProcessed(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('billing_events').set({ processed_at: now }).where('id', '=', id).execute();
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('billing_events').where('received_at', '<', before).execute();
}

export async function deleteEventsFor(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('billing_events').where('customer_id', '=', customerId).execute();
}
