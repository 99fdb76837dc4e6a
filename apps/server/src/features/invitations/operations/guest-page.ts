import type { GuestAnswer, GuestEvent, guestPageStates } from '@dayloom/contracts';
import { getPublicProfile } from '#features/account/operations/profile.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { type EventRecord, getEnd, getStart, toRecurrenceId } from '#features/calendar/model/event-record.ts';
import { isSameAddress, listGuests, toAttendeeStatus } from '#features/calendar/model/guests.ts';
import { findNextTimes, listObjectRecords } from '#features/calendar/operations/guest-answers.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { digest } from '#platform/one-time-tokens.ts';
import { isInvited } from '../model/guest-copy.ts';
import { type FoundGuest, findByToken } from '../store/guests.ts';
import { answerAsGuest } from './answers.ts';
import type { InvitationsPlatform } from './platform.ts';

export interface GuestPage {
  readonly state: (typeof guestPageStates)[number];
  readonly title: string;
  readonly event: GuestEvent | null;
  readonly answer: ReturnType<typeof toAttendeeStatus>;
}

export async function readGuestPage(
  platform: DbContext & Pick<Platform, 'config'>,
  token: string,
): Promise<GuestPage> {
  return showPage(platform, await getGuest(platform, token));
}

export async function answerOnPage(
  platform: DbContext & Pick<InvitationsPlatform, 'config' | 'outboundQueue'>,
  token: string,
  answer: GuestAnswer,
): Promise<GuestPage> {
  const guest = await getGuest(platform, token);
  const { state } = await showPage(platform, guest);
  if (state === 'over') throw new AppError('unprocessable', 'This event is over.');
  const outcome =
    state === 'open' ? await answerAsGuest(platform, guest, answer, { page: true }) : 'uninvited';
  if (outcome !== 'recorded') throw new AppError('unprocessable', 'This event was cancelled.');
  return showPage(platform, guest);
}

async function getGuest({ db }: Pick<Platform, 'db'>, token: string): Promise<FoundGuest> {
  const guest = await findByToken(db, digest(token));
  if (!guest) throw notFound('The invitation');
  return guest;
}

async function showPage(
  platform: DbContext & Pick<Platform, 'config'>,
  found: FoundGuest,
): Promise<GuestPage> {
  const { scope, email, title } = found;
  const { db, clock } = platform;
  const records = await listObjectRecords(db, scope, found);
  const invited = records.filter((record) => isInvited(record, email) && record.status !== 'cancelled');
  const [first] = invited;
  if (!first) return { state: 'cancelled', title, event: null, answer: 'needsAction' };
  const ids = invited.map(({ id }) => id);
  const [next, organizer, { homeTimeZone }] = await Promise.all([
    findNextTimes(db, scope, ids, clock()),
    getPublicProfile(platform, scope),
    getTimeRules(platform, scope),
  ]);
  return {
    state: next ? 'open' : 'over',
    title: first.title,
    event: { ...toGuestEvent(first, email), ...toTimes(first, next, homeTimeZone), organizer },
    answer: findAnswer(first, email),
  };
}

function toTimes(
  record: EventRecord,
  next: { readonly startsAt: Date; readonly endsAt: Date } | null,
  homeTimeZone: string,
): Pick<GuestEvent, 'startsAt' | 'endsAt' | 'startsOn' | 'endsOn'> {
  const startsAt = next?.startsAt.getTime() ?? getStart(record, homeTimeZone);
  const endsAt = next?.endsAt.getTime() ?? getEnd(record, homeTimeZone);
  const toDate = (instant: number) => (record.isAllDay ? toRecurrenceId(instant, true, homeTimeZone) : null);
  return {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    startsOn: toDate(startsAt),
    endsOn: toDate(endsAt),
  };
}

function toGuestEvent(record: EventRecord, email: string) {
  return {
    title: record.title,
    description: record.description,
    location: record.location,
    isRecurring: record.recurrence !== null,
    guests: listGuests(record.details).map((guest) => ({
      name: guest.name || (guest.email?.split('@')[0] ?? ''),
      status: toAttendeeStatus(guest.status),
      isYou: isSameAddress(guest.email, email),
    })),
  };
}

function findAnswer({ details }: EventRecord, email: string): GuestPage['answer'] {
  return toAttendeeStatus(
    listGuests(details).find((guest) => isSameAddress(guest.email, email))?.status ?? '',
  );
}
