import { z } from 'zod';
import { endpoint, tokenScopes } from './endpoint.ts';
import { Id, Instant, line, succeeded } from './values.ts';

/** The most tokens per user. */
export const MAX_API_TOKENS = 20;
/** The default limits of a token, per minute and per 24 hours. */
export const standardTokenCaps = { requestsPerMinute: 60, changesPerDay: 500 };

/** An API token as its owner sees it. The token itself is shown once, when it is created. */
export const ApiToken = z
  .object({
    _id: Id,
    name: z.string(),
    /** Its last four characters, to distinguish tokens. */
    hint: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    requestsPerMinute: z.int(),
    /** Calls other than GET, in the 24 hours from the first one. */
    changesPerDay: z.int(),
    /** Null: valid until it is revoked. */
    expiresAt: Instant.nullable(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof ApiToken>;

export const apiTokensApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/api-tokens',
    summary: "The user's API tokens, without their secrets",
    access: 'user',
    response: z.object({ ...succeeded, tokens: z.array(ApiToken), message: z.string() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/api-tokens',
    summary: 'Create an API token; only this response contains it',
    access: 'user',
    body: z
      .object({
        name: line(80).min(1, 'A token needs a name'),
        scopes: z
          .array(z.enum(tokenScopes))
          .min(1, 'A token needs at least one permission')
          .max(tokenScopes.length),
        requestsPerMinute: z.int().min(1).max(600).default(standardTokenCaps.requestsPerMinute),
        changesPerDay: z.int().min(0).max(10_000).default(standardTokenCaps.changesPerDay),
        expiresAt: Instant.nullable().default(null),
      })
      .meta({ id: 'NewApiToken' }),
    response: z.object({ ...succeeded, apiToken: ApiToken, token: z.string(), message: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/user/api-tokens/:id',
    summary: 'Revoke an API token; it stops working at once',
    access: 'user',
    params: z.object({ id: Id }),
    response: z.object({ ...succeeded, message: z.string() }),
  }),
};
