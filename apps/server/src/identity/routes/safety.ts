import { type SecurityEventKind, signInApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getIdentity, getScope, route } from '#platform/http.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import { toVisitor } from '#platform/visitor.ts';
import type { IdentityContext, SecurityMailer } from '../context.ts';
import { confirmByPassword } from '../safety/account.ts';
import {
  addPasskey,
  confirmByPasskey,
  confirmOptions,
  newPasskeyOptions,
  removePasskey,
  renamePasskey,
} from '../safety/passkeys.ts';
import { changePassword } from '../safety/password.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '../safety/sessions.ts';
import { renewRecoveryCodes, startTwoStep, turnOffTwoStep, turnOnTwoStep } from '../safety/two-step.ts';

/**
 * The security settings: sign-in methods and sessions. Every change is recorded in the user's security log.
 */
export function safetyRoutes(
  api: FastifyInstance,
  context: SecurityMailer & Pick<IdentityContext, 'passwordCost' | 'secrets'>,
): void {
  const record = (request: FastifyRequest, kind: SecurityEventKind, detail?: string) =>
    recordSecurityEvent(context, getScope(request), { kind, detail, from: toVisitor(request) });

  route(api, signInApi.confirmOptions, async ({ request }) => ({
    options: await confirmOptions(context, getIdentity(request)),
    message: 'Sign this with one of your passkeys',
  }));
  route(api, signInApi.confirm, async ({ request, body }) => {
    const identity = getIdentity(request);
    if ('password' in body) await confirmByPassword(context, identity, body.password);
    else await confirmByPasskey(context, identity, body.passkey);
    return { message: 'Confirmed' };
  });
  route(api, signInApi.changePassword, async ({ request, body }) => {
    await changePassword(context, getIdentity(request), body);
    await record(request, 'password_changed');
    return { message: 'Password changed. All other sessions have ended.' };
  });

  route(api, signInApi.passkeyOptions, async ({ request }) => ({
    options: await newPasskeyOptions(context, getIdentity(request)),
    message: 'Create a passkey with these options',
  }));
  route(api, signInApi.addPasskey, async ({ request, body }) => {
    const passkey = await addPasskey(context, getIdentity(request), body);
    await record(request, 'passkey_added', passkey.name);
    return { passkey, message: 'Passkey added' };
  });
  route(api, signInApi.renamePasskey, async ({ request, params, body }) => {
    await renamePasskey(context, getIdentity(request), params.id, body.name);
    return { message: 'Passkey renamed' };
  });
  route(api, signInApi.removePasskey, async ({ request, params }) => {
    const name = await removePasskey(context, getIdentity(request), params.id);
    await record(request, 'passkey_removed', name);
    return { message: 'Passkey removed' };
  });

  route(api, signInApi.startTwoStep, async ({ request }) => ({
    ...(await startTwoStep(context, getIdentity(request))),
    message: 'Scan this with your authenticator app',
  }));
  route(api, signInApi.turnOnTwoStep, async ({ request, body }) => {
    const recoveryCodes = await turnOnTwoStep(context, getIdentity(request), body.code);
    await record(request, 'totp_turned_on');
    return { recoveryCodes, message: 'Two-step sign-in is on' };
  });
  route(api, signInApi.turnOffTwoStep, async ({ request }) => {
    await turnOffTwoStep(context, getIdentity(request));
    await record(request, 'totp_turned_off');
    return { message: 'Two-step sign-in is off' };
  });
  route(api, signInApi.renewRecoveryCodes, async ({ request }) => {
    const recoveryCodes = await renewRecoveryCodes(context, getIdentity(request));
    await record(request, 'recovery_codes_renewed');
    return { recoveryCodes, message: 'The old recovery codes no longer work' };
  });

  route(api, signInApi.listSessions, async ({ request }) => ({
    sessions: await listSessions(context, getIdentity(request)),
    message: 'Sessions fetched',
  }));
  route(api, signInApi.revokeSession, async ({ request, params }) => {
    const device = await revokeSession(context, getIdentity(request), params.id);
    await record(request, 'session_revoked', device);
    return { message: 'Session ended' };
  });
  route(api, signInApi.revokeOtherSessions, async ({ request }) => {
    const revoked = await revokeOtherSessions(context, getIdentity(request));
    if (revoked > 0)
      await record(request, 'session_revoked', revoked === 1 ? '1 session' : `${revoked} sessions`);
    return { revoked, message: 'You are signed in here only' };
  });
}
