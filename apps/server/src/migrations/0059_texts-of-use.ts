import { type Kysely, sql } from 'kysely';

/** How long a text message is of use, and the note that its user gets if it is not sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: always.
    alter table sms_messages add column useful_until timestamptz;
    -- An entry of the list behind the bell; null for none.
    alter table sms_messages add column note jsonb;
  `.execute(db);
}
