import type { VisitorBooking } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { getContact } from '#features/account/operations/mail.ts';
import { getPublicUser } from '#features/account/operations/profile.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { listBlockingCalendars } from '#features/calendar/operations/external-calendars.ts';
import { hasHardDeadlines } from '#features/planning/operations/deadlines.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { digest } from '#platform/one-time-tokens.ts';
import type { StoredBooking } from '../model/booking.ts';
import { describeForCalendar } from '../rules/booking-mails.ts';
import { writeBookingInvitation } from '../rules/invitation.ts';
import { readHostVersions } from '../store/availability.ts';
import { listByToken } from '../store/bookings.ts';
import { findEventTypeRow } from '../store/event-types.ts';
import { lockHostsForChange, SlotTakenError } from '../store/taken-times.ts';
import { cancelParts, confirmParts, shiftParts } from './change-parts.ts';
import { createSlotTakenError } from './create-booking.ts';
import type { HostBookingPart } from './host-calendars.ts';
import { requireDeadlinesKept, requireOpenStart, toTakenTime, withoutBlocking } from './offered-time.ts';
import type { BookingPlatform, BookingWriter } from './platform.ts';
import { toManageUrl } from './queue-mails.ts';
import { listSlots, type Offer, type RangeQuery, type SlotResult, toSearchRange } from './slots.ts';

const MAX_DAYS = 62;
/** An attempt fails if the time of a host with hard deadlines changes while the planner computes. */
const MAX_ATTEMPTS = 10;

/** The parts of a booking by its capability link, in the order of its hosts. */
export async function getVisit(
  platform: Pick<Platform, 'db'>,
  token: string,
): Promise<[HostBookingPart, ...HostBookingPart[]]> {
  const [first, ...others] = await listByToken(platform.db, digest(token));
  if (!first) throw notFound('The booking');
  return [first, ...others];
}

export async function readVisit(
  platform: DbContext & Pick<Platform, 'config'>,
  token: string,
): Promise<VisitorBooking> {
  return toVisitorBooking(platform, await getVisit(platform, token));
}

/** The booking as a file for the visitor's calendar. */
export async function writeVisitFile(
  platform: DbContext & Pick<Platform, 'config'>,
  token: string,
): Promise<string> {
  const [{ scope, booking }] = await getVisit(platform, token);
  const { firstName, lastName, email } = await getContact(platform, scope);
  return writeBookingInvitation(
    {
      booking,
      organizer: { name: `${firstName} ${lastName}`.trim(), email },
      description: describeForCalendar(booking, toManageUrl(platform, token)),
      domain: platform.config.domain,
      replyTo: platform.config.INBOUND_MAIL_ADDRESS,
      productName: platform.config.PRODUCT_NAME,
      now: platform.clock(),
    },
    booking.status === 'CANCELLED' ? 'CANCEL' : 'PUBLISH',
  );
}

export async function cancelVisit(
  platform: DbContext & BookingWriter,
  token: string,
  message: string,
): Promise<VisitorBooking> {
  await platform.db.transaction().execute(async (tx) => {
    const parts = await lockVisit(platform, tx, token);
    const [{ booking }] = parts;
    if (booking.status !== 'CANCELLED') requireChangeable(platform, booking);
    await cancelParts(platform, tx, parts, { by: 'visitor', message, token });
  });
  return readVisit(platform, token);
}

/** The starts to which a booking can be moved. */
export async function listVisitSlots(
  platform: DbContext,
  token: string,
  query: RangeQuery,
): Promise<SlotResult> {
  const parts = await getVisit(platform, token);
  const { expiresAt: _expiresAt, ...answer } = await listSlots(
    platform,
    await toOffer(platform, parts),
    toSearchRange(query, platform.clock(), MAX_DAYS),
  );
  return answer;
}

export async function moveVisit(
  platform: BookingWriter & Pick<BookingPlatform, 'compute' | 'db' | 'refreshCalendars'>,
  token: string,
  { startsAt, timeZone }: { startsAt: string; timeZone?: string | undefined },
): Promise<VisitorBooking> {
  const start = Date.parse(startsAt);
  const known = await getVisit(platform, token);
  // The page sends the same again when it has had no answer. Nobody gets a second mail.
  if (isThere(platform, known[0].booking, { start, timeZone })) return toVisitorBooking(platform, known);
  const offer = await toOffer(platform, known);
  try {
    await requireOpenStart(platform, offer, start);
    for (const scope of offer.hosts) {
      const calendars = await listBlockingCalendars(platform.db, scope);
      if (!(await platform.refreshCalendars(scope, calendars)))
        throw new AppError('unavailable', 'The calendar could not be read just now. Nothing was changed.');
    }
    for (let attempt = 0; !(await moveIfChecked(platform, token, offer, { start, timeZone })); attempt += 1)
      if (attempt === MAX_ATTEMPTS)
        throw new AppError(
          'unavailable',
          'So many people are booking here that nothing was changed. Try again in a minute.',
        );
  } catch (error) {
    if (error instanceof SlotTakenError) throw await createSlotTakenError(platform, offer, start, error);
    throw error;
  }
  return readVisit(platform, token);
}

/** False when the hosts' time has changed since the planner has looked at their hard deadlines. */
async function moveIfChecked(
  platform: BookingWriter & Pick<Platform, 'compute' | 'db'>,
  token: string,
  offer: Offer,
  { start, timeZone }: { readonly start: number; readonly timeZone: string | undefined },
): Promise<boolean> {
  const versions = await readHostVersions(platform.db, offer.hosts);
  await requireDeadlinesKept(platform, offer, start);
  return platform.db.transaction().execute(async (tx) => {
    const parts = await lockVisit(platform, tx, token);
    requireChangeable(platform, parts[0].booking);
    const [, now, deadlines] = await Promise.all([
      requireOpenStart({ ...platform, db: tx }, offer, start),
      readHostVersions(tx, offer.hosts),
      Promise.all(offer.hosts.map((scope) => hasHardDeadlines(tx, scope))),
    ]);
    if (deadlines.includes(true) && now !== versions) return false;
    const time = toTakenTime(offer, start);
    await shiftParts(platform, tx, parts, {
      time: isOnlyAsked(parts[0].booking) ? withoutBlocking(time) : time,
      timeZone,
      by: 'visitor',
      token,
    });
    return true;
  });
}

function isThere(
  platform: Pick<Platform, 'clock'>,
  booking: StoredBooking,
  { start, timeZone = booking.details.timeZone }: { start: number; timeZone: string | undefined },
): boolean {
  return (
    canChange(platform, booking) &&
    booking.startsAt.getTime() === start &&
    booking.details.timeZone === timeZone
  );
}

/** The visitor has confirmed the address, with the code of the mail. */
export async function confirmVisit(
  platform: DbContext & BookingWriter,
  token: string,
  code: string,
): Promise<VisitorBooking> {
  await platform.db.transaction().execute(async (tx) => {
    const parts = await lockVisit(platform, tx, token);
    const [{ booking }] = parts;
    if (booking.status === 'CONFIRMED' || (booking.status === 'PENDING' && !booking.emailCodeHash)) return;
    if (booking.status === 'CANCELLED' || booking.emailCodeHash !== digest(code)) {
      throw new AppError('invalid_code', 'This link no longer works. Book the time again.');
    }
    const eventType = await findEventTypeRow(tx, parts[0].scope, booking.eventTypeId);
    await confirmParts(platform, tx, parts, {
      status: eventType?.needsApproval || booking.details.isRequest ? 'PENDING' : 'CONFIRMED',
      by: 'visitor',
      token,
    });
  });
  return readVisit(platform, token);
}

/** The parts of a booking, which nothing else changes until the transaction ends. */
async function lockVisit(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  token: string,
): Promise<[HostBookingPart, ...HostBookingPart[]]> {
  const parts = await getVisit({ ...platform, db: tx }, token);
  await lockHostsForChange(
    tx,
    parts.map(({ scope }) => scope),
    platform.clock(),
  );
  return getVisit({ ...platform, db: tx }, token);
}

async function toOffer(
  platform: DbContext,
  parts: readonly [HostBookingPart, ...HostBookingPart[]],
): Promise<Offer> {
  const { booking } = parts[0];
  requireChangeable(platform, booking);
  if (booking.emailCodeHash)
    throw new AppError(
      'unprocessable',
      'Confirm your email address by the link in the mail first. Then the booking can be moved.',
    );
  for (const { scope } of parts) {
    const eventType = await findEventTypeRow(platform.db, scope, booking.eventTypeId);
    if (!eventType) continue;
    const others = parts.map((part) => part.scope).filter(({ userId }) => userId !== scope.userId);
    const durationMinutes = (booking.endsAt.getTime() - booking.startsAt.getTime()) / MINUTE_MS;
    const exceptEvents = parts.flatMap((part) => part.booking.eventId ?? []);
    const except = { id: booking.id, kind: 'booking' } as const;
    return { hosts: [scope, ...others], eventType, durationMinutes, except, exceptEvents };
  }
  throw new AppError(
    'unprocessable',
    'This kind of meeting is no longer offered. Cancel it, or write to the host.',
  );
}

function canChange({ clock }: Pick<Platform, 'clock'>, { status, startsAt }: StoredBooking): boolean {
  return status !== 'CANCELLED' && startsAt > clock();
}

/** A time that was asked for is not kept before the host accepts it. */
const isOnlyAsked = ({ status, details }: StoredBooking) =>
  status === 'PENDING' && details.isRequest === true;

function requireChangeable(platform: Pick<Platform, 'clock'>, booking: StoredBooking): void {
  if (canChange(platform, booking)) return;
  throw new AppError(
    'unprocessable',
    booking.status === 'CANCELLED' ? 'This booking was cancelled.' : 'This booking has already begun.',
  );
}

async function toVisitorBooking(
  platform: DbContext & Pick<Platform, 'config'>,
  parts: readonly [HostBookingPart, ...HostBookingPart[]],
): Promise<VisitorBooking> {
  const { booking } = parts[0];
  const hosts = await Promise.all(
    booking.details.hosts.map((name) => getPublicUser(platform, name).catch(() => null)),
  );
  const [first] = hosts;
  return {
    ...toBookingFields(booking),
    hosts: hosts.flatMap((host) => host?.profile ?? []),
    hostTimeZone: first ? (await getTimeRules(platform, first.scope)).homeTimeZone : null,
    durationMinutes: (booking.endsAt.getTime() - booking.startsAt.getTime()) / MINUTE_MS,
    needsEmail: booking.emailCodeHash !== null && booking.status === 'PENDING',
    canChange: canChange(platform, booking),
  };
}

/** What visitors and hosts see alike. */
export function toBookingFields(booking: StoredBooking) {
  const { id, status, startsAt, endsAt, title, name, email, details } = booking;
  return {
    id,
    status,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    title,
    eventType: details.eventType,
    timeZone: details.timeZone,
    name,
    email,
    guests: [...details.guests],
    notes: details.notes,
    location: details.location,
    awaitsLink: details.awaitsLink ?? false,
    cancelledBy: details.cancelledBy ?? null,
    cancelMessage: details.cancelMessage ?? '',
    isRequest: details.isRequest ?? false,
  };
}
