import { randomBytes, randomUUID } from 'node:crypto';
import { MAX_TIMES, type MeetingRequest, type NewMeetingRequest } from '@dayloom/contracts';
import { findDayNumber, getZone, HOUR_MS, localDayNumber } from '@dayloom/time';
import { getContact } from '#features/account/operations/mail.ts';
import type { DbContext, Mailer, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { type CommandKind, keyReusedError } from '#platform/journal.ts';
import { countMails, withdrawMails } from '#platform/mail-queue.ts';
import { notifyChanged } from '#platform/notify.ts';
import { digest } from '#platform/one-time-tokens.ts';
import { readPageCursor, writePageCursor } from '#platform/page-cursor.ts';
import type { Scope } from '#platform/scope.ts';
import { toSlug } from '../model/meeting.ts';
import { refuseTimes, requireFuture } from '../rules/asked-times.ts';
import { findReminder, getExpiry } from '../rules/deadlines.ts';
import { ASK_KEY_PREFIX } from '../rules/meeting-mails.ts';
import { requireRunning } from '../rules/states.ts';
import {
  countMeetingsSince,
  findMeeting,
  findRepeated,
  listMeetingRows,
  updateMeeting,
} from '../store/requests.ts';
import { getSendTime, notifyAboutState } from './attendee-mails.ts';
import { confirmKind, createKind, lockMeetingWithAttendees, withdrawKind } from './commands.ts';
import type { MeetingsPlatform } from './platform.ts';
import { readMeeting, showMeetings } from './view.ts';

/** A request after a change, with the command that made it; null when nothing changed. */
export interface ChangedMeeting {
  readonly meetingRequest: MeetingRequest;
  readonly commandId: string | null;
}

/** Asks for a meeting. The mails are sent after half a minute, so that it can be undone. */
export async function createMeeting(
  platform: Mailer & Pick<Platform, 'db' | 'journal'>,
  scope: Scope,
  input: NewMeetingRequest,
  idempotencyKey: string | null,
): Promise<ChangedMeeting> {
  const { db, journal, clock } = platform;
  const now = clock();
  const times = requireFuture(input.times, now).map((time) => time.toISOString());
  const { email } = await getContact(platform, scope);
  requireOthers(input, email);
  requireUsefulDay(input, now);
  const requestHash = digest(JSON.stringify(input));
  const { id, commandId } = await db.transaction().execute(async (tx) => {
    // One request of a user after the other, so that limits hold and a key makes one request.
    await journal.lockUser(tx, scope);
    const repeated = idempotencyKey === null ? null : await findRepeated(tx, scope, idempotencyKey);
    if (repeated) {
      if (repeated.requestHash !== requestHash) throw keyReusedError('meeting request');
      return { id: repeated.id, commandId: null };
    }
    await requireWithinLimits(platform, tx, scope, { requests: 1, attendees: input.attendees.length });
    const made = await journal.runIn(tx, scope, createKind(platform), {
      id: randomUUID(),
      slug: toSlug(input.title, randomBytes(4).toString('hex')),
      title: input.title,
      message: input.message,
      location: input.location,
      durationMinutes: input.durationMinutes,
      timeZone: input.timeZone,
      showsAnswers: input.showsAnswers,
      answerBy: input.answerBy,
      times,
      attendees: input.attendees.map((attendee) => ({ ...attendee, id: randomUUID() })),
      idempotencyKey,
      requestHash: idempotencyKey && requestHash,
    });
    return { id: made.result, commandId: made.commandId };
  });
  return { meetingRequest: await readMeeting(platform, scope, id), commandId };
}

function requireOthers({ attendees }: NewMeetingRequest, own: string): void {
  const at = attendees.findIndex(({ email }) => email.toLowerCase() === own.toLowerCase());
  if (at < 0) return;
  throw new AppError('invalid_request', 'You need not invite yourself. Leave your own address out.', {
    fields: { [`attendees.${at}`]: 'is your own address' },
  });
}

/** The last day to answer is neither over nor after the last time, when nobody can answer any more. */
function requireUsefulDay({ answerBy, times, timeZone }: NewMeetingRequest, now: Date): void {
  const day = answerBy === null ? null : findDayNumber(answerBy);
  if (day === null) return;
  const toDay = (instant: number) => localDayNumber(getZone(timeZone), instant);
  const lastDay = toDay(Math.max(...times.map((time) => Date.parse(time))));
  const problem =
    day < toDay(now.getTime()) ? 'is in the past' : day > lastDay ? 'is after the last time' : null;
  if (problem)
    throw new AppError('invalid_request', `answerBy: ${problem}`, { fields: { answerBy: problem } });
}

/** Whether the last day to answer has passed. */
function isPast(
  { answerBy, timeZone }: Pick<NewMeetingRequest, 'answerBy' | 'timeZone'>,
  now: Date,
): boolean {
  const day = answerBy === null ? null : findDayNumber(answerBy);
  return day !== null && day < localDayNumber(getZone(timeZone), now.getTime());
}

/** Limits of an hour, because strangers get mail. Call it under the user's lock. */
export async function requireWithinLimits(
  { config, clock }: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  more: { readonly requests: number; readonly attendees: number },
): Promise<void> {
  const { requests, attendees } = config.meetingLimits;
  const since = new Date(clock().getTime() - HOUR_MS);
  const [asked, mailed] = [
    await countMeetingsSince(tx, scope, since),
    await countMails(tx, scope, ASK_KEY_PREFIX, since),
  ];
  if (asked + more.requests > requests)
    throw new AppError(
      'rate_limited',
      `At most ${requests} meeting requests an hour can be sent. Try again later.`,
    );
  if (mailed + more.attendees > attendees)
    throw new AppError('rate_limited', `At most ${attendees} people an hour can be asked. Try again later.`);
}

export interface MeetingListQuery {
  readonly when: 'open' | 'closed' | 'all';
  readonly limit: number;
  readonly after?: string | undefined;
}

export async function listMeetings(
  platform: DbContext & Pick<Platform, 'config' | 'secrets'>,
  scope: Scope,
  { after, ...query }: MeetingListQuery,
): Promise<{ meetingRequests: MeetingRequest[]; after: string | null }> {
  const rows = await listMeetingRows(platform.db, scope, {
    ...query,
    after: readPageCursor(after),
    now: platform.clock(),
  });
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    meetingRequests: await showMeetings(platform, scope, shown),
    after: last ? writePageCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/** Proposes more times. Everybody is asked again; answers stay. A request whose time is over is open again. */
export async function addTimes(
  platform: Mailer & Pick<Platform, 'db' | 'journal'>,
  scope: Scope,
  id: string,
  added: readonly string[],
): Promise<MeetingRequest> {
  const { db, clock, journal } = platform;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    await journal.lockUser(tx, scope);
    const { meeting, attendees } = await lockMeetingWithAttendees(tx, scope, id);
    if (meeting.status === 'withdrawn') requireRunning(meeting, now);
    if (meeting.status === 'confirmed')
      throw new AppError('unprocessable', 'A time has already been chosen.');
    const known = new Set(meeting.times.map((time) => time.getTime()));
    const fresh = requireFuture(added, now).filter((time) => !known.has(time.getTime()));
    if (fresh.length === 0) return;
    const times = [...meeting.times, ...fresh].toSorted((a, b) => a.getTime() - b.getTime());
    if (times.length > MAX_TIMES)
      refuseTimes(`must be at most ${MAX_TIMES} together with those proposed before`);
    await requireWithinLimits(platform, tx, scope, { requests: 0, attendees: attendees.length });
    const answerBy = isPast(meeting, now) ? null : meeting.answerBy;
    const asked = { ...meeting, times, answerBy };
    const sendsAt = getSendTime(platform);
    const change = { times, answerBy, rounds: meeting.rounds + 1, sendsAt, expiresAt: getExpiry(asked) };
    await updateMeeting(tx, scope, id, { ...change, remindAt: findReminder(asked, now) }, now);
    await withdrawMails(tx, scope, id);
    await notifyAboutState(platform, tx, scope, { meeting: { ...meeting, ...change }, attendees }, sendsAt);
    await notifyChanged(tx, scope, 'meetings');
  });
  return readMeeting(platform, scope, id);
}

export function confirmMeeting(
  platform: MeetingsPlatform,
  scope: Scope,
  id: string,
  startsAt: string,
): Promise<ChangedMeeting> {
  return change(platform, scope, confirmKind(platform), { id, startsAt }, (meeting) => {
    return meeting.status === 'confirmed' && meeting.confirmedAt?.getTime() === Date.parse(startsAt);
  });
}

export function withdrawMeeting(
  platform: MeetingsPlatform,
  scope: Scope,
  id: string,
  message: string,
): Promise<ChangedMeeting> {
  return change(
    platform,
    scope,
    withdrawKind(platform),
    { id, message },
    ({ status }) => status === 'withdrawn',
  );
}

type Stored = NonNullable<Awaited<ReturnType<typeof findMeeting>>>;

/** Runs a command, unless it has been done: the same call again changes nothing. */
async function change<Payload extends { readonly id: string }>(
  platform: DbContext & Pick<Platform, 'config' | 'journal' | 'secrets'>,
  scope: Scope,
  kind: CommandKind<Payload, void>,
  payload: Payload,
  isDone: (meeting: Stored) => boolean,
): Promise<ChangedMeeting> {
  const { db, journal } = platform;
  const commandId = await db.transaction().execute(async (tx) => {
    await journal.lockUser(tx, scope);
    const meeting = await findMeeting(tx, scope, payload.id);
    if (meeting && isDone(meeting)) return null;
    return (await journal.runIn(tx, scope, kind, payload)).commandId;
  });
  return { meetingRequest: await readMeeting(platform, scope, payload.id), commandId };
}
