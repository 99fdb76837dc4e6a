import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#platform/db.ts';
import type { PageCursor } from '#platform/page-cursor.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { StoredMeeting } from '../model/meeting.ts';
import './tables.ts';

export function toMeeting(row: Selectable<Tables['meeting_requests']>): StoredMeeting {
  return {
    id: row.id,
    slug: row.slug,
    status: row.status,
    title: row.title,
    message: row.message,
    location: row.location,
    durationMinutes: row.duration_minutes,
    timeZone: row.time_zone,
    times: row.times,
    showsAnswers: row.shows_answers,
    answerBy: row.answer_by,
    expiresAt: row.expires_at,
    remindAt: row.remind_at,
    rounds: row.rounds,
    confirmedAt: row.confirmed_at,
    eventId: row.event_id,
    sequence: row.sequence,
    sendsAt: row.sends_at,
    unreportedSince: row.unreported_since,
    createdAt: row.created_at,
  };
}

export interface NewMeetingRow
  extends Pick<
    StoredMeeting,
    | 'id'
    | 'slug'
    | 'title'
    | 'message'
    | 'location'
    | 'durationMinutes'
    | 'timeZone'
    | 'times'
    | 'showsAnswers'
    | 'answerBy'
    | 'expiresAt'
    | 'remindAt'
    | 'sendsAt'
  > {
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
}

export async function insertMeeting(
  tx: Tx,
  scope: Scope,
  meeting: NewMeetingRow,
  now: Date,
): Promise<StoredMeeting> {
  const row = await tx
    .insertInto('meeting_requests')
    .values({
      user_id: scope.userId,
      id: meeting.id,
      slug: meeting.slug,
      status: 'open',
      title: meeting.title,
      message: meeting.message,
      location: meeting.location,
      duration_minutes: meeting.durationMinutes,
      time_zone: meeting.timeZone,
      times: [...meeting.times],
      shows_answers: meeting.showsAnswers,
      answer_by: meeting.answerBy,
      expires_at: meeting.expiresAt,
      remind_at: meeting.remindAt,
      sends_at: meeting.sendsAt,
      idempotency_key: meeting.idempotencyKey,
      request_hash: meeting.requestHash,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toMeeting(row);
}

export interface MeetingChange {
  readonly status?: StoredMeeting['status'];
  readonly times?: readonly Date[];
  readonly answerBy?: string | null;
  readonly durationMinutes?: number;
  readonly expiresAt?: Date;
  readonly remindAt?: Date | null;
  readonly rounds?: number;
  readonly confirmedAt?: Date | null;
  readonly eventId?: string | null;
  readonly sequence?: number;
  readonly sendsAt?: Date;
  readonly unreportedSince?: Date | null;
  readonly reportedAt?: Date;
}

export async function updateMeeting(
  tx: Tx,
  scope: Scope,
  id: string,
  change: MeetingChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('meeting_requests')
    .set({
      updated_at: now,
      ...(change.status && { status: change.status }),
      ...(change.times && { times: [...change.times] }),
      ...(change.answerBy !== undefined && { answer_by: change.answerBy }),
      ...(change.durationMinutes !== undefined && { duration_minutes: change.durationMinutes }),
      ...(change.expiresAt && { expires_at: change.expiresAt }),
      ...(change.remindAt !== undefined && { remind_at: change.remindAt }),
      ...(change.rounds !== undefined && { rounds: change.rounds }),
      ...(change.confirmedAt !== undefined && { confirmed_at: change.confirmedAt }),
      ...(change.eventId !== undefined && { event_id: change.eventId }),
      ...(change.sequence !== undefined && { sequence: change.sequence }),
      ...(change.sendsAt && { sends_at: change.sendsAt }),
      ...(change.unreportedSince !== undefined && { unreported_since: change.unreportedSince }),
      ...(change.reportedAt && { reported_at: change.reportedAt }),
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

export async function deleteMeeting(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.deleteFrom('meeting_requests').where('user_id', '=', scope.userId).where('id', '=', id).execute();
}

export async function findMeeting(db: Db, scope: Scope, id: string): Promise<StoredMeeting | null> {
  const row = await db
    .selectFrom('meeting_requests')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toMeeting(row) : null;
}

/** The request, which nothing else changes until the transaction ends. */
export async function lockMeeting(tx: Tx, scope: Scope, id: string): Promise<StoredMeeting | null> {
  const row = await tx
    .selectFrom('meeting_requests')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? toMeeting(row) : null;
}

/** The request that was made with a key, and the hash of what was asked for. */
export async function findRepeated(
  db: Db,
  scope: Scope,
  key: string,
): Promise<{ id: string; requestHash: string | null } | null> {
  const row = await db
    .selectFrom('meeting_requests')
    .select(['id', 'request_hash'])
    .where('user_id', '=', scope.userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ? { id: row.id, requestHash: row.request_hash } : null;
}

export async function countMeetingsSince(db: Db, scope: Scope, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('meeting_requests')
    .select(sql<string>`count(*)`.as('count'))
    .where('user_id', '=', scope.userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface MeetingQuery {
  /** Open ones can still be decided, also after the last day to answer. */
  readonly when: 'open' | 'closed' | 'all';
  readonly limit: number;
  readonly after: PageCursor | null;
  readonly now: Date;
}

/** The newest first. Returns up to `limit` + 1 rows: one more shows that there is another page. */
export async function listMeetingRows(
  db: Db,
  scope: Scope,
  { when, limit, after, now }: MeetingQuery,
): Promise<StoredMeeting[]> {
  const isOpen = sql<boolean>`(status = 'open' and ${now} < any (times))`;
  const rows = await db
    .selectFrom('meeting_requests')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .$if(when === 'open', (query) => query.where(isOpen))
    .$if(when === 'closed', (query) => query.where(sql<boolean>`not ${isOpen}`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toMeeting);
}

/** A request of any user, for jobs. */
export interface MeetingRef {
  readonly scope: Scope;
  readonly id: string;
}

const toFound = (row: { user_id: string; id: string }): MeetingRef => ({
  scope: mintScope(row.user_id, 'system'),
  id: row.id,
});

/** Requests whose reminder is due. Those of closed accounts have no page to answer on. */
export async function listToRemind(db: Db, now: Date): Promise<MeetingRef[]> {
  const rows = await db
    .selectFrom('meeting_requests as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.id'])
    .where('m.status', '=', 'open')
    .where('m.remind_at', '<=', now)
    .where('u.deletes_at', 'is', null)
    .execute();
  return rows.map(toFound);
}

/** Requests with answers that were not mailed to the organizer yet, and whose last mail is old enough. */
export async function listUnreported(db: Db, reportedBefore: Date): Promise<MeetingRef[]> {
  const rows = await db
    .selectFrom('meeting_requests')
    .select(['user_id', 'id'])
    .where('unreported_since', 'is not', null)
    .where((eb) => eb.or([eb('reported_at', 'is', null), eb('reported_at', '<=', reportedBefore)]))
    .execute();
  return rows.map(toFound);
}

/** Deletes requests that ended before this instant and have not changed since. */
export async function deleteClosedBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('meeting_requests')
    .where('updated_at', '<', before)
    .where('expires_at', '<', before)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '<', before)]))
    .execute();
}

export interface UnansweredRequest {
  readonly id: string;
  readonly title: string;
  readonly expiresAt: Date;
  readonly missing: number;
}

/** Open requests that expire in the range, and how many attendees have not answered. */
export async function listUnanswered(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<UnansweredRequest[]> {
  const rows = await db
    .selectFrom('meeting_requests as m')
    .innerJoin('meeting_attendees as a', (join) =>
      join.onRef('a.user_id', '=', 'm.user_id').onRef('a.request_id', '=', 'm.id'),
    )
    .select(({ fn }) => ['m.id', 'm.title', 'm.expires_at', fn.countAll<string>().as('missing')])
    .where('m.user_id', '=', scope.userId)
    .where('m.status', '=', 'open')
    .where('m.expires_at', '>=', from)
    .where('m.expires_at', '<', to)
    .where('a.answer', 'is', null)
    .groupBy(['m.user_id', 'm.id'])
    .execute();
  return rows.map(({ id, title, expires_at, missing }) => ({
    id,
    title,
    expiresAt: expires_at,
    missing: Number(missing),
  }));
}
