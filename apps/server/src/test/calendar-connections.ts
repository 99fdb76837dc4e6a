import { calendar } from '@googleapis/calendar';
import { sql } from 'kysely';
import { allow, consentBrowser } from '../../../sandbox/src/test/demo-consent.ts';
import { readGrant } from '../integrations/oauth/grant.ts';
import { sandboxConsents } from '../integrations/test/sandbox-calendars.ts';
import type { Reply, TestServer, TestUser } from './server.ts';

type ConsentDomain = 'google' | 'outlook';

const paths = {
  google: { url: '/api/user/getGoogleCalendarAuthUrl', code: '/api/user/addCalendar' },
  outlook: { url: '/api/integrations/outlook/auth-url', code: '/api/integrations/outlook/connect' },
} as const;

export const demoAccounts = {
  google: { id: 'demo_google_work', email: 'maya@lumen.example' },
  outlook: { id: 'demo_microsoft_work', email: 'maya.okafor@contoso.example' },
} as const;

/** What the browser brings back from the consent page of the sandbox. */
export async function askConsent(
  server: TestServer,
  user: TestUser,
  domain: ConsentDomain,
  options: { account?: string; scopes?: readonly string[]; deny?: boolean; state?: string } = {},
): Promise<URL> {
  const query = options.state === undefined ? '' : `?state=${encodeURIComponent(options.state)}`;
  const { body } = await user.call('GET', `${paths[domain].url}${query}`);
  const scopes = options.scopes ?? (new URL(body.authUrl).searchParams.get('scope') ?? '').split(' ');
  const answer = options.deny
    ? () => new URLSearchParams({ answer: 'deny' })
    : allow(options.account ?? demoAccounts[domain].id, ...scopes);
  const browser = consentBrowser({ url: await server.sandboxUrl() });
  return (await browser(body.authUrl, answer)).back;
}

export async function sendCode(user: TestUser, domain: ConsentDomain, back: URL): Promise<Reply> {
  return user.call('POST', paths[domain].code, { code: back.searchParams.get('code') });
}

/** Connects the demo's CalDAV account. */
async function sendPassword(user: TestUser): Promise<Reply> {
  const { demoCaldav } = (await user.call('GET', '/config.json')).body;
  const { serverUrl, username, password } = demoCaldav;
  return user.call('POST', '/api/integrations/caldav/connect', { serverUrl, username, password });
}

/** Connects an account and runs the first sync of every calendar. Returns the account as the API lists it. */
export async function connect(
  server: TestServer,
  user: TestUser,
  domain: ConsentDomain | 'apple',
  account?: string,
): Promise<Reply['body']> {
  const reply =
    domain === 'apple'
      ? await sendPassword(user)
      : await sendCode(user, domain, await askConsent(server, user, domain, account ? { account } : {}));
  if (reply.status !== 200) throw new Error(`Not connected: ${JSON.stringify(reply.body)}`);
  await syncAllNow(server, user);
  const { body } = await user.call('GET', '/api/calendar-accounts');
  return body.accounts.find((candidate: { domain: string }) => candidate.domain === domain);
}

/** Runs one sync of every calendar now. */
export async function syncAllNow(server: TestServer, user: TestUser): Promise<void> {
  const { body } = await user.call('GET', '/api/calendar-accounts');
  const calendars = [
    ...body.accounts.flatMap((account: Reply['body']) => account.calendars),
    ...body.subscriptions,
  ];
  for (const { calendarId, isSynced } of calendars) {
    if (isSynced) await syncNow(server, { userId: user.profile._id, calendarId });
  }
}

/** Runs one sync of a calendar now, with the longer jobs that it queues. */
export async function syncNow(
  server: TestServer,
  data: { userId: string; calendarId: string },
): Promise<void> {
  await server.runJob('calendar-accounts.sync', data);
  const { rows } = await sql<{ name: string }>`
    delete from pgboss.job where state = 'created' and singleton_key = ${data.calendarId}
      and name in ('calendar-accounts.sync-whole', 'calendar-accounts.sync-feed')
    returning name
  `.execute(server.app.platform.db);
  for (const { name } of rows) await server.runJob(name, data);
}

/** The access of another program to the demo account: the address of the providers, and a token. */
export async function allowOtherProgram(
  server: TestServer,
  domain: ConsentDomain,
): Promise<{ url: string; accessToken: string }> {
  const url = await server.sandboxUrl();
  const consents = sandboxConsents({ url, secrets: server.secrets, now: () => server.now() });
  const provider = domain === 'google' ? 'google' : 'microsoft';
  const { grant } = await consents.connect(provider, demoAccounts[domain].id);
  return { url, accessToken: readGrant(grant).accessToken };
}

/** Google's own client, as another program at the demo account. */
export async function openGoogleClient(server: TestServer): Promise<ReturnType<typeof calendar>> {
  const { url, accessToken } = await allowOtherProgram(server, 'google');
  return calendar({
    version: 'v3',
    rootUrl: `${url}/`,
    headers: { authorization: `Bearer ${accessToken}` },
    retry: false,
  });
}
