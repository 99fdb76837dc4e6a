import { randomUUID } from 'node:crypto';
import { ALTERNATIVES, type BookingMade, type Conference, type NewBooking } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { findConference } from '#features/calendar/operations/conferences.ts';
import { lockForNewEvent } from '#features/calendar/operations/events-in-transaction.ts';
import type { Visit } from '#features/phone/operations/platform.ts';
import { takeVerifiedNumber } from '#features/phone/operations/visitor-texts.ts';
import { hasHardDeadlines } from '#features/planning/operations/deadlines.ts';
import { onOneConnection } from '#platform/joined-statements.ts';
import { AppError, brokenConstraint } from '#platform/errors.ts';
import { wakeMails } from '#platform/mail-queue.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { StoredBooking } from '../model/booking.ts';
import { describeLocation, findFormProblems, listAnswers } from '../rules/answers.ts';
import {
  deleteHold,
  endLapsedOfHosts,
  findRepeated,
  insertBooking,
  isTaken,
  isTimeTaken,
  lockHosts,
  type NewBookingRow,
  type Repeated,
  TimeTaken,
  toNewBooking,
  type UnsentNews,
} from '../store/bookings.ts';
import { countUse } from '../store/links.ts';
import { addToCalendars, type Part } from './confirm.ts';
import type { Host } from './hosts.ts';
import {
  blockNothing,
  type ChosenOffer,
  findOffer,
  requireDeadlinesKept,
  requireOpen,
  toTakenTime,
} from './offered-time.ts';
import type { BookingPlatform } from './platform.ts';
import { sendNews, toManageUrl } from './send-news.ts';
import { listAlternatives, type Offer } from './slots.ts';

/** How long an address may wait for its confirmation. The slot is kept meanwhile. */
const CONFIRM_WITHIN_MS = 30 * MINUTE_MS;

/**
 * Books a slot. Nothing is written unless every host is free: connected calendars are read again, the deadlines
 * are checked by the planner, and the database excludes overlaps. Throws `slot_taken` with the next starts.
 */
export async function createBooking(
  platform: BookingPlatform,
  input: NewBooking,
  { idempotencyKey, visit }: { readonly idempotencyKey: string | null; readonly visit: Visit },
): Promise<BookingMade> {
  const { db } = platform;
  if (input.website) throw new AppError('invalid_request', 'The field website must stay empty.');
  const chosen = await findOffer(platform, input, input.holdId ?? null);
  const { hosts, offer } = chosen;
  const requestHash = digest(JSON.stringify(input));
  const start = Date.parse(input.startsAt);
  const found = await lookAhead(platform, chosen, start, input, idempotencyKey);
  if (found.repeated) return toRepeated(platform, found.repeated, requestHash);
  const problems = findFormProblems(offer.eventType, input);
  const [problem] = Object.entries(problems);
  if (problem) throw new AppError('invalid_request', problem.join(': '), { fields: problems });
  try {
    if (input.isRequest) requireAskable(start, platform.clock());
    // What is taken already needs no look at the calendars.
    if (found.isTaken) throw new TimeTaken();
    await requireFreshCalendars(platform, hosts, found.calendars);
    if (found.hasHardDeadlines) await requireDeadlinesKept(platform, offer, start);
    const { conference } = found;
    const row = toRow(platform, chosen, input, { idempotencyKey, requestHash, conference });
    const [{ booking }] = await db
      .transaction()
      .execute((tx) => write({ ...platform, db: tx }, chosen, input, row, visit));
    wakeMails(platform);
    return toMade(platform, booking);
  } catch (error) {
    if (isTimeTaken(error)) throw await takenError(platform, offer, start, error);
    if (idempotencyKey && brokenConstraint(error) === 'bookings_idempotency') {
      const same = await findRepeated(db, hosts[0].scope, idempotencyKey);
      if (same) return toRepeated(platform, same, requestHash);
    }
    throw error;
  }
}

interface Found {
  /** The booking of an earlier request with the same key. */
  readonly repeated: Repeated | null;
  readonly isTaken: boolean;
  /** Of each host, the connected calendars that have to be read again. */
  readonly calendars: readonly (readonly string[])[];
  readonly hasHardDeadlines: boolean;
  /** What the first host's calendar makes a link of. */
  readonly conference: Conference | null;
}

/** Reads in one round trip what decides about the next steps. Time that is only asked for takes nothing. */
function lookAhead(
  { db, clock, listCalendarsToRefresh }: BookingPlatform,
  { hosts, offer }: ChosenOffer,
  start: number,
  { isRequest }: Pick<NewBooking, 'isRequest'>,
  idempotencyKey: string | null,
): Promise<Found> {
  const [{ scope: first }] = hosts;
  const isTime = !isRequest;
  const except = { now: clock(), except: offer.except };
  return onOneConnection(db, async (one) => {
    const [repeated, taken, calendars, deadlines, conference] = await Promise.all([
      idempotencyKey === null ? null : findRepeated(one, first, idempotencyKey),
      isTime && isTaken(one, offer.hosts, toTakenTime(offer, start), except),
      Promise.all(isTime ? offer.hosts.map((scope) => listCalendarsToRefresh(one, scope)) : []),
      Promise.all(isTime ? offer.hosts.map((scope) => hasHardDeadlines(one, scope)) : []),
      offer.eventType.location.kind === 'conference' ? findConference(one, first) : null,
    ]);
    return { repeated, isTaken: taken, calendars, hasHardDeadlines: deadlines.includes(true), conference };
  });
}

/** Any time of the coming year may be asked for. */
function requireAskable(start: number, now: Date): void {
  const problem =
    start <= now.getTime()
      ? 'must be in the future'
      : start > now.getTime() + 365 * DAY_MS
        ? 'must be within a year'
        : start % (5 * MINUTE_MS) !== 0
          ? 'must be at a full five minutes'
          : null;
  if (problem)
    throw new AppError('invalid_request', `startsAt: ${problem}`, { fields: { startsAt: problem } });
}

async function requireFreshCalendars(
  { refreshCalendars }: Pick<BookingPlatform, 'refreshCalendars'>,
  hosts: readonly Host[],
  calendars: Found['calendars'],
): Promise<void> {
  const fresh = await Promise.all(hosts.map(({ scope }, at) => refreshCalendars(scope, calendars[at] ?? [])));
  if (fresh.includes(false)) {
    throw new AppError(
      'unavailable',
      'The calendar could not be read just now, so nothing was booked. Try again in a minute.',
    );
  }
}

interface Attempt {
  /** What the first host's calendar makes a link of. */
  readonly conference: Conference | null;
  readonly idempotencyKey: string | null;
  readonly requestHash: string;
}

interface PreparedRow extends NewBookingRow {
  readonly token: string;
  readonly emailCode: string | null;
}

function toRow(
  { secrets, clock }: BookingPlatform,
  { hosts, offer }: ChosenOffer,
  input: NewBooking,
  { idempotencyKey, requestHash, conference }: Attempt,
): PreparedRow {
  const { eventType } = offer;
  const token = makeToken();
  const emailCode = eventType.confirmsEmail ? makeToken() : null;
  const names = hosts.map(({ profile }) => `${profile.firstName} ${profile.lastName}`.trim());
  const phone = input.phone || null;
  const time = toTakenTime(offer, Date.parse(input.startsAt));
  return {
    ...(input.isRequest ? blockNothing(time) : time),
    id: randomUUID(),
    status: input.isRequest || eventType.needsApproval || emailCode ? 'PENDING' : 'CONFIRMED',
    eventTypeId: eventType.id,
    title: `${eventType.title}: ${names.join(', ')} and ${input.name}`,
    name: input.name,
    email: input.email,
    details: {
      timeZone: input.timeZone,
      phone,
      notes: input.notes,
      guests: [...new Set(input.guests.map((guest) => guest.toLowerCase()))],
      answers: listAnswers(eventType.questions, input.answers),
      location: describeLocation(eventType.location, { phone, conference }),
      ...(conference && { awaitsLink: true as const }),
      eventType: eventType.slug,
      hosts: hosts.map(({ profile }) => profile.username),
      ...(input.isRequest && { isRequest: true as const }),
    },
    lapsesAt: emailCode ? new Date(clock().getTime() + CONFIRM_WITHIN_MS) : null,
    tokenHash: digest(token),
    sealedToken: secrets.seal(token, 'booking'),
    idempotencyKey,
    requestHash: idempotencyKey && requestHash,
    emailCodeHash: emailCode && digest(emailCode),
    eventId: null,
    unsentNews: null,
    token,
    emailCode,
  };
}

/** The transaction of a booking. `platform.db` is the transaction. */
async function write(
  platform: BookingPlatform & { readonly db: Parameters<typeof insertBooking>[0] },
  { hosts, offer, linkHash }: ChosenOffer,
  input: NewBooking,
  prepared: PreparedRow,
  visit: Visit,
): Promise<[Part, ...Part[]]> {
  const { db: tx } = platform;
  const now = platform.clock();
  const scopes = hosts.map(({ scope }) => scope);
  const isConfirmed = prepared.status === 'CONFIRMED';
  // Sent together, in this order: nothing is read before the lock is held.
  const [, , isLinkUsable, open, locks] = await Promise.all([
    lockHosts(tx, scopes),
    input.holdId && deleteHold(tx, input.holdId),
    linkHash === null || countUse(tx, linkHash, now),
    input.isRequest ? null : requireOpen(platform, offer, prepared.startsAt.getTime()),
    Promise.all(isConfirmed ? scopes.map((scope) => lockForNewEvent(platform, tx, scope)) : []),
  ]);
  if (!isLinkUsable) throw new AppError('not_found', 'This link was used already.');
  if (open?.hosts.some(({ hasLapsed }) => hasLapsed)) await endLapsedOfHosts(tx, scopes, now);
  const textTo =
    input.textReminder &&
    (await takeVerifiedNumber(platform, tx, hosts[0].scope, input.textReminder.check, visit));
  const row = textTo ? { ...prepared, details: { ...prepared.details, textTo } } : prepared;
  const unsentNews: UnsentNews | null = row.emailCode ? null : isConfirmed ? 'confirmed' : 'requested';
  const rows = scopes.map((_, at) => ({
    ...row,
    unsentNews: at === 0 ? unsentNews : null,
    eventId: isConfirmed ? randomUUID() : null,
    // The key belongs to the request; the first host's part records it.
    ...(at > 0 && { idempotencyKey: null, requestHash: null }),
  }));
  const parts = scopes.map(
    (scope, at): Part => ({ scope, booking: toNewBooking(scope, rows[at] ?? row, now) }),
  );
  const known = locks.map((locked, at) => ({ locked, planned: open?.hosts[at]?.planned ?? [] }));
  await Promise.all([
    ...scopes.map((scope, at) => insertBooking(tx, scope, rows[at] ?? row, now)),
    isConfirmed && addToCalendars(platform, tx, parts, known),
    row.emailCode &&
      sendNews(platform, tx, parts, {
        news: 'email_to_confirm',
        by: 'visitor',
        isChange: false,
        token: row.token,
        emailCode: row.emailCode,
      }),
  ]);
  return parts as [Part, ...Part[]];
}

/** The answer to a request with the key of an earlier one, which must be equal. */
function toRepeated(platform: BookingPlatform, repeated: Repeated, requestHash: string): BookingMade {
  if (repeated.requestHash !== requestHash) {
    throw new AppError('unprocessable', 'This Idempotency-Key was used for another booking.', {
      fields: { 'Idempotency-Key': 'was used for another booking' },
    });
  }
  return toMade(platform, repeated.booking);
}

/** `slot_taken`, with the next starts. */
export async function takenError(
  platform: BookingPlatform,
  offer: Offer,
  start: number,
  cause: unknown,
): Promise<AppError> {
  const alternatives = await listAlternatives(platform, offer, start, ALTERNATIVES);
  return new AppError('slot_taken', 'This time is no longer free. Choose another one.', {
    cause,
    alternatives,
  });
}

export function toMade(platform: BookingPlatform, booking: StoredBooking): BookingMade {
  return {
    id: booking.id,
    status: booking.status,
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    manageUrl: toManageUrl(platform, openToken(platform, booking)),
  };
}

export function openToken(
  { secrets }: Pick<BookingPlatform, 'secrets'>,
  { sealedToken }: StoredBooking,
): string {
  return secrets.open(sealedToken ?? '', 'booking');
}
