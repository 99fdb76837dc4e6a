import {
  type Block,
  type CalendarAccount,
  type ClientConfig,
  defaultScheduling,
  type FocusTimer,
  type Occurrence,
  type Profile,
  type Proposal,
  type SyncedCalendar,
  type SyncHistoryEntry,
  type Task,
} from '@dayloom/contracts';
import { DEFAULT_WEIGHTS } from '@dayloom/planner';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { User } from 'oidc-client-ts';
import type { PlanningData } from '../features/planning/worker/questions.ts';
import { browserTimeZone } from '../lib/viewer.ts';

export const config: ClientConfig = {
  productName: 'Dayloom',
  apiBaseUrl: 'http://localhost:3000/api',
  oidc: { authority: 'http://localhost:3000/oidc', clientId: 'web', audience: 'https://api.test' },
  sandbox: [],
  payments: { mode: 'off', pricingTable: null },
  mail: { mode: 'sandbox' },
  sms: { mode: 'sandbox' },
  demoCaldav: null,
  demoTodoistToken: null,
  telemetry: { analyticsUrl: null, errorReportUrl: null },
};

export function aProfile(change: Partial<Profile> = {}): Profile {
  return {
    _id: 'user-1',
    firstName: 'Maya',
    lastName: 'Okafor',
    email: 'maya@example.com',
    bio: '',
    photoUrl: null,
    mobile: null,
    username: 'maya-okafor',
    referralCode: 'MAYA-7Q2K',
    publicProfileLink: 'http://localhost:3000/maya-okafor',
    canonicalId: 'c0ffee',
    auth0Uid: ['dayloom|1'],
    totalTaskPoints: 0,
    dailyMessageData: { count: 0, monthCount: 0, lastMessageDate: null },
    settings: {
      isOnboarded: true,
      dailyMessageLimit: 500,
      monthlyMessageLimit: 5_000,
      accountStatus: 'ACTIVE',
      subscription: null,
      sendReminders: false,
      calendars: [],
      timeZone: { name: browserTimeZone() },
      homeTimeZone: { name: browserTimeZone() },
      workingHours: {},
      personalHours: {},
      hoursOverrides: [],
      scheduling: { ...defaultScheduling, isChosen: true },
      verifyMobileData: { isMobileVerified: false, unverifiedMobile: null, verifyMobileCode: null },
      stripe: { customerPortalUrl: null },
      preferences: {
        notifications: { channels: { email: true, push: false }, subscriptions: { promotions: false } },
      },
      hints: { isOn: false, seen: [] },
    },
    ...change,
  };
}

/** Stores a signed-in user where the OpenID Connect client reads it. */
export function signInAs(claims: Record<string, unknown> = {}): void {
  const { authority, clientId } = config.oidc;
  const user = new User({
    access_token: `token-${crypto.randomUUID()}`,
    token_type: 'Bearer',
    id_token: 'id-token',
    refresh_token: 'refresh-1',
    scope: 'openid',
    expires_at: Math.floor(Date.now() / 1_000) + 3_600,
    profile: {
      iss: authority,
      aud: clientId,
      exp: 0,
      iat: 0,
      sub: 'dayloom|1',
      email: 'maya@example.com',
      given_name: 'Maya',
      family_name: 'Okafor',
      ...claims,
    },
  });
  localStorage.setItem(`oidc.user:${authority}:${clientId}`, user.toStorageString());
}

export function anOccurrence(change: Partial<Occurrence> = {}): Occurrence {
  return {
    eventId: crypto.randomUUID(),
    calendarId: crypto.randomUUID(),
    recurrenceId: null,
    title: 'Stand-up',
    description: '',
    location: '',
    startsAt: '2026-11-20T09:00:00Z',
    endsAt: '2026-11-20T09:30:00Z',
    isAllDay: false,
    startsOn: null,
    endsOn: null,
    timeZone: 'Europe/Berlin',
    isRecurring: false,
    recurrenceRule: null,
    status: 'confirmed',
    isBusy: true,
    attendees: [],
    version: 1,
    ...change,
  };
}

export function aFocusTimer(change: Partial<FocusTimer> = {}): FocusTimer {
  return {
    mode: 'focus',
    finished: 0,
    endsAt: null,
    leftMs: 25 * MINUTE_MS,
    worked: [],
    lengths: { focus: 25, short: 5, long: 15 },
    taskId: null,
    question: null,
    version: 0,
    ...change,
  };
}

export function aBlock(change: Partial<Block> = {}): Block {
  return {
    _id: crypto.randomUUID(),
    taskId: crypto.randomUUID(),
    title: 'Write report',
    occurrenceOn: null,
    project: null,
    priority: 2,
    startsAt: '2026-11-20T10:00:00Z',
    endsAt: '2026-11-20T12:00:00Z',
    isPinned: false,
    state: 'planned',
    isFinished: change.state === 'done',
    chunk: 1,
    chunkCount: 1,
    isLastChance: false,
    version: 1,
    ...change,
  };
}

export function aTask(change: Partial<Task> & Pick<Task, 'title'>): Task {
  return {
    _id: crypto.randomUUID(),
    notes: '',
    subtasks: [],
    durationMinutes: 30,
    dueOn: null,
    dueAt: null,
    dueKind: 'soft',
    priority: 3,
    project: null,
    hours: 'work',
    timeOfDay: null,
    startAfter: null,
    isSplittable: false,
    minChunkMinutes: 30,
    maxChunkMinutes: 30,
    bufferMinutes: 0,
    recurrenceRule: null,
    hasFlexibleDays: false,
    exceptionDates: [],
    dependsOn: [],
    isAutomatic: true,
    isSomeday: false,
    status: 'open',
    version: 1,
    createdAt: '2026-11-18T08:00:00.000Z',
    updatedAt: '2026-11-18T08:00:00.000Z',
    completedAt: null,
    planned: null,
    risk: null,
    ...change,
  };
}

/** Planning data: a week from a Wednesday morning, with working hours every day. */
export function anInstance(change: Partial<PlanningData['instance']> = {}): PlanningData['instance'] {
  const day = [['09:00', '17:00']] as const;
  return {
    format: 'schedbench/1',
    id: 'plan',
    family: 'app',
    seed: 1,
    zone: 'UTC',
    slotMinutes: 15,
    start: '2026-11-18T08:00:00Z',
    end: '2026-11-25T00:00:00Z',
    hours: {
      work: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day },
      personal: {},
    },
    overrides: {},
    buffers: { before: 0, after: 0 },
    busy: [],
    locked: [],
    tasks: [],
    previous: [],
    weights: DEFAULT_WEIGHTS,
    ...change,
  };
}

export function aSyncedCalendar(change: Partial<SyncedCalendar> = {}): SyncedCalendar {
  return {
    calendarId: crypto.randomUUID(),
    name: 'Work',
    color: '#5CAAFF',
    isSynced: true,
    blocksTime: true,
    isWritable: true,
    isDefault: false,
    url: null,
    ...change,
    sync: {
      state: 'in_step',
      lastSyncAt: new Date(Date.now() - 125_000).toISOString(),
      lagSeconds: 0,
      eventsSeen: 12,
      pendingWrites: 0,
      pendingCopies: 0,
      isPushed: true,
      failure: null,
      problems: null,
      ...change.sync,
    },
  };
}

export function aCalendarAccount(change: Partial<CalendarAccount> = {}): CalendarAccount {
  return {
    id: crypto.randomUUID(),
    email: 'maya@northwind.example',
    domain: 'google',
    type: 'work',
    tags: [],
    isPrimary: true,
    state: 'connected',
    mayBlockTime: true,
    serverUrl: null,
    failure: null,
    connectedAt: '2026-11-18T08:00:00.000Z',
    calendars: [aSyncedCalendar()],
    ...change,
  };
}

const noEvents = { added: 0, moved: 0, changed: 0, removed: 0 };
export function aSyncHistoryEntry(change: Partial<SyncHistoryEntry> = {}): SyncHistoryEntry {
  return {
    _id: crypto.randomUUID(),
    calendarId: crypto.randomUUID(),
    happenedAt: '2026-11-19T10:38:00.000Z',
    read: noEvents,
    events: noEvents,
    blocks: noEvents,
    copies: noEvents,
    conflicts: 0,
    refused: 0,
    cut: 0,
    isRecovery: false,
    failure: null,
    ...change,
  };
}

/** A proposal without changes, of the week from now on. */
export function aProposal(fields: Partial<Proposal> = {}): Proposal {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  return {
    _id: crypto.randomUUID(),
    state: 'pending',
    baseRevision: 1,
    createdAt: at(0),
    changes: [],
    stayed: 0,
    notPlannedYet: 0,
    atRisk: [],
    cost: 0,
    bound: 0,
    gap: 0,
    horizon: { startsAt: at(0), endsAt: at(7) },
    ...fields,
  };
}

/** Figures of a day without work. */
export const aDashboard = (day: { startsAt: string; endsAt: string; eveningAt: string }) => ({
  success: true,
  today: {
    date: '2026-11-16',
    ...day,
    capacityMinutes: 480,
    plannedMinutes: 90,
    workedMinutes: 0,
    finishedTasks: 0,
    firstFinished: [],
  },
  points: { thisWeek: 0, lastWeek: 0 },
  focus: { todayMinutes: 0, weekMinutes: 0 },
  week: { startsOn: '2026-11-16', categories: [] },
  completion: [],
  estimates: [],
  overallEstimate: null,
  overlaps: [],
  partlyPlanned: [],
  reviewWeek: null,
  message: '',
});
