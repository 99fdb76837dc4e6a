const FAILURE = 'dayloom.signInFailure';

/** The values of `/login?error=...`. */
export const loginErrors = {
  auth0_data_missing:
    'The identity provider did not say who you are, so we could not sign you in. Please try again.',
  auth0_token_missing:
    'The identity provider sent no access token, so we could not sign you in. Please try again.',
  callback_failed: 'You signed in, but setting up your account failed. Please try again.',
} as const;
export type LoginError = keyof typeof loginErrors;

/** Stores the reason of a failure for the login page, which the browser reaches by a redirect. */
export function keepSignInFailure(reason: string): void {
  sessionStorage.setItem(FAILURE, reason);
}

export function forgetSignInFailure(): void {
  sessionStorage.removeItem(FAILURE);
}

/** The message for an error value; null for unknown values. */
export function findLoginError(code: string | null): { sentence: string; reason: string | null } | null {
  if (!code || !Object.hasOwn(loginErrors, code)) return null;
  return { sentence: loginErrors[code as LoginError], reason: sessionStorage.getItem(FAILURE) };
}
