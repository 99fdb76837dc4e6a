import { accountApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import { identityOf, route, scopeOf } from '../../platform/http.ts';
import { visitorOf } from '../../platform/visitor.ts';
import {
  checkUser,
  readProfile,
  readSettings,
  registerUser,
  updateProfile,
  updateTimeZone,
} from './operations.ts';

export function accountRoutes(app: FastifyInstance, platform: Platform): void {
  const { config } = platform;
  const page = (path: string, returnTo: string | undefined) => {
    const url = new URL(path, config.publicUrl);
    if (returnTo) url.searchParams.set('returnTo', returnTo);
    return url.toString();
  };

  route(app, accountApi.checkUser, async ({ request, body }) => {
    const existingUser = await checkUser(platform, identityOf(request), body, visitorOf(request));
    return { existingUser, message: existingUser ? 'User exists' : 'User does not exist' };
  });
  route(app, accountApi.registerUser, async ({ request, body }) => {
    const user = await registerUser(platform, identityOf(request), body);
    return { user, message: 'User registered' };
  });
  route(app, accountApi.login, async ({ body }) => ({
    url: page('/login', body?.returnTo),
    message: 'Open this address in a browser to sign in',
  }));
  route(app, accountApi.register, async ({ body }) => ({
    url: page('/signup', body?.returnTo),
    message: 'Open this address in a browser to sign up',
  }));
  route(app, accountApi.logout, async ({ request }) => {
    await platform.identity.revoke(identityOf(request));
    return { url: config.publicUrl, message: 'Signed out' };
  });
  route(app, accountApi.getProfile, async ({ request }) => ({
    user: await readProfile(platform, scopeOf(request)),
    message: 'Profile fetched',
  }));
  route(app, accountApi.updateProfile, async ({ request, body }) => ({
    user: await updateProfile(platform, scopeOf(request), body),
    message: 'Profile updated successfully',
  }));
  route(app, accountApi.updateName, async ({ request, body }) => ({
    user: await updateProfile(platform, scopeOf(request), body),
    message: 'Profile updated successfully',
  }));
  route(app, accountApi.getSettings, async ({ request }) => ({
    settings: await readSettings(platform, scopeOf(request)),
    message: 'Settings fetched',
  }));
  route(app, accountApi.updateTimeZone, async ({ request, body }) => ({
    settings: await updateTimeZone(platform, scopeOf(request), body.timeZoneName),
    message: 'Time zone updated',
  }));
}
