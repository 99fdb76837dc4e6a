import { isUsernameAllowed } from '@dayloom/contracts/usernames';
import { describe, expect, it } from 'vitest';
import { openTestServer, signUpTokens, subjectOf } from '../../test/server.ts';
import { suggestUsername } from './rules.ts';

const server = await openTestServer();
const ORIGIN = 'http://localhost:3999';

async function signedInWithoutAccount(email: string) {
  const { access_token } = await signUpTokens(server.app, {
    firstName: 'Ada',
    lastName: 'Byron',
    email,
  });
  return { auth0Uid: subjectOf(access_token), headers: { authorization: `Bearer ${access_token}` } };
}

describe('registration', () => {
  it('goes from unknown to registered to known, once', async () => {
    const { auth0Uid, headers } = await signedInWithoutAccount('ada@example.com');
    const who = { email: 'ada@example.com', auth0Uid };
    expect((await server.call('POST', '/api/auth/checkuser', who, headers)).body).toMatchObject({
      success: true,
      existingUser: false,
    });
    // Spec: without an account the profile call is as good as signed out.
    expect((await server.call('GET', '/api/user/profile', undefined, headers)).status).toBe(401);

    const body = { ...who, firstName: 'Ada', lastName: 'Byron', photoUrl: null, provider: 'dayloom' };
    const registered = await server.call('POST', '/api/auth/registerUser', body, headers);
    expect(registered.status).toBe(200);
    expect(registered.body.user).toMatchObject({
      firstName: 'Ada',
      email: 'ada@example.com',
      auth0Uid: [auth0Uid],
      publicProfileLink: `${ORIGIN}/ada-byron`,
      settings: { accountStatus: 'ACTIVE', isOnboarded: false, calendars: [] },
    });
    expect((await server.call('POST', '/api/auth/checkuser', who, headers)).body.existingUser).toBe(true);
    const again = await server.call('POST', '/api/auth/registerUser', body, headers);
    expect(again.error).toMatchObject({
      success: false,
      code: 'user_exists',
      message: 'User already exists',
    });
    expect(again.status).toBe(409);
  });

  it('needs the identity id and the e-mail', async () => {
    const { auth0Uid, headers } = await signedInWithoutAccount('half@example.com');
    for (const body of [{ email: 'half@example.com' }, { auth0Uid }, {}]) {
      const reply = await server.call('POST', '/api/auth/registerUser', body, headers);
      expect(reply.error).toMatchObject({
        code: 'incomplete_identity',
        message: 'Auth0 user data is incomplete',
      });
    }
  });

  it('never takes over another identity or address', async () => {
    const victim = await server.signUp({ email: 'victim@example.com' });
    const { auth0Uid, headers } = await signedInWithoutAccount('mallory@example.com');
    const asVictim = { auth0Uid: victim.profile.auth0Uid[0], email: 'victim@example.com' };
    expect((await server.call('POST', '/api/auth/checkuser', asVictim, headers)).error.code).toBe(
      'forbidden',
    );
    expect((await server.call('POST', '/api/auth/registerUser', asVictim, headers)).error.code).toBe(
      'forbidden',
    );
    const withTheirAddress = await server.call(
      'POST',
      '/api/auth/registerUser',
      { auth0Uid, email: 'victim@example.com' },
      headers,
    );
    expect(withTheirAddress.error.code).toBe('forbidden');
    expect((await victim.call('GET', '/api/user/profile')).body.user.email).toBe('victim@example.com');
  });

  it('lets ten people of one name register at once', async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, () => server.signUp({ firstName: 'Jo', lastName: 'Bloggs' })),
    );
    const links = users.map((user) => user.profile.publicProfileLink);
    expect(new Set(links).size).toBe(10);
    for (const link of links) expect(link).toMatch(/\/jo-bloggs(-\d+)?$/);
  });

  it('remembers who referred', async () => {
    const friend = await server.signUp();
    const { auth0Uid, headers } = await signedInWithoutAccount('referred@example.com');
    const body = {
      auth0Uid,
      email: 'referred@example.com',
      firstName: 'R',
      lastName: 'F',
      ref: friend.profile.referralCode.toLowerCase(),
    };
    const { user } = (await server.call('POST', '/api/auth/registerUser', body, headers)).body;
    const row = await server.app.platform.db
      .selectFrom('users')
      .select('referred_by')
      .where('id', '=', user._id)
      .executeTakeFirstOrThrow();
    expect(row.referred_by).toBe(friend.profile._id);
  });
});

describe('the profile', () => {
  it('changes what is sent, trimmed, and nothing else', async () => {
    const user = await server.signUp();
    const reply = await user.call('PUT', '/api/user/update-profile', { bio: '  Likes maps. ' });
    expect(reply.body).toMatchObject({ success: true, message: 'Profile updated successfully' });
    expect(reply.body.user).toMatchObject({ firstName: 'Maya', lastName: 'Okafor', bio: 'Likes maps.' });
    await user.call('PUT', '/api/user/update-name', { firstName: ' Zoë ', lastName: "O'Neill" });
    expect((await user.call('GET', '/api/user/profile')).body.user).toMatchObject({
      firstName: 'Zoë',
      lastName: "O'Neill",
      bio: 'Likes maps.',
    });
  });

  it('refuses blank names with the words of the interface', async () => {
    const user = await server.signUp();
    for (const body of [{ firstName: '  ' }, { lastName: '' }]) {
      const reply = await user.call('PUT', '/api/user/update-profile', body);
      expect(reply.status).toBe(400);
      expect(reply.error.message).toBe('First name and last name are required');
      expect(reply.error.fields).toEqual({
        [Object.keys(body)[0] as string]: 'First name and last name are required',
      });
    }
  });

  it('does not let the e-mail be edited', async () => {
    const user = await server.signUp({ email: 'fixed@example.com' });
    await user.call('PUT', '/api/user/update-profile', { email: 'other@example.com' });
    expect((await user.call('GET', '/api/user/profile')).body.user.email).toBe('fixed@example.com');
  });

  it('follows the browser zone; only the first one becomes the home zone', async () => {
    const user = await server.signUp();
    const set = (timeZoneName: string) => user.call('PATCH', '/api/user/update-timezone', { timeZoneName });
    expect((await set('Europe/Berlin')).body.settings).toMatchObject({
      timeZone: { name: 'Europe/Berlin' },
      homeTimeZone: { name: 'Europe/Berlin' },
    });
    expect((await set('Asia/Tokyo')).body.settings).toMatchObject({
      timeZone: { name: 'Asia/Tokyo' },
      homeTimeZone: { name: 'Europe/Berlin' },
    });
    expect((await set('Mars/Olympus')).status).toBe(400);
    // Who lives in UTC has said so, too.
    const sailor = await server.signUp({ timeZone: 'UTC' });
    const moved = await sailor.call('PATCH', '/api/user/update-timezone', { timeZoneName: 'America/Lima' });
    expect(moved.body.settings.homeTimeZone.name).toBe('UTC');
    expect((await user.call('GET', '/api/user/settings')).body.settings.timeZone.name).toBe('Asia/Tokyo');
  });
});

describe('listed but uncalled paths', () => {
  it('tell a client where a browser signs in, up and out', async () => {
    const login = await server.call('POST', '/api/auth/login', { returnTo: '/tasks?view=today' });
    expect(login.body).toMatchObject({
      success: true,
      url: `${ORIGIN}/login?returnTo=%2Ftasks%3Fview%3Dtoday`,
    });
    expect((await server.call('POST', '/api/auth/register')).body.url).toBe(`${ORIGIN}/signup`);
    expect((await server.call('POST', '/api/auth/logout')).status).toBe(401);
  });
});

describe('usernames', () => {
  it.each([
    ['Maya', 'Okafor', '', 'maya-okafor'],
    ['Zoë', 'Müller-Lüdenscheidt', '', 'zoe-muller-ludenscheidt'],
    ['李', '雷', '42', 'user-42'],
    ['Admin', '', '', 'admin-me'],
    ['Al', '', '', 'al-me'],
    ['A'.repeat(60), 'B', '12345', `${'a'.repeat(24)}-12345`],
  ])('%s %s %s -> %s', (first, last, suffix, expected) => {
    const name = suggestUsername(first, last, suffix);
    expect(name).toBe(expected);
    expect(isUsernameAllowed(name)).toBe(true);
  });
});
