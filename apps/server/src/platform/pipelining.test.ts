import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { commitWithWrites, insertRow, onOneConnection, writeInBatch } from './batched-statements.ts';
import { openDatabase, type Tx } from './db.ts';

/** The tables of a test are temporary, so all statements run on one connection. */
async function openOne() {
  const opened = openDatabase(inject('postgresUrl').replace(/\/dayloom$/, '/postgres'), 1);
  let packets = 0;
  let answers = 0;
  opened.pool.once('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.on('data', () => {
      answers += 1;
    });
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
  const countAnswers = async (work: () => Promise<unknown>): Promise<number> => {
    const before = answers;
    await work();
    return answers - before;
  };
  return { db: opened.db, countPackets, countAnswers, [Symbol.asyncDispose]: () => opened.close() };
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

const insertNote = (tx: Tx, id: number) => sql`insert into notes values (${id}, 'a')`.execute(tx);
const countNotes = (tx: Tx, from: number) =>
  sql<{ count: number }>`select count(*)::int as count from notes where id >= ${from}`.execute(tx);
/** Statements are prepared after five runs. */
const TIMES = 8;

it('joins prepared statements of a transaction, so that PostgreSQL answers them together', async () => {
  await using opened = await openOne();
  const { db, countAnswers } = opened;
  const found: { answers: number; counts: unknown }[] = [];
  for (let id = 1; id <= TIMES; id += 1) {
    let counts: unknown;
    const answers = await countAnswers(() =>
      db.transaction().execute(async (tx) => {
        const [, all, last] = await Promise.all([insertNote(tx, id), countNotes(tx, 1), countNotes(tx, id)]);
        counts = [all.rows, last.rows];
      }),
    );
    found.push({ answers, counts });
  }
  expect(found.map(({ counts }) => counts)).toEqual(
    Array.from({ length: TIMES }, (_, at) => [[{ count: at + 1 }], [{ count: 1 }]]),
  );
  // The second answer is that of the commit.
  expect(found.at(-1)?.answers).toBe(2);
});

it('rolls back when a joined statement fails: those before it have answers, those behind it fail with it', async () => {
  await using opened = await openOne();
  const { db } = opened;
  const outcomes: unknown[] = [];
  for (let id = 1; id <= TIMES; id += 1) {
    const tried = db.transaction().execute(async (tx) => {
      const settled = await Promise.allSettled([
        countNotes(tx, 1),
        insertNote(tx, id),
        insertNote(tx, id),
        countNotes(tx, id),
      ]);
      outcomes.push(settled.map(({ status }) => status));
      for (const one of settled) if (one.status === 'rejected') throw one.reason;
    });
    await expect(tried).rejects.toMatchObject({ code: '23505' });
    await db.transaction().execute((tx) => insertNote(tx, id));
  }
  expect(outcomes).toEqual(
    Array.from({ length: TIMES }, () => ['fulfilled', 'fulfilled', 'rejected', 'rejected']),
  );
  expect((await sql`select id from notes order by id`.execute(db)).rows).toHaveLength(TIMES);
});

it('rolls back when the writes before a commit fail, and the connection goes on', async () => {
  await using opened = await openOne();
  const { db } = opened;
  const write = (id: number, other: number) =>
    db.transaction().execute(async (tx) => {
      await insertNote(tx, other);
      commitWithWrites(tx);
      await writeInBatch(tx, [insertRow('notes' as never, { id, text: 'a' })], sql`1`);
    });
  await db.transaction().execute((tx) => insertNote(tx, 0));
  for (let id = 1; id <= TIMES; id += 1) {
    await write(id, id + 100);
    await expect(write(0, id + 200)).rejects.toMatchObject({ code: '23505' });
  }
  const ids = (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows.map(
    (row) => row.id,
  );
  const written = Array.from({ length: TIMES }, (_, at) => at + 1);
  expect(ids).toEqual([0, ...written, ...written.map((id) => id + 100)]);
});

it('a value that cannot be sent leaves the results of the other statements as they are', async () => {
  await using opened = await openOne();
  const { db } = opened;
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const insertText = (tx: Tx, id: number, text: unknown) =>
    sql`insert into notes values (${id}, ${text}::text)`.execute(tx);
  const insertBoth = (id: number, text: unknown) =>
    db.transaction().execute((tx) => Promise.all([countNotes(tx, 1), insertText(tx, id, text)]));
  for (let id = 1; id <= TIMES; id += 1) {
    const [{ rows }] = await insertBoth(id, { is: 'sent as JSON' });
    expect(rows).toEqual([{ count: id - 1 }]);
  }
  await expect(insertBoth(100, circular)).rejects.toThrow('circular');
  const [one, other] = await db
    .transaction()
    .execute((tx) => Promise.all([countNotes(tx, 1), countNotes(tx, TIMES)]));
  expect([one.rows, other.rows]).toEqual([[{ count: TIMES }], [{ count: 1 }]]);
});
