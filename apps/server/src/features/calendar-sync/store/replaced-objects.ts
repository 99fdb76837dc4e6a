import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EarlierState } from '../model/resource.ts';

/** Each edit of an event adds a state; undo rarely goes back further than this. */
const MAX_STATES_PER_UID = 20;

/** Stores what the provider has of a UID before our write replaces it. A retry stores it only once. */
export async function keepEarlierState(
  tx: Tx,
  scope: Scope,
  { calendarId, uid }: { calendarId: string; uid: string },
  state: EarlierState,
  now: Date,
): Promise<void> {
  const resources = state.filter(({ raw }) => raw !== null);
  if (resources.length === 0) return;
  const versions = resources.map(({ id, version, raw }) => [id, version, raw]);
  const stateKey = createHash('sha256').update(JSON.stringify(versions)).digest('base64url');
  await tx
    .insertInto('replaced_objects')
    .values({
      user_id: scope.userId,
      calendar_id: calendarId,
      uid,
      state_key: stateKey,
      resources: JSON.stringify(
        resources.map(({ id, version, records, partIds, raw }) => ({ id, version, records, partIds, raw })),
      ),
      replaced_at: now,
    })
    .onConflict((conflict) => conflict.constraint('replaced_objects_key').doUpdateSet({ replaced_at: now }))
    .execute();
  await tx
    .deleteFrom('replaced_objects')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .where(
      'state_key',
      'not in',
      tx
        .selectFrom('replaced_objects as newer')
        .select('newer.state_key')
        .where('newer.user_id', '=', scope.userId)
        .where('newer.calendar_id', '=', calendarId)
        .where('newer.uid', '=', uid)
        .orderBy('newer.replaced_at', 'desc')
        .orderBy('newer.state_key')
        .limit(MAX_STATES_PER_UID),
    )
    .execute();
}

/** The latest states first. */
export async function listEarlierStates(
  db: Db,
  scope: Scope,
  calendarId: string,
  uid: string,
): Promise<EarlierState[]> {
  const rows = await db
    .selectFrom('replaced_objects')
    .select('resources')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .orderBy('replaced_at', 'desc')
    .orderBy('state_key')
    .execute();
  return rows.map(({ resources }) => resources);
}

/** Copies to a new UID the earlier states of the one that it was split from. */
export async function copyEarlierStates(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .insertInto('replaced_objects')
    .columns(['user_id', 'calendar_id', 'uid', 'state_key', 'resources', 'replaced_at'])
    .expression((eb) =>
      eb
        .selectFrom('replaced_objects')
        .select(['user_id', 'calendar_id', sql.val(to).as('uid'), 'state_key', 'resources', 'replaced_at'])
        .where('user_id', '=', scope.userId)
        .where('calendar_id', '=', calendarId)
        .where('uid', '=', from),
    )
    .onConflict((conflict) => conflict.constraint('replaced_objects_key').doNothing())
    .execute();
}

export async function deleteEarlierStates(db: Db, scope: Scope, calendarId: string): Promise<void> {
  await db
    .deleteFrom('replaced_objects')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

export async function purgeEarlierStatesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('replaced_objects').where('replaced_at', '<', before).execute();
}
