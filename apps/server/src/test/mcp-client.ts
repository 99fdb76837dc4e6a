import {
  Client,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { cookieBrowser, type TestServer, type TestUser, toPath } from './server.ts';

export const CALLBACK = 'http://127.0.0.1:6274/callback';

/** The network of the official MCP client: requests go to the app without a socket. */
export function createFetch({ app }: TestServer): FetchLike {
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname, search } = new URL(request.url);
    if (origin !== app.platform.config.publicUrl) throw new TypeError(`There is no network to ${origin}.`);
    const body = request.method === 'GET' ? undefined : await request.text();
    const reply = await app.http.inject({
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && { payload: body }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(reply.headers))
      if (value !== undefined) headers.set(name, String(value));
    const isEmpty = [202, 204].includes(reply.statusCode);
    return new Response(isEmpty ? null : reply.body, { status: reply.statusCode, headers });
  };
}

/** What an app keeps: its registration and its tokens. */
export class AppStorage implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata;
  client: { client_id: string } | undefined;
  saved: OAuthTokens | undefined;
  verifier = '';
  found: OAuthDiscoveryState | undefined;
  /** Where the app sends the browser. */
  authorizationUrl: URL | null = null;

  constructor(name = 'Test Agent', scope?: string) {
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope !== undefined && { scope }),
    };
  }

  state = () => 'state-of-the-app';
  clientInformation = () => this.client;
  saveClientInformation = (client: { client_id: string }) => {
    this.client = client;
  };
  tokens = () => this.saved;
  saveTokens = (tokens: OAuthTokens) => {
    this.saved = tokens;
  };
  forgetTokens(): void {
    this.saved = undefined;
  }
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrl = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.found = state;
  };
  discoveryState = () => this.found;
}

export interface Connection {
  readonly client: Client;
  readonly storage: AppStorage;
}

/** Opens the official client with a bearer token. */
export async function openWithToken(
  server: TestServer,
  token: string,
  mode: VersionNegotiationMode = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.app.platform.config.mcpUrl), {
      fetch: createFetch(server),
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}

/** An app that connects by the address alone, and the user who answers on the consent page. */
export async function connectApp(
  server: TestServer,
  user: TestUser,
  { storage = new AppStorage(), answer = 'allow' }: { storage?: AppStorage; answer?: 'allow' | 'deny' } = {},
): Promise<Connection> {
  const open = () =>
    new StreamableHTTPClientTransport(new URL(server.app.platform.config.mcpUrl), {
      fetch: createFetch(server),
      authProvider: storage,
    });
  const transport = open();
  try {
    await new Client({ name: 'test', version: '1' }).connect(transport);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  const { back } = await consent(server, user, storage.authorizationUrl, answer);
  await transport.finishAuth(back.searchParams);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(open());
  return { client, storage };
}

/** Signs in in a new browser, answers the consent page, and follows the redirects back to the app. */
export async function consent(
  server: TestServer,
  user: TestUser,
  url: URL | null,
  answer: 'allow' | 'deny' = 'allow',
): Promise<{ back: URL; page: string; policy: string }> {
  const browser = cookieBrowser(server.app);
  const post = (path: string, fields: Record<string, string>) =>
    browser({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const start = await browser({ method: 'GET', url: toPath(String(url)) });
  if (start.statusCode !== 303) throw new Error(`Refused: ${start.statusCode} ${start.body}`);
  const signedIn = await post(toPath(String(start.headers.location)), {
    email: user.profile.email,
    password: 'correct horse battery',
  });
  const resumed = await browser({ method: 'GET', url: toPath(String(signedIn.headers.location)) });
  const consentPath = toPath(String(resumed.headers.location));
  const page = await browser({ method: 'GET', url: consentPath });
  if (page.statusCode !== 200) throw new Error(`No consent page: ${page.statusCode} ${consentPath}`);
  const answered = await post(consentPath, { answer });
  if (answered.statusCode !== 303) throw new Error(`Not answered: ${answered.statusCode} ${answered.body}`);
  const end = await browser({ method: 'GET', url: toPath(String(answered.headers.location)) });
  return {
    back: new URL(String(end.headers.location)),
    page: page.body,
    policy: String(page.headers['content-security-policy']),
  };
}
