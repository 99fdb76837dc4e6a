import { describe, expect, it } from 'vitest';
import { openIssuer } from '#test/issuer.ts';
import { openTestServer } from '#test/server.ts';

const issuer = await openIssuer();
const server = await openTestServer({
  OIDC_ISSUER: issuer.name,
  OIDC_CLIENT_ID: 'spa',
  OIDC_ACCOUNT_URL: 'https://login.example.com/account',
});

type Person = Awaited<ReturnType<typeof issuer.person>>;
const call = ({ headers }: Person, method: string, path: string, body?: unknown) =>
  server.call(method, path, body, headers);
const register = (person: Person, email: string) =>
  call(person, 'POST', '/api/auth/registerUser', { auth0Uid: person.auth0Uid, email, firstName: 'P' });
const mailedToken = async (email: string) => {
  const { messages } = (await server.call('GET', `/sandbox/messages?to=${email}`)).body;
  return /\/auth\/link\?token=([\w-]+)/.exec(messages[0]?.text ?? '')?.[1] ?? '';
};
const later = (seconds: number) =>
  server.setTime(new Date(server.now().getTime() + seconds * 1000).toISOString());

let people = 0;
/** An account and a second identity with the same address, both verified. */
async function twins() {
  people += 1;
  const email = `twin${people}@example.com`;
  const first = await issuer.person(`auth0|${people}`, { email, email_verified: true });
  const second = await issuer.person(`google-oauth2|${people}`, { email, email_verified: true });
  const { user } = (await register(first, email)).body;
  expect((await register(second, email)).error.code).toBe('email_taken');
  return { email, first, second, userId: user._id as string };
}

describe('a second sign-in method', () => {
  it('is linked by a mailed link, once, in the browser that asked', async () => {
    const { email, first, second, userId } = await twins();
    const asked = await call(second, 'POST', '/api/auth/link', { proof: 'mail' });
    expect(asked.body).toMatchObject({ ticket: null, email });
    const token = await mailedToken(email);
    expect(token.length).toBeGreaterThanOrEqual(22);
    const stored = await server.app.platform.db.selectFrom('link_requests').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    const stranger = await issuer.person(`auth0|stranger-${people}`, { email, email_verified: true });
    for (const other of [first, stranger])
      expect((await call(other, 'POST', '/api/auth/link/confirm', { token })).status).toBe(400);
    const linked = await call(second, 'POST', '/api/auth/link/confirm', { token });
    expect(linked.body['user']).toMatchObject({ _id: userId, auth0Uid: [first.auth0Uid, second.auth0Uid] });
    expect((await call(second, 'POST', '/api/auth/checkuser', {})).body['existingUser']).toBe(true);
    expect((await call(second, 'POST', '/api/auth/link/confirm', { token })).status).toBe(400);
    const { events } = (await call(first, 'GET', '/api/user/audit-log')).body;
    for (const [kind, detail] of [
      ['identity_linked', 'google-oauth2'],
      ['signed_in', issuer.name],
    ])
      expect(events).toContainEqual(expect.objectContaining({ kind, detail }));
  });

  it('is linked by signing in to the account with the ticket, once, in a quarter of an hour', async () => {
    const { first, second } = await twins();
    const { ticket } = (await call(second, 'POST', '/api/auth/link', { proof: 'sign-in' })).body;
    const use = (who: Person, value: string) =>
      call(who, 'POST', '/api/user/sign-in-methods', { ticket: value });
    const other = await twins();
    expect((await use(other.first, ticket)).status).toBe(400);
    expect((await use(first, ticket)).status).toBe(200);
    expect((await use(first, ticket)).status).toBe(400);
    const { security } = (await call(second, 'GET', '/api/user/security')).body;
    expect(security.signInMethods).toMatchObject([
      { subject: first.auth0Uid, provider: 'auth0', isCurrent: false },
      { subject: second.auth0Uid, provider: 'google-oauth2', isCurrent: true },
    ]);

    const late = (await call(other.second, 'POST', '/api/auth/link', { proof: 'sign-in' })).body['ticket'];
    later(901);
    expect((await use(other.first, late)).status).toBe(400);
  });

  it('requires the same verified address on both sides', async () => {
    const { email, first } = await twins();
    const ask = (person: Person) => call(person, 'POST', '/api/auth/link', { proof: 'mail' });
    const unproven = await issuer.person('auth0|unproven', { email, email_verified: false });
    expect((await ask(unproven)).error.code).toBe('forbidden');
    const none = await issuer.person('auth0|none', { email: 'nobody@example.com', email_verified: true });
    expect((await ask(none)).status).toBe(404);
    expect((await ask(first)).error.code).toBe('user_exists');
    // An account with an unverified address does not count either.
    const typed = await issuer.person('auth0|typed', { email: 'typed@example.com' });
    await register(typed, 'typed@example.com');
    const real = await issuer.person('auth0|real', { email: 'typed@example.com', email_verified: true });
    expect((await ask(real)).status).toBe(404);
    expect((await call(real, 'POST', '/api/auth/link', { proof: 'nod' })).status).toBe(400);
  });

  it('is mailed at most once a minute, and only the newest link counts', async () => {
    const { email, second } = await twins();
    const ask = () => call(second, 'POST', '/api/auth/link', { proof: 'mail' });
    await ask();
    const token = await mailedToken(email);
    expect((await ask()).error.code).toBe('rate_limited');
    later(61);
    expect((await ask()).status).toBe(200);
    expect((await call(second, 'POST', '/api/auth/link/confirm', { token })).status).toBe(400);
    const newest = await mailedToken(email);
    later(901);
    expect((await call(second, 'POST', '/api/auth/link/confirm', { token: newest })).status).toBe(400);
  });

  it('is removed again, but never the last one nor the one in use', async () => {
    const { first, second, email } = await twins();
    await call(second, 'POST', '/api/auth/link', { proof: 'mail' });
    await call(second, 'POST', '/api/auth/link/confirm', { token: await mailedToken(email) });
    const remove = (who: Person, subject: string) =>
      call(who, 'DELETE', `/api/user/sign-in-methods/${encodeURIComponent(subject)}`);
    expect((await remove(first, first.auth0Uid)).error.code).toBe('last_sign_in_method');
    expect((await remove(first, 'auth0|nobody')).status).toBe(404);
    const stranger = await twins();
    expect((await remove(stranger.first, second.auth0Uid)).status).toBe(404);
    expect((await remove(first, second.auth0Uid)).status).toBe(200);
    expect((await call(second, 'GET', '/api/user/profile')).status).toBe(401);
    expect((await call(first, 'GET', '/api/user/profile')).body['user'].auth0Uid).toEqual([first.auth0Uid]);
  });
});

describe('the settings of an external provider', () => {
  it('are shown with a link to it', async () => {
    const { first } = await twins();
    const { security } = (await call(first, 'GET', '/api/user/security')).body;
    expect(security).toMatchObject({
      own: null,
      managedBy: { name: '127.0.0.1', url: 'https://login.example.com/account' },
    });
    const calls = [
      ['PUT', '/api/user/security/password', { currentPassword: 'x', newPassword: 'long enough' }],
      ['POST', '/api/user/security/confirmation', { password: 'x' }],
      ['POST', '/api/user/security/confirmation/options'],
      ['POST', '/api/user/security/passkeys/options'],
      ['POST', '/api/user/security/two-step'],
      ['POST', '/api/user/security/email-verification'],
      ['GET', '/api/user/sessions'],
      ['DELETE', '/api/user/sessions'],
    ] as const;
    for (const [method, path, body] of calls) {
      const reply = await call(first, method, path, body);
      expect([path, reply.status, reply.error.code]).toEqual([path, 409, 'managed_elsewhere']);
      expect(reply.error.message).toContain('127.0.0.1');
    }
  });
});
