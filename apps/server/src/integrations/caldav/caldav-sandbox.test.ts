import { startSandbox } from '../../../../sandbox/src/sandbox.ts';
import { SERVER, secrets } from '../../../../sandbox/src/test/demo-consent.ts';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { breakable, caldavSide } from '../test/caldav-side.ts';
import { calendarProviderContract } from '../test/calendar-provider.contract.ts';
import type { CalendarHarness } from '../test/calendar-provider-contract/harness.ts';
import { grantKeeper, NOW, RANGE } from '../test/sandbox-calendars.ts';
import { caldavPasswords } from './caldav-account.ts';
import { caldavCalendarProvider } from './caldav-calendar.ts';
import { demoCaldavHosts, demoCaldavLogin } from './demo-hosts.ts';

const USER = demoCaldavLogin.username;

async function open(): Promise<CalendarHarness> {
  const sandbox = await startSandbox({
    serverUrl: SERVER,
    publicUrl: SERVER,
    apiBaseUrl: `${SERVER}/api`,
    secrets,
    stateFile: null,
    now: () => NOW,
  });
  const fetch = guardedFetch({ findDemoHost: demoCaldavHosts(async () => sandbox.url) });
  const line = breakable(fetch);
  const access = { fetch: line.fetch, clock: () => NOW };
  const { grant } = await caldavPasswords(access).signIn({
    ...demoCaldavLogin,
    password: secrets.caldavPassword,
  });
  const post = async (path: string, body: object) => {
    await globalThis.fetch(`${sandbox.url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  const calendarId = '/cal/17104242/home/';
  return {
    provider: caldavCalendarProvider(access),
    grant: grantKeeper(grant),
    calendarId,
    readOnlyCalendarId: '/cal/17104242/family/',
    range: RANGE,
    there: {
      ...caldavSide(fetch, {
        collection: `https://p42-caldav.icloud.example${calendarId}`,
        authorization: `Basic ${Buffer.from(`${USER}:${secrets.caldavPassword}`).toString('base64')}`,
      }),
      fail: (fault, times = 1) =>
        post('faults', {
          provider: 'caldav',
          kind: fault === 'expired-token' ? 'expire-token' : fault,
          times,
        }),
      breakOff: (afterCalls) => line.breakOff(afterCalls),
      forgetCursors: () => post('forget-sync-tokens', {}),
      revoke: () => post('caldav/revoke-passwords', {}),
      notified: async () => 0,
    },
    async close() {
      fetch.close();
      await sandbox.close();
    },
  };
}

calendarProviderContract(
  "the sandbox's iCloud",
  open,
  // A password cannot expire and be renewed.
  (title) => title !== 'renews a token that is over, and goes on',
);
