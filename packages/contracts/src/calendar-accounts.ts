import { z } from 'zod';
import { ConnectedCalendar, SettingsAnswer } from './account.ts';
import { PendingNotice } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, line, succeeded } from './values.ts';

/** Why an account or a calendar is not in step, in kinds that people are told by. */
export const syncFailureKinds = [
  /** The grant is not accepted any more: the way out is to connect again. */
  'reconnect_needed',
  /** The provider asked for a pause. */
  'rate_limited',
  /** The provider does not answer, or answers with a failure of its own. */
  'unavailable',
  /** The provider understood and refused. */
  'rejected',
] as const;
export type SyncFailureKind = (typeof syncFailureKinds)[number];

const SyncFailure = z.object({
  kind: z.enum(syncFailureKinds),
  /** What happened and what to do about it, in plain words. */
  message: z.string(),
  /** When it is tried again; null when only the user can mend it. */
  retryAt: Instant.nullable(),
});

/** How far a calendar is in step with its provider. */
export const SyncStatus = z
  .object({
    state: z.enum(['waiting', 'first_sync', 'in_step', 'failing', 'paused']),
    /** The end of the last sync that succeeded. */
    lastSyncAt: Instant.nullable(),
    /** Seconds since then, beyond what the calendar's rhythm explains; 0 when in step. */
    lagSeconds: z.int().min(0),
    /** Events read so far, while the first sync runs. */
    eventsSeen: z.int().min(0),
    /** Events changed here that the provider does not have yet. */
    pendingWrites: z.int().min(0),
    /** How many of those are copies that we made: nobody loses them when the calendar leaves. */
    pendingCopies: z.int().min(0),
    /** Whether the provider tells us of changes at once, or is asked from time to time. */
    isPushed: z.boolean(),
    failure: SyncFailure.nullable(),
    /** Of a subscribed file: what could not be read as it stands. Events are kept as far as they could be. */
    problems: z.object({ count: z.int().min(1), first: z.string() }).nullable(),
  })
  .meta({ id: 'SyncStatus' });
export type SyncStatus = z.infer<typeof SyncStatus>;

/** One calendar of a connected account, or a subscribed one. The calendar itself is in `GET /calendars`. */
export const SyncedCalendar = z
  .object({
    calendarId: Id,
    name: z.string(),
    color: z.string(),
    /** Off: it is not fetched at all and its events are not kept. */
    isSynced: z.boolean(),
    blocksTime: z.boolean(),
    /** Whether the provider lets us write into it. */
    isWritable: z.boolean(),
    /** Where new events of the user go unless another calendar is chosen. */
    isDefault: z.boolean(),
    /** The address of a subscribed calendar; null for those of an account. */
    url: z.string().nullable(),
    sync: SyncStatus,
  })
  .meta({ id: 'SyncedCalendar' });
export type SyncedCalendar = z.infer<typeof SyncedCalendar>;

export const CalendarAccount = ConnectedCalendar.extend({
  /** `reconnect_needed`: nothing moves until the user connects again. */
  state: z.enum(['connected', 'reconnect_needed']),
  /** Whether its calendars may keep the planner away (a plan may allow only some accounts to). */
  mayBlockTime: z.boolean(),
  /** The server's address of a CalDAV account. */
  serverUrl: z.string().nullable(),
  failure: SyncFailure.nullable(),
  connectedAt: Instant,
  calendars: z.array(SyncedCalendar),
}).meta({ id: 'CalendarAccount' });
export type CalendarAccount = z.infer<typeof CalendarAccount>;

/** Busy time (of a calendar, or the planned blocks) that is copied into another calendar. */
export const CalendarMirror = z
  .object({
    _id: Id,
    /** Null: the planned task blocks. */
    sourceCalendarId: Id.nullable(),
    targetCalendarId: Id,
  })
  .meta({ id: 'CalendarMirror' });
export type CalendarMirror = z.infer<typeof CalendarMirror>;

/** When one side of a conflict has the event: instants, or whole days with the last one included. */
export const ConflictTime = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('instants'), startsAt: Instant, endsAt: Instant }),
    z.object({ kind: z.literal('days'), startsOn: z.iso.date(), endsOn: z.iso.date() }),
  ])
  .meta({ id: 'ConflictTime' });
export type ConflictTime = z.infer<typeof ConflictTime>;

/** One side of what two disagree about: words, a time to be told on the reader's clock, or both. */
export const ConflictSide = z
  .object({ text: z.string(), time: ConflictTime.nullable() })
  .meta({ id: 'ConflictSide' });
export type ConflictSide = z.infer<typeof ConflictSide>;

/** An edit that did not stand: it met another one made elsewhere, or its calendar left. It is kept until dealt with. */
export const SyncConflict = z
  .object({
    _id: Id,
    /**
     * `not_sent`: a change that had not gone out when its calendar left; it can be put into any calendar.
     * `not_deleted`: likewise a deletion, so the event is there still.
     */
    kind: z.enum(['both_changed', 'not_sent', 'not_deleted']),
    /** Of what was not sent: the built-in calendar. */
    calendarId: Id,
    /** Null when the event is gone on the other side. */
    eventId: Id.nullable(),
    title: z.string(),
    /** What the two disagreed about, in words: `the time`, `the title`. */
    fields: z.array(z.string()),
    /** Our side of it, to be read: a line for each field. */
    mine: z.array(z.object({ field: z.string(), mine: ConflictSide, theirs: ConflictSide })),
    happenedAt: Instant,
  })
  .meta({ id: 'SyncConflict' });
export type SyncConflict = z.infer<typeof SyncConflict>;

const EventCounts = z
  .object({
    added: z.int().min(0),
    /** To another time. */
    moved: z.int().min(0),
    /** Otherwise. */
    changed: z.int().min(0),
    removed: z.int().min(0),
  })
  .meta({ id: 'EventCounts' });
export type EventCounts = z.infer<typeof EventCounts>;

/** What became of one calendar at a time: what a few rounds soon after one another did, or why one failed. */
export const SyncHistoryEntry = z
  .object({
    _id: Id,
    calendarId: Id,
    happenedAt: Instant,
    /** Events that came in from the provider. A series is one event. */
    read: EventCounts,
    /** Events that went out: the user's own, copies of planned blocks, copies of busy time. */
    events: EventCounts,
    blocks: EventCounts,
    copies: EventCounts,
    /** Edits that met another one; both are kept. */
    conflicts: z.int().min(0),
    /** Changes that the provider refused; they are kept. */
    refused: z.int().min(0),
    /** Series that came in and are not shown in full: their rule cannot be followed, or it fires too often. */
    cut: z.int().min(0),
    /** The first round that went through after some that did not. */
    isRecovery: z.boolean(),
    failure: SyncFailure.omit({ retryAt: true })
      .extend({
        /** Changes that had not gone out by then. */
        waiting: z.int().min(0),
      })
      .nullable(),
  })
  .meta({ id: 'SyncHistoryEntry' });
export type SyncHistoryEntry = z.infer<typeof SyncHistoryEntry>;

const AuthUrlQuery = z.object({
  state: z.string().max(2_000).optional(),
  /** The address of an account that is connected again: the provider offers that one first. */
  account: z.string().max(320).optional(),
});
const AuthUrl = z.object({ ...succeeded, authUrl: z.string() });
const Code = z.object({ code: z.string().min(1).max(4_096) });
const AccountId = z.object({ id: Id });
const AccountsAnswer = z.object({
  ...succeeded,
  accounts: z.array(CalendarAccount),
  subscriptions: z.array(SyncedCalendar),
  mirrors: z.array(CalendarMirror),
  conflicts: z.array(SyncConflict),
  /** Of the last 24 hours, the latest first, 50 at most. */
  history: z.array(SyncHistoryEntry),
  message: z.string(),
});
const Done = z.object({ ...succeeded, message: z.string() });

export const calendarAccountsApi = {
  getGoogleAuthUrl: endpoint({
    method: 'GET',
    path: '/user/getGoogleCalendarAuthUrl',
    summary:
      "Where a Google account is connected; `state`, the page's query string, comes back with the code",
    access: 'user',
    query: AuthUrlQuery,
    response: AuthUrl,
  }),
  getOutlookAuthUrl: endpoint({
    method: 'GET',
    path: '/integrations/outlook/auth-url',
    summary: 'Where an Outlook account is connected',
    access: 'user',
    query: AuthUrlQuery,
    response: AuthUrl,
  }),
  addGoogle: endpoint({
    method: 'POST',
    path: '/user/addCalendar',
    summary: 'Connect the Google account that the code stands for; the same code again changes nothing',
    access: 'user',
    body: Code,
    response: SettingsAnswer,
  }),
  addOutlook: endpoint({
    method: 'POST',
    path: '/integrations/outlook/connect',
    summary: 'Connect the Outlook account that the code stands for; the same code again changes nothing',
    access: 'user',
    body: Code,
    response: SettingsAnswer,
  }),
  addCaldav: endpoint({
    method: 'POST',
    path: '/integrations/caldav/connect',
    summary: 'Connect an Apple or other CalDAV account by address and app-specific password',
    access: 'user',
    body: z.object({
      /** The server, or a folder on it; iCloud's when left out. */
      serverUrl: z.string().trim().max(500).optional(),
      username: line(320).min(1, 'is needed'),
      password: z.string().min(1, 'is needed').max(500),
    }),
    response: SettingsAnswer,
  }),
  saveCalendars: endpoint({
    method: 'PUT',
    path: '/user/calendars',
    summary: 'Save the type and the tags of the connected accounts; the array is merged by id',
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
    response: SettingsAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/calendar/:domain/:calendarId',
    summary: 'Disconnect an account: its access is given back, its calendars leave with their events',
    access: 'user',
    params: z.object({ domain: z.string().max(40), calendarId: z.string().max(80) }),
    response: SettingsAnswer,
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
      'Connected accounts with their calendars, how far each is in step and what it did lately, mirrors and conflicts',
    access: 'user',
    scope: 'read:calendar',
    response: AccountsAnswer,
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
    summary: 'Sync a calendar or leave it out, or send new events there',
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
    summary: 'Subscribe to the address of an .ics file; it is shown and blocks no time unless asked',
    access: 'user',
    body: z.object({ url: z.string().trim().min(1).max(2_000), name: line(200).optional() }),
    response: z.object({ ...succeeded, calendarId: Id, message: z.string() }),
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/calendar-subscriptions/:id',
    summary: 'Remove a subscribed calendar with its events',
    access: 'user',
    params: AccountId,
    response: Done,
  }),
  addMirror: endpoint({
    method: 'POST',
    path: '/calendar-mirrors',
    summary: 'Copy busy time, without details, or the planned blocks into a calendar; kept true from then on',
    access: 'user',
    body: z.object({ sourceCalendarId: Id.nullable(), targetCalendarId: Id }),
    response: z.object({ ...succeeded, mirror: CalendarMirror, message: z.string() }),
  }),
  removeMirror: endpoint({
    method: 'DELETE',
    path: '/calendar-mirrors/:id',
    summary: 'Stop copying, and take the copies out again',
    access: 'user',
    params: AccountId,
    response: Done,
  }),
  removeOwnEvents: endpoint({
    method: 'DELETE',
    path: '/calendar-accounts/created-events',
    summary: 'Remove every event that was put into a connected calendar from here',
    access: 'user',
    response: z.object({ ...succeeded, removed: z.int(), message: z.string() }),
  }),
  withholdNotices: endpoint({
    method: 'POST',
    path: '/calendar-accounts/withhold-notices',
    summary: 'Save changes that still wait without telling the guests of the events',
    access: 'user',
    scope: 'write:calendar',
    body: PendingNotice.pick({ calendarId: true, uids: true }),
    response: Done,
  }),
  keepMine: endpoint({
    method: 'POST',
    path: '/sync-conflicts/:id/keep-mine',
    summary: 'Put our side of a conflict in place of the other, or what was not sent into a calendar',
    access: 'user',
    params: AccountId,
    /** Of what was not sent: the calendar it goes into; the built-in one when left out. */
    body: z.object({ calendarId: Id.optional() }).default({}),
    response: Done,
  }),
  dismissConflict: endpoint({
    method: 'DELETE',
    path: '/sync-conflicts/:id',
    summary: 'Let the other side of a conflict stand',
    access: 'user',
    params: AccountId,
    response: Done,
  }),
  receiveGoogle: endpoint({
    method: 'POST',
    path: '/webhooks/google-calendar',
    summary: 'Google tells that a calendar has changed',
    access: 'public',
    media: 'application/json',
    response: z.object({ success: z.literal(true) }),
  }),
  receiveGraph: endpoint({
    method: 'POST',
    path: '/webhooks/microsoft-graph',
    summary: 'Microsoft tells that a calendar has changed, or that a subscription needs care',
    access: 'public',
    media: 'application/json',
    query: z.object({ validationToken: z.string().max(4_096).optional() }),
    response: z.string().or(z.object({ success: z.literal(true) })),
  }),
};
