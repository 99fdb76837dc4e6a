import { entitlements } from '@dayloom/contracts';
import { z } from 'zod';
import { problemOf } from './problems.ts';

const flag = (standard: '0' | '1') =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(standard)
    .transform((value) => value === '1' || value === 'true');

const count = (standard: number, max: number) => z.coerce.number().int().min(0).max(max).default(standard);

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** Auth0's issuer ends in a slash and must keep it; our own addresses never have one. */
const address = httpUrl.transform((url) => url.replace(/\/+$/, ''));

/** Settings that mean nothing alone. */
const NEEDED_WITH = {
  STRIPE_SECRET_KEY: ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'],
  TWILIO_ACCOUNT_SID: ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  S3_ENDPOINT: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
} as const;
const DATA_KEY_BYTES = 32;

/**
 * Every setting of the server with its default and meaning. docs/operations/environment.md is generated from
 * the descriptions; a wrong value stops the start with a sentence that names it.
 */
export const configSchema = z
  .object({
    NODE_ENV: z
      .enum(['development', 'production', 'test'])
      .default('development')
      .describe('`production` turns off everything that only pretends (the sandbox).'),
    PORT: z.coerce
      .number({ error: 'must be a whole number from 0 to 65535' })
      .int()
      .min(0)
      .max(65_535)
      .default(3000)
      .describe('Port of web and API. 0 takes a free one.'),
    HOST: z
      .string()
      .min(1)
      .default('localhost')
      .describe('Address to listen on; `0.0.0.0` for all interfaces.'),
    PUBLIC_URL: address
      .optional()
      .describe(
        'Where browsers reach this server, `https://plan.example.com`. Default: `http://localhost:PORT`.',
      ),
    API_BASE_URL: address.optional().describe('Where browsers reach the API. Default: `PUBLIC_URL/api`.'),
    TRUST_PROXY: flag('0').describe('Believe X-Forwarded-* headers; only behind a proxy that sets them.'),
    DATA_DIR: z
      .string()
      .min(1)
      .default('.data')
      .describe('Folder of the embedded database, uploaded files and the data key.'),
    DATA_KEY: z
      .string()
      .transform((text) => text.split(',').map((key) => key.trim()))
      .refine(
        (keys) => keys.every((key) => Buffer.from(key, 'base64').length === DATA_KEY_BYTES),
        'must be 32 bytes in base64 (openssl rand -base64 32), or several of them with commas between',
      )
      .optional()
      .describe(
        'Key for secrets that lie in the database, 32 bytes in base64. Of several, the first locks and all open. Unset: made at the first start and kept in `DATA_DIR/data-key`. Processes that share a database need the same one.',
      ),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional()
      .describe('A PostgreSQL (16 or newer) to use instead of the embedded one.'),
    DATABASE_POOL_SIZE: z.coerce
      .number()
      .int()
      .min(2)
      .max(200)
      .default(8)
      .describe('Connections of one process.'),
    ROLE: z
      .enum(['all', 'web', 'worker'])
      .default('all')
      .describe('`web` serves requests, `worker` runs jobs, `all` does both in one process.'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('warn')
      .describe('Least severe log line that is written.'),
    PRODUCT_NAME: z.string().trim().min(1).max(40).default('Dayloom').describe('The name shown everywhere.'),
    OIDC_ISSUER: httpUrl
      .optional()
      .describe(
        'An external OpenID Connect issuer, exactly as it names itself. Unset: the embedded provider at `/oidc`.',
      ),
    OIDC_CLIENT_ID: z.string().min(1).optional().describe("This app's public client id at the issuer."),
    OIDC_AUDIENCE: z
      .string()
      .min(1)
      .default('https://api.dayloom')
      .describe('Audience that access tokens must carry.'),
    BILLING: z
      .enum(['off', 'on'])
      .default('on')
      .describe(
        '`off` gives every account everything and shows no prices. `on` takes payments: with the keys below, else in the sandbox; in production without keys it is `off`.',
      ),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_/, 'must be a secret or restricted key (sk_... or rk_...)')
      .optional()
      .describe('Secret key of the payment provider (Stripe). Unset: the sandbox.'),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .startsWith('whsec_', 'must begin with whsec_')
      .optional()
      .describe('Signing secret of the webhook endpoint `PUBLIC_URL/api/webhooks/stripe`.'),
    STRIPE_PRICE_ID: z
      .string()
      .startsWith('price_', 'must begin with price_')
      .optional()
      .describe('The recurring price of Premium ($8 a week).'),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .startsWith('pk_', 'must begin with pk_')
      .optional()
      .describe('Publishable key, for the embedded pricing table.'),
    STRIPE_PRICING_TABLE_ID: z
      .string()
      .startsWith('prctbl_', 'must begin with prctbl_')
      .optional()
      .describe('The embedded pricing table. Unset: our own table, with the same checkout behind it.'),
    STRIPE_API_BASE: address
      .optional()
      .describe('Another address of the payment API than `https://api.stripe.com`.'),
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
    SMS_REMINDERS_PER_USER: count(20, 1_000).describe('Reminders by SMS a day for one account.'),
    FREE_DAILY_MESSAGES: count(entitlements.FREE.dailyMessages, 1_000_000).describe(
      'Assistant messages a day on the free plan.',
    ),
    FREE_MONTHLY_MESSAGES: count(entitlements.FREE.monthlyMessages, 1_000_000).describe(
      'Assistant messages a month on the free plan.',
    ),
    PREMIUM_DAILY_MESSAGES: count(entitlements.ACTIVE.dailyMessages, 1_000_000).describe(
      'Assistant messages a day on the premium plan.',
    ),
    PREMIUM_MONTHLY_MESSAGES: count(entitlements.ACTIVE.monthlyMessages, 1_000_000).describe(
      'Assistant messages a month on the premium plan.',
    ),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional()
      .describe('Mail server. Unset: mail goes to the sandbox (`/sandbox/messages`), in production nowhere.'),
    MAIL_FROM: z.string().min(3).default('Dayloom <no-reply@localhost>').describe('Sender of our mail.'),
    S3_ENDPOINT: address
      .optional()
      .describe('An S3-compatible service for uploaded photos, without the bucket. Unset: `DATA_DIR/files`.'),
    S3_BUCKET: z.string().min(1).optional().describe('Its bucket.'),
    S3_REGION: z.string().min(1).default('us-east-1').describe('Its region.'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Its key.'),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe("The key's secret."),
    OIDC_ACCOUNT_URL: httpUrl
      .optional()
      .describe(
        "Where people manage their password at an external issuer; the screen 'Security' links there.",
      ),
    ALLOW_DEMO: flag('0').describe('Lets the sandbox run in production, for a public demo.'),
    RATE_LIMIT_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .default(1_200)
      .describe('API requests a minute for one caller.'),
    CLIENT_ERRORS_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .default(30)
      .describe('Reports of failures in the browser that one network address may send a minute.'),
    ANALYTICS_URL: httpUrl
      .optional()
      .describe(
        'Where browsers tell which page was opened (a POST with `{ name, url, domain }`, as Plausible takes it). Unset: nowhere.',
      ),
    ERROR_REPORT_URL: httpUrl
      .optional()
      .describe('Where browsers send their failures beside this server. Unset: only to this server.'),
    SIGN_IN_TRIES: z.coerce
      .number()
      .int()
      .min(1)
      .default(10)
      .describe('Wrong passwords for one e-mail address before it has to wait.'),
    SIGN_UPS_PER_TEN_MINUTES: z.coerce
      .number()
      .int()
      .min(1)
      .default(200)
      .describe('New accounts from one network address in ten minutes.'),
    BODY_LIMIT_BYTES: z.coerce.number().int().min(1_024).default(1_048_576).describe('Largest JSON body.'),
    IMPORT_LIMIT_BYTES: z.coerce.number().int().min(1_024).default(20_971_520).describe('Largest .ics file.'),
    IMPORT_LIMIT_EVENTS: z.coerce
      .number()
      .int()
      .min(1)
      .default(50_000)
      .describe('Most events in one .ics file.'),
    SHUTDOWN_GRACE_SECONDS: z.coerce
      .number()
      .int()
      .min(0)
      .max(600)
      .default(10)
      .describe('How long running requests and jobs may finish after SIGTERM.'),
  })
  .refine((config) => !config.OIDC_ISSUER || config.OIDC_CLIENT_ID, {
    message: 'is needed when OIDC_ISSUER is set',
    path: ['OIDC_CLIENT_ID'],
  })
  .superRefine((config, context) => {
    for (const [setting, needed] of Object.entries(NEEDED_WITH)) {
      if (!config[setting as keyof typeof NEEDED_WITH]) continue;
      for (const name of needed) {
        if (config[name]) continue;
        context.addIssue({ code: 'custom', path: [name], message: `is needed when ${setting} is set` });
      }
    }
  });

type Settings = z.output<typeof configSchema>;

/** The outside world, as far as it is connected: what has no adapter yet is off. */
const INTEGRATIONS = ['mail', 'google', 'outlook', 'caldav', 'payments', 'sms', 'language model'] as const;
type Integration = (typeof INTEGRATIONS)[number];

/** `live` talks to the real thing, `sandbox` to a stand-in on this machine, `off` not at all. */
export type Mode = 'live' | 'sandbox' | 'off';

export interface Config extends Settings {
  readonly publicUrl: string;
  readonly apiBaseUrl: string;
  readonly identity: 'embedded' | 'external';
  /** Whether plans differ: without payments everyone has everything. */
  readonly hasPlans: boolean;
  /** The payment provider's own pricing table, where it is to be shown. */
  readonly pricingTable: { readonly id: string; readonly publishableKey: string } | null;
  /** Codes by SMS a day: for an account, to a number, from a network address, and altogether. */
  readonly codeCaps: {
    readonly user: number;
    readonly number: number;
    readonly address: number;
    readonly all: number;
  };
  /** Decided once, at start, for each integration. */
  readonly modes: Readonly<Record<Integration, Mode>>;
}

/** Their values hold passwords and are never printed. */
const SECRETS = new Set([
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'DATA_KEY',
  'TWILIO_AUTH_TOKEN',
]);

const CODE_CAPS = { user: 10, number: 10, address: 30, all: 2_000 };
const SANDBOX_CODE_CAPS = { user: 100, number: 1_000, address: 5_000, all: 100_000 };

export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

/** Reads the environment; throws `InvalidConfig` whose message names each wrong setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable is how shells and compose files say 'not set'.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = configSchema.safeParse(given, { error: problemOf });
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const isSecret = SECRETS.has(name);
      const shown = given[name] === undefined ? 'not set' : isSecret ? 'not shown' : `'${given[name]}'`;
      return `${name} (${shown}): ${issue.message}`;
    });
    throw new InvalidConfig(`Wrong setting. ${sentences.join('; ')}. See docs/operations/environment.md.`);
  }
  const settings = parsed.data;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const standIn: Mode = settings.NODE_ENV !== 'production' || settings.ALLOW_DEMO ? 'sandbox' : 'off';
  const sms: Mode = settings.TWILIO_ACCOUNT_SID ? 'live' : standIn;
  // Nobody pays for the sandbox's texts, and whoever tries the product makes many accounts with one number.
  const codes = sms === 'sandbox' ? SANDBOX_CODE_CAPS : CODE_CAPS;
  const payments: Mode = settings.BILLING === 'off' ? 'off' : settings.STRIPE_SECRET_KEY ? 'live' : standIn;
  return {
    ...settings,
    publicUrl,
    apiBaseUrl: settings.API_BASE_URL ?? `${publicUrl}/api`,
    identity: settings.OIDC_ISSUER ? 'external' : 'embedded',
    hasPlans: payments !== 'off',
    pricingTable:
      payments === 'live' && settings.STRIPE_PRICING_TABLE_ID && settings.STRIPE_PUBLISHABLE_KEY
        ? { id: settings.STRIPE_PRICING_TABLE_ID, publishableKey: settings.STRIPE_PUBLISHABLE_KEY }
        : null,
    codeCaps: {
      user: settings.SMS_CODES_PER_USER ?? codes.user,
      number: settings.SMS_CODES_PER_NUMBER ?? codes.number,
      address: settings.SMS_CODES_PER_ADDRESS ?? codes.address,
      all: settings.SMS_CODES_PER_DAY ?? codes.all,
    },
    modes: {
      ...(Object.fromEntries(INTEGRATIONS.map((name) => [name, 'off'])) as Record<Integration, Mode>),
      mail: settings.SMTP_URL ? 'live' : standIn,
      payments,
      sms,
    },
  };
}
