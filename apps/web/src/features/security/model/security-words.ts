import type { SecurityEvent, SecurityEventKind, SignInMethod } from '@dayloom/contracts';
import { dateFormat } from '#lib/date-format.ts';

const date = dateFormat({ dateStyle: 'medium' });
const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

export const formatDate = (instant: string): string => date().format(new Date(instant));
export const formatMoment = (instant: string): string => moment().format(new Date(instant));

const sentences: Record<SecurityEventKind, string> = {
  account_created: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Failed sign-in',
  session_revoked: 'Session ended',
  password_changed: 'Password changed',
  password_reset_requested: 'Password reset requested',
  password_reset: 'Password reset by mail',
  email_verified: 'Email address verified',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  totp_turned_on: 'Two-step sign-in turned on',
  totp_turned_off: 'Two-step sign-in turned off',
  recovery_codes_renewed: 'New recovery codes',
  recovery_code_used: 'Recovery code used',
  identity_linked: 'Sign-in method added',
  identity_unlinked: 'Sign-in method removed',
  api_token_created: 'API token created',
  api_token_used: 'API token used',
  api_token_revoked: 'API token revoked',
  app_connected: 'App connected',
  app_disconnected: 'App disconnected',
  username_changed: 'Username changed',
  phone_verified: 'Phone number verified',
  phone_removed: 'Phone number removed',
  export_made: 'Data exported',
  deletion_requested: 'Account deletion requested',
  deletion_undone: 'Account deletion cancelled',
};

/** Events that need attention if the owner did not cause them. */
const alarming: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'password_reset',
  'totp_turned_off',
  'recovery_code_used',
  'deletion_requested',
]);

export function describeEvent({ kind, detail }: Pick<SecurityEvent, 'kind' | 'detail'>): string {
  return detail ? `${sentences[kind]}: ${detail}` : sentences[kind];
}

export const isAlarming = ({ kind }: Pick<SecurityEvent, 'kind'>): boolean => alarming.has(kind);

/** `Firefox on Linux, 203.0.113.x`, as far as it is known. */
export function describePlace(place: { device: string | null; address: string | null }): string {
  return [place.device, place.address].filter(Boolean).join(', ');
}

const providers: Readonly<Record<string, string>> = {
  auth0: 'Password',
  email: 'Mailed code',
  'google-oauth2': 'Google',
  windowslive: 'Microsoft',
  waad: 'Microsoft (work or school)',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  samlp: 'Company sign-in',
};

/** A readable name of a sign-in method; the provider's own name if unknown. */
export function describeMethod({ provider }: Pick<SignInMethod, 'provider'>, productName: string): string {
  return provider === 'dayloom' ? `${productName} password or passkey` : (providers[provider] ?? provider);
}
