import { type Selectable, sql } from 'kysely';
import { type Db, type Tx, toInsertBatches } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { KnownResource } from '../model/resource.ts';
import type { LinkTable } from './tables.ts';

/** A resource of the provider as of the last sync, with the UID under which it is stored here. */
export interface Link extends KnownResource {
  readonly uid: string;
}

function toLink(row: Selectable<LinkTable>): Link {
  return {
    id: row.resource_id,
    uid: row.uid,
    version: row.version,
    records: row.base,
    partIds: row.part_ids,
    raw: row.raw,
    problem: row.problem,
  };
}

function selectLinks(db: Db, scope: Scope, calendarId: string) {
  return db
    .selectFrom('event_links')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId);
}

export async function listLinksByResource(
  db: Db,
  scope: Scope,
  calendarId: string,
  resourceIds: readonly string[],
): Promise<Link[]> {
  if (resourceIds.length === 0) return [];
  const rows = await selectLinks(db, scope, calendarId)
    .where('resource_id', '=', sql<string>`any(${resourceIds as string[]})`)
    .execute();
  return rows.map(toLink);
}

export async function listLinksByUid(
  db: Db,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
): Promise<Link[]> {
  if (uids.length === 0) return [];
  const rows = await selectLinks(db, scope, calendarId)
    .where('uid', '=', sql<string>`any(${uids as string[]})`)
    .orderBy('resource_id')
    .execute();
  return rows.map(toLink);
}

/** The resources that contain the parts with these ids. */
export async function listLinksByPart(
  db: Db,
  scope: Scope,
  calendarId: string,
  partIds: readonly string[],
): Promise<Link[]> {
  if (partIds.length === 0) return [];
  const rows = await selectLinks(db, scope, calendarId)
    // Must match the condition of the partial index.
    .where(sql<boolean>`part_ids ?| ${partIds as string[]} and part_ids <> '[]'`)
    .execute();
  return rows.map(toLink);
}

/** The links of the series in a calendar. */
export async function listSeriesLinks(db: Db, scope: Scope, calendarId: string): Promise<Link[]> {
  const rows = await selectLinks(db, scope, calendarId)
    .where(sql<boolean>`jsonb_path_exists(base, '$[*].recurrence.rules')`)
    .orderBy('resource_id')
    .execute();
  return rows.map(toLink);
}

export async function listResourceIds(db: Db, scope: Scope, calendarId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('event_links')
    .select('resource_id')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
  return rows.map((row) => row.resource_id);
}

export async function saveLinks(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  links: readonly Link[],
): Promise<void> {
  for (const batch of toInsertBatches(links)) {
    await tx
      .insertInto('event_links')
      .values(
        batch.map((link) => ({
          user_id: scope.userId,
          calendar_id: calendarId,
          resource_id: link.id,
          uid: link.uid,
          version: link.version,
          base: JSON.stringify(link.records),
          part_ids: JSON.stringify(link.partIds),
          raw: link.raw,
          problem: link.problem ?? null,
        })),
      )
      .onConflict((conflict) =>
        conflict.constraint('event_links_key').doUpdateSet((eb) => ({
          uid: eb.ref('excluded.uid'),
          version: eb.ref('excluded.version'),
          base: eb.ref('excluded.base'),
          part_ids: eb.ref('excluded.part_ids'),
          raw: eb.ref('excluded.raw'),
          problem: eb.ref('excluded.problem'),
        })),
      )
      .execute();
  }
}

/** Number of objects in a calendar that are not shown in full, with the first reason. */
export async function countProblems(
  db: Db,
  scope: Scope,
  calendarId: string,
): Promise<{ count: number; first: string | null }> {
  const row = await db
    .selectFrom('event_links')
    .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.min('problem').as('first')])
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('problem', 'is not', null)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), first: row.first };
}

export async function deleteLinks(
  db: Db,
  scope: Scope,
  calendarId: string,
  resourceIds: readonly string[],
): Promise<void> {
  if (resourceIds.length === 0) return;
  await db
    .deleteFrom('event_links')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('resource_id', '=', sql<string>`any(${resourceIds as string[]})`)
    .execute();
}

export async function deleteAllLinks(db: Db, scope: Scope, calendarId: string): Promise<void> {
  await db
    .deleteFrom('event_links')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

/** Counts one more write of a UID; the count restarts each hour. */
export async function countSend(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  uid: string,
  times: { now: Date; hourAgo: Date },
): Promise<void> {
  const isOver = sql<boolean>`sends_since is null or sends_since <= ${times.hourAgo}`;
  await tx
    .updateTable('event_links')
    .set({
      sends: sql`case when ${isOver} then 1 else sends + 1 end`,
      sends_since: sql`case when ${isOver} then ${times.now} else sends_since end`,
    })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .execute();
}

/** Number of writes of a UID in the hour that began at `since`; null when that was more than an hour ago. */
export async function findSends(
  db: Db,
  scope: Scope,
  calendarId: string,
  uid: string,
  hourAgo: Date,
): Promise<{ sends: number; since: Date } | null> {
  const row = await db
    .selectFrom('event_links')
    .select(['sends', 'sends_since'])
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .where('sends_since', '>', hourAgo)
    .orderBy('sends', 'desc')
    .executeTakeFirst();
  return row?.sends_since ? { sends: row.sends, since: row.sends_since } : null;
}
