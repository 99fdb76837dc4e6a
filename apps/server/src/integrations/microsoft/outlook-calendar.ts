import type * as Graph from '@microsoft/microsoft-graph-types';
import type { CalendarProvider, GrantKeeper } from '#features/calendar-accounts/ports.ts';
import {
  type CalendarSession,
  type RemoteChange,
  SyncCursorExpired,
  type Watch,
} from '#features/calendar-sync/model/calendar-session.ts';
import { PageTrail, readPage } from '../calendars/checked-responses.ts';
import type { RenewGrant } from '../oauth/grant.ts';
import { EventReader } from './event-reader.ts';
import { calendarShape } from './event-shape.ts';
import { type GraphCall, graphCalls, isLinkWithin } from './graph-calls.ts';
import { type GraphEvent, TEAMS } from './graph-event.ts';
import { findProblem, isGone, toFailure } from './graph-failure.ts';
import { GraphObjects } from './graph-objects.ts';

const PAGE = 200;
/** A subscription lasts at most 10,080 minutes. The margin covers clock differences. */
const WATCH_HOURS = 167;

interface OutlookAccess {
  /** Address of Graph if it is not Microsoft's, without `/v1.0`, found on first use. */
  readonly graphUrl?: () => Promise<string>;
  /** `renew` of the account's consent. */
  readonly renew: RenewGrant;
  readonly pageSize?: number;
}

/** Outlook's calendars through Microsoft Graph (v1.0). The client is loaded with the first call. */
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

const OUTLOOK = 'Outlook';
/** Outlook's ids have some 150 characters. */
const MAX_ID = 1_024;

/** The pages of a list, each with the link to the next one. */
async function* listPages(call: GraphCall, first: string, pageSize?: number) {
  const trail = new PageTrail(OUTLOOK);
  let path: string | undefined = first;
  while (path !== undefined) {
    const answer: unknown = await call({ method: 'get', path, ...(pageSize && { pageSize }) });
    const { items, text } = readPage(OUTLOOK, answer, 'value');
    const next: string | undefined = trail.follow(text('@odata.nextLink'));
    yield { items, next, text };
    path = next;
  }
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
        for await (const { items } of listPages(call, '/me/calendars?$top=100'))
          calendars.push(...items.filter((calendar) => calendarShape.safeParse(calendar).success));
        return calendars.flatMap(
          ({ id, name, hexColor, isDefaultCalendar, canEdit, allowedOnlineMeetingProviders }) =>
            id
              ? [
                  {
                    id,
                    name: name ?? 'Calendar',
                    color: /^#[\da-f]{6}$/i.test(hexColor ?? '') ? (hexColor as string).toUpperCase() : null,
                    isPrimary: isDefaultCalendar === true,
                    isWritable: canEdit === true,
                    ...(allowedOnlineMeetingProviders?.includes(TEAMS) && { conference: 'teams' as const }),
                  },
                ]
              : [],
        );
      }),

    async *listChanges(calendarId, cursor, { from, to }) {
      // After a restart of the sandbox its old links are dead, and a link to another host must not be
      // followed.
      if (cursor !== null && graphUrl && !isLinkWithin(cursor, await graphUrl()))
        throw new SyncCursorExpired('The cursor points to another address.');
      const seen = new Set<string>();
      const first =
        cursor ??
        `/me/calendars/${encodeURIComponent(calendarId)}/calendarView/delta?startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}`;
      try {
        for await (const { items, next, text } of listPages(call, first, pageSize)) {
          const end = next === undefined ? (text('@odata.deltaLink') ?? null) : null;
          yield { changes: await toChanges(items, reader, seen), cursor: end };
        }
      } catch (error) {
        throw isExpired(error)
          ? new SyncCursorExpired('Outlook no longer accepts the delta link.')
          : toFailure(error);
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
          if (!isGone(error)) throw error;
        }
      }),
  };
}

/** Items without a valid id are ignored. */
function isNamed({ id, seriesMasterId }: DeltaItem): boolean {
  return [id, seriesMasterId].every(
    (each) => each == null || (typeof each === 'string' && each.length <= MAX_ID),
  );
}

/** The changes of one page. Any change of a series causes one complete read of it per sync run. */
async function toChanges(
  received: readonly DeltaItem[],
  reader: EventReader,
  seen: Set<string>,
): Promise<RemoteChange[]> {
  // When an item is repeated, the last one counts.
  const items = new Map(received.filter(isNamed).map((item) => [item.id ?? '', item]));
  const changes = await Promise.all(
    [...items.values()].map(async (item): Promise<RemoteChange | null> => {
      const id = item.seriesMasterId ?? item.id;
      if (!id) return null;
      const removed = item['@removed'];
      // A removed event may only have left the range.
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

/** The provider chooses the id of a subscription, so our own id is not sent. */
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

/** The subscriptions of this app in the mailbox. */
async function listSubscriptions(call: GraphCall): Promise<Graph.Subscription[]> {
  const found: Graph.Subscription[] = [];
  for await (const { items } of listPages(call, '/subscriptions')) found.push(...items);
  return found;
}
