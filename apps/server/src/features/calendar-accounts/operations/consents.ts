import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CalendarDomain } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { DbContext } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { Consent, ConsentPurpose } from '../ports.ts';
import {
  claimCode,
  closeFlow,
  type Flow,
  findCode,
  findFlow,
  openFlow,
  purgeFlows,
  recordCodeResult,
  releaseCode,
} from '../store/flows.ts';
import { findConsent } from './grants.ts';
import type { AccountsPlatform } from './platform.ts';

const FLOW_MINUTES = 15;
const PURGE_AFTER_MS = DAY_MS;
/** RFC 7636 §4.1 requires at least 43 characters. */
const VERIFIER_BYTES = 48;
const NONCE_BYTES = 24;
/** Longer than any exchange takes. After this time the worker that began it is considered dead. */
const EXCHANGE_MS = 2 * MINUTE_MS;
/** How long a request waits for an exchange that another request has begun. */
const WAIT_FOR_EXCHANGE_MS = 45_000;
const POLL_MS = 100;

export type ConsentDomain = Exclude<CalendarDomain, 'apple'>;

function verifierContext(scope: Scope, domain: ConsentDomain): string {
  return `calendar-flow:${domain}:${scope.userId}`;
}

interface ConsentRequest {
  readonly domain: ConsentDomain;
  readonly purpose: ConsentPurpose;
  /** The message of a failure; its reason is then in `fields`. If null, the reason is the message. */
  readonly failed: string | null;
  /** The only account that may answer. */
  readonly subject?: string;
}

/**
 * Returns the URL of the consent page. The provider returns `state` unchanged with the code, and offers
 * `account` first.
 */
export async function beginConsent(
  platform: DbContext & Pick<AccountsPlatform, 'providers' | 'secrets'>,
  scope: Scope,
  { domain, purpose, failed }: ConsentRequest,
  { state, account }: { readonly state: string; readonly account: string | null },
): Promise<string> {
  const { db, clock, secrets } = platform;
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
    consent.authorizationUrl({ state, verifier, nonce: flow.nonce, account, purpose }),
  );
}

/**
 * Exchanges a code once, and gives its consent to `take` in a transaction. The page may send a code twice (mounted
 * twice, reloaded): the second request gets null after the first has succeeded. No database connection is held
 * while waiting for the provider: the code is claimed before, and the result recorded afterwards.
 */
export async function exchangeOnce<Result>(
  platform: DbContext & Pick<AccountsPlatform, 'providers' | 'secrets'>,
  scope: Scope,
  { domain, purpose, failed, subject }: ConsentRequest,
  code: string,
  take: (tx: Tx, consent: Consent) => Promise<Result>,
): Promise<Result | null> {
  const { db, secrets } = platform;
  const provider = findConsent(platform, domain);
  if (!provider) throw notSetUp(failed);
  const hash = createHash('sha256').update(code).digest('hex');
  const flow = await claimOnce(platform, scope, domain, hash, failed);
  if (!flow) return null;
  try {
    const verifier = secrets.open(flow.sealed_verifier, verifierContext(scope, domain));
    const consent = await provider.exchange(code, {
      verifier,
      nonce: flow.nonce,
      purpose,
      ...(subject !== undefined && { subject }),
    });
    return await db.transaction().execute(async (tx) => {
      await recordCodeResult(tx, scope, hash, true);
      await closeFlow(tx, scope, domain);
      return take(tx, consent);
    });
  } catch (cause) {
    const isUnanswered =
      cause instanceof ProviderFailure && (cause.kind === 'unavailable' || cause.kind === 'rate_limited');
    if (isUnanswered) await releaseCode(db, scope, hash);
    else await recordCodeResult(db, scope, hash, false);
    throw cause instanceof ProviderFailure ? toRefusal(cause, failed) : cause;
  }
}

/** The flow of a code, for the request that exchanges it; null when another request has already succeeded. */
async function claimOnce(
  { db, clock }: DbContext,
  scope: Scope,
  domain: ConsentDomain,
  hash: string,
  failed: string | null,
): Promise<Flow | null> {
  const over = () =>
    new AppError('invalid_code', failed ?? 'This permission came too late. Start again.', {
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
      throw new AppError('unavailable', failed ?? 'The provider does not answer.', {
        fields: { provider: 'has not answered yet: try again' },
      });
    else await sleep(POLL_MS);
  }
}

export async function withFailureMessage<Result>(
  message: string | null,
  call: () => Promise<Result>,
  address?: string,
): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    // If a server that the user named does not respond, its address is probably wrong.
    if (address && cause.kind === 'unavailable')
      throw new AppError('unprocessable', message ?? cause.message, {
        cause,
        fields: { [address]: `${cause.message} Check the address, or try again in a few minutes.` },
      });
    throw toRefusal(cause, message);
  }
}

export function notSetUp(message: string | null): AppError {
  return new AppError('unprocessable', message ?? 'This provider is not set up.', {
    fields: { provider: 'is not set up on this server' },
  });
}

/** The message fixed in the specification, with the reason in `fields`. */
function toRefusal(cause: ProviderFailure, failed: string | null): AppError {
  const message = failed ?? `${cause.message} Nothing has changed.`;
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
export async function purgeConsents({ db, clock }: DbContext): Promise<void> {
  await purgeFlows(db, new Date(clock().getTime() - PURGE_AFTER_MS));
}
