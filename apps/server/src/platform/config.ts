import { z } from 'zod';
import { describeIssue } from './problems.ts';
import { bookingSettings } from './settings/booking.ts';
import { calendarSettings } from './settings/calendars.ts';
import { fileSettings } from './settings/files.ts';
import { languageModelSettings } from './settings/language-model.ts';
import { mailSettings } from './settings/mail.ts';
import { planSettings } from './settings/plans.ts';
import { reportSettings } from './settings/reports.ts';
import { serverSettings } from './settings/server.ts';
import { signInSettings } from './settings/sign-in.ts';
import { textMessageSettings } from './settings/text-messages.ts';

/** Settings that need other settings. */
const NEEDED_WITH = {
  STRIPE_SECRET_KEY: ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'],
  TWILIO_ACCOUNT_SID: ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  GOOGLE_CLIENT_ID: ['GOOGLE_CLIENT_SECRET'],
  MS_CLIENT_ID: ['MS_CLIENT_SECRET'],
  S3_ENDPOINT: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  LLM_BASE_URL: ['LLM_MODEL'],
  LLM_MODEL: ['LLM_BASE_URL'],
  LLM_API_KEY: ['LLM_BASE_URL'],
} as const;

/**
 * All settings of the server, from `settings/`, with defaults and meanings. docs/operations/environment.md is
 * generated from the descriptions. A wrong value stops the start with a message that names the setting.
 */
export const configSchema = z
  .object({
    ...serverSettings,
    ...signInSettings,
    ...planSettings,
    ...textMessageSettings,
    ...calendarSettings,
    ...bookingSettings,
    ...mailSettings,
    ...fileSettings,
    ...languageModelSettings,
    ...reportSettings,
  })
  .refine((config) => !config.OIDC_ISSUER || config.OIDC_CLIENT_ID, {
    message: 'is required when OIDC_ISSUER is set',
    path: ['OIDC_CLIENT_ID'],
  })
  .superRefine((config, context) => {
    for (const [setting, needed] of Object.entries(NEEDED_WITH)) {
      if (!config[setting as keyof typeof NEEDED_WITH]) continue;
      for (const name of needed) {
        if (config[name]) continue;
        context.addIssue({ code: 'custom', path: [name], message: `is required when ${setting} is set` });
      }
    }
  });

type Settings = z.output<typeof configSchema>;

/** The outside services. One without a configured adapter is off. */
const INTEGRATIONS = [
  'mail',
  'google',
  'outlook',
  'caldav',
  'todoist',
  'payments',
  'sms',
  'language model',
] as const;
type Integration = (typeof INTEGRATIONS)[number];

/** `live` uses the real provider, `sandbox` an imitation on this machine, `off` nothing. */
export type Mode = 'live' | 'sandbox' | 'off';

export interface Config extends Settings {
  readonly publicUrl: string;
  /** Of the public URL, for iCalendar UIDs and Message-IDs. */
  readonly domain: string;
  readonly apiBaseUrl: string;
  /** The address of the MCP server, which is also its resource indicator (RFC 8707). */
  readonly mcpUrl: string;
  readonly identity: 'embedded' | 'external';
  /** Whether plans differ. Without payments every account has all features. */
  readonly hasPlans: boolean;
  /** The payment provider's embedded pricing table, if it is configured. */
  readonly pricingTable: { readonly id: string; readonly publishableKey: string } | null;
  /** Codes by SMS per day: for one account, to one number, from one network address, and in total. */
  readonly codeCaps: {
    readonly user: number;
    readonly number: number;
    readonly address: number;
    readonly all: number;
  };
  /** Protection against SMS pumping (fraud that earns money from the texts a server sends). */
  readonly smsGuards: {
    /** Codes per hour to one prefix that raise an alarm; 0 turns the alarm off. */
    readonly prefixAlarm: number;
    /** Percentage of a day's codes that must be entered, or an alarm is raised; 0 turns the alarm off. */
    readonly conversionAlarm: number;
    /** Number of texts that the daily budget pays for. */
    readonly textsPerDay: number;
  };
  /** Per network of visitors: holds at the same time, and attempts to book in a minute. */
  readonly bookingLimits: {
    readonly holdsPerVisitor: number;
    readonly attemptsPerMinute: number;
    /** Attempts in ten minutes that need no proof of work: per network, and per host. */
    readonly freeAttempts: number;
    readonly freeAttemptsPerHost: number;
  };
  /** Per user and hour, because meeting requests send mail to strangers. */
  readonly meetingLimits: { readonly requests: number; readonly attendees: number };
  /** Decided once at start. */
  readonly modes: Readonly<Record<Integration, Mode>>;
}

/** Settings that contain passwords or keys. Their values are never printed. */
const SECRETS = new Set([
  'DATABASE_URL',
  'SMTP_URL',
  'IMAP_URL',
  'INBOUND_MAIL_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'DATA_KEY',
  'TWILIO_AUTH_TOKEN',
  'GOOGLE_CLIENT_SECRET',
  'MS_CLIENT_SECRET',
  'LLM_API_KEY',
]);

const CODE_CAPS = { user: 10, number: 10, address: 30, all: 2_000 };
const SANDBOX_CODE_CAPS = { user: 100, number: 1_000, address: 5_000, all: 100_000 };
const SANDBOX_BOOKING_LIMIT = 100_000;
const SMS_GUARDS = { prefix: 20, conversion: 25, spend: 50 };
const SANDBOX_SMS_GUARDS = { prefix: 0, conversion: 0, spend: Number.POSITIVE_INFINITY };

export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

/** Reads the environment. Throws `InvalidConfig`, whose message names each wrong setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // Shells and compose files pass an unset variable as an empty one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = configSchema.safeParse(given, { error: describeIssue });
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
  const demoMode: Mode = settings.NODE_ENV !== 'production' || settings.ALLOW_DEMO ? 'sandbox' : 'off';
  // Tests and demonstrations come from one address.
  const isDemo = demoMode === 'sandbox' && !settings.SMTP_URL;
  const sms: Mode = settings.TWILIO_ACCOUNT_SID ? 'live' : demoMode;
  // The sandbox's texts cost nothing, and people who try the product use one number for many accounts.
  const codes = sms === 'sandbox' ? SANDBOX_CODE_CAPS : CODE_CAPS;
  const guards = sms === 'sandbox' ? SANDBOX_SMS_GUARDS : SMS_GUARDS;
  const payments: Mode = settings.BILLING === 'off' ? 'off' : settings.STRIPE_SECRET_KEY ? 'live' : demoMode;
  const apiBaseUrl = settings.API_BASE_URL ?? `${publicUrl}/api`;
  return {
    ...settings,
    publicUrl,
    domain: new URL(publicUrl).hostname,
    apiBaseUrl,
    mcpUrl: `${apiBaseUrl}/mcp`,
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
    smsGuards: {
      prefixAlarm: settings.SMS_PREFIX_ALARM ?? guards.prefix,
      conversionAlarm: settings.SMS_CONVERSION_ALARM ?? guards.conversion,
      textsPerDay: Math.floor((settings.SMS_SPEND_PER_DAY ?? guards.spend) / settings.SMS_PRICE),
    },
    bookingLimits: {
      holdsPerVisitor: settings.BOOKING_HOLDS_PER_VISITOR ?? (isDemo ? SANDBOX_BOOKING_LIMIT : 5),
      attemptsPerMinute: settings.BOOKING_ATTEMPTS_PER_MINUTE ?? (isDemo ? SANDBOX_BOOKING_LIMIT : 20),
      freeAttempts: settings.BOOKING_FREE_ATTEMPTS ?? (isDemo ? SANDBOX_BOOKING_LIMIT : 12),
      freeAttemptsPerHost: settings.BOOKING_FREE_ATTEMPTS_PER_HOST ?? (isDemo ? SANDBOX_BOOKING_LIMIT : 120),
    },
    meetingLimits: {
      requests: settings.MEETING_REQUESTS_PER_HOUR ?? (isDemo ? SANDBOX_BOOKING_LIMIT : 30),
      attendees: settings.MEETING_ATTENDEES_PER_HOUR ?? (isDemo ? SANDBOX_BOOKING_LIMIT : 200),
    },
    modes: {
      ...(Object.fromEntries(INTEGRATIONS.map((name) => [name, 'off'])) as Record<Integration, Mode>),
      mail: settings.SMTP_URL ? 'live' : demoMode,
      google: settings.GOOGLE_CLIENT_ID ? 'live' : demoMode,
      outlook: settings.MS_CLIENT_ID ? 'live' : demoMode,
      // CalDAV needs no keys because people name their own server. The sandbox adds its demo server.
      caldav: demoMode === 'sandbox' ? 'sandbox' : 'live',
      // Nor does Todoist: people bring a token.
      todoist: demoMode === 'sandbox' && !settings.TODOIST_API_URL ? 'sandbox' : 'live',
      payments,
      sms,
      'language model': settings.LLM_BASE_URL ? 'live' : 'off',
    },
  };
}
