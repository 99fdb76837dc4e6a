import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toVisitor } from '#platform/visitor.ts';
import { noticePage } from '../pages/page.ts';
import { verifyEmail } from '../safety/email.ts';
import type { Pages } from './pages.ts';

const Query = z.object({ token: z.string().min(1).max(200) });

export function verifyEmailRoutes(app: FastifyInstance, pages: Pages): void {
  const { context, productName } = pages;

  app.get('/oidc/verify-email', async (request, reply) => {
    const query = Query.safeParse(request.query);
    const isVerified = query.success && (await verifyEmail(context, query.data.token, toVisitor(request)));
    if (!isVerified) {
      return pages.send(
        reply,
        400,
        noticePage(productName, 'This link no longer works', 'It has already been used or has expired.', {
          href: '/',
          text: 'Home',
        }),
      );
    }
    return pages.send(
      reply,
      200,
      noticePage(productName, 'Your email address is confirmed', 'You can close this page.', {
        href: '/dashboard',
        text: `Open ${productName}`,
      }),
    );
  });
}
