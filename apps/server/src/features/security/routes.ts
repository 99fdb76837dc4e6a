import { securityApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getIdentity, getScope, route } from '#platform/http.ts';
import { toVisitor } from '#platform/visitor.ts';
import {
  addPasskey,
  type Caller,
  changePassword,
  confirm,
  confirmLink,
  confirmOptions,
  linkByTicket,
  listSessions,
  passkeyOptions,
  readEvents,
  readSecurity,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  requestLink,
  revokeOtherSessions,
  revokeSession,
  type Security,
  sendVerification,
  startTwoStep,
  turnOffTwoStep,
  turnOnTwoStep,
  unlink,
} from './operations.ts';

export function securityRoutes(app: FastifyInstance, security: Security): void {
  const asker = (request: FastifyRequest): Caller => ({
    scope: getScope(request),
    identity: getIdentity(request),
    from: toVisitor(request),
  });

  route(app, securityApi.read, async ({ request }) => ({
    security: await readSecurity(security, asker(request)),
    message: 'Security fetched',
  }));
  route(app, securityApi.confirmOptions, async ({ request }) => ({
    options: await confirmOptions(security, asker(request)),
    message: 'Sign this with one of your passkeys',
  }));
  route(app, securityApi.confirm, async ({ request, body }) => {
    await confirm(security, asker(request), body);
    return { message: 'Confirmed' };
  });
  route(app, securityApi.changePassword, async ({ request, body }) => {
    await changePassword(security, asker(request), body);
    return { message: 'Password changed. All other sessions have ended.' };
  });
  route(app, securityApi.sendVerification, async ({ request }) => {
    const isSent = await sendVerification(security, asker(request));
    return { message: isSent ? 'The message is on its way' : 'Your e-mail address is verified already' };
  });

  route(app, securityApi.passkeyOptions, async ({ request }) => ({
    options: await passkeyOptions(security, asker(request)),
    message: 'Make a passkey from this',
  }));
  route(app, securityApi.addPasskey, async ({ request, body }) => ({
    passkey: await addPasskey(security, asker(request), body),
    message: 'Passkey added',
  }));
  route(app, securityApi.renamePasskey, async ({ request, params, body }) => {
    await renamePasskey(security, asker(request), params.id, body.name);
    return { message: 'Passkey renamed' };
  });
  route(app, securityApi.removePasskey, async ({ request, params }) => {
    await removePasskey(security, asker(request), params.id);
    return { message: 'Passkey removed' };
  });

  route(app, securityApi.startTwoStep, async ({ request }) => ({
    ...(await startTwoStep(security, asker(request))),
    message: 'Read this with your authenticator app',
  }));
  route(app, securityApi.turnOnTwoStep, async ({ request, body }) => ({
    recoveryCodes: await turnOnTwoStep(security, asker(request), body.code),
    message: 'Two-step sign-in is on',
  }));
  route(app, securityApi.turnOffTwoStep, async ({ request }) => {
    await turnOffTwoStep(security, asker(request));
    return { message: 'Two-step sign-in is off' };
  });
  route(app, securityApi.renewRecoveryCodes, async ({ request }) => ({
    recoveryCodes: await renewRecoveryCodes(security, asker(request)),
    message: 'The old recovery codes do not work any more',
  }));

  route(app, securityApi.listSessions, async ({ request }) => ({
    sessions: await listSessions(security, asker(request)),
    message: 'Sessions fetched',
  }));
  route(app, securityApi.revokeSession, async ({ request, params }) => {
    await revokeSession(security, asker(request), params.id);
    return { message: 'Session ended' };
  });
  route(app, securityApi.revokeOtherSessions, async ({ request }) => {
    const revoked = await revokeOtherSessions(security, asker(request));
    return { revoked, message: 'You are signed in here only' };
  });

  route(app, securityApi.listEvents, async ({ request, query }) => ({
    ...(await readEvents(security, getScope(request), query)),
    message: 'Activity fetched',
  }));

  route(app, securityApi.requestLink, async ({ request, body }) => {
    const { ticket, email } = await requestLink(security, getIdentity(request), body.proof);
    const message = ticket ? 'Sign in to the account, then bring the ticket' : 'A link is on its way';
    return { ticket, email, message };
  });
  route(app, securityApi.confirmLink, async ({ request, body }) => ({
    user: await confirmLink(security, getIdentity(request), body.token, toVisitor(request)),
    message: 'Your account has another way to sign in',
  }));
  route(app, securityApi.linkByTicket, async ({ request, body }) => {
    await linkByTicket(security, asker(request), body.ticket);
    return { message: 'Your account has another way to sign in' };
  });
  route(app, securityApi.unlink, async ({ request, params }) => {
    await unlink(security, asker(request), params.subject);
    return { message: 'Removed' };
  });
}
