import type * as Graph from '@microsoft/microsoft-graph-types';
import type { CalendarProvider, GrantKeeper } from '#features/calendar-accounts/ports.ts';
import {
  type CalendarSession,
  type RemoteChange,
  SyncCursorExpired,
  type Watch,
} from '#features/calendar-sync/model/calendar-session.ts';
import type { RenewGrant } from '../oauth/grant.ts';
import { EventReader } from './event-reader.ts';
import { type GraphCall, graphCalls, isLinkWithin } from './graph-calls.ts';
import type { GraphEvent } from './graph-event.ts';
import { findProblem, toFailure } from './graph-failure.ts';
import { GraphObjects } from './graph-objects.ts';

const PAGE = 200;
/** Subscriptions last 10,080 minutes at most, and clocks differ. */
const WATCH_HOURS = 167;

interface OutlookAccess {
  /** Where Graph stands instead of at Microsoft, without `/v1.0`, found when it is needed. */
  readonly graphUrl?: () => Promise<string>;
  /** `renew` of the account's consent. */
  readonly renew: RenewGrant;
  readonly pageSize?: number;
}

/** Outlook's calendars by Microsoft Graph (v1.0). The client is loaded with the first call. */
export function outlookCalendarProvider({
  graphUrl,
  renew,
  pageSize = PAGE,
}: OutlookAccess): CalendarProvider {
  return {
    domain: 'outlook',
    isBounded: true,
    hasUnnamedParts: true,
    canWithholdNotices: false,
    watchHours: WATCH_HOURS,
    open: (grant) => openSession(grant, renew, graphUrl, pageSize),
  };
}

interface Page<Item> {
  readonly value: Item[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}
type DeltaItem = GraphEvent & { readonly '@removed'?: { readonly reason?: string } };

function openSession(
  grant: GrantKeeper,
  renew: RenewGrant,
  graphUrl: (() => Promise<string>) | undefined,
  pageSize: number,
): CalendarSession {
  const call = graphCalls(grant, renew, graphUrl);
  const reader = new EventReader(call);
  const calendarObjects = new GraphObjects(call, reader, grant.userId);
  const or = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act();
    } catch (error) {
      throw toFailure(error);
    }
  };

  return {
    listCalendars: () =>
      or(async () => {
        const calendars: Graph.Calendar[] = [];
        let path: string | undefined = '/me/calendars?$top=100';
        while (path !== undefined) {
          const page: Page<Graph.Calendar> = await call({ method: 'get', path });
          calendars.push(...page.value);
          path = page['@odata.nextLink'];
        }
        return calendars.flatMap(({ id, name, hexColor, isDefaultCalendar, canEdit }) =>
          id
            ? [
                {
                  id,
                  name: name ?? 'Calendar',
                  color: /^#[\da-f]{6}$/i.test(hexColor ?? '') ? (hexColor as string).toUpperCase() : null,
                  isPrimary: isDefaultCalendar === true,
                  isWritable: canEdit === true,
                },
              ]
            : [],
        );
      }),

    async *listChanges(calendarId, cursor, { from, to }) {
      // After the sandbox started again its links lead nowhere; nor would a stranger's be followed.
      if (cursor !== null && graphUrl && !isLinkWithin(cursor, await graphUrl()))
        throw new SyncCursorExpired('The cursor leads to another address.');
      const seen = new Set<string>();
      let path: string | undefined =
        cursor ??
        `/me/calendars/${encodeURIComponent(calendarId)}/calendarView/delta?startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}`;
      while (path !== undefined) {
        let page: Page<DeltaItem>;
        let changes: RemoteChange[];
        try {
          page = await call({ method: 'get', path, pageSize });
          changes = await toChanges(page.value, reader, seen);
        } catch (error) {
          throw isExpired(error)
            ? new SyncCursorExpired('Outlook has forgotten the delta link.')
            : toFailure(error);
        }
        path = page['@odata.nextLink'];
        yield { changes, cursor: path === undefined ? (page['@odata.deltaLink'] ?? null) : null };
      }
    },

    read: (calendarId, uid, known) => or(() => calendarObjects.read(calendarId, uid, known)),
    readWhole: (_calendarId, known) => or(() => calendarObjects.readWhole(known)),
    write: (calendarId, input) => or(() => calendarObjects.write(calendarId, input)),
    remove: (_calendarId, { known }) => or(() => calendarObjects.remove(known)),

    watch: (calendarId, { token, address, expiresAt }) =>
      or(() => subscribe(call, calendarId, token, address, expiresAt)),
    unwatch: ({ resourceId }) =>
      or(async () => {
        try {
          await call({ method: 'delete', path: `/subscriptions/${encodeURIComponent(resourceId)}` });
        } catch (error) {
          if (findProblem(error)?.status !== 404) throw error;
        }
      }),
  };
}

/** News of a page. Whatever is told of a series makes it be read as a whole, once in a sync run. */
async function toChanges(
  received: readonly DeltaItem[],
  reader: EventReader,
  seen: Set<string>,
): Promise<RemoteChange[]> {
  // Of what comes twice the last holds.
  const items = new Map(received.map((item) => [item.id ?? '', item]));
  const changes = await Promise.all(
    [...items.values()].map(async (item): Promise<RemoteChange | null> => {
      const id = item.seriesMasterId ?? item.id;
      if (!id) return null;
      const removed = item['@removed'];
      // It may only have left the range.
      if (removed && (removed.reason !== 'changed' || seen.has(id))) return { kind: 'gone', id };
      const isWhole = !removed && item.type === 'singleInstance';
      if (!isWhole) {
        if (seen.has(id)) return null;
        seen.add(id);
      }
      const resource = isWhole ? await reader.complete(item) : await reader.find(id);
      return resource ? { kind: 'put', resource } : { kind: 'gone', id };
    }),
  );
  return changes.filter((change) => change !== null);
}

function isExpired(error: unknown): boolean {
  const problem = findProblem(error);
  return (
    problem?.status === 410 || /^(?:syncState\w+|resyncRequired|fullSyncRequired)$/i.test(problem?.code ?? '')
  );
}

/** The provider names each subscription itself; what we call it is of no use to it. */
async function subscribe(
  call: GraphCall,
  calendarId: string,
  token: string,
  address: string,
  expiresAt: Date,
): Promise<Watch> {
  const resource = `/me/calendars/${calendarId}/events`;
  const made = await call<Graph.Subscription>({
    method: 'post',
    path: '/subscriptions',
    body: {
      changeType: 'created,updated,deleted',
      notificationUrl: address,
      // Cannot be added later.
      lifecycleNotificationUrl: address,
      resource,
      expirationDateTime: expiresAt.toISOString(),
      clientState: token,
    },
  });
  const until = Date.parse(made.expirationDateTime ?? '');
  return {
    resourceId: made.id ?? '',
    expiresAt: Number.isNaN(until) ? expiresAt : new Date(until),
    others: (await listSubscriptions(call))
      .filter((each) => each.resource === resource && each.notificationUrl === address)
      .flatMap(({ id }) => (id && id !== made.id ? id : [])),
  };
}

/** Those that this app has in the mailbox. */
async function listSubscriptions(call: GraphCall): Promise<Graph.Subscription[]> {
  const found: Graph.Subscription[] = [];
  let path: string | undefined = '/subscriptions';
  while (path !== undefined) {
    const page: Page<Graph.Subscription> = await call({ method: 'get', path });
    found.push(...page.value);
    path = page['@odata.nextLink'];
  }
  return found;
}
