import { DAY_MS } from '@dayloom/time';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import { deleteUnusedClients } from './clients.ts';

/** An app registers right before it asks the user. */
const UNUSED_CLIENT_MS = DAY_MS;
const FORGOTTEN_CLIENT_MS = 400 * DAY_MS;

/** Deletes expired sessions, codes, tokens, challenges and counters. */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('identity_payloads').where('expires_at', '<', now).execute();
  await db.deleteFrom('identity_attempts').where('window_ends_at', '<', now).execute();
  await db.deleteFrom('identity_mail_tokens').where('expires_at', '<', now).execute();
  await db.deleteFrom('identity_challenges').where('expires_at', '<', now).execute();
  await db.deleteFrom('identity_second_steps').where('expires_at', '<', now).execute();
  await deleteUnusedClients(db, {
    registered: new Date(now.getTime() - UNUSED_CLIENT_MS),
    allowed: new Date(now.getTime() - FORGOTTEN_CLIENT_MS),
  });
  // The provider itself also ends grants: at a sign-out, after a refresh token was used twice, and after
  // thirty days.
  await sql`
    delete from identity_sessions s
    where not exists (select from identity_payloads g where g.model = 'Grant' and g.id = s.grant_id)
  `.execute(db);
}
