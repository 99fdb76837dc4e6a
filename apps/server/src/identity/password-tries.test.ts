import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cookieBrowser, openTestServer, TEST_PASSWORD, toPath } from '../test/server.ts';

const TRIES = 3;
const server = await openTestServer({ SIGN_IN_TRIES: String(TRIES), SIGN_UPS_PER_TEN_MINUTES: '500' });

const AUTHORIZATION = `/oidc/auth?${new URLSearchParams({
  client_id: 'dayloom-web',
  response_type: 'code',
  redirect_uri: 'http://localhost:3999/auth/callback',
  scope: 'openid',
  prompt: 'login',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}).toString()}`;

/** A browser at a network address. It keeps its cookies between sign-ins. */
function openBrowser(remoteAddress: string) {
  const browse = cookieBrowser(server.app);
  const send = async (path: string, fields: Record<string, string>, headers = {}) => {
    const start = await browse({ method: 'GET', url: AUTHORIZATION, remoteAddress });
    return browse({
      method: 'POST',
      url: `${toPath(String(start.headers.location))}${path}`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      remoteAddress,
    });
  };
  const create = (email: string) =>
    send('/create-account', { firstName: 'Ada', lastName: 'Byron', email, password: TEST_PASSWORD });
  return {
    create,
    async signUp(email: string) {
      const reply = await create(email);
      expect(String(reply.headers.location)).toContain('/oidc/auth/');
      return reply;
    },
    /** Whether the sign-in succeeded, was wrong, or was refused unchecked. */
    async signIn(email: string, password: string, headers = {}) {
      const reply = await send('', { email, password }, headers);
      if (reply.statusCode === 429) return 'throttled';
      return String(reply.headers.location).includes('/oidc/auth/') ? 'in' : 'wrong';
    },
  };
}

const anAddress = () => `${randomUUID()}@example.com`;
async function expectTries(browser: ReturnType<typeof openBrowser>, email: string) {
  for (let i = 0; i < TRIES; i++) expect(await browser.signIn(email, 'wrong')).toBe('wrong');
  expect(await browser.signIn(email, TEST_PASSWORD)).toBe('throttled');
}

describe('wrong passwords', () => {
  it('of a stranger do not lock out the owner at another address', async () => {
    const email = anAddress();
    await openBrowser('192.0.2.1').signUp(email);
    await expectTries(openBrowser('198.51.100.1'), email);
    expect(await openBrowser('192.0.2.2').signIn(email, TEST_PASSWORD)).toBe('in');
  });

  it('do not lock out a known device, even at the same address', async () => {
    const email = anAddress();
    const owner = openBrowser('198.51.100.1');
    await owner.signUp(email);
    await expectTries(openBrowser('198.51.100.1'), email);
    expect(await owner.signIn(email, TEST_PASSWORD)).toBe('in');
    await expectTries(owner, email);
  });

  it('from many addresses are stopped, and the known device still gets in', async () => {
    const email = anAddress();
    const owner = openBrowser('192.0.2.9');
    await owner.signUp(email);
    const outcomes: string[] = [];
    for (let i = 0; i < TRIES * 10 + 5; i++)
      outcomes.push(await openBrowser(`203.0.113.${i}`).signIn(email, 'wrong'));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(TRIES * 10);
    expect(outcomes.slice(-5)).toEqual(Array.from({ length: 5 }, () => 'throttled'));
    expect(await owner.signIn(email, TEST_PASSWORD)).toBe('in');
  });

  it('from one IPv6 network are counted together', async () => {
    const email = anAddress();
    await openBrowser('192.0.2.1').signUp(email);
    for (let i = 0; i < TRIES; i++) await openBrowser(`2001:db8:1:1::${i}`).signIn(email, 'wrong');
    expect(await openBrowser('2001:db8:1:1::ffff').signIn(email, TEST_PASSWORD)).toBe('throttled');
    expect(await openBrowser('2001:db8:1:2::1').signIn(email, TEST_PASSWORD)).toBe('in');
  });

  it('are counted the same way without an account', async () => {
    await expectTries(openBrowser('198.51.100.7'), anAddress());
  });
});

describe('creating an account', () => {
  it('reports a taken address, but only to a limited number of requests', async () => {
    const email = anAddress();
    await openBrowser('192.0.2.1').signUp(email);
    const stranger = openBrowser('198.51.100.20');
    for (let i = 0; i < 20; i++) {
      const reply = await stranger.create(email);
      expect(String(reply.headers.location)).toMatch(/\/create-account$/);
    }
    expect((await stranger.create(email)).statusCode).toBe(429);
    expect((await stranger.create(anAddress())).statusCode).toBe(429);
    await openBrowser('192.0.2.1').signUp(anAddress());
  });
});

describe('the cookie of a known device', () => {
  const getCookie = (reply: Awaited<ReturnType<ReturnType<typeof openBrowser>['signUp']>>) =>
    reply.cookies.find(({ name }) => name.startsWith('dayloom_device_')) ?? { name: '', value: '' };

  it('is only for the provider, and not for scripts', async () => {
    const cookie = getCookie(await openBrowser('192.0.2.1').signUp(anAddress()));
    expect(cookie).toMatchObject({ path: '/oidc', httpOnly: true, sameSite: 'Lax' });
  });

  it('is valid only for its account, unchanged, until the password changes', async () => {
    const email = anAddress();
    const { name, value } = getCookie(await openBrowser('192.0.2.1').signUp(email));
    const other = getCookie(await openBrowser('192.0.2.1').signUp(anAddress()));
    const [id, at, mac] = value.split('.');
    const stranger = openBrowser('198.51.100.2');
    await expectTries(stranger, email);
    const tryWith = (cookie: string) =>
      openBrowser('198.51.100.2').signIn(email, TEST_PASSWORD, { cookie: `x=1; ${cookie}` });

    for (const forged of [
      `${name}=${other.value}`,
      `${other.name}=${value}`,
      `${name}=other.${at}.${mac}`,
      `${name}=${id}.9999999999.${mac}`,
      `${name}=`,
    ])
      expect(await tryWith(forged)).toBe('throttled');

    const { db } = server.app.platform;
    const changed = (when: Date | null) =>
      db
        .updateTable('identity_accounts')
        .set({ password_changed_at: when })
        .where('email', '=', email)
        .execute();
    await changed(new Date(server.now().getTime() + 60_000));
    expect(await tryWith(`${name}=${value}`)).toBe('throttled');
    await changed(null);
    expect(await tryWith(`${name}=${value}`)).toBe('in');
  });
});
