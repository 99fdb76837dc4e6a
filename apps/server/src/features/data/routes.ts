import { dataApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext, Platform } from '#platform/context.ts';
import { getIdentity, getScope, route } from '#platform/http.ts';
import { toVisitor } from '#platform/visitor.ts';
import { closeByLink, deleteAccount, keepAccount, keepByLink, readClosing } from './operations/closing.ts';
import { exportAccount } from './operations/export.ts';

export function dataRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<Platform, 'config' | 'identity' | 'jobs' | 'log' | 'mail'>,
): void {
  route(app, dataApi.exportAccount, async ({ request, reply }) => {
    const { name, bytes, stream } = await exportAccount(platform, getScope(request), toVisitor(request));
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '-')}"`)
      .header('content-length', bytes)
      .header('cache-control', 'no-store')
      .send(stream);
  });
  route(app, dataApi.readClosing, async ({ request }) => ({
    ...(await readClosing(platform, getIdentity(request))),
    message: 'Fetched',
  }));
  route(app, dataApi.deleteAccount, async ({ request, body }) =>
    withMessage(
      await deleteAccount(platform, getScope(request), getIdentity(request), body, toVisitor(request)),
    ),
  );
  route(app, dataApi.keepAccount, async ({ request }) => {
    await keepAccount(platform, getIdentity(request), toVisitor(request));
    return { message: 'Your account stays' };
  });
  route(app, dataApi.closeByLink, async ({ request, body }) =>
    withMessage(await closeByLink(platform, body.token, toVisitor(request))),
  );
  route(app, dataApi.keepByLink, async ({ request, body }) => {
    await keepByLink(platform, body.token, toVisitor(request));
    return { message: 'Your account stays' };
  });
}

function withMessage<C extends { state: 'closed' | 'mail_sent' }>(closing: C): C & { message: string } {
  const message =
    closing.state === 'closed' ? 'Your account is closed' : 'Open the link in the mail to confirm';
  return { ...closing, message };
}
