import { randomUUID } from 'node:crypto';
import type { NewEventType } from '@dayloom/contracts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { readInBatch } from '#platform/batched-statements.ts';
import type { Db, Tables, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredEventType } from '../model/event-type.ts';
import './tables.ts';

type EventTypeRow = Pick<Selectable<Tables['event_types']>, 'id' | 'slug' | 'fields' | 'version'>;

function toEventType({ id, slug, fields, version }: EventTypeRow): StoredEventType {
  return { id, slug, version, ...fields };
}

const toFields = ({ slug: _slug, id: _id, ...fields }: NewEventType & { readonly id?: string }): string =>
  JSON.stringify(fields);

/** Whether shared links may include the host; undefined before the page exists. */
export async function findPage(db: Db, scope: Scope): Promise<{ allowsSharedLinks: boolean } | undefined> {
  const page = await db
    .selectFrom('booking_pages')
    .select('allows_shared_links as allowsSharedLinks')
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  return page;
}

/** Makes the page with its first event types, once. */
export async function insertPage(
  db: Db,
  scope: Scope,
  eventTypes: readonly NewEventType[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('booking_pages')
      .values({ user_id: scope.userId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!made) return;
    for (const eventType of eventTypes) await insertEventType(tx, scope, eventType, now);
  });
}

export async function updatePage(
  db: Db,
  scope: Scope,
  change: { allowsSharedLinks?: boolean | undefined },
): Promise<void> {
  if (change.allowsSharedLinks === undefined) return;
  await db
    .updateTable('booking_pages')
    .set({ allows_shared_links: change.allowsSharedLinks })
    .where('user_id', '=', scope.userId)
    .execute();
}

export async function listEventTypeRows(db: Db, scope: Scope): Promise<StoredEventType[]> {
  const rows = await db
    .selectFrom('event_types')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toEventType);
}

/** The event types of the user with a username, with their owner. It takes no scope: the name is public. */
export async function listEventTypesByName(
  db: Db,
  username: string,
): Promise<{ userId: string; eventType: StoredEventType; rowVersion: string }[]> {
  const rows = await readInBatch<EventTypeRow & { readonly user_id: string; readonly row_version: string }>(
    db,
    sql`
      select t.user_id, t.id, t.slug, t.fields, t.version, t.xmin::text as row_version
      from event_types t join user_directory d on d.user_id = t.user_id
      where d.kind = 'username' and d.value = ${username} order by t.position, t.id`,
  );
  return rows.map((row) => ({
    userId: row.user_id,
    eventType: toEventType(row),
    rowVersion: row.row_version,
  }));
}

/**
 * Which version of an event type's row is stored (PostgreSQL, system columns); null if it is gone. The column `version`
 * begins again when a deletion is undone.
 */
export async function findEventTypeVersion(db: Db, scope: Scope, id: string): Promise<string | null> {
  const [row] = await readInBatch<{ version: string }>(
    db,
    sql`select xmin::text as version from event_types where user_id = ${scope.userId} and id = ${id}`,
  );
  return row?.version ?? null;
}

/** SQL: whether the event type has this version. */
export const selectHasEventTypeVersion = (
  { userId }: Scope,
  id: string,
  version: string,
): RawBuilder<boolean> =>
  sql`exists (select from event_types where user_id = ${userId} and id = ${id} and xmin::text = ${version})`;

export async function findEventTypeRow(db: Db, scope: Scope, id: string): Promise<StoredEventType | null> {
  const row = await db
    .selectFrom('event_types')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toEventType(row) : null;
}

/** Adds an event type as the last one. */
export async function insertEventType(
  tx: Tx,
  scope: Scope,
  eventType: NewEventType & { readonly id?: string },
  now: Date,
): Promise<StoredEventType> {
  const row = await tx
    .insertInto('event_types')
    .values((eb) => ({
      user_id: scope.userId,
      id: eventType.id ?? randomUUID(),
      slug: eventType.slug,
      position: sql<number>`${eb
        .selectFrom('event_types')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
        .where('user_id', '=', scope.userId)}`,
      fields: toFields(eventType),
      created_at: now,
      updated_at: now,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toEventType(row);
}

/** Counts the event types, and makes other transactions that add one wait until this one ends. */
export async function lockEventTypes(tx: Tx, scope: Scope): Promise<number> {
  await sql`select from booking_pages where user_id = ${scope.userId} for update`.execute(tx);
  const { count } = await tx
    .selectFrom('event_types')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', scope.userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Replaces the fields if the version is still `version`. Null when it is not, or the row is gone. */
export async function updateEventType(
  db: Db,
  scope: Scope,
  { id, version, ...fields }: StoredEventType,
  now: Date,
): Promise<StoredEventType | null> {
  const row = await db
    .updateTable('event_types')
    .set({ slug: fields.slug, fields: toFields(fields), version: version + 1, updated_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  return row ? toEventType(row) : null;
}

/** Puts these event types first, in this order. The others keep their order. */
export async function updateOrder(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`
    update event_types set position = coalesce(array_position(${ids}::uuid[], id), ${ids.length} + position)
    where user_id = ${scope.userId}
  `.execute(db);
}

export async function deleteEventType(db: Db, scope: Scope, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('event_types')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
