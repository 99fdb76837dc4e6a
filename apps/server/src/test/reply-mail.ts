import type { Reply, TestServer } from './server.ts';

interface Answer {
  readonly uid: string;
  readonly from: string;
  /** The sender if absent. */
  readonly attendee?: string;
  readonly status?: string;
  readonly sequence?: number;
  readonly stamp?: string;
  readonly method?: string;
  readonly more?: readonly string[];
}

/** A mail with an answer, as a calendar program writes it, or as somebody forges it. */
export const writeReplyMail = ({
  uid,
  from,
  attendee = from,
  status = 'ACCEPTED',
  sequence = 0,
  stamp = '20261116T080100Z',
  method = 'REPLY',
  more = [],
}: Answer): string =>
  [
    `From: Somebody <${from}>`,
    'To: <maya@example.com>',
    'Subject: Accepted',
    'MIME-Version: 1.0',
    `Content-Type: text/calendar; method=${method}; charset=utf-8`,
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Elsewhere//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    'DTSTART:20261124T090000Z',
    `SEQUENCE:${sequence}`,
    'ORGANIZER:mailto:maya@example.com',
    `ATTENDEE;PARTSTAT=${status}:mailto:${attendee}`,
    ...more,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** Delivers a mail as the mail server of this server does. */
export const deliverMail = (
  server: TestServer,
  mail: string,
  secret: string | null = server.secrets.inboundMail,
): Promise<Reply> =>
  server.call('POST', '/api/inbound/mail', mail, {
    'content-type': 'message/rfc822',
    ...(secret !== null && { 'x-inbound-secret': secret }),
  });
