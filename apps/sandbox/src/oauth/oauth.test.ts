import * as client from 'openid-client';
import { afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';

const SERVER = 'http://localhost:3999';
const secrets = { stripeKey: 'demo_sk_test', stripeWebhook: 'whsec_test', oauthClient: 'demo secret' };
const CALENDAR = 'https://www.googleapis.com/auth/calendar';

const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

/** The sandbox as a browser and as the official client see it: both come by the server's address. */
async function start(name: 'google' | 'microsoft') {
  const sandbox = await startSandbox({ serverUrl: SERVER, publicUrl: SERVER, secrets, stateFile: null });
  open.push(sandbox);
  const behind = (url: string | URL) => String(url).replace(SERVER, sandbox.url);
  const config = await client.discovery(
    new URL(`${SERVER}/sandbox/oauth/${name}`),
    'dayloom',
    secrets.oauthClient,
    client.ClientSecretPost(secrets.oauthClient),
    {
      execute: [client.allowInsecureRequests],
      [client.customFetch]: (url, init) => fetch(behind(url), init as RequestInit),
    },
  );
  const jar = new Map<string, string>();
  const browse = async (url: string, form?: URLSearchParams) => {
    const reply = await fetch(behind(new URL(url, SERVER)), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { status: reply.status, location: reply.headers.get('location') ?? '', text: await reply.text() };
  };
  /** Asks for access and answers the page; resolves to the address that the person is sent back to. */
  const consent = async (scope: string, answer: (page: string) => URLSearchParams) => {
    const verifier = client.randomPKCECodeVerifier();
    const redirectUri = `${SERVER}/settings`;
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      state: '?tab=accounts',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const asked = await browse(url.href);
    const page = await browse(asked.location);
    const answered = await browse(asked.location, answer(page.text));
    const back = await browse(answered.location);
    return { back: new URL(back.location, SERVER), page: page.text, verifier };
  };
  const exchange = (back: URL, verifier: string) =>
    client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: '?tab=accounts',
    });
  return { sandbox, config, consent, exchange };
}

const allow =
  (account: string, ...scopes: string[]) =>
  () =>
    new URLSearchParams([
      ['account', account],
      ['answer', 'allow'],
      ...scopes.map((scope): [string, string] => ['scope', scope]),
    ]);

describe("the sandbox's consent page", () => {
  it('gives a code that is exchanged once, with the account and the scopes that were allowed', async () => {
    const google = await start('google');
    const { back, page, verifier } = await google.consent(
      `openid email ${CALENDAR}`,
      allow('demo_google_work', 'email', CALENDAR),
    );
    expect(page).toContain('Demo account');
    expect(page).toContain('See, edit and delete your calendars');
    expect(back.searchParams.get('state')).toBe('?tab=accounts');
    const tokens = await google.exchange(back, verifier);
    expect(tokens.claims()).toMatchObject({ sub: 'demo_google_work', email: 'maya@lumen.example' });
    expect(tokens.scope?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', CALENDAR]));
    expect(tokens.refresh_token).toBeTruthy();
    const fresh = await client.refreshTokenGrant(google.config, tokens.refresh_token ?? '');
    expect(fresh.access_token).not.toBe(tokens.access_token);
    await client.tokenRevocation(google.config, tokens.refresh_token ?? '');
    await expect(client.refreshTokenGrant(google.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(google.exchange(back, verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('withholds the scopes that were unticked', async () => {
    const google = await start('google');
    const { back, verifier } = await google.consent(
      `openid email ${CALENDAR}`,
      allow('demo_google_maya', 'email'),
    );
    const tokens = await google.exchange(back, verifier);
    expect(tokens.scope).not.toContain('calendar');
  });

  it('says so when access is denied', async () => {
    const outlook = await start('microsoft');
    const { back } = await outlook.consent(
      'openid offline_access Calendars.ReadWrite',
      () => new URLSearchParams({ account: 'demo_microsoft_maya', answer: 'deny' }),
    );
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  it('rotates the refresh tokens of Microsoft, as the real one does', async () => {
    const outlook = await start('microsoft');
    const { back, verifier } = await outlook.consent(
      'openid offline_access Calendars.ReadWrite',
      allow('demo_microsoft_maya', 'Calendars.ReadWrite'),
    );
    const tokens = await outlook.exchange(back, verifier);
    const fresh = await client.refreshTokenGrant(outlook.config, tokens.refresh_token ?? '');
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
  });

  it('is over when it was answered, or never asked', async () => {
    const google = await start('google');
    const reply = await fetch(`${google.sandbox.url}/sandbox/oauth/google/interaction/none`);
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('This request is over'),
    ]);
  });
});
