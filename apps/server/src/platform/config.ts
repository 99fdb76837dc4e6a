import { entitlements } from '@dayloom/contracts';
import { z } from 'zod';

const flag = (standard: '0' | '1') =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(standard)
    .transform((value) => value === '1' || value === 'true');

const count = (standard: number, max: number) => z.coerce.number().int().min(0).max(max).default(standard);

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** Auth0's issuer ends in a slash and must keep it; our own addresses never have one. */
const address = httpUrl.transform((url) => url.replace(/\/+$/, ''));

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
      .describe('Folder of the embedded database and uploaded files.'),
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
    if (!config.STRIPE_SECRET_KEY) return;
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const) {
      if (!config[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is needed when STRIPE_SECRET_KEY is set',
        });
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
  /** Decided once, at start, for each integration. */
  readonly modes: Readonly<Record<Integration, Mode>>;
}

/** Their values hold passwords and are never printed. */
const SECRETS = new Set(['DATABASE_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);

export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

/** Reads the environment; throws `InvalidConfig` whose message names each wrong setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable is how shells and compose files say 'not set'.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = configSchema.safeParse(given);
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
    modes: {
      ...(Object.fromEntries(INTEGRATIONS.map((name) => [name, 'off'])) as Record<Integration, Mode>),
      mail: settings.SMTP_URL ? 'live' : standIn,
      payments,
    },
  };
}
