import { type EventType, type HostBooking, NewEventType } from '@dayloom/contracts';
import { HOUR_MS } from '@dayloom/time';

export function anEventType(change: Partial<EventType> = {}): EventType {
  const slug = change.slug ?? '30-min';
  return {
    ...NewEventType.parse({ slug, title: '30 minutes', durations: [30] }),
    _id: crypto.randomUUID(),
    url: `http://localhost:3000/maya-okafor?type=${slug}`,
    version: 1,
    ...change,
  };
}

/** A booking of an hour from now. */
export function aBooking(change: Partial<HostBooking> = {}): HostBooking {
  const startsAt = new Date(change.startsAt ?? Date.now() + HOUR_MS);
  return {
    id: crypto.randomUUID(),
    status: 'CONFIRMED',
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 1_800_000).toISOString(),
    title: `Intro call: Maya Okafor and ${change.name ?? 'Ada Byron'}`,
    eventType: 'intro-call',
    timeZone: 'Asia/Tokyo',
    name: 'Ada Byron',
    email: 'ada@example.org',
    guests: [],
    notes: '',
    location: '',
    awaitsLink: false,
    cancelledBy: null,
    cancelMessage: '',
    isRequest: false,
    phone: null,
    answers: [],
    replies: [],
    isNoShow: false,
    needsEmail: false,
    otherHosts: [],
    createdAt: new Date().toISOString(),
    ...change,
  };
}
