import { MINUTE_MS } from '@dayloom/time';
import { getContact } from '#features/account/operations/mail.ts';
import { getPublicProfile } from '#features/account/operations/profile.ts';
import { findScopeByEmail } from '#features/account/operations/scopes.ts';
import { listCommonTimes } from '#features/booking/operations/common-times.ts';
import { allowsSharedLinks } from '#features/booking/operations/hosts.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';

export interface SuggestionsQuery {
  readonly durationMinutes: number;
  readonly from: string;
  readonly to: string;
  readonly attendees: readonly string[];
}

export interface Suggestions {
  readonly times: {
    readonly startsAt: string;
    readonly endsAt: string;
    readonly free: string[];
    readonly busy: string[];
  }[];
  readonly unknown: string[];
}

/**
 * The best common times. Free time is known of those who have an account with this address here and allow links for
 * several people.
 */
export async function suggestTimes(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  { durationMinutes, from, to, attendees }: SuggestionsQuery,
): Promise<Suggestions> {
  if (Date.parse(to) < Date.parse(from))
    throw new AppError('invalid_request', 'to: must not be before from', {
      fields: { to: 'must not be before from' },
    });
  const own = (await getContact(platform, scope)).email.toLowerCase();
  const byAddress = new Map(attendees.map((email) => [email.toLowerCase(), email]));
  byAddress.delete(own);
  const found: { email: string; scope: Scope | null }[] = [];
  // One after the other, so that one request does not take all connections to the database.
  for (const email of byAddress.values()) found.push({ email, scope: await findKnown(platform, email) });
  const known = found.flatMap((one) => (one.scope ? [{ email: one.email, scope: one.scope }] : []));
  const times = await listCommonTimes(
    platform,
    scope,
    known.map((one) => one.scope),
    { durationMinutes, from: Date.parse(from), to: Date.parse(to) },
  );
  return {
    times: times.map(({ start, isFree }) => ({
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + durationMinutes * MINUTE_MS).toISOString(),
      free: known.filter((_one, at) => isFree[at]).map(({ email }) => email),
      busy: known.filter((_one, at) => !isFree[at]).map(({ email }) => email),
    })),
    unknown: found.filter((one) => one.scope === null).map(({ email }) => email),
  };
}

/** The user with this address whose free time others may know; null for anybody else. */
async function findKnown(platform: Pick<Platform, 'config' | 'db'>, email: string): Promise<Scope | null> {
  const scope = await findScopeByEmail(platform, email);
  if (!scope) return null;
  // A closed account has no public profile.
  const profile = await getPublicProfile(platform, scope).catch(() => null);
  return profile && (await allowsSharedLinks(platform, scope)) ? scope : null;
}
