import { beforeAll, describe, expect, test } from 'vitest';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type TestServer } from '#test/server.ts';
import { type Action, actions } from './actions.ts';
import type { CorpusObject } from './corpus.ts';
import { openProviderAccount } from './provider-account.ts';
import { roundTrip } from './round-trip.ts';
import { isInShare, SAMPLE_SIZE } from './share.ts';

/** Runs every action on the events of a corpus at a provider of the sandbox. */
export function testProviderRoundTrips({
  title,
  domain,
  corpus,
  alwaysTried,
}: {
  readonly title: string;
  readonly domain: 'google' | 'outlook';
  readonly corpus: readonly CorpusObject[];
  /** The name of a series, so that each action has at least one event that it applies to. */
  readonly alwaysTried: string;
}): void {
  let server: TestServer;

  beforeAll(async () => {
    server = await openTestServer(
      { RATE_LIMIT_PER_MINUTE: '1000000', BILLING: 'off' },
      { isNotified: false },
    );
    server.setTime('2026-11-20T12:00:00Z');
  });

  async function tryAction(action: Action, position: number) {
    const { user, side } = await openProviderAccount(server, domain);
    const chosen = corpus.filter(
      ({ name }, index) => isInShare(index, { size: SAMPLE_SIZE, position }) || name === alwaysTried,
    );
    const connectAgain = async () => {
      const other = await server.signUp({ timeZone: 'America/New_York' });
      await connect(server, other, domain);
      await syncAllNow(server, other);
      return other;
    };
    return roundTrip({ server, user, side, connectAgain }, chosen, action);
  }

  describe(title, () => {
    test('are enough', () => {
      expect(corpus.length).toBeGreaterThanOrEqual(40);
      expect(actions.length).toBeGreaterThanOrEqual(SAMPLE_SIZE);
    });

    test.each(actions.map((action, position) => [action.name, action, position] as const))(
      'stay complete: %s, undo, redo',
      async (_name, action, position) => {
        const { tried, refused, findings } = await tryAction(action, position);
        expect(findings).toEqual([]);
        expect(refused).toBe(0);
        expect(tried).toBeGreaterThan(0);
      },
      600_000,
    );
  });
}
