import { randomUUID } from 'node:crypto';
import { ALTERNATIVES, type BookingMade, type Conference, type NewBooking } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { findConference } from '#features/calendar/operations/conferences.ts';
import type { Visit } from '#features/phone/operations/platform.ts';
import { takeVerifiedNumber } from '#features/phone/operations/visitor-texts.ts';
import { AppError, brokenConstraint } from '#platform/errors.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { StoredBooking } from '../model/booking.ts';
import { describeLocation, findFormProblems, listAnswers } from '../rules/answers.ts';
import {
  deleteHold,
  findRepeated,
  insertBooking,
  isTaken,
  lockHosts,
  type NewBookingRow,
  TimeTaken,
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
  const repeated = idempotencyKey && (await findMadeBefore(platform, hosts[0], idempotencyKey, requestHash));
  if (repeated) return repeated;
  const problems = findFormProblems(offer.eventType, input);
  const [problem] = Object.entries(problems);
  if (problem) throw new AppError('invalid_request', problem.join(': '), { fields: problems });
  const start = Date.parse(input.startsAt);
  try {
    if (input.isRequest) requireAskable(start, platform.clock());
    else {
      // What is taken already needs no look at the calendars.
      const except = { now: platform.clock(), except: offer.except };
      if (await isTaken(db, offer.hosts, toTakenTime(offer, start), except)) throw new TimeTaken();
      await requireFreshCalendars(platform, hosts);
      await requireDeadlinesKept(platform, offer, start);
    }
    const conference =
      offer.eventType.location.kind === 'conference' ? await findConference(db, hosts[0].scope) : null;
    const row = toRow(platform, chosen, input, { idempotencyKey, requestHash, conference });
    const [{ booking }] = await db
      .transaction()
      .execute((tx) => write({ ...platform, db: tx }, chosen, input, row, visit));
    return toMade(platform, booking);
  } catch (error) {
    if (error instanceof TimeTaken) throw await takenError(platform, offer, start, error);
    if (idempotencyKey && brokenConstraint(error) === 'bookings_idempotency') {
      const same = await findMadeBefore(platform, hosts[0], idempotencyKey, requestHash);
      if (same) return same;
    }
    throw error;
  }
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
): Promise<void> {
  const fresh = await Promise.all(hosts.map(({ scope }) => refreshCalendars(scope)));
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
  await lockHosts(tx, scopes, now);
  if (input.holdId) await deleteHold(tx, input.holdId);
  if (linkHash && !(await countUse(tx, linkHash, now)))
    throw new AppError('not_found', 'This link was used already.');
  const open = input.isRequest ? null : await requireOpen(platform, offer, prepared.startsAt.getTime());
  const textTo =
    input.textReminder &&
    (await takeVerifiedNumber(platform, tx, hosts[0].scope, input.textReminder.check, visit));
  const row = textTo ? { ...prepared, details: { ...prepared.details, textTo } } : prepared;
  const parts: Part[] = [];
  for (const [at, scope] of scopes.entries()) {
    // The key belongs to the request; the first host's part records it.
    const eventId = row.status === 'CONFIRMED' ? randomUUID() : null;
    const own = { ...row, eventId, ...(at > 0 && { idempotencyKey: null, requestHash: null }) };
    parts.push({ scope, booking: await insertBooking(tx, scope, own, now) });
  }
  if (row.status === 'CONFIRMED')
    await addToCalendars(
      platform,
      tx,
      parts,
      open?.hosts.map(({ planned }) => planned),
    );
  await sendNews(platform, tx, parts, {
    news: row.emailCode ? 'email_to_confirm' : row.status === 'PENDING' ? 'requested' : 'confirmed',
    by: 'visitor',
    isChange: false,
    token: row.token,
    ...(row.emailCode && { emailCode: row.emailCode }),
  });
  return parts as [Part, ...Part[]];
}

/** The booking of an earlier, equal request with the same key. */
async function findMadeBefore(
  platform: BookingPlatform,
  { scope }: Host,
  key: string,
  requestHash: string,
): Promise<BookingMade | null> {
  const repeated = await findRepeated(platform.db, scope, key);
  if (!repeated) return null;
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
