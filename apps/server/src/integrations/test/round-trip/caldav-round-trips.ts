import { afterAll, describe, expect, test } from 'vitest';
import { syncAllNow } from '../../../test/calendar-connections.ts';
import { openTestServer, type TestServer } from '../../../test/server.ts';
import type { CaldavLogin } from '../caldav-programs.ts';
import { type Action, actions } from './actions.ts';
import { corpus } from './corpus.ts';
import { icsSide } from './ics-side.ts';
import { type RoundTripFinding, roundTrip } from './round-trip.ts';
import { isInShare } from './share.ts';

const SHARE = 8;

interface Account {
  readonly login: CaldavLogin;
  readonly side: Parameters<typeof icsSide>[0];
  readonly close: () => Promise<void>;
}

function inOneLine({ object, step, differences }: RoundTripFinding): string {
  return `${step} | ${object} | ${differences.join(' ; ')}`;
}

async function tryAction(
  action: Action,
  position: number,
  account: (server: TestServer) => Promise<Account>,
) {
  const server = await openTestServer({
    RATE_LIMIT_PER_MINUTE: '1000000',
    BILLING: 'off',
    ALLOW_PRIVATE_ADDRESSES: '1',
  });
  server.setTime('2026-11-20T12:00:00Z');
  const user = await server.signUp({ timeZone: 'America/New_York' });
  const { login, side, close } = await account(server);
  const reply = await user.call('POST', '/api/integrations/caldav/connect', login);
  expect(reply).toMatchObject({ status: 200 });
  const chosen = corpus.filter((_, index) => isInShare(index, { size: SHARE, position }));
  const connectAgain = async () => {
    const other = await server.signUp({ timeZone: 'America/New_York' });
    await other.call('POST', '/api/integrations/caldav/connect', login);
    await syncAllNow(server, other);
    return other;
  };
  const result = await roundTrip({ server, user, side: icsSide(side), connectAgain }, chosen, action);
  await close();
  return result;
}

/** Does every action to the events of the corpus at a server. `position` has each server try another share of them. */
export function testCaldavRoundTrips({
  title,
  position,
  isInstalled = true,
  openAccount,
}: {
  readonly title: string;
  readonly position: number;
  readonly isInstalled?: boolean;
  readonly openAccount: (server: TestServer) => Promise<Account>;
}): void {
  describe.runIf(isInstalled)(title, () => {
    test.each(actions.map((action, index) => [action.name, action, position + index] as const))(
      'stay whole: %s, undo, redo',
      async (_name, action, at) => {
        const { tried, findings } = await tryAction(action, at, openAccount);
        expect(findings.map(inOneLine)).toEqual([]);
        expect(tried).toBeGreaterThan(0);
      },
      600_000,
    );
  });
}

/** The same at a program that may not be installed: then there is nothing to try. */
export function testProgramRoundTrips({
  name,
  program,
  start,
}: {
  readonly name: string;
  readonly program: string | null;
  readonly start: (program: string) => Promise<{ openAccount(): Promise<Account>; close(): Promise<void> }>;
}): void {
  let starting: ReturnType<typeof start> | undefined;
  afterAll(async () => {
    await (await starting)?.close();
  });
  testCaldavRoundTrips({
    title: `events at ${name}`,
    position: 0,
    isInstalled: program !== null,
    async openAccount() {
      starting ??= start(program ?? name);
      return (await starting).openAccount();
    },
  });
}
