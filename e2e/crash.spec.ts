import { expect, it } from 'vitest';
import { expectAccessible, openBrowser, signUp } from './support/browser.ts';

it('shows the crash screen with an error id, and copies the details', async () => {
  const { page } = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signUp(page);
  await page.addInitScript(() => Object.assign(window, { __DAYLOOM_TEST_CRASH__: 'app' }));
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Oops! Something went wrong' }).waitFor();
  await page.getByText('We encountered an unexpected error.').waitFor();
  for (const name of ['Try Again', 'Reload Page', 'Go Home'])
    expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()).toBe(1);
  const id = /[0-9a-f-]{8,}/i.exec(
    (await page
      .getByText(/error id/i)
      .first()
      .textContent()) ?? '',
  )?.[0];
  expect(id).toBeTruthy();
  await page.getByRole('button', { name: /report|copy/i }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(id);
  await expectAccessible(page);
});

it('keeps a broken feature inside its frame', async () => {
  const { page } = await openBrowser();
  await signUp(page);
  await page.addInitScript(() => Object.assign(window, { __DAYLOOM_TEST_CRASH__: 'feature' }));
  await page.goto('/dashboard');
  await page.getByText("We couldn't load the features. This might be a temporary issue.").waitFor();
  await page.getByRole('button', { name: 'Try Again' }).waitFor();
  // The shell around it still works.
  await page.getByRole('link', { name: 'Settings' }).first().waitFor();
});
