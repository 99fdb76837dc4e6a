import type { MeetingAttendee, MeetingRequest, MeetingTime } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { formatShortDate, formatTime, formatTimeRange } from '#lib/format-time.ts';
import type { Tone } from '#ui/chip.tsx';

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `Tue, 24 Nov, 09:30` */
export function formatStart(startsAt: string): string {
  const start = new Date(startsAt);
  return `${formatShortDate(start)}, ${formatTime(start)}`;
}

/** `Tue, 24 Nov · 09:30–10:15` */
export function formatMeetingTime({ startsAt, endsAt }: Pick<MeetingTime, 'startsAt' | 'endsAt'>): string {
  const start = new Date(startsAt);
  return `${formatShortDate(start)} · ${formatTimeRange(start, new Date(endsAt))}`;
}

/** When it takes place, or how many times are proposed. */
export function formatTimes({ times, confirmedAt }: MeetingRequest): string {
  const confirmed = times.find(({ startsAt }) => isSame(startsAt, confirmedAt));
  const [first] = times;
  if (confirmed) return formatMeetingTime(confirmed);
  if (!first || times.length > 1) return `${times.length} proposed times`;
  return formatMeetingTime(first);
}

export const isSame = (one: string, other: string | null): boolean =>
  other !== null && Date.parse(one) === Date.parse(other);

/** Whether a time can still be chosen: also when the last day to answer is over. */
export const isUndecided = ({ state, times }: MeetingRequest, now: Date): boolean =>
  state === 'open' || (state === 'expired' && times.some(({ startsAt }) => new Date(startsAt) > now));

export const listWaiting = ({ attendees }: Pick<MeetingRequest, 'attendees'>): MeetingAttendee[] =>
  attendees.filter(({ answer }) => answer === null);

export function describeState(request: MeetingRequest): { text: string; tone: Tone } {
  const waiting = listWaiting(request).length;
  switch (request.state) {
    case 'confirmed':
      return { text: 'Confirmed', tone: 'ok' };
    case 'withdrawn':
      return { text: request.confirmedAt ? 'Cancelled' : 'Withdrawn', tone: 'neutral' };
    case 'expired':
      return { text: 'Time to answer is over', tone: 'neutral' };
    case 'open':
      return waiting === 0
        ? { text: 'Everybody answered', tone: 'ok' }
        : { text: `${count(waiting, 'answer')} missing`, tone: 'soft' };
  }
}

/** How far the request is with one attendee. */
export function describeAttendee({ state, answer, times }: MeetingAttendee): string {
  switch (answer) {
    case 'accept':
      return 'Accepted';
    case 'maybe':
      return 'Maybe';
    case 'decline':
      return 'Declined';
    case 'propose':
      return `Proposes ${count(times.length, 'other time')}`;
    case null:
      return { sent: 'Not opened yet', viewed: 'Opened' }[state as string] ?? 'No answer';
  }
}

export type Mark = 'yes' | 'maybe' | 'no' | 'none';

/** Whether a time suits an attendee. */
export function toMark({ answer, times }: MeetingAttendee, startsAt: string): Mark {
  if (answer === null) return 'none';
  const suits = times.length === 0 || times.some((time) => isSame(time, startsAt));
  if (answer === 'accept' && suits) return 'yes';
  return answer === 'maybe' && suits ? 'maybe' : 'no';
}

export interface ProposedTime {
  readonly startsAt: string;
  readonly names: readonly string[];
}

/** The times that attendees propose and the request does not have, the earliest first. */
export function listProposedTimes(request: MeetingRequest, now: Date): ProposedTime[] {
  const byTime = new Map<number, string[]>();
  for (const { answer, times, name, email } of request.attendees)
    if (answer === 'propose')
      for (const time of times) {
        const at = Date.parse(time);
        byTime.set(at, [...(byTime.get(at) ?? []), name || email]);
      }
  return [...byTime]
    .filter(
      ([at]) => at > now.getTime() && !request.times.some(({ startsAt }) => Date.parse(startsAt) === at),
    )
    .sort(([one], [other]) => one - other)
    .map(([at, names]) => ({ startsAt: new Date(at).toISOString(), names }));
}

const OUTBOX_MS = 31_000;

/** Whether nobody has got a mail about the request. Added times are announced later, too. */
export function isUnsent({ createdAt, sendsAt }: MeetingRequest, now: Date): boolean {
  const due = Date.parse(sendsAt);
  return due > now.getTime() && due - Date.parse(createdAt) < OUTBOX_MS;
}

/** Why nobody can be reminded now; null if somebody can. */
export function findReminderProblem(request: MeetingRequest, now: Date): string | null {
  const waiting = listWaiting(request);
  if (request.state !== 'open') return 'No more answers are expected.';
  if (waiting.length === 0) return 'Everybody has answered.';
  if (Date.parse(request.sendsAt) > now.getTime()) return 'The emails have not been sent yet.';
  const due = waiting.map(({ remindedAt }) => (remindedAt ? Date.parse(remindedAt) + DAY_MS : 0));
  const next = Math.min(...due);
  return next > now.getTime()
    ? `Everybody was reminded in the last day. You can remind them again from ${formatStart(new Date(next).toISOString())}.`
    : null;
}

/** Names as a sentence has them: `Ada and Bo`. */
export const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

const MAX_NAMED = 2;
const shorten = (names: readonly string[]) =>
  names.length <= MAX_NAMED ? joinNames(names) : `${names.length} people`;

/** Who is free at a suggested time, besides the organizer, in a few words. */
export function describeFree({
  free,
  busy,
  unknown,
}: {
  readonly free: readonly string[];
  readonly busy: readonly string[];
  /** The number of people whose free time is not known. */
  readonly unknown: number;
}): { readonly text: string; readonly isGood: boolean } {
  if (busy.length > 0)
    return { text: `${shorten(busy)} ${busy.length === 1 ? 'is' : 'are'} busy`, isGood: false };
  if (free.length === 0) return { text: 'You are free', isGood: true };
  return { text: unknown === 0 ? 'Everybody is free' : `You and ${shorten(free)} are free`, isGood: true };
}
