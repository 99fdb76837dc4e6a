import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientConfig } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import {
  createCalendarProviders,
  createFeeds,
  createFileStore,
  createLanguageModel,
  createMail,
  createOutboundFetches,
  createPayments,
  createPushSender,
  createSms,
  createTodoist,
  embeddedOrigins,
  findDemoCaldav,
  findDemoTodoistToken,
} from './adapters.ts';
import { authenticate } from './authenticate.ts';
import { listLinkedIdentities } from './features/account/operations/identities.ts';
import { confirmEmail } from './features/account/operations/mail.ts';
import type { ProfileSources } from './features/account/operations/profile.ts';
import { findScopeIncludingClosed } from './features/account/operations/scopes.ts';
import { findMovedUsername } from './features/account/operations/usernames.ts';
import { accountRoutes } from './features/account/routes.ts';
import { agentJobs } from './features/agents/jobs.ts';
import { listAgentScopes } from './features/agents/operations/agent-scopes.ts';
import { connectApp } from './features/agents/operations/apps.ts';
import type { AgentsPlatform } from './features/agents/operations/platform.ts';
import { mcpRoutes } from './features/agents/routes/mcp.ts';
import { protectedResourceRoutes } from './features/agents/routes/metadata.ts';
import { agentSettingsRoutes } from './features/agents/routes/settings.ts';
import { apiTokenRoutes } from './features/api-tokens/routes.ts';
import type { AssistantPlatform } from './features/assistant/operations/platform.ts';
import { RunningTurns } from './features/assistant/operations/running-turns.ts';
import { assistantRoutes } from './features/assistant/routes/chat.ts';
import { billingJobs } from './features/billing/jobs.ts';
import { endBilling } from './features/billing/operations.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { bookingJobs } from './features/booking/jobs.ts';
import { bookingCommands } from './features/booking/operations/event-type-commands.ts';
import { handleBookingReply } from './features/booking/operations/mail-replies.ts';
import { OfferCache } from './features/booking/operations/offer-cache.ts';
import { SlotCache } from './features/booking/operations/offer-slots.ts';
import { describeBookingPage } from './features/booking/operations/page-card.ts';
import type { BookingPlatform } from './features/booking/operations/platform.ts';
import { queueUnsentBookingMails } from './features/booking/operations/unsent-mails.ts';
import { hostBookingRoutes } from './features/booking/routes/host.ts';
import { publicBookingRoutes } from './features/booking/routes/public.ts';
import { bookingTools } from './features/booking/tools.ts';
import { calendarJobs } from './features/calendar/jobs.ts';
import { calendarCommands } from './features/calendar/operations/event-commands.ts';
import type { CalendarPlatform } from './features/calendar/operations/platform.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { calendarTools } from './features/calendar/tools.ts';
import { calendarAccountJobs } from './features/calendar-accounts/jobs.ts';
import {
  endCalendarAccounts,
  listConnectedCalendars,
} from './features/calendar-accounts/operations/accounts.ts';
import { endCalendars } from './features/calendar-accounts/operations/end-calendars.ts';
import { findSyncedAccount } from './features/calendar-accounts/operations/synced-account.ts';
import type { CalendarProviders } from './features/calendar-accounts/ports.ts';
import { calendarAccountRoutes } from './features/calendar-accounts/routes.ts';
import { calendarMirrorJobs } from './features/calendar-mirrors/jobs.ts';
import { mirrorAfterCommand, refreshMirrors } from './features/calendar-mirrors/operations/mirror-events.ts';
import { calendarMirrorRoutes } from './features/calendar-mirrors/routes.ts';
import { calendarSyncJobs } from './features/calendar-sync/jobs.ts';
import {
  enqueueAnswers,
  enqueueOutbound,
  recordUndoConflicts,
} from './features/calendar-sync/operations/outbound-queue.ts';
import type { SyncPlatform } from './features/calendar-sync/operations/platform.ts';
import { readProviderState } from './features/calendar-sync/operations/provider-state.ts';
import { refreshCalendars } from './features/calendar-sync/operations/refresh.ts';
import type { SyncedAccounts } from './features/calendar-sync/ports.ts';
import { calendarSyncRoutes } from './features/calendar-sync/routes/sync.ts';
import { calendarWebhookRoutes } from './features/calendar-sync/routes/webhooks.ts';
import { clientErrorJobs } from './features/client-errors/jobs.ts';
import { clientErrorRoutes } from './features/client-errors/routes.ts';
import { sumTaskPoints } from './features/dashboard/operations/read-dashboard.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { dataJobs } from './features/data/jobs.ts';
import type { AccountEnding } from './features/data/ports.ts';
import { dataRoutes } from './features/data/routes.ts';
import { focusCommands } from './features/focus/operations/record-session.ts';
import { focusRoutes } from './features/focus/routes.ts';
import { focusTools } from './features/focus/tools.ts';
import { invitationJobs } from './features/invitations/jobs.ts';
import { noteGuestChange } from './features/invitations/operations/note-changes.ts';
import { noteOwnAnswers } from './features/invitations/operations/own-answers.ts';
import type { InvitationsPlatform } from './features/invitations/operations/platform.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { journalRoutes } from './features/journal/routes.ts';
import { meetingJobs } from './features/meetings/jobs.ts';
import { followAttendeeLink } from './features/meetings/operations/attendee-links.ts';
import { meetingCommands } from './features/meetings/operations/commands.ts';
import { handleMeetingReply } from './features/meetings/operations/mail-replies.ts';
import type { MeetingsPlatform } from './features/meetings/operations/platform.ts';
import { organizerMeetingRoutes } from './features/meetings/routes/organizer.ts';
import { publicMeetingRoutes } from './features/meetings/routes/public.ts';
import { meetingTools } from './features/meetings/tools.ts';
import { notificationJobs } from './features/notifications/jobs.ts';
import { toUnsentEntry, type UnsentNote } from './features/notifications/model/unsent-note.ts';
import type { NotificationsPlatform } from './features/notifications/operations/platform.ts';
import { postNotifications } from './features/notifications/operations/post-notifications.ts';
import { preparePushes } from './features/notifications/operations/push.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { onboardingRoutes } from './features/onboarding/routes.ts';
import { phoneJobs } from './features/phone/jobs.ts';
import type { PhonePlatform } from './features/phone/operations/platform.ts';
import { enqueueVisitorText } from './features/phone/operations/visitor-texts.ts';
import { phoneRoutes } from './features/phone/routes.ts';
import { endPhoto } from './features/photos/operations.ts';
import { photoRoutes } from './features/photos/routes.ts';
import { planningJobs } from './features/planning/jobs.ts';
import { noteScheduleChange } from './features/planning/operations/check-plans.ts';
import { planningCommands } from './features/planning/operations/replace-blocks.ts';
import { taskPlacements } from './features/planning/operations/task-placements.ts';
import { planningRoutes } from './features/planning/routes.ts';
import { planningTools } from './features/planning/tools.ts';
import { preferencesCommands } from './features/preferences/operations/hours-of-dates.ts';
import { settingsCommands } from './features/preferences/operations/settings.ts';
import { preferencesRoutes } from './features/preferences/routes.ts';
import { preferencesTools } from './features/preferences/tools.ts';
import { reminderJobs } from './features/reminders/jobs.ts';
import { followSplit } from './features/reminders/operations/follow-split.ts';
import type { RemindersPlatform } from './features/reminders/operations/platform.ts';
import { handleReply } from './features/reminders/operations/replies.ts';
import { reminderRoutes } from './features/reminders/routes.ts';
import { securityJobs } from './features/security/jobs.ts';
import type { EmbeddedSignIn } from './features/security/ports.ts';
import { securityRoutes } from './features/security/routes.ts';
import { clientConfig } from './features/system/operations.ts';
import { systemRoutes } from './features/system/routes.ts';
import { taskImportRoutes } from './features/task-imports/routes.ts';
import { taskJobs } from './features/tasks/jobs.ts';
import { taskCommands } from './features/tasks/operations/task-commands.ts';
import { taskRoutes } from './features/tasks/routes.ts';
import { taskTools } from './features/tasks/tools.ts';
import type { AccountHooks, IdentityContext } from './identity/context.ts';
import {
  EMBEDDED_CLIENT_ID,
  type EmbeddedIdentity,
  openEmbeddedIdentity,
} from './identity/embedded-provider.ts';
import { externalIdentity } from './identity/external-provider.ts';
import { identityJobs } from './identity/jobs.ts';
import { PASSWORD_COST, type PasswordCost, TEST_PASSWORD_COST } from './identity/passwords.ts';
import { safetyRoutes } from './identity/routes/safety.ts';
import { identityRoutes } from './identity/routes.ts';
import { requireConfirmation } from './identity/safety/account.ts';
import { resendVerification } from './identity/safety/email.ts';
import { readProtection } from './identity/safety/overview.ts';
import { imapMailbox } from './integrations/mail/imap-mailbox.ts';
import { sandboxPages } from './integrations/sandbox/sandbox-pages.ts';
import { sandboxProcess } from './integrations/sandbox/sandbox-process.ts';
import { sharpPhotos } from './integrations/sharp/sharp-photos.ts';
import { sharpPictures } from './integrations/sharp/sharp-pictures.ts';
import { openServer } from './platform/api-server.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openCompute } from './platform/compute.ts';
import type { Config } from './platform/config.ts';
import type { DbContext, Platform } from './platform/context.ts';
import { type OpenDatabase, openDatabase } from './platform/db.ts';
import { type Job, type JobRunner, openJobs } from './platform/jobs.ts';
import { Journal } from './platform/journal.ts';
import { mailJobs } from './platform/mail-queue.ts';
import { openNotificationHub } from './platform/notify.ts';
import { allowOwnPages, otherOrigins, redirectOtherLoopback } from './platform/origins.ts';
import type { Sandbox } from './platform/sandbox.ts';
import { openSecrets } from './platform/secrets.ts';
import { recordSecurityEvent } from './platform/security-events.ts';
import { SharedCounts } from './platform/shared-counts.ts';
import { serveWebPages } from './platform/web-pages.ts';

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web');

/** How long a booking waits for the connected calendars to be read again. */
const REFRESH_WITHIN_MS = 5_000;
/** Remaining time for running jobs when requests have used up the grace period. */
const MIN_JOBS_GRACE_MS = 1_000;

export interface AppOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly databaseUrl: string;
  readonly clock?: Clock;
  /** Replaces the sandbox process in tests. */
  readonly sandbox?: Sandbox;
  /** Replaces or wraps the calendar providers in tests. */
  readonly calendarProviders?: (own: CalendarProviders) => CalendarProviders;
  readonly passwordCost?: PasswordCost;
}

export interface App {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  /** Sends text messages, for features that remind people. */
  readonly phone: PhonePlatform;
  readonly notifications: NotificationsPlatform;
  readonly reminders: RemindersPlatform;
  readonly jobs: readonly Job[];
  work(): Promise<void>;
  /** Lets requests and jobs finish for `SHUTDOWN_GRACE_SECONDS`, then aborts them. */
  close(): Promise<void>;
}

/**
 * The composition root: creates all adapters and services and injects them. No other code knows which adapter
 * it gets.
 */
export async function buildApp({
  config,
  database,
  databaseUrl,
  clock = systemClock,
  sandbox: givenSandbox,
  calendarProviders = (own) => own,
  passwordCost = config.NODE_ENV === 'test' ? TEST_PASSWORD_COST : PASSWORD_COST,
}: AppOptions): Promise<App> {
  const { db } = database;
  // A separate connection, so that the health check does not wait behind the requests that it reports on.
  const health = openDatabase(databaseUrl, 1);
  const http = await openServer(config, new SharedCounts(db, 'requests'));
  const log = http.log;
  const jobs: JobRunner = openJobs(databaseUrl, log);
  const compute = openCompute();
  const journal = new Journal(db, clock);
  const hub = openNotificationHub(databaseUrl, log);
  const sandbox = Object.values(config.modes).includes('sandbox')
    ? (givenSandbox ?? sandboxProcess(config, log))
    : null;
  const embedded =
    config.identity === 'embedded'
      ? await openEmbeddedIdentity({ config, db, clock, log, passwordCost })
      : null;
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
    mail: createMail(config, sandbox),
    hub,
    identity,
    secrets: await openSecrets(config),
  };
  const account: ProfileSources & Platform = {
    ...platform,
    sumPoints: (scope) => sumTaskPoints(platform, scope),
    connectedCalendars: (scope) => listConnectedCalendars({ db }, scope),
  };
  const billing = { ...platform, payments: createPayments(config, sandbox) };
  const identityContext: IdentityContext = {
    ...platform,
    hooks: accountHooks(platform, embedded),
    passwordCost,
  };
  const signIn: EmbeddedSignIn = {
    overview: (who) => readProtection(identityContext, who),
    requireConfirmation: (who) => requireConfirmation(identityContext, who),
    resendVerification: (who) => resendVerification(identityContext, who),
  };
  const security = { ...account, signIn: embedded ? signIn : null };
  const phone = { ...platform, sms: createSms(config, sandbox) };
  const photos = { ...account, files: createFileStore(config), photos: sharpPhotos };
  const outside = createOutboundFetches(config, sandbox);
  const notifications: NotificationsPlatform = {
    ...platform,
    push: createPushSender(config, outside, clock),
  };
  const reminders: RemindersPlatform = {
    ...phone,
    afterChange: (scope) => noteScheduleChange(platform, scope),
  };
  const providers = calendarProviders(createCalendarProviders(config, sandbox, clock, outside));
  const calendarAccounts = { ...account, providers };
  const syncedAccounts: SyncedAccounts = {
    find: (own, scope, accountId) => findSyncedAccount(calendarAccounts, own, scope, accountId),
  };
  const calendarSync: SyncPlatform = {
    ...platform,
    syncedAccounts,
    feeds: createFeeds(outside.feeds, clock),
    afterSync: (tx, scope) => refreshMirrors(platform, tx, scope),
  };
  const guestMails = { ...platform, readProviderState };
  const calendar: CalendarPlatform = {
    ...platform,
    outboundQueue: {
      async changed(tx, scope, change) {
        const sent = await enqueueOutbound(calendarSync, tx, scope, change);
        await followSplit(tx, scope, change);
        if (!change.mailsGuests) return sent;
        const notice = await noteGuestChange(guestMails, tx, scope, change);
        return (await noteOwnAnswers(guestMails, tx, scope, change)) ?? notice;
      },
      answered: (tx, scope, name) => enqueueAnswers(platform, tx, scope, name),
      recordUndoConflicts: (tx, scope, calendarId, conflicts) =>
        recordUndoConflicts(platform, tx, scope, calendarId, conflicts),
      leaving: (tx, scope, calendarIds) => endCalendars(platform, tx, scope, new Set(calendarIds)),
    },
  };
  const meetings: MeetingsPlatform = { ...calendar, ...platform };
  const invitations: InvitationsPlatform = {
    ...calendar,
    ...guestMails,
    inboundSecret: config.INBOUND_MAIL_SECRET ?? sandbox?.secrets.inboundMail ?? null,
    takeOtherResponse: async (answer) =>
      (await handleBookingReply(platform, answer)) ??
      (await handleMeetingReply(meetings, answer)) ??
      'uninvited',
    mailbox: config.IMAP_URL ? imapMailbox(config.IMAP_URL) : null,
  };
  const booking: BookingPlatform = {
    ...calendar,
    ...platform,
    sms: phone.sms,
    slotCache: new SlotCache(),
    knownOffers: new OfferCache(),
    counts: new SharedCounts(db, 'booking'),
    pictures: sharpPictures,
    followAttendeeLink: (token) => followAttendeeLink(platform, token),
    refreshCalendars: (scope, ids) => refreshCalendars(calendarSync, scope, ids, REFRESH_WITHIN_MS),
  };
  /** In this order, before the rows are deleted: a person who can no longer sign in must not be charged. */
  const endings: AccountEnding[] = [
    { name: 'billing', end: (scope) => endBilling(billing, scope) },
    { name: 'calendar accounts', end: (scope) => endCalendarAccounts(calendarAccounts, scope) },
    { name: 'photo', end: (scope) => endPhoto(photos, scope) },
    {
      name: 'identity',
      async end(scope) {
        for (const { subject } of await listLinkedIdentities(platform, scope))
          await platform.identity.deleteAccount(subject);
      },
    },
  ];
  const tasks = { ...platform, placements: taskPlacements };
  const assistant: AssistantPlatform = {
    ...platform,
    tasks,
    languageModel: createLanguageModel(config, clock),
    runningTurns: new RunningTurns(platform),
    tools: [
      ...calendarTools(calendar),
      ...taskTools(tasks),
      ...planningTools(platform, tasks),
      ...meetingTools(meetings),
      ...bookingTools(booking),
      ...preferencesTools(platform),
      ...focusTools(platform),
    ],
  };

  const agents: AgentsPlatform = {
    ...platform,
    tools: assistant.tools,
    agentTokens: embedded?.agentTokens ?? null,
  };

  journal.afterEach(mirrorAfterCommand(platform));
  journal.register(
    ...taskCommands,
    ...calendarCommands(calendar),
    ...planningCommands,
    ...focusCommands,
    ...preferencesCommands,
    ...settingsCommands,
    ...meetingCommands(meetings),
    ...bookingCommands,
  );

  redirectOtherLoopback(http, config);
  if (embedded) {
    await identityRoutes(http, identityContext, embedded, { agentScopes: listAgentScopes(agents.tools) });
    protectedResourceRoutes(http, agents, identity.issuer);
  }
  if (sandbox) await sandboxPages(http, config, sandbox);
  await http.register(
    async (api) => {
      allowOwnPages(api, config);
      authenticate(api, platform);
      accountRoutes(api, account);
      preferencesRoutes(api, platform);
      apiTokenRoutes(api, platform);
      await billingRoutes(api, billing);
      await photoRoutes(api, photos);
      await phoneRoutes(api, {
        ...phone,
        handleReply: (scope, reply) => handleReply(reminders, scope, reply),
      });
      notificationRoutes(api, notifications);
      await reminderRoutes(api, reminders);
      taskRoutes(api, tasks);
      taskImportRoutes(api, { ...calendarAccounts, todoist: createTodoist(config, sandbox, clock) });
      await calendarRoutes(api, calendar);
      calendarAccountRoutes(api, calendarAccounts);
      calendarMirrorRoutes(api, platform);
      calendarSyncRoutes(api, { ...calendar, jobs });
      await calendarWebhookRoutes(api, platform);
      planningRoutes(api, platform);
      focusRoutes(api, platform);
      dashboardRoutes(api, platform);
      onboardingRoutes(api, { ...calendar, tasks });
      publicBookingRoutes(api, booking);
      hostBookingRoutes(api, booking);
      organizerMeetingRoutes(api, meetings);
      publicMeetingRoutes(api, meetings);
      await invitationRoutes(api, invitations);
      assistantRoutes(api, assistant);
      mcpRoutes(api, agents);
      agentSettingsRoutes(api, agents);
      journalRoutes(api, platform);
      securityRoutes(api, security);
      if (embedded) safetyRoutes(api, identityContext);
      dataRoutes(api, platform);
      clientErrorRoutes(api, platform);
      systemRoutes(api, { ...platform, healthDb: health.db });
    },
    { prefix: '/api' },
  );
  const readClientConfig = (): ClientConfig => ({
    ...clientConfig(platform, config.OIDC_CLIENT_ID ?? EMBEDDED_CLIENT_ID),
    demoCaldav: findDemoCaldav(config, sandbox),
    demoTodoistToken: findDemoTodoistToken(config, sandbox),
  });
  http.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(readClientConfig()),
  );
  const readJson = (file: string) => JSON.parse(readFileSync(path.join(WEB, file), 'utf8'));
  await serveWebPages(http, path.join(WEB, 'dist'), readJson('entries.json'), {
    pageModules: readJson('pages.json'),
    productName: config.PRODUCT_NAME,
    publicUrl: config.publicUrl,
    movedTo: (username) => findMovedUsername(platform, username),
    describe: (usernames, query) => describeBookingPage(booking, usernames, query),
    clientConfig: readClientConfig,
    connectTo: otherOrigins(config),
    embed: embeddedOrigins(config),
  });

  const allJobs = [
    ...billingJobs(billing),
    ...phoneJobs(phone),
    ...securityJobs(platform),
    ...taskJobs(platform),
    ...calendarJobs(platform),
    ...calendarAccountJobs(calendarAccounts),
    ...calendarMirrorJobs(platform),
    ...calendarSyncJobs(calendarSync),
    ...bookingJobs(booking),
    ...meetingJobs(meetings),
    ...invitationJobs(invitations),
    ...mailJobs({
      ...platform,
      enqueueText: (tx, scope, message) => enqueueVisitorText(phone, tx, scope, message),
      reportUnsent: (tx, scope, note, why) =>
        postNotifications(platform, tx, [{ ...toUnsentEntry(note as UnsentNote, why), scope }]),
      preparePushes: (browsers) => preparePushes(notifications, browsers),
      queueUnsentMails: () => queueUnsentBookingMails(booking),
    }),
    ...planningJobs(platform),
    ...notificationJobs(platform),
    ...reminderJobs(reminders),
    ...agentJobs(platform),
    ...clientErrorJobs(platform),
    ...dataJobs({ ...platform, endings }),
    ...(embedded ? identityJobs(platform) : []),
  ];

  jobs.declare(allJobs);

  return {
    http,
    platform,
    phone,
    notifications,
    reminders,
    jobs: allJobs,
    work: () => jobs.work(allJobs),
    async close() {
      const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1000;
      const since = performance.now();
      const cutOff = setTimeout(() => http.server.closeAllConnections(), graceMs);
      await http.close();
      clearTimeout(cutOff);
      await assistant.runningTurns.close();
      await hub.close();
      await health.close();
      await compute.close();
      await jobs.close(Math.max(MIN_JOBS_GRACE_MS, graceMs - (performance.now() - since)));
      outside.close();
      await sandbox?.close();
    },
  };
}

/** Applies events of an embedded identity to its account. */
function accountHooks(platform: DbContext, embedded: EmbeddedIdentity | null): AccountHooks {
  const agentTokens = embedded?.agentTokens ?? null;
  return {
    appAllowed: (subject, app) => connectApp({ ...platform, agentTokens }, subject, app),
    emailVerified: (subject) => confirmEmail(platform, subject),
    async securityEvent(subject, event) {
      // The owner of a closed account can still sign in, to keep the account.
      const scope = await findScopeIncludingClosed(platform, { subject });
      if (scope) await recordSecurityEvent(platform, scope, event);
    },
  };
}
