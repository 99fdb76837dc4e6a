import { type Kysely, sql } from 'kysely';

/** Meeting requests: times that somebody proposes to several people, with their answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table meeting_requests (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      -- The middle of the attendees' addresses. The token after it is the permission.
      slug text not null,
      status text not null
        constraint meeting_requests_status check (status in ('open', 'confirmed', 'withdrawn')),
      title text not null,
      message text not null,
      location text not null,
      duration_minutes integer not null,
      time_zone text not null,
      -- The proposed starts, sorted.
      times timestamptz[] not null,
      shows_answers boolean not null,
      answer_by date,
      -- When the time to answer is over, unless a time is chosen before.
      expires_at timestamptz not null,
      -- When those without an answer are reminded; null once that is done.
      remind_at timestamptz,
      -- How often everybody was asked: again with each addition of times.
      rounds integer not null default 1,
      -- The chosen start.
      confirmed_at timestamptz,
      -- The event in the organiser's calendar.
      event_id uuid,
      -- Of the invitation that was written last (RFC 5545, SEQUENCE); -1 before the first one.
      sequence integer not null default -1,
      -- Until then nothing is mailed.
      sends_at timestamptz not null,
      -- The first answer that no mail has reported to the organizer yet, and the last mail that reported answers.
      unreported_since timestamptz,
      reported_at timestamptz,
      idempotency_key text,
      request_hash text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint meeting_requests_key primary key (user_id, id),
      constraint meeting_requests_idempotency unique (user_id, idempotency_key)
    );
    create index meeting_requests_by_creation on meeting_requests (user_id, created_at, id);
    create index meeting_requests_reminders on meeting_requests (remind_at)
      where remind_at is not null and status = 'open';
    create index meeting_requests_unreported on meeting_requests (unreported_since) where unreported_since is not null;
    create index meeting_requests_by_end on meeting_requests (updated_at);

    create table meeting_attendees (
      user_id uuid not null,
      id uuid not null,
      request_id uuid not null,
      position integer not null,
      email text not null,
      name text not null,
      -- SHA-256 of the capability link's token.
      token_hash text not null,
      sealed_token text not null,
      viewed_at timestamptz,
      answered_at timestamptz,
      reminded_at timestamptz,
      answer text constraint meeting_attendees_answer check (answer in ('accept', 'maybe', 'decline', 'propose')),
      -- The times that suit, or those that are proposed instead.
      answer_times timestamptz[] not null default '{}',
      reason text not null default '',
      constraint meeting_attendees_key primary key (user_id, id),
      constraint meeting_attendees_token unique (token_hash),
      constraint meeting_attendees_request foreign key (user_id, request_id) references meeting_requests
        on delete cascade
    );
    create index meeting_attendees_by_request on meeting_attendees (user_id, request_id, position);

    -- For the list of people that somebody has met.
    create index events_with_people on events (user_id) where details ? 'attendees';
  `.execute(db);
}
