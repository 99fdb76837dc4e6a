/** The embedded provider's own pages: plain HTML, one stylesheet, no script but the one that signs out. */
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const MARK = `<svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true"><g fill="#A488FF"><rect x="2" y="3.2" width="13" height="4.6" rx="2.3"/><rect x="2" y="9.2" width="13" height="4.6" rx="2.3"/><rect x="17" y="18.2" width="13" height="4.6" rx="2.3"/><rect x="17" y="24.2" width="13" height="4.6" rx="2.3"/></g><g fill="#5CAAFF"><rect x="3.2" y="17" width="4.6" height="13" rx="2.3"/><rect x="9.2" y="17" width="4.6" height="13" rx="2.3"/></g><circle cx="23.5" cy="8.5" r="6.5" fill="#F2F0F8"/></svg>`;

interface Page {
  readonly productName: string;
  readonly title: string;
  readonly body: string;
}

function page({ productName, title, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${escape(title)} - ${escape(productName)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oidc/pages.css">
</head>
<body>
<main>
<a class="brand" href="/">${MARK}<span>${escape(productName)}</span></a>
${body}
</main>
</body>
</html>`;
}

function field(
  name: string,
  label: string,
  type: string,
  autocomplete: string,
  value = '',
  extra = '',
): string {
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escape(value)}" required ${extra}>`;
}

function alert(problem: string | null): string {
  return problem ? `<p class="alert" role="alert">${escape(problem)}</p>` : '';
}

export const PASSWORD_MIN_LENGTH = 8;

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
${field('email', 'Email', 'email', 'username', values.email, values.email ? '' : 'autofocus')}
${field('password', 'Password', 'password', 'current-password', '', values.email ? 'autofocus' : '')}
<button type="submit">Sign in</button>
</form>
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
${field('password', 'Password', 'password', 'new-password', '', `minlength="${PASSWORD_MIN_LENGTH}" maxlength="200" aria-describedby="password-hint"`)}
<p class="hint" id="password-hint">At least ${PASSWORD_MIN_LENGTH} characters.</p>
<button type="submit">Create account</button>
</form>
<p class="other">Have an account? <a href="/oidc/interaction/${escape(uid)}">Sign in instead</a></p>`;
  return page({ productName, title: 'Create account', body });
}

export function noticePage(
  productName: string,
  title: string,
  sentence: string,
  link: { href: string; text: string },
): string {
  const body = `<h1>${escape(title)}</h1><p class="lead">${escape(sentence)}</p><p class="other"><a class="button" href="${escape(link.href)}">${escape(link.text)}</a></p>`;
  return page({ productName, title, body });
}

/** Submits oidc-provider's own form at once: signing out was asked for on our side already. */
export function signOutPage(productName: string, form: string): string {
  const body = `<h1>Signing out</h1><p class="lead">One moment.</p>${form}<input type="hidden" form="op.logoutForm" name="logout" value="yes"><noscript><button form="op.logoutForm">Sign out</button></noscript><script src="/oidc/sign-out.js"></script>`;
  return page({ productName, title: 'Signing out', body });
}

export const SIGN_OUT_SCRIPT = `document.getElementById('op.logoutForm').submit();\n`;

export const STYLESHEET = `@font-face{font-family:"Inter Variable";src:url(/fonts/inter-latin.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:dark}
*{box-sizing:border-box;margin:0;padding:0}
body{min-height:100vh;display:grid;place-items:center;background:#0F0E15;color:#F2F0F8;font:14px/20px "Inter Variable",Inter,system-ui,sans-serif;padding:24px 16px}
main{width:100%;max-width:400px}
.brand{display:inline-flex;align-items:center;gap:10px;color:inherit;text-decoration:none;font-size:20px;font-weight:680;letter-spacing:-.025em;margin-bottom:40px;border-radius:6px}
h1{font-size:30px;line-height:38px;font-weight:640;letter-spacing:-.025em}
.lead{color:#B9B5CA;margin:4px 0 24px}
label{display:block;font-size:13px;line-height:18px;font-weight:550;color:#B9B5CA;margin:16px 0 6px}
input{width:100%;height:44px;padding:0 12px;border-radius:8px;border:1px solid #6E6A85;background:#0F0E15;color:#F2F0F8;font:inherit;font-size:16px}
input:focus{outline:none;border-color:#A488FF;box-shadow:0 0 0 1px #A488FF}
.pair{display:grid;gap:0 12px;grid-template-columns:1fr 1fr}
@media(max-width:419px){.pair{grid-template-columns:1fr}}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;height:44px;margin-top:24px;border:0;border-radius:10px;background:#7A4FF0;color:#fff;font:inherit;font-size:15px;font-weight:550;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:#6B42E0}
:is(a,button):focus-visible{outline:2px solid #A488FF;outline-offset:2px}
.hint{font-size:12px;line-height:16px;color:#918DA8;margin-top:6px}
.other{margin-top:24px;color:#B9B5CA}.other a:not(.button){color:#8CC4FF}
.alert{background:#37242C;color:#FF8589;border-radius:8px;padding:10px 12px;margin-bottom:8px}
`;
