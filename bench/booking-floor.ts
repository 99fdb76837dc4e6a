import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@dayloom/time';
import Fastify from 'fastify';
import { openDatabase } from '../apps/server/src/platform/db.ts';

const LENGTH_MS = 30 * MINUTE_MS;

/**
 * What a booking costs at least: bare Fastify and one insert of the same row into a copy of the table, with its
 * constraints and indexes, but without its triggers and foreign keys.
 */
const { pool } = openDatabase(process.argv[2] ?? '', Number(process.argv[3]));
const app = Fastify();
app.post<{ Body: { hostId: string; startsAt: string; name: string; email: string; timeZone: string } }>(
  '/book',
  async ({ body }, reply) => {
    const id = randomUUID();
    const now = new Date();
    const startsAt = new Date(body.startsAt);
    const endsAt = new Date(startsAt.getTime() + LENGTH_MS);
    const token = randomBytes(24).toString('base64url');
    await pool.query({
      name: 'book',
      text: `
        insert into bench_bookings (user_id, id, status, event_type_id, starts_at, ends_at, blocked, title, name,
          email, details, token_hash, sealed_token, event_id, created_at, updated_at)
        values ($1, $2, 'CONFIRMED', $3, $4, $5, tstzrange($4, $5), $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
      values: [
        body.hostId,
        id,
        randomUUID(),
        startsAt,
        endsAt,
        '30 minutes: Bench Mark and Bench',
        body.name,
        body.email,
        JSON.stringify({
          timeZone: body.timeZone,
          phone: null,
          notes: '',
          guests: [],
          answers: [],
          location: '',
        }),
        createHash('sha256').update(token).digest('base64url'),
        token,
        randomUUID(),
        now,
      ],
    });
    reply.code(201);
    return { success: true, booking: { id, status: 'CONFIRMED', startsAt, endsAt, manageUrl: token } };
  },
);
await pool.query('create table if not exists bench_bookings (like bookings including all)');
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
