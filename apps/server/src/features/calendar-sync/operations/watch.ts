import { randomBytes, randomUUID } from 'node:crypto';
import { HOUR_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import {
  type ChannelRow,
  deleteChannel,
  insertChannel,
  listChannels,
  listChannelsByResource,
} from '../store/channels.ts';
import { findSync, updateSync } from '../store/syncs.ts';
import { LeaseLost, writeWithLease } from './lease.ts';
import { jobNames } from './platform.ts';
import type { SyncContext } from './sync-context.ts';

/** A watch is renewed when this much of its time is left. */
const RENEW_BEFORE_HOURS = 24;
const TOKEN_BYTES = 32;
const LOOK_AGAIN_MS = 2_000;

export const webhookPaths = {
  google: '/webhooks/google-calendar',
  outlook: '/webhooks/microsoft-graph',
} as const;

function channelContext(id: string): string {
  return `calendar-channel:${id}`;
}

/**
 * Keeps a watch at the provider, if it supports them, so that it notifies us of changes. Renews the watch
 * before it expires, and when it has stopped working: changes arrived without a notification.
 */
export async function watchCalendar(
  context: SyncContext,
  { isDeaf }: { readonly isDeaf: boolean },
): Promise<void> {
  const { platform, scope, calendar, provider, session } = context;
  const { db, clock, config, jobs, log, secrets } = platform;
  const { watchHours, domain } = provider;
  if (watchHours === null || domain === 'apple') return;
  // Providers call only https addresses. The sandbox calls any.
  const mode = config.modes[domain];
  if (mode === 'live' && !config.apiBaseUrl.startsWith('https:')) return;
  const now = clock();
  const sync = await findSync(db, scope, calendar.id);
  const needed = now.getTime() + Math.min(RENEW_BEFORE_HOURS, watchHours / 2) * HOUR_MS;
  if (!sync || (!isDeaf && sync.channel_expires_at && sync.channel_expires_at.getTime() > needed)) return;
  const old = await listChannels(db, scope, calendar.id);
  const id = randomUUID();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  try {
    const { resourceId, expiresAt, others } = await session.watch(calendar.remoteId, {
      id,
      token,
      address: `${config.apiBaseUrl}${webhookPaths[domain]}`,
      expiresAt: new Date(now.getTime() + watchHours * HOUR_MS),
    });
    try {
      await writeWithLease(context, async (tx) => {
        await insertChannel(tx, scope, {
          id,
          calendar_id: calendar.id,
          token_hash: secrets.mac(token, channelContext(id)),
          resource_id: resourceId,
          expires_at: expiresAt,
        });
        await updateSync(tx, scope, calendar.id, { channel_expires_at: expiresAt });
        // Sync again soon: changes between this run's listing and the start of the watch cause no
        // notification.
        await jobs.enqueue(
          jobNames.sync,
          { userId: scope.userId, calendarId: calendar.id },
          { key: `${calendar.id} later`, startAfter: new Date(Date.now() + LOOK_AGAIN_MS), tx },
        );
      });
    } catch (error) {
      // Its notifications could not be assigned to a calendar.
      if (error instanceof LeaseLost) await session.unwatch({ id, resourceId });
      throw error;
    }
    for (const channel of old) {
      await session.unwatch({ id: channel.id, resourceId: channel.resource_id });
      await deleteChannel(db, scope, channel.id);
    }
    await endUnknownWatches(context, others);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // Polling works without it. The next sync run tries again.
    log.warn({ kind: error.kind, domain }, 'A calendar could not be watched');
  }
}

/** Ends watches that are in no database row. Other users of this server may watch the same calendar. */
async function endUnknownWatches(
  { platform: { db }, session }: SyncContext,
  resourceIds: readonly string[],
): Promise<void> {
  const rows = await listChannelsByResource(db, { ids: [], resourceIds });
  const known = new Set(rows.map(({ resource_id }) => resource_id));
  for (const resourceId of resourceIds)
    if (!known.has(resourceId)) await session.unwatch({ id: '', resourceId });
}

/** Ends the watches of a calendar. If the provider does not respond, they expire. */
export async function unwatchCalendar(
  { db }: Pick<Platform, 'db'>,
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

export interface ChannelNotification {
  /** Our id of the channel, or the provider's. */
  readonly channel: { readonly id: string } | { readonly resourceId: string };
  readonly token: string;
  /** The watch has ended and must be created again. */
  readonly isOver?: boolean;
}

/**
 * Queues a sync run for each calendar in a provider's notifications. Returns the number of calendars.
 * Notifications with an unknown channel or a wrong token are ignored.
 */
export async function queueNotifiedSyncs(
  { db, clock, jobs, secrets }: DbContext & Pick<Platform, 'jobs' | 'secrets'>,
  notices: readonly ChannelNotification[],
): Promise<number> {
  const received = new Map(notices.map((notice) => [JSON.stringify(notice), notice]));
  const rows = await listChannelsByResource(db, {
    ids: [...received.values()].flatMap(({ channel }) => ('id' in channel ? channel.id : [])),
    resourceIds: [...received.values()].flatMap(({ channel }) => ('id' in channel ? [] : channel.resourceId)),
  });
  const byName = Map.groupBy(rows, ({ id }) => id);
  const byResource = Map.groupBy(rows, ({ resource_id }) => resource_id);
  const meant = new Map<string, ChannelRow>();
  const over = new Map<string, ChannelRow>();
  for (const { channel, token, isOver = false } of received.values()) {
    const candidates = 'id' in channel ? byName.get(channel.id) : byResource.get(channel.resourceId);
    const row = candidates?.find((each) => secrets.isMac(each.token_hash, token, channelContext(each.id)));
    if (!row) continue;
    meant.set(row.calendar_id, row);
    if (isOver) over.set(row.id, row);
  }
  for (const { id, user_id, calendar_id } of over.values()) {
    const scope = mintScope(user_id, 'system');
    await deleteChannel(db, scope, id);
    await updateSync(db, scope, calendar_id, { channel_expires_at: null, next_at: clock() });
  }
  await jobs.enqueueMany(
    jobNames.sync,
    [...meant.values()].map(({ user_id, calendar_id }) => ({
      data: { userId: user_id, calendarId: calendar_id },
      key: calendar_id,
    })),
  );
  return meant.size;
}
