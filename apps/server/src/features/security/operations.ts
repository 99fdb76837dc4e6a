import type { SecurityEvent, SecurityEventKind, SecurityOverview } from '@dayloom/contracts';
import { getGreeting } from '@dayloom/contracts/names';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { digest, makeToken } from '#platform/one-time-tokens.ts';
import type { Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Identity } from '#platform/session.ts';
import type { Visitor } from '#platform/visitor.ts';
import { linkIdentity, listLinkedIdentities, unlinkIdentity } from '../account/operations/identities.ts';
import { getContact } from '../account/operations/mail.ts';
import { findScope, findScopeByEmail } from '../account/operations/scopes.ts';
import { readCursor, writeCursor } from './model/cursor.ts';
import type { EmbeddedSignIn } from './ports.ts';
import { getManager, getProvider } from './rules.ts';
import {
  consumeLinkRequest,
  deleteEventsBefore,
  hasRecentLinkMail,
  listEvents,
  purgeLinkRequests,
  replaceLinkRequest,
} from './store.ts';

const LINK_MINUTES = 15;
const LINK_MAIL_EVERY_MS = MINUTE_MS;
const EVENTS_KEPT_DAYS = 400;

export interface Security extends DbContext, Pick<Platform, 'config' | 'mail' | 'identity'> {
  /** Null with an external identity provider. */
  readonly signIn: EmbeddedSignIn | null;
}

/** The user of a request and its origin, for the security log. */
export interface Caller {
  readonly scope: Scope;
  readonly identity: Identity;
  readonly from: Visitor;
}

export function managedElsewhere({ config }: Pick<Platform, 'config'>): AppError {
  const { name } = getManager(config.OIDC_ISSUER ?? '', undefined);
  return new AppError('managed_elsewhere', `You sign in with ${name}. Change this in your account there.`);
}

function record(security: DbContext, { scope, from }: Caller, kind: SecurityEventKind, detail?: string) {
  return recordSecurityEvent(security, scope, { kind, detail, from });
}

export async function readSecurity(
  security: Pick<Security, 'config' | 'db' | 'signIn'>,
  { scope, identity }: Caller,
): Promise<SecurityOverview> {
  const { signIn, config } = security;
  const [person, identities, own] = await Promise.all([
    getContact(security, scope),
    listLinkedIdentities(security, scope),
    signIn?.overview(identity) ?? null,
  ]);
  return {
    email: { address: person.email, isVerified: person.isEmailVerified },
    signInMethods: identities.map(({ subject, linkedAt }) => ({
      subject,
      provider: getProvider(subject),
      linkedAt: linkedAt.toISOString(),
      isCurrent: subject === identity.subject,
    })),
    own,
    managedBy: own ? null : getManager(config.OIDC_ISSUER ?? '', config.OIDC_ACCOUNT_URL),
  };
}

/** True when a mail was sent, false when the address is already verified. */
export async function sendVerification(
  security: Pick<Security, 'config' | 'db' | 'signIn'>,
  { scope, identity }: Caller,
): Promise<boolean> {
  const { signIn } = security;
  if (!signIn) throw managedElsewhere(security);
  if ((await getContact(security, scope)).isEmailVerified) return false;
  if (security.config.modes.mail === 'off')
    throw new AppError('unavailable', 'This server sends no mail, so no address can be verified.');
  await signIn.resendVerification(identity);
  return true;
}

export async function readEvents(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ events: SecurityEvent[]; nextCursor: string | null }> {
  const after = page.cursor === undefined ? null : readCursor(page.cursor);
  if (page.cursor !== undefined && !after) {
    throw new AppError('invalid_request', 'cursor: use the one of the previous response, unchanged.');
  }
  const rows = await listEvents(db, scope, { limit: page.limit + 1, after });
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    events: shown.map((row) => ({
      _id: row.id,
      kind: row.kind,
      detail: row.detail,
      address: row.address,
      device: row.device,
      createdAt: row.created_at.toISOString(),
    })),
    nextCursor:
      rows.length > page.limit && last
        ? writeCursor({ createdAt: last.created_at.toISOString(), id: last.id })
        : null,
  };
}

/** Every night, deletes events older than 400 days and expired link requests. */
export async function purgeSecurity({ db, clock }: DbContext): Promise<void> {
  const now = clock();
  await deleteEventsBefore(db, new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MS));
  await purgeLinkRequests(db, now);
}

/** The account whose verified address is also the verified address of the identity. Both must be verified. */
async function getTwin(
  security: Pick<Platform, 'db' | 'identity'>,
  identity: Identity,
): Promise<{ scope: Scope; email: string }> {
  if (await findScope(security, identity)) throw new AppError('user_exists', 'User already exists');
  const { email, isEmailVerified } = await security.identity.claims(identity);
  if (!email || !isEmailVerified) {
    throw new AppError(
      'forbidden',
      'Your provider has not verified your email address. Verify it there, then try again.',
    );
  }
  const scope = await findScopeByEmail(security, email);
  if (!scope) throw new AppError('not_found', 'There is no account with this email address.');
  return { scope, email };
}

/**
 * Returns a ticket to be sent after signing in to the account, or null when a link was mailed to its address.
 */
export async function requestLink(
  security: DbContext & Pick<Platform, 'config' | 'identity' | 'mail'>,
  identity: Identity,
  proof: 'mail' | 'sign-in',
): Promise<{ ticket: string | null; email: string }> {
  const { db, clock, config, mail } = security;
  const { scope, email } = await getTwin(security, identity);
  if (proof === 'mail' && config.modes.mail === 'off')
    throw new AppError('unavailable', 'This server sends no mail. Sign in to your account instead.');
  const now = clock();
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * MINUTE_MS);
  const justNow = new Date(expiresAt.getTime() - LINK_MAIL_EVERY_MS);
  if (proof === 'mail' && (await hasRecentLinkMail(db, identity.subject, justNow))) {
    throw new AppError(
      'rate_limited',
      'We have sent a message already. You can request another one in a minute.',
    );
  }
  const token = makeToken();
  await replaceLinkRequest(db, scope, {
    tokenHash: digest(token),
    subject: identity.subject,
    proof,
    expiresAt,
  });
  if (proof === 'sign-in') return { ticket: token, email };
  const { email: address, firstName } = await getContact(security, scope);
  await mail
    .send({
      to: address,
      subject: `Another way to sign in to ${config.PRODUCT_NAME}`,
      text: `${getGreeting(firstName)}\n\nsomeone, probably you, signed in with ${getProvider(identity.subject)} and wants to use your account with it. If it was you, open this link in the same browser:\n\n${config.publicUrl}/auth/link?token=${token}\n\nThe link works once, for ${LINK_MINUTES} minutes. If it was not you, ignore this message: nothing has changed.\n`,
    })
    .catch((cause: unknown) => {
      throw new AppError('unavailable', 'The message could not be sent. Try again in a moment.', { cause });
    });
  return { ticket: null, email };
}

/**
 * Needs both the mailed token and an access token of the identity that requested it: the mail proves the
 * address, and the browser the identity. The link does nothing in another browser. Resolves to the account's scope.
 */
export async function confirmLink(
  security: DbContext & Pick<Platform, 'identity'>,
  identity: Identity,
  token: string,
  from: Visitor,
): Promise<Scope> {
  const by = { proof: 'mail', subject: identity.subject } as const;
  const request = await consumeLinkRequest(security.db, digest(token), by, security.clock());
  if (!request) throw linkStale();
  const { scope } = await getTwin(security, identity);
  if (scope.userId !== request.userId) throw linkStale();
  await link(security, { scope, identity, from }, identity.subject);
  return scope;
}

/** Called while signed in to the account, with the ticket of the identity to be linked. */
export async function linkByTicket(security: DbContext, asker: Caller, ticket: string): Promise<void> {
  const by = { proof: 'sign-in', scope: asker.scope } as const;
  const request = await consumeLinkRequest(security.db, digest(ticket), by, security.clock());
  if (!request) throw linkStale();
  await link(security, asker, request.subject);
}

async function link(security: DbContext, asker: Caller, subject: string): Promise<void> {
  await security.db.transaction().execute(async (tx) => {
    const inTransaction = { ...security, db: tx };
    await linkIdentity(inTransaction, asker.scope, subject);
    await record(inTransaction, asker, 'identity_linked', getProvider(subject));
  });
}

export async function unlink(
  security: DbContext & Pick<Security, 'signIn'>,
  asker: Caller,
  subject: string,
): Promise<void> {
  if (subject === asker.identity.subject) {
    throw new AppError(
      'last_sign_in_method',
      'You are signed in with this method. Sign in with another one, then remove it.',
    );
  }
  await security.signIn?.requireConfirmation(asker.identity);
  await unlinkIdentity(security, asker.scope, subject);
  await record(security, asker, 'identity_unlinked', getProvider(subject));
}

function linkStale(): AppError {
  return new AppError(
    'invalid_request',
    'This link no longer works, or it was opened in another browser. Request a new one.',
  );
}
