import type { BookingMade, PublicEventType, PublicProfile, VisitorBooking } from '@dayloom/contracts';
import { type FormValues, toRequest } from './booking-form.ts';
import { toFullName } from './hosts.ts';

/** A booking that was just made. */
export interface Booked {
  readonly visit: VisitorBooking;
  readonly manageUrl: string;
}

/** The booking as it is known before the server has been asked for it. It lacks a conference link. */
export function toVisit(input: {
  readonly booking: BookingMade;
  readonly eventType: PublicEventType;
  readonly hosts: readonly PublicProfile[];
  readonly hostTimeZone: string | null;
  readonly values: FormValues;
  readonly timeZone: string;
  readonly durationMinutes: number;
  readonly isRequest: boolean;
}): VisitorBooking {
  const { booking, eventType, hosts, hostTimeZone, values, timeZone, durationMinutes, isRequest } = input;
  const { id, status, startsAt, endsAt } = booking;
  const { name, email, notes, guests, phone = '' } = toRequest(values);
  return {
    id,
    status,
    startsAt,
    endsAt,
    title: `${eventType.title}: ${hosts.map(toFullName).join(', ')} and ${name}`,
    eventType: eventType.slug,
    timeZone,
    name,
    email,
    guests,
    notes,
    location: eventType.location.kind === 'phone' ? phone : eventType.location.text,
    awaitsLink: eventType.location.kind === 'conference' && eventType.location.text !== '',
    cancelledBy: null,
    cancelMessage: '',
    isRequest,
    hosts: [...hosts],
    hostTimeZone,
    durationMinutes,
    needsEmail: eventType.confirmsEmail && status === 'PENDING',
    canChange: true,
  };
}

export type VisitState = 'confirmed' | 'needs_email' | 'needs_host' | 'cancelled' | 'past';

export function getState({ status, needsEmail, endsAt }: VisitorBooking, now: number): VisitState {
  if (status === 'CANCELLED') return 'cancelled';
  if (Date.parse(endsAt) <= now) return 'past';
  if (status === 'CONFIRMED') return 'confirmed';
  return needsEmail ? 'needs_email' : 'needs_host';
}
