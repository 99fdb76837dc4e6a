import type { Client, Context, Middleware } from '@microsoft/microsoft-graph-client';
import type { GrantKeeper } from '#features/calendar-accounts/ports.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { type RenewGrant, withAccessToken } from '../oauth/grant.ts';
import { findProblem } from './graph-failure.ts';

const GRAPH = 'https://graph.microsoft.com';
const TIMEOUT_MS = 30_000;
/** What Graph lets one app do at once in one mailbox. */
const MOST_AT_ONCE = 4;
/** Ids that stay when an event moves, times in UTC, texts with their HTML. */
const PREFER = 'IdType="ImmutableId", outlook.timezone="UTC", outlook.body-content-type="html"';

export interface GraphRequest {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Below `/v1.0`, or a link of an answer. Values are encoded by whoever puts them in. */
  readonly path: string;
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly pageSize?: number;
}

/** Makes a call with the account's token. Rejects with the client's own errors. */
export type GraphCall = <Answer>(request: GraphRequest) => Promise<Answer>;

/** By accounts: they share what may run at once over all that work on them, each calendar in a sync run of its own. */
const turns = new Map<string, Turns>();

interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}

async function inTurn<Result>(accountId: string, call: () => Promise<Result>): Promise<Result> {
  const own = turns.get(accountId) ?? { running: 0, waiting: [] };
  turns.set(accountId, own);
  if (own.running >= MOST_AT_ONCE) await new Promise<void>((resolve) => own.waiting.push(resolve));
  else own.running += 1;
  try {
    return await call();
  } finally {
    // Whoever waits takes over the place.
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

/** A link of an answer; the token goes to no other host than Graph's. */
function linkAt(link: string, base: string): string {
  if (!isLinkWithin(link, base))
    throw new ProviderFailure('rejected', 'Outlook sent us to another address, where we do not go.');
  return GRAPH + link.slice(base.length);
}

export function isLinkWithin(link: string, base: string): boolean {
  return link.startsWith(`${base}/`);
}

async function makeClient(token: string, base: string): Promise<Client> {
  const { AuthenticationHandler, Client } = await import('@microsoft/microsoft-graph-client');
  const authentication = new AuthenticationHandler({ getAccessToken: async () => token });
  // Repeating is left to the jobs, which know how long to wait.
  authentication.setNext(new Sender(base));
  return Client.initWithMiddleware({ middleware: authentication, defaultVersion: 'v1.0' });
}

/** The client gives its token to Graph's own address only: where another one stands in, that is put in last. */
class Sender implements Middleware {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async execute(context: Context): Promise<void> {
    const address = (context.request as string).replace(GRAPH, this.#base);
    context.response = await fetch(address, {
      ...context.options,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
