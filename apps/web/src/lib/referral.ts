const KEY = 'dayloom.ref';
const LONGEST = 64;

/**
 * Keeps the `ref` of the current address until somebody signs up; a later one replaces an earlier one. Who is
 * signed in has an account already, so theirs is not kept.
 */
export function keepReferral(search = window.location.search): void {
  const ref = new URLSearchParams(search).get('ref')?.trim();
  if (!ref || ref.length > LONGEST) return;
  try {
    if (!Object.keys(localStorage).some((key) => key.startsWith('oidc.user:')))
      localStorage.setItem(KEY, ref);
  } catch {
    // Storage can be switched off; then the referral is lost, and nothing else.
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
    // As above.
  }
}
