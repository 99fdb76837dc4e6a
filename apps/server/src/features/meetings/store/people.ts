import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

export interface PersonMet {
  readonly email: string;
  readonly name: string;
}

/**
 * People in the user's own meeting requests, bookings and events whose name or address contains the text, the most
 * frequent first. Every part of the union is found by the user's id.
 */
export async function listPeopleMet(
  db: Db,
  scope: Scope,
  { search, own, limit }: { readonly search: string; readonly own: string; readonly limit: number },
): Promise<PersonMet[]> {
  const { userId } = scope;
  const text = search.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const { rows } = await sql<PersonMet>`
    with met as (
      select email, name from meeting_attendees where user_id = ${userId}
      union all
      select email, name from bookings where user_id = ${userId} and email <> ''
      union all
      select guest, '' from bookings
        cross join jsonb_array_elements_text(coalesce(details -> 'guests', '[]')) as guest
        where user_id = ${userId} and email <> ''
      union all
      select person ->> 'email', coalesce(person ->> 'name', '') from events
        cross join jsonb_array_elements(
          details -> 'attendees' || coalesce(details -> 'organizer', '[]')
        ) as person
        where user_id = ${userId} and details ? 'attendees'
    ), people as (
      select lower(email) as email, count(*) as times,
        -- The name that was used most.
        coalesce(mode() within group (order by nullif(name, '')), '') as name
      from met where email is not null and lower(email) <> ${own.toLowerCase()} group by lower(email)
    )
    select email, name from people
    where email like ${`%${text}%`} or lower(name) like ${`%${text}%`}
    order by times desc, email like ${`${text}%`} or lower(name) like ${`${text}%`} desc, email
    limit ${limit}
  `.execute(db);
  return rows;
}
