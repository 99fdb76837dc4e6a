import Fastify from 'fastify';
import { openDatabase } from '../apps/server/src/platform/db.ts';

/** What a booking costs at least: bare Fastify and one insert into a table with the same exclusion constraint. */
const { pool } = openDatabase(process.argv[2] ?? '', 8);
const app = Fastify();
app.post<{ Body: { host: string; startsAt: string; endsAt: string } }>('/book', async ({ body }) => {
  const { rows } = await pool.query(
    'insert into bench_bookings (host, taken) values ($1, tstzrange($2, $3)) returning id',
    [body.host, body.startsAt, body.endsAt],
  );
  return { success: true, booking: rows[0] };
});
await pool.query(`
  create table if not exists bench_bookings (
    id uuid primary key default gen_random_uuid(),
    host text not null,
    taken tstzrange not null,
    exclude using gist (host with =, taken with &&)
  )`);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
