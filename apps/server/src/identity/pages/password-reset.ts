import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@dayloom/contracts';
import { alert, escape, field, page } from './page.ts';

export function forgotPasswordPage(productName: string, problem: string | null): string {
  const body = `<h1>Forgot your password?</h1>
<p class="lead">We mail you a link to choose a new one.</p>
${alert(problem)}
<form method="post" action="/oidc/forgot-password">
${field('email', 'Email', 'email', 'username', '', 'autofocus maxlength="254"')}
<button type="submit">Send the link</button>
</form>
<p class="other">Remembered it? <a href="/login">Back to sign-in</a></p>`;
  return page({ productName, title: 'Forgot your password?', body });
}

export function newPasswordPage(productName: string, token: string, problem: string | null): string {
  const body = `<h1>Choose a new password</h1>
<p class="lead">It signs you out everywhere else.</p>
${alert(problem)}
<form method="post" action="/oidc/reset-password">
<input type="hidden" name="token" value="${escape(token)}">
${field('password', 'New password', 'password', 'new-password', '', `autofocus minlength="${PASSWORD_MIN_LENGTH}" maxlength="${PASSWORD_MAX_LENGTH}" aria-describedby="password-hint"`)}
<p class="hint" id="password-hint">At least ${PASSWORD_MIN_LENGTH} characters.</p>
<button type="submit">Save password</button>
</form>`;
  return page({ productName, title: 'Choose a new password', body });
}
