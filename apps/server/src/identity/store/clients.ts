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

/** Deletes clients that registered before then and that nobody allows anything. */
export async function deleteUnusedClients(db: Db, before: Date): Promise<void> {
  await sql`
    delete from identity_payloads c
    where c.model = 'Client' and (c.payload->>'client_id_issued_at')::numeric < ${before.getTime() / 1000}
      and not exists (
        select from identity_payloads g where g.model = 'Grant' and g.payload->>'clientId' = c.id
      )
  `.execute(db);
}
