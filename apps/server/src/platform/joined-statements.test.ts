import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import {
  commitWithWrites,
  onOneConnection,
  readInBatch,
  toInstant,
  writeInBatch,
} from './batched-statements.ts';
import { type OpenDatabase, openDatabase } from './db.ts';

let opened: OpenDatabase;
let sent: string[] = [];

beforeAll(async () => {
  // The table is temporary, so all statements run on one connection.
  opened = openDatabase(inject('postgresUrl').replace(/\/dayloom$/, '/postgres'), 1, (text) =>
    sent.push(text),
  );
  await sql`create temp table notes (id int primary key, at timestamptz not null)`.execute(opened.db);
});
beforeEach(async () => {
  await sql`truncate notes`.execute(opened.db);
  sent = [];
});
afterAll(() => opened.close());

const at = new Date('2026-11-29T23:59:59.123Z');
const insert = (id: number) => sql`insert into notes values (${id}, ${at})`;
const readAll = sql`select id, at from notes order by id`;
const withoutTransaction = () => sent.filter((text) => !/^(?:begin|commit|rollback)$/.test(text));

test('queries issued at once in a transaction become one statement for reads and one for writes', async () => {
  const { db } = opened;
  const [before, two, first] = await db
    .transaction()
    .execute((tx) =>
      Promise.all([
        readInBatch(tx, readAll),
        readInBatch<{ n: number }>(tx, sql`select ${2}::int as n`),
        writeInBatch(tx, [insert(1), insert(2)], sql<number>`${7}::int`),
        writeInBatch(tx, [insert(3)], sql`null`),
      ]),
    );
  // Reads come first, and none of the writes is seen by them.
  expect({ before, two, first }).toEqual({ before: [], two: [{ n: 2 }], first: 7 });
  expect(withoutTransaction()).toHaveLength(2);
  const rows = await readInBatch<{ id: number; at: string }>(db, readAll);
  expect(rows.map((row) => ({ id: row.id, at: toInstant(row.at) }))).toEqual(
    [1, 2, 3].map((id) => ({ id, at })),
  );
});

test('on one connection too, but not over the pool, whose statements belong to different requests', async () => {
  const { db } = opened;
  await onOneConnection(db, (one) => Promise.all([readInBatch(one, readAll), readInBatch(one, readAll)]));
  expect(sent).toHaveLength(1);
  const [read, failed] = await Promise.allSettled([
    readInBatch(db, readAll),
    readInBatch(db, sql`select 1 / ${0}::int as n`),
  ]);
  expect(sent).toHaveLength(3);
  expect([read.status, failed.status]).toEqual(['fulfilled', 'rejected']);
});

test('queries issued at the same time are sent before it', async () => {
  const { db } = opened;
  const [rows] = await db
    .transaction()
    .execute((tx) => Promise.all([readInBatch(tx, readAll), insert(4).execute(tx)]));
  expect(rows).toMatchObject([{ id: 4 }]);
});

test('all writes fail together, each with the error', async () => {
  const { db } = opened;
  const outcomes: PromiseSettledResult<unknown>[] = [];
  const work = db.transaction().execute(async (tx) => {
    outcomes.push(
      ...(await Promise.allSettled([
        writeInBatch(tx, [insert(5)], sql`null`),
        writeInBatch(tx, [insert(5)], sql`null`),
      ])),
    );
    await insert(6).execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: '25P02' });
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: '23505' } },
    { status: 'rejected', reason: { code: '23505' } },
  ]);
  expect(await readInBatch(db, readAll)).toEqual([]);
});

test('the commit leaves with the last writes, and a statement after them is not sent', async () => {
  const { db } = opened;
  const [value] = await db.transaction().execute(async (tx) => {
    await readInBatch(tx, readAll);
    commitWithWrites(tx);
    return Promise.all([
      writeInBatch(tx, [insert(7)], sql<number>`${8}::int`),
      writeInBatch(tx, [insert(9)], sql`null`),
    ]);
  });
  expect(value).toBe(8);
  const late = db.transaction().execute(async (tx) => {
    await readInBatch(tx, readAll);
    commitWithWrites(tx);
    await writeInBatch(tx, [insert(10)], sql`null`);
    await insert(11).execute(tx);
  });
  await expect(late).rejects.toThrow('The transaction was committed by an earlier statement.');
  expect(await readInBatch(db, sql`select id from notes order by id`)).toEqual([
    { id: 7 },
    { id: 9 },
    { id: 10 },
  ]);
});

test('when the last writes fail, nothing is committed, and the connection is of use', async () => {
  const { db } = opened;
  const failing = db.transaction().execute(async (tx) => {
    await insert(12).execute(tx);
    commitWithWrites(tx);
    await writeInBatch(tx, [insert(12)], sql`null`);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  await db.transaction().execute((tx) => insert(13).execute(tx));
  expect(await readInBatch(db, sql`select id from notes order by id`)).toEqual([{ id: 13 }]);
});
