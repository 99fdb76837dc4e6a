import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import './sessions.ts';

/** Stores a client that registered itself, where the provider looks for it. */
export async function insertClient(db: Db, id: string, metadata: object): Promise<void> {
  await db
    .insertInto('identity_payloads')
    .values({
      model: 'Client',
      id,
      payload: JSON.stringify(metadata),
      grant_id: null,
      uid: null,
      account_id: null,
      expires_at: null,
      consumed_at: null,
    })
    .execute();
}

/** Notes that somebody allowed a client something, so that it stays and can ask again. */
export async function noteClientUse(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('identity_payloads')
    .set({ payload: sql`payload || jsonb_build_object('last_allowed_at', ${now.getTime() / 1000}::numeric)` })
    .where('model', '=', 'Client')
    .where('id', '=', id)
    .execute();
}

/** Deletes clients that registered before an instant, if no user has given them access, or none since another instant. */
export async function deleteUnusedClients(
  db: Db,
  before: { readonly registered: Date; readonly allowed: Date },
): Promise<void> {
  await sql`
    delete from identity_payloads c
    where c.model = 'Client'
      and (c.payload->>'client_id_issued_at')::numeric < ${before.registered.getTime() / 1000}
      and coalesce((c.payload->>'last_allowed_at')::numeric, 0) < ${before.allowed.getTime() / 1000}
      and not exists (
        select from identity_payloads g where g.model = 'Grant' and g.payload->>'clientId' = c.id
      )
  `.execute(db);
}
