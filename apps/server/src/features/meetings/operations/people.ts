import { EmailAddress } from '@dayloom/contracts';
import { getContact } from '#features/account/operations/mail.ts';
import type { Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { listPeopleMet, type PersonMet } from '../store/people.ts';

/** People whom the user has met, for completing an address. */
export async function listPeople(
  platform: Pick<Platform, 'db'>,
  scope: Scope,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<PersonMet[]> {
  const { email } = await getContact(platform, scope);
  const people = await listPeopleMet(platform.db, scope, { search, own: email, limit });
  // Calendars of others contain addresses that no mail reaches.
  return people.filter((person) => EmailAddress.safeParse(person.email).success);
}
