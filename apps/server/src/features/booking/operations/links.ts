import type { LinkTarget } from '@dayloom/contracts';
import { getPublicProfile } from '#features/account/operations/profile.ts';
import type { PhonePlatform } from '#features/phone/operations/platform.ts';
import { notFound } from '#platform/errors.ts';
import { digest } from '#platform/one-time-tokens.ts';
import { listByToken } from '../store/bookings.ts';
import { findEventTypeRow } from '../store/event-types.ts';
import { findLink } from '../store/links.ts';
import { findAbilities, toPublic } from './event-types.ts';

/** What a short link leads to. */
export async function resolveLink(platform: PhonePlatform, token: string): Promise<LinkTarget> {
  const { db, clock } = platform;
  const hash = digest(token);
  if ((await listByToken(db, hash)).length > 0) return { kind: 'booking' };
  const link = await findLink(db, hash, clock());
  if (link?.kind !== 'event_type') throw notFound('The link');
  const eventType = await findEventTypeRow(db, link.scope, link.target['eventTypeId'] ?? '');
  if (!eventType) throw notFound('The link');
  const host = await getPublicProfile(platform, link.scope);
  const { username } = host;
  const abilities = await findAbilities(platform, link.scope);
  return { kind: 'event_type', host, eventType: toPublic(platform, eventType, { username, ...abilities }) };
}
