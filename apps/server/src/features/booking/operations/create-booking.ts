import { randomUUID } from 'node:crypto';
import { ALTERNATIVES, type BookingMade, type Conference, type NewBooking } from '@dayloom/contracts';
import { plainNumber } from '@dayloom/contracts/pasted';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { getCachedContact } from '#features/account/operations/mail.ts';
import { readCalendarVersions } from '#features/calendar/operations/calendars.ts';
import { findConference } from '#features/calendar/operations/conferences.ts';
import { lockForNewEvent } from '#features/calendar/operations/events-in-transaction.ts';
import { listBlockingCalendars } from '#features/calendar/operations/external-calendars.ts';
import type { RequestOrigin } from '#features/phone/operations/platform.ts';
import { consumeVerifiedNumber } from '#features/phone/operations/visitor-texts.ts';
import { hasHardDeadlines } from '#features/planning/operations/deadlines.ts';
import { commitWithWrites } from '#platform/batched-statements.ts';
import { isConnectionLoss } from '#platform/connection-loss.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, brokenConstraint } from '#platform/errors.ts';
import { keyReusedError } from '#platform/journal.ts';
import { wakeMails } from '#platform/mail-queue.ts';
import { transactThenNotify } from '#platform/notify.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBooking, UnsentMail } from '../model/booking.ts';
import { describeLocation, findFormProblems, listAnswers } from '../rules/answers.ts';
import { readHostVersions } from '../store/availability.ts';
import {
  findRepeated,
  insertBooking,
  type NewBookingRow,
  type RepeatedRequest,
  toNewBooking,
} from '../store/bookings.ts';
import { isConditionFailed, requireConditions } from '../store/guards.ts';
import { deleteHold } from '../store/holds.ts';
import { countUse } from '../store/links.ts';
import {
  endExpiredForHosts,
  isTimeTaken,
  lockHosts,
  lockHostsIfFree,
  SlotTakenError,
} from '../store/taken-times.ts';
import { addToCalendars, type HostBookingPart, overlapsMovableWork } from './host-calendars.ts';
import type { Host } from './hosts.ts';
import { isSameOffer, requireUnchanged } from './offer-cache.ts';
import {
  type ChosenOffer,
  readOffer,
  requireDeadlinesKept,
  requireOpenStart,
  toChosenOffer,
  toTakenTime,
  withoutBlocking,
} from './offered-time.ts';
import { findPlainHost, forgetPlainHost, isWithinRules, keepPlainHost, toGuard } from './plain-host.ts';
import type { BookingPlatform, BookingWriter } from './platform.ts';
import { queueBookingMails, toManageUrl } from './queue-mails.ts';
import { listAlternatives, type Offer } from './slots.ts';

/** How long an address may wait for its confirmation. The slot is kept meanwhile. */
const CONFIRM_WITHIN_MS = 30 * MINUTE_MS;

interface BookingRequest {
  readonly idempotencyKey: string | null;
  readonly visit: RequestOrigin;
}

/**
 * Books a slot. Nothing is written unless every host is free: connected calendars are read again, the deadlines
 * are checked by the planner, and the database excludes overlaps. Throws `slot_taken` with the next starts.
 */
export async function createBooking(
  platform: BookingWriter & Pick<BookingPlatform, 'compute' | 'db' | 'knownOffers' | 'refreshCalendars'>,
  input: NewBooking,
  request: BookingRequest,
): Promise<BookingMade> {
  if (input.website) throw new AppError('invalid_request', 'The field website must stay empty.');
  const holdId = input.holdId ?? null;
  const known = platform.knownOffers.find(input);
  let refusal: unknown = null;
  try {
    if (known) return await bookOffer(platform, toChosenOffer(known, input, holdId), input, request);
  } catch (error) {
    if (isWithoutResponse(error)) throw error;
    refusal = error;
  }
  const { chosen, toKeep } = await readOffer(platform, input, holdId);
  if (known && isSameOffer(known, toKeep)) throw refusal;
  platform.knownOffers.keep(input, toKeep);
  return bookOffer(platform, chosen, input, request);
}

/** Whether a failure says nothing about the offer: the outcome is open, or something could not be reached. */
function isWithoutResponse(error: unknown): boolean {
  return error instanceof AppError ? error.status >= 500 : isConnectionLoss(error);
}

async function bookOffer(
  platform: BookingWriter & Pick<BookingPlatform, 'compute' | 'db' | 'refreshCalendars'>,
  chosen: ChosenOffer,
  input: NewBooking,
  { idempotencyKey, visit }: BookingRequest,
): Promise<BookingMade> {
  const { db } = platform;
  const { hosts, offer } = chosen;
  const requestHash = idempotencyKey && digest(JSON.stringify(input));
  const start = Date.parse(input.startsAt);
  const { repeated, conference, hostEmails } = await lookAhead(platform, chosen, idempotencyKey);
  if (repeated) return toRepeated(platform, repeated, requestHash);
  const problems = findFormProblems(offer.eventType, input);
  const [problem] = Object.entries(problems);
  if (problem) throw new AppError('invalid_request', problem.join(': '), { fields: problems });
  try {
    if (input.isRequest) requireAskable(start, platform.clock());
    const row = toRow(platform, chosen, input, { idempotencyKey, requestHash, conference, hostEmails });
    const plain = await bookPlainly(platform, chosen, input, row);
    if (plain) return finish(platform, plain, row);
    let checked: Checked = NOTHING_CHECKED;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const known = checked;
      const work = (tx: Tx) => write({ ...platform, db: tx }, chosen, input, row, visit, known);
      // A booking without a later mail has no other notification of open pages.
      const written = await (row.emailCode === null
        ? transactThenNotify(db, work)
        : db.transaction().execute(work));
      if (written.status === 'made') return finish(platform, written.parts, row);
      checked = await checkOutside(platform, chosen, start, { toCheck: written.toCheck, known });
    }
    throw new AppError(
      'unavailable',
      'So many people are booking here that nothing was booked. Try again in a minute.',
    );
  } catch (error) {
    // The same request may have been sent twice at once.
    const same =
      idempotencyKey !== null && (isTimeTaken(error) || brokenConstraint(error) === 'bookings_idempotency')
        ? await findRepeated(db, hosts[0].scope, idempotencyKey)
        : null;
    if (same) return toRepeated(platform, same, requestHash);
    if (isTimeTaken(error)) throw await createSlotTakenError(platform, offer, start, error);
    throw error;
  }
}

function finish(
  platform: Pick<BookingWriter, 'config' | 'jobs'>,
  [{ booking }]: readonly [HostBookingPart, ...HostBookingPart[]],
  { token }: PreparedRow,
): BookingMade {
  wakeMails(platform);
  return toAnswer(platform, booking, token);
}

interface BookingContext {
  /** The booking of an earlier request with the same key. */
  readonly repeated: RepeatedRequest | null;
  /** The kind of conference link that the first host's calendar makes. */
  readonly conference: Conference | null;
  readonly hostEmails: readonly string[];
}

async function lookAhead(
  { db }: Pick<Platform, 'db'>,
  { hosts, offer }: ChosenOffer,
  idempotencyKey: string | null,
): Promise<BookingContext> {
  const [{ scope }] = hosts;
  const [repeated, conference, people] = await Promise.all([
    idempotencyKey === null ? null : findRepeated(db, scope, idempotencyKey),
    offer.eventType.location.kind === 'conference' ? findConference(db, scope) : null,
    Promise.all(hosts.map((host) => getCachedContact({ db }, host.scope))),
  ]);
  return { repeated, conference, hostEmails: people.map(({ email }) => email) };
}

/** Checks that need something outside of the database, or are too slow for the booking's transaction. */
interface ToCheck {
  /** Per host, the connected calendars to be read again. */
  readonly calendars: readonly (readonly string[])[];
  readonly hasDeadlines: boolean;
}

interface Checked {
  readonly calendars: ToCheck['calendars'];
  /**
   * The versions of the hosts' time for which the planner found that hard deadlines are kept; null if it was not asked.
   */
  readonly versions: string | null;
}

const NOTHING_CHECKED: Checked = { calendars: [], versions: null };

/** An attempt fails if the time of a host with hard deadlines changes while the planner computes. */
const MAX_ATTEMPTS = 10;

/** Throws unless every check allows the booking. */
async function checkOutside(
  platform: DbContext & Pick<BookingPlatform, 'compute' | 'refreshCalendars'>,
  { hosts, offer }: ChosenOffer,
  start: number,
  { toCheck: { calendars, hasDeadlines }, known }: { readonly toCheck: ToCheck; readonly known: Checked },
): Promise<Checked> {
  const unread = calendars.map((ids, at) => ids.filter((id) => !known.calendars[at]?.includes(id)));
  await requireFreshCalendars(platform, hosts, unread);
  if (!hasDeadlines) return { calendars, versions: null };
  // Read before the planner reads: a change in between must cause another check.
  const versions = await readHostVersions(platform.db, offer.hosts);
  await requireDeadlinesKept(platform, offer, start);
  return { calendars, versions };
}

/** The checks that are still needed outside of the transaction; null if there are none. */
async function findUnchecked(tx: Tx, hosts: readonly Scope[], checked: Checked): Promise<ToCheck | null> {
  const [calendars, deadlines, versions] = await Promise.all([
    Promise.all(hosts.map((scope) => listBlockingCalendars(tx, scope))),
    Promise.all(hosts.map((scope) => hasHardDeadlines(tx, scope))),
    checked.versions === null ? null : readHostVersions(tx, hosts),
  ]);
  const isRead = calendars.every((ids, at) => ids.every((id) => checked.calendars[at]?.includes(id)));
  const hasDeadlines = deadlines.includes(true);
  const areKept = !hasDeadlines || (versions !== null && versions === checked.versions);
  return isRead && areKept ? null : { calendars, hasDeadlines };
}

/** A visitor may request any time of the coming year. */
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
  calendars: ToCheck['calendars'],
): Promise<void> {
  const fresh = await Promise.all(hosts.map(({ scope }, at) => refreshCalendars(scope, calendars[at] ?? [])));
  if (fresh.includes(false)) {
    throw new AppError(
      'unavailable',
      'The calendar could not be read just now, so nothing was booked. Try again in a minute.',
    );
  }
}

interface RowInput {
  /** The kind of conference link that the first host's calendar makes. */
  readonly conference: Conference | null;
  readonly hostEmails: readonly string[];
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
}

interface PreparedRow extends NewBookingRow {
  readonly token: string;
  readonly emailCode: string | null;
}

function toRow(
  { secrets, clock }: Pick<Platform, 'clock' | 'secrets'>,
  { hosts, offer }: ChosenOffer,
  input: NewBooking,
  { idempotencyKey, requestHash, conference, hostEmails }: RowInput,
): PreparedRow {
  const { eventType } = offer;
  const token = makeToken();
  const emailCode = eventType.confirmsEmail ? makeToken() : null;
  const names = hosts.map(({ profile }) => `${profile.firstName} ${profile.lastName}`.trim());
  const phone = input.phone ? plainNumber(input.phone) : null;
  const time = toTakenTime(offer, Date.parse(input.startsAt));
  return {
    ...(input.isRequest ? withoutBlocking(time) : time),
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
      guests: listGuests(input, hostEmails),
      answers: listAnswers(eventType.questions, input.answers),
      location: describeLocation(eventType.location, { phone, conference }),
      ...(conference && { awaitsLink: true as const }),
      eventType: eventType.slug,
      hosts: hosts.map(({ profile }) => profile.username),
      ...(input.isRequest && { isRequest: true as const }),
    },
    expiresAt: emailCode ? new Date(clock().getTime() + CONFIRM_WITHIN_MS) : null,
    tokenHash: digest(token),
    sealedToken: secrets.seal(token, 'booking'),
    idempotencyKey,
    requestHash,
    emailCodeHash: emailCode && digest(emailCode),
    eventId: null,
    unsentMail: null,
    token,
    emailCode,
  };
}

/** Each guest once; visitors and hosts come anyway. */
function listGuests({ guests, email }: NewBooking, hostEmails: readonly string[]): string[] {
  const others = new Set(guests.map((guest) => guest.toLowerCase()));
  for (const one of [email, ...hostEmails]) others.delete(one.toLowerCase());
  return [...others];
}

type Written =
  | { readonly status: 'made'; readonly parts: readonly [HostBookingPart, ...HostBookingPart[]] }
  /** Nothing was written: this has to be checked first. */
  | { readonly status: 'unchecked'; readonly toCheck: ToCheck };

/**
 * Books a host of whom everything that decides is remembered, in one round trip. Null where more has to be read first:
 * nothing was written then.
 */
async function bookPlainly(
  platform: Omit<BookingWriter, 'secrets'> & Pick<Platform, 'db'>,
  { offer, known, linkHash }: ChosenOffer,
  input: NewBooking,
  prepared: PreparedRow,
): Promise<readonly [HostBookingPart] | null> {
  const plain = known && findPlainHost(known);
  const start = prepared.startsAt.getTime();
  const now = platform.clock();
  const isWrittenAtOnce =
    prepared.status === 'CONFIRMED' &&
    !prepared.details.awaitsLink &&
    !input.textReminder &&
    linkHash === null;
  if (!plain || !isWrittenAtOnce) return null;
  if (!isWithinRules(plain, offer, start, now.getTime())) return null;
  const { scope } = known.host;
  const guard = await toGuard(platform, known, plain, toTakenTime(offer, start));
  const row = { ...prepared, eventId: randomUUID(), unsentMail: 'confirmed' as const };
  const part = { scope, booking: toNewBooking(scope, row, now) };
  let isTakenNow = false;
  try {
    await transactThenNotify(platform.db, async (tx) => {
      commitWithWrites(tx);
      // One packet, in this order. Whether the time is taken is decided by the row that is inserted: the lock may have
      // been asked for before another booking has ended.
      await Promise.all([
        lockHostsIfFree(tx, [scope], toTakenTime(offer, start), { now, except: offer.except }).catch(
          (error) => {
            if (!isTimeTaken(error)) throw error;
            isTakenNow = true;
          },
        ),
        requireConditions(tx, guard),
        input.holdId && deleteHold(tx, input.holdId),
        insertBooking(tx, scope, row, now),
        addToCalendars(platform, tx, [part], [{ locked: plain.locked, planned: [] }]),
      ]);
    });
    return [part];
  } catch (error) {
    // The event of the booking that takes the time fails the guard, too.
    if (isTakenNow && (isTimeTaken(error) || isConditionFailed(error)))
      throw new SlotTakenError('The time is taken', { cause: error });
    if (isTimeTaken(error)) return null;
    if (!isConditionFailed(error)) throw error;
    forgetPlainHost(known);
    return null;
  }
}

/** The transaction of a booking. `platform.db` is the transaction. */
async function write(
  platform: BookingWriter & { readonly db: Tx },
  { hosts, offer, linkHash, known: knownOffer }: ChosenOffer,
  input: NewBooking,
  prepared: PreparedRow,
  visit: RequestOrigin,
  checked: Checked,
): Promise<Written> {
  const { db: tx } = platform;
  const now = platform.clock();
  const scopes = hosts.map(({ scope }) => scope);
  const isConfirmed = prepared.status === 'CONFIRMED';
  // Sent together, in this order: nothing is read before the lock is held. A requested time blocks nothing, so it needs
  // no checks.
  const [, open, toCheck, locks, steps, , calendarVersions] = await Promise.all([
    input.isRequest
      ? lockHosts(tx, scopes)
      : lockHostsIfFree(tx, scopes, toTakenTime(offer, prepared.startsAt.getTime()), {
          now,
          except: offer.except,
        }),
    input.isRequest ? null : requireOpenStart(platform, offer, prepared.startsAt.getTime()),
    input.isRequest ? null : findUnchecked(tx, scopes, checked),
    Promise.all(isConfirmed ? scopes.map((scope) => lockForNewEvent(platform, tx, scope)) : []),
    Promise.all(isConfirmed ? scopes.map((scope) => platform.journal.isStepNeeded(tx, scope)) : []),
    knownOffer && requireUnchanged(tx, knownOffer),
    knownOffer && readCalendarVersions(tx, knownOffer.host.scope),
  ]);
  if (toCheck) return { status: 'unchecked', toCheck };
  if (input.holdId) await deleteHold(tx, input.holdId);
  if (linkHash !== null && !(await countUse(tx, linkHash, now)))
    throw new AppError('not_found', 'This link has already been used.');
  if (open?.hosts.some(({ hasExpired }) => hasExpired)) await endExpiredForHosts(tx, scopes, now);
  const textTo =
    input.textReminder &&
    (await consumeVerifiedNumber(platform, tx, hosts[0].scope, input.textReminder.check, visit));
  const row = textTo ? { ...prepared, details: { ...prepared.details, textTo } } : prepared;
  const unsentMail: UnsentMail | null = row.emailCode ? null : isConfirmed ? 'confirmed' : 'requested';
  const rows = scopes.map((_, at) => ({
    ...row,
    unsentMail: at === 0 ? unsentMail : null,
    eventId: isConfirmed ? randomUUID() : null,
    // The key belongs to the request; the first host's part records it.
    ...(at > 0 && { idempotencyKey: null, requestHash: null }),
  }));
  const parts = scopes.map(
    (scope, at): HostBookingPart => ({ scope, booking: toNewBooking(scope, rows[at] ?? row, now) }),
  );
  const known = locks.map((locked, at) => ({ locked, planned: open?.hosts[at]?.planned ?? [] }));
  // Nothing else is written: no mail, no link to be made, no outbox of a connected calendar, no mirror, no new plan.
  const isOneStatement =
    row.emailCode === null &&
    !row.details.awaitsLink &&
    !steps.includes(true) &&
    known.every(
      ({ locked, planned }) => locked.calendar.account_id === null && !overlapsMovableWork(row, planned),
    );
  if (isOneStatement) commitWithWrites(tx);
  const [first] = known;
  const [time] = open?.hosts ?? [];
  if (isOneStatement && checked === NOTHING_CHECKED && knownOffer && first && time && calendarVersions)
    keepPlainHost(knownOffer, { locked: first.locked, time, calendarVersions });
  await Promise.all([
    ...scopes.map((scope, at) => insertBooking(tx, scope, rows[at] ?? row, now)),
    isConfirmed && addToCalendars(platform, tx, parts, known),
    row.emailCode &&
      queueBookingMails(platform, tx, parts, {
        kind: 'email_to_confirm',
        by: 'visitor',
        isChange: false,
        token: row.token,
        emailCode: row.emailCode,
      }),
  ]);
  return { status: 'made', parts: parts as [HostBookingPart, ...HostBookingPart[]] };
}

/** The answer to a request with the key of an earlier one, which must be equal. */
function toRepeated(
  platform: Pick<Platform, 'config' | 'secrets'>,
  repeated: RepeatedRequest,
  requestHash: string | null,
): BookingMade {
  if (repeated.requestHash !== requestHash) {
    throw keyReusedError('booking');
  }
  return toBookingMade(platform, repeated.booking);
}

/** `slot_taken`, with the next starts. */
export async function createSlotTakenError(
  platform: DbContext,
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

export function toBookingMade(
  platform: Pick<Platform, 'config' | 'secrets'>,
  booking: StoredBooking,
): BookingMade {
  return toAnswer(platform, booking, unsealToken(platform, booking));
}

function toAnswer(platform: Pick<Platform, 'config'>, booking: StoredBooking, token: string): BookingMade {
  return {
    id: booking.id,
    status: booking.status,
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    manageUrl: toManageUrl(platform, token),
  };
}

export function unsealToken({ secrets }: Pick<Platform, 'secrets'>, { sealedToken }: StoredBooking): string {
  return secrets.open(sealedToken ?? '', 'booking');
}
