import { z } from 'zod';
import { ConnectedCalendar, ConnectionResponse, SettingsResponse } from './account.ts';
import { PendingNotice } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, line, succeeded } from './values.ts';

/** Why an account or a calendar is not in sync. */
export const syncFailureKinds = [
  /** The grant is no longer accepted; the user has to connect again. */
  'reconnect_needed',
  /** The provider asked for a pause. */
  'rate_limited',
  /** The provider does not respond, or returns an internal error. */
  'unavailable',
  /** The provider refused the request. */
  'rejected',
] as const;
export type SyncFailureKind = (typeof syncFailureKinds)[number];

const SyncFailure = z.object({
  kind: z.enum(syncFailureKinds),
  /** What happened and what to do next, in plain words. */
  message: z.string(),
  /** The time of the next attempt; null if only the user can fix it. */
  retryAt: Instant.nullable(),
});

/** How far a calendar is in sync with its provider. */
export const SyncStatus = z
  .object({
    state: z.enum(['waiting', 'first_sync', 'in_step', 'failing', 'paused']),
    /** The end of the last successful sync. */
    lastSyncAt: Instant.nullable(),
    /** Seconds since then, beyond the calendar's usual interval; 0 if it is in sync. */
    lagSeconds: z.int().min(0),
    /** Events read so far, during the first sync. */
    eventsSeen: z.int().min(0),
    /** Changed events that the provider does not have yet. */
    pendingWrites: z.int().min(0),
    /** How many of those are mirrored events, which are not lost when the calendar is removed. */
    pendingCopies: z.int().min(0),
    /** Whether the provider notifies us of changes, or is asked at intervals. */
    isPushed: z.boolean(),
    failure: SyncFailure.nullable(),
    /** The parts of a subscribed file that could not be read. Events are kept as far as possible. */
    problems: z.object({ count: z.int().min(1), first: z.string() }).nullable(),
  })
  .meta({ id: 'SyncStatus' });
export type SyncStatus = z.infer<typeof SyncStatus>;

/** A calendar of a connected account, or a subscribed one. The full calendar is in `GET /calendars`. */
export const SyncedCalendar = z
  .object({
    calendarId: Id,
    name: z.string(),
    color: z.string(),
    /** If false, it is not fetched and its events are not stored. */
    isSynced: z.boolean(),
    blocksTime: z.boolean(),
    /** Whether the provider lets us write to it. */
    isWritable: z.boolean(),
    /** The calendar of new events unless another one is chosen. */
    isDefault: z.boolean(),
    /** The address of a subscribed calendar; null for those of an account. */
    url: z.string().nullable(),
    sync: SyncStatus,
  })
  .meta({ id: 'SyncedCalendar' });
export type SyncedCalendar = z.infer<typeof SyncedCalendar>;

export const CalendarAccount = ConnectedCalendar.extend({
  /** `reconnect_needed`: nothing is synced until the user connects again. */
  state: z.enum(['connected', 'reconnect_needed']),
  /** Whether its calendars may block time for the planner (a plan may allow this for some accounts only). */
  mayBlockTime: z.boolean(),
  /** The server address of a CalDAV account. */
  serverUrl: z.string().nullable(),
  failure: SyncFailure.nullable(),
  connectedAt: Instant,
  calendars: z.array(SyncedCalendar),
}).meta({ id: 'CalendarAccount' });
export type CalendarAccount = z.infer<typeof CalendarAccount>;

/** Busy time (of a calendar, or the planned blocks) that is written into another calendar. */
export const CalendarMirror = z
  .object({
    _id: Id,
    /** Null: the planned task blocks. */
    sourceCalendarId: Id.nullable(),
    targetCalendarId: Id,
  })
  .meta({ id: 'CalendarMirror' });
export type CalendarMirror = z.infer<typeof CalendarMirror>;

/** The time of the event on one side of a conflict: instants, or dates with the last one included. */
export const ConflictTime = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('instants'), startsAt: Instant, endsAt: Instant }),
    z.object({ kind: z.literal('days'), startsOn: z.iso.date(), endsOn: z.iso.date() }),
  ])
  .meta({ id: 'ConflictTime' });
export type ConflictTime = z.infer<typeof ConflictTime>;

/** One side of a conflict: text, a time to show in the reader's zone, or both. */
export const ConflictSide = z
  .object({ text: z.string(), time: ConflictTime.nullable() })
  .meta({ id: 'ConflictSide' });
export type ConflictSide = z.infer<typeof ConflictSide>;

/**
 * An edit that was not applied, because it conflicts with one made elsewhere or because its calendar was
 * disconnected. It is kept until the user resolves it.
 */
export const SyncConflict = z
  .object({
    _id: Id,
    /**
     * `not_sent`: a change that was not written before its calendar was disconnected; it can be put into any
     * calendar. `not_deleted`: such a deletion, so the event still exists there.
     */
    kind: z.enum(['both_changed', 'not_sent', 'not_deleted']),
    /** For a change that was not sent: the built-in calendar. */
    calendarId: Id,
    /** Null if the event was deleted on the other side. */
    eventId: Id.nullable(),
    title: z.string(),
    /** The fields in conflict, in words: `the time`, `the title`. */
    fields: z.array(z.string()),
    /** Our side in detail: one row per field. */
    mine: z.array(z.object({ field: z.string(), mine: ConflictSide, theirs: ConflictSide })),
    happenedAt: Instant,
  })
  .meta({ id: 'SyncConflict' });
export type SyncConflict = z.infer<typeof SyncConflict>;

const EventCounts = z
  .object({
    added: z.int().min(0),
    /** Moved to another time. */
    moved: z.int().min(0),
    /** Changed in any other way. */
    changed: z.int().min(0),
    removed: z.int().min(0),
  })
  .meta({ id: 'EventCounts' });
export type EventCounts = z.infer<typeof EventCounts>;

/**
 * The sync of one calendar within a short time: the result of one or more sync runs, or the reason of a
 * failure.
 */
export const SyncHistoryEntry = z
  .object({
    _id: Id,
    calendarId: Id,
    happenedAt: Instant,
    /** Events received from the provider. A series counts as one event. */
    read: EventCounts,
    /** The user's own events, written to the provider. */
    events: EventCounts,
    /** Mirrored blocks. */
    blocks: EventCounts,
    /** Mirrored busy time of other calendars. */
    copies: EventCounts,
    /** Edits in conflict; both sides are kept. */
    conflicts: z.int().min(0),
    /** Changes that the provider refused; they are kept. */
    refused: z.int().min(0),
    /**
     * Series received that are not shown in full: their rule cannot be expanded, or has too many occurrences.
     */
    cut: z.int().min(0),
    /** The first sync run that succeeded after failures. */
    isRecovery: z.boolean(),
    failure: SyncFailure.omit({ retryAt: true })
      .extend({
        /** Changes not written by then. */
        waiting: z.int().min(0),
      })
      .nullable(),
  })
  .meta({ id: 'SyncHistoryEntry' });
export type SyncHistoryEntry = z.infer<typeof SyncHistoryEntry>;

const AuthUrlQuery = z.object({
  state: z.string().max(2_000).optional(),
  /** The address of the account to reconnect; the provider suggests it first. */
  account: z.string().max(320).optional(),
});
const AuthUrl = z.object({ success: z.literal(true).optional(), authUrl: z.string() });
const Code = z.object({ code: z.string().min(1).max(4_096) });
const AccountId = z.object({ id: Id });
const AccountsResponse = z.object({
  ...succeeded,
  accounts: z.array(CalendarAccount),
  subscriptions: z.array(SyncedCalendar),
  mirrors: z.array(CalendarMirror),
  conflicts: z.array(SyncConflict),
  /** The sync history of the last 24 hours, the latest first, 50 at most. */
  history: z.array(SyncHistoryEntry),
  message: z.string(),
});
const Done = z.object({ ...succeeded, message: z.string() });

export const calendarAccountsApi = {
  getGoogleAuthUrl: endpoint({
    method: 'GET',
    path: '/user/getGoogleCalendarAuthUrl',
    summary:
      "The address to connect a Google account; `state`, the page's query string, is returned with the code",
    access: 'user',
    query: AuthUrlQuery,
    response: AuthUrl,
  }),
  getOutlookAuthUrl: endpoint({
    method: 'GET',
    path: '/integrations/outlook/auth-url',
    summary: 'The address to connect an Outlook account',
    access: 'user',
    query: AuthUrlQuery,
    response: AuthUrl,
  }),
  addGoogle: endpoint({
    method: 'POST',
    path: '/user/addCalendar',
    summary: 'Connect the Google account of the code; repeating the call changes nothing',
    access: 'user',
    body: Code,
    response: ConnectionResponse,
  }),
  addOutlook: endpoint({
    method: 'POST',
    path: '/integrations/outlook/connect',
    summary: 'Connect the Outlook account of the code; repeating the call changes nothing',
    access: 'user',
    body: Code,
    response: ConnectionResponse,
  }),
  addCaldav: endpoint({
    method: 'POST',
    path: '/integrations/caldav/connect',
    summary: 'Connect an Apple or other CalDAV account by address and app-specific password',
    access: 'user',
    body: z.object({
      /** The server, or a folder on it; iCloud by default. */
      serverUrl: z.string().trim().max(500).optional(),
      username: line(320).min(1, 'is needed'),
      password: z.string().min(1, 'is needed').max(500),
    }),
    response: SettingsResponse,
  }),
  saveCalendars: endpoint({
    method: 'PUT',
    path: '/user/calendars',
    summary: 'Save the type and the tags of connected accounts; the array is merged by id',
    access: 'user',
    body: z.object({
      calendars: z
        .array(
          ConnectedCalendar.pick({ id: true, type: true, tags: true }).extend({
            tags: z.array(z.string().trim().min(1).max(60)).max(20),
          }),
        )
        .max(200),
    }),
    response: SettingsResponse,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/calendar/:domain/:calendarId',
    summary: 'Disconnect an account: access is revoked, and its calendars and events are removed',
    access: 'user',
    params: z.object({ domain: z.string().max(40), calendarId: z.string().max(80) }),
    response: ConnectionResponse,
  }),
  syncAll: endpoint({
    method: 'POST',
    path: '/task/syncAllCalendarEvents',
    summary: 'Sync all calendars now',
    access: 'user',
    response: Done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/calendar-accounts',
    summary:
      'Connected accounts with their calendars, the state and recent history of each sync, mirrors and conflicts',
    access: 'user',
    scope: 'read:calendar',
    response: AccountsResponse,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/calendar-accounts/:id',
    summary: 'Make an account the primary one',
    access: 'user',
    params: AccountId,
    body: z.object({ isPrimary: z.literal(true) }),
    response: Done,
  }),
  changeCalendar: endpoint({
    method: 'PATCH',
    path: '/synced-calendars/:id',
    summary: 'Turn the sync of a calendar on or off, or make it the default for new events',
    access: 'user',
    params: AccountId,
    body: z.object({ isSynced: z.boolean().optional(), isDefault: z.literal(true).optional() }),
    response: Done,
  }),
  syncCalendar: endpoint({
    method: 'POST',
    path: '/synced-calendars/:id/sync',
    summary: 'Sync one calendar now',
    access: 'user',
    params: AccountId,
    response: Done,
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/calendar-subscriptions',
    summary: 'Subscribe to the address of an .ics file; its events block no time by default',
    access: 'user',
    body: z.object({ url: z.string().trim().min(1).max(2_000), name: line(200).optional() }),
    response: z.object({ ...succeeded, calendarId: Id, message: z.string() }),
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/calendar-subscriptions/:id',
    summary: 'Remove a subscribed calendar and its events',
    access: 'user',
    params: AccountId,
    response: Done,
  }),
  addMirror: endpoint({
    method: 'POST',
    path: '/calendar-mirrors',
    summary: 'Mirror busy time, without details, or the planned blocks into a calendar',
    access: 'user',
    body: z.object({ sourceCalendarId: Id.nullable(), targetCalendarId: Id }),
    response: z.object({ ...succeeded, mirror: CalendarMirror, message: z.string() }),
  }),
  removeMirror: endpoint({
    method: 'DELETE',
    path: '/calendar-mirrors/:id',
    summary: 'Remove a mirror and the events it wrote',
    access: 'user',
    params: AccountId,
    response: Done,
  }),
  removeOwnEvents: endpoint({
    method: 'DELETE',
    path: '/calendar-accounts/created-events',
    summary: 'Remove all mirrors and the events they wrote',
    access: 'user',
    response: z.object({ ...succeeded, removed: z.int(), message: z.string() }),
  }),
  withholdNotices: endpoint({
    method: 'POST',
    path: '/calendar-accounts/withhold-notices',
    summary: 'Save waiting changes without notifying the guests',
    access: 'user',
    scope: 'write:calendar',
    body: PendingNotice.pick({ calendarId: true, uids: true }),
    response: Done,
  }),
  keepMine: endpoint({
    method: 'POST',
    path: '/sync-conflicts/:id/keep-mine',
    summary: 'Resolve a conflict with our side, or put a change that was not sent into a calendar',
    access: 'user',
    params: AccountId,
    /** For a change that was not sent: its new calendar; the built-in one by default. */
    body: z.object({ calendarId: Id.optional() }).default({}),
    response: Done,
  }),
  dismissConflict: endpoint({
    method: 'DELETE',
    path: '/sync-conflicts/:id',
    summary: 'Resolve a conflict with the other side',
    access: 'user',
    params: AccountId,
    response: Done,
  }),
  receiveGoogle: endpoint({
    method: 'POST',
    path: '/webhooks/google-calendar',
    summary: 'Notification by Google that a calendar has changed',
    access: 'public',
    media: 'application/json',
    response: z.object({ success: z.literal(true) }),
  }),
  receiveGraph: endpoint({
    method: 'POST',
    path: '/webhooks/microsoft-graph',
    summary: 'Notification by Microsoft that a calendar has changed, or that a subscription needs renewal',
    access: 'public',
    media: 'application/json',
    query: z.object({ validationToken: z.string().max(4_096).optional() }),
    response: z.string().or(z.object({ success: z.literal(true) })),
  }),
};
