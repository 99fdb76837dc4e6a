import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createEmulator } from 'emulate';
import { googleCalendarProvider } from '../../../server/src/integrations/google/google-calendar.ts';
import { googleConsent } from '../../../server/src/integrations/oauth/openid-consent.ts';
import {
  type ContractCase,
  calendarProviderContract,
} from '../../../server/src/integrations/test/calendar-provider.contract.ts';

const BACK = 'http://localhost:3999/settings';
/**
 * The cases that the third-party emulator of Google supports. It has no get, patch, sync tokens,
 * client-chosen ids or failures.
 */
const PLAYED: readonly ContractCase[] = [
  'lists calendars, with what may be done in them',
  'writes a single event, lists it and deletes it',
];

/** The emulator must be given its port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function open() {
  const emulator = await createEmulator({
    service: 'google',
    port: await freePort(),
    seed: {
      google: {
        users: [{ email: 'ada@example.com', name: 'Ada' }],
        oauth_clients: [
          { client_id: 'dayloom', client_secret: 'secret', name: 'Dayloom', redirect_uris: [BACK] },
        ],
        calendars: [{ id: 'primary', user_email: 'ada@example.com', summary: 'Ada', primary: true }],
      },
    },
  });
  const consent = googleConsent({
    clientId: 'dayloom',
    clientSecret: 'secret',
    redirectUri: BACK,
    clock: () => new Date('2026-11-18T12:00:00Z'),
    issuer: emulator.url,
  });
  const flow = {
    verifier: randomBytes(32).toString('base64url'),
    nonce: 'once',
    purpose: 'calendars',
  } as const;
  const page = await (
    await fetch(await consent.authorizationUrl({ state: 'x', account: null, ...flow }))
  ).text();
  // The account's own form, submitted like its button does.
  const form = page.split('<form').find((each) => each.includes('value="ada@example.com"')) ?? '';
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  const answer = await fetch(`${emulator.url}/o/oauth2/v2/auth/callback`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  const code = new URL(answer.headers.get('location') ?? BACK).searchParams.get('code') ?? '';
  let { grant } = await consent.exchange(code, flow);
  const notEmulated = async (): Promise<never> => {
    throw new Error('It cannot play this.');
  };
  return {
    provider: googleCalendarProvider({ apiUrl: async () => emulator.url, renew: consent.renew }),
    grant: {
      userId: 'somebody',
      accountId: 'emulated',
      current: async () => grant,
      ownAddress: async () => 'ada@example.com',
      async renew(stale: string, make: (current: string) => Promise<string>) {
        if (grant === stale) grant = await make(grant);
        return grant;
      },
    },
    calendarId: 'primary',
    readOnlyCalendarId: null,
    range: { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2027-06-01T00:00:00Z') },
    there: {
      add: notEmulated,
      rename: notEmulated,
      remove: notEmulated,
      renameInstance: notEmulated,
      removeInstance: notEmulated,
      count: notEmulated,
      fail: notEmulated,
      breakOff: () => {},
      forgetCursors: notEmulated,
      revoke: notEmulated,
      notified: notEmulated,
    },
    close: () => emulator.close(),
  };
}

calendarProviderContract("emulate's Google Calendar", open, (title) => PLAYED.includes(title));
