import { z } from 'zod';

export const mailSettings = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional()
    .describe('Mail server. Unset: mail goes to the sandbox (`/sandbox/messages`), in production nowhere.'),
  MAIL_FROM: z.string().min(3).default('Dayloom <no-reply@localhost>').describe('Sender of our mail.'),
};
