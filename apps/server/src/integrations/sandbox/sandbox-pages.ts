import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import { AppError } from '#platform/errors.ts';
import type { Sandbox } from '#platform/sandbox.ts';

/** Imitations of a provider's own pages. As with the real ones, anyone with the link may open them. */
const OPEN_TO_ALL =
  /^\/sandbox\/(?:pages\.css|payments\/(?:checkout|portal)\/[\w-]+(?:\/\w+)?|oauth\/[\w./-]+)(?:\?|$)/;
const PASSED_ON = ['content-type', 'accept', 'accept-language', 'authorization', 'cookie'];
const PASSED_BACK = ['content-type', 'content-security-policy', 'cache-control', 'location'];

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** Serves the sandbox under `/sandbox` of the server's address. The first request starts it. */
export async function sandboxPages(app: FastifyInstance, config: Config, sandbox: Sandbox): Promise<void> {
  await app.register(async (scope) => {
    // Forwards the body unchanged.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const url of ['/sandbox', '/sandbox/*']) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        handler: async (request, reply) => {
          refuseForeignRequests(request, config);
          const { url: base } = await sandbox.address();
          const answer = await fetch(base + request.url, {
            method: request.method,
            headers: toHeaders(request),
            redirect: 'manual',
            ...(request.method === 'POST' && {
              body: (request.body as Buffer<ArrayBuffer> | undefined) ?? null,
            }),
          });
          reply.code(answer.status);
          for (const name of PASSED_BACK) {
            const value = answer.headers.get(name);
            if (value !== null) reply.header(name, value);
          }
          const cookies = answer.headers.getSetCookie();
          if (cookies.length > 0) reply.header('set-cookie', cookies);
          // Fastify answers HEAD with the GET route and does not accept null there.
          return reply.send(answer.body ? Readable.fromWeb(answer.body as never) : undefined);
        },
      });
    }
  });
}

/** The sandbox shows all mail and codes, so only this machine and our own pages may use it. */
function refuseForeignRequests(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  if (request.method === 'POST' && origin && origin !== new URL(config.publicUrl).origin) {
    throw new AppError('forbidden', 'Other sites may not control the sandbox.');
  }
  if (OPEN_TO_ALL.test(request.url)) return;
  if (!isLoopback(request.ip))
    throw new AppError('forbidden', 'The sandbox is reachable only from its own machine.');
}

function toHeaders(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
