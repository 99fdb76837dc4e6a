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
};
