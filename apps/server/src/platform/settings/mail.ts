import { z } from 'zod';

export const mailSettings = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional()
    .describe(
      'Address of the mail server. Unset: mail goes to the sandbox (`/sandbox/messages`); in production no mail is sent.',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .default('Dayloom <no-reply@localhost>')
    .describe('Sender address of outgoing mail.'),
  INBOUND_MAIL_ADDRESS: z
    .email()
    .optional()
    .describe(
      "The address to which the calendar programs of guests send their answers: its mail must come to `POST /api/inbound/mail` or to `IMAP_URL`. Unset: answers by mail go to the organizer's own address, and only those on the page are seen here.",
    ),
  INBOUND_MAIL_SECRET: z
    .string()
    .min(24)
    .optional()
    .describe(
      'What a mail server sends as `X-Inbound-Secret` with each received message (RFC 822) to `POST /api/inbound/mail`. Unset: that address is closed, except in the sandbox.',
    ),
  IMAP_URL: z
    .string()
    .regex(/^imaps?:\/\//, 'must begin with imap:// or imaps://')
    .optional()
    .describe(
      'A mailbox that is read every minute for the answers of guests: `imaps://USER:PASSWORD@HOST/INBOX`. Messages are marked as read. Unset: none.',
    ),
};
