import { z } from 'zod';

export const flag = (standard: '0' | '1') =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(standard)
    .transform((value) => value === '1' || value === 'true');

export const count = (standard: number, max: number) =>
  z.coerce.number().int().min(0).max(max).default(standard);

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/**
 * The address of a service, without a slash at the end. An issuer keeps its slash (Auth0's ends in one), so
 * it is an `httpUrl`.
 */
export const address = httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, ''));
