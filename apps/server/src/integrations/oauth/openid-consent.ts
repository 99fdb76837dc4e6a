import type { Configuration, TokenEndpointResponse } from 'openid-client';
import type { Consent, ConsentProvider, ConsentPurpose } from '#features/calendar-accounts/ports.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { readGrant, writeGrant } from './grant.ts';

const TIMEOUT_SECONDS = 30;
/**
 * Tolerated clock difference. A wide one is safe, because the token comes directly from the provider in reply
 * to this request.
 */
const CLOCK_TOLERANCE_SECONDS = 300;

/** The registration of this server at a provider. */
export interface OpenidAccess {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends the browser back; must equal the registered address exactly. */
  readonly redirectUri: string;
  readonly clock: Clock;
  /** Replaces the real provider. */
  readonly issuer?: string;
  /** Maps a provider's address to the one that this server uses, if browsers use a different one. */
  readonly reach?: (url: URL) => URL | Promise<URL>;
}

interface OpenidShape {
  readonly name: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  /** At least one scope of each list must be granted. */
  readonly needed: readonly (readonly string[])[];
  readonly tasks: {
    /** Grants reading tasks. */
    readonly scope: string;
    /** A broader scope that a person may have granted instead. */
    readonly broader: string;
    /** What is asked for when an account that has its calendars connected adds its tasks. */
    readonly scopes: readonly string[];
    readonly parameters: Readonly<Record<string, string>>;
  };
}

/** A `ConsentProvider` that can also renew a grant. */
export interface OpenidConsent extends ConsentProvider {
  /** Rejects with `reconnect_needed` when the provider no longer renews the grant. */
  readonly renew: (grant: string) => Promise<string>;
}

const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/calendar';
const GOOGLE_TASKS_SCOPE = 'https://www.googleapis.com/auth/tasks.readonly';

export function googleConsent(access: OpenidAccess): OpenidConsent {
  return openidConsent(access, {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scopes: ['openid', 'email', `${GOOGLE_SCOPE}.events`, `${GOOGLE_SCOPE}.calendarlist.readonly`],
    // Google sends a refresh token only after the consent page was shown.
    parameters: { access_type: 'offline', prompt: 'consent' },
    needed: [
      [`${GOOGLE_SCOPE}.events`, GOOGLE_SCOPE],
      [`${GOOGLE_SCOPE}.calendarlist.readonly`, `${GOOGLE_SCOPE}.readonly`, GOOGLE_SCOPE],
    ],
    tasks: {
      scope: GOOGLE_TASKS_SCOPE,
      broader: GOOGLE_TASKS_SCOPE.replace('.readonly', ''),
      // Google adds the scopes that were granted before, and its page shows only the new one.
      // Source: Google's guide 'Using OAuth 2.0 for Web Server Applications', 'Incremental authorization'.
      scopes: ['openid', 'email', GOOGLE_TASKS_SCOPE],
      parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
    },
  });
}

const MICROSOFT_SCOPES = [
  'openid',
  'email',
  'profile',
  'offline_access',
  'User.Read',
  'MailboxSettings.Read',
  'Calendars.ReadWrite',
];

export function microsoftConsent(access: OpenidAccess): OpenidConsent {
  return openidConsent(access, {
    name: 'Microsoft',
    // Accepts work and private accounts. Each tenant signs as a separate issuer.
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: MICROSOFT_SCOPES,
    parameters: { prompt: 'select_account' },
    needed: [['Calendars.ReadWrite']],
    tasks: {
      scope: 'Tasks.Read',
      broader: 'Tasks.ReadWrite',
      // A token has the scopes that were asked for. Microsoft's page shows only those not granted before.
      // Source: Microsoft identity platform, 'Incremental and dynamic user consent'.
      scopes: [...MICROSOFT_SCOPES, 'Tasks.Read'],
      parameters: { prompt: 'select_account' },
    },
  });
}

/** Authorization code with PKCE by OpenID Connect. First use loads the library and runs the discovery. */
function openidConsent(access: OpenidAccess, shape: OpenidShape): OpenidConsent {
  const issuer = access.issuer ?? shape.issuer;
  let discovering: Promise<Configuration> | undefined;

  const open = async () => {
    const client = await import('openid-client');
    discovering ??= client
      .discovery(
        new URL(issuer),
        access.clientId,
        { client_secret: access.clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        client.ClientSecretPost(access.clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          execute: [
            client.enableNonRepudiationChecks,
            ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
          ],
          [client.customFetch]: async (url, init) => {
            const reached = access.reach ? await access.reach(new URL(url)) : url;
            return fetch(reached, init as RequestInit);
          },
        },
      )
      .catch((error) => {
        discovering = undefined;
        throw error;
      });
    return { client, config: await discovering };
  };
  const call = async <Result>(
    act: (context: Awaited<ReturnType<typeof open>>) => Promise<Result>,
    refused: 'rejected' | 'reconnect_needed',
  ): Promise<Result> => {
    try {
      return await act(await open());
    } catch (error) {
      throw toFailure(error, shape.name, refused);
    }
  };
  const toGrant = (tokens: TokenEndpointResponse, before: { refreshToken: string | null; scope: string }) => {
    const seconds = tokens.expires_in;
    return writeGrant({
      accessToken: tokens.access_token,
      expiresAt:
        seconds === undefined ? null : new Date(access.clock().getTime() + seconds * 1000).toISOString(),
      // A provider that does not rotate refresh tokens sends none.
      refreshToken: tokens.refresh_token ?? before.refreshToken,
      scope: tokens.scope ?? before.scope,
    });
  };

  const readsTasks = [shape.tasks.scope, shape.tasks.broader];
  const neededFor = (purpose: ConsentPurpose) =>
    purpose === 'tasks' ? [...shape.needed, readsTasks] : shape.needed;

  return {
    mayReadTasks: (grant) => hasOne(toGranted(readGrant(grant).scope), readsTasks),

    authorizationUrl: ({ state, verifier, nonce, account, purpose }) =>
      call(async ({ client, config }) => {
        const { scopes, parameters } = purpose === 'tasks' ? shape.tasks : shape;
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: access.redirectUri,
          scope: scopes.join(' '),
          ...parameters,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(state !== '' && { state }),
          ...(account && { login_hint: account }),
        });
        return url.href;
      }, 'rejected'),

    exchange: (code, { verifier, nonce, purpose, subject }) =>
      call(async ({ client, config }): Promise<Consent> => {
        const back = new URL(access.redirectUri);
        back.searchParams.set('code', code);
        // Some providers announce the `iss` parameter, and the library then requires it. The code works only
        // at its own provider.
        const { issuer: received, authorization_response_iss_parameter_supported: hasIssuer } =
          config.serverMetadata();
        if (hasIssuer) back.searchParams.set('iss', received);
        const tokens = await client.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          // The verifier and the nonce bind the flow to its user. They never leave the server.
          expectedState: client.skipStateCheck,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims)
          throw new ProviderFailure(
            'unavailable',
            `${shape.name} did not identify the account. Connect again.`,
          );
        const email =
          findEmail(claims) ?? findEmail(await client.fetchUserInfo(config, tokens.access_token, claims.sub));
        // Before the permissions: another account may have none of them.
        if (subject !== undefined && claims.sub !== subject)
          throw new ProviderFailure('rejected', `You chose another account${email ? ` (${email})` : ''}.`, {
            providerCode: 'other_account',
          });
        const asked = (purpose === 'tasks' ? shape.tasks : shape).scopes.join(' ');
        const granted = toGranted(tokens.scope ?? asked);
        const isWithheld = neededFor(purpose).some((either) => !hasOne(granted, either));
        if (isWithheld || tokens.refresh_token === undefined)
          throw new ProviderFailure(
            'rejected',
            `${shape.name} did not give all the permissions that are needed. Connect again and leave all boxes ticked.`,
            { providerCode: 'scope_missing' },
          );
        return {
          subject: claims.sub,
          email: email ?? '',
          grant: toGrant(tokens, { refreshToken: null, scope: asked }),
        };
      }, 'rejected'),

    renew: (grant) =>
      call(async ({ client, config }) => {
        const before = readGrant(grant);
        if (before.refreshToken === null)
          throw new ProviderFailure(
            'reconnect_needed',
            `The access to ${shape.name} has ended. Connect again.`,
          );
        return toGrant(await client.refreshTokenGrant(config, before.refreshToken), before);
      }, 'reconnect_needed'),

    revoke: (grant) =>
      call(async ({ client, config }) => {
        // Microsoft has no revocation endpoint. People revoke access on their account page.
        if (config.serverMetadata().revocation_endpoint === undefined) return;
        const { refreshToken, accessToken } = readGrant(grant);
        try {
          await client.tokenRevocation(config, refreshToken ?? accessToken);
        } catch (error) {
          if (!GONE.has(findErrorCode(error) ?? '')) throw error;
        }
      }, 'rejected'),
  };
}

/** Error codes for a token that is already invalid. */
const GONE = new Set(['invalid_token', 'invalid_grant']);
/** The library's error codes for a response that belongs to another flow or is forged. */
const UNTRUE = /^OAUTH_(?:JWT_|INVALID_|JSON_ATTRIBUTE_|KEY_SELECTION)/;

/** The library's error code for a response outside the tolerated time. */
const UNTIMELY = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

/** Graph returns its scopes with and without its address. */
function shortScope(scope: string): string {
  return scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '').toLowerCase();
}

const toGranted = (scope: string): ReadonlySet<string> => new Set(scope.split(/\s+/).map(shortScope));
const hasOne = (granted: ReadonlySet<string>, either: readonly string[]): boolean =>
  either.some((scope) => granted.has(shortScope(scope)));

function findEmail(claims: Readonly<Record<string, unknown>>): string | null {
  const received = [claims['email'], claims['preferred_username'], claims['upn']];
  return received.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

function findErrorCode(error: unknown): string | null {
  const { error: received, code } = error as { error?: unknown; code?: unknown };
  if (typeof received === 'string') return received;
  return typeof code === 'string' ? code : null;
}

/** Drops the cause, because the library's errors contain responses with tokens. */
function toFailure(error: unknown, name: string, refused: 'rejected' | 'reconnect_needed'): unknown {
  if (error instanceof ProviderFailure || !(error instanceof Error)) return error;
  const { status, response } = error as { status?: number; response?: Response };
  const code = findErrorCode(error);
  if (status === 429) {
    const retryAfterSeconds = Number(response?.headers.get('retry-after')) || 1;
    return new ProviderFailure('rate_limited', `${name} asks us to wait.`, { retryAfterSeconds });
  }
  if (code === UNTIMELY && refused === 'rejected')
    return new ProviderFailure(
      'rejected',
      `The response of ${name} is not valid at the time of this server's clock. Ask the administrator to check the clock, then connect again.`,
      { providerCode: 'clock' },
    );
  if (code === 'invalid_grant' || (refused === 'rejected' && UNTRUE.test(code ?? '')))
    return new ProviderFailure(
      refused,
      refused === 'rejected'
        ? `${name} rejects this sign-in: it has already been used, has expired, or belongs to another request. Connect again.`
        : `${name} no longer gives us access. Connect again.`,
      { providerCode: 'invalid_grant' },
    );
  if (status !== undefined && status >= 400 && status < 500)
    return new ProviderFailure(
      'rejected',
      `${name} rejects the connection (${code ?? status}). Connect again. If that does not help, ask the administrator of this server to check its keys.`,
      {
        ...(code !== null && { providerCode: code }),
      },
    );
  return new ProviderFailure(
    'unavailable',
    `${name} does not respond (${code ?? error.name}). Try again in a few minutes.`,
  );
}
