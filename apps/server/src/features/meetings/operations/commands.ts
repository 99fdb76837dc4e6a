import type { EventWriter } from '#features/calendar/operations/platform.ts';
import type { Mailer } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { CommandKind } from '#platform/journal.ts';
import { withdrawMails } from '#platform/mail-queue.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredMeeting } from '../model/meeting.ts';
import { findReminder, getExpiry } from '../rules/deadlines.ts';
import { isOver, requireRunning } from '../rules/states.ts';
import { insertAttendees, listAttendees } from '../store/attendees.ts';
import { deleteMeeting, findMeeting, insertMeeting, lockMeeting, updateMeeting } from '../store/requests.ts';
import {
  getSendTime,
  type MeetingWithAttendees,
  notifyAboutState,
  notifyAttendees,
  readContacts,
  sealToken,
} from './attendee-mails.ts';
import { addEvent, removeEvent } from './own-event.ts';

/** What the commands use. The journal passes the transaction. */
type CommandPlatform = Mailer & Pick<EventWriter, 'outboundQueue'>;

/** A new request, JSON-safe. The tokens of its links are made when it is applied, so that none is in the journal. */
export interface CreatePayload
  extends Pick<
    StoredMeeting,
    | 'id'
    | 'slug'
    | 'title'
    | 'message'
    | 'location'
    | 'durationMinutes'
    | 'timeZone'
    | 'showsAnswers'
    | 'answerBy'
  > {
  readonly times: readonly string[];
  readonly attendees: readonly { readonly id: string; readonly email: string; readonly name: string }[];
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
}

export function createKind(platform: Mailer): CommandKind<CreatePayload, string> {
  return {
    kind: 'meeting.create',
    async apply(tx, scope, { attendees, times: given, ...fields }, now) {
      const { id, title, answerBy, timeZone } = fields;
      if (await findMeeting(tx, scope, id))
        throw new AppError(
          'unprocessable',
          'The attendees already know that this request has ended. Send a new one.',
        );
      const times = given.map((time) => new Date(time));
      const asked = { times, answerBy, timeZone };
      const meeting = await insertMeeting(
        tx,
        scope,
        {
          ...fields,
          times,
          expiresAt: getExpiry(asked),
          remindAt: findReminder(asked, now),
          sendsAt: getSendTime(platform),
        },
        now,
      );
      const links = attendees.map((attendee) => ({ ...attendee, token: makeToken() }));
      await insertAttendees(
        tx,
        scope,
        id,
        links.map(({ token, ...attendee }) => ({
          ...attendee,
          tokenHash: digest(token),
          sealedToken: sealToken(platform, token),
        })),
      );
      await notifyAboutState(platform, tx, scope, await toWhole(tx, scope, meeting), meeting.sendsAt);
      return {
        result: id,
        inverse: {
          kind: 'meeting.withdraw',
          payload: { id, message: '', removes: true } satisfies EndPayload,
        },
        summary: `Asked ${attendees.length === 1 ? '1 person' : `${attendees.length} people`}: '${title}'`,
        changed: ['meetings'],
      };
    },
  };
}

interface EndPayload {
  readonly id: string;
  /** For the attendees. */
  readonly message: string;
  /** Undoes the creation: removes the request without a trace if nobody was notified of it. */
  readonly removes?: boolean;
}

/** Takes a request back, or cancels the confirmed meeting. Everyone who was invited gets a mail. */
export function withdrawKind(platform: CommandPlatform): CommandKind<EndPayload, void> {
  return {
    kind: 'meeting.withdraw',
    async apply(tx, scope, { id, message, removes = false }, now) {
      const { meeting, attendees } = await lockMeetingWithAttendees(tx, scope, id);
      await withdrawMails(tx, scope, id);
      const contacts = await readContacts(platform, tx, scope, meeting);
      const isUnknown = !attendees.some(contacts.knows);
      if (!isUnknown || meeting.status === 'withdrawn') requireRunning(meeting, now);
      await removeEvent(platform, tx, scope, meeting);
      const changed = meeting.eventId ? (['meetings', 'events'] as const) : (['meetings'] as const);
      if (removes && isUnknown) {
        await deleteMeeting(tx, scope, id);
        return {
          result: undefined,
          inverse: { kind: 'meeting.create', payload: toCreatePayload({ meeting, attendees }) },
          summary: `Removed the meeting request '${meeting.title}'`,
          changed,
        };
      }
      const sequence = meeting.sequence + 1;
      await updateMeeting(
        tx,
        scope,
        id,
        { status: 'withdrawn', sequence, eventId: null, unreportedSince: null },
        now,
      );
      const sendAt = getSendTime(platform);
      // An invitation that was withdrawn before needs no second CANCEL.
      const invited = meeting.confirmedAt ? attendees.filter(contacts.isInvited) : [];
      const others = attendees.filter((one) => contacts.knows(one) && !invited.includes(one));
      const ended: StoredMeeting = { ...meeting, sequence };
      const cancelled = { meeting: ended, attendees: invited };
      await notifyAttendees(platform, tx, scope, cancelled, { kind: 'cancelled', sendAt, message });
      const withdrawn = { meeting: ended, attendees: others };
      await notifyAttendees(platform, tx, scope, withdrawn, { kind: 'withdrawn', sendAt, message });
      return {
        result: undefined,
        inverse: {
          kind: 'meeting.restore',
          payload: { id, status: meeting.status, sequence: meeting.sequence } satisfies RestorePayload,
        },
        summary: `${meeting.confirmedAt ? 'Cancelled' : 'Withdrew'} '${meeting.title}'`,
        changed,
      };
    },
  };
}

interface RestorePayload extends Pick<StoredMeeting, 'id' | 'status' | 'sequence'> {}

/** Undoes a withdrawal, as long as nobody has been notified. */
export function restoreKind(platform: CommandPlatform): CommandKind<RestorePayload, void> {
  return {
    kind: 'meeting.restore',
    async apply(tx, scope, { id, status, sequence }, now) {
      const whole = await lockMeetingWithAttendees(tx, scope, id);
      await withdrawMails(tx, scope, id);
      const { knowEnd } = await readContacts(platform, tx, scope, whole.meeting);
      if (whole.meeting.status !== 'withdrawn' || isOver(whole.meeting, now) || knowEnd)
        throw new AppError(
          'unprocessable',
          'The attendees already know that this request has ended. Send a new one.',
        );
      const { confirmedAt } = whole.meeting;
      const eventId = confirmedAt ? await addEvent(platform, tx, scope, whole, confirmedAt) : null;
      // Nobody had the CANCEL, so the invitation that they have is still the last one.
      const change = { status, eventId, sequence };
      await updateMeeting(tx, scope, id, change, now);
      const meeting: StoredMeeting = { ...whole.meeting, ...change };
      await notifyAboutState(platform, tx, scope, { ...whole, meeting }, getSendTime(platform));
      return {
        result: undefined,
        inverse: { kind: 'meeting.withdraw', payload: { id, message: '' } satisfies EndPayload },
        summary: `Brought '${meeting.title}' back`,
        changed: eventId ? ['meetings', 'events'] : ['meetings'],
      };
    },
  };
}

export interface ConfirmPayload {
  readonly id: string;
  readonly startsAt: string;
}

/** Chooses a time: the event is made, and the attendees get an invitation file. */
export function confirmKind(platform: CommandPlatform): CommandKind<ConfirmPayload, void> {
  return {
    kind: 'meeting.confirm',
    async apply(tx, scope, { id, startsAt }, now) {
      const whole = await lockMeetingWithAttendees(tx, scope, id);
      requireRunning(whole.meeting, now);
      const { status, title, times } = whole.meeting;
      if (status !== 'open') throw new AppError('unprocessable', 'A time has already been chosen.');
      const confirmedAt = times.find((time) => time.getTime() === Date.parse(startsAt));
      if (!confirmedAt || confirmedAt <= now) throw refusedStart(confirmedAt);
      const eventId = await addEvent(platform, tx, scope, whole, confirmedAt);
      await withdrawMails(tx, scope, id);
      const sequence = whole.meeting.sequence + 1;
      const change = { status: 'confirmed', confirmedAt, eventId, sequence } as const;
      await updateMeeting(tx, scope, id, change, now);
      const meeting: StoredMeeting = { ...whole.meeting, ...change };
      await notifyAboutState(platform, tx, scope, { ...whole, meeting }, getSendTime(platform));
      return {
        result: undefined,
        inverse: { kind: 'meeting.reopen', payload: { id } },
        summary: `Confirmed '${title}'`,
        changed: ['meetings', 'events'],
      };
    },
  };
}

function refusedStart(known: Date | undefined): AppError {
  const problem = known ? 'is in the past' : 'must be one of the proposed times';
  return new AppError('invalid_request', `startsAt: ${problem}`, { fields: { startsAt: problem } });
}

/** Undoes the choice of a time. Everyone who has the invitation file gets a CANCEL, and the request is open again. */
export function reopenKind(platform: CommandPlatform): CommandKind<{ readonly id: string }, void> {
  return {
    kind: 'meeting.reopen',
    async apply(tx, scope, { id }, now) {
      const { meeting: before, attendees } = await lockMeetingWithAttendees(tx, scope, id);
      requireRunning(before, now);
      if (!before.confirmedAt) throw new AppError('unprocessable', 'No time is chosen.');
      await withdrawMails(tx, scope, id);
      const contacts = await readContacts(platform, tx, scope, before);
      await removeEvent(platform, tx, scope, before);
      const sequence = before.sequence + 1;
      const sendAt = getSendTime(platform);
      const invited = attendees.filter(contacts.isInvited);
      await notifyAttendees(
        platform,
        tx,
        scope,
        { meeting: { ...before, sequence }, attendees: invited },
        {
          kind: 'reopened',
          sendAt,
        },
      );
      const change = { status: 'open', confirmedAt: null, eventId: null, sequence } as const;
      await updateMeeting(tx, scope, id, change, now);
      await notifyAboutState(platform, tx, scope, { meeting: { ...before, ...change }, attendees }, sendAt);
      const payload: ConfirmPayload = { id, startsAt: before.confirmedAt.toISOString() };
      return {
        result: undefined,
        inverse: { kind: 'meeting.confirm', payload },
        summary: `Reopened the choice of a time for '${before.title}'`,
        changed: ['meetings', 'events'],
      };
    },
  };
}

export const meetingCommands = (platform: CommandPlatform) => [
  createKind(platform),
  withdrawKind(platform),
  restoreKind(platform),
  confirmKind(platform),
  reopenKind(platform),
];

/** The request with its attendees, which nothing else changes until the transaction ends. */
export async function lockMeetingWithAttendees(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<MeetingWithAttendees> {
  const meeting = await lockMeeting(tx, scope, id);
  if (!meeting) throw notFound('The meeting request');
  return toWhole(tx, scope, meeting);
}

async function toWhole(tx: Tx, scope: Scope, meeting: StoredMeeting): Promise<MeetingWithAttendees> {
  return { meeting, attendees: await listAttendees(tx, scope, [meeting.id]) };
}

function toCreatePayload({ meeting, attendees }: MeetingWithAttendees): CreatePayload {
  return {
    id: meeting.id,
    slug: meeting.slug,
    title: meeting.title,
    message: meeting.message,
    location: meeting.location,
    durationMinutes: meeting.durationMinutes,
    timeZone: meeting.timeZone,
    showsAnswers: meeting.showsAnswers,
    answerBy: meeting.answerBy,
    times: meeting.times.map((time) => time.toISOString()),
    attendees: attendees.map(({ id, email, name }) => ({ id, email, name })),
    idempotencyKey: null,
    requestHash: null,
  };
}
