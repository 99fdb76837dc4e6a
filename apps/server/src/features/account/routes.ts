import { accountApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/context.ts';
import { getIdentity, getScope, route } from '#platform/http.ts';
import type { Scope } from '#platform/scope.ts';
import { toVisitor } from '#platform/visitor.ts';
import {
  type ProfileChange,
  type ProfileSources,
  readProfile,
  readPublicProfile,
  updateProfile,
} from './operations/profile.ts';
import { countReferrals } from './operations/referrals.ts';
import { checkUser, registerUser, toSignInUrl } from './operations/registration.ts';
import { readSettings, updateTimeZone } from './operations/settings.ts';
import { changeUsername, checkUsername } from './operations/usernames.ts';

export function accountRoutes(
  app: FastifyInstance,
  platform: ProfileSources & Pick<Platform, 'identity'>,
): void {
  const { config } = platform;
  route(app, accountApi.checkUser, async ({ request, body }) => {
    const existingUser = await checkUser(platform, getIdentity(request), body, toVisitor(request));
    return { existingUser, message: existingUser ? 'User exists' : 'User does not exist' };
  });
  route(app, accountApi.registerUser, async ({ request, body }) => {
    const scope = await registerUser(platform, getIdentity(request), body, toVisitor(request));
    return { user: await readProfile(platform, scope), message: 'User registered' };
  });
  route(app, accountApi.login, async ({ body }) => ({
    url: toSignInUrl(platform, '/login', body?.returnTo),
    message: 'Open this address in a browser to sign in',
  }));
  route(app, accountApi.register, async ({ body }) => ({
    url: toSignInUrl(platform, '/signup', body?.returnTo),
    message: 'Open this address in a browser to sign up',
  }));
  route(app, accountApi.logout, async ({ request }) => {
    await platform.identity.revoke(getIdentity(request));
    return { url: config.publicUrl, message: 'Signed out' };
  });
  route(app, accountApi.getProfile, async ({ request }) => ({
    user: await readProfile(platform, getScope(request), request.headers['accept-language']),
    message: 'Profile fetched',
  }));
  const changeProfile = async (scope: Scope, change: ProfileChange) => {
    await updateProfile(platform, scope, change);
    return { user: await readProfile(platform, scope), message: 'Profile updated successfully' };
  };
  route(app, accountApi.updateProfile, ({ request, body }) => changeProfile(getScope(request), body));
  for (const endpoint of [accountApi.updateName, accountApi.patchName])
    route(app, endpoint, ({ request, body }) => changeProfile(getScope(request), body));
  for (const endpoint of [accountApi.readPublicProfile, accountApi.readPublicUser])
    route(app, endpoint, async ({ params }) => ({ profile: await readPublicProfile(platform, params.id) }));
  route(app, accountApi.checkUsername, async ({ request, query }) =>
    checkUsername(platform, getScope(request), query.username),
  );
  route(app, accountApi.changeUsername, async ({ request, body }) => {
    const scope = getScope(request);
    await changeUsername(platform, scope, body.username, toVisitor(request));
    return { user: await readProfile(platform, scope), message: 'Username changed' };
  });
  route(app, accountApi.getReferrals, async ({ request }) => ({
    joined: await countReferrals(platform, getScope(request)),
  }));
  route(app, accountApi.getSettings, async ({ request }) => ({
    settings: await readSettings(platform, getScope(request)),
    message: 'Settings fetched',
  }));
  route(app, accountApi.updateTimeZone, async ({ request, body }) => {
    const scope = getScope(request);
    await updateTimeZone(platform, scope, body.timeZoneName);
    return { settings: await readSettings(platform, scope), message: 'Time zone updated' };
  });
}
