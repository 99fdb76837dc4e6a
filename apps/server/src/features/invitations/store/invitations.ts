import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ObjectName } from '#features/calendar/model/event.ts';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import type { Db, Tables, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { StoredInvitation } from '../model/invitation.ts';
import './tables.ts';

export function toInvitation(row: Selectable<Tables['invitations']>): StoredInvitation {
  return {
    id: row.id,
    calendarId: row.calendar_id,
    uid: row.uid,
    title: row.title,
    sent: row.sent,
    sequence: row.sequence,
    answersFrom: row.answers_from,
    dueAt: row.due_at,
  };
}

/** The invitation of a calendar object, which nothing else changes until the transaction ends. */
export async function lockInvitation(
  tx: Tx,
  scope: Scope,
  { calendarId, uid }: ObjectName,
): Promise<StoredInvitation | null> {
  const row = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst();
  return row ? toInvitation(row) : null;
}

/** Notes when a change is mailed; null if nothing has to be. */
export async function setDue(
  tx: Tx,
  scope: Scope,
  { calendarId, uid }: ObjectName,
  { title, dueAt }: { readonly title: string; readonly dueAt: Date | null },
): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({
      user_id: scope.userId,
      id: randomUUID(),
      calendar_id: calendarId,
      uid,
      title,
      due_at: dueAt,
      ends_at: null,
    })
    .onConflict((conflict) => conflict.constraint('invitations_event').doUpdateSet({ title, due_at: dueAt }))
    .execute();
}

/** What the guests know before the change that is due, and the SEQUENCE that their programs know at most. */
export async function saveStateBeforeChange(
  tx: Tx,
  scope: Scope,
  { calendarId, uid }: ObjectName,
  { sent, sequence }: Pick<SentState, 'sent' | 'sequence'>,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ sent: JSON.stringify(sent), sequence: sql<number>`greatest(sequence, ${sequence})` })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .execute();
}

export interface SentState {
  readonly sent: readonly EventRecord[];
  readonly sequence: number;
  readonly answersFrom: StoredInvitation['answersFrom'];
  readonly endsAt: Date | null;
}

/** Records what the guests know from now on. */
export async function saveSentState(
  tx: Tx,
  scope: Scope,
  id: string,
  { sent, sequence, answersFrom, endsAt }: SentState,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({
      sent: JSON.stringify(sent),
      sequence,
      answers_from: JSON.stringify(answersFrom),
      due_at: null,
      ends_at: endsAt,
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** An invitation of any user, for jobs and for answers. */
export interface InvitationRef extends ObjectName {
  readonly scope: Scope;
  readonly id: string;
}

const toFound = (row: { user_id: string; id: string; calendar_id: string; uid: string }): InvitationRef => ({
  scope: mintScope(row.user_id, 'system'),
  id: row.id,
  calendarId: row.calendar_id,
  uid: row.uid,
});

/** Per run. */
const MAX_AT_ONCE = 500;

export async function listDue(db: Db, now: Date): Promise<InvitationRef[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['user_id', 'id', 'calendar_id', 'uid'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(MAX_AT_ONCE)
    .execute();
  return rows.map(toFound);
}

/** Sends a change later. */
export async function postpone(db: Db, scope: Scope, id: string, until: Date): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ due_at: until })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('ends_at', '<', before).where('due_at', 'is', null).execute();
}
