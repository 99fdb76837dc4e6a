import { randomUUID } from 'node:crypto';
import type { SecurityEventKind } from '@dayloom/contracts';
import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import { notifyChanged } from './notify.ts';
import type { Scope } from './scope.ts';
import type { Visitor } from './visitor.ts';

interface SecurityEventRow {
  user_id: string;
  id: string;
  kind: SecurityEventKind;
  detail: string | null;
  address: string | null;
  device: string | null;
  created_at: Date;
}

declare module './db.ts' {
  interface Tables {
    security_events: SecurityEventRow;
  }
}

/** What happened to an account, for its owner to read. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** What it was about, in words: the name of a passkey, the device of a session. Never a secret. */
  readonly detail?: string | undefined;
  /** Null when nobody asked: a job, or a plan of the system. */
  readonly from: Visitor | null;
}

const DETAIL_MAX = 200;

/**
 * Writes an event into its owner's log. Give it the transaction that does the thing, so that there is neither
 * a change without its line nor a line without its change.
 */
export async function recordSecurityEvent(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  scope: Scope,
  { kind, detail, from }: SecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      user_id: scope.userId,
      id: randomUUID(),
      kind,
      detail: detail?.slice(0, DETAIL_MAX) ?? null,
      address: from?.address ?? null,
      device: from?.device ?? null,
      created_at: clock(),
    })
    .execute();
  await notifyChanged(db, scope, 'security');
}
