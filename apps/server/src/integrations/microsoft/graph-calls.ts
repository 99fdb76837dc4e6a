import type { Client, Context, Middleware } from '@microsoft/microsoft-graph-client';
import type { GrantKeeper } from '#features/calendar-accounts/ports.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { limitedFetch } from '../http/limited-fetch.ts';
import { type RenewGrant, withAccessToken } from '../oauth/grant.ts';
import { findProblem } from './graph-failure.ts';

const GRAPH = 'https://graph.microsoft.com';
const TIMEOUT_MS = 30_000;
/** Graph's limit of concurrent calls for one app in one mailbox. */
const MAX_AT_ONCE = 4;
/** Requests ids that stay when an event moves, times in UTC, and texts as HTML. */
const PREFER = 'IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="html"';

export interface GraphRequest {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** A path below `/v1.0`, or a link from a response. The caller encodes the values in it. */
  readonly path: string;
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly pageSize?: number;
}

/** Makes a call with the account's token. Rejects with the client's own errors. */
export type GraphCall = <Answer>(request: GraphRequest) => Promise<Answer>;

/** By account. Each calendar has a separate sync run, and all work on an account shares its limit. */
const turns = new Map<string, Turns>();

interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}

async function inTurn<Result>(accountId: string, call: () => Promise<Result>): Promise<Result> {
  const own = turns.get(accountId) ?? { running: 0, waiting: [] };
  turns.set(accountId, own);
  if (own.running >= MAX_AT_ONCE) await new Promise<void>((resolve) => own.waiting.push(resolve));
  else own.running += 1;
  try {
    return await call();
  } finally {
    // The next waiting call takes over the slot.
    const next = own.waiting.shift();
    if (next) next();
    else own.running -= 1;
    if (own.running === 0) turns.delete(accountId);
  }
}

export function graphCalls(
  grant: GrantKeeper,
  renew: RenewGrant,
  graphUrl: (() => Promise<string>) | undefined,
): GraphCall {
  return async <Answer>({ method, path, body, ifMatch, pageSize }: GraphRequest) => {
    const base = (await graphUrl?.()) ?? GRAPH;
    const address = path.startsWith('/') ? `${GRAPH}/v1.0${path}` : linkAt(path, base);
    return inTurn(grant.accountId, () =>
      withAccessToken(
        grant,
        renew,
        (error) => findProblem(error)?.status === 401,
        async (token): Promise<Answer> => {
          const client = await makeClient(token, base);
          const request = client
            .api(address)
            .header('Prefer', pageSize ? `${PREFER}, odata.maxpagesize=${pageSize}` : PREFER);
          if (ifMatch) request.header('If-Match', ifMatch);
          return request[method](body);
        },
      ),
    );
  };
}

/** Accepts a link from a response only on Graph's own host, because the token must go nowhere else. */
function linkAt(link: string, base: string): string {
  if (!isLinkWithin(link, base))
    throw new ProviderFailure(
      'rejected',
      'Outlook redirected us to another address, which we do not follow.',
    );
  return GRAPH + link.slice(base.length);
}

export function isLinkWithin(link: string, base: string): boolean {
  return link.startsWith(`${base}/`);
}

async function makeClient(token: string, base: string): Promise<Client> {
  const { AuthenticationHandler, Client } = await import('@microsoft/microsoft-graph-client');
  const authentication = new AuthenticationHandler({ getAccessToken: async () => token });
  // The client's retries are off: jobs know how long to wait.
  authentication.setNext(new Sender(base));
  return Client.initWithMiddleware({ middleware: authentication, defaultVersion: 'v1.0' });
}

/** The client adds its token only for Graph's own address. The sandbox's address replaces it after that. */
class Sender implements Middleware {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async execute(context: Context): Promise<void> {
    const address = (context.request as string).replace(GRAPH, this.#base);
    context.response = await limitedFetch(address, {
      ...context.options,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
