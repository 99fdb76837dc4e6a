import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaldavCalendars } from './caldav/caldav-calendars.ts';
import { caldavAccount, caldavHosts } from './caldav/demo-caldav.ts';
import { type FaultKind, type Faults, faultKinds, type Provider, providers } from './faults.ts';
import { DAY_MS, HOUR_MS } from './lengths-of-time.ts';
import type { Inbox } from './mail/inbox.ts';
import { STYLESHEET, sendPage } from './pages/frame.ts';
import { html } from './pages/html.ts';
import type { ShownEvent } from './shown-event.ts';
import type { StateFile } from './state-file.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A text message, listed together with the mail. */
export interface SandboxText {
  readonly channel: 'sms';
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly sentAt: string;
}

export interface HubParts {
  readonly clock: VirtualClock;
  readonly faults: Faults;
  readonly state: StateFile;
  readonly inbox: Inbox;
  readonly caldav: Pick<CaldavCalendars, 'password' | 'revokePasswords' | 'schedules' | 'setScheduling'>;
  readonly todoistToken: string;
  readonly texts: () => readonly SandboxText[];
  readonly events: () => readonly ShownEvent[];
  /** The addresses of the accounts whose calendars can be edited by hand. */
  readonly accounts: readonly string[];
  /** Writes an event of an hour as if made at the provider; with an organizer it is an invitation. */
  readonly writeEvent: (
    account: string,
    event: { readonly title: string; readonly startsAt: Date; readonly organizer: string | null },
  ) => void;
  /** A guest answers a meeting in Outlook. False if there is none. */
  readonly answerAsGuest: (
    account: string,
    answer: { readonly title: string; readonly guest: string; readonly response: string },
  ) => boolean;
  /** Invalidates every sync token: the next sync has to start over. */
  readonly forgetSyncTokens: () => void;
  /** Permanently removes what was deleted at Google. */
  readonly emptyBin: () => void;
  /** Revokes every grant: no token is valid any more. */
  readonly revokeAccess: () => void;
  /** Sends a notification to the lifecycle addresses of calendar subscriptions. */
  readonly lifecycle: (kind: (typeof lifecycleKinds)[number]) => void;
  /** Runs everything that is due after the clock moved; resolves when the server has been notified. */
  readonly tick: () => Promise<void>;
}

const lifecycleKinds = ['subscriptionRemoved', 'missed', 'reauthorizationRequired'] as const;
const MAX_ADVANCE_HOURS = 24 * 366;
const STEPS = [
  [1, '1 hour'],
  [24, '1 day'],
  [24 * 7, '1 week'],
  [24 * 30, '30 days'],
] as const;

const providerNames: Readonly<Record<Provider, string>> = {
  stripe: 'Payments',
  twilio: 'Text messages',
  mail: 'Mail',
  google: 'Google',
  microsoft: 'Microsoft',
  caldav: 'iCloud calendar',
  todoist: 'Todoist',
};
const faultNames: Readonly<Record<FaultKind, string>> = {
  error: 'Answers with an error (500)',
  'rate-limit': 'Asks to wait and try again (429)',
  slow: 'Answers after two seconds',
  'duplicate-webhook': 'Sends a notification twice',
  'reorder-webhook': 'Sends two notifications in the wrong order',
  'drop-webhook': 'Loses a notification',
  'expire-channel': 'Stops notifying without saying so',
  decline: 'Declines the next payment',
  undeliverable: 'Cannot deliver the message',
  'expire-token': 'Rejects the app’s access',
  'too-many': 'Says there are too many requests',
  'bare-removal': 'Reports a removed occurrence without its series (Outlook)',
  'pending-conference': 'Makes the link of a video call late (Google)',
};

/** The page that controls the sandbox, and the same actions over HTTP for tests. */
export function hubRoutes(app: FastifyInstance, parts: HubParts): void {
  const { clock, faults, inbox, state } = parts;
  app.get('/sandbox/pages.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLESHEET),
  );

  app.get('/sandbox/messages', async ({ query }) => {
    const { to } = query as { to?: string };
    // An unescaped plus sign in a query means a space, so numbers are compared by their digits.
    const wanted = typeof to === 'string' ? normal(to) : null;
    const messages = [...inbox.list(), ...parts.texts()]
      .filter((message) => wanted === null || normal(message.to) === wanted)
      .sort((a, b) => b.sentAt.localeCompare(a.sentAt));
    return { success: true, messages };
  });

  app.get('/sandbox', async (_request, reply) =>
    sendPage(reply, {
      title: 'Sandbox',
      section: 'hub',
      body: html`<h1>Sandbox</h1>
<p>These services are simulated while no keys are set: the calendars and tasks of Google and Microsoft, the calendars of Apple, the tasks of Todoist, a phone, a mailbox and a payment provider.</p>
<div class="cards">
<a class="card" href="/sandbox/calendars"><h2>Calendars</h2><p>${count(parts.events().length, 'event')} at Google and Outlook</p></a>
<a class="card" href="/sandbox/phone"><h2>Phone</h2><p>${count(parts.texts().length, 'text message')}</p></a>
<a class="card" href="/sandbox/inbox"><h2>Inbox</h2><p>${count(inbox.list().length, 'mail')}</p></a>
<a class="card" href="/sandbox/payments"><h2>Payments</h2><p>Subscriptions, invoices, events</p></a>
</div>
<div class="card"><h2>Clock</h2>
<p>The sandbox's time is ${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC${clock.aheadMs > 0 && html`, ${Math.round(clock.aheadMs / HOUR_MS)} hours ahead`}. Move it forward to see a trial end or a week billed.</p>
<form class="inline" method="post" action="/sandbox/clock">${STEPS.map(
        ([hours, label]) => html`<button name="hours" value="${hours}">+ ${label}</button>`,
      )}</form></div>
<div class="card"><h2>Faults</h2>
<p>Make something fail, to see how the product reacts.</p>
${faults.list().map(({ provider, kind, left }) => html`<div class="row"><span>${providerNames[provider]}: ${faultNames[kind]}</span><span class="chip warn">${left} left</span></div>`)}
<form class="inline" method="post" action="/sandbox/faults">
<label>Provider <select name="provider">${providers.map((name) => html`<option value="${name}">${providerNames[name]}</option>`)}</select></label>
<label>What <select name="kind">${faultKinds.map((name) => html`<option value="${name}">${faultNames[name]}</option>`)}</select></label>
<label>Times <input name="times" type="number" min="0" max="100" value="1"></label>
<button>Set</button></form></div>
<div class="card"><h2>Trouble with calendars</h2><p>Let every calendar forget which changes it has sent already, as happens after a long time without a sync. The next sync reads everything again.</p>
<form method="post" action="/sandbox/forget-sync-tokens"><button>Forget what was sent</button></form>
<p>Permanently remove events deleted at Google. The real calendar keeps them for 30 days.</p>
<form method="post" action="/sandbox/empty-bin"><button>Empty the bin</button></form>
<p>Revoke all access of the app, as in the security settings of an account.</p>
<form method="post" action="/sandbox/revoke-access"><button>Revoke all access</button></form></div>
<div class="card"><h2>iCloud calendar</h2><p>A demo account on a CalDAV server with two hosts, like Apple's. Changing the account's password revokes every app-specific password.</p>
<div class="row"><span>Server</span><code>https://${caldavHosts.front}</code></div>
<div class="row"><span>Apple Account</span><code>${caldavAccount.email}</code></div>
<div class="row"><span>App-specific password</span><code>${parts.caldav.password}</code></div>
<form method="post" action="/sandbox/caldav/revoke-passwords"><button>Revoke passwords</button></form>
<p>${parts.caldav.schedules ? 'The server invites the guests of events by itself.' : 'The server leaves it to programs to invite the guests of events.'} The change counts once the account's calendars are listed again.</p>
<form method="post" action="/sandbox/caldav/scheduling"><input type="hidden" name="schedules" value="${parts.caldav.schedules ? 'no' : 'yes'}"><button>${parts.caldav.schedules ? 'Leave inviting to programs' : 'Invite guests'}</button></form></div>
<div class="card"><h2>Todoist</h2><p>An account with a few tasks, to try the import.</p>
<div class="row"><span>API token</span><code>${parts.todoistToken}</code></div></div>
<div class="card"><h2>Start again</h2><p>Deletes all messages, customers and faults, and resets the clock.</p>
<form method="post" action="/sandbox/reset"><button class="danger">Reset the sandbox</button></form></div>`,
    }),
  );

  app.post('/sandbox/clock', async (request, reply) => {
    const hours = Number((request.body as Record<string, unknown> | null)?.['hours']);
    if (!Number.isFinite(hours) || hours < 0 || hours > MAX_ADVANCE_HOURS)
      return reply
        .code(400)
        .send({ success: false, message: `hours: a number from 0 to ${MAX_ADVANCE_HOURS}` });
    clock.advance(hours * HOUR_MS);
    await parts.tick();
    return done(request, reply, { now: clock.now().toISOString() });
  });
  app.post('/sandbox/faults', async (request, reply) => {
    const { provider, kind, times = 1 } = (request.body ?? {}) as Record<string, unknown>;
    const isKnown = providers.includes(provider as Provider) && faultKinds.includes(kind as FaultKind);
    if (!isKnown)
      return reply.code(400).send({
        success: false,
        message: `provider: ${providers.join(', ')}; kind: ${faultKinds.join(', ')}`,
      });
    faults.set(provider as Provider, kind as FaultKind, Number(times));
    return done(request, reply, { faults: faults.list() });
  });
  app.post('/sandbox/forget-sync-tokens', async (request, reply) => {
    parts.forgetSyncTokens();
    return done(request, reply, {});
  });
  app.post('/sandbox/empty-bin', async (request, reply) => {
    parts.emptyBin();
    return done(request, reply, {});
  });
  app.post('/sandbox/caldav/revoke-passwords', async (request, reply) => {
    parts.caldav.revokePasswords();
    return done(request, reply, {});
  });
  app.post('/sandbox/caldav/scheduling', async (request, reply) => {
    const { schedules } = (request.body ?? {}) as Record<string, unknown>;
    if (schedules !== 'yes' && schedules !== 'no')
      return reply.code(400).send({ success: false, message: 'schedules: yes, no' });
    parts.caldav.setScheduling(schedules === 'yes');
    return done(request, reply, {});
  });
  app.post('/sandbox/revoke-access', async (request, reply) => {
    parts.revokeAccess();
    return done(request, reply, {});
  });
  app.post('/sandbox/lifecycle', async (request, reply) => {
    const { kind } = (request.body ?? {}) as Record<string, unknown>;
    const known = lifecycleKinds.find((each) => each === kind);
    if (!known)
      return reply.code(400).send({ success: false, message: `kind: ${lifecycleKinds.join(', ')}` });
    parts.lifecycle(known);
    return done(request, reply, {});
  });
  app.post('/sandbox/reset', async (request, reply) => {
    state.reset();
    faults.reset();
    clock.reset();
    return done(request, reply, {});
  });
  app.get('/sandbox/calendars', async (request, reply) =>
    isPerson(request)
      ? sendPage(reply, { title: 'Calendars', section: 'calendars', body: calendarsPage(parts) })
      : { success: true, events: parts.events() },
  );
  app.post('/sandbox/calendars', async (request, reply) => {
    const { account, title, startsAt, organizer } = (request.body ?? {}) as Record<string, unknown>;
    const start = new Date(typeof startsAt === 'string' ? `${startsAt.replace(/Z$/, '')}Z` : '');
    const isKnown = typeof account === 'string' && parts.accounts.includes(account);
    if (!isKnown || typeof title !== 'string' || !title.trim() || Number.isNaN(start.getTime()))
      return reply.code(400).send({
        success: false,
        message: `account: ${parts.accounts.join(', ')}; title: what it is called; startsAt: 2026-11-17T10:00, in UTC; organizer: who invites, if it is an invitation`,
      });
    parts.writeEvent(account, {
      title: title.trim(),
      startsAt: start,
      organizer: typeof organizer === 'string' && organizer.trim() ? organizer.trim() : null,
    });
    return isPerson(request) ? reply.redirect('/sandbox/calendars', 303) : { success: true };
  });
  app.post('/sandbox/calendars/answer', async (request, reply) => {
    const {
      account = '',
      title = '',
      guest = '',
      response = '',
    } = (request.body ?? {}) as Record<string, string>;
    const isAnswered = parts.answerAsGuest(account, { title, guest, response });
    return isAnswered ? done(request, reply, {}) : reply.code(404).send({ success: false });
  });
  app.get('/sandbox/state', async () => ({
    success: true,
    now: clock.now().toISOString(),
    faults: faults.list(),
  }));
}

/** Browsers are redirected to the hub, programs get a response. */
function done(request: FastifyRequest, reply: FastifyReply, answer: object): object {
  return isPerson(request) ? reply.redirect('/sandbox', 303) : { success: true, ...answer };
}

function isPerson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

const MAX_SHOWN = 200;

function calendarsPage({ accounts, clock, events }: HubParts) {
  const now = clock.now().getTime();
  const words = (instant: string) => instant.slice(0, 16).replace('T', ' ');
  const ahead = events()
    .filter(({ endsAt }) => Date.parse(endsAt) > now - DAY_MS)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const groups = Map.groupBy(
    ahead.slice(0, MAX_SHOWN),
    ({ provider, calendar }) => `${provider === 'google' ? 'Google' : 'Outlook'}: ${calendar}`,
  );
  const tomorrow = new Date(now + DAY_MS).toISOString().slice(0, 10);
  return html`<h1>Calendars</h1><p>The events at the providers from yesterday on, in UTC. A series is listed on its first day. The events of an account are created when it is first connected.</p>
<div class="card"><h2>Change something there</h2>
<p>Adds an event of an hour at the provider. The app receives it automatically.</p>
<form class="inline" method="post" action="/sandbox/calendars">
<label>Account <select name="account">${accounts.map((account) => html`<option>${account}</option>`)}</select></label>
<label>Title <input name="title" required maxlength="200" value="Written at the provider"></label>
<label>Starts (UTC) <input name="startsAt" type="datetime-local" required value="${tomorrow}T10:00"></label>
<label>Invited by (optional) <input name="organizer" type="email"></label>
<button>Write it</button></form></div>
${
  groups.size === 0
    ? html`<div class="card"><p>Nothing yet. Connect a calendar first.</p></div>`
    : [...groups].map(
        ([name, listed]) =>
          html`<section class="card"><h2>${name}</h2>${listed.map(
            ({ title, location, startsAt, endsAt, isBusy }) =>
              html`<div class="row"><span>${title || 'No title'}${location && html` <span class="muted">${location}</span>`}</span><span class="muted">${words(startsAt)} to ${words(endsAt)}${isBusy ? null : ', free'}</span></div>`,
          )}</section>`,
      )
}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function normal(address: string): string {
  return /^[+ ]?\d+$/.test(address) ? address.replace(/\D/g, '') : address.toLowerCase();
}
