import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type TestServer } from '#test/server.ts';
import type { CaldavLogin, CaldavProgram } from '../caldav-programs.ts';
import { type Action, actions } from './actions.ts';
import { type CorpusObject, corpus } from './corpus.ts';
import { icsSide } from './ics-side.ts';
import { type RoundTripFinding, roundTrip } from './round-trip.ts';
import { isInShare, SAMPLE_SIZE } from './share.ts';

const PROGRAMS = ['radicale', 'xandikos', 'sabre/dav'] as const;

interface Account {
  readonly login: CaldavLogin;
  readonly side: Parameters<typeof icsSide>[0] & { clear(): Promise<void> };
  readonly close: () => Promise<void>;
}

function inOneLine({ object, step, differences }: RoundTripFinding): string {
  return `${step} | ${object} | ${differences.join(' ; ')}`;
}

async function openServer(): Promise<TestServer> {
  const server = await openTestServer({
    RATE_LIMIT_PER_MINUTE: '1000000',
    BILLING: 'off',
    ALLOW_PRIVATE_ADDRESSES: '1',
  });
  server.setTime('2026-11-20T12:00:00Z');
  return server;
}

const listShare = (share: Parameters<typeof isInShare>[1]) =>
  corpus.filter((_, index) => isInShare(index, share));

/** Tries the action with the objects, at least one. Returns the problems found. */
async function tryAction(
  server: TestServer,
  { login, side, close }: Account,
  action: Action,
  objects: readonly CorpusObject[],
): Promise<string[]> {
  const connect = async () => {
    const user = await server.signUp({ timeZone: 'America/New_York' });
    const reply = await user.call('POST', '/api/integrations/caldav/connect', login);
    expect(reply).toMatchObject({ status: 200 });
    return user;
  };
  const user = await connect();
  const connectAgain = async () => {
    const other = await connect();
    await syncAllNow(server, other);
    return other;
  };
  const trip = { server, user, side: icsSide(side), connectAgain };
  const { tried, findings } = await roundTrip(trip, objects, action);
  expect(tried).toBeGreaterThan(0);
  await close();
  return findings.map(inOneLine);
}

/** Tries every action at the CalDAV server of the sandbox. */
export function testSandboxRoundTrips(openAccount: (server: TestServer) => Account): void {
  describe('events at the CalDAV server of the sandbox', () => {
    let server: TestServer;
    let demo: readonly CorpusObject[];
    beforeAll(async () => {
      server = await openServer();
      const { side, close } = openAccount(server);
      demo = (await side.texts()).map((text, index) => ({ name: `demo event ${index}`, text }));
      await close();
    });
    test.each(actions.map((action, index) => [action.name, action, index + 3] as const))(
      'stay complete: %s, undo, redo',
      async (_name, action, position) => {
        const account = openAccount(server);
        // All users share the demo account.
        await account.side.clear();
        const objects = [...demo, ...listShare({ size: SAMPLE_SIZE, position })];
        expect(await tryAction(server, account, action, objects)).toEqual([]);
      },
      1_800_000,
    );
  });
}

/**
 * Tries actions at a program, if it is installed. In the sample of `npm test` the programs divide the actions
 * among them.
 */
export function testProgramRoundTrips({
  name,
  program,
  start,
}: {
  readonly name: (typeof PROGRAMS)[number];
  readonly program: string | null;
  readonly start: (program: string) => Promise<Pick<CaldavProgram, 'openAccount' | 'close'>>;
}): void {
  describe.runIf(program)(`events at ${name}`, () => {
    let server: TestServer;
    let running: Pick<CaldavProgram, 'openAccount' | 'close'>;
    beforeAll(async () => {
      [server, running] = await Promise.all([openServer(), start(program ?? name)]);
    });
    afterAll(async () => {
      await running.close();
    });
    const chosen = actions.filter((_, index) =>
      isInShare(index, { size: PROGRAMS.length, position: PROGRAMS.indexOf(name) }),
    );
    test.each(chosen.map((action) => [action.name, action] as const))(
      'stay complete: %s, undo, redo',
      async (_name, action) => {
        const share = { size: SAMPLE_SIZE, position: actions.indexOf(action) };
        expect(await tryAction(server, await running.openAccount(), action, listShare(share))).toEqual([]);
      },
      1_800_000,
    );
  });
}
