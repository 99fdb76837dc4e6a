import Fastify from 'fastify';
import { openDatabase } from '../apps/server/src/platform/db.ts';

/** The upper limit of a server: bare Fastify with one statement on the same database. */
const { pool } = openDatabase(process.argv[2] ?? '', 8);
const app = Fastify();
app.get('/', async () => {
  const { rows } = await pool.query('select count(*) from users');
  return { users: rows[0] };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
