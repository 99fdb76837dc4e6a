import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@dayloom/contracts';
import { alert, escape, field, page } from './page.ts';

export interface FormState {
  readonly productName: string;
  readonly uid: string;
  readonly problem: string | null;
  readonly values: Readonly<Record<string, string>>;
}

export function signInPage({ productName, uid, problem, values }: FormState): string {
  const body = `<h1>Sign in</h1>
<p class="lead">Sign in to see what today holds.</p>
${alert(problem)}
<form method="post" action="/oidc/interaction/${escape(uid)}">
${field('email', 'Email', 'email', 'username webauthn', values.email, values.email ? '' : 'autofocus')}
${field('password', 'Password', 'password', 'current-password', '', values.email ? 'autofocus' : '')}
<p class="beside"><a href="/oidc/forgot-password">Forgot your password?</a></p>
<button type="submit">Sign in</button>
</form>
<form method="post" action="/oidc/interaction/${escape(uid)}/passkey" id="passkey-form">
<input type="hidden" name="passkey">
<button type="button" class="quiet" id="use-passkey" hidden>Use a passkey</button>
</form>
<script src="/oidc/passkey.js" defer></script>
<p class="other">New here? <a href="/oidc/interaction/${escape(uid)}/create-account">Create account</a></p>`;
  return page({ productName, title: 'Sign in', body });
}

export function createAccountPage({ productName, uid, problem, values }: FormState): string {
  const body = `<h1>Create your account</h1>
<p class="lead">Your data stays on this server and can always leave.</p>
${alert(problem)}
<form method="post" action="/oidc/interaction/${escape(uid)}/create-account">
<div class="pair"><div>${field('firstName', 'First name', 'text', 'given-name', values.firstName, 'autofocus maxlength="100"')}</div>
<div>${field('lastName', 'Last name', 'text', 'family-name', values.lastName, 'maxlength="100"')}</div></div>
${field('email', 'Email', 'email', 'username', values.email, 'maxlength="254"')}
${field('password', 'Password', 'password', 'new-password', '', `minlength="${PASSWORD_MIN_LENGTH}" maxlength="${PASSWORD_MAX_LENGTH}" aria-describedby="password-hint"`)}
<p class="hint" id="password-hint">At least ${PASSWORD_MIN_LENGTH} characters.</p>
<p class="hint">By creating an account you accept the <a href="/policies/terms-and-conditions" target="_blank">terms and conditions</a> and the <a href="/policies/privacy-policy" target="_blank">privacy policy</a>.</p>
<button type="submit">Create account</button>
</form>
<p class="other">Have an account? <a href="/oidc/interaction/${escape(uid)}">Sign in instead</a></p>`;
  return page({ productName, title: 'Create account', body });
}

/** Submits oidc-provider's form at once, because our page has already asked for the sign-out. */
export function signOutPage(productName: string, form: string): string {
  const body = `<h1>Signing out</h1><p class="lead">One moment.</p>${form}<input type="hidden" form="op.logoutForm" name="logout" value="yes"><noscript><button form="op.logoutForm">Sign out</button></noscript><script src="/oidc/sign-out.js"></script>`;
  return page({ productName, title: 'Signing out', body });
}

/** The second step: a code from the authenticator app, or a recovery code. */
export function codePage({ productName, uid, problem }: FormState, kind: 'app' | 'recovery'): string {
  const address = `/oidc/interaction/${escape(uid)}/code`;
  const isApp = kind === 'app';
  const input = isApp
    ? field(
        'code',
        'Verification code',
        'text',
        'one-time-code',
        '',
        'autofocus inputmode="numeric" maxlength="12" class="code"',
      )
    : field(
        'code',
        'Recovery code',
        'text',
        'off',
        '',
        'autofocus maxlength="40" spellcheck="false" class="code"',
      );
  const body = `<h1>Second step</h1>
<p class="lead">${isApp ? 'Enter the code that your authenticator app shows now.' : 'Enter one of the codes that you kept. Each works once.'}</p>
${alert(problem)}
<form method="post" action="${address}${isApp ? '' : '?with=recovery'}">
${input}
<button type="submit">Continue</button>
</form>
<p class="other">${isApp ? `No phone at hand? <a href="${address}?with=recovery">Use a recovery code</a>` : `<a href="${address}">Use the app instead</a>`}</p>`;
  return page({ productName, title: 'Second step', body });
}

/**
 * Offers a passkey in the autofill list of the 'Email' field where browsers can, and behind a button
 * everywhere. Only one request runs at a time: the button's request replaces the autofill request.
 */
export const PASSKEY_SCRIPT = `(() => {
  const form = document.getElementById('passkey-form');
  const button = document.getElementById('use-passkey');
  const credentials = window.PublicKeyCredential;
  if (!form || !credentials || !credentials.parseRequestOptionsFromJSON) return;
  button.hidden = false;
  let waiting = new AbortController();
  const ask = async (mediation) => {
    const answer = await fetch(form.action + '/options', { method: 'POST' });
    if (!answer.ok) throw new Error('No options: ' + answer.status);
    const publicKey = credentials.parseRequestOptionsFromJSON(await answer.json());
    const found = await navigator.credentials.get({ publicKey, mediation, signal: waiting.signal });
    form.elements.passkey.value = JSON.stringify(found.toJSON());
    form.submit();
  };
  button.addEventListener('click', () => {
    waiting.abort();
    waiting = new AbortController();
    ask('optional').catch(() => {});
  });
  if (credentials.isConditionalMediationAvailable)
    credentials
      .isConditionalMediationAvailable()
      .then((isAvailable) => isAvailable && ask('conditional'))
      .catch(() => {});
})();
`;

export const SIGN_OUT_SCRIPT = `document.getElementById('op.logoutForm').submit();\n`;
