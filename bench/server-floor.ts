import Fastify from 'fastify';
import { openDatabase } from '../apps/server/src/platform/db.ts';

/**
 * What the same rows cost at least: bare Fastify, one statement for each request, and its rows as JSON. It
 * authenticates nobody and checks nothing.
 */
const { pool } = openDatabase(process.argv[2] ?? '', 8);
const userId = process.argv[3] ?? '';
const app = Fastify();
app.get('/api/tasks', async () => {
  const { rows } = await pool.query('select * from tasks where user_id = $1 order by due_at limit 100', [
    userId,
  ]);
  return { success: true, tasks: rows };
});
app.get('/api/events', async () => {
  const { rows } = await pool.query(
    'select e.id, e.calendar_id, e.title, o.starts_at, o.ends_at, o.recurrence_id from occurrences o join events e on e.user_id = o.user_id and e.id = o.event_id where o.user_id = $1 order by o.starts_at limit 390',
    [userId],
  );
  return { success: true, occurrences: rows };
});
app.post<{ Body: { title: string } }>('/api/tasks', async ({ body }) => {
  const { rows } = await pool.query('insert into bench_tasks (title) values ($1) returning *', [body.title]);
  return { success: true, task: rows[0] };
});
await pool.query(
  'create table if not exists bench_tasks (id uuid primary key default gen_random_uuid(), title text not null)',
);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
