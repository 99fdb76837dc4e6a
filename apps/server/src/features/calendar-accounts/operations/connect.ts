import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CalendarDomain } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { Consent } from '../ports.ts';
import { guessAccountType } from '../rules/account-type.ts';
import { domainNames } from '../rules/provider-names.ts';
import { saveAccount } from '../store/accounts.ts';
import {
  claimCode,
  closeFlow,
  type Flow,
  findCode,
  findFlow,
  openFlow,
  purgeFlows,
  releaseCode,
  settleCode,
} from '../store/flows.ts';
import { discoverCalendars } from './discover.ts';
import { findConsent, grantContext } from './grants.ts';
import type { AccountsPlatform } from './platform.ts';

const FLOW_MINUTES = 15;
const PURGE_AFTER_MS = 24 * 60 * MINUTE_MS;
/** RFC 7636 §4.1 requires at least 43 characters. */
const VERIFIER_BYTES = 48;
const NONCE_BYTES = 24;
/** Longer than any exchange takes. After this time the worker that began it is considered dead. */
const EXCHANGE_MS = 2 * MINUTE_MS;
/** How long a request waits for an exchange that another request has begun. */
const WAIT_FOR_EXCHANGE_MS = 45_000;
const POLL_MS = 100;

type ConsentDomain = Exclude<CalendarDomain, 'apple'>;

function verifierContext(scope: Scope, domain: ConsentDomain): string {
  return `calendar-flow:${domain}:${scope.userId}`;
}

/**
 * Returns the URL of the consent page. The provider returns `state` unchanged with the code, and offers
 * `account` first.
 */
export async function startConsent(
  platform: AccountsPlatform,
  scope: Scope,
  domain: ConsentDomain,
  state: string,
  account: string | null,
): Promise<string> {
  const { db, clock, secrets } = platform;
  const failed = `Failed to get ${domainNames[domain]} Calendar authorization URL`;
  const consent = findConsent(platform, domain);
  if (!consent) throw notSetUp(failed);
  const now = clock();
  const context = verifierContext(scope, domain);
  const flow = await openFlow(
    db,
    scope,
    domain,
    {
      sealed_verifier: secrets.seal(randomBytes(VERIFIER_BYTES).toString('base64url'), context),
      nonce: randomBytes(NONCE_BYTES).toString('base64url'),
    },
    { now, expiresAt: new Date(now.getTime() + FLOW_MINUTES * MINUTE_MS) },
  );
  const verifier = secrets.open(flow.sealed_verifier, context);
  return withFailureMessage(failed, () =>
    consent.authorizationUrl({ state, verifier, nonce: flow.nonce, account }),
  );
}

/**
 * Exchanges a code once and connects the account. The page may send a code twice (mounted twice, reloaded):
 * the second request gets the result of the first. No database connection is held while waiting for the
 * provider: the code is claimed before, and the result recorded afterwards.
 */
export async function finishConsent(
  platform: AccountsPlatform,
  scope: Scope,
  domain: ConsentDomain,
  code: string,
): Promise<void> {
  const { db, secrets } = platform;
  const failed = `Failed to connect ${domainNames[domain]} Calendar`;
  const provider = findConsent(platform, domain);
  if (!provider) throw notSetUp(failed);
  const hash = createHash('sha256').update(code).digest('hex');
  const flow = await claimOnce(platform, scope, domain, hash, failed);
  if (!flow) return;
  let consent: Consent;
  let accountId: string;
  try {
    const verifier = secrets.open(flow.sealed_verifier, verifierContext(scope, domain));
    consent = await provider.exchange(code, { verifier, nonce: flow.nonce });
    accountId = await db.transaction().execute(async (tx) => {
      await settleCode(tx, scope, hash, true);
      await closeFlow(tx, scope, domain);
      return (await save(platform, tx, scope, domain, consent, null)).id;
    });
  } catch (cause) {
    const isUnanswered =
      cause instanceof ProviderFailure && (cause.kind === 'unavailable' || cause.kind === 'rate_limited');
    if (isUnanswered) await releaseCode(db, scope, hash);
    else await settleCode(db, scope, hash, false);
    throw cause instanceof ProviderFailure ? toRefusal(cause, failed) : cause;
  }
  await discoverCalendars(platform, scope, accountId);
}

/** The flow of a code, for the request that exchanges it; null when another request has already succeeded. */
async function claimOnce(
  { db, clock }: AccountsPlatform,
  scope: Scope,
  domain: ConsentDomain,
  hash: string,
  failed: string,
): Promise<Flow | null> {
  const over = () =>
    new AppError('invalid_code', failed, {
      fields: { code: 'has expired, or was requested in another session. Connect again' },
    });
  const until = performance.now() + WAIT_FOR_EXCHANGE_MS;
  for (;;) {
    const earlier = await findCode(db, scope, hash);
    if (!earlier) {
      const flow = await findFlow(db, scope, domain, clock());
      if (!flow) throw over();
      if (await claimCode(db, scope, hash, clock())) return flow;
    } else if (earlier.isConnected === true) return null;
    // The request that claimed it has died, and the provider's response is lost: a code works only once.
    else if (earlier.isConnected === false || clock().getTime() - earlier.since.getTime() > EXCHANGE_MS)
      throw over();
    else if (performance.now() > until)
      throw new AppError('unavailable', failed, { fields: { provider: 'has not answered yet: try again' } });
    else await sleep(POLL_MS);
  }
}

/** Connects an Apple or other CalDAV account by server address and password. */
export async function connectCaldav(
  platform: AccountsPlatform,
  scope: Scope,
  input: { serverUrl: string | null; username: string; password: string },
): Promise<void> {
  const failed = 'Failed to connect Apple Calendar';
  const provider = platform.providers.apple?.password;
  if (!provider) throw notSetUp(failed);
  const { serverUrl, ...consent } = await withFailureMessage(
    failed,
    () => provider.signIn(input),
    'serverUrl',
  );
  const { id } = await platform.db
    .transaction()
    .execute((tx) => save(platform, tx, scope, 'apple', consent, serverUrl));
  await discoverCalendars(platform, scope, id);
}

async function save(
  { secrets, clock }: AccountsPlatform,
  tx: Parameters<typeof saveAccount>[0],
  scope: Scope,
  domain: CalendarDomain,
  consent: Consent,
  serverUrl: string | null,
): Promise<{ id: string; isNew: boolean }> {
  const saved = await saveAccount(
    tx,
    scope,
    {
      id: randomUUID(),
      domain,
      subject: consent.subject,
      email: consent.email,
      type: guessAccountType(consent.email),
      serverUrl,
      sealedGrant: (accountId) => secrets.seal(consent.grant, grantContext(accountId)),
    },
    clock(),
  );
  await notifyChanged(tx, scope, 'profile', 'calendar-accounts');
  return saved;
}

async function withFailureMessage<Result>(
  message: string,
  call: () => Promise<Result>,
  address?: string,
): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    // If a server that the user named does not respond, its address is probably wrong.
    if (address && cause.kind === 'unavailable')
      throw new AppError('unprocessable', message, {
        cause,
        fields: { [address]: `${cause.message} Check the address, or try again in a few minutes.` },
      });
    throw toRefusal(cause, message);
  }
}

function notSetUp(message: string): AppError {
  return new AppError('unprocessable', message, {
    fields: { provider: 'is not set up on this server' },
  });
}

/** The message fixed in the specification, with the reason in `fields`. */
function toRefusal(cause: ProviderFailure, message: string): AppError {
  const field =
    cause.providerCode === 'scope_missing'
      ? 'scope'
      : cause.providerCode === 'address'
        ? 'serverUrl'
        : 'code';
  switch (cause.kind) {
    case 'rejected':
      return new AppError('invalid_code', message, { cause, fields: { [field]: cause.message } });
    case 'reconnect_needed':
      return new AppError('invalid_code', message, { cause, fields: { password: cause.message } });
    case 'rate_limited':
    case 'unavailable':
      return new AppError('unavailable', message, { cause, fields: { provider: cause.message } });
  }
}

/** Deletes unfinished consents and old codes. */
export async function purgeConsents({ db, clock }: AccountsPlatform): Promise<void> {
  await purgeFlows(db, new Date(clock().getTime() - PURGE_AFTER_MS));
}
