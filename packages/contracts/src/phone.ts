import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { INVALID_CODE, succeeded } from './values.ts';

/** The message for an invalid number, in the browser and on the server. */
export const INVALID_MOBILE = 'Please enter a valid 10-digit phone number';

/** The consent text next to the switch. Each consent is stored with its text. */
export function reminderConsent(productName: string): string {
  return `I agree to receive SMS reminders about my tasks and plan from ${productName} at this number. Message frequency varies. Message and data rates may apply. Reply STOP to stop, HELP for help.`;
}

/** The consent of a visitor who books, next to the box. */
export function visitorReminderConsent(productName: string): string {
  return `I agree to receive one SMS reminder about this booking from ${productName} at this number. Message and data rates may apply. Reply STOP to stop, HELP for help.`;
}

const Done = z.object({ ...succeeded, message: z.string() });

export const phoneApi = {
  generateOtp: endpoint({
    method: 'POST',
    path: '/user/generate-otp',
    summary: 'Send a six-digit code to a mobile number (E.164, `+16175550142`)',
    access: 'user',
    body: z.object({
      mobile: z
        .string()
        .trim()
        .max(40)
        .regex(/^\+[1-9]\d{7,14}$/, INVALID_MOBILE),
    }),
    response: Done.extend({
      /** Seconds until another code may be requested; 30 if it is missing. */
      resendInSeconds: z.int().optional(),
    }),
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/user/verify-otp',
    summary: 'Verify the number with the code sent to it',
    access: 'user',
    body: z.object({
      otpCode: z
        .string()
        .max(40)
        .transform((text) => text.replace(/\D/g, ''))
        .refine((digits) => digits.length === 6, INVALID_CODE),
    }),
    response: Done,
  }),
  unverifyPhone: endpoint({
    method: 'POST',
    path: '/user/unverify-phone-number',
    summary: 'Remove the number and any pending code',
    access: 'user',
    response: Done,
  }),
  setReminders: endpoint({
    method: 'PUT',
    path: '/user/sms-reminders',
    summary:
      'Turn SMS reminders on or off; turning them on is the consent, and needs a verified number and Premium',
    access: 'user',
    body: z.discriminatedUnion('enabled', [
      z.object({
        enabled: z.literal(true),
        consent: z.literal(true, { error: 'Reminders by SMS need your consent' }),
      }),
      z.object({ enabled: z.literal(false), consent: z.boolean().optional() }),
    ]),
    response: Done,
  }),
  twilioWebhook: endpoint({
    method: 'POST',
    path: '/webhooks/twilio',
    summary:
      'Webhook of the SMS provider for replies and delivery states; the signature over address and fields is verified',
    access: 'public',
    media: 'application/x-www-form-urlencoded',
    /** TwiML: the reply to the sender, if any. */
    response: z.string(),
  }),
};
