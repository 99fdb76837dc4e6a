import type {
  CalendarAccount,
  CalendarMirror,
  ConflictSide,
  SyncedCalendar,
  SyncStatus,
} from '@dayloom/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { formatShortDate, formatTime, formatTimeRange } from '#lib/format-time.ts';
import { type CalendarDomain, domainNames } from './connected-calendars.ts';

type SyncTone = 'ok' | 'busy' | 'soft' | 'hard' | 'off';

export interface SyncWords {
  tone: SyncTone;
  /** The state itself. */
  text: string;
  /** Further details, one phrase each. */
  more: string[];
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** `2 minutes ago` */
export function formatAgo(instant: string, now: Date): string {
  const since = now.getTime() - Date.parse(instant);
  if (since < MINUTE_MS) return 'just now';
  return `${formatDuration(since)} ago`;
}

/** `12 minutes`, `3 hours`, `2 days` */
export function formatDuration(ms: number): string {
  if (ms < HOUR_MS) return counted(Math.max(1, Math.floor(ms / MINUTE_MS)), 'minute', 'minutes');
  if (ms < DAY_MS) return counted(Math.floor(ms / HOUR_MS), 'hour', 'hours');
  return counted(Math.floor(ms / DAY_MS), 'day', 'days');
}

/** One side of a conflict, with its time in the viewer's zone: `Standup, Thu 19 Nov, 10:00–11:00`. */
export function describeSide({ text, time }: ConflictSide): string {
  return [...(text ? [text] : []), ...(time ? [formatDates(time)] : [])].join(', ');
}

function formatDates(time: NonNullable<ConflictSide['time']>): string {
  if (time.kind === 'days') {
    // Dates have no zone: formatted at local noon, they cannot shift to another day.
    const day = (date: string) => formatShortDate(new Date(`${date}T12:00:00`));
    const { startsOn, endsOn } = time;
    return startsOn === endsOn ? `${day(startsOn)}, all day` : `${day(startsOn)} to ${day(endsOn)}, all day`;
  }
  const [from, to] = [new Date(time.startsAt), new Date(time.endsAt)];
  // A range over midnight names both days.
  return from.toDateString() === to.toDateString()
    ? `${formatShortDate(from)}, ${formatTimeRange(from, to)}`
    : `${formatShortDate(from)}, ${formatTime(from)} to ${formatShortDate(to)}, ${formatTime(to)}`;
}

export function describeWaiting(pendingWrites: number): string {
  return `${counted(pendingWrites, 'change is', 'changes are')} waiting to be sent`;
}

/** The user's own changes that the provider does not have yet. */
export const countUnsent = ({ sync }: SyncedCalendar): number => sync.pendingWrites - sync.pendingCopies;

/** Shown before an account is removed. */
export function describeUnsent(pendingWrites: number): string {
  return pendingWrites === 1
    ? '1 change has not been sent yet. It is kept here under Not sent, for another calendar.'
    : `${pendingWrites.toLocaleString('en')} changes have not been sent yet. They are kept here under Not sent, for another calendar.`;
}

/** Shown before an account with mirrors is removed; null without mirrors. */
export function describeLeftMirrors(
  { state, calendars }: Pick<CalendarAccount, 'state' | 'calendars'>,
  mirrors: readonly CalendarMirror[],
  productName: string,
): string | null {
  const ids = new Set(calendars.map(({ calendarId }) => calendarId));
  const isMirrorTarget = mirrors.some(({ targetCalendarId }) => ids.has(targetCalendarId));
  const pending = calendars.reduce((sum, { sync }) => sum + sync.pendingCopies, 0);
  if (!isMirrorTarget && pending === 0) return null;
  if (state === 'reconnect_needed')
    return `The mirrors that ${productName} created there stay there too: without access they cannot be removed. To remove them, reconnect first.`;
  return isMirrorTarget
    ? `The mirrors that ${productName} created there stay there too. To remove them, delete them under Mirrors first, and wait until no change is waiting to be sent.`
    : `Mirrors that ${productName} created there are still being removed. Those not removed yet stay there.`;
}

export function describeEvents(eventsSeen: number): string {
  return counted(eventsSeen, 'event', 'events');
}

interface SyncWordsContext {
  now: Date;
  /** `10:40`, in the viewer's zone. */
  formatTime: (instant: string) => string;
  /** Null: a subscribed address. */
  domain: CalendarDomain | null;
}

/** Some servers need minutes to build their list before they send the first event. */
function describeFirstSync(eventsSeen: number): string {
  return eventsSeen === 0
    ? 'First sync: waiting for the list of events. For a large calendar this may take some minutes'
    : `First sync: ${describeEvents(eventsSeen)} so far`;
}

/** The sync status of a calendar in words. */
export function describeSync(
  { isSynced, sync }: SyncedCalendar,
  { now, formatTime, domain }: SyncWordsContext,
): SyncWords {
  if (!isSynced) return { tone: 'off', text: 'Not synced: its events are not fetched', more: [] };
  const more = sync.pendingWrites > 0 ? [describeWaiting(sync.pendingWrites)] : [];
  const last = sync.lastSyncAt && formatAgo(sync.lastSyncAt, now);
  switch (sync.state) {
    case 'paused':
      return { tone: 'soft', text: 'Paused until you reconnect', more: [...more, ...lastSync(last)] };
    case 'waiting':
      return { tone: 'busy', text: 'Waiting for its first sync', more };
    case 'first_sync':
      return { tone: 'busy', text: describeFirstSync(sync.eventsSeen), more };
    case 'failing':
      return {
        tone: sync.failure?.kind === 'rate_limited' ? 'soft' : 'hard',
        text: `Failing: ${sync.failure?.message ?? 'unknown reason'}`,
        more: [...nextTry(sync, { now, formatTime }), ...more, ...lastSync(last)],
      };
    case 'in_step': {
      const isLate = sync.lagSeconds > 0;
      return {
        tone: isLate ? 'soft' : 'ok',
        text: isLate
          ? [`Behind by ${formatDuration(sync.lagSeconds * 1_000)}`, ...lastSync(last)].join(' · ')
          : ['In sync', ...(last ? [last] : [])].join(' · '),
        more: [...more, describeRhythm(sync, domain), ...describeProblems(sync, domain)],
      };
    }
  }
}

/** Parts of the subscribed file, or of the provider's calendar, that are not shown in full. */
function describeProblems(
  { problems }: Pick<SyncStatus, 'problems'>,
  domain: CalendarDomain | null,
): string[] {
  if (!problems) return [];
  const place = domain === null ? 'in its file' : 'with its events';
  return [`${counted(problems.count, 'problem', 'problems')} ${place}: ${problems.first}`];
}

function mergeProblems(calendars: readonly SyncedCalendar[]): SyncStatus['problems'] {
  const [first, ...others] = calendars.flatMap(({ sync }) => sync.problems ?? []);
  return first ? { ...first, count: others.reduce((sum, { count }) => sum + count, first.count) } : null;
}

function lastSync(last: string | null): string[] {
  return last ? [`last in sync ${last}`] : [];
}

function nextTry(
  { failure }: SyncStatus,
  { now, formatTime }: Pick<SyncWordsContext, 'now' | 'formatTime'>,
): string[] {
  if (!failure?.retryAt) return [];
  return Date.parse(failure.retryAt) <= now.getTime() + MINUTE_MS
    ? ['next try in a moment']
    : [`next try at ${formatTime(failure.retryAt)}`];
}

function describeRhythm({ isPushed }: SyncStatus, domain: CalendarDomain | null): string {
  if (domain === null) return 'checked every half hour';
  return isPushed ? `${domainNames[domain]} sends changes at once` : 'checked every five minutes';
}

/** An account's status in one line: the worst of its calendars, and all pending changes. */
export function describeAccount(
  calendars: readonly SyncedCalendar[],
  context: SyncWordsContext,
): { tone: SyncTone; text: string; more: string[] } {
  const synced = calendars.filter(({ isSynced }) => isSynced);
  const all = synced.map((calendar) => ({ calendar, words: describeSync(calendar, context) }));
  const worst = (['hard', 'soft', 'busy', 'ok'] as const)
    .map((tone) => all.find(({ words }) => words.tone === tone))
    .find((one) => one !== undefined);
  if (!worst) {
    const text = calendars.length === 0 ? 'Finding its calendars' : 'None of its calendars is synced';
    return { tone: calendars.length === 0 ? 'busy' : 'off', text, more: [] };
  }
  const pending = synced.reduce((sum, { sync }) => sum + sync.pendingWrites, 0);
  const seen = synced.reduce((sum, { sync }) => sum + (sync.state === 'first_sync' ? sync.eventsSeen : 0), 0);
  const { sync, name } = worst.calendar;
  const inSync = synced.filter((one) => one.sync.state === 'in_step' && one.sync.lastSyncAt);
  const oldest = inSync.map((one) => one.sync.lastSyncAt ?? '').toSorted()[0];
  const text =
    sync.state === 'first_sync'
      ? describeFirstSync(seen)
      : worst.words.tone === 'ok' && oldest
        ? `In sync · ${formatAgo(oldest, context.now)}`
        : synced.length > 1 && (worst.words.tone === 'hard' || worst.words.tone === 'soft')
          ? `${name} · ${worst.words.text}`
          : worst.words.text;
  const waits = pending > 0 ? [describeWaiting(pending)] : [];
  const problems = describeProblems({ problems: mergeProblems(synced) }, context.domain);
  return { tone: worst.words.tone, text, more: [...waits, ...nextTry(sync, context), ...problems] };
}
