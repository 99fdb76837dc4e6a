import type { Interval } from '@dayloom/time';
import type { NewEventLock } from '#features/calendar/operations/event-commands.ts';
import { addEventInTransaction } from '#features/calendar/operations/events-in-transaction.ts';
import { followEvent } from '#features/calendar/operations/followed-events.ts';
import type { EventWriter } from '#features/calendar/operations/platform.ts';
import { listPlannedTime } from '#features/planning/operations/planned-time.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBooking } from '../model/booking.ts';
import { toUid } from '../rules/invitation.ts';
import { updateBooking } from '../store/bookings.ts';
import { findEventTypeRow } from '../store/event-types.ts';

export const REPLAN_JOB = 'booking.replan';

/** A host whose rows are locked, as read in the booking's transaction before anything was written. */
export interface LockedHost {
  readonly locked: NewEventLock;
  /** Planned work that can move. */
  readonly planned: readonly Interval[];
}

/** One host's part of a booking. */
export interface HostBookingPart {
  readonly scope: Scope;
  readonly booking: StoredBooking;
}

/**
 * Puts a confirmed booking into the calendars of its hosts, in the booking's transaction, and proposes new plans
 * where it lies on planned work. `known` is what was read of each host. A part that names its event already has no
 * event of that id yet.
 */
export async function addToCalendars(
  platform: EventWriter & Pick<Platform, 'jobs'>,
  tx: Tx,
  parts: readonly HostBookingPart[],
  known: readonly LockedHost[] = [],
): Promise<void> {
  const maker = await findLinkMaker(tx, parts);
  const add = async ({ scope, booking }: HostBookingPart, { locked, planned }: Partial<LockedHost> = {}) => {
    const event = {
      ...(booking.eventId !== null && { id: booking.eventId }),
      uid: toUid(booking.id, platform.config.domain),
      title: booking.title,
      description: describeForHost(booking),
      location: booking.details.awaitsLink ? '' : booking.details.location,
      wantsConference: scope === maker,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
    };
    const [eventId] = await Promise.all([
      addEventInTransaction(platform, tx, scope, event, locked),
      followOwnEvent(platform, tx, { scope, booking }),
      replanAround(platform, tx, { scope, booking }, planned),
    ]);
    if (booking.eventId === null) await updateBooking(tx, scope, booking.id, { eventId }, platform.clock());
  };
  await Promise.all(parts.map((part, at) => add(part, known[at])));
}

/** The host whose calendar makes the conference link: the one who offers the event type. */
async function findLinkMaker(tx: Tx, parts: readonly HostBookingPart[]): Promise<Scope | null> {
  const [first] = parts;
  if (!first?.booking.details.awaitsLink) return null;
  for (const { scope, booking } of parts)
    if (await findEventTypeRow(tx, scope, booking.eventTypeId)) return scope;
  return first.scope;
}

/** From now on, a change of the host's event changes the booking. */
export function followOwnEvent(
  platform: Pick<Platform, 'config'>,
  tx: Tx,
  { scope, booking: { id, endsAt } }: HostBookingPart,
): Promise<void> {
  return followEvent(tx, scope, toUid(id, platform.config.domain), { kind: 'booking', id, endsAt });
}

/** Proposes a new plan if the booking lies on planned work. */
export async function replanAround(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Tx,
  { scope, booking }: HostBookingPart,
  planned?: readonly Interval[],
): Promise<void> {
  const { startsAt, endsAt } = booking;
  const movable =
    planned ?? (await listPlannedTime({ ...platform, db: tx }, scope, startsAt, endsAt)).movable;
  if (!overlapsMovableWork(booking, movable)) return;
  await platform.jobs.enqueue(REPLAN_JOB, { userId: scope.userId }, { key: scope.userId, tx });
}

/** Whether a booking lies on planned work that can move. */
export function overlapsMovableWork(
  { startsAt, endsAt }: Pick<StoredBooking, 'startsAt' | 'endsAt'>,
  movable: readonly Interval[],
): boolean {
  return movable.some(({ start, end }) => start < endsAt.getTime() && end > startsAt.getTime());
}

/** Notifies the hosts' open pages. */
export async function notifyHosts(tx: Tx, parts: readonly HostBookingPart[]): Promise<void> {
  for (const { scope } of parts) await notifyChanged(tx, scope, 'bookings');
}

function describeForHost({ name, email, details }: StoredBooking): string {
  const { phone, notes, answers, guests } = details;
  return [
    `Booked by ${name}, ${email}${phone ? `, ${phone}` : ''}`,
    ...(guests.length > 0 ? [`Guests: ${guests.join(', ')}`] : []),
    ...answers.map(({ label, answer }) => `${label}: ${answer}`),
    ...(notes ? ['', notes] : []),
  ].join('\n');
}
