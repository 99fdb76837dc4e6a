import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../test/server.ts';
import {
  type CaldavLogin,
  type CaldavProgram,
  findProgram,
  startRadicale,
  startXandikos,
} from '../caldav-programs.ts';
import { demoCaldav } from '../demo-caldav.ts';
import { findSabre, startSabre } from '../sabre-dav.ts';
import { type Action, actions } from './actions.ts';
import { type CorpusObject, corpus } from './corpus.ts';
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

async function openServer(): Promise<TestServer> {
  const server = await openTestServer({
    RATE_LIMIT_PER_MINUTE: '1000000',
    BILLING: 'off',
    ALLOW_PRIVATE_ADDRESSES: '1',
  });
  server.setTime('2026-11-20T12:00:00Z');
  return server;
}

/** Resolves with what was found wrong, once the action was tried with at least one object. */
async function tryAction(
  server: TestServer,
  { login, side, close }: Account,
  objects: readonly CorpusObject[],
  action: Action,
): Promise<string[]> {
  const user = await server.signUp({ timeZone: 'America/New_York' });
  const reply = await user.call('POST', '/api/integrations/caldav/connect', login);
  expect(reply).toMatchObject({ status: 200 });
  const { tried, findings } = await roundTrip({ server, user, side: icsSide(side) }, objects, action);
  expect(tried).toBeGreaterThan(0);
  await close();
  return findings.map(inOneLine);
}

const chosenFor = (position: number) =>
  corpus.filter((_, index) => isInShare(index, { size: SHARE, position }));

const programs = [
  { name: 'radicale', program: findProgram('radicale'), start: startRadicale },
  { name: 'xandikos', program: findProgram('xandikos'), start: startXandikos },
  { name: 'sabre/dav', program: findSabre(), start: startSabre },
];

for (const [turn, { name, program, start }] of programs.entries()) {
  describe.runIf(program)(`events at ${name}`, () => {
    let server: TestServer;
    let running: Pick<CaldavProgram, 'openAccount' | 'close'>;
    beforeAll(async () => {
      [server, running] = await Promise.all([openServer(), start(program ?? name)]);
    });
    afterAll(async () => {
      await running.close();
    });
    test.each(actions.map((action, position) => [action.name, action, position] as const))(
      'stay whole: %s, undo, redo',
      async (_name, action, position) => {
        // The programs divide the objects of an action among them.
        const objects = chosenFor(position).filter((_, index) =>
          isInShare(index, { size: programs.length, position: turn }),
        );
        expect(await tryAction(server, await running.openAccount(), objects, action)).toEqual([]);
      },
      600_000,
    );
  });
}

describe('events at the demo server', () => {
  test.each(actions.map((action, position) => [action.name, action, position + 3] as const))(
    'stay whole: %s, undo, redo',
    async (_name, action, position) => {
      // Each server has one demo account.
      const server = await openServer();
      expect(await tryAction(server, demoCaldav(server), chosenFor(position), action)).toEqual([]);
    },
    600_000,
  );
});
