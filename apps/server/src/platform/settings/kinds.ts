import { z } from 'zod';

export const flag = (standard: '0' | '1') =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(standard)
    .transform((value) => value === '1' || value === 'true');

export const count = (standard: number, max: number) =>
  z.coerce.number().int().min(0).max(max).default(standard);

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** Auth0's issuer ends in a slash and must keep it; our own addresses never have one. */
export const address = httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, ''));
