import type * as Graph from '@microsoft/microsoft-graph-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { allowOtherProgram, connect, syncAllNow } from '#test/calendar-connections.ts';
import { eventually } from '#test/eventually.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let user: TestUser;
let graph: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
  user = await server.signUp();
  await connect(server, user, 'outlook');
  const { url, accessToken } = await allowOtherProgram(server, 'outlook');
  graph = async (method, path, body) => {
    const response = await fetch(`${url}/graph/v1.0${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  };
});

const listSubscriptions = async () =>
  (await graph<{ value: Graph.Subscription[] }>('GET', '/subscriptions')).value;
/** The channels stored on the server, of all users. */
const listChannels = async () =>
  (await server.app.platform.db.selectFrom('calendar_channels').select('resource_id').execute())
    .map(({ resource_id }) => resource_id)
    .toSorted((a, b) => a.localeCompare(b));
const endAll = async () => {
  const reply = await fetch(`${await server.sandboxUrl()}/sandbox/lifecycle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'reauthorizationRequired' }),
  });
  expect(reply.status).toBeLessThan(300);
  // We consider all of them ended, whatever Graph has.
  await eventually(async () => expect(await listChannels()).toEqual([]));
};
const listIds = (subscriptions: readonly Graph.Subscription[]) =>
  subscriptions.map(({ id = '' }) => id).toSorted((a, b) => a.localeCompare(b));

describe('subscriptions at Outlook', () => {
  test('end when new ones are created, even after a renewal request by Graph', async () => {
    const before = await listSubscriptions();
    expect(before.length).toBeGreaterThan(0);
    await endAll();
    await syncAllNow(server, user);
    const after = await listSubscriptions();
    expect(after).toHaveLength(before.length);
    expect(listIds(after)).toEqual(await listChannels());
    expect(listIds(after).filter((id) => listIds(before).includes(id))).toEqual([]);
  });

  test('left by a crash are ended, but not those of other users and programs', async () => {
    const other = await server.signUp();
    await connect(server, other, 'outlook');
    const [{ id: _, ...ours } = {}] = await listSubscriptions();
    const like = { ...ours, changeType: 'created', clientState: 'left behind' };
    const stray = await graph<Graph.Subscription>('POST', '/subscriptions', like);
    const foreign = await graph<Graph.Subscription>('POST', '/subscriptions', {
      ...like,
      resource: '/me/events',
    });
    const channels = await listChannels();
    expect(new Set(listIds(await listSubscriptions()))).toEqual(new Set([...channels, stray.id, foreign.id]));
    // One user's watches are renewed.
    await server.app.platform.db
      .updateTable('calendar_syncs')
      .set({ channel_expires_at: null })
      .where('user_id', '=', user.profile._id)
      .execute();
    await syncAllNow(server, user);
    const after = listIds(await listSubscriptions());
    expect(new Set(after)).toEqual(new Set([...(await listChannels()), foreign.id]));
    expect(after).not.toContain(stray.id);
    expect(after).toHaveLength(channels.length + 1);
  });
});
