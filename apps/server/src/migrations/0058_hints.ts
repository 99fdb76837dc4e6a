import { type Kysely, sql } from 'kysely';

/** The hints of each user. Those who know the app already get none unless they turn them on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column hints jsonb not null default '{"isOn": true, "seen": []}';
    update users set hints = '{"isOn": false, "seen": []}' where onboarded_at is not null;
  `.execute(db);
}
