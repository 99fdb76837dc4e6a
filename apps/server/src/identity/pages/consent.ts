import { escape, page } from './page.ts';

export interface ConsentState {
  readonly productName: string;
  readonly uid: string;
  readonly appName: string;
  /** 'claude.ai' */
  readonly redirectHost: string;
  readonly email: string;
  /** In words. */
  readonly permissions: readonly string[];
  readonly canChange: boolean;
}

/** Asks whether an app may act for the user. Its name is its own claim; where it leads back to is not. */
export function consentPage(state: ConsentState): string {
  const { productName, uid, appName, redirectHost, email, permissions, canChange } = state;
  const changes = canChange
    ? '<p class="hint">Changes that concern only you are made at once, and you can undo them. Deleting something and everything that notifies other people takes two steps, so that the app can ask you in between.</p>'
    : '<p class="hint">It cannot change anything.</p>';
  const body = `<h1>Connect ${escape(appName)}?</h1>
<p class="lead">An app that calls itself <strong>${escape(appName)}</strong> wants to use ${escape(productName)} for you. Afterwards you return to <strong>${escape(redirectHost)}</strong>.</p>
<h2>It will be able to</h2>
<ul class="grants">${permissions.map((permission) => `<li>${escape(permission)}</li>`).join('')}</ul>
${changes}
<form method="post" action="/oidc/interaction/${escape(uid)}/consent" class="pair">
<button type="submit" name="answer" value="deny" class="quiet">Deny</button>
<button type="submit" name="answer" value="allow">Allow</button>
</form>
<p class="hint">Allow this only if you started it yourself. You are signed in as ${escape(email)}. You can disconnect the app in the settings at any time.</p>`;
  return page({ productName, title: `Connect ${appName}`, body });
}
