import { expect, test } from 'vitest';
import { finalDestination, keepFinalDestination, loginPath } from './session.ts';
import { findLoginError, keepSignInFailure } from './session-errors.ts';

test('the return path is part of the login address, except at the root', () => {
  expect(loginPath('/settings?tab=billing')).toBe('/login?returnTo=%2Fsettings%3Ftab%3Dbilling');
  expect(loginPath('/')).toBe('/login');
});

test('the final destination comes from the login result, else the session, else it is the dashboard', () => {
  sessionStorage.setItem('dayloom.returnTo', '/tasks');
  keepFinalDestination({ returnTo: '/chat' });
  expect(finalDestination()).toBe('/chat');
  sessionStorage.setItem('dayloom.returnTo', '/tasks');
  keepFinalDestination(undefined);
  expect(finalDestination()).toBe('/tasks');
  keepFinalDestination({ returnTo: 'https://evil.example' });
  expect(finalDestination()).toBe('/dashboard');
});

test('each login error has its message; others are not shown', () => {
  keepSignInFailure('User already exists');
  expect(findLoginError('callback_failed')).toMatchObject({ reason: 'User already exists' });
  expect(findLoginError('auth0_data_missing')?.sentence).toContain('who you are');
  expect(findLoginError('auth0_token_missing')?.sentence).toContain('token');
  expect(findLoginError('toString')).toBeNull();
  expect(findLoginError(null)).toBeNull();
});
