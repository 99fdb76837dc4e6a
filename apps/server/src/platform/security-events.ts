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

/** An event in an account's security log, which its owner reads. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The subject in words, for example the name of a passkey or the device of a session. Never a secret. */
  readonly detail?: string | undefined;
  /** Null when no request caused it: a job or the system. */
  readonly from: Visitor | null;
}

const DETAIL_MAX = 200;

/**
 * Writes an event into its owner's log. Pass the transaction of the change itself, so that the change and its
 * log line are saved together or not at all.
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
