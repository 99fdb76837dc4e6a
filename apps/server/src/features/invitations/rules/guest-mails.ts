import { DAY_MS } from '@dayloom/time';
import {
  type EventRecord,
  formatEventDate,
  getEnd,
  getStart,
} from '#features/calendar/model/event-record.ts';
import type { InvitedPerson } from '#features/calendar/model/invitation.ts';
import {
  describeDate,
  describeStart,
  describeTimes,
  paragraphs,
} from '#features/calendar/model/mail-text.ts';
import type { GuestUpdate } from './guest-updates.ts';
import { type FileContext, getMailZone, writeGuestFile } from './invitation-file.ts';

/** The keys of mails that invite. They are counted, because they go to strangers. */
export const INVITE_KEY_PREFIX = 'guest-invite ';

export interface MailContext extends FileContext {
  readonly invitationId: string;
}

export interface GuestMail {
  readonly key: string;
  readonly subjectId: string;
  readonly message: {
    readonly to: string;
    readonly replyTo: string;
    readonly subject: string;
    readonly text: string;
    readonly invitation: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string };
  };
}

/** The mail with which a guest learns something, with its iCalendar object. */
export function toGuestMail(update: GuestUpdate, context: MailContext): GuestMail {
  const { invitationId, organizer, sequence, homeTimeZone, url } = context;
  const { email, name, kind, components, isPart } = update;
  const [first] = components;
  const title = first?.title ?? '';
  const when = first ? describeBegin(first, homeTimeZone) : '';
  const isCancel = kind === 'cancelled';
  const begin = kind === 'invited' ? INVITE_KEY_PREFIX : `guest-${kind} `;
  return {
    key: `${begin}${invitationId} ${sequence} ${email}`,
    subjectId: invitationId,
    message: {
      to: email,
      replyTo: organizer.email,
      subject: `${SUBJECTS[kind]}: ${title}${isCancel && !isPart ? '' : `, ${when}`}`,
      text: paragraphs([
        name ? `Hello ${name},` : 'Hello,',
        describeUpdate(update, organizer),
        ...components.map((record) => describeEvent(record, homeTimeZone)),
        isCancel ? null : first?.description || null,
        isCancel ? null : `Accept, maybe or decline: ${url}`,
      ]),
      invitation: { method: isCancel ? 'CANCEL' : 'REQUEST', text: writeGuestFile(update, context) },
    },
  };
}

const SUBJECTS = { invited: 'Invitation', updated: 'Updated', cancelled: 'Cancelled' } as const;

function describeUpdate({ kind, isPart, components }: GuestUpdate, { name, email }: InvitedPerson): string {
  const who = name || email;
  const what = isPart && components.length > 1 ? 'these dates' : isPart ? 'this date' : 'this event';
  if (kind === 'invited') return `${who} invites you to ${what}.`;
  if (kind === 'updated') return `${who} has changed ${what}.`;
  return isPart ? `${who} has cancelled ${what} of a series.` : `${who} has cancelled ${what}.`;
}

function describeBegin(record: EventRecord, homeTimeZone: string): string {
  return record.isAllDay
    ? describeDate(formatEventDate(record.start))
    : describeStart(new Date(getStart(record, homeTimeZone)), getMailZone(record, homeTimeZone));
}

function describeEvent(record: EventRecord, homeTimeZone: string): string {
  return [
    record.title,
    describeWhen(record, homeTimeZone),
    ...(record.recurrence ? ['It repeats from then on.'] : []),
    ...(record.location ? [`Where: ${record.location}`] : []),
  ].join('\n');
}

function describeWhen(record: EventRecord, homeTimeZone: string): string {
  if (!record.isAllDay)
    return describeTimes(
      new Date(getStart(record, homeTimeZone)),
      new Date(getEnd(record, homeTimeZone)),
      getMailZone(record, homeTimeZone),
    );
  const first = formatEventDate(record.start);
  const last = new Date(Date.parse(formatEventDate(record.end)) - DAY_MS).toISOString().slice(0, 10);
  return last > first ? `${describeDate(first)} to ${describeDate(last)}` : describeDate(first);
}
