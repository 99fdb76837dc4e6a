import path from 'node:path';
import type { ClientConfig } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type { LanguageModel } from './features/assistant/ports.ts';
import type { PaymentProvider } from './features/billing/ports.ts';
import type { CalendarProviders } from './features/calendar-accounts/ports.ts';
import type { CalendarFeeds } from './features/calendar-sync/ports.ts';
import type { PushSender } from './features/notifications/ports.ts';
import type { SmsProvider } from './features/phone/ports.ts';
import type { TodoistTasks } from './features/task-imports/ports.ts';
import { caldavPasswords } from './integrations/caldav/caldav-account.ts';
import { caldavCalendarProvider } from './integrations/caldav/caldav-calendar.ts';
import { demoCaldavHosts, demoCaldavLogin } from './integrations/caldav/demo-hosts.ts';
import { httpFeeds } from './integrations/feeds/http-feeds.ts';
import { folderFiles } from './integrations/files/folder-files.ts';
import { s3Files } from './integrations/files/s3-files.ts';
import { googleCalendarProvider } from './integrations/google/google-calendar.ts';
import { googleTasks } from './integrations/google/google-tasks.ts';
import { type GuardedFetch, guardedFetch } from './integrations/http/guarded-fetch.ts';
import { openaiCompatibleModel } from './integrations/language-model/openai-compatible-model.ts';
import { smtpMail } from './integrations/mail/smtp-mail.ts';
import { microsoftToDo } from './integrations/microsoft/microsoft-to-do.ts';
import { outlookCalendarProvider } from './integrations/microsoft/outlook-calendar.ts';
import { googleConsent, microsoftConsent, type OpenidAccess } from './integrations/oauth/openid-consent.ts';
import { stripePayments } from './integrations/stripe/stripe-payments.ts';
import { todoistTasks } from './integrations/todoist/todoist-tasks.ts';
import { twilioSms } from './integrations/twilio/twilio-sms.ts';
import { webPushSender } from './integrations/web-push/web-push-sender.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { FileStore } from './platform/files.ts';
import type { Mail } from './platform/mail.ts';
import type { Sandbox } from './platform/sandbox.ts';

const noMail: Mail = { async send() {} };

export function createMail({ SMTP_URL, MAIL_FROM }: Config, sandbox: Sandbox | null): Mail {
  if (SMTP_URL) return smtpMail(async () => SMTP_URL, MAIL_FROM);
  return sandbox ? smtpMail(async () => (await sandbox.address()).smtpUrl, MAIL_FROM) : noMail;
}

export function createFileStore(config: Config): FileStore {
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

/** The origins of the payment provider's pricing table. Without the table they are not allowed. */
const STRIPE_ORIGINS = ['https://js.stripe.com', 'https://hooks.stripe.com', 'https://api.stripe.com'];

/** Origins whose frames and scripts our pages allow. */
export function embeddedOrigins(config: Config): readonly string[] {
  return config.pricingTable ? STRIPE_ORIGINS : [];
}

/** The price in the sandbox. With real keys it is `STRIPE_PRICE_ID`. */
const DEMO_PRICE_ID = 'demo_price_premium_weekly';

export function createPayments(config: Config, sandbox: Sandbox | null): PaymentProvider | null {
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

export function createSms(config: Config, sandbox: Sandbox | null): SmsProvider | null {
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

/** The product's client id at the sandbox's Google and Microsoft. */
const DEMO_CLIENT_ID = 'dayloom';

export function createCalendarProviders(
  config: Config,
  sandbox: Sandbox | null,
  clock: Clock,
  outside: Pick<OutboundFetches, 'caldav'>,
): CalendarProviders {
  const redirectUri = `${config.publicUrl}/settings`;
  /** Browsers use this server's address for the sandbox; the server itself calls the sandbox process. */
  const demoAccess = (name: 'google' | 'microsoft', demo: Sandbox) => ({
    clientId: DEMO_CLIENT_ID,
    clientSecret: demo.secrets.oauthClient,
    redirectUri,
    clock,
    issuer: `${config.publicUrl}/sandbox/oauth/${name}`,
    reach: async (url: URL) => new URL(url.href.replace(config.publicUrl, (await demo.address()).url)),
  });
  return {
    google: createGoogle(config, sandbox, { redirectUri, clock, demoAccess }),
    outlook: createOutlook(config, sandbox, { redirectUri, clock, demoAccess }),
    apple: createApple(config, { fetch: outside.caldav, clock }),
  };
}

interface OauthParts {
  readonly redirectUri: string;
  readonly clock: Clock;
  readonly demoAccess: (name: 'google' | 'microsoft', sandbox: Sandbox) => OpenidAccess;
}

function createGoogle(
  { modes, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER, GOOGLE_API_URL }: Config,
  sandbox: Sandbox | null,
  { redirectUri, clock, demoAccess }: OauthParts,
): CalendarProviders['google'] {
  if (modes.google === 'live') {
    const consent = googleConsent({
      clientId: GOOGLE_CLIENT_ID ?? '',
      clientSecret: GOOGLE_CLIENT_SECRET ?? '',
      issuer: GOOGLE_ISSUER,
      redirectUri,
      clock,
    });
    const calendars = googleCalendarProvider({
      ...(GOOGLE_API_URL && { apiUrl: async () => GOOGLE_API_URL }),
      renew: consent.renew,
    });
    const tasks = googleTasks({
      clock,
      ...(GOOGLE_API_URL && { apiUrl: async () => GOOGLE_API_URL }),
      renew: consent.renew,
    });
    return { consent, calendars, tasks };
  }
  if (modes.google === 'off' || !sandbox) return null;
  const consent = googleConsent(demoAccess('google', sandbox));
  const apiUrl = async () => (await sandbox.address()).url;
  return {
    consent,
    calendars: googleCalendarProvider({ apiUrl, renew: consent.renew }),
    tasks: googleTasks({ clock, apiUrl, renew: consent.renew }),
  };
}

function createOutlook(
  { modes, MS_CLIENT_ID, MS_CLIENT_SECRET, MS_ISSUER, GRAPH_URL }: Config,
  sandbox: Sandbox | null,
  { redirectUri, clock, demoAccess }: OauthParts,
): CalendarProviders['outlook'] {
  if (modes.outlook === 'live') {
    const consent = microsoftConsent({
      clientId: MS_CLIENT_ID ?? '',
      clientSecret: MS_CLIENT_SECRET ?? '',
      issuer: MS_ISSUER,
      redirectUri,
      clock,
    });
    const access = { ...(GRAPH_URL && { graphUrl: async () => GRAPH_URL }), renew: consent.renew };
    return { consent, calendars: outlookCalendarProvider(access), tasks: microsoftToDo(access) };
  }
  if (modes.outlook === 'off' || !sandbox) return null;
  const consent = microsoftConsent(demoAccess('microsoft', sandbox));
  const graphUrl = async () => `${(await sandbox.address()).url}/graph`;
  const access = { graphUrl, renew: consent.renew };
  return { consent, calendars: outlookCalendarProvider(access), tasks: microsoftToDo(access) };
}

/** Time limit for one subscribed file, because many files wait. */
const FEED_MS = MINUTE_MS;

/** The timeout of a call to a push service. Other messages wait meanwhile. */
const PUSH_MS = 10_000;
const PUSH_ANSWER_BYTES = 65_536;

/** Fetches for addresses that people enter. Only `ALLOW_PRIVATE_ADDRESSES` opens the private network to them. */
export interface OutboundFetches {
  readonly caldav: GuardedFetch;
  readonly feeds: GuardedFetch;
  readonly push: GuardedFetch;
  close(): void;
}

export function createOutboundFetches(config: Config, sandbox: Sandbox | null): OutboundFetches {
  const allowsPrivate = config.ALLOW_PRIVATE_ADDRESSES;
  const isDemo = config.modes.caldav === 'sandbox' && sandbox;
  const caldav = guardedFetch({
    allowsPrivate,
    ...(isDemo && { findDemoHost: demoCaldavHosts(async () => (await sandbox.address()).url) }),
  });
  const feeds = guardedFetch({ allowsPrivate, maxBytes: config.IMPORT_LIMIT_BYTES, totalMs: FEED_MS });
  const push = guardedFetch({ allowsPrivate, maxBytes: PUSH_ANSWER_BYTES, timeoutMs: PUSH_MS });
  return {
    caldav,
    feeds,
    push,
    close() {
      caldav.close();
      feeds.close();
      push.close();
    },
  };
}

/** `subject` is the contact of this server's operator for push services (RFC 8292). */
export function createPushSender(
  { publicUrl, MAIL_FROM }: Config,
  { push }: Pick<OutboundFetches, 'push'>,
  clock: Clock,
): PushSender {
  const address = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('<') + 1)
    .replace('>', '')
    .trim();
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`;
  return webPushSender({ fetch: push, subject, clock });
}

function createApple(
  { modes }: Config,
  access: { fetch: GuardedFetch; clock: Clock },
): CalendarProviders['apple'] {
  if (modes.caldav === 'off') return null;
  return { calendars: caldavCalendarProvider(access), password: caldavPasswords(access) };
}

/** Prefills the form for a CalDAV account while only the demo account exists. */
export function findDemoCaldav({ modes }: Config, sandbox: Sandbox | null): ClientConfig['demoCaldav'] {
  return modes.caldav === 'sandbox' && sandbox
    ? { ...demoCaldavLogin, password: sandbox.secrets.caldavPassword }
    : null;
}

export function createTodoist(
  { modes, TODOIST_API_URL }: Config,
  sandbox: Sandbox | null,
  clock: Clock,
): TodoistTasks {
  if (modes.todoist === 'sandbox' && sandbox)
    return todoistTasks({ clock, apiUrl: async () => `${(await sandbox.address()).url}/todoist` });
  return todoistTasks({ clock, ...(TODOIST_API_URL && { apiUrl: async () => TODOIST_API_URL }) });
}

/** Prefills the form while only the demo account exists. */
export function findDemoTodoistToken({ modes }: Config, sandbox: Sandbox | null): string | null {
  return modes.todoist === 'sandbox' && sandbox ? sandbox.secrets.todoistToken : null;
}

export function createFeeds(fetch: GuardedFetch, clock: Clock): CalendarFeeds {
  return httpFeeds({ fetch, clock });
}

/** Null without one: the assistant understands messages by itself. */
export function createLanguageModel(
  { LLM_BASE_URL, LLM_API_KEY, LLM_MODEL, LLM_TIMEOUT_SECONDS }: Config,
  clock: Clock,
): LanguageModel | null {
  if (!LLM_BASE_URL || !LLM_MODEL) return null;
  return openaiCompatibleModel(
    {
      baseUrl: LLM_BASE_URL,
      apiKey: LLM_API_KEY ?? null,
      model: LLM_MODEL,
      silenceMs: LLM_TIMEOUT_SECONDS * 1_000,
    },
    clock,
  );
}
