import { readCalendar } from '@dayloom/time/icalendar';
import PostalMime from 'postal-mime';
import type { EventTime } from '#features/calendar/model/event.ts';
import { toEventTime } from '#features/calendar/model/file-event.ts';
import type { MailedAnswer } from '../model/mailed-answer.ts';

/** One answer in a mail (METHOD:REPLY of RFC 5546). */
export interface MailReply extends MailedAnswer {
  /** The occurrence that was answered, and the VTIMEZONE of its time. */
  readonly recurrenceId: EventTime | null;
  readonly zoneDefinition: string | null;
}

/** `ignored`: why a mail has no answer that counts. */
export type ReadMail = { readonly replies: readonly MailReply[] } | { readonly ignored: string };

const MAX_EVENTS = 50;
const ANSWERS: Readonly<Record<string, MailReply['answer']>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
};

/** Reads a received mail (RFC 6047). Anybody can send anything. It runs in a thread with limits. */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', maxNestingDepth: 20 });
  const files = mail.attachments.filter(({ mimeType }) =>
    /^(?:text\/calendar|application\/ics)$/i.test(mimeType),
  );
  const [text] = files.flatMap(({ content }) =>
    typeof content === 'string' && /^METHOD:REPLY[ \t]*$/im.test(content) ? [content] : [],
  );
  if (text === undefined) return { ignored: 'It contains no iCalendar reply.' };
  const from = mail.from?.address?.toLowerCase();
  if (!from) return { ignored: 'It has no sender.' };
  const { eventList } = readCalendar(text);
  const replies: MailReply[] = [];
  for (const event of eventList.slice(0, MAX_EVENTS)) {
    const [attendee, ...others] = event.attendees;
    const answer = ANSWERS[attendee?.status.toUpperCase() ?? ''];
    if (!attendee?.email || others.length > 0 || !answer) continue;
    // Only the sender's own answer: a delegate or a stranger cannot answer for somebody else.
    if (attendee.email.toLowerCase() !== from) return { ignored: 'Its sender is not the attendee.' };
    replies.push({
      uid: event.uid,
      email: from,
      answer,
      sequence: Math.max(0, Math.trunc(event.sequence) || 0),
      stampedAt: readStamp(event.raw),
      recurrenceId: event.recurrenceId && toEventTime(event.recurrenceId),
      zoneDefinition: event.zoneDefinition,
    });
  }
  return replies.length > 0 ? { replies } : { ignored: 'Its answer cannot be read.' };
}

/** DTSTAMP, which is in UTC (RFC 5545 §3.8.7.2); the oldest time if it is missing. */
function readStamp(component: string): number {
  const line = component.split('\n').find((each) => each.slice(0, 7).toUpperCase() === 'DTSTAMP') ?? '';
  const value = line.slice(line.lastIndexOf(':') + 1).trim();
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(value) ?? [];
  const stamp = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(stamp) ? 0 : stamp;
}
