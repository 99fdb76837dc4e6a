import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { confirmEmail, findScope } from './features/account/operations.ts';
import { accountRoutes } from './features/account/routes.ts';
import { calendarJobs } from './features/calendar/jobs.ts';
import { calendarCommands } from './features/calendar/operations/events.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { journalRoutes } from './features/journal/routes.ts';
import { planningCommands } from './features/planning/operations/replace-blocks.ts';
import { taskPlacements } from './features/planning/operations/task-placements.ts';
import { planningRoutes } from './features/planning/routes.ts';
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
import { sandboxMail } from './integrations/mail/sandbox-mail.ts';
import { smtpMail } from './integrations/mail/smtp-mail.ts';
import { openServer } from './platform/api-server.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openCompute } from './platform/compute.ts';
import type { Config } from './platform/config.ts';
import type { Platform } from './platform/context.ts';
import type { OpenDatabase } from './platform/db.ts';
import { AppError } from './platform/errors.ts';
import { type JobRunner, openJobs } from './platform/jobs.ts';
import { Journal } from './platform/journal.ts';
import type { Mail } from './platform/mail.ts';
import { openNotificationHub } from './platform/notify.ts';
import { openSecrets } from './platform/secrets.ts';
import { recordSecurityEvent } from './platform/security-events.ts';
import { bearerToken } from './platform/session.ts';
import { serveWebPages } from './platform/web-pages.ts';

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web');

export interface AppOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly databaseUrl: string;
  readonly clock?: Clock;
  /** Replaces the mail adapter that the configuration names, in tests. */
  readonly mail?: Mail;
}

export interface App {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  /** Starts working on jobs. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** The composition root: everything is made here and handed on; nothing else knows which adapter it got. */
export async function buildApp({
  config,
  database,
  databaseUrl,
  clock = systemClock,
  mail,
}: AppOptions): Promise<App> {
  const { db } = database;
  const http = await openServer(config);
  const log = http.log;
  const jobs: JobRunner = openJobs(databaseUrl, log);
  const compute = openCompute();
  const journal = new Journal(db, clock);
  const hub = openNotificationHub(databaseUrl, log);
  const inbox = config.modes.mail === 'sandbox' ? sandboxMail(clock) : null;
  const outgoing: Mail =
    mail ?? inbox ?? (config.SMTP_URL ? smtpMail(config.SMTP_URL, config.MAIL_FROM) : noMail);
  const embedded =
    config.identity === 'embedded' ? await openEmbeddedIdentity({ config, db, clock, log }) : null;
  const identity = embedded?.api ?? externalIdentity(config.OIDC_ISSUER ?? '', config.OIDC_AUDIENCE, clock);
  const platform: Platform = {
    config,
    db,
    clock,
    log,
    jobs,
    compute,
    journal,
    mail: outgoing,
    hub,
    identity,
    secrets: await openSecrets(config),
  };
  const identityContext: IdentityContext = { ...platform, hooks: accountHooks(platform) };
  const security = { ...platform, signIn: embedded ? signInSafety(identityContext) : null };
  const tasks = { ...platform, placements: taskPlacements(platform) };

  journal.register(...taskCommands, ...calendarCommands, ...planningCommands);

  sendStrayLoopbackHome(http, config);
  if (embedded) {
    await identityRoutes(http, identityContext, embedded);
  }
  inbox?.routes(http);
  await http.register(
    async (api) => {
      allowOwnPages(api, config);
      authenticate(api, platform);
      accountRoutes(api, platform);
      taskRoutes(api, tasks);
      await calendarRoutes(api, platform);
      planningRoutes(api, platform);
      journalRoutes(api, platform);
      securityRoutes(api, security);
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
  await serveWebPages(http, path.join(WEB, 'dist'), entries, { connectTo: otherOrigins(config) });

  return {
    http,
    platform,
    work: () =>
      jobs.work([
        ...taskJobs(platform),
        ...calendarJobs(platform),
        ...securityJobs(platform),
        ...(embedded ? identityJobs(platform) : []),
      ]),
    async close() {
      await http.close();
      await hub.close();
      await compute.close();
      await jobs.close(config.SHUTDOWN_GRACE_SECONDS * 1000);
    },
  };
}

/** What happens to an identity of the embedded provider, brought to the account that it belongs to. */
function accountHooks(platform: Platform): AccountHooks {
  return {
    emailVerified: (subject) => confirmEmail(platform, subject),
    async securityEvent(subject, event) {
      const scope = await findScope(platform, { subject });
      if (scope) await recordSecurityEvent(platform, scope, event);
    },
  };
}

const noMail: Mail = { async send() {} };

/** Fills in who is asking, as far as the endpoint wants to know, before anything else of it runs. */
function authenticate(api: FastifyInstance, platform: Platform): void {
  api.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === 'public') return;
    request.identity = await platform.identity.verify(bearerToken(request.headers.authorization));
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
  const others = [config.apiBaseUrl, config.OIDC_ISSUER].flatMap((url) => (url ? [new URL(url).origin] : []));
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
