import { z } from 'zod';
import { httpUrl } from './kinds.ts';

/** The identity provider and the limits of sign-in attempts. */
export const signInSettings = {
  OIDC_ISSUER: httpUrl
    .optional()
    .describe(
      'An external OpenID Connect issuer, exactly as it names itself. Unset: the embedded provider at `/oidc`.',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe("This app's public client id at the issuer."),
  OIDC_AUDIENCE: z
    .string()
    .min(1)
    .default('https://api.dayloom')
    .describe('Audience that access tokens must carry.'),
  OIDC_ACCOUNT_URL: httpUrl
    .optional()
    .describe("Where people manage their password at an external issuer; the screen 'Security' links there."),
  SIGN_IN_TRIES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Wrong passwords for one account from one network address, or from one known device, in ten minutes. All unknown addresses together have ten times as many.',
    ),
  SIGN_UPS_PER_TEN_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(200)
    .describe('New accounts from one network address in ten minutes.'),
};
