import { z } from 'zod';
import { httpUrl } from './kinds.ts';

/** The identity provider and the limits of sign-in attempts. */
export const signInSettings = {
  OIDC_ISSUER: httpUrl
    .optional()
    .describe(
      'External OpenID Connect issuer. Must equal its published name exactly. Unset: the embedded provider at `/oidc`.',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe("This app's public client ID at the issuer."),
  OIDC_AUDIENCE: z
    .string()
    .min(1)
    .default('https://api.dayloom')
    .describe('Audience that access tokens must contain.'),
  OIDC_ACCOUNT_URL: httpUrl
    .optional()
    .describe(
      "Page of an external issuer where people manage their password. The screen 'Security' links to it.",
    ),
  SIGN_IN_TRIES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Wrong passwords allowed for one account in ten minutes from one network address or one known device. All unknown addresses together get ten times as many.',
    ),
  SIGN_UPS_PER_TEN_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(200)
    .describe('New accounts allowed from one network address in ten minutes.'),
};
