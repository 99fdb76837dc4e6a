import { beforeAll, describe, expect, test } from 'vitest';
import { connect, demoAccounts } from '../../../test/calendar-connections.ts';
import { openTestServer, type TestServer } from '../../../test/server.ts';
import { readGrant } from '../../oauth/grant.ts';
import { sandboxConsents } from '../sandbox-calendars.ts';
import { type Action, actions } from './actions.ts';
import { googleCorpus } from './google-corpus.ts';
import { googleSide } from './google-side.ts';
import { roundTrip } from './round-trip.ts';

/** `ROUND_TRIP=all` tries every event with every action; otherwise each action has a share of the events. */
const isWhole = process.env.ROUND_TRIP === 'all';
const SHARE = 10;

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '1000000', BILLING: 'off' });
  server.setTime('2026-11-20T12:00:00Z');
});

async function tryAction(action: Action, position: number) {
  const user = await server.signUp({ timeZone: 'America/New_York' });
  const url = await server.sandboxUrl();
  const other = await sandboxConsents({ url, secrets: server.secrets, now: () => server.now() }).connect(
    'google',
    demoAccounts.google.id,
  );
  const side = googleSide(url, readGrant(other.grant).accessToken, demoAccounts.google.email);
  // What the action before has left.
  await side.clear();
  await connect(server, user, 'google');
  // Each share has a series, so that no action is without an event that it can be done to.
  const chosen = googleCorpus.filter(
    ({ name }, index) => isWhole || index % SHARE === position % SHARE || name === 'weekly, with everything',
  );
  return roundTrip({ server, user, side }, chosen, action);
}

describe('events at Google', () => {
  test('are enough of them', () => {
    expect(googleCorpus.length).toBeGreaterThanOrEqual(40);
  });

  test.each(actions.map((action, position) => [action.name, action, position] as const))(
    'stay whole: %s, undo, redo',
    async (_name, action, position) => {
      const { tried, refused, findings } = await tryAction(action, position);
      expect(findings).toEqual([]);
      expect(refused).toBe(0);
      expect(tried).toBeGreaterThan(0);
    },
    600_000,
  );
});
