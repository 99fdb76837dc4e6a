import { z } from 'zod';
import { address, count } from './kinds.ts';

/** Codes and reminders by SMS. */
export const textMessageSettings = {
  TWILIO_ACCOUNT_SID: z
    .string()
    .startsWith('AC', 'must begin with AC')
    .optional()
    .describe('Account ID at the SMS provider (Twilio). Unset: the sandbox; in production no SMS.'),
  TWILIO_AUTH_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Auth token of the account. Twilio also signs calls of `PUBLIC_URL/api/webhooks/twilio` with it.',
    ),
  TWILIO_FROM: z
    .string()
    .regex(/^(?:\+[1-9]\d{7,14}|MG\w+)$/, 'must be a number such as +16175550100, or begin with MG')
    .optional()
    .describe('Number of the sender, or ID of a messaging service (MG...).'),
  TWILIO_VERIFY_SERVICE_SID: z
    .string()
    .startsWith('VA', 'must begin with VA')
    .optional()
    .describe(
      'ID of a Verify service that creates and checks the codes. Unset: Dayloom creates and checks them.',
    ),
  TWILIO_API_BASE: address.optional().describe('Address of the SMS API. Unset: `https://api.twilio.com`.'),
  SMS_COUNTRIES: z
    .string()
    .default('US')
    .transform((list) => list.split(',').map((code) => code.trim().toUpperCase()))
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must be two-letter country codes such as US,CA')).min(1))
    .describe('Countries whose mobile numbers may be verified: two-letter codes, separated by commas.'),
  SMS_QUIET_HOURS: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be two times such as 21:00-08:00')
    .default('21:00-08:00')
    .describe(
      "Hours without reminders, in each user's home zone. Reminders wait until the end. Equal times mean no quiet hours.",
    ),
  SMS_CODES_PER_USER: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes per day for one account. Default: 10, in the sandbox 100.'),
  SMS_CODES_PER_NUMBER: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes per day to one number. Default: 10, in the sandbox 1,000.'),
  SMS_CODES_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes per day requested from one network address. Default: 30, in the sandbox 5,000.'),
  SMS_CODES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Codes per day that this server sends in total. Default: 2,000, in the sandbox 100,000.'),
  SMS_PREFIX_ALARM: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'Codes per hour to numbers that differ only in the last four digits, from which the log reports an attack. `0` turns the alarm off. Default: 20, in the sandbox 0.',
    ),
  SMS_CONVERSION_ALARM: z.coerce
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe(
      "Percentage of a day's codes that people must enter. Below it the log reports an attack. `0` turns the alarm off. Default: 25, in the sandbox 0.",
    ),
  SMS_PRICE: z.coerce
    .number()
    .min(0.0001)
    .max(10)
    .default(0.02)
    .describe('Price of one text message, in the currency of `SMS_SPEND_PER_DAY`.'),
  SMS_SPEND_PER_DAY: z.coerce
    .number()
    .min(0)
    .optional()
    .describe(
      'Maximum cost of all text messages (codes and reminders) per day (UTC). Default: 50, in the sandbox no limit.',
    ),
  SMS_REMINDERS_PER_USER: count(20, 1_000).describe(
    'SMS reminders per day of its home zone for one account.',
  ),
};
