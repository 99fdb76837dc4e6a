import type { Db, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { StoredGuest } from '../model/invitation.ts';
import type { InvitationRef } from './invitations.ts';
import './tables.ts';

export async function listInvitedGuests(db: Db, scope: Scope, invitationId: string): Promise<StoredGuest[]> {
  const rows = await db
    .selectFrom('invited_guests')
    .select(['email', 'sealed_token', 'answers'])
    .where('user_id', '=', scope.userId)
    .where('invitation_id', '=', invitationId)
    .execute();
  return rows.map(({ email, sealed_token, answers }) => ({ email, sealedToken: sealed_token, answers }));
}

export interface NewGuest {
  readonly email: string;
  readonly tokenHash: string;
  readonly sealedToken: string;
}

export async function insertGuests(
  tx: Tx,
  scope: Scope,
  invitationId: string,
  guests: readonly NewGuest[],
): Promise<void> {
  if (guests.length === 0) return;
  await tx
    .insertInto('invited_guests')
    .values(
      guests.map(({ email, tokenHash, sealedToken }) => ({
        user_id: scope.userId,
        invitation_id: invitationId,
        email,
        token_hash: tokenHash,
        sealed_token: sealedToken,
      })),
    )
    .execute();
}

/** Records which answers of a guest are the latest ones. */
export async function noteAnswers(
  tx: Tx,
  scope: Scope,
  invitationId: string,
  { email, answers }: Pick<StoredGuest, 'email' | 'answers'>,
): Promise<void> {
  await tx
    .updateTable('invited_guests')
    .set({ answers: JSON.stringify(answers) })
    .where('user_id', '=', scope.userId)
    .where('invitation_id', '=', invitationId)
    .where('email', '=', email)
    .execute();
}

export interface FoundGuest extends InvitationRef {
  readonly email: string;
  /** The event's title, also after the event was deleted. */
  readonly title: string;
}

/** A guest by the capability link. It takes no scope: the link is the permission. */
export async function findByToken(db: Db, tokenHash: string): Promise<FoundGuest | null> {
  const row = await guests(db).where('g.token_hash', '=', tokenHash).executeTakeFirst();
  return row ? toFound(row) : null;
}

/** The guests of an address in events of a UID, which different users may have. For answers by mail. */
export async function listByUid(db: Db, uid: string, email: string): Promise<FoundGuest[]> {
  const rows = await guests(db).where('i.uid', '=', uid).where('g.email', '=', email.toLowerCase()).execute();
  return rows.map(toFound);
}

function guests(db: Db) {
  return db
    .selectFrom('invited_guests as g')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.user_id', '=', 'g.user_id').onRef('i.id', '=', 'g.invitation_id'),
    )
    .select(['i.user_id', 'i.id', 'i.calendar_id', 'i.uid', 'i.title', 'g.email']);
}

function toFound(row: {
  user_id: string;
  id: string;
  calendar_id: string;
  uid: string;
  title: string;
  email: string;
}): FoundGuest {
  return {
    scope: mintScope(row.user_id, 'system'),
    id: row.id,
    calendarId: row.calendar_id,
    uid: row.uid,
    email: row.email,
    title: row.title,
  };
}
