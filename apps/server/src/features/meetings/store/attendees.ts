import type { MeetingAnswer } from '@dayloom/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { StoredAttendee, StoredMeeting } from '../model/meeting.ts';
import { toMeeting } from './requests.ts';
import './tables.ts';

function toAttendee(row: Selectable<Tables['meeting_attendees']>): StoredAttendee {
  return {
    id: row.id,
    requestId: row.request_id,
    email: row.email,
    name: row.name,
    sealedToken: row.sealed_token,
    linkUses: row.link_uses,
    viewedAt: row.viewed_at,
    answeredAt: row.answered_at,
    remindedAt: row.reminded_at,
    answer: row.answer,
    answerTimes: row.answer_times,
    reason: row.reason,
  };
}

export interface NewAttendee extends Pick<StoredAttendee, 'id' | 'email' | 'name' | 'sealedToken'> {
  readonly tokenHash: string;
}

/** Adds the attendees of a request, in this order. */
export async function insertAttendees(
  tx: Tx,
  scope: Scope,
  requestId: string,
  attendees: readonly NewAttendee[],
): Promise<void> {
  await tx
    .insertInto('meeting_attendees')
    .values(
      attendees.map(({ id, email, name, tokenHash, sealedToken }, position) => ({
        user_id: scope.userId,
        id,
        request_id: requestId,
        position,
        email,
        name,
        token_hash: tokenHash,
        sealed_token: sealedToken,
      })),
    )
    .execute();
}

export async function listAttendees(
  db: Db,
  scope: Scope,
  requestIds: readonly string[],
): Promise<StoredAttendee[]> {
  if (requestIds.length === 0) return [];
  const rows = await db
    .selectFrom('meeting_attendees')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('request_id', 'in', requestIds)
    .orderBy('request_id')
    .orderBy('position')
    .execute();
  return rows.map(toAttendee);
}

/** One attendee's part of a request, found by the capability link. */
export interface InvitedAttendee {
  readonly scope: Scope;
  readonly meeting: StoredMeeting;
  readonly attendeeId: string;
}

/**
 * It takes no scope: the link is the permission. Slug and token are compared in one statement, so that a wrong one of
 * either kind looks and takes the same.
 */
export async function findByLink(
  db: Db,
  { slug, tokenHash }: { readonly slug: string; readonly tokenHash: string },
): Promise<InvitedAttendee | null> {
  const row = await selectInvited(db)
    .where('a.token_hash', '=', tokenHash)
    .where('m.slug', '=', slug)
    .executeTakeFirst();
  return row ? toInvited(row) : null;
}

const selectInvited = (db: Db) =>
  db
    .selectFrom('meeting_attendees as a')
    .innerJoin('meeting_requests as m', (join) =>
      join.onRef('m.user_id', '=', 'a.user_id').onRef('m.id', '=', 'a.request_id'),
    )
    .selectAll('m')
    .select('a.id as attendee_id');

function toInvited(
  row: Selectable<Tables['meeting_requests']> & { readonly attendee_id: string },
): InvitedAttendee {
  return { scope: mintScope(row.user_id, 'system'), meeting: toMeeting(row), attendeeId: row.attendee_id };
}

/** The request of a short link. It takes no scope: the token is the permission. */
export async function findByToken(db: Db, tokenHash: string): Promise<InvitedAttendee | null> {
  const row = await selectInvited(db).where('a.token_hash', '=', tokenHash).executeTakeFirst();
  return row ? toInvited(row) : null;
}

export async function countLinkUse(db: Db, scope: Scope, id: string): Promise<void> {
  await db
    .updateTable('meeting_attendees')
    .set((eb) => ({ link_uses: eb('link_uses', '+', 1) }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the token of an attendee, so that the earlier one ends. */
export async function replaceToken(
  tx: Tx,
  scope: Scope,
  id: string,
  { tokenHash, sealedToken }: Pick<NewAttendee, 'tokenHash' | 'sealedToken'>,
): Promise<void> {
  await tx
    .updateTable('meeting_attendees')
    .set({ token_hash: tokenHash, sealed_token: sealedToken, link_uses: 0 })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** The attendee of an address in a meeting of any user. It takes no scope: the caller checks who asks. */
export async function findByAddress(
  db: Db,
  { meetingId, email }: { readonly meetingId: string; readonly email: string },
): Promise<{ scope: Scope; attendeeId: string } | null> {
  const row = await db
    .selectFrom('meeting_attendees')
    .select(['user_id', 'id'])
    .where('request_id', '=', meetingId)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst();
  return row ? { scope: mintScope(row.user_id, 'system'), attendeeId: row.id } : null;
}

/** Notes the first visit of the page. False if there was one before. */
export async function noteView(db: Db, scope: Scope, id: string, now: Date): Promise<boolean> {
  const noted = await db
    .updateTable('meeting_attendees')
    .set({ viewed_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('viewed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

export interface StoredAnswer {
  readonly answer: MeetingAnswer;
  readonly times: readonly Date[];
  readonly reason: string;
}

export async function updateAnswer(
  tx: Tx,
  scope: Scope,
  id: string,
  { answer, times, reason }: StoredAnswer,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('meeting_attendees')
    .set({
      answer,
      answer_times: [...times],
      reason,
      answered_at: now,
      viewed_at: sql`coalesce(viewed_at, ${now})`,
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

export async function noteReminders(tx: Tx, scope: Scope, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('meeting_attendees')
    .set({ reminded_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', 'in', ids)
    .execute();
}
