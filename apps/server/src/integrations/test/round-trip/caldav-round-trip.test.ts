import { afterAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '#test/server.ts';
import { type CaldavLogin, findProgram, startRadicale, startXandikos } from '../caldav-programs.ts';
import { demoCaldav } from '../demo-caldav.ts';
import { findSabre, startSabre } from '../sabre-dav.ts';
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
  const result = await roundTrip({ server, user, side: icsSide(side) }, chosen, action);
  await close();
  return result;
}

const programs = [
  { name: 'radicale', program: findProgram('radicale'), start: startRadicale },
  { name: 'xandikos', program: findProgram('xandikos'), start: startXandikos },
  { name: 'sabre/dav', program: findSabre(), start: startSabre },
];

for (const { name, program, start } of programs) {
  let starting: ReturnType<typeof startSabre> | undefined;
  afterAll(async () => {
    await (await starting)?.close();
  });
  describe.runIf(program)(`events at ${name}`, () => {
    test.each(actions.map((action, position) => [action.name, action, position] as const))(
      'stay whole: %s, undo, redo',
      async (_name, action, position) => {
        starting ??= start(program ?? name);
        const { tried, findings } = await tryAction(action, position, async () =>
          (await starting)!.openAccount(),
        );
        expect(findings.map(inOneLine)).toEqual([]);
        expect(tried).toBeGreaterThan(0);
      },
      600_000,
    );
  });
}

describe('events at the demo server', () => {
  test.each(actions.map((action, position) => [action.name, action, position + 3] as const))(
    'stay whole: %s, undo, redo',
    async (_name, action, position) => {
      const { tried, findings } = await tryAction(action, position, async (server) => demoCaldav(server));
      expect(findings.map(inOneLine)).toEqual([]);
      expect(tried).toBeGreaterThan(0);
    },
    600_000,
  );
});
