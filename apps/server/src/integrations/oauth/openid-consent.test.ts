import { MINUTE_MS } from '@dayloom/time';
import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxCalendars } from '../test/sandbox-calendars.ts';
import { readGrant } from './grant.ts';

const accounts = {
  google: ['demo_google_maya', 'maya.demo@gmail.example'],
  microsoft: ['demo_microsoft_maya', 'maya.demo@outlook.example'],
} as const;

describe.each(['google', 'microsoft'] as const)('the consent of %s', (name) => {
  const opened: Awaited<ReturnType<typeof openSandboxCalendars>>[] = [];
  afterEach(async () => {
    for (const world of opened.splice(0)) await world.sandbox.close();
  });
  const start = async () => {
    const world = await openSandboxCalendars();
    opened.push(world);
    return world;
  };
  const [account, email] = accounts[name];

  it('returns the account and a grant, once for each code', async () => {
    const { consents, consent } = await start();
    const { url, back, code, flow } = await consent(name, account, { state: 'tab=accounts&x=a b' });
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.href).not.toContain(flow.verifier);
    expect(back.searchParams.get('state')).toBe('tab=accounts&x=a b');
    const given = await consents[name].exchange(code, flow);
    expect(given).toMatchObject({ subject: account, email });
    expect(readGrant(given.grant)).toEqual({
      accessToken: expect.any(String),
      expiresAt: '2026-11-18T13:00:00.000Z',
      refreshToken: expect.any(String),
      scope: expect.stringContaining('openid'),
    });
    await expect(consents[name].exchange(code, flow)).rejects.toMatchObject({
      kind: 'rejected',
      providerCode: 'invalid_grant',
    });
  });

  it('accepts a clock that is wrong by minutes, and reports one that is wrong by hours', async () => {
    const { consents, consent } = await start();
    const exchangeWith = async (wrongByMs: number) => {
      const { code, flow } = await consent(name, account);
      const { fetch } = globalThis;
      const right = Date.now;
      // The token is issued by the provider's clock and read by ours.
      globalThis.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        if (asked[1]?.method === 'POST') Date.now = () => right() + wrongByMs;
        return answer;
      };
      try {
        return await consents[name].exchange(code, flow);
      } finally {
        globalThis.fetch = fetch;
        Date.now = right;
      }
    };
    for (const minutes of [-20, 20])
      expect(await exchangeWith(minutes * MINUTE_MS)).toMatchObject({ subject: account });
    await expect(exchangeWith(180 * MINUTE_MS)).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining("this server's clock"),
    });
  });

  it('sends no state if none is given', async () => {
    const { consent } = await start();
    const { url, back } = await consent(name, account, { state: '' });
    expect(url.searchParams.has('state')).toBe(false);
    expect(back.searchParams.has('state')).toBe(false);
  });

  it('refuses the code of another flow', async () => {
    const { consents, consent } = await start();
    const mine = await consent(name, account);
    const other = await consent(name, account);
    for (const flow of [other.flow, { ...mine.flow, verifier: other.flow.verifier }])
      await expect(consents[name].exchange(mine.code, flow)).rejects.toMatchObject({
        providerCode: 'invalid_grant',
      });
    const again = await consent(name, account);
    await expect(
      consents[name].exchange(again.code, { ...again.flow, nonce: other.flow.nonce }),
    ).rejects.toMatchObject({ kind: 'rejected', providerCode: 'invalid_grant' });
  });

  it('names the permissions that were not granted', async () => {
    const { consents, consent } = await start();
    const { code, flow } = await consent(name, account, { scopes: ['email', 'profile'] });
    await expect(consents[name].exchange(code, flow)).rejects.toMatchObject({
      kind: 'rejected',
      providerCode: 'scope_missing',
    });
  });

  it('renews a grant, but not a revoked one', async () => {
    const { consents, connect } = await start();
    const { grant } = await connect(name, account);
    const fresh = await consents[name].renew(grant);
    expect(readGrant(fresh).accessToken).not.toBe(readGrant(grant).accessToken);
    expect(readGrant(fresh).refreshToken).not.toBeNull();
    await consents[name].revoke(fresh);
    await consents[name].revoke(fresh);
    await expect(consents[name].renew(fresh)).rejects.toMatchObject({ kind: 'reconnect_needed' });
  });

  it('reports a provider that does not respond, without the tokens', async () => {
    const { consents, connect, sandbox } = await start();
    const { grant } = await connect(name, account);
    await sandbox.close();
    const failure = await consents[name].renew(grant).catch((error: Error) => error);
    expect(failure).toMatchObject({ kind: 'unavailable' });
    expect(JSON.stringify(failure) + String((failure as Error).stack)).not.toContain(
      readGrant(grant).refreshToken,
    );
  });
});
