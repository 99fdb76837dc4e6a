import { createServer } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import qs from 'qs';
import { CaldavCalendars } from './caldav/caldav-calendars.ts';
import { caldavServer, isCaldavHost } from './caldav/caldav-server.ts';
import { Faults } from './faults.ts';
import { googleApi } from './google/google-api.ts';
import { GoogleCalendars } from './google/google-calendars.ts';
import { GoogleChannels } from './google/google-channels.ts';
import { googleTasksApi } from './google/google-tasks-api.ts';
import { graphApi } from './graph/graph-api.ts';
import { GraphCalendars, meetingAnswers } from './graph/graph-calendars.ts';
import { GraphSubscriptions } from './graph/graph-subscriptions.ts';
import { hubRoutes } from './hub.ts';
import { HOUR_MS } from './lengths-of-time.ts';
import { Inbox } from './mail/inbox.ts';
import { inboxPages } from './mail/inbox-pages.ts';
import { providerShapes } from './oauth/demo-accounts.ts';
import { oauthProvider } from './oauth/oauth-provider.ts';
import { Payments } from './payments/payments.ts';
import { paymentsApi } from './payments/payments-api.ts';
import { paymentsPages } from './payments/payments-pages.ts';
import { EmulatedTwilio } from './phone/emulated-twilio.ts';
import { Phone } from './phone/phone.ts';
import { phonePages } from './phone/phone-pages.ts';
import { twilioApi } from './phone/twilio-api.ts';
import { StateFile } from './state-file.ts';
import { todoistApi } from './todoist/todoist-api.ts';
import { TodoistState } from './todoist/todoist-state.ts';
import { VirtualClock } from './virtual-clock.ts';
import { type Send, Webhooks } from './webhooks.ts';

const TICK_EVERY_MS = 60_000;
/** The product's client id at the providers. */
const OAUTH_CLIENT_ID = 'dayloom';

/** Generated at every start of the server and kept private. */
export interface SandboxSecrets {
  readonly stripeKey: string;
  readonly stripeWebhook: string;
  /** The product's client secret at the simulated Google and Microsoft; the client id is `dayloom`. */
  readonly oauthClient: string;
  readonly twilioToken: string;
  /** The app-specific password of the demo's iCloud account. */
  readonly caldavPassword: string;
  /** The API token of the demo's Todoist account. */
  readonly todoistToken: string;
  /** Goes with the mails that guests send back. */
  readonly inboundMail: string;
}

export interface SandboxOptions {
  /** Where the server receives webhooks, without a trailing slash: `http://localhost:3000`. */
  readonly serverUrl: string;
  /** The server's public address, which includes the sandbox's pages under `/sandbox`. */
  readonly publicUrl: string;
  /** The public address of the API, which SMS webhooks are signed with. */
  readonly apiBaseUrl: string;
  readonly secrets: SandboxSecrets;
  /** The file that keeps the state over a restart; null keeps nothing. */
  readonly stateFile: string | null;
  readonly now?: () => Date;
  /** Validates a notification address by a token that it has to return; tests pass their own. */
  readonly validate?: (address: string) => Promise<{ status: number; text: string }>;
  /** Delivers webhooks; tests pass their own. */
  readonly send?: Send;
  /** Google's limit of calls per user and minute; the real one by default. */
  readonly googleCallsPerMinute?: number;
}

export interface Sandbox {
  /**
   * The sandbox's own loopback address. Pages are under `/sandbox`, APIs under `/stripe` and `/twilio`. With
   * the hosts `caldav.icloud.example` and `p42-caldav.icloud.example` it is a CalDAV server.
   */
  readonly url: string;
  readonly smtpUrl: string;
  /** Resolves when all webhooks posted so far were delivered or dropped. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts all simulated services in this process. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = new VirtualClock(options.now ?? (() => new Date()));
  const faults = new Faults();
  const webhooks = new Webhooks(faults, options.send);
  const touch = () => state.touch();
  const inbox = new Inbox(() => clock.now(), faults, touch);
  const payments = new Payments({
    now: () => clock.now(),
    faults,
    webhooks,
    webhookUrl: `${options.serverUrl}/api/webhooks/stripe`,
    webhookSecret: options.secrets.stripeWebhook,
    changed: touch,
  });
  const oauth = providerShapes.map((shape) =>
    oauthProvider({
      shape,
      publicUrl: options.publicUrl,
      clientId: OAUTH_CLIENT_ID,
      clientSecret: options.secrets.oauthClient,
      redirectUris: [`${options.publicUrl}/settings`],
      now: () => clock.now(),
      changed: touch,
    }),
  );
  const googleChannels = new GoogleChannels(() => clock.now(), webhooks, touch);
  const googleCalendars = new GoogleCalendars(
    () => clock.now(),
    googleChannels,
    (mail) => inbox.add(mail),
    touch,
  );
  const graphSubscriptions = new GraphSubscriptions(() => clock.now(), webhooks, touch);
  const graphCalendars = new GraphCalendars(
    () => clock.now(),
    graphSubscriptions,
    (mail) => inbox.add(mail),
    touch,
  );
  const caldavCalendars = new CaldavCalendars(
    () => clock.now(),
    options.secrets.caldavPassword,
    (mail) => inbox.add(mail),
    touch,
  );
  const phone = new Phone({
    now: () => clock.now(),
    faults,
    webhooks,
    deliverTo: `${options.serverUrl}/api/webhooks/twilio`,
    webhookUrl: `${options.apiBaseUrl}/webhooks/twilio`,
    authToken: options.secrets.twilioToken,
    changed: touch,
  });
  const todoist = new TodoistState(() => clock.now(), touch);
  const emulator = new EmulatedTwilio(options.secrets.twilioToken);
  const keepers = [
    inbox,
    payments,
    googleCalendars,
    googleChannels,
    graphCalendars,
    graphSubscriptions,
    caldavCalendars,
    phone,
    todoist,
    ...oauth.flatMap((provider) => provider.keepers),
  ];
  const state = new StateFile(options.stateFile, keepers);
  state.load();

  const caldav = caldavServer(caldavCalendars, faults);
  const app = Fastify({
    forceCloseConnections: true,
    serverFactory: (handler) =>
      createServer((request, response) =>
        isCaldavHost(request) ? caldav(request, response) : handler(request, response),
      ),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  readForms(app);
  inboxPages(app, {
    inbox,
    now: () => clock.now(),
    deliver(mail) {
      const headers = { 'content-type': 'message/rfc822', 'x-inbound-secret': options.secrets.inboundMail };
      webhooks.post('mail', {
        url: `${options.serverUrl}/api/inbound/mail`,
        headers,
        body: mail,
        isTriedAgain: (status) => status >= 500,
      });
      return webhooks.settled();
    },
  });
  hubRoutes(app, {
    clock,
    faults,
    state,
    inbox,
    forgetSyncTokens() {
      googleCalendars.forgetSyncTokens();
      graphCalendars.forgetSyncStates();
      caldavCalendars.forgetSyncTokens();
    },
    emptyBin: () => googleCalendars.emptyBin(),
    revokeAccess() {
      for (const provider of oauth) provider.revokeAccess();
      touch();
    },
    lifecycle: (kind) => graphSubscriptions.lifecycle(kind),
    caldav: caldavCalendars,
    todoistToken: options.secrets.todoistToken,
    texts: () => phone.received(),
    events: () => [...googleCalendars.shown(), ...graphCalendars.shown()],
    accounts: providerShapes.flatMap(({ accounts }) => accounts.map(({ email }) => email)),
    writeEvent(address, { title, startsAt, organizer }) {
      const start = startsAt.toISOString();
      const end = new Date(startsAt.getTime() + HOUR_MS).toISOString();
      for (const { name, accounts } of providerShapes) {
        const account = accounts.find(({ email }) => email === address);
        if (!account) continue;
        if (name === 'google') {
          const event = { summary: title, start: { dateTime: start }, end: { dateTime: end } };
          if (organizer === null)
            googleCalendars.insert(googleCalendars.getCalendar(account, 'primary'), event);
          else googleCalendars.invite(account, organizer, event);
        } else {
          const event = {
            subject: title,
            start: { dateTime: start, timeZone: 'UTC' },
            end: { dateTime: end, timeZone: 'UTC' },
          };
          const calendar = graphCalendars.getCalendar(graphCalendars.getMailbox(account), null);
          if (organizer === null) graphCalendars.insert(account, calendar, event);
          else graphCalendars.invite(account, organizer, event);
        }
      }
    },
    answerAsGuest(address, { title, guest, response }) {
      const accounts = providerShapes.flatMap((shape) => (shape.name === 'google' ? [] : shape.accounts));
      const account = accounts.find(({ email }) => email === address);
      const known = Object.values(meetingAnswers).find((each) => each === response);
      return account !== undefined && known !== undefined
        ? graphCalendars.answerAsGuest(account, { title, guest, response: known })
        : false;
    },
    async tick() {
      payments.tick();
      await webhooks.settled();
    },
  });
  await app.register(async (pages) => paymentsPages(pages, payments), { prefix: '/sandbox/payments' });
  await app.register(
    async (api) =>
      paymentsApi(api, {
        payments,
        faults,
        secretKey: options.secrets.stripeKey,
        pagesUrl: `${options.publicUrl}/sandbox/payments`,
      }),
    { prefix: '/stripe' },
  );
  for (const provider of oauth) provider.routes(app);
  const [google, microsoft] = oauth;
  if (google) {
    await app.register(
      async (api) =>
        googleApi(api, {
          calendars: googleCalendars,
          channels: googleChannels,
          oauth: google,
          faults,
          callsPerMinute: options.googleCallsPerMinute,
        }),
      // Google's client uses only the origin of an address, so the path must be Google's.
      { prefix: '/calendar/v3' },
    );
    await app.register(
      async (api) =>
        googleTasksApi(api, {
          oauth: google,
          faults,
          now: () => clock.now(),
          callsPerMinute: options.googleCallsPerMinute,
        }),
      { prefix: '/tasks/v1' },
    );
  }
  let url = '';
  if (microsoft) {
    await app.register(
      async (api) =>
        graphApi(api, {
          calendars: graphCalendars,
          subscriptions: graphSubscriptions,
          oauth: microsoft,
          faults,
          now: () => clock.now(),
          // Clients follow these links unchanged, so they must lead here.
          apiUrl: () => `${url}/graph/v1.0`,
          ...(options.validate && { validate: options.validate }),
        }),
      { prefix: '/graph/v1.0' },
    );
  }
  await app.register(
    async (api) => todoistApi(api, { state: todoist, faults, token: options.secrets.todoistToken }),
    { prefix: '/todoist/api/v1' },
  );
  await app.register(async (pages) => phonePages(pages, phone), { prefix: '/sandbox/phone' });
  await app.register(
    async (api) =>
      twilioApi(api, {
        phone,
        faults,
        emulator,
        authToken: options.secrets.twilioToken,
        now: () => clock.now(),
      }),
    { prefix: '/twilio' },
  );
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  const smtpUrl = await inbox.listen();
  const timer = setInterval(() => payments.tick(), TICK_EVERY_MS);
  timer.unref();

  return {
    url,
    smtpUrl,
    settled: () => webhooks.settled(),
    async close() {
      clearInterval(timer);
      webhooks.close();
      await app.close();
      await inbox.close();
      await emulator.close();
      state.save();
    },
  };
}

/** Parses forms of browsers and of the providers' clients, with brackets for nesting: `items[0][price]=x`. */
function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, qs.parse(body as string, { depth: 6 })),
  );
}
