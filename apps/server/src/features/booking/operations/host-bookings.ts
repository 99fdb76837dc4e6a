import type { BookingStatus, HostBooking } from '@dayloom/contracts';
import { getPublicUser } from '#features/account/operations/profile.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { readPageCursor, writePageCursor } from '#platform/page-cursor.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBooking } from '../model/booking.ts';
import { toCsv } from '../rules/csv.ts';
import { listReplies } from '../rules/mail-replies.ts';
import { listBookingRows } from '../store/booking-lists.ts';
import { listParts, updateBooking } from '../store/bookings.ts';
import { lockHostsForChange, SlotTakenError } from '../store/taken-times.ts';
import { cancelParts, confirmParts } from './change-parts.ts';
import { unsealToken } from './create-booking.ts';
import type { HostBookingPart } from './host-calendars.ts';
import type { BookingWriter } from './platform.ts';
import { toBookingFields } from './visits.ts';

export interface HostBookingsQuery {
  readonly when: 'upcoming' | 'past' | 'all';
  readonly search: string;
  readonly status?: BookingStatus | 'NOT_CANCELLED' | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
}

export async function listHostBookings(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  { after, ...query }: HostBookingsQuery,
): Promise<{ bookings: HostBooking[]; after: string | null }> {
  const { db, clock } = platform;
  const rows = await listBookingRows(db, scope, { ...query, after: readPageCursor(after), now: clock() });
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    bookings: await toHostBookings(platform, scope, shown),
    after: last ? writePageCursor({ at: last.startsAt, id: last.id }) : null,
  };
}

const MAX_EXPORTED = 100_000;

export async function exportHostBookings({ db, clock }: DbContext, scope: Scope): Promise<string> {
  const rows = await listBookingRows(db, scope, {
    when: 'all',
    search: '',
    limit: MAX_EXPORTED,
    after: null,
    now: clock(),
  });
  return toCsv(rows);
}

export function approveBooking(
  platform: DbContext & BookingWriter,
  scope: Scope,
  id: string,
): Promise<HostBooking> {
  return changeBooking(platform, scope, id, async (tx, parts) => {
    const [first] = parts;
    if (first?.booking.status === 'CONFIRMED') return;
    if (first?.booking.status !== 'PENDING')
      throw new AppError('unprocessable', 'This booking was cancelled.');
    if (first.booking.emailCodeHash)
      throw new AppError('unprocessable', 'The visitor has not confirmed the email address yet.');
    if (first.booking.startsAt <= platform.clock())
      throw new AppError('unprocessable', 'The time of this booking has passed. Nothing was changed.');
    const token = unsealToken(platform, first.booking);
    try {
      await confirmParts(platform, tx, parts, { status: 'CONFIRMED', by: 'host', actor: scope, token });
    } catch (error) {
      if (!(error instanceof SlotTakenError)) throw error;
      throw new AppError('time_conflict', 'You have another booking at this time. Nothing was changed.', {
        cause: error,
      });
    }
  });
}

export function cancelBooking(
  platform: DbContext & BookingWriter,
  scope: Scope,
  id: string,
  message: string,
): Promise<HostBooking> {
  return changeBooking(platform, scope, id, async (tx, parts) => {
    const [first] = parts;
    if (!first) return;
    if (first.booking.endsAt <= platform.clock())
      throw new AppError('unprocessable', 'This meeting is over.');
    await cancelParts(platform, tx, parts, {
      by: 'host',
      actor: scope,
      message,
      token: unsealToken(platform, first.booking),
    });
  });
}

export function markNoShow(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  id: string,
  isNoShow: boolean,
): Promise<HostBooking> {
  return changeBooking(platform, scope, id, async (tx, parts) => {
    if (parts.some(({ booking }) => booking.startsAt > platform.clock()))
      throw new AppError('unprocessable', 'This meeting has not begun yet.');
    await updateBooking(tx, scope, id, { isNoShow }, platform.clock());
    await notifyChanged(tx, scope, 'bookings');
  });
}

/** Changes a booking of the host while nothing else changes it. */
async function changeBooking(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  id: string,
  change: (tx: Tx, parts: readonly HostBookingPart[]) => Promise<void>,
): Promise<HostBooking> {
  const { db } = platform;
  await db.transaction().execute(async (tx) => {
    const hosts = (await listParts(tx, scope, id)).map((part) => part.scope);
    if (hosts.length === 0) throw notFound('The booking');
    await lockHostsForChange(tx, hosts, platform.clock());
    await change(tx, await listParts(tx, scope, id));
  });
  return getHostBooking(platform, scope, id);
}

export async function getHostBooking(
  platform: Pick<Platform, 'config' | 'db'>,
  scope: Scope,
  id: string,
): Promise<HostBooking> {
  const parts = await listParts(platform.db, scope, id);
  const own = parts.flatMap(({ booking }) => (booking.userId === scope.userId ? booking : []));
  const [booking] = await toHostBookings(platform, scope, own);
  if (!booking) throw notFound('The booking');
  return booking;
}

/** Hosts have their current usernames. The user's own is left out. */
async function toHostBookings(
  platform: Pick<Platform, 'config' | 'db'>,
  scope: Scope,
  bookings: readonly StoredBooking[],
): Promise<HostBooking[]> {
  const shared = bookings.flatMap(({ details: { hosts } }) => (hosts.length > 1 ? hosts : []));
  const users = new Map(
    await Promise.all(
      [...new Set(shared)].map(
        async (name) => [name, await getPublicUser(platform, name).catch(() => null)] as const,
      ),
    ),
  );
  const listOthers = ({ details: { hosts } }: StoredBooking) =>
    hosts.flatMap((name) => {
      const user = users.get(name);
      return user === undefined || user?.scope.userId === scope.userId
        ? []
        : (user?.profile.username ?? name);
    });
  return bookings.map((booking) => toHostBooking(booking, listOthers(booking)));
}

function toHostBooking(booking: StoredBooking, otherHosts: string[]): HostBooking {
  const { details, isNoShow, createdAt } = booking;
  return {
    ...toBookingFields(booking),
    phone: details.phone,
    answers: [...details.answers],
    replies: listReplies(booking),
    isNoShow,
    needsEmail: booking.status === 'PENDING' && booking.emailCodeHash !== null,
    otherHosts,
    createdAt: createdAt.toISOString(),
  };
}
