import { createPublicKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { tokenScopes } from '@dayloom/contracts';
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { RETRY_AFTER_SECONDS } from '../platform/api-server.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { isUnavailable } from '../platform/connection-loss.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type IdentityProvider, INVALID_TOKEN, verifyOwnToken } from '../platform/session.ts';
import { cacheVerifiedTokens } from '../platform/verified-tokens.ts';
import { toVisitor } from '../platform/visitor.ts';
import { type AgentTokens, openAgentTokens } from './agent-tokens.ts';
import { toAccountId } from './context.ts';
import { noticePage } from './pages/page.ts';
import { signOutPage } from './pages/sign-in.ts';
import { type PasswordCost, TOO_BUSY } from './passwords.ts';
import { payloadAdapter } from './payload-adapter.ts';
import { isRecent } from './safety/account.ts';
import { tryPassword } from './safety/password-tries.ts';
import { makeIdentityKeys } from './signing-keys.ts';
import { deleteAccount, findAccount } from './store/accounts.ts';
import {
  endAllSessions,
  endSession,
  findConfirmedAt,
  findLastSeen,
  insertSession,
  recordUse,
  selectLastSeen,
} from './store/sessions.ts';

const DAY_SECONDS = 86_400;
const ACCESS_TOKEN_SECONDS = 900;
const SESSION_SECONDS = 30 * DAY_SECONDS;
/** For agents. Each call looks its access token up, so a revocation counts before the token expires. */
const AGENT_TOKEN_SECONDS = 3_600;
/** An agent that was not used for so long has to ask again. */
const AGENT_IDLE_SECONDS = 90 * DAY_SECONDS;
const AGENT_GRANT_SECONDS = 365 * DAY_SECONDS;
export const EMBEDDED_CLIENT_ID = 'dayloom-web';

export interface EmbeddedIdentity {
  readonly provider: Provider;
  readonly api: IdentityProvider;
  /** The resource indicator of the MCP server (RFC 8707), the audience of the tokens of agents. */
  readonly resource: string;
  readonly agentTokens: AgentTokens;
  /** Marks this sign-out request as already confirmed. */
  signsOutUnasked(request: IncomingMessage): void;
}

interface Dependencies {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly passwordCost: PasswordCost;
}

/** People type `localhost` and `127.0.0.1` for the same machine. */
export function listOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!['localhost', '127.0.0.1'].includes(url.hostname)) return [url.origin];
  return ['localhost', '127.0.0.1'].map(
    (host) => `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}`,
  );
}

/**
 * The embedded OpenID Connect provider: code + PKCE, rotating refresh tokens, JWT access tokens (RFC 9068).
 */
export async function openEmbeddedIdentity({
  config,
  db,
  clock,
  log,
  passwordCost,
}: Dependencies): Promise<EmbeddedIdentity> {
  const issuer = `${config.publicUrl}/oidc`;
  const audience = config.OIDC_AUDIENCE;
  const resource = config.mcpUrl;
  const isOwn = (client: { clientId?: string | undefined } | undefined) =>
    client?.clientId === EMBEDDED_CLIENT_ID;
  const unasked = new WeakSet<IncomingMessage>();
  const { signingKey, cookieKey } = await makeIdentityKeys(db, clock());

  const configuration: Configuration = {
    adapter: payloadAdapter(db, clock),
    jwks: { keys: [signingKey] },
    cookies: { keys: [cookieKey] },
    clients: [
      {
        client_id: EMBEDDED_CLIENT_ID,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: listOrigins(config.publicUrl).map((origin) => `${origin}/auth/callback`),
        post_logout_redirect_uris: listOrigins(config.publicUrl).flatMap((origin) => [
          `${origin}/`,
          origin,
          `${origin}/login`,
        ]),
      },
    ],
    // Apps register themselves (`registerClient`), without a secret.
    discovery: { registration_endpoint: `${issuer}/register` },
    clientAuthMethods: ['none'],
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    // Puts profile and email claims in the ID token, like Auth0. Clients read them without a second call.
    conformIdTokenClaims: false,
    extraParams: ['audience', 'screen_hint'],
    pkce: { required: () => true },
    // Browsers send an Origin header on same-origin POSTs too. Only our own pages may ask for tokens.
    clientBasedCORS: (_ctx, origin) => listOrigins(config.publicUrl).includes(origin),
    rotateRefreshToken: true,
    // oidc-provider drops offline_access without a consent prompt, and our own client shows no prompt.
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') && (!isOwn(client) || code.scopes.has('openid')),
    expiresWithSession: async () => false,
    // By default a revoked access token keeps its grant, and the app would still look connected.
    revokeGrantPolicy: () => true,
    // The API refuses tokens of an ended session, so each token must name its session.
    extraTokenClaims: async (_ctx, token) => ('grantId' in token ? { sid: token.grantId } : undefined),
    ttl: {
      AccessToken: (_ctx, _token, client) => (isOwn(client) ? ACCESS_TOKEN_SECONDS : AGENT_TOKEN_SECONDS),
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: SESSION_SECONDS,
      Grant: (_ctx, grant) => (isOwn(grant) ? SESSION_SECONDS : AGENT_GRANT_SECONDS),
      RefreshToken: (_ctx, _token, client) => (isOwn(client) ? SESSION_SECONDS : AGENT_IDLE_SECONDS),
    },
    async findAccount(_ctx, subject) {
      const account = await findAccount(db, toAccountId(subject));
      if (!account) return undefined;
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          name: `${account.first_name} ${account.last_name}`.trim(),
          given_name: account.first_name,
          family_name: account.last_name,
          email: account.email,
          email_verified: account.email_verified_at !== null,
        }),
      };
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        async logoutSource(ctx: KoaContextWithOIDC, form: string) {
          if (unasked.has(ctx.req)) return endBrowserSession(db, ctx, ctx.oidc.provider);
          ctx.body = signOutPage(config.PRODUCT_NAME, form);
        },
        postLogoutSuccessSource: (ctx: KoaContextWithOIDC) => {
          ctx.body = noticePage(config.PRODUCT_NAME, 'You are signed out', 'See you soon.', {
            href: '/',
            text: 'Home',
          });
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => (isOwn(client) ? audience : resource),
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, indicator, client) => {
          if (isOwn(client)) {
            return {
              scope: '',
              audience,
              accessTokenFormat: 'jwt',
              jwt: { sign: { alg: 'RS256' } },
            };
          }
          if (indicator !== resource) throw new errors.InvalidTarget();
          return {
            scope: tokenScopes.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
    interactions: {
      url: (ctx, { uid, prompt }) => {
        if (prompt.name === 'consent') return `/oidc/interaction/${uid}/consent`;
        return `/oidc/interaction/${uid}${ctx.oidc.params?.screen_hint === 'signup' ? '/create-account' : ''}`;
      },
    },
    renderError: (ctx, out, error) => {
      ctx.type = 'html';
      const reason = describeRefusal(error, out);
      ctx.body = noticePage(config.PRODUCT_NAME, 'Sign-in failed', reason, {
        href: '/login',
        text: 'Try again',
      });
    },
    // Our own client is trusted: its requests are granted without a consent page. Others ask every time, because
    // anybody can pretend to be a client without a secret (RFC 8252, 8.6).
    async loadExistingGrant(ctx) {
      const { provider, client, account, session, result, params } = ctx.oidc;
      if (!client || !account) return undefined;
      if (!isOwn(client))
        return result?.consent?.grantId ? provider.Grant.find(result.consent.grantId) : undefined;
      const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
      const stored = grantId ? await provider.Grant.find(grantId) : undefined;
      const grant = stored ?? new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid');
      grant.addResourceScope(audience, '');
      const grantIdSaved = await grant.save();
      if (!stored) {
        const from = toVisitor({ ip: ctx.ip, headers: ctx.headers });
        const accountId = toAccountId(account.accountId);
        await insertSession(db, { grantId: grantIdSaved, accountId, from, now: clock() });
      }
      return grant;
    },
  };

  const provider = new Provider(issuer, configuration);
  // The provider trusts the forwarded headers, which `forcePublicAddress` overwrites.
  provider.proxy = true;
  provider.on('grant.error', (_ctx, error) =>
    // The client receives only 'invalid_grant'. The log contains the reason.
    log.info({ reason: (error as { error_detail?: string }).error_detail }, 'A token request was refused'),
  );
  // By default the provider keeps refresh tokens after a sign-out. Here a sign-out ends them too.
  provider.on('end_session.success', (ctx) => {
    const { accountId, authorizations = {} } = ctx.oidc.session ?? {};
    if (!accountId) return;
    for (const { grantId } of Object.values(authorizations)) {
      if (!grantId) continue;
      endSession(db, toAccountId(accountId), { grantId }).catch((error: unknown) =>
        log.error({ err: error }, 'A session could not be ended'),
      );
    }
  });
  provider.on('server_error', (ctx, error) => {
    if (!isUnavailable(error)) {
      log.error({ err: error }, 'The identity provider failed');
      return;
    }
    // The provider has prepared a 500 and passes it here before it is sent.
    ctx.status = 503;
    ctx.set('retry-after', String(RETRY_AFTER_SECONDS));
    log.warn({ reason: error.message }, 'The identity provider could not reach the database');
  });

  const publicKey = createPublicKey({ key: signingKey, format: 'jwk' });
  const verifyToken = cacheVerifiedTokens(
    (token) => verifyOwnToken(token, publicKey, { issuer, audience, currentDate: clock() }),
    clock,
  );

  const api: IdentityProvider = {
    issuer,
    verifyToken,
    async verify(token) {
      const identity = await verifyToken(token);
      const grantId = identity.sessionId ?? '';
      const lastSeenAt = await findLastSeen(db, grantId, clock());
      if (!lastSeenAt) throw new AppError('unauthenticated', INVALID_TOKEN);
      await recordUse(db, grantId, lastSeenAt, clock());
      return identity;
    },
    sessions: {
      lastSeen: ({ sessionId }) => selectLastSeen(sessionId ?? '', clock()),
      recordUse: ({ sessionId }, lastSeenAt) => recordUse(db, sessionId ?? '', lastSeenAt, clock()),
    },
    async claims({ subject }) {
      const account = await findAccount(db, toAccountId(subject));
      return {
        email: account?.email ?? null,
        isEmailVerified: account?.email_verified_at != null,
        firstName: account?.first_name ?? '',
        lastName: account?.last_name ?? '',
        photoUrl: null,
      };
    },
    async revoke({ subject }) {
      await endAllSessions(db, { id: toAccountId(subject), subject });
    },
    async checkPassword(subject, password) {
      const account = await findAccount(db, toAccountId(subject));
      if (!account) return 'wrong';
      const outcome = await tryPassword(
        { db, clock, config, passwordCost },
        {
          email: account.email,
          passwordHash: account.password_hash,
          password,
          place: { kind: 'session' },
        },
      );
      if (outcome === 'busy') throw new AppError('unavailable', TOO_BUSY);
      return outcome === 'throttled' ? 'too_often' : outcome;
    },
    async isConfirmed({ sessionId }) {
      return sessionId !== null && isRecent(await findConfirmedAt(db, sessionId), clock());
    },
    // The start of an existing session proves nothing about a later confirmation.
    signedInAt: async () => null,
    async deleteAccount(subject) {
      await endAllSessions(db, { id: toAccountId(subject), subject });
      await deleteAccount(db, toAccountId(subject));
    },
  };
  const agentTokens = openAgentTokens(provider, { db, clock, resource });
  return { provider, api, resource, agentTokens, signsOutUnasked: (request) => void unasked.add(request) };
}

/** Why a sign-in cannot go on, for the person who waits for it. */
function describeRefusal(
  error: Error,
  out: { error: string; error_description?: string | undefined },
): string {
  if (isUnavailable(error)) return 'The database is not reachable at the moment. Try again soon.';
  if (error instanceof errors.InvalidClient)
    return 'This app is not registered here, or no longer. Remove the connection in the app, then add it again.';
  return out.error_description ?? out.error;
}

/** Does what the provider does when its page is confirmed (OpenID Connect RP-Initiated Logout 1.0, §2). */
async function endBrowserSession(db: Db, ctx: KoaContextWithOIDC, provider: Provider): Promise<void> {
  const { session, params } = ctx.oidc;
  if (!session?.accountId) return;
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId) await endSession(db, toAccountId(session.accountId), { grantId });
  }
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
  const { post_logout_redirect_uri: target, state } = params ?? {};
  const url = new URL(typeof target === 'string' ? target : ctx.oidc.urlFor('end_session_success'));
  if (typeof target === 'string' && typeof state === 'string') url.searchParams.set('state', state);
  ctx.status = 303;
  ctx.redirect(url.href);
}
