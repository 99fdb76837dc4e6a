import { z } from 'zod';
import type { GrantKeeper } from '#features/calendar-accounts/ports.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

const Grant = z.object({
  accessToken: z.string(),
  expiresAt: z.string().nullable(),
  refreshToken: z.string().nullable(),
  scope: z.string(),
});
export type Grant = z.infer<typeof Grant>;

/** Serialises the result of a consent, which the account stores sealed. */
export function writeGrant(grant: Grant): string {
  return JSON.stringify(grant);
}

export function readGrant(text: string): Grant {
  try {
    return Grant.parse(JSON.parse(text));
  } catch {
    // Drops the cause, which would put the tokens into the log.
    throw new ProviderFailure('reconnect_needed', 'The stored access cannot be read. Connect again.');
  }
}

/** Returns a new grant in place of one whose access token has expired. */
export type RenewGrant = (grant: string) => Promise<string>;

/** Makes a call with the account's token. When the token is refused, renews it once and repeats the call. */
export async function withAccessToken<Result>(
  keeper: GrantKeeper,
  renew: RenewGrant,
  isRefused: (error: unknown) => boolean,
  call: (accessToken: string) => Promise<Result>,
): Promise<Result> {
  const grant = await keeper.current();
  try {
    return await call(readGrant(grant).accessToken);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const fresh = await keeper.renew(grant, renew);
  return call(readGrant(fresh).accessToken);
}
