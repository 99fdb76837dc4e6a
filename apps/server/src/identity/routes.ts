import type { TokenScope } from '@dayloom/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWN_FILES_ONLY } from '../platform/api-server.ts';
import type { Config } from '../platform/config.ts';
import type { IdentityContext } from './context.ts';
import { EMBEDDED_CLIENT_ID, type EmbeddedIdentity, listOrigins } from './embedded-provider.ts';
import { PASSKEY_SCRIPT, SIGN_OUT_SCRIPT } from './pages/sign-in.ts';
import { STYLESHEET } from './pages/stylesheet.ts';
import { codeRoutes } from './routes/code.ts';
import { consentRoutes } from './routes/consent.ts';
import { createAccountRoutes } from './routes/create-account.ts';
import { createPages, parseForm, readForms, sendErrorPages } from './routes/pages.ts';
import { passkeyRoutes } from './routes/passkey.ts';
import { passwordResetRoutes } from './routes/password-reset.ts';
import { registerClientRoutes } from './routes/register-client.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { verifyEmailRoutes } from './routes/verify-email.ts';

const BASE = '/oidc';

/**
 * Where clients look for the metadata of an issuer with a path: RFC 8414, section 3, and the same of OpenID Connect.
 * Older MCP clients look at the root of the server. The provider itself answers under `/oidc`.
 */
const discoveryPaths = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
  `/.well-known/${name}`,
  `/.well-known/${name}${BASE}`,
]);

/** A client that does not say what it wants asks for everything that agents can use (RFC 6749, 3.3). */
function withScope(url: string, agentScopes: readonly TokenScope[]): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const client = searchParams.get('client_id');
  if (pathname !== '/auth' || !client || client === EMBEDDED_CLIENT_ID || searchParams.get('scope'))
    return url;
  searchParams.set('scope', agentScopes.join(' '));
  return `${pathname}?${searchParams.toString()}`;
}

/** `/oidc`: the provider, its pages and the links in its mails. */
export async function identityRoutes(
  app: FastifyInstance,
  context: IdentityContext,
  identity: EmbeddedIdentity,
  { agentScopes }: { readonly agentScopes: readonly TokenScope[] },
): Promise<void> {
  const callback = identity.provider.callback();
  const policy = pagePolicy(context.config);
  const forwardToProvider = async (request: FastifyRequest, reply: FastifyReply, url: string) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    const { raw } = request;
    Object.assign(raw, { originalUrl: `${BASE}${url}` });
    raw.url = url;
    await callback(raw, reply.raw);
  };

  await app.register(async (scope) => {
    // The provider reads the body itself, so the stream must stay unread.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    forcePublicAddress(scope, context.config);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy);
    });
    scope.all('/oidc/*', async (request, reply) => {
      const url = (request.raw.url ?? '').slice(BASE.length);
      await forwardToProvider(request, reply, withScope(url, agentScopes));
    });
    for (const path of discoveryPaths) {
      scope.get(path, async (request, reply) => {
        await forwardToProvider(request, reply, '/.well-known/oauth-authorization-server');
      });
    }
  });

  await app.register(async (scope) => {
    forcePublicAddress(scope, context.config);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy);
    });
    readForms(scope);
    staticFiles(scope);
    // The provider itself signs out only by GET and asks for confirmation. A form of ours has already asked,
    // and a form on another site sends no cookie (SameSite=Lax).
    scope.post('/oidc/session/end', async (request, reply) => {
      identity.signsOutUnasked(request.raw);
      request.raw.method = 'GET';
      await forwardToProvider(
        request,
        reply,
        `/session/end?${new URLSearchParams(parseForm(request)).toString()}`,
      );
    });
    const pages = createPages(context, identity);
    sendErrorPages(scope, pages);
    signInRoutes(scope, pages);
    createAccountRoutes(scope, pages);
    codeRoutes(scope, pages);
    passkeyRoutes(scope, pages);
    passwordResetRoutes(scope, pages);
    verifyEmailRoutes(scope, pages);
    registerClientRoutes(scope, context);
    consentRoutes(scope, pages, identity, policy);
  });
}

/**
 * The provider derives its URLs and the `Secure` attribute from the request. The public address is a setting:
 * neither a forged `Host` nor a proxy with incomplete headers may change it.
 */
function forcePublicAddress(app: FastifyInstance, { publicUrl }: Config): void {
  const { protocol, host } = new URL(publicUrl);
  app.addHook('onRequest', async (request) => {
    // Must be read before the header is overwritten: behind a trusted proxy it comes from the same header.
    const { ip, raw } = request;
    raw.headers['x-forwarded-for'] = ip;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    raw.headers['x-forwarded-host'] = host;
    raw.headers.host = host;
  });
}

/**
 * Forms go to the provider, which redirects to the app. Browsers check each step (CSP Level 3, form-action).
 */
function pagePolicy({ publicUrl }: Config): string {
  return OWN_FILES_ONLY.replace(
    "form-action 'self'",
    ["form-action 'self'", ...listOrigins(publicUrl)].join(' '),
  );
}

function staticFiles(app: FastifyInstance): void {
  const files = [
    ['/oidc/pages.css', 'text/css', STYLESHEET],
    ['/oidc/sign-out.js', 'text/javascript', SIGN_OUT_SCRIPT],
    ['/oidc/passkey.js', 'text/javascript', PASSKEY_SCRIPT],
  ] as const;
  for (const [path, type, text] of files) {
    app.get(path, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(text),
    );
  }
}
