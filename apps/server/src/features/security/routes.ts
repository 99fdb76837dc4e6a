import { type Endpoint, securityApi, signInApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ProfileSources, readProfile } from '#features/account/operations/profile.ts';
import { getIdentity, getScope, route } from '#platform/http.ts';
import { toVisitor } from '#platform/visitor.ts';
import {
  type Caller,
  confirmLink,
  linkByTicket,
  managedElsewhere,
  readEvents,
  readSecurity,
  requestLink,
  type Security,
  sendVerification,
  unlink,
} from './operations.ts';

export function securityRoutes(app: FastifyInstance, security: Security & ProfileSources): void {
  const asker = (request: FastifyRequest): Caller => ({
    scope: getScope(request),
    identity: getIdentity(request),
    from: toVisitor(request),
  });

  route(app, securityApi.read, async ({ request }) => ({
    security: await readSecurity(security, asker(request)),
    message: 'Security fetched',
  }));
  route(app, securityApi.sendVerification, async ({ request }) => {
    const isSent = await sendVerification(security, asker(request));
    return { message: isSent ? 'Message sent' : 'Your email address is already verified' };
  });

  route(app, securityApi.listEvents, async ({ request, query }) => ({
    ...(await readEvents(security, getScope(request), query)),
    message: 'Activity fetched',
  }));

  route(app, securityApi.requestLink, async ({ request, body }) => {
    const { ticket, email } = await requestLink(security, getIdentity(request), body.proof);
    const message = ticket ? 'Sign in to the account, then send the ticket' : 'Link sent';
    return { ticket, email, message };
  });
  route(app, securityApi.confirmLink, async ({ request, body }) => {
    const scope = await confirmLink(security, getIdentity(request), body.token, toVisitor(request));
    return { user: await readProfile(security, scope), message: 'Sign-in method added' };
  });
  route(app, securityApi.linkByTicket, async ({ request, body }) => {
    await linkByTicket(security, asker(request), body.ticket);
    return { message: 'Sign-in method added' };
  });
  route(app, securityApi.unlink, async ({ request, params }) => {
    await unlink(security, asker(request), params.subject);
    return { message: 'Removed' };
  });

  if (security.signIn) return;
  for (const endpoint of Object.values<Endpoint>(signInApi))
    route(app, endpoint, async () => {
      throw managedElsewhere(security);
    });
}
