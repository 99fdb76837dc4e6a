import type { MeetingAttendee, MeetingRequest, MeetingTime } from '@dayloom/contracts';
import { HOUR_MS, MINUTE_MS } from '@dayloom/time';

/** The start of an hour in so many days, at the same time of the day as now. */
export const inDays = (days: number): string => {
  const start = new Date(Date.now() + days * 24 * HOUR_MS);
  start.setMinutes(0, 0, 0);
  return start.toISOString();
};

export function aMeetingTime(startsAt: string, change: Partial<MeetingTime> = {}): MeetingTime {
  return {
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 30 * MINUTE_MS).toISOString(),
    accepted: 0,
    maybe: 0,
    isBest: false,
    isFree: true,
    ...change,
  };
}

export function aMeetingAttendee(name: string, change: Partial<MeetingAttendee> = {}): MeetingAttendee {
  return {
    id: crypto.randomUUID(),
    email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.org`,
    name,
    state: change.answer ? 'answered' : 'sent',
    answer: null,
    times: [],
    reason: '',
    answeredAt: null,
    remindedAt: null,
    url: `http://localhost:3000/event/review/${'a'.repeat(32)}`,
    shortUrl: `http://localhost:3000/p/${'a'.repeat(32)}`,
    linkUses: 0,
    ...change,
  };
}

/** A request that was sent a day ago. */
export function aMeetingRequest(change: Partial<MeetingRequest> = {}): MeetingRequest {
  const createdAt = new Date(Date.now() - 24 * HOUR_MS).toISOString();
  return {
    id: crypto.randomUUID(),
    slug: 'review',
    title: 'Pricing review',
    message: '',
    location: '',
    durationMinutes: 30,
    timeZone: 'UTC',
    state: 'open',
    times: [aMeetingTime(inDays(2)), aMeetingTime(inDays(3))],
    attendees: [aMeetingAttendee('Ada Byron'), aMeetingAttendee('Bo Diaz')],
    showsAnswers: false,
    answerBy: null,
    confirmedAt: null,
    createdAt,
    sendsAt: createdAt,
    ...change,
  };
}
