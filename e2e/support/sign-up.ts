import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { origin } from './browser.ts';

export interface TestPerson {
  readonly email: string;
  readonly password: string;
}

let people = 0;
export function newPerson(): TestPerson {
  people += 1;
  return { email: `maya.${Date.now()}.${people}@example.com`, password: 'correct horse battery' };
}

const NAME = { firstName: 'Maya', lastName: 'Okafor' };

/** Fills the identity provider's form for a new account; ends wherever the app leads afterwards. */
export async function fillSignUp(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel('First name').fill(NAME.firstName);
  await page.getByLabel('Last name').fill(NAME.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function fillSignIn(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
}

/**
 * Signs up as a browser does, by requests with the browser's cookies but without rendering a page: signing up by the
 * pages is what identity.spec.ts tests. Afterwards the page is on the app's origin, where no app runs yet. Hints are off,
 * because they come when a page is quiet, and days have no breaks, so that they are easier to reckon with;
 * first-week.spec.ts has both.
 */
export async function signUp(page: Page, person: TestPerson = newPerson()): Promise<TestPerson> {
  const { oidc } = await (await page.request.get(`${origin}/config.json`)).json();
  const tokens = await requestTokens(page, oidc, person);
  const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
  await page.goto('/config.json');
  const registered = await page.request.post(`${origin}/api/auth/registerUser`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    data: {
      ...NAME,
      auth0Uid: claims.sub,
      email: person.email,
      photoUrl: null,
      provider: 'dayloom',
      timeZoneName: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    },
  });
  if (!registered.ok()) throw new Error(`Not registered: ${await registered.text()}`);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  await page.request.patch(`${origin}/api/onboarding/hints`, { headers, data: { isOn: false } });
  await page.request.patch(`${origin}/api/user/scheduling`, {
    headers,
    data: { lunch: null, afterEventMinutes: 0, mostWorkMinutes: null },
  });
  // The form in which oidc-client-ts keeps it.
  const user = { ...tokens, profile: claims, expires_at: Math.floor(Date.now() / 1000) + 600 };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `oidc.user:${oidc.authority}:${oidc.clientId}`,
    JSON.stringify(user),
  ] as const);
  return person;
}

/** Authorization code flow with PKCE (RFC 7636). */
async function requestTokens(
  page: Page,
  { authority, clientId, audience }: { authority: string; clientId: string; audience: string },
  person: TestPerson,
): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/auth/callback`;
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    audience,
    state: 'sign-up',
    screen_hint: 'signup',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await page.request.get(`${authority}/auth?${query.toString()}`);
  const headers = { origin };
  const back = await page.request.post(form.url(), {
    form: { ...NAME, email: person.email, password: person.password },
    headers,
  });
  const code = new URL(back.url()).searchParams.get('code');
  if (!code) throw new Error(`Not signed up: ${back.status()} ${back.url()}`);
  const reply = await page.request.post(`${authority}/token`, {
    form: {
      client_id: clientId,
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    },
    headers,
  });
  return reply.json();
}
