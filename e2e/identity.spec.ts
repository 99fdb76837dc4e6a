import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callApi, expectAccessible, openBrowser, origin } from './support/browser.ts';
import { fillSignIn, fillSignUp, newPerson, signUp } from './support/sign-up.ts';

describe('signing up and in', () => {
  it('leads a new user from the home page to the dashboard', async () => {
    const { page, complaints } = await openBrowser();
    await page.goto('/');
    await page.getByRole('link', { name: 'Get started' }).first().click();
    await page.getByLabel('First name').waitFor();
    await expectAccessible(page);
    // The form took the place of /signup, which would open it again.
    await page.goBack();
    await page.waitForURL(`${origin}/`);
    await page.goForward();
    await page.getByLabel('First name').waitFor();
    await fillSignUp(page, newPerson());
    await page.waitForURL('**/dashboard');
    await page
      .getByRole('heading', { level: 1, name: /Good (Morning|Afternoon|Evening|Night), Maya/ })
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it('asks before signing out, and signs in again, with the service worker in between', async () => {
    const { page } = await openBrowser({ serviceWorkers: 'allow' });
    const person = await signUp(page);
    await page.goto('/dashboard');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // It sees the pages of the provider too. Asked for twice, a sign-in fails, depending on which answer comes last.
    const isPreloading = await page.evaluate(
      async () => (await (await navigator.serviceWorker.ready).navigationPreload.getState()).enabled,
    );
    expect(isPreloading).toBe(false);
    await page.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to Sign Out?').waitFor();
    await dialog.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${origin}/`);
    await page.goto('/tasks');
    await page.waitForURL('**/login*');
    await page.getByRole('button', { name: 'Log in' }).click();
    await fillSignIn(page, person);
    // The requested page is remembered through the sign-in.
    await page.waitForURL('**/tasks*');
    expect(new URL(page.url()).pathname).toBe('/tasks');
  });

  it('keeps the return path, but only within the site', async () => {
    const { page } = await openBrowser();
    const person = newPerson();
    await page.goto('/login?returnTo=%2F%2Fevil.example.com%2Fx');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Create account' }).click();
    await fillSignUp(page, person);
    await page.waitForURL(`${origin}/dashboard`);
    expect(page.url()).toBe(`${origin}/dashboard`);
  });

  it('reports errors on the login page', async () => {
    const { page } = await openBrowser();
    for (const code of ['auth0_data_missing', 'auth0_token_missing', 'callback_failed']) {
      await page.goto(`/login?error=${code}`);
      const message = page.getByRole('alert');
      await message.waitFor();
      expect((await message.textContent())?.length).toBeGreaterThan(20);
    }
    await expectAccessible(page);
  });
});

/** Replaces the user's tokens, on a page of the same origin without a running app that would use them. */
async function replaceTokens(page: Page, tokens: Record<string, string>): Promise<void> {
  await page.goto('/config.json');
  await page.evaluate((worn) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? '';
    const user = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...user, ...worn }));
  }, tokens);
}

describe('a session that ends', () => {
  it('is renewed once when the access token is refused', async () => {
    const { page } = await openBrowser();
    await signUp(page);
    await replaceTokens(page, { access_token: 'worn.out.token' });
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: /Maya/ }).waitFor();
    const { success } = await callApi<{ success: boolean }>(page, 'GET', '/user/profile');
    expect(success).toBe(true);
  });

  it('leads to the login page with a return path if it cannot be renewed', async () => {
    const { page } = await openBrowser();
    await signUp(page);
    await replaceTokens(page, { access_token: 'worn.out.token', refresh_token: 'gone' });
    await page.goto('/settings?tab=profile');
    await page.waitForURL('**/login?*returnTo=*');
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/settings?tab=profile');
  });
});

describe('redirect intents', () => {
  it('survive sign-up and are followed once', async () => {
    const { page } = await openBrowser();
    await page.goto('/verify?source=sms&campaign=spring&colour=blue');
    await page.getByText("Thanks for clicking the link! We're getting everything ready for you.").waitFor();
    await page.waitForURL('**/login*');
    const intent = await page.evaluate(
      () => Object.values(sessionStorage).find((value) => value.includes('expiresAt')) ?? '{}',
    );
    expect(JSON.parse(intent)).toMatchObject({
      source: 'sms',
      campaign: 'spring',
      params: { colour: 'blue' },
    });
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Create account' }).click();
    await fillSignUp(page, newPerson());
    await page.waitForURL('**/settings?*tab=profile*');
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: /Maya/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });

  it('lead signed-in users directly to their target', async () => {
    const { page } = await openBrowser();
    await signUp(page);
    await page.goto('/upgrade');
    await page.waitForURL('**/settings?*tab=billing*');
    await page.getByRole('tab', { name: 'Billing', selected: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('billing');
  });
});
