import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import {
  confirmEmail,
  findMovedUsername,
  findScope,
  findScopeEvenClosed,
  listOwnIdentities,
} from './features/account/operations.ts';
import { accountRoutes } from './features/account/routes.ts';
import { authenticateToken } from './features/api-tokens/operations.ts';
import { apiTokenRoutes } from './features/api-tokens/routes.ts';
import { billingJobs } from './features/billing/jobs.ts';
import { endBilling } from './features/billing/operations.ts';
import type { PaymentProvider } from './features/billing/ports.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { calendarJobs } from './features/calendar/jobs.ts';
import { calendarCommands } from './features/calendar/operations/events.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { clientErrorJobs } from './features/client-errors/jobs.ts';
import { clientErrorRoutes } from './features/client-errors/routes.ts';
import { dataJobs } from './features/data/jobs.ts';
import type { AccountEnding } from './features/data/ports.ts';
import { dataRoutes } from './features/data/routes.ts';
import { journalRoutes } from './features/journal/routes.ts';
import { phoneJobs } from './features/phone/jobs.ts';
import type { PhonePlatform } from './features/phone/operations/platform.ts';
import type { SmsProvider } from './features/phone/ports.ts';
import { phoneRoutes } from './features/phone/routes.ts';
import { endPhoto } from './features/photos/operations.ts';
import { photoRoutes } from './features/photos/routes.ts';
import { planningCommands } from './features/planning/operations/replace-blocks.ts';
import { taskPlacements } from './features/planning/operations/task-placements.ts';
import { planningRoutes } from './features/planning/routes.ts';
import { preferencesRoutes } from './features/preferences/routes.ts';
import { securityJobs } from './features/security/jobs.ts';
import { securityRoutes } from './features/security/routes.ts';
import { clientConfig } from './features/system/operations.ts';
import { systemRoutes } from './features/system/routes.ts';
import { taskJobs } from './features/tasks/jobs.ts';
import { taskCommands } from './features/tasks/operations.ts';
import { taskRoutes } from './features/tasks/routes.ts';
import type { AccountHooks, IdentityContext } from './identity/context.ts';
import { EMBEDDED_CLIENT_ID, openEmbeddedIdentity } from './identity/embedded-provider.ts';
import { externalIdentity } from './identity/external-provider.ts';
import { identityJobs } from './identity/jobs.ts';
import { identityRoutes } from './identity/routes.ts';
import { signInSafety } from './identity/safety/sign-in-safety.ts';
import { folderFiles } from './integrations/files/folder-files.ts';
import { s3Files } from './integrations/files/s3-files.ts';
import { smtpMail } from './integrations/mail/smtp-mail.ts';
import { sandboxPages } from './integrations/sandbox/sandbox-pages.ts';
import { sandboxProcess } from './integrations/sandbox/sandbox-process.ts';
import { sharpPhotos } from './integrations/sharp/sharp-photos.ts';
import { stripePayments } from './integrations/stripe/stripe-payments.ts';
import { twilioSms } from './integrations/twilio/twilio-sms.ts';
import { openServer } from './platform/api-server.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openCompute } from './platform/compute.ts';
import type { Config } from './platform/config.ts';
import type { Platform } from './platform/context.ts';
import type { OpenDatabase } from './platform/db.ts';
import { AppError } from './platform/errors.ts';
import type { FileStore } from './platform/files.ts';
import { type Job, type JobRunner, openJobs } from './platform/jobs.ts';
import { Journal } from './platform/journal.ts';
import type { Mail } from './platform/mail.ts';
import { openNotificationHub } from './platform/notify.ts';
import type { Sandbox } from './platform/sandbox.ts';
import { openSecrets } from './platform/secrets.ts';
import { recordSecurityEvent } from './platform/security-events.ts';
import { bearerToken, isApiToken } from './platform/session.ts';
import { visitorOf } from './platform/visitor.ts';
import { serveWebPages } from './platform/web-pages.ts';

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web');

/** What running jobs get to finish when the requests have used up the grace. */
const MIN_JOBS_GRACE_MS = 1_000;

export interface AppOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly databaseUrl: string;
  readonly clock?: Clock;
  /** Replaces the process beside us, in tests. */
  readonly sandbox?: Sandbox;
}

export interface App {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  /** What texts are sent by: for features that remind people. */
  readonly phone: PhonePlatform;
  readonly jobs: readonly Job[];
  /** Starts working on jobs. */
  work(): Promise<void>;
  /** Lets requests and jobs finish for `SHUTDOWN_GRACE_SECONDS`, then cuts them off. */
  close(): Promise<void>;
}

/** The composition root: everything is made here and handed on; nothing else knows which adapter it got. */
export async function buildApp({
  config,
  database,
  databaseUrl,
  clock = systemClock,
  sandbox: givenSandbox,
}: AppOptions): Promise<App> {
  const { db } = database;
  const http = await openServer(config);
  const log = http.log;
  const jobs: JobRunner = openJobs(databaseUrl, log);
  const compute = openCompute();
  const journal = new Journal(db, clock);
  const hub = openNotificationHub(databaseUrl, log);
  const sandbox = Object.values(config.modes).includes('sandbox')
    ? (givenSandbox ?? sandboxProcess(config, log))
    : null;
  const embedded =
    config.identity === 'embedded' ? await openEmbeddedIdentity({ config, db, clock, log }) : null;
  const identity =
    embedded?.api ??
    externalIdentity(
      {
        issuer: config.OIDC_ISSUER ?? '',
        audience: config.OIDC_AUDIENCE,
        clientId: config.OIDC_CLIENT_ID ?? '',
      },
      clock,
    );
  const platform: Platform = {
    config,
    db,
    clock,
    log,
    jobs,
    compute,
    journal,
    mail: mailOf(config, sandbox),
    hub,
    identity,
    secrets: await openSecrets(config),
  };
  const billing = { ...platform, payments: paymentsOf(config, sandbox) };
  const identityContext: IdentityContext = { ...platform, hooks: accountHooks(platform) };
  const security = { ...platform, signIn: embedded ? signInSafety(identityContext) : null };
  const phone = { ...platform, sms: smsOf(config, sandbox) };
  const photos = { ...platform, files: filesOf(config), photos: sharpPhotos };
  /** In this order, before the rows go: whoever can't sign in any more must not be charged any more either. */
  const endings: AccountEnding[] = [
    { name: 'billing', end: (scope) => endBilling(billing, scope) },
    { name: 'photo', end: (scope) => endPhoto(photos, scope) },
    {
      name: 'identity',
      async end(scope) {
        for (const subject of await listOwnIdentities(platform, scope))
          await platform.identity.deleteAccount(subject);
      },
    },
  ];
  const tasks = { ...platform, placements: taskPlacements(platform) };

  journal.register(...taskCommands, ...calendarCommands, ...planningCommands);

  sendStrayLoopbackHome(http, config);
  if (embedded) {
    await identityRoutes(http, identityContext, embedded);
  }
  if (sandbox) await sandboxPages(http, config, sandbox);
  await http.register(
    async (api) => {
      allowOwnPages(api, config);
      authenticate(api, platform);
      accountRoutes(api, platform);
      preferencesRoutes(api, platform);
      apiTokenRoutes(api, platform);
      await billingRoutes(api, billing);
      await photoRoutes(api, photos);
      await phoneRoutes(api, phone);
      taskRoutes(api, tasks);
      await calendarRoutes(api, platform);
      planningRoutes(api, platform);
      journalRoutes(api, platform);
      securityRoutes(api, security);
      dataRoutes(api, platform);
      clientErrorRoutes(api, platform);
      systemRoutes(api, platform);
    },
    { prefix: '/api' },
  );
  http.get('/config.json', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send(clientConfig(platform, config.OIDC_CLIENT_ID ?? EMBEDDED_CLIENT_ID)),
  );
  const entries = JSON.parse(readFileSync(path.join(WEB, 'entries.json'), 'utf8'));
  await serveWebPages(http, path.join(WEB, 'dist'), entries, {
    productName: config.PRODUCT_NAME,
    movedTo: (username) => findMovedUsername(platform, username),
    connectTo: otherOrigins(config),
    embed: config.pricingTable ? STRIPE_ORIGINS : [],
  });

  const allJobs = [
    ...billingJobs(billing),
    ...phoneJobs(phone),
    ...securityJobs(platform),
    ...taskJobs(platform),
    ...calendarJobs(platform),
    ...clientErrorJobs(platform),
    ...dataJobs({ ...platform, endings }),
    ...(embedded ? identityJobs(platform) : []),
  ];

  return {
    http,
    platform,
    phone,
    jobs: allJobs,
    work: () => jobs.work(allJobs),
    async close() {
      const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1000;
      const since = performance.now();
      const cutOff = setTimeout(() => http.server.closeAllConnections(), graceMs);
      await http.close();
      clearTimeout(cutOff);
      await hub.close();
      await compute.close();
      await jobs.close(Math.max(MIN_JOBS_GRACE_MS, graceMs - (performance.now() - since)));
      await sandbox?.close();
    },
  };
}

/** What happens to an identity of the embedded provider, brought to the account that it belongs to. */
function accountHooks(platform: Platform): AccountHooks {
  return {
    emailVerified: (subject) => confirmEmail(platform, subject),
    async securityEvent(subject, event) {
      // Whoever closed the account still signs in, to keep it.
      const scope = await findScopeEvenClosed(platform, { subject });
      if (scope) await recordSecurityEvent(platform, scope, event);
    },
  };
}

const noMail: Mail = { async send() {} };

function mailOf({ SMTP_URL, MAIL_FROM }: Config, sandbox: Sandbox | null): Mail {
  if (SMTP_URL) return smtpMail(async () => SMTP_URL, MAIL_FROM);
  return sandbox ? smtpMail(async () => (await sandbox.address()).smtpUrl, MAIL_FROM) : noMail;
}

function filesOf(config: Config): FileStore {
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

/** The price that the sandbox sells; with keys it is `STRIPE_PRICE_ID`. */
const DEMO_PRICE_ID = 'demo_price_premium_weekly';

function paymentsOf(config: Config, sandbox: Sandbox | null): PaymentProvider | null {
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

function smsOf(config: Config, sandbox: Sandbox | null): SmsProvider | null {
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

/** Fills in who is asking, as far as the endpoint wants to know, before anything else of it runs. */
function authenticate(api: FastifyInstance, platform: Platform): void {
  api.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === 'public') return;
    const bearer = bearerToken(request.headers.authorization);
    if (isApiToken(bearer)) {
      request.scope = await authenticateToken(platform, bearer, {
        method: request.method,
        needed: request.routeOptions.config.tokenScope,
        from: visitorOf(request),
      });
      return;
    }
    request.identity = await platform.identity.verify(bearer);
    if (access === 'identity') return;
    const scope = await findScope(platform, request.identity);
    if (!scope) throw new AppError('unauthenticated', 'Authentication required');
    request.scope = scope;
  });
}

/** When the API has an address of its own, our pages, and only they, may call it across (Fetch, §3.2 CORS). */
function allowOwnPages(api: FastifyInstance, config: Config): void {
  const pages = new URL(config.publicUrl).origin;
  if (new URL(config.apiBaseUrl).origin === pages) return;
  api.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers.origin !== pages) return;
    reply
      .header('access-control-allow-origin', pages)
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '600');
  });
  api.options('/*', { config: { access: 'public' } }, async (_request, reply) => reply.code(204).send());
}

function otherOrigins(config: Config): string[] {
  const own = new URL(config.publicUrl).origin;
  const { apiBaseUrl, OIDC_ISSUER, ANALYTICS_URL, ERROR_REPORT_URL } = config;
  const others = [apiBaseUrl, OIDC_ISSUER, ANALYTICS_URL, ERROR_REPORT_URL].flatMap((url) =>
    url ? [new URL(url).origin] : [],
  );
  return [...new Set(others)].filter((origin) => origin !== own);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * `127.0.0.1` and `localhost` are two origins to a browser: signing in on one does not count on the other.
 * Pages asked for by another name of this machine are sent to the one that the address printed at start has.
 */
function sendStrayLoopbackHome(http: FastifyInstance, config: Config): void {
  const home = new URL(config.publicUrl);
  if (!LOOPBACK.has(home.hostname)) return;
  http.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return;
    const asked = request.hostname;
    const isStray =
      asked !== home.hostname && LOOPBACK.has(asked) && request.port === Number(home.port || 80);
    if (isStray) return reply.redirect(`${home.origin}${request.url}`, 302);
  });
}
