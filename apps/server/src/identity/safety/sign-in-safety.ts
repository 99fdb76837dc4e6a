import type { Session } from '@dayloom/contracts';
import { notFound } from '#platform/errors.ts';
import type { Identity } from '#platform/session.ts';
import type { IdentityContext } from '../context.ts';
import { listPasskeys } from '../store/passkeys.ts';
import { countRecoveryCodes, findTotp } from '../store/second-step.ts';
import { endAllSessions, endSession, listSessions } from '../store/sessions.ts';
import { confirmByPassword, getAccount, getSessionId, requireConfirmation } from './account.ts';
import { resendVerification } from './email.ts';
import {
  addPasskey,
  type CredentialJson,
  confirmByPasskey,
  confirmOptions,
  newPasskeyOptions,
  removePasskey,
  renamePasskey,
  shownPasskey,
} from './passkeys.ts';
import { changePassword } from './password.ts';
import { renewRecoveryCodes, startTwoStep, turnOffTwoStep, turnOnTwoStep } from './two-step.ts';

/** What the settings may do with an account of the embedded provider. */
export function signInSafety(context: IdentityContext) {
  const { db, clock } = context;
  return {
    async overview(identity: Identity) {
      const account = await getAccount(context, identity);
      const [passkeys, totp, recoveryCodesLeft] = await Promise.all([
        listPasskeys(db, account.id),
        findTotp(db, account.id),
        countRecoveryCodes(db, account.id),
      ]);
      return {
        passwordChangedAt: (account.password_changed_at ?? account.created_at).toISOString(),
        passkeys: passkeys.map(shownPasskey),
        twoStep: {
          isOn: totp?.confirmed_at != null,
          since: totp?.confirmed_at?.toISOString() ?? null,
          recoveryCodesLeft,
        },
      };
    },
    requireConfirmation: (identity: Identity) => requireConfirmation(context, identity),
    confirmOptions: (identity: Identity) => confirmOptions(context, identity),
    confirm: (identity: Identity, proof: { password: string } | { passkey: CredentialJson }) =>
      'password' in proof
        ? confirmByPassword(context, identity, proof.password)
        : confirmByPasskey(context, identity, proof.passkey),
    changePassword: (identity: Identity, input: { currentPassword: string; newPassword: string }) =>
      changePassword(context, identity, input),
    resendVerification: (identity: Identity) => resendVerification(context, identity),
    newPasskeyOptions: (identity: Identity) => newPasskeyOptions(context, identity),
    addPasskey: (identity: Identity, input: { name: string; passkey: CredentialJson }) =>
      addPasskey(context, identity, input),
    renamePasskey: (identity: Identity, id: string, name: string) =>
      renamePasskey(context, identity, id, name),
    removePasskey: (identity: Identity, id: string) => removePasskey(context, identity, id),
    startTwoStep: (identity: Identity) => startTwoStep(context, identity),
    turnOnTwoStep: (identity: Identity, code: string) => turnOnTwoStep(context, identity, code),
    turnOffTwoStep: (identity: Identity) => turnOffTwoStep(context, identity),
    renewRecoveryCodes: (identity: Identity) => renewRecoveryCodes(context, identity),
    async listSessions(identity: Identity): Promise<Session[]> {
      const account = await getAccount(context, identity);
      const sessions = await listSessions(db, account.id, clock());
      return sessions.map((session) => ({
        _id: session.id,
        device: session.device,
        address: session.address,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        isCurrent: session.grant_id === identity.sessionId,
      }));
    },
    /** Answers the device that it was on. */
    async revokeSession(identity: Identity, id: string): Promise<string> {
      const account = await getAccount(context, identity);
      const ended = await endSession(db, account.id, { id });
      if (!ended) throw notFound('The session');
      return ended.device;
    },
    async revokeOtherSessions(identity: Identity): Promise<number> {
      const account = await getAccount(context, identity);
      return endAllSessions(db, { id: account.id, subject: identity.subject }, getSessionId(identity));
    },
  };
}
