import { randomBytes, randomUUID } from 'node:crypto';
import { ProviderFailure } from '../../../platform/provider-failure.ts';
import type { Scope } from '../../../platform/scope.ts';
import { mintScope } from '../../../platform/scope.ts';
import {
  deleteChannel,
  findChannel,
  findChannelByResource,
  insertChannel,
  listChannels,
} from '../store/channels.ts';
import { findSync, updateSync } from '../store/syncs.ts';
import { type AccountsPlatform, jobNames } from './platform.ts';
import type { SyncContext } from './sync-context.ts';

const HOUR_MS = 3_600_000;
/** A watch is renewed when so much of it is left. */
const RENEW_BEFORE_HOURS = 24;
const TOKEN_BYTES = 32;

export const webhookPaths = {
  google: '/webhooks/google-calendar',
  outlook: '/webhooks/microsoft-graph',
} as const;

function channelContext(id: string): string {
  return `calendar-channel:${id}`;
}

/** Sees to it that the provider tells us of changes, where it can: makes the watch, renews it before it ends. */
export async function watchCalendar({
  platform,
  scope,
  calendar,
  provider,
  session,
}: SyncContext): Promise<void> {
  const { db, clock, config, log, secrets } = platform;
  const { watchHours, domain } = provider;
  if (watchHours === null || domain === 'apple') return;
  // Providers only call https addresses; the sandbox calls any.
  const mode = config.modes[domain];
  if (mode === 'live' && !config.apiBaseUrl.startsWith('https:')) return;
  const now = clock();
  const sync = await findSync(db, scope, calendar.id);
  const needed = now.getTime() + Math.min(RENEW_BEFORE_HOURS, watchHours / 2) * HOUR_MS;
  if (!sync || (sync.channel_expires_at && sync.channel_expires_at.getTime() > needed)) return;
  const old = await listChannels(db, scope, calendar.id);
  const id = randomUUID();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  try {
    const { resourceId, expiresAt } = await session.watch(calendar.remoteId, {
      id,
      token,
      address: `${config.apiBaseUrl}${webhookPaths[domain]}`,
      expiresAt: new Date(now.getTime() + watchHours * HOUR_MS),
    });
    await insertChannel(db, scope, {
      id,
      calendar_id: calendar.id,
      token_hash: secrets.mac(token, channelContext(id)),
      resource_id: resourceId,
      expires_at: expiresAt,
    });
    await updateSync(db, scope, calendar.id, { channel_expires_at: expiresAt });
    for (const channel of old) {
      await session.unwatch({ id: channel.id, resourceId: channel.resource_id });
      await deleteChannel(db, scope, channel.id);
    }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // Asking from time to time goes on without it; the next round tries again.
    log.warn({ kind: error.kind, domain }, 'A calendar could not be watched');
  }
}

/** Ends the watches of a calendar; what does not answer ends by itself. */
export async function unwatchCalendar(
  { db }: Pick<AccountsPlatform, 'db'>,
  scope: Scope,
  calendarId: string,
  session: Pick<SyncContext['session'], 'unwatch'>,
): Promise<void> {
  for (const { id, resource_id } of await listChannels(db, scope, calendarId)) {
    try {
      await session.unwatch({ id, resourceId: resource_id });
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
    }
    await deleteChannel(db, scope, id);
  }
}

export interface Notice {
  /** The channel as we named it, or as the provider did. */
  readonly channel: { readonly id: string } | { readonly resourceId: string };
  readonly token: string;
  /** The watch itself is over and has to be made anew. */
  readonly isOver?: boolean;
}

/** A provider says that something changed: a hint, so a round is asked for. False: it is not for us. */
export async function takeNotice(
  { db, clock, jobs, secrets }: AccountsPlatform,
  { channel, token, isOver = false }: Notice,
): Promise<boolean> {
  const row =
    'id' in channel ? await findChannel(db, channel.id) : await findChannelByResource(db, channel.resourceId);
  if (!row || !secrets.isMac(row.token_hash, token, channelContext(row.id))) return false;
  const scope = mintScope(row.user_id, 'system');
  if (isOver) {
    await deleteChannel(db, scope, row.id);
    await updateSync(db, scope, row.calendar_id, { channel_expires_at: null, next_at: clock() });
  }
  await jobs.enqueue(
    jobNames.sync,
    { userId: row.user_id, calendarId: row.calendar_id },
    { key: row.calendar_id },
  );
  return true;
}
