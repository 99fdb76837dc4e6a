import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `public` needs no token, `identity` a valid token (an account may not exist yet), `user` a
 * valid token of an account. The authorisation matrix in the docs is generated from this.
 */
export type Access = 'public' | 'identity' | 'user';

/** The permissions of an API token. Reading and writing are separate: a token for both has both. */
export const tokenScopes = [
  'read:profile',
  'read:tasks',
  'write:tasks',
  'read:calendar',
  'write:calendar',
  'read:planning',
  'write:planning',
  'read:journal',
  'write:journal',
  'read:bookings',
  'write:bookings',
  'read:meetings',
  'write:meetings',
  'read:settings',
  'write:settings',
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/**
 * One call of the REST API, declared once for server, web and docs.
 *
 * `path` is relative to the API's base (`<origin>/api`), with `:name` for parameters. `media` is the content
 * type of a body that is not parsed.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The permission that an API token needs. Without one, no token may call it. */
  readonly scope?: TokenScope;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly media?:
    | 'text/calendar'
    | 'text/csv'
    | 'text/event-stream'
    | 'application/json'
    | 'application/x-www-form-urlencoded'
    | 'image/*'
    | 'image/webp'
    | 'image/svg+xml'
    | 'image/png'
    | 'application/zip'
    | 'message/rfc822';
  readonly response: Response;
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(declaration: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return declaration;
}

type Part<Name extends string, Schema extends z.ZodType, Side extends 'input' | 'output'> = (
  Side extends 'input'
    ? z.input<Schema>
    : z.output<Schema>
) extends infer Value
  ? [Value] extends [undefined]
    ? object
    : { [Key in Name]: Value }
  : never;

/** The input of a caller: only the parts that the endpoint declares. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', P, 'input'> & Part<'query', Q, 'input'> & Part<'body', B, 'input'>
    : never;

/** The validated input of a handler. */
export type EndpointRequest<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;

export type EndpointResponse<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
