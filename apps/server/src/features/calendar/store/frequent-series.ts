import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecord } from '../model/event-record.ts';
import { toRecord } from './events.ts';

export interface FrequentObject {
  readonly calendarObject: readonly EventRecord[];
  /** The index contains everything that starts before this. */
  readonly indexedUntil: Date;
  readonly blocksTime: boolean;
}

/** Frequent series that can have an occurrence between the end of their index and `to`. */
export async function listFrequentObjects(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<FrequentObject[]> {
  const rows = await db
    .selectFrom('events as master')
    .innerJoin('events as e', (join) =>
      join
        .onRef('e.user_id', '=', 'master.user_id')
        .onRef('e.calendar_id', '=', 'master.calendar_id')
        .onRef('e.uid', '=', 'master.uid'),
    )
    .innerJoin('calendars as c', (join) =>
      join.onRef('c.user_id', '=', 'e.user_id').onRef('c.id', '=', 'e.calendar_id'),
    )
    .selectAll('e')
    .select(['master.id as masterId', 'master.indexed_until as indexedUntil', 'c.blocks_time as blocksTime'])
    .where('master.user_id', '=', scope.userId)
    .where('master.indexed_until', '<', to)
    .where((eb) => eb.or([eb('master.recurs_until', 'is', null), eb('master.recurs_until', '>=', from)]))
    .orderBy('master.id')
    .execute();
  return [...Map.groupBy(rows, ({ masterId }) => masterId).values()].map((calendarObject) => ({
    calendarObject: calendarObject.map(toRecord),
    indexedUntil: calendarObject[0]?.indexedUntil ?? from,
    blocksTime: calendarObject[0]?.blocksTime ?? false,
  }));
}

/** Records how far the index covers the given series; those not in `partial` are covered completely. */
export async function saveIndexedUntil(
  db: Db,
  scope: Scope,
  eventIds: readonly string[],
  partial: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    update events e set indexed_until = partial.until
    from unnest(${eventIds}::uuid[]) as indexed (id)
    left join unnest(
      ${[...partial.keys()]}::uuid[],
      ${[...partial.values()].map((until) => new Date(until).toISOString())}::timestamptz[]
    ) as partial (id, until) on partial.id = indexed.id
    where e.user_id = ${scope.userId} and e.id = indexed.id and e.indexed_until is distinct from partial.until
  `.execute(db);
}

/** Number of the user's frequent series, without the given ones. */
export async function countFrequentSeries(db: Db, scope: Scope, but: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', scope.userId)
    .where('indexed_until', 'is not', null)
    .where(sql<boolean>`id <> all(${but as string[]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
