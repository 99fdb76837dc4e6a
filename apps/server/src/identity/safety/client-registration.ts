import { randomUUID } from 'node:crypto';
import { hasNoBidiControl, isVisibleName } from '@dayloom/contracts/names';
import { z } from 'zod';
import { addressKey } from '#platform/address-key.ts';
import type { DbContext } from '#platform/context.ts';
import { refuseUnstorable } from '#platform/http.ts';
import { insertClient } from '../store/clients.ts';
import { isOverLimit } from './throttle.ts';

const HOUR_SECONDS = 3_600;
/** Vendors register a client for each of their users from few addresses. */
const PER_ADDRESS = 60;
const PER_HOUR = 2_000;

const MAX_REDIRECTS = 20;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that a browser runs or opens itself. Others open an app that has registered for them (RFC 8252, 7.1). */
const BROWSER_SCHEMES =
  /^(?:https?|javascript|data|blob|vbscript|file|filesystem|ftp|ws|wss|about|view-source|mailto|tel|sms|intent|chrome|edge):$/;

/** Whether a browser may be sent there with a code: https, this computer, or an app's own scheme (RFC 8252). */
export function isSafeRedirect(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.hash !== '' || text.includes('#') || url.username !== '' || url.password !== '')
    return false;
  if (/[\s\p{Cc}]/u.test(text)) return false;
  // The host becomes a part of the Content-Security-Policy, in which ';' and ',' separate.
  if (!/^[\w.:[\]-]*$/.test(url.host)) return false;
  if (url.protocol === 'https:') return !LOOPBACK.has(url.hostname);
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname);
  return !BROWSER_SCHEMES.test(url.protocol);
}

/** 'claude.ai', 'a program on this computer', or 'the app for cursor: links' */
export function describeRedirect(text: string): string {
  const url = URL.parse(text);
  if (!url) return 'an unknown address';
  if (LOOPBACK.has(url.hostname)) return 'a program on this computer';
  return url.protocol === 'https:' ? url.host : `the app for ${url.protocol} links`;
}

/** The metadata that we keep of RFC 7591, section 2. The rest would make the server fetch addresses, or is not needed. */
const Metadata = z.object({
  client_name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .refine((name) => isVisibleName(name) && hasNoBidiControl(name) && !/\p{Cc}/u.test(name))
    .default('Unnamed app'),
  redirect_uris: z.array(z.string().max(500)).min(1).max(MAX_REDIRECTS),
  grant_types: z.array(z.string()).default(['authorization_code']),
  response_types: z.array(z.string()).default(['code']),
});

export type Registration =
  | { readonly outcome: 'registered'; readonly client: object }
  | { readonly outcome: 'refused'; readonly error: string; readonly description: string }
  | { readonly outcome: 'throttled' };

/** Registers a public client (RFC 7591): it has no secret, so it must use PKCE. */
export async function registerClient(context: DbContext, body: unknown, ip: string): Promise<Registration> {
  const refuse = (error: string, description: string): Registration => ({
    outcome: 'refused',
    error,
    description,
  });
  refuseUnstorable(body);
  const parsed = Metadata.safeParse(body);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'body');
    return field === 'redirect_uris'
      ? refuse('invalid_redirect_uri', `redirect_uris: give 1 to ${MAX_REDIRECTS} addresses.`)
      : refuse('invalid_client_metadata', `${field} is not valid.`);
  }
  const { client_name, redirect_uris, grant_types, response_types } = parsed.data;
  if (!redirect_uris.every(isSafeRedirect)) {
    const description =
      "Redirect to https, to http on this computer, or to an app's own scheme, without a fragment or a password.";
    return refuse('invalid_redirect_uri', description);
  }
  if (!grant_types.includes('authorization_code') || !response_types.includes('code'))
    return refuse('invalid_client_metadata', 'Only the authorization code grant is supported.');
  if (
    (await isOverLimit(
      context,
      `client-registration:address:${addressKey(ip)}`,
      PER_ADDRESS,
      HOUR_SECONDS,
    )) ||
    (await isOverLimit(context, 'client-registration:all', PER_HOUR, HOUR_SECONDS))
  )
    return { outcome: 'throttled' };

  const client = {
    client_id: randomUUID(),
    client_id_issued_at: Math.floor(context.clock().getTime() / 1000),
    client_name,
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    // Any port on this computer is allowed, and each request is asked about (RFC 8252, 7.3 and 8.6).
    application_type: 'native',
  };
  await insertClient(context.db, client.client_id, client);
  return { outcome: 'registered', client };
}
