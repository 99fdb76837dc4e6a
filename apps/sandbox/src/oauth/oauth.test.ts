import * as client from 'openid-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { allow, openConsent } from '../test/demo-consent.ts';

const CALENDAR = 'https://www.googleapis.com/auth/calendar';

const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

async function start(name: 'google' | 'microsoft') {
  const consent = await openConsent(name);
  open.push(consent.sandbox);
  return consent;
}

describe("the sandbox's consent page", () => {
  it('returns a code that can be exchanged once, for the account and the granted scopes', async () => {
    const google = await start('google');
    const { back, page, verifier } = await google.consent(
      `openid email ${CALENDAR}`,
      allow('demo_google_work', 'email', CALENDAR),
    );
    expect(page).toContain('Demo account');
    expect(page).toContain('See, edit and delete your calendars');
    expect(back.searchParams.get('state')).toBe('?tab=accounts');
    const tokens = await google.exchange(back, verifier);
    expect(tokens.claims()).toMatchObject({ sub: 'demo_google_work', email: 'maya@lumen.example' });
    expect(tokens.scope?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', CALENDAR]));
    expect(tokens.refresh_token).toBeTruthy();
    const fresh = await client.refreshTokenGrant(google.config, tokens.refresh_token ?? '');
    expect(fresh.access_token).not.toBe(tokens.access_token);
    await client.tokenRevocation(google.config, tokens.refresh_token ?? '');
    await expect(client.refreshTokenGrant(google.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(google.exchange(back, verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('revokes all access on request', async () => {
    const google = await start('google');
    const { back, verifier } = await google.consent(
      `openid email ${CALENDAR}`,
      allow('demo_google_work', 'email', CALENDAR),
    );
    const tokens = await google.exchange(back, verifier);
    await fetch(`${google.sandbox.url}/sandbox/revoke-access`, { method: 'POST' });
    await expect(client.refreshTokenGrant(google.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('does not grant unticked scopes', async () => {
    const google = await start('google');
    const { back, verifier } = await google.consent(
      `openid email ${CALENDAR}`,
      allow('demo_google_maya', 'email'),
    );
    const tokens = await google.exchange(back, verifier);
    expect(tokens.scope).not.toContain('calendar');
  });

  it.each(['google', 'microsoft'] as const)(
    'gives access to a second account of %s in the same browser, and the first one keeps its own',
    async (name) => {
      const provider = await start(name);
      const tokens = [];
      for (const account of [`demo_${name}_maya`, `demo_${name}_work`, `demo_${name}_maya`]) {
        const { back, verifier } = await provider.consent('openid email', allow(account, 'email'));
        const granted = await provider.exchange(back, verifier);
        expect(granted.claims()?.sub).toBe(account);
        tokens.push(granted.refresh_token ?? '');
      }
      for (const token of tokens)
        expect((await client.refreshTokenGrant(provider.config, token)).access_token).toBeTruthy();
    },
  );

  it('offers the hinted account first, like the real providers', async () => {
    const google = await start('google');
    const offered = async (more: Record<string, string>) => {
      const { page } = await google.consent('openid email', allow('demo_google_maya', 'email'), more);
      return /value="(\w+)" checked/.exec(page)?.[1];
    };
    expect(await offered({})).toBe('demo_google_maya');
    expect(await offered({ login_hint: 'maya@lumen.example' })).toBe('demo_google_work');
    expect(await offered({ login_hint: 'nobody@lumen.example' })).toBe('demo_google_maya');
  });

  it('reports denied access', async () => {
    const outlook = await start('microsoft');
    const { back } = await outlook.consent(
      'openid offline_access Calendars.ReadWrite',
      () => new URLSearchParams({ account: 'demo_microsoft_maya', answer: 'deny' }),
    );
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  it("rotates Microsoft's refresh tokens, like the real one", async () => {
    const outlook = await start('microsoft');
    const { back, verifier } = await outlook.consent(
      'openid offline_access Calendars.ReadWrite',
      allow('demo_microsoft_maya', 'Calendars.ReadWrite'),
    );
    const tokens = await outlook.exchange(back, verifier);
    const fresh = await client.refreshTokenGrant(outlook.config, tokens.refresh_token ?? '');
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
  });

  it('is no longer available after an answer, or without a request', async () => {
    const google = await start('google');
    const reply = await fetch(`${google.sandbox.url}/sandbox/oauth/google/interaction/none`);
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('This request is over'),
    ]);
  });
});
