import type { LinkTarget } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { getPublicProfile } from '#features/account/operations/profile.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import { listByToken } from '../store/bookings.ts';
import { findEventTypeRow } from '../store/event-types.ts';
import { countUse, findLink, insertLink } from '../store/links.ts';
import { getHostAbilities, toPublicEventType } from './event-types.ts';
import type { BookingPlatform } from './platform.ts';

/** What a short link leads to. */
export async function resolveLink(
  platform: DbContext & Pick<BookingPlatform, 'config' | 'followAttendeeLink' | 'sms'>,
  token: string,
): Promise<LinkTarget> {
  const { db, clock } = platform;
  const hash = digest(token);
  if ((await listByToken(db, hash)).length > 0) return { kind: 'booking' };
  const link = await findLink(db, hash, clock());
  if (link?.kind === 'page') {
    await countUse(db, hash, clock());
    return { kind: 'page', path: link.target['path'] ?? '/' };
  }
  const meetingPage = link ? null : await platform.followAttendeeLink(token);
  if (meetingPage !== null) return { kind: 'page', path: meetingPage };
  if (link?.kind !== 'event_type') throw notFound('The link');
  const eventType = await findEventTypeRow(db, link.scope, link.target['eventTypeId'] ?? '');
  if (!eventType) throw notFound('The link');
  const host = await getPublicProfile(platform, link.scope);
  const { username } = host;
  const abilities = await getHostAbilities(platform, link.scope);
  return {
    kind: 'event_type',
    host,
    eventType: toPublicEventType(platform, eventType, { username, ...abilities }),
  };
}

/** A text message may be read days later, on a journey. */
const PAGE_LINK_DAYS = 14;

/**
 * A short link to a page of the app, for a text message to its user. It leads over `/r`, which remembers the page while
 * somebody signs in, and gives no permission.
 */
export async function createPageLink(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  tx: Tx,
  scope: Scope,
  path: string,
): Promise<string> {
  const token = makeToken();
  const now = clock();
  await insertLink(tx, scope, {
    tokenHash: digest(token),
    kind: 'page',
    target: { path: `/r?${new URLSearchParams({ dest: path, source: 'sms' }).toString()}` },
    usesLeft: null,
    now,
    expiresAt: new Date(now.getTime() + PAGE_LINK_DAYS * DAY_MS),
  });
  return `${config.publicUrl}/p/${token}`;
}
