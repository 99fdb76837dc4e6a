import * as client from 'openid-client';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts';

/** The server's address for browsers and clients, whose requests are redirected to the sandbox. */
export const SERVER = 'http://localhost:3999';
export const secrets = {
  stripeKey: 'demo_sk_test',
  stripeWebhook: 'whsec_test',
  oauthClient: 'demo secret',
  twilioToken: 'demo token',
  inboundMail: 'demo inbound mail',
  caldavPassword: 'demo-word-demo-word',
  todoistToken: 'demo_todoist_test',
};

/** Submits a consent page. */
export const allow =
  (account: string, ...scopes: string[]) =>
  () =>
    new URLSearchParams([
      ['account', account],
      ['answer', 'allow'],
      ...scopes.map((scope): [string, string] => ['scope', scope]),
    ]);

/** A browser that follows a link to the sandbox's consent page, submits it, and is sent back. */
export function consentBrowser(sandbox: Pick<Sandbox, 'url'>, server = SERVER) {
  const behind = (url: string | URL) => String(url).replace(server, sandbox.url);
  const jar = new Map<string, string>();
  const browse = async (url: string, form?: URLSearchParams) => {
    const reply = await fetch(behind(new URL(url, server)), {
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
  return async (url: string, answer: (page: string) => URLSearchParams) => {
    const asked = await browse(url);
    const page = await browse(asked.location);
    const answered = await browse(asked.location, answer(page.text));
    const back = await browse(answered.location);
    return { back: new URL(back.location, server), page: page.text };
  };
}

/** A sandbox, a browser, and an OpenID Connect client of one of its providers. */
export async function openConsent(name: 'google' | 'microsoft', options: Partial<SandboxOptions> = {}) {
  const sandbox: Sandbox = await startSandbox({
    serverUrl: SERVER,
    publicUrl: SERVER,
    apiBaseUrl: `${SERVER}/api`,
    secrets,
    stateFile: null,
    ...options,
  });
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
  const browser = consentBrowser(sandbox);
  /** Requests access and submits the page; resolves to the address that the browser is sent back to. */
  const consent = async (
    scope: string,
    answer: (page: string) => URLSearchParams,
    more: Record<string, string> = {},
  ) => {
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: `${SERVER}/settings`,
      scope,
      state: '?tab=accounts',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...more,
    });
    return { ...(await browser(url.href, answer)), verifier };
  };
  const exchange = (back: URL, verifier: string) =>
    client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: '?tab=accounts',
    });
  /** The whole flow: from the request to an access token. */
  const connect = async (account: string, ...scopes: string[]) => {
    const { back, verifier } = await consent(['openid', ...scopes].join(' '), allow(account, ...scopes));
    return (await exchange(back, verifier)).access_token;
  };
  return { sandbox, config, consent, exchange, connect };
}
