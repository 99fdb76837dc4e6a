import { randomBytes, randomUUID } from 'node:crypto';
import type { Consent, ConsentPurpose, GrantKeeper } from '#features/calendar-accounts/ports.ts';
import { startSandbox } from '../../../../sandbox/src/sandbox.ts';
import { allow, consentBrowser, SERVER, secrets } from '../../../../sandbox/src/test/demo-consent.ts';
import { googleConsent, microsoftConsent } from '../oauth/openid-consent.ts';

/** A Wednesday. */
export const NOW = new Date('2026-11-18T12:00:00Z');
export const RANGE = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2027-06-01T00:00:00Z') };

/** The grant of one account, stored like in the feature. */
export function grantKeeper(grant: string): GrantKeeper {
  let current = grant;
  return {
    userId: randomUUID(),
    accountId: randomUUID(),
    current: async () => current,
    ownAddress: async () => 'maya@home.example',
    async renew(stale, make) {
      if (current === stale) current = await make(current);
      return current;
    },
  };
}

/** The consents of both providers at a sandbox, and a person who grants them. */
export function sandboxConsents(options: {
  readonly url: string;
  readonly secrets: Pick<typeof secrets, 'oauthClient'>;
  readonly now: () => Date;
}) {
  const access = (name: 'google' | 'microsoft') => ({
    clientId: 'dayloom',
    clientSecret: options.secrets.oauthClient,
    redirectUri: `${SERVER}/settings`,
    clock: options.now,
    issuer: `${SERVER}/sandbox/oauth/${name}`,
    reach: (url: URL) => new URL(url.href.replace(SERVER, options.url)),
  });
  const consents = {
    google: googleConsent(access('google')),
    microsoft: microsoftConsent(access('microsoft')),
  };
  /** Walks through the consent page. `scopes` are the boxes that stay ticked; default all. */
  const consent = async (
    name: 'google' | 'microsoft',
    account: string,
    {
      state = 'tab=accounts',
      scopes,
      purpose = 'calendars',
    }: { state?: string; scopes?: readonly string[]; purpose?: ConsentPurpose } = {},
  ) => {
    const flow = {
      verifier: randomBytes(32).toString('base64url'),
      nonce: randomBytes(16).toString('base64url'),
      purpose,
    };
    const url = await consents[name].authorizationUrl({ state, account: null, ...flow });
    const asked = (new URL(url).searchParams.get('scope') ?? '').split(' ');
    const { back } = await consentBrowser(options)(url, allow(account, ...(scopes ?? asked)));
    return { url: new URL(url), back, code: back.searchParams.get('code') ?? '', flow };
  };
  const connect = async (name: 'google' | 'microsoft', account: string): Promise<Consent> => {
    const { code, flow } = await consent(name, account);
    return consents[name].exchange(code, flow);
  };
  return { consents, consent, connect };
}

/**
 * A separate sandbox with the consents of both providers. Faults can be steered and notifications are
 * counted.
 */
export async function openSandboxCalendars() {
  let notifications = 0;
  const sandbox = await startSandbox({
    serverUrl: SERVER,
    publicUrl: SERVER,
    apiBaseUrl: `${SERVER}/api`,
    secrets,
    stateFile: null,
    now: () => NOW,
    send: async (delivery) => {
      // Google's first message on a channel reports no change.
      if (delivery.headers['x-goog-resource-state'] !== 'sync') notifications += 1;
      return { status: 202, body: '' };
    },
    validate: async (address) => ({
      status: 200,
      text: new URL(address).searchParams.get('validationToken') ?? '',
    }),
  });
  const { consents, consent, connect } = sandboxConsents({ url: sandbox.url, secrets, now: () => NOW });
  const steer = async (path: string, body: object): Promise<void> => {
    const reply = await fetch(`${sandbox.url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await reply.body?.cancel();
  };
  return {
    sandbox,
    consents,
    consent,
    connect,
    steer,
    notified: async () => {
      await sandbox.settled();
      return notifications;
    },
  };
}
