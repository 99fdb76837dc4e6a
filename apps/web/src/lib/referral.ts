const KEY = 'dayloom.ref';
const LONGEST = 64;

/**
 * Stores the `ref` of the current address until sign-up; a later one replaces it. Signed-in users already
 * have an account, so theirs is not stored.
 */
export function keepReferral(search = window.location.search): void {
  const ref = new URLSearchParams(search).get('ref')?.trim();
  if (!ref || ref.length > LONGEST) return;
  try {
    if (!Object.keys(localStorage).some((key) => key.startsWith('oidc.user:')))
      localStorage.setItem(KEY, ref);
  } catch {
    // Storage may be disabled; then only the referral is lost.
  }
}

export function keptReferral(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetReferral(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage may be disabled.
  }
}
