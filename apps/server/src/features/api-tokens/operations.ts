import { randomUUID } from 'node:crypto';
import { type ApiToken, MAX_API_TOKENS, type TokenScope } from '@dayloom/contracts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Visitor } from '#platform/visitor.ts';
import { refuseClosed } from '../account/operations/scopes.ts';
import { hashToken, isChange, isWellFormed, makeToken } from './rules.ts';
import {
  type ApiTokenRow,
  countChanges,
  countRequest,
  deleteToken,
  insertToken,
  listTokens,
} from './store.ts';

const HINT_LENGTH = 4;

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly requestsPerMinute: number;
  readonly changesPerDay: number;
  readonly expiresAt: string | null;
}

export async function listApiTokens({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<ApiToken[]> {
  return (await listTokens(db, scope)).map(shown);
}

/** Creates a token. Only its hash is stored, so the response is the only place where the token is shown. */
export async function createApiToken(
  platform: DbContext,
  scope: Scope,
  input: NewToken,
  from: Visitor,
): Promise<{ apiToken: ApiToken; token: string }> {
  const { db, clock } = platform;
  const now = clock();
  if (input.expiresAt !== null && new Date(input.expiresAt) <= now) {
    throw new AppError('invalid_request', 'The expiry date is in the past.', {
      fields: { expiresAt: 'must lie ahead' },
    });
  }
  const token = makeToken();
  const row = await insertToken(
    db,
    scope,
    {
      id: randomUUID(),
      name: input.name,
      token_hash: hashToken(token),
      hint: token.slice(-HINT_LENGTH),
      scopes: [...new Set(input.scopes)],
      requests_per_minute: input.requestsPerMinute,
      changes_per_day: input.changesPerDay,
      expires_at: input.expiresAt === null ? null : new Date(input.expiresAt),
      created_at: now,
    },
    MAX_API_TOKENS,
  );
  if (!row) {
    throw new AppError('unprocessable', `There are ${MAX_API_TOKENS} tokens already. Revoke one first.`);
  }
  await recordSecurityEvent(platform, scope, { kind: 'api_token_created', detail: row.name, from });
  return { apiToken: shown(row), token };
}

export async function revokeApiToken(
  platform: DbContext,
  scope: Scope,
  id: string,
  from: Visitor,
): Promise<void> {
  const name = await deleteToken(platform.db, scope, id);
  if (name === null) throw notFound('The token');
  await recordSecurityEvent(platform, scope, { kind: 'api_token_revoked', detail: name, from });
}

/** An API token that was accepted, with its owner's scope. */
export interface AcceptedToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly changesPerDay: number;
  readonly scope: Scope;
}

/**
 * The scope of a request with an API token: the token's owner, with the actor `token`. Throws when the call
 * is not open to tokens, the token lacks the permission, or the rate limit is exceeded.
 */
export async function authenticateToken(
  platform: DbContext,
  token: string,
  request: { readonly method: string; readonly needed: TokenScope | undefined; readonly from: Visitor },
): Promise<Scope> {
  const { method, needed, from } = request;
  const accepted = await acceptToken(platform, token, from);
  if (needed === undefined) throw new AppError('forbidden', 'API tokens cannot do this. Sign in instead.');
  if (!accepted.scopes.includes(needed)) {
    throw new AppError('forbidden', `This token does not have the permission ${needed}.`);
  }
  if (isChange(method)) await countTokenChanges(platform, accepted, 1);
  return accepted.scope;
}

/** Checks a token and counts the request. Throws when it is unknown, or sends too many requests. */
export async function acceptToken(platform: DbContext, token: string, from: Visitor): Promise<AcceptedToken> {
  const { db, clock } = platform;
  const now = clock();
  const row = isWellFormed(token) ? await countRequest(db, hashToken(token), now) : null;
  if (!row) throw new AppError('unauthenticated', 'Invalid token');
  const scope = mintScope(row.user_id, 'token');
  await refuseClosed(platform, scope);
  // Only the first use is recorded, because later ones would flood the log.
  if (row.first_used_at?.getTime() === now.getTime())
    await recordSecurityEvent(platform, scope, { kind: 'api_token_used', detail: row.name, from });
  if (row.minute_requests > row.requests_per_minute) {
    throw new AppError(
      'rate_limited',
      `This token may send ${row.requests_per_minute} requests a minute. Try again in a minute.`,
    );
  }
  return { id: row.id, name: row.name, scopes: row.scopes, changesPerDay: row.changes_per_day, scope };
}

/** Counts changes before they are made. Throws when there are too many in a day. */
export async function countTokenChanges(
  { db, clock }: DbContext,
  { id, changesPerDay, scope }: Pick<AcceptedToken, 'id' | 'changesPerDay' | 'scope'>,
  changes: number,
): Promise<void> {
  if ((await countChanges(db, scope, id, { changes, now: clock() })) <= changesPerDay) return;
  throw new AppError(
    'rate_limited',
    `This token may make ${changesPerDay} changes a day. Try again tomorrow, or create a token with a higher limit.`,
  );
}

function shown(row: ApiTokenRow): ApiToken {
  return {
    _id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    requestsPerMinute: row.requests_per_minute,
    changesPerDay: row.changes_per_day,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
