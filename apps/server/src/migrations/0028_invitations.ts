import { type Kysely, sql } from 'kysely';

/** Guests of events whom we invite by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      -- Without a reference: an event can be deleted before its guests are notified.
      calendar_id uuid not null,
      uid text not null,
      title text not null,
      -- The calendar object as the guests know it; empty if nobody knows of it.
      sent jsonb not null default '[]',
      -- Of the last mails (RFC 5545, SEQUENCE); -1 before the first ones.
      sequence integer not null default -1,
      -- By recurrence id ('' for the series): the SEQUENCE from which on answers are about the present time.
      answers_from jsonb not null default '{}',
      -- When a change is mailed; null if nothing waits.
      due_at timestamptz,
      -- When the last known occurrence ends; null if there is no end.
      ends_at timestamptz,
      constraint invitations_key primary key (user_id, id),
      constraint invitations_event unique (user_id, calendar_id, uid)
    );
    create index invitations_due on invitations (due_at) where due_at is not null;
    create index invitations_by_uid on invitations (uid);
    create index invitations_by_end on invitations (ends_at);

    create table invited_guests (
      user_id uuid not null,
      invitation_id uuid not null,
      email text not null,
      -- SHA-256 of the capability link's token.
      token_hash text not null,
      sealed_token text not null,
      -- By recurrence id: SEQUENCE and DTSTAMP of the last answer, so that an older one does not replace it.
      answers jsonb not null default '{}',
      constraint invited_guests_key primary key (user_id, invitation_id, email),
      constraint invited_guests_token unique (token_hash),
      constraint invited_guests_invitation foreign key (user_id, invitation_id) references invitations
        on delete cascade
    );
  `.execute(db);
}
