import { createHash } from 'node:crypto';
import { isUsernameAllowed } from '@dayloom/contracts/usernames';
import { DAY_MS } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import { getSubject, openTestServer, signUpTokens } from '#test/server.ts';
import { suggestUsername } from './rules.ts';

const server = await openTestServer({}, { poolSize: 4 });
const ORIGIN = 'http://localhost:3999';

async function signedInWithoutAccount(email: string) {
  const { access_token } = await signUpTokens(server.app, {
    firstName: 'Ada',
    lastName: 'Byron',
    email,
  });
  return { auth0Uid: getSubject(access_token), headers: { authorization: `Bearer ${access_token}` } };
}

describe('registration', () => {
  it('registers an unknown identity once', async () => {
    const { auth0Uid, headers } = await signedInWithoutAccount('ada@example.com');
    const who = { email: 'ada@example.com', auth0Uid };
    expect((await server.call('POST', '/api/auth/checkuser', who, headers)).body).toMatchObject({
      success: true,
      existingUser: false,
    });
    // Specification: without an account the profile call fails like one without a sign-in.
    expect((await server.call('GET', '/api/user/profile', undefined, headers)).status).toBe(401);

    const body = { ...who, firstName: 'Ada', lastName: 'Byron', photoUrl: null, provider: 'dayloom' };
    const registered = await server.call('POST', '/api/auth/registerUser', body, headers);
    expect(registered.status).toBe(200);
    expect(registered.body.user).toMatchObject({
      firstName: 'Ada',
      email: 'ada@example.com',
      auth0Uid: [auth0Uid],
      publicProfileLink: `${ORIGIN}/ada-byron`,
      settings: { accountStatus: 'FREE', isOnboarded: false, calendars: [] },
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

  it('requires the identity id and the email', async () => {
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

  it('registers ten people of the same name at once', async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, () => server.signUp({ firstName: 'Jo', lastName: 'Bloggs' })),
    );
    const links = users.map((user) => user.profile.publicProfileLink);
    expect(new Set(links).size).toBe(10);
    for (const link of links) expect(link).toMatch(/\/jo-bloggs(-\d+)?$/);
  });

  it('stores the referrer', async () => {
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
  it('changes only the sent fields, trimmed', async () => {
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
    const patched = await user.call('PATCH', '/api/user/update-name', { firstName: 'Zo', lastName: 'Neill' });
    expect(patched.body.user).toMatchObject({ firstName: 'Zo', lastName: 'Neill', bio: 'Likes maps.' });
  });

  it('refuses blank names with the specified message', async () => {
    const user = await server.signUp();
    for (const body of [{ firstName: '  ' }, { lastName: '' }, { firstName: '\u200b\u3164' }]) {
      const reply = await user.call('PUT', '/api/user/update-profile', body);
      expect(reply.status).toBe(400);
      expect(reply.error.message).toBe('First name and last name are required');
      expect(reply.error.fields).toEqual({
        [Object.keys(body)[0] as string]: 'First name and last name are required',
      });
    }
  });

  it('does not change the email', async () => {
    const user = await server.signUp({ email: 'fixed@example.com' });
    await user.call('PUT', '/api/user/update-profile', { email: 'other@example.com' });
    expect((await user.call('GET', '/api/user/profile')).body.user.email).toBe('fixed@example.com');
  });

  it('follows the zone of the browser; only the first one becomes the home zone', async () => {
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
    // UTC counts as a home zone that the user has.
    const sailor = await server.signUp({ timeZone: 'UTC' });
    const moved = await sailor.call('PATCH', '/api/user/update-timezone', { timeZoneName: 'America/Lima' });
    expect(moved.body.settings.homeTimeZone.name).toBe('UTC');
    expect((await user.call('GET', '/api/user/settings')).body.settings.timeZone.name).toBe('Asia/Tokyo');
  });
});

describe('listed but uncalled paths', () => {
  it('return the addresses to sign in, sign up and sign out', async () => {
    const login = await server.call('POST', '/api/auth/login', { returnTo: '/tasks?view=today' });
    expect(login.body).toMatchObject({
      success: true,
      url: `${ORIGIN}/login?returnTo=%2Ftasks%3Fview%3Dtoday`,
    });
    expect((await server.call('POST', '/api/auth/register')).body.url).toBe(`${ORIGIN}/signup`);
    expect((await server.call('POST', '/api/auth/logout')).status).toBe(401);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'https://evil.example',
    'evil',
    '',
  ])('drop a return address on another host: %j', async (returnTo) => {
    for (const path of ['login', 'register']) {
      const { body } = await server.call('POST', `/api/auth/${path}`, { returnTo });
      expect(body.url).toBe(`${ORIGIN}/${path === 'login' ? 'login' : 'signup'}`);
    }
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

describe('usernames', () => {
  const input = (user: { call: Function }, username: string) =>
    user.call('PUT', '/api/user/username', { username });

  it('follow the rules; the old address redirects to the new one', async () => {
    const user = await server.signUp({ firstName: 'Grace', lastName: 'Hopper' });
    expect(user.profile.username).toBe('grace-hopper');
    const changed = await input(user, ' Amazing-Grace ');
    expect(changed.body.user).toMatchObject({
      username: 'amazing-grace',
      publicProfileLink: `${ORIGIN}/amazing-grace`,
    });
    const old = await server.app.http.inject({
      method: 'GET',
      url: '/grace-hopper?month=12',
      headers: { accept: 'text/html' },
    });
    expect([old.statusCode, old.headers.location]).toEqual([302, '/amazing-grace?month=12']);
    const other = await server.signUp();
    expect((await input(other, 'grace-hopper')).error).toMatchObject({ code: 'username_taken' });
    expect((await input(other, 'amazing-grace')).error).toMatchObject({ code: 'username_taken' });
    // Former names still belong to their user.
    expect((await input(user, 'grace-hopper')).status).toBe(200);
    const back = await server.app.http.inject({
      method: 'GET',
      url: '/amazing-grace',
      headers: { accept: 'text/html' },
    });
    expect(back.headers.location).toBe('/grace-hopper');
  });

  it.each([
    ['ab', 'Use 3 to 30 characters.'],
    ['x'.repeat(31), 'Use 3 to 30 characters.'],
    ['-dash', 'Hyphens go between letters or digits.'],
    ['Ünïcode', 'Use lower-case letters, digits and hyphens.'],
    ['a b c', 'Use lower-case letters, digits and hyphens.'],
    ['settings', 'This name is reserved.'],
    ['sandbox', 'This name is reserved.'],
  ])('%s: %s', async (username, reason) => {
    const user = await server.signUp();
    expect((await input(user, username)).error).toMatchObject({
      code: 'invalid_request',
      message: reason,
      fields: { username: reason },
    });
    const check = await user.call(
      'GET',
      `/api/user/username-availability?username=${encodeURIComponent(username)}`,
    );
    expect(check.body).toMatchObject({ isAvailable: false, reason });
  });

  it('are unique even for simultaneous requests, and limited in number', async () => {
    const [one, two] = [await server.signUp(), await server.signUp()];
    const answers = await Promise.all([input(one, 'the-one'), input(two, 'the-one')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    for (let count = 0; count < 12; count++) await input(one, `name-number-${count}`);
    expect((await input(one, 'one-too-many')).error).toMatchObject({ code: 'limit_reached' });
    expect((await input(one, 'name-number-1')).status).toBe(200);
    expect((await server.call('PUT', '/api/user/username', { username: 'nobody' })).status).toBe(401);
  });
});

it('reserves the name of a deleted account', async () => {
  const user = await server.signUp();
  await server.app.platform.db
    .insertInto('held_usernames')
    .values({
      name_hash: createHash('sha256').update('once-ours').digest('base64url'),
      held_until: new Date(server.now().getTime() + DAY_MS),
    })
    .execute();
  const check = await user.call('GET', '/api/user/username-availability?username=once-ours');
  expect(check.body).toMatchObject({ isAvailable: false });
  const taken = await user.call('PUT', '/api/user/username', { username: 'once-ours' });
  expect(taken.error).toMatchObject({ code: 'username_taken' });
});

it('counts sign-ups by a referral link', async () => {
  const host = await server.signUp();
  const { auth0Uid, headers } = await signedInWithoutAccount('friend@example.com');
  const body = {
    email: 'friend@example.com',
    auth0Uid,
    firstName: 'F',
    lastName: 'R',
    ref: host.profile.referralCode.toLowerCase(),
  };
  expect((await server.call('POST', '/api/auth/registerUser', body, headers)).status).toBe(200);
  expect((await host.call('GET', '/api/user/referrals')).body).toEqual({ success: true, joined: 1 });
  expect((await (await server.signUp()).call('GET', '/api/user/referrals')).body['joined']).toBe(0);
  expect((await server.call('GET', '/api/user/referrals')).status).toBe(401);
});

describe('the public profile', () => {
  it('shows only public fields, under each name of the user', async () => {
    const user = await server.signUp({ firstName: 'Ruth', lastName: 'Asawa' });
    await user.call('PUT', '/api/user/username', { username: 'ruth-weaves' });
    for (const id of ['ruth-weaves', 'ruth-asawa', 'RUTH-WEAVES', user.profile.canonicalId]) {
      const { body } = await server.call('GET', `/api/public-profile/${id}`);
      expect(body).toEqual({
        success: true,
        profile: {
          canonicalId: user.profile.canonicalId,
          username: 'ruth-weaves',
          firstName: 'Ruth',
          lastName: 'Asawa',
          bio: '',
          photoUrl: null,
          isVerified: false,
        },
      });
    }
    expect((await server.call('GET', '/api/public-profile/nobody-here')).status).toBe(404);
    expect((await server.call('GET', `/api/public-profile/${user.profile._id}`)).status).toBe(404);
  });

  it('is hidden when the account is closed', async () => {
    const email = 'closing@example.com';
    const user = await server.signUp({ email, firstName: 'Clo', lastName: 'Sing' });
    const proof = { email, password: 'correct horse battery' };
    expect((await user.call('POST', '/api/user/delete-account', proof)).status).toBe(200);
    expect((await server.call('GET', '/api/public-profile/clo-sing')).status).toBe(404);
  });
});
