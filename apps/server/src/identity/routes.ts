import type { FastifyInstance } from 'fastify';
import type { IdentityContext } from './context.ts';
import type { EmbeddedIdentity } from './embedded-provider.ts';
import { PASSKEY_SCRIPT, SIGN_OUT_SCRIPT } from './pages/sign-in.ts';
import { STYLESHEET } from './pages/stylesheet.ts';
import { codeRoutes } from './routes/code.ts';
import { createAccountRoutes } from './routes/create-account.ts';
import { answerWithPages, openPages, readForms } from './routes/pages.ts';
import { passkeyRoutes } from './routes/passkey.ts';
import { passwordResetRoutes } from './routes/password-reset.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { verifyEmailRoutes } from './routes/verify-email.ts';

/** `/oidc`: the provider itself, its pages, and the links of its mails. */
export async function identityRoutes(
  app: FastifyInstance,
  context: IdentityContext,
  identity: EmbeddedIdentity,
): Promise<void> {
  const callback = identity.provider.callback();

  await app.register(async (scope) => {
    // The provider reads the body itself: leave the stream alone.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/oidc/*', async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      const { raw } = request;
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = (raw.url ?? '').slice('/oidc'.length);
      await callback(raw, reply.raw);
    });
  });

  await app.register(async (scope) => {
    readForms(scope);
    staticFiles(scope);
    const pages = openPages(context, identity);
    answerWithPages(scope, pages);
    signInRoutes(scope, pages);
    createAccountRoutes(scope, pages);
    codeRoutes(scope, pages);
    passkeyRoutes(scope, pages);
    passwordResetRoutes(scope, pages);
    verifyEmailRoutes(scope, pages);
  });
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
