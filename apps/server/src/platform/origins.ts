import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/**
 * When the API has a separate origin, allows only our own pages to call it across origins (Fetch, §3.2 CORS).
 */
export function allowOwnPages(api: FastifyInstance, config: Config): void {
  const pages = new URL(config.publicUrl).origin;
  if (new URL(config.apiBaseUrl).origin === pages) return;
  api.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers.origin !== pages) return;
    reply
      .header('access-control-allow-origin', pages)
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '600');
  });
  api.options('/*', { config: { access: 'public' } }, async (_request, reply) => reply.code(204).send());
}

/** Other origins to which our pages may send requests. */
export function otherOrigins(config: Config): string[] {
  const own = new URL(config.publicUrl).origin;
  const { apiBaseUrl, OIDC_ISSUER, ANALYTICS_URL, ERROR_REPORT_URL } = config;
  const others = [apiBaseUrl, OIDC_ISSUER, ANALYTICS_URL, ERROR_REPORT_URL].flatMap((url) =>
    url ? [new URL(url).origin] : [],
  );
  return [...new Set(others)].filter((origin) => origin !== own);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * To a browser, `127.0.0.1` and `localhost` are two origins: a sign-in on one does not count on the other.
 * Redirects pages requested under another name of this machine to the address printed at start.
 */
export function redirectOtherLoopback(http: FastifyInstance, config: Config): void {
  const home = new URL(config.publicUrl);
  if (!LOOPBACK.has(home.hostname)) return;
  http.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return;
    const asked = request.hostname;
    const isStray =
      asked !== home.hostname && LOOPBACK.has(asked) && request.port === Number(home.port || 80);
    if (isStray) return reply.redirect(`${home.origin}${request.url}`, 302);
  });
}
