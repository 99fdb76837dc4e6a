import path from 'node:path';
import type { PaymentProvider } from './features/billing/ports.ts';
import type { SmsProvider } from './features/phone/ports.ts';
import { folderFiles } from './integrations/files/folder-files.ts';
import { s3Files } from './integrations/files/s3-files.ts';
import { smtpMail } from './integrations/mail/smtp-mail.ts';
import { stripePayments } from './integrations/stripe/stripe-payments.ts';
import { twilioSms } from './integrations/twilio/twilio-sms.ts';
import type { Config } from './platform/config.ts';
import type { FileStore } from './platform/files.ts';
import type { Mail } from './platform/mail.ts';
import type { Sandbox } from './platform/sandbox.ts';

const noMail: Mail = { async send() {} };

export function mailOf({ SMTP_URL, MAIL_FROM }: Config, sandbox: Sandbox | null): Mail {
  if (SMTP_URL) return smtpMail(async () => SMTP_URL, MAIL_FROM);
  return sandbox ? smtpMail(async () => (await sandbox.address()).smtpUrl, MAIL_FROM) : noMail;
}

export function filesOf(config: Config): FileStore {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT) return folderFiles(path.join(config.DATA_DIR, 'files'));
  return s3Files({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET ?? '',
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  });
}

/** Where the payment provider's pricing table comes from; nothing of theirs is let in without it. */
const STRIPE_ORIGINS = ['https://js.stripe.com', 'https://hooks.stripe.com', 'https://api.stripe.com'];

/** Whose frames and scripts our pages let in. */
export function embeddedOrigins(config: Config): readonly string[] {
  return config.pricingTable ? STRIPE_ORIGINS : [];
}

/** The price that the sandbox sells; with keys it is `STRIPE_PRICE_ID`. */
const DEMO_PRICE_ID = 'demo_price_premium_weekly';

export function paymentsOf(config: Config, sandbox: Sandbox | null): PaymentProvider | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_BASE } = config;
  if (config.modes.payments === 'live') {
    const access = {
      secretKey: STRIPE_SECRET_KEY ?? '',
      webhookSecret: STRIPE_WEBHOOK_SECRET ?? '',
      priceId: STRIPE_PRICE_ID ?? '',
      apiBase: STRIPE_API_BASE ?? null,
    };
    return stripePayments(false, async () => access);
  }
  if (config.modes.payments === 'off' || !sandbox) return null;
  return stripePayments(true, async () => ({
    secretKey: sandbox.secrets.stripeKey,
    webhookSecret: sandbox.secrets.stripeWebhook,
    priceId: DEMO_PRICE_ID,
    apiBase: `${(await sandbox.address()).url}/stripe`,
  }));
}

/** The account and the sender of the sandbox's SMS provider. */
const DEMO_SMS_ACCOUNT = 'ACdemo00000000000000000000000000';
const DEMO_SMS_SENDER = '+15005550006';

export function smsOf(config: Config, sandbox: Sandbox | null): SmsProvider | null {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_API_BASE } = config;
  const webhook = `${config.apiBaseUrl}/webhooks/twilio`;
  if (config.modes.sms === 'live') {
    const access = {
      accountSid: TWILIO_ACCOUNT_SID ?? '',
      authToken: TWILIO_AUTH_TOKEN ?? '',
      from: TWILIO_FROM ?? '',
      apiBase: TWILIO_API_BASE ?? null,
    };
    return twilioSms({
      verifyServiceSid: config.TWILIO_VERIFY_SERVICE_SID ?? null,
      // The provider refuses addresses that it cannot reach.
      statusCallback: webhook.startsWith('https:') ? webhook : null,
      access: async () => access,
    });
  }
  if (config.modes.sms === 'off' || !sandbox) return null;
  return twilioSms({
    verifyServiceSid: config.TWILIO_VERIFY_SERVICE_SID ?? null,
    statusCallback: webhook,
    access: async () => ({
      accountSid: DEMO_SMS_ACCOUNT,
      authToken: sandbox.secrets.twilioToken,
      from: DEMO_SMS_SENDER,
      apiBase: `${(await sandbox.address()).url}/twilio`,
    }),
  });
}
