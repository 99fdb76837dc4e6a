import { z } from 'zod';
import { address, count } from './kinds.ts';

/** Codes and reminders by SMS. */
export const textMessageSettings = {
  TWILIO_ACCOUNT_SID: z
    .string()
    .startsWith('AC', 'must begin with AC')
    .optional()
    .describe('Account of the SMS provider (Twilio). Unset: the sandbox; in production no SMS.'),
  TWILIO_AUTH_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('Its auth token; it signs `PUBLIC_URL/api/webhooks/twilio` too.'),
  TWILIO_FROM: z
    .string()
    .regex(/^(?:\+[1-9]\d{7,14}|MG\w+)$/, 'must be a number such as +16175550100, or begin with MG')
    .optional()
    .describe('The number that sends, or the id of a messaging service (MG...).'),
  TWILIO_VERIFY_SERVICE_SID: z
    .string()
    .startsWith('VA', 'must begin with VA')
    .optional()
    .describe('A Verify service, which then makes and checks the codes. Unset: codes of our own.'),
  TWILIO_API_BASE: address
    .optional()
    .describe('Another address of the SMS API than `https://api.twilio.com`.'),
  SMS_COUNTRIES: z
    .string()
    .default('US')
    .transform((list) => list.split(',').map((code) => code.trim().toUpperCase()))
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must be two-letter country codes such as US,CA')).min(1))
    .describe('Countries whose mobile numbers may be verified, two letters each, with commas between.'),
  SMS_QUIET_HOURS: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be two times such as 21:00-08:00')
    .default('21:00-08:00')
    .describe(
      "When no reminder is sent, in each user's home zone; it waits for the end. Equal times: never.",
    ),
  SMS_CODES_PER_USER: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes a day for one account. Default: 10, in the sandbox 100.'),
  SMS_CODES_PER_NUMBER: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes a day to one number. Default: 10, in the sandbox 1,000.'),
  SMS_CODES_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes a day asked for from one network address. Default: 30, in the sandbox 5,000.'),
  SMS_CODES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes a day that this server sends at all. Default: 2,000, in the sandbox 100,000.'),
  SMS_PREFIX_ALARM: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'Codes an hour to numbers that differ in the last four digits only, from which on the log calls it an attack. Default: 20, in the sandbox 0, which is never.',
    ),
  SMS_CONVERSION_ALARM: z.coerce
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'Per cent of the codes of a day that somebody has to enter, or the log calls it an attack. Default: 25, in the sandbox 0, which is never.',
    ),
  SMS_PRICE: z.coerce
    .number()
    .min(0.0001)
    .max(10)
    .default(0.02)
    .describe('What one text costs, in the currency of `SMS_SPEND_PER_DAY`.'),
  SMS_SPEND_PER_DAY: z.coerce
    .number()
    .min(0)
    .optional()
    .describe(
      'Most that texts, codes and reminders alike, may cost a day (UTC). Default: 50, in the sandbox no limit.',
    ),
  SMS_REMINDERS_PER_USER: count(20, 1_000).describe('Reminders by SMS a day for one account.'),
};
