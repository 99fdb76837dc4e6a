import { randomBytes, randomUUID } from 'node:crypto';
import type { Passkey } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Config } from '#platform/config.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Identity } from '#platform/session.ts';
import type { SecurityMailer } from '../context.ts';
import { sendNotice } from '../mails.ts';
import {
  type ChallengePurpose,
  consumeChallenge,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  renamePasskey as storeName,
} from '../store/passkeys.ts';
import { getAccount, getSessionId, noteConfirmation, requireConfirmation } from './account.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
const CHALLENGE_BYTES = 32;
const MAX_PASSKEYS = 20;
const REFUSED = 'The passkey could not be verified. Try again.';

/** Loading takes 0.3 s, so it happens only when a passkey is used. */
const library = () => import('@simplewebauthn/server');

/** JSON from the browser. The library verifies its parts. */
export type CredentialJson = Readonly<Record<string, unknown>>;
type Options = Record<string, unknown>;

/** Passkeys belong to the host of the public address (WebAuthn Level 3, relying party identifier). */
function relyingParty({ publicUrl, PRODUCT_NAME }: Config) {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name: PRODUCT_NAME };
}

type Stored = Awaited<ReturnType<typeof listPasskeys>>[number];

export function shownPasskey(passkey: Stored): Passkey {
  return {
    _id: passkey.id,
    name: passkey.name,
    isSynced: passkey.is_synced,
    createdAt: passkey.created_at.toISOString(),
    lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
  };
}

async function keepChallenge(
  { db, clock }: DbContext,
  challenge: string,
  purpose: ChallengePurpose,
  boundTo: string,
): Promise<void> {
  const expiresAt = new Date(clock().getTime() + CHALLENGE_MS);
  await insertChallenge(db, { challenge, purpose, bound_to: boundTo, expires_at: expiresAt });
}

/** Options for a new passkey, bound to the session that asked. */
export async function newPasskeyOptions(
  context: DbContext & Pick<Platform, 'config'>,
  identity: Identity,
): Promise<Options> {
  await requireConfirmation(context, identity);
  const account = await getAccount(context, identity);
  const known = await listPasskeys(context.db, account.id);
  if (known.length >= MAX_PASSKEYS) {
    throw new AppError('unprocessable', `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  const { generateRegistrationOptions } = await library();
  const party = relyingParty(context.config);
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: `${account.first_name} ${account.last_name}`.trim(),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransportFuture[],
    })),
    // Discoverable, so that it signs in without an account name. User-verified, so that it counts as both
    // steps.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(context, options.challenge, 'register', getSessionId(identity));
  return { ...options };
}

export async function addPasskey(
  context: SecurityMailer,
  identity: Identity,
  input: { name: string; passkey: CredentialJson },
): Promise<Passkey> {
  await requireConfirmation(context, identity);
  const { db, clock } = context;
  const account = await getAccount(context, identity);
  const party = relyingParty(context.config);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: input.passkey as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) =>
      consumeChallenge(db, challenge, 'register', getSessionId(identity), clock()),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified) throw new AppError('invalid_request', REFUSED);
  const { credential, credentialBackedUp } = registrationInfo;
  const row = {
    account_id: account.id,
    id: randomUUID(),
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name: input.name,
    is_synced: credentialBackedUp,
    created_at: clock(),
  };
  if (!(await insertPasskey(db, row))) {
    throw new AppError('invalid_request', 'This passkey has already been added.');
  }
  sendNotice(context, account, 'A passkey was added');
  return {
    _id: row.id,
    name: row.name,
    isSynced: row.is_synced,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: null,
  };
}

export async function renamePasskey(
  context: Pick<Platform, 'db'>,
  identity: Identity,
  id: string,
  name: string,
): Promise<void> {
  const account = await getAccount(context, identity);
  if (!(await storeName(context.db, account.id, id, name))) throw notFound('The passkey');
}

/** Returns the name of the removed passkey. */
export async function removePasskey(
  context: SecurityMailer,
  identity: Identity,
  id: string,
): Promise<string> {
  await requireConfirmation(context, identity);
  const account = await getAccount(context, identity);
  const name = await deletePasskey(context.db, account.id, id);
  if (name === null) throw notFound('The passkey');
  sendNotice(context, account, 'A passkey was removed');
  return name;
}

/** A confirmation accepts only the account's passkeys, so the browser receives their list. */
export async function confirmOptions(
  context: DbContext & Pick<Platform, 'config'>,
  identity: Identity,
): Promise<Options> {
  const account = await getAccount(context, identity);
  const known = await listPasskeys(context.db, account.id);
  return requestOptions(context, 'confirm', getSessionId(identity), known);
}

export async function confirmByPasskey(
  context: DbContext & Pick<Platform, 'config' | 'log'>,
  identity: Identity,
  passkey: CredentialJson,
): Promise<void> {
  const account = await getAccount(context, identity);
  const owner = await verifyPasskey(context, passkey, 'confirm', getSessionId(identity));
  if (owner?.accountId !== account.id) throw new AppError('invalid_request', REFUSED);
  await noteConfirmation(context, identity);
}

/** A sign-in accepts any passkey of this host: the passkey names its account. */
export function signInOptions(
  context: DbContext & Pick<Platform, 'config'>,
  interactionUid: string,
): Promise<Options> {
  return requestOptions(context, 'sign-in', interactionUid, []);
}

async function requestOptions(
  context: DbContext & Pick<Platform, 'config'>,
  purpose: ChallengePurpose,
  boundTo: string,
  known: readonly Stored[],
): Promise<Options> {
  // Made without the library, which loads slowly: every view of the sign-in page asks for these options.
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await keepChallenge(context, challenge, purpose, boundTo);
  return {
    challenge,
    rpId: relyingParty(context.config).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key',
      transports,
    })),
  };
}

/**
 * The account of the passkey, or null when any part of the proof is wrong. Consumes the challenge in both
 * cases.
 */
export async function verifyPasskey(
  context: DbContext & Pick<Platform, 'config' | 'log'>,
  response: CredentialJson,
  purpose: Exclude<ChallengePurpose, 'register'>,
  boundTo: string,
): Promise<{ accountId: string; name: string } | null> {
  const { db, clock, config, log } = context;
  const stored = typeof response['id'] === 'string' ? await findPasskey(db, response['id']) : undefined;
  if (!stored) return null;
  const assertion = response as unknown as AuthenticationResponseJSON;
  const { userHandle } = assertion.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== stored.account_id) return null;
  const party = relyingParty(config);
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: (challenge) => consumeChallenge(db, challenge, purpose, boundTo, clock()),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(stored.public_key),
      counter: Number(stored.counter),
      transports: stored.transports as AuthenticatorTransportFuture[],
    },
  }).catch((error: unknown) => {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'A passkey was refused');
    return null;
  });
  if (!result?.verified) return null;
  const isFresh = await recordPasskeyUse(db, stored.id, result.authenticationInfo.newCounter, clock());
  return isFresh ? { accountId: stored.account_id, name: stored.name } : null;
}

/** The library throws for every wrong input, with messages for developers. */
function refuse(cause: unknown): never {
  throw new AppError('invalid_request', REFUSED, { cause });
}
