import { z } from 'zod';
import { ProfileResponse } from './account.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, line, succeeded } from './values.ts';

/** The kinds of entries in the security log, which the user can read. */
export const securityEventKinds = [
  'account_created',
  'signed_in',
  'sign_in_failed',
  'session_revoked',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'email_verified',
  'passkey_added',
  'passkey_removed',
  'totp_turned_on',
  'totp_turned_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'identity_linked',
  'identity_unlinked',
  'api_token_created',
  'api_token_used',
  'api_token_revoked',
  'app_connected',
  'app_disconnected',
  'username_changed',
  'phone_verified',
  'phone_removed',
  'export_made',
  'deletion_requested',
  'deletion_undone',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

export const SecurityEvent = z
  .object({
    _id: Id,
    kind: z.enum(securityEventKinds),
    /** The object of the event: the name of a passkey, the device of a session. */
    detail: z.string().nullable(),
    /** The network, not the full address: `203.0.113.x`. */
    address: z.string().nullable(),
    /** In words: `Firefox on Windows`. */
    device: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const Passkey = z
  .object({
    _id: Id,
    name: z.string(),
    /** Whether the passkey is synced by its maker (iCloud, Google) and not bound to one device. */
    isSynced: z.boolean(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

export const Session = z
  .object({
    _id: Id,
    /** In words: `Firefox on Windows`. */
    device: z.string(),
    /** The network, not the full address: `203.0.113.x`. */
    address: z.string(),
    createdAt: Instant,
    /** Accurate to a few minutes. */
    lastSeenAt: Instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const SignInMethod = z
  .object({
    /** `provider|id`, as in `auth0Uid`. */
    subject: z.string(),
    /** The part before the pipe: `dayloom`, `google-oauth2`. */
    provider: z.string(),
    linkedAt: Instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SignInMethod' });
export type SignInMethod = z.infer<typeof SignInMethod>;

export const SecurityOverview = z
  .object({
    email: z.object({ address: z.string(), isVerified: z.boolean() }),
    signInMethods: z.array(SignInMethod),
    /** Null if an external provider keeps the passwords; `managedBy` names it. */
    own: z
      .object({
        passwordChangedAt: Instant,
        passkeys: z.array(Passkey),
        twoStep: z.object({ isOn: z.boolean(), since: Instant.nullable(), recoveryCodesLeft: z.int() }),
      })
      .nullable(),
    managedBy: z.object({ name: z.string(), url: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'SecurityOverview' });
export type SecurityOverview = z.infer<typeof SecurityOverview>;

const Done = z.object({ ...succeeded, message: z.string() });

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 200;
/** Length of a two-step sign-in code (RFC 6238). */
export const CODE_LENGTH = 6;

/** One line, as users paste it: spaces and hyphens inside are ignored. */
const Code = z.string().trim().min(1, 'Enter the code.').max(40);
const Token = z.string().min(1).max(200);
const PasskeyName = line(60).min(1, 'Give the passkey a name.');
/**
 * Returned by browsers (WebAuthn Level 3, `PublicKeyCredential.toJSON()`); the server verifies every part.
 */
const Credential = z.looseObject({
  id: z.string().min(1).max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
});
/** The input of `navigator.credentials` (WebAuthn Level 3, the `...OptionsJSON` dictionaries). */
const CredentialOptions = z.object({ ...succeeded, options: z.looseObject({}), message: z.string() });
const RecoveryCodes = z.object({ ...succeeded, recoveryCodes: z.array(z.string()), message: z.string() });

export const securityApi = {
  read: endpoint({
    method: 'GET',
    path: '/user/security',
    summary: 'The security of the account: email, password, passkeys, two-step sign-in, sign-in methods',
    access: 'user',
    response: z.object({ ...succeeded, security: SecurityOverview, message: z.string() }),
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/user/security/email-verification',
    summary: 'Send the verification link again, at most once a minute',
    access: 'user',
    response: Done,
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/user/audit-log',
    summary: 'The security log of the account, the latest first; kept for 400 days',
    access: 'user',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().max(100).optional(),
    }),
    response: z.object({
      ...succeeded,
      events: z.array(SecurityEvent),
      nextCursor: z.string().nullable(),
      message: z.string(),
    }),
  }),
  requestLink: endpoint({
    method: 'POST',
    path: '/auth/link',
    summary:
      'Ask to link the identity in the token to an existing account; both must have the same verified email address',
    access: 'identity',
    body: z.object({
      /** `mail`: a one-time link is mailed. `sign-in`: the response has a ticket to use after signing in. */
      proof: z.enum(['mail', 'sign-in']),
    }),
    response: z.object({
      ...succeeded,
      ticket: z.string().nullable(),
      email: z.string(),
      message: z.string(),
    }),
  }),
  confirmLink: endpoint({
    method: 'POST',
    path: '/auth/link/confirm',
    summary: 'Link the identity in the token to the account, with the token of the mailed link',
    access: 'identity',
    body: z.object({ token: Token }),
    response: ProfileResponse,
  }),
  linkByTicket: endpoint({
    method: 'POST',
    path: '/user/sign-in-methods',
    summary: 'Link the identity of the ticket to the signed-in account',
    access: 'user',
    body: z.object({ ticket: Token }),
    response: Done,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/user/sign-in-methods/:subject',
    summary:
      'Remove a sign-in method; another one must remain, and a confirmation is required if one is possible',
    access: 'user',
    params: z.object({ subject: z.string().min(1).max(300) }),
    response: Done,
  }),
};

/**
 * How the embedded identity provider signs a user in. With an external provider each of these answers
 * `managed_elsewhere`.
 */
export const signInApi = {
  confirmOptions: endpoint({
    method: 'POST',
    path: '/user/security/confirmation/options',
    summary: 'The challenge for a confirmation by passkey',
    access: 'user',
    response: CredentialOptions,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/security/confirmation',
    summary: 'Confirm by password or passkey who you are; valid for ten minutes',
    access: 'user',
    body: z.union([
      z.object({ password: z.string().max(PASSWORD_MAX_LENGTH) }),
      z.object({ passkey: Credential }),
    ]),
    response: Done,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/security/password',
    summary: 'Change the password; ends all other sessions',
    access: 'user',
    body: z.object({
      currentPassword: z.string().max(PASSWORD_MAX_LENGTH),
      newPassword: z
        .string()
        .min(PASSWORD_MIN_LENGTH, `The password needs at least ${PASSWORD_MIN_LENGTH} characters.`)
        .max(PASSWORD_MAX_LENGTH, 'The password is too long.'),
    }),
    response: Done,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/user/security/passkeys/options',
    summary: 'The options to create a passkey; requires a confirmation',
    access: 'user',
    response: CredentialOptions,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/user/security/passkeys',
    summary: 'Store a new passkey',
    access: 'user',
    body: z.object({ name: PasskeyName, passkey: Credential }),
    response: z.object({ ...succeeded, passkey: Passkey, message: z.string() }),
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/user/security/passkeys/:id',
    summary: 'Rename a passkey',
    access: 'user',
    params: z.object({ id: Id }),
    body: z.object({ name: PasskeyName }),
    response: Done,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/user/security/passkeys/:id',
    summary: 'Remove a passkey; requires a confirmation',
    access: 'user',
    params: z.object({ id: Id }),
    response: Done,
  }),
  startTwoStep: endpoint({
    method: 'POST',
    path: '/user/security/two-step',
    summary: 'A new secret for an authenticator app; requires a confirmation',
    access: 'user',
    response: z.object({
      ...succeeded,
      /** Base32, to be typed. */
      secret: z.string(),
      /** An `otpauth://` address for authenticator apps. */
      uri: z.string(),
      /** The `otpauth://` address as a QR code: an SVG document. */
      qrCode: z.string(),
      message: z.string(),
    }),
  }),
  turnOnTwoStep: endpoint({
    method: 'POST',
    path: '/user/security/two-step/confirmation',
    summary: 'Turn two-step sign-in on with a first code; returns the recovery codes, once',
    access: 'user',
    body: z.object({ code: Code }),
    response: RecoveryCodes,
  }),
  turnOffTwoStep: endpoint({
    method: 'DELETE',
    path: '/user/security/two-step',
    summary: 'Turn two-step sign-in off; requires a confirmation',
    access: 'user',
    response: Done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/security/two-step/recovery-codes',
    summary: 'Replace the recovery codes; requires a confirmation',
    access: 'user',
    response: RecoveryCodes,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    summary: 'The sessions of the account, the latest first',
    access: 'user',
    response: z.object({ ...succeeded, sessions: z.array(Session), message: z.string() }),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/user/sessions/:id',
    summary: 'End a session; its tokens stop working at once',
    access: 'user',
    params: z.object({ id: Id }),
    response: Done,
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'End all sessions except this one',
    access: 'user',
    response: z.object({ ...succeeded, revoked: z.int(), message: z.string() }),
  }),
};
