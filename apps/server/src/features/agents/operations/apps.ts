import type { ConnectedApp } from '@dayloom/contracts';
import { findScope } from '#features/account/operations/scopes.ts';
import type { Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Visitor } from '#platform/visitor.ts';
import { deleteApp, listAppRows, type NewApp, saveApp } from '../store/apps.ts';
import type { AgentsPlatform } from './platform.ts';

type Apps = Pick<AgentsPlatform, 'db' | 'clock' | 'agentTokens'>;

/** Connects an app that somebody allowed. False if they have no account yet, or closed it. */
export async function connectApp(
  platform: Apps,
  subject: string,
  app: NewApp & { readonly from: Visitor },
): Promise<boolean> {
  const { db, clock, agentTokens } = platform;
  const scope = await findOpenAccount(platform, subject);
  if (!scope) return false;
  const replaced = await saveApp(db, scope, app, clock());
  if (replaced) await agentTokens?.endGrant(replaced);
  await recordSecurityEvent(platform, scope, { kind: 'app_connected', detail: app.name, from: app.from });
  return true;
}

async function findOpenAccount(platform: Pick<Platform, 'db'>, subject: string): Promise<Scope | null> {
  try {
    return await findScope(platform, { subject });
  } catch (error) {
    if (error instanceof AppError && error.code === 'account_closing') return null;
    throw error;
  }
}

/** The apps whose access has not ended, by themselves or by a new password. */
export async function listApps(
  { db, agentTokens }: Pick<Apps, 'agentTokens' | 'db'>,
  scope: Scope,
): Promise<ConnectedApp[]> {
  const rows = await listAppRows(db, scope);
  const live = (await agentTokens?.listLive(rows.map(({ grant_id }) => grant_id))) ?? new Set();
  return rows
    .filter(({ grant_id }) => live.has(grant_id))
    .map((row) => ({
      _id: row.id,
      name: row.name,
      redirectHost: row.redirect_host,
      scopes: row.scopes,
      connectedAt: row.connected_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    }));
}

/** Disconnects an app. Its next request is refused. */
export async function revokeApp(platform: Apps, scope: Scope, id: string, from: Visitor): Promise<void> {
  const app = await deleteApp(platform.db, scope, id);
  if (!app) throw notFound('The app');
  await platform.agentTokens?.endGrant(app.grant_id);
  await recordSecurityEvent(platform, scope, { kind: 'app_disconnected', detail: app.name, from });
}
