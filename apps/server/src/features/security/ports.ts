import type { Passkey, SecurityOverview, Session } from '@dayloom/contracts';
import type { Identity } from '#platform/session.ts';

type CredentialJson = Readonly<Record<string, unknown>>;

/**
 * What the embedded identity provider does for an account's safety. With an external issuer there is none:
 * its own pages do all of this. Every refusal is an `AppError`; those that change how the account is protected
 * want a confirmation of the last ten minutes in the same session (`confirmation_needed`).
 */
export interface SignInSafety {
  overview(identity: Identity): Promise<NonNullable<SecurityOverview['own']>>;
  requireConfirmation(identity: Identity): Promise<void>;
  confirmOptions(identity: Identity): Promise<Record<string, unknown>>;
  confirm(identity: Identity, proof: { password: string } | { passkey: CredentialJson }): Promise<void>;
  /** Ends all other sessions. */
  changePassword(identity: Identity, input: { currentPassword: string; newPassword: string }): Promise<void>;
  resendVerification(identity: Identity): Promise<void>;
  newPasskeyOptions(identity: Identity): Promise<Record<string, unknown>>;
  addPasskey(identity: Identity, input: { name: string; passkey: CredentialJson }): Promise<Passkey>;
  renamePasskey(identity: Identity, id: string, name: string): Promise<void>;
  /** Answers the name that it had. */
  removePasskey(identity: Identity, id: string): Promise<string>;
  startTwoStep(identity: Identity): Promise<{ secret: string; uri: string; qrCode: string }>;
  /** Answers the recovery codes, which nobody can read again. */
  turnOnTwoStep(identity: Identity, code: string): Promise<string[]>;
  turnOffTwoStep(identity: Identity): Promise<void>;
  renewRecoveryCodes(identity: Identity): Promise<string[]>;
  listSessions(identity: Identity): Promise<Session[]>;
  /** Answers the device that it was on. */
  revokeSession(identity: Identity, id: string): Promise<string>;
  /** Answers how many there were. */
  revokeOtherSessions(identity: Identity): Promise<number>;
}
