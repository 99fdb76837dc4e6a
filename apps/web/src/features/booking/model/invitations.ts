import { MINUTE_MS } from '@dayloom/time';
import type { Invitation } from '../api.ts';
import type { LocalTime } from './local-time.ts';

/** `past`: the confirmed meeting is over, or no proposed time is left. */
export type InvitationPhase = 'waiting' | 'answered' | 'confirmed' | 'expired' | 'withdrawn' | 'past';

export type OtherAttendee = NonNullable<Invitation['attendees']>[number];

export const isSameTime = (one: string, other: string): boolean => Date.parse(one) === Date.parse(other);

export const hasTime = (times: readonly string[], time: string): boolean =>
  times.some((one) => isSameTime(one, time));

export const toEnd = (startsAt: string, durationMinutes: number): string =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE_MS).toISOString();

export function toPhase({ event, answer }: Invitation, now: number): InvitationPhase {
  const { state, startsAt, times, durationMinutes } = event;
  if (state === 'withdrawn') return 'withdrawn';
  if (startsAt !== null) return Date.parse(toEnd(startsAt, durationMinutes)) <= now ? 'past' : 'confirmed';
  if (answer === null) return state === 'expired' || !event.canAnswer ? 'expired' : 'waiting';
  return times.every((time) => Date.parse(time) <= now) ? 'past' : 'answered';
}

/** The attendee's answer after the organizer has chosen a time. An answer about other times does not count. */
export function toCurrentAnswer(
  startsAt: string | null,
  { answer, times }: Pick<OtherAttendee, 'answer' | 'times'>,
): OtherAttendee['answer'] {
  return startsAt === null || answer === 'decline' || hasTime(times, startsAt) ? answer : null;
}

/** `45 min`, `1 h 30 min` */
export function describeLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}

/** `Tue 9:00` */
export const describeStart = (localTime: LocalTime, startsAt: string): string =>
  `${localTime.formatWeekday(localTime.toDay(startsAt))} ${localTime.formatTime(startsAt)}`;

/** `Tue 24 Nov, 9:00` */
const describeDayAndStart = (localTime: LocalTime, startsAt: string): string =>
  `${localTime.formatShortDay(localTime.toDay(startsAt))}, ${localTime.formatTime(startsAt)}`;

/** What the attendee has answered: `You accepted Tue 24 Nov, 9:00`. */
export function describeAnswer({ answer, answerTimes }: Invitation, localTime: LocalTime): string {
  const [first] = answerTimes;
  const times =
    answerTimes.length === 1 && first ? describeDayAndStart(localTime, first) : `${answerTimes.length} times`;
  switch (answer) {
    case 'accept':
      return answerTimes.length > 0 ? `You accepted ${times}` : 'You accepted';
    case 'maybe':
      return 'You may come';
    case 'decline':
      return 'You declined';
    case 'propose':
      return `You proposed ${times}`;
    case null:
      return '';
  }
}

export interface Votes {
  readonly text: string;
  readonly tone: 'ok' | 'soft' | 'neutral';
}

const MAX_NAMED = 2;

/** Who of the others can come at a proposed time, in a few words; null while none of them has answered. */
export function describeVotes(all: readonly OtherAttendee[], time: string): Votes | null {
  const others = all.filter(({ isYou, answer }) => !isYou && answer !== 'decline');
  const answered = others.filter(({ answer }) => answer !== null);
  if (answered.length === 0) return null;
  const can = answered.filter(({ answer, times }) => answer !== 'propose' && hasTime(times, time));
  const cannot = answered.filter((one) => !can.includes(one));
  if (cannot.length === 0)
    return others.length === can.length
      ? { text: 'Everyone can', tone: 'ok' }
      : { text: `${formatNames(can)} can`, tone: 'ok' };
  if (cannot.length <= MAX_NAMED) return { text: `${formatNames(cannot)} cannot`, tone: 'soft' };
  return can.length === 0
    ? { text: 'Nobody can so far', tone: 'soft' }
    : { text: `${can.length} of ${others.length} can`, tone: 'neutral' };
}

function formatNames(people: readonly OtherAttendee[]): string {
  if (people.length > MAX_NAMED) return String(people.length);
  const names = people.map(({ name }) => name.trim().split(/\s+/)[0] ?? '');
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
