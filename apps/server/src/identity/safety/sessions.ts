import type { Session } from '@dayloom/contracts';
import type { DbContext, Platform } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import type { Identity } from '#platform/session.ts';
import { endAllSessions, endSession, listSessions as listStored } from '../store/sessions.ts';
import { getAccount, getSessionId } from './account.ts';

export async function listSessions(context: DbContext, identity: Identity): Promise<Session[]> {
  const account = await getAccount(context, identity);
  const sessions = await listStored(context.db, account.id, context.clock());
  return sessions.map((session) => ({
    _id: session.id,
    device: session.device,
    address: session.address,
    createdAt: session.created_at.toISOString(),
    lastSeenAt: session.last_seen_at.toISOString(),
    isCurrent: session.grant_id === identity.sessionId,
  }));
}

/** Returns the device of the session. */
export async function revokeSession(
  context: Pick<Platform, 'db'>,
  identity: Identity,
  id: string,
): Promise<string> {
  const account = await getAccount(context, identity);
  const ended = await endSession(context.db, account.id, { id });
  if (!ended) throw notFound('The session');
  return ended.device;
}

/** Returns the number of ended sessions. */
export async function revokeOtherSessions(
  context: Pick<Platform, 'db'>,
  identity: Identity,
): Promise<number> {
  const { id } = await getAccount(context, identity);
  return endAllSessions(context.db, { id, subject: identity.subject }, getSessionId(identity));
}
