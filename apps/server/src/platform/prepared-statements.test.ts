import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { type Db, openDatabase } from './db.ts';
import { hasOpenColumns } from './prepared-statements.ts';

it.each([
  ['select * from users where id = $1', true],
  ['select "u".* from users u where id = $1', true],
  ['insert into users (id) values ($1) returning *', true],
  ['with made as (insert into users (id) values ($1) returning id) select * from made', true],
  ['select id, * from users where id = $1', true],
  ["select id from users where name = '(' or id = $1", true],
  ['select id from users where id = $1', false],
  ['select (select count(*) from users) as count, 2 * $1 as twice', false],
  ['with made as (select * from users where id = $1) select id from made', false],
])('says whether a migration may change the columns of: %s', (text, expected) => {
  expect(hasOpenColumns(text)).toBe(expected);
});

/** The tables of a test are temporary, so all statements run on one connection. */
async function openOne() {
  const opened = openDatabase(inject('postgresUrl').replace(/\/dayloom$/, '/postgres'), 1);
  await sql`create temp table notes (id int primary key, text text not null)`.execute(opened.db);
  return { db: opened.db, [Symbol.asyncDispose]: () => opened.close() };
}

const insert = (db: Db, id: number) => sql`insert into notes (id, text) values (${id}, 'a')`.execute(db);
const readAll = async (db: Db) =>
  (await sql`select * from notes where id > ${0} order by id`.execute(db)).rows;
const countPrepared = async (db: Db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.length;

it('prepares what runs often, once', async () => {
  await using opened = await openOne();
  const { db } = opened;
  for (let id = 1; id <= 4; id += 1) await insert(db, id);
  expect(await countPrepared(db)).toBe(0);
  for (let id = 5; id <= 9; id += 1) await insert(db, id);
  expect(await countPrepared(db)).toBe(1);
  expect(await readAll(db)).toHaveLength(9);
});

it('follows a migration that adds a column', async () => {
  await using opened = await openOne();
  const { db } = opened;
  for (let id = 1; id <= 9; id += 1) {
    await insert(db, id);
    await readAll(db);
  }
  expect(await countPrepared(db)).toBe(2);
  await sql`alter table notes add column done boolean not null default false`.execute(db);
  await db.transaction().execute(async (tx) => {
    await insert(tx, 10);
    expect((await readAll(tx)).at(-1)).toEqual({ id: 10, text: 'a', done: false });
  });
  expect((await readAll(db)).at(-1)).toEqual({ id: 10, text: 'a', done: false });
  expect(await readAll(db)).toHaveLength(10);
});

it('begins a transaction together with its first statement', async () => {
  await using opened = await openOne();
  const { db } = opened;
  await db.transaction().execute(async () => {});
  await expect(
    db.transaction().execute(async (tx) => {
      await insert(tx, 1);
      throw new Error('Changed my mind');
    }),
  ).rejects.toThrow('Changed my mind');
  await expect(
    db.transaction().execute(async (tx) => sql`select from missing where id = ${1}`.execute(tx)),
  ).rejects.toMatchObject({ code: '42P01' });
  await db.transaction().execute((tx) => insert(tx, 2));
  expect(await readAll(db)).toEqual([{ id: 2, text: 'a' }]);
});
