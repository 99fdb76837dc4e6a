import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { onOneConnection } from './batched-statements.ts';
import { openDatabase } from './db.ts';

/** The tables of a test are temporary, so all statements run on one connection. */
async function openOne() {
  const opened = openDatabase(inject('postgresUrl').replace(/\/dayloom$/, '/postgres'), 1);
  let packets = 0;
  opened.pool.once('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    for (const name of ['_write', '_writev'] as const) {
      const write = stream[name]?.bind(stream) as (...given: unknown[]) => void;
      stream[name] = (...given: unknown[]) => {
        packets += 1;
        write(...given);
      };
    }
  });
  await sql`create temp table notes (id int primary key, text text not null)`.execute(opened.db);
  const countPackets = async (work: () => Promise<unknown>): Promise<number> => {
    const before = packets;
    await work();
    return packets - before;
  };
  return { db: opened.db, countPackets, [Symbol.asyncDispose]: () => opened.close() };
}

it('sends statements of a transaction that do not wait for each other in one packet, in their order', async () => {
  await using opened = await openOne();
  const { db, countPackets } = opened;
  const transaction = () =>
    db.transaction().execute(async (tx) => {
      const [, rows] = await Promise.all([
        sql`insert into notes select coalesce(max(id), 0) + 1, 'a' from notes`.execute(tx),
        sql<{ id: number }>`select id from notes where text = ${'a'} order by id`.execute(tx),
      ]);
      return rows.rows.length;
    });
  // Also before and after the statements are prepared.
  for (let count = 1; count <= 8; count += 1) {
    let found = 0;
    const packets = await countPackets(async () => (found = await transaction()));
    // The second packet is the commit.
    expect({ packets, found }).toEqual({ packets: 2, found: count });
  }
});

it('sends statements outside a transaction in one packet, on one connection', async () => {
  await using opened = await openOne();
  const { db, countPackets } = opened;
  const packets = await countPackets(() =>
    onOneConnection(db, async (one) => {
      await Promise.all([sql`insert into notes values (1, 'a')`.execute(one), sql`select 1`.execute(one)]);
    }),
  );
  expect(packets).toBe(1);
  expect((await sql`select * from notes`.execute(db)).rows).toEqual([{ id: 1, text: 'a' }]);
});

it('rolls back when one of them fails, with its error', async () => {
  await using opened = await openOne();
  const { db } = opened;
  const insertTwice = db
    .transaction()
    .execute((tx) =>
      Promise.all([
        sql`insert into notes values (1, 'a')`.execute(tx),
        sql`insert into notes values (1, 'b')`.execute(tx),
        sql`insert into notes values (2, 'c')`.execute(tx),
      ]),
    );
  await expect(insertTwice).rejects.toMatchObject({ code: '23505' });
  expect((await sql`select * from notes`.execute(db)).rows).toEqual([]);
  await db.transaction().execute((tx) => sql`insert into notes values (3, 'd')`.execute(tx));
  expect((await sql`select * from notes`.execute(db)).rows).toEqual([{ id: 3, text: 'd' }]);
});
